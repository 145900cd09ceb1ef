//! Renders the summary of all problems, first on the page and first to be read out.

use askwell_form::Problem;
use maud::{Markup, html};

use super::control::element_id;
use super::format::sentence_direction;

/// Renders all problems with links to their fields. Receives the focus even without a script.
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

/// Renders the message of a problem. A label in another script does not change the direction of the
/// sentence.
pub(super) fn message(problem: &Problem) -> Markup {
    html! { bdi dir=(sentence_direction(&problem.message)) { (problem.message) } }
}
