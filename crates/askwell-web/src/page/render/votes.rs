//! Renders a decision of several people: how many approve, who voted, and what is missing.

use askwell_lifecycle::{Elicitation, OnRejection};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::format::{instant, when};
use crate::text::with_name;

/// Renders the votes on an elicitation, as this person sees them. `None` if one person decides.
pub(crate) fn votes(elicitation: &Elicitation, person: Option<&str>) -> Option<Markup> {
    let quorum = elicitation.quorum.as_ref()?;
    let (approvals, needed) = (elicitation.approvals(), usize::from(quorum.approvals));
    let missing = needed.saturating_sub(approvals);
    let is_requester = person.is_some() && person == quorum.requester.as_deref();
    Some(html! {
        section.votes aria-labelledby="votes-title" {
            h2 #votes-title { (text("pages-votes-title", &[("approvals", approvals.into()), ("needed", needed.into())])) }
            (meter(approvals, needed))
            p.help {
                @match missing {
                    0 => (say("pages-votes-enough")),
                    _ => (text("pages-votes-missing", &[("count", missing.into())])),
                }
                " "
                (say(match quorum.on_rejection {
                    OnRejection::Close => "pages-votes-ends",
                    OnRejection::Continue => "pages-votes-goes-on",
                }))
            }
            @if !elicitation.votes.is_empty() {
                ul.voices {
                    @for vote in &elicitation.votes {
                        li {
                            @let verdict = if vote.approved { ("good", "✓ ", say("pages-vote-approved")) } else { ("bad", "✕ ", say("pages-vote-rejected")) };
                            bdi { @if Some(&*vote.by) == person { (say("pages-you")) } @else { (vote.by) } }
                            " " span class=(format!("verdict {}", verdict.0)) { span aria-hidden="true" { (verdict.1) } (verdict.2) }
                            " " time datetime=(instant(vote.at)) data-local { (when(vote.at)) }
                            @if let Some(comment) = &vote.comment { p.said dir="auto" { (text("pages-quote", &[("text", (&**comment).into())])) } }
                        }
                    }
                }
            }
            @if let Some(requester) = &quorum.requester {
                p.help {
                    @if is_requester { (say("pages-own-request")) }
                    @else { (with_name("pages-request-of", "name", requester)) }
                }
            }
        }
    })
}

/// Repeats the count as a picture, which screen readers skip.
fn meter(approvals: usize, needed: usize) -> Markup {
    let width = 400 / needed.max(1);
    html! {
        svg.meter viewBox="0 0 400 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            @for place in 0..needed {
                rect.filled[place < approvals] x=(place * width + 1) y="1" width=(width.saturating_sub(4)) height="6" rx="2" {}
            }
        }
    }
}
