//! The pages that show what happened: the outcome of a closed elicitation, and its history.

use std::sync::Arc;

use crate::text::with_name;
use askwell_engine::Change;
use askwell_lifecycle::{CancelReason, Closed, Decline, Effect, Outcome, Question, Surface};
use askwell_locale::{say, text};
use axum::http::StatusCode;
use axum::response::Response;
use maud::html;

use super::found_options::with_titles;
use super::receipt::{Receipt, next_question, receipt};
use super::render::{FinalPage, render_final_page};
use super::response::document_response;
use crate::inbox::audit_trail;
use crate::visit::{EntryPoint, PageError, Visit, status_code};

/// Returns the page of a closed elicitation.
pub(super) async fn closed_response(visit: &Visit, closed: &Closed) -> Result<Response, PageError> {
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let closing = history.iter().rev().find(|change| matches!(change.effect, Effect::Closed { .. }));
    let is_own = is_by_viewer(visit, closing);
    let end = final_page_of(&visit.client(), closed, closing, is_own);
    let is_inbox = matches!(visit.entry_point, EntryPoint::Inbox { .. });
    let by = closing.map(actor_name);
    let entry = match &closed.outcome {
        Outcome::Answered(answers) if is_own => with_titles(visit, answers).await,
        _ => Arc::clone(&visit.elicitation),
    };
    let page = Receipt { visit, entry: &entry, closed, history: &history, is_own, by };
    let next = next_question(visit).await?;
    let main = html! {
        (render_final_page(&end))
        (next)
        @if is_own || is_inbox { (receipt(&page)) }
        // The history is for people who share an inbox, not for holders of a link.
        @if let EntryPoint::Inbox { .. } = visit.entry_point { (audit_trail(&visit.pages, &history)) }
    };
    let response = document_response(visit, status_code(&end), &end.title(), false, main);
    Ok(visit.with_cookie(response))
}

/// Returns the history of an elicitation, for people who share an inbox.
pub(super) async fn get_history(visit: Visit) -> Result<Response, PageError> {
    let EntryPoint::Inbox { .. } = visit.entry_point else {
        return Err(PageError::Rejected(FinalPage::NotFound));
    };
    let history = visit.pages.engine().history(&visit.actor, visit.elicitation.id).await?;
    let title = match &visit.elicitation.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    };
    let main = html! {
        header.asker { p.who { span { (with_name("pages-asks", "client", &visit.client())) } } h1 dir="auto" { (title) } }
        (audit_trail(&visit.pages, &history))
        @if let Some(Outcome::Declined(Decline { reason: Some(reason), .. })) = visit.elicitation.outcome() {
            p { (with_name("final-reason", "reason", reason)) }
        }
        p { a href=(visit.path) { (say("final-back-to-question")) } }
    };
    Ok(visit.with_cookie(document_response(
        &visit,
        StatusCode::OK,
        &text("final-history-title", &[("title", title.into())]),
        false,
        main,
    )))
}

/// Returns whether the viewer closed the elicitation.
fn is_by_viewer(visit: &Visit, closing: Option<&Change>) -> bool {
    let by_person = || {
        closing.is_some_and(|change| change.surface == Surface::Web && change.person == visit.actor.person)
    };
    match &visit.entry_point {
        EntryPoint::Link { found, .. } if visit.is_identified_by_link() => found.was_sent(),
        EntryPoint::Link { .. } | EntryPoint::Inbox { .. } => by_person(),
    }
}

fn final_page_of(client: &str, closed: &Closed, closing: Option<&Change>, is_own: bool) -> FinalPage {
    let (client, at) = (client.to_owned(), closed.at);
    let by = || (!is_own).then(|| closing.map_or_else(|| say("final-someone"), actor_name));
    match &closed.outcome {
        Outcome::Answered(_) => FinalPage::Answered { client, by: by(), at },
        // Completed on another site: no other person can have been first.
        Outcome::Finished(_) => FinalPage::Answered { client, by: None, at },
        Outcome::Declined(Decline { reason, .. }) => {
            FinalPage::Declined { client, by: by(), at, reason: reason.as_deref().map(str::to_owned) }
        }
        Outcome::TimedOut => FinalPage::Expired { client, at },
        Outcome::Cancelled(CancelReason::UserCancelled) if is_own => {
            FinalPage::Cancelled { client, at, why: "final-cancelled-by-you" }
        }
        Outcome::Cancelled(reason) => FinalPage::Cancelled { client, at, why: cancel_sentence(*reason) },
    }
}

/// Returns who made a change, in words.
pub(crate) fn actor_name(change: &Change) -> String {
    match (&change.person, change.surface) {
        (Some(person), _) => person.to_string(),
        (None, Surface::Mcp) => say("final-someone-mcp"),
        (None, Surface::Terminal) => say("final-someone-terminal"),
        (None, Surface::Web) => say("final-someone"),
        (None, Surface::Engine) => say("final-service"),
        (None, _) => say("final-program"),
    }
}

fn cancel_sentence(reason: CancelReason) -> &'static str {
    match reason {
        CancelReason::UserCancelled => "final-cancelled-by-someone",
        CancelReason::ClientDisconnected => "final-cancelled-client-gone",
        CancelReason::SessionExpired => "final-cancelled-session",
        CancelReason::FormInvalidated => "final-cancelled-form",
        CancelReason::MaxRetriesExceeded => "final-cancelled-retries",
        _ => "final-cancelled",
    }
}
