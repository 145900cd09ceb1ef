//! Renders the way through a form in steps: where the person is, and the buttons to the other steps.

use askwell_form::{Form, View};
use askwell_locale::say;
use maud::{Markup, html};

use crate::page::action::{self, Action};
use crate::text::message;

/// The step that a page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormStep {
    /// The place of its group.
    pub(crate) group: usize,
    /// Its number, counted from 1.
    pub(crate) number: usize,
}

impl FormStep {
    /// Returns the step whose group is `wanted`, or the first one. `None` if the form has no steps.
    pub(crate) fn of(view: &View<'_>, wanted: Option<usize>) -> Option<FormStep> {
        let steps = view.steps();
        let at = wanted.and_then(|wanted| steps.iter().position(|step| *step == wanted)).unwrap_or(0);
        steps.get(at).map(|&group| FormStep { group, number: at + 1 })
    }
}

/// Renders the steps: those before the shown one as buttons, and how far the person is. The review is the last step.
pub(super) fn way(form: &Form, view: &View<'_>, step: Option<&FormStep>) -> Markup {
    let steps: Vec<_> = view.steps().into_iter().filter_map(|place| form.groups().get(place)).collect();
    if steps.is_empty() {
        return html! {};
    }
    let total = steps.len() + 1;
    let here = step.map_or(total, |step| step.number);
    let title = step
        .and_then(|step| form.groups().get(step.group))
        .map_or_else(|| say("pages-check-and-send"), |group| group.title().to_owned());
    html! {
        nav.way aria-label=(say("pages-steps")) {
            details {
                summary { strong { (message("pages-step", &[("here", here.into()), ("total", total.into())], &[("title", html! { bdi { (title) } })])) } }
                ol.steps {
                    @for (number, group) in (1..).zip(&steps) {
                        li {
                            @if number < here {
                                button.link type="submit" form="answer" name=(action::NAME)
                                    value=(Action::Step(group.id().to_owned()).value()) {
                                    (done(group.title()))
                                }
                            } @else {
                                span aria-current=[(number == here).then_some("step")] { bdi { (group.title()) } }
                            }
                        }
                    }
                    li { span aria-current=[(here == total).then_some("step")] { (say("pages-check-and-send")) } }
                }
            }
            div.progress aria-hidden="true" {
                @for number in 1..=total { i.on[number <= here] {} }
            }
        }
    }
}

/// Renders the title of a step that is done; screen readers read that it can be changed.
fn done(title: &str) -> Markup {
    let whole = askwell_locale::text("pages-step-done", &[("title", title.into())]);
    html! { bdi aria-hidden="true" { (title) } span.sr { (whole) } }
}
