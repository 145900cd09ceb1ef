//! Renders the summary of all problems, first on the page and first to be read out.

use askwell_form::{Form, Problem};
use askwell_locale::{Words, problem_in_form, problem_sentence, say};
use maud::{Markup, html};

use super::decision::shown_label;
use super::format::sentence_direction;
use crate::page::action::{self, Action};
use crate::page::row_names::element_of;

/// Where the field of a problem is.
pub(super) enum Anchor {
    /// On this page.
    Here,
    /// In another step of the form, with the path of the page.
    Step { id: String, path: String },
}

/// Renders all problems with links to their fields. Receives the focus even without a script.
pub(super) fn summary(form: &Form, problems: &[&Problem], anchor: impl Fn(&Problem) -> Anchor) -> Markup {
    let of_field = |problem: &Problem| match form.field(&problem.field) {
        Some(_) if problem.row.is_some() => {
            sentence(&problem_in_form(&Words::current(), problem, form, form))
        }
        Some(field) => message(problem, field.label(), &shown_label(form, field)),
        None => message(problem, "", ""),
    };
    html! {
        @if !problems.is_empty() {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { (say("pages-problem-title")) }
                ul {
                    @for problem in problems {
                        li {
                            @if problem.field.is_empty() { (of_field(problem)) }
                            @else {
                                @let target = element_of(form, problem);
                                @match anchor(problem) {
                                    Anchor::Here => a href=(format!("#{target}")) { (of_field(problem)) },
                                    Anchor::Step { id, path } => button.link type="submit" form="answer" name=(action::NAME)
                                        value=(Action::Step(id).value()) formaction=(format!("{path}#{target}")) { (of_field(problem)) },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the message of a problem in the language of the page. A label in another script does not change the direction
/// of the sentence.
pub(super) fn message(problem: &Problem, label: &str, shown_label: &str) -> Markup {
    let words = Words::current();
    // The problem of a row names the row before its sentence; here it stands in the row.
    let Some((_, own)) = problem.row.as_ref().and_then(|_| problem.message.split_once(": ")) else {
        return sentence(&problem_sentence(&words, problem, label, shown_label));
    };
    let inner = Problem { message: own.to_owned().into(), row: None, ..problem.clone() };
    match problem_sentence(&words, &inner, label, shown_label) {
        same if same == own => sentence(&problem.message),
        said => sentence(&said),
    }
}

/// Renders a sentence in its own direction.
fn sentence(text: &str) -> Markup {
    html! { bdi dir=(sentence_direction(text)) { (text) } }
}
