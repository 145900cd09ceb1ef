//! Renders the way through a form in steps: where the person is, and the buttons to the other steps.

use askwell_form::{Form, View};
use maud::{Markup, html};

use crate::page::action::{self, Action};

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
    let title =
        step.and_then(|step| form.groups().get(step.group)).map_or("Check and send", |group| group.title());
    html! {
        nav.way aria-label="Steps" {
            details {
                summary { strong { "Step " (here) " of " (total) ": " bdi { (title) } } }
                ol.steps {
                    @for (number, group) in (1..).zip(&steps) {
                        li {
                            @if number < here {
                                button.link type="submit" form="answer" name=(action::NAME)
                                    value=(Action::Step(group.id().to_owned()).value()) {
                                    bdi { (group.title()) } span.sr { ", done: change it" }
                                }
                            } @else {
                                span aria-current=[(number == here).then_some("step")] { bdi { (group.title()) } }
                            }
                        }
                    }
                    li { span aria-current=[(here == total).then_some("step")] { "Check and send" } }
                }
            }
            div.progress aria-hidden="true" {
                @for number in 1..=total { i.on[number <= here] {} }
            }
        }
    }
}
