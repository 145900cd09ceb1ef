//! Shows the remaining time and the button that extends it.

use askwell_locale::{text, without_answer_sentence};
use std::time::Duration;

use askwell_lifecycle::{Audience, Elicitation, Timestamp};
use maud::{Markup, html};

use super::format::{instant, time_left, when};
use crate::page::action::{self, Action};
use crate::text::message;

/// A deadline that is farther away than this says nothing to a person. No timeout is that long; an extension can be.
const DISTANT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The deadline of an open elicitation.
pub(crate) struct Deadline {
    /// The time of the deadline.
    pub(crate) at: Timestamp,
    /// The remaining time.
    pub(crate) left: Duration,
    /// How long before the deadline the page warns.
    pub(crate) warn_before: Duration,
    /// The length of one extension.
    pub(crate) extension: Duration,
    /// Extensions left.
    pub(crate) extensions_left: u8,
    /// What happens without an answer.
    pub(crate) without_answer: Markup,
}

impl Deadline {
    /// Returns the deadline of an open elicitation, unless it is more than a year away.
    pub(crate) fn of(elicitation: &Elicitation, now: Timestamp) -> Option<Deadline> {
        let at = elicitation.deadline()?;
        let left = now.until(at);
        (left <= DISTANT).then(|| Deadline {
            at,
            left,
            warn_before: elicitation.terms.warn_before,
            extension: elicitation.terms.extension,
            extensions_left: elicitation.extensions_left(),
            without_answer: without_answer(elicitation),
        })
    }

    /// Returns whether the page warns.
    pub(super) fn is_near(&self) -> bool {
        self.left <= self.warn_before
    }
}

/// Renders the remaining time, inside or outside of the form `answer`. The script turns it into a clock.
pub(crate) fn deadline(deadline: &Deadline) -> Markup {
    let is_near = deadline.is_near();
    html! {
        div.deadline.near[is_near] data-left=(deadline.left.as_millis()) data-warn=(deadline.warn_before.as_millis()) {
            p {
                span.label { (message("pages-time-left", &[], &[("left", html! { strong data-clock { (time_left(deadline.left)) } })])) }
                span.until { " · " (message("pages-time-until", &[], &[("time", time_of(deadline.at))])) }
            }
            (deadline.without_answer)
            @if deadline.extensions_left > 0 {
                button.quiet type="submit" form="answer" name=(action::NAME) value=(Action::Extend.value()) data-extend {
                    (span_words(deadline.extension))
                }
            }
            p.sr role="status" data-announce {}
        }
    }
}

/// Renders what happens without an answer: at the deadline, and before.
fn without_answer(elicitation: &Elicitation) -> Markup {
    let Some(found) = elicitation.without_answer() else { return html! {} };
    html! {
        p.consequence dir="auto" {
            @if let Some((at, to)) = found.escalation {
                @let name = |name: &str| html! { bdi { (name) } };
                @match to {
                    Audience::Group(group) => (message("pages-escalates-group", &[], &[("time", time_of(at)), ("name", name(group))])),
                    Audience::Person(person) => (message("pages-escalates-person", &[], &[("time", time_of(at)), ("name", name(person))])),
                    _ => (message("pages-escalates-others", &[], &[("time", time_of(at))])),
                }
                " "
            }
            (without_answer_sentence(found.words, found.missing_approvals))
        }
    }
}

/// Renders a time. The script shows it in the zone of the browser.
fn time_of(at: Timestamp) -> Markup {
    html! { time datetime=(instant(at)) data-local { (when(at)) } }
}

/// Returns the words of the button that adds time.
fn span_words(span: Duration) -> String {
    match span.as_secs() {
        60 => text("pages-add-minutes", &[("count", 1_u64.into())]),
        seconds if seconds >= 120 && seconds % 60 == 0 => {
            text("pages-add-minutes", &[("count", (seconds / 60).into())])
        }
        seconds => text("pages-add-seconds", &[("count", seconds.into())]),
    }
}
