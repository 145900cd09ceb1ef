//! The summary of everything that is wrong, first on the page and first to be read out.

use askwell_form::Problem;
use maud::{Markup, html};

use super::control::element_id;
use super::format::sentence_direction;

/// Every problem with a link to its field. Gets the focus without a script, too.
pub(super) fn summary(problems: &[&Problem]) -> Markup {
    html! {
        @if !problems.is_empty() {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { "There is a problem" }
                ul {
                    @for problem in problems {
                        li {
                            @if problem.field.is_empty() { (message(problem)) }
                            @else { a href=(format!("#{}", element_id(&problem.field))) { (message(problem)) } }
                        }
                    }
                }
            }
        }
    }
}

/// What is wrong, in the words that are used everywhere. A label in another script does not turn the sentence round.
pub(super) fn message(problem: &Problem) -> Markup {
    html! { bdi dir=(sentence_direction(&problem.message)) { (problem.message) } }
}
