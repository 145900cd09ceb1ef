//! Renders the history of an elicitation.

use askwell_engine::Change;
use askwell_lifecycle::{Audience, Effect, Status};
use maud::{Markup, html};

use crate::page::{actor_name, instant, when};
use crate::pages::Pages;

/// Renders each change with its author, time and surface.
pub(crate) fn audit_trail(pages: &Pages, history: &[Change]) -> Markup {
    html! {
        section.inbox-history aria-labelledby="trail-title" {
            h2 #trail-title { "What happened" }
            ol.trail {
                @for change in history {
                    li {
                        (describe_change(pages, change))
                        time datetime=(instant(change.at)) data-local { (when(change.at)) }
                    }
                }
            }
        }
    }
}

fn status_words(status: Status) -> &'static str {
    match status {
        Status::Pending | Status::Active => "Waiting",
        Status::Completed => "Answered",
        Status::Declined => "Declined",
        Status::Cancelled => "Cancelled",
        Status::Timeout => "Expired",
    }
}

/// Returns the name of the person or group that is asked.
fn audience_name(audience: &Audience) -> &str {
    match audience {
        Audience::Person(name) | Audience::Group(name) => name,
        _ => "others",
    }
}

fn describe_change(pages: &Pages, change: &Change) -> Markup {
    let actor_name = actor_name(change);
    let by = html! { " by " bdi { (actor_name) } ", through " (change.surface.as_str()) };
    html! {
        @match &change.effect {
            Effect::Created => { "Asked by " bdi { (pages.client_name(&change.client)) } }
            Effect::Opened => { "Opened" (by) }
            Effect::Rejected { count, limit } => { "Try " (count) " of " (u16::from(*limit) + 1) " was not accepted" (by) }
            Effect::Warned { .. } => { "The time was nearly up" }
            Effect::Extended { left, .. } => { "Time was added" (by) "; " (left) " more extensions" }
            Effect::Claimed { by } => { "Taken by " bdi { (by) } }
            Effect::Released => { "Given back" (by) }
            Effect::Voted { by, approved, approvals, needed } => {
                (if *approved { "Approved" } else { "Rejected" }) " by " bdi { (by) } ": " (approvals) " of " (needed)
                " approved"
            }
            Effect::Reminded { .. } => { "People were reminded" }
            Effect::Escalated { to } => { "Not answered in time, passed on to " bdi { (audience_name(to)) } }
            Effect::Delegated { to } => { "Passed on to " bdi { (audience_name(to)) } (by) }
            Effect::Closed { status, reason } => {
                (status_words(*status))
                @if *status != Status::Timeout { (by) }
                @if let Some(reason) = reason { " (" (reason) ")" }
            }
            Effect::Taken => { "The answer was delivered" }
            other => { (other.name()) }
        }
    }
}
