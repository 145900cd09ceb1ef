//! Renders the summary of all problems, first on the page and first to be read out.

use askwell_form::{Form, Problem};
use maud::{Markup, html};

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
    html! {
        @if !problems.is_empty() {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { "There is a problem" }
                ul {
                    @for problem in problems {
                        li {
                            @if problem.field.is_empty() { (message(problem)) }
                            @else {
                                @let target = element_of(form, problem);
                                @match anchor(problem) {
                                    Anchor::Here => a href=(format!("#{target}")) { (message(problem)) },
                                    Anchor::Step { id, path } => button.link type="submit" form="answer" name=(action::NAME)
                                        value=(Action::Step(id).value()) formaction=(format!("{path}#{target}")) { (message(problem)) },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the message of a problem. A label in another script does not change the direction of the
/// sentence.
pub(super) fn message(problem: &Problem) -> Markup {
    html! { bdi dir=(sentence_direction(&problem.message)) { (problem.message) } }
}
