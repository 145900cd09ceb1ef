//! The summary of everything that is wrong, first on the page and first to be read out.

use askwell_form::Problem;
use maud::{Markup, html};

use super::control::element_id;

/// Every problem with a link to its field. Gets the focus without a script, too.
pub(super) fn summary(problems: &[&Problem]) -> Markup {
    html! {
        @if !problems.is_empty() {
            div.summary role="alert" tabindex="-1" autofocus data-summary aria-labelledby="problem-title" {
                h2 #problem-title { "There is a problem" }
                ul {
                    @for problem in problems {
                        li {
                            @if problem.field.is_empty() { (problem.message) }
                            @else { a href=(format!("#{}", element_id(&problem.field))) { (problem.message) } }
                        }
                    }
                }
            }
        }
    }
}
