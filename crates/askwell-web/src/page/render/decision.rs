//! Renders the page of a decision: the question and its evidence, and beside or below them the card that decides.

use askwell_form::Decision;
use maud::{Markup, html};

use super::deadline::deadline;
use super::field::field;
use super::form::{FormPage, asker_of, display, ways_out};
use super::format::language;
use crate::page::action::{self, Action};
use crate::page::submission::TOKEN;

/// Renders the page. The time is a quiet line below the title, and a warning in the card once it is near.
pub(super) fn decision_page(page: &FormPage<'_>, decision: &Decision) -> Markup {
    let (near, quiet) = match &page.deadline {
        Some(time) if time.is_near() => (Some(time), None),
        other => (None, other.as_ref()),
    };
    let displays = (0..=page.form.fields().len()).flat_map(|index| page.form.displays_before(index));
    let fields = page.view.fields.iter().zip(&page.context);
    html! {
        div.decision {
            div.reading {
                (asker_of(page, quiet))
                @if let Some(claimed) = &page.claimed { (claimed) }
                @for shown in displays { (display(shown, page.hosts)) }
                @if page.votes.is_none() { (ways_out(page.client)) }
            }
            @if let Some(votes) = &page.votes { (votes) }
            form.answer.decide #answer method="post" action=(page.path) novalidate data-form data-path=(page.path) aria-labelledby="decide-title" {
                input type="hidden" name=(TOKEN) value=(page.token);
                // The enter key presses the first button, so it must be a harmless one.
                button.first type="submit" name=(action::NAME) value=(Action::Update.value()) tabindex="-1" aria-hidden="true" {}
                @if let Some(time) = near { (deadline(time)) }
                h2 #decide-title { "Your decision" }
                div.comment lang=[language(page.form)] {
                    @for (view, context) in fields.filter(|(view, _)| view.field.id() != Decision::APPROVED) { (field(view, context, false)) }
                }
                (decision_buttons(decision))
                p.saved role="status" data-saved hidden {}
                @if let Some(seconds) = page.undo_seconds { p.hint.undo-hint { "Nothing leaves for " (seconds) " seconds: you can undo." } }
            }
        }
    }
}

/// Renders the two buttons of a decision, in the author's words. Approving always comes first.
fn decision_buttons(decision: &Decision) -> Markup {
    html! {
        div.pair {
            button.go type="submit" name=(action::NAME) value=(Action::Approve.value()) {
                span aria-hidden="true" { "✓ " } span dir="auto" { (decision.approve_label()) }
            }
            button.no type="submit" name=(action::NAME) value=(Action::Reject.value()) {
                span aria-hidden="true" { "✕ " } span dir="auto" { (decision.reject_label()) }
            }
        }
    }
}
