//! Renders the history of an elicitation.

use askwell_engine::Change;
use askwell_lifecycle::{Audience, Effect, Status, Surface};
use askwell_locale::say;
use maud::{Markup, html};

use crate::page::{actor_name, instant, when};
use crate::pages::Pages;
use crate::text::{message, with_name};

/// Renders each change with its author, time and surface.
pub(crate) fn audit_trail(pages: &Pages, history: &[Change]) -> Markup {
    html! {
        section.inbox-history aria-labelledby="trail-title" {
            h2 #trail-title { (say("final-history")) }
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

/// Returns the name of the person or group that is asked.
fn audience_name(audience: &Audience) -> String {
    match audience {
        Audience::Person(name) | Audience::Group(name) => name.to_string(),
        _ => say("final-others"),
    }
}

/// Returns the words for the way by which someone acted.
fn surface_words(surface: Surface) -> String {
    say(match surface {
        Surface::Api => "final-surface-api",
        Surface::Mcp => "final-surface-mcp",
        Surface::Web => "final-surface-web",
        Surface::Terminal => "final-surface-terminal",
        Surface::Engine => "final-surface-service",
        _ => "final-surface-library",
    })
}

fn describe_change(pages: &Pages, change: &Change) -> Markup {
    let bold = |name: &str| html! { bdi { (name) } };
    let (actor, surface) = (bold(&actor_name(change)), ("surface", surface_words(change.surface).into()));
    let by_actor = |key: &str| message(key, std::slice::from_ref(&surface), &[("name", actor.clone())]);
    match &change.effect {
        Effect::Created => with_name("final-event-asked", "client", &pages.client_name(&change.client)),
        Effect::Opened => by_actor("final-event-opened"),
        Effect::Rejected { count, limit } => {
            let values = [
                surface.clone(),
                ("try", u64::from(*count).into()),
                ("limit", (u64::from(*limit) + 1).into()),
            ];
            message("final-event-rejected", &values, &[("name", actor)])
        }
        Effect::Warned { .. } => html! { (say("final-event-warned")) },
        Effect::Extended { left, .. } => {
            let values = [surface, ("count", u64::from(*left).into())];
            message("final-event-extended", &values, &[("name", actor)])
        }
        Effect::Claimed { by } => with_name("final-event-taken-by", "name", by),
        Effect::Released => by_actor("final-event-given-back"),
        Effect::Voted { by, approved, approvals, needed } => {
            let key = if *approved { "final-event-approved" } else { "final-event-voted-against" };
            let values = [("approvals", u64::from(*approvals).into()), ("needed", u64::from(*needed).into())];
            message(key, &values, &[("name", bold(by))])
        }
        Effect::Reminded { .. } => html! { (say("final-event-reminded")) },
        Effect::Escalated { to } => with_name("final-event-escalated", "name", &audience_name(to)),
        Effect::Delegated { to } => {
            message("final-event-delegated", &[surface], &[("to", bold(&audience_name(to))), ("name", actor)])
        }
        Effect::Closed { status, reason } => html! {
            (match status {
                Status::Declined => by_actor("final-event-declined"),
                Status::Cancelled => by_actor("final-event-cancelled"),
                Status::Timeout => html! { (say("final-event-expired")) },
                _ => by_actor("final-event-answered"),
            })
            @if let Some(reason) = reason { " (" bdi { (reason) } ")" }
        },
        Effect::Taken => html! { (say("final-event-delivered")) },
        other => html! { (other.name()) },
    }
}
