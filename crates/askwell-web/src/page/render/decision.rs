//! Renders the page of a decision: the question and its evidence, and beside or below them the card that decides.

use askwell_form::{Decision, Field, Form};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::deadline::deadline;
use super::field::labelled_field;
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
                h2 #decide-title { (say("pages-your-decision")) }
                div.comment lang=[language(page.form)] {
                    @for (view, context) in fields.filter(|(view, _)| view.field.id() != Decision::APPROVED) { (labelled_field(view, context, false, &shown_label(page.form, view.field))) }
                }
                (decision_buttons(decision))
                p.saved role="status" data-saved hidden {}
                @if let Some(seconds) = page.undo_seconds { p.hint.undo-hint { (text("pages-undo-hint", &[("count", seconds.into())])) } }
            }
        }
    }
}

/// Returns the words of the button that approves: the author's, else ours.
pub(crate) fn approve_words(decision: &Decision) -> String {
    match decision.approve_label() {
        Decision::APPROVE => say("pages-approve"),
        own => own.to_owned(),
    }
}

/// Returns the words of the button that rejects: the author's, else ours.
pub(crate) fn reject_words(decision: &Decision) -> String {
    match decision.reject_label() {
        Decision::REJECT => say("pages-reject"),
        own => own.to_owned(),
    }
}

/// Returns the label of a field as it is shown: the fields of a decision have labels of ours.
pub(crate) fn shown_label(form: &Form, field: &Field) -> String {
    match field.label() {
        Decision::COMMENT_LABEL if form.decision().is_some() && field.id() == Decision::COMMENT => {
            say("pages-comment")
        }
        Decision::APPROVED_LABEL if form.decision().is_some() && field.id() == Decision::APPROVED => {
            say("pages-decision")
        }
        own => own.to_owned(),
    }
}

/// Renders the two buttons of a decision, in the author's words. Approving always comes first.
fn decision_buttons(decision: &Decision) -> Markup {
    html! {
        div.pair {
            button.go type="submit" name=(action::NAME) value=(Action::Approve.value()) {
                span aria-hidden="true" { "✓ " } span dir="auto" { (approve_words(decision)) }
            }
            button.no type="submit" name=(action::NAME) value=(Action::Reject.value()) {
                span aria-hidden="true" { "✕ " } span dir="auto" { (reject_words(decision)) }
            }
        }
    }
}
