//! URLs that a client opens, in both eras: our page with the form, or a foreign one.
//!
//! That the person agreed to open a page is no answer. A legacy client is told when the person is done; a modern one comes
//! back and asks.

use std::sync::Arc;

use askwell_lifecycle::{Elicitation, ElicitationId, Outcome, Question};

use super::link::link_to;
use crate::server::ask::{AskError, Pending, PlannedAsk, QuestionRef, Wait};
use crate::server::plan::Channel;
use crate::server::prompt::{invitation, url_params};
use crate::server::retry_context::RetryContext;
use crate::server::session::{CallLink, NewPrompt, Session};
use crate::server::wait;
use crate::wire::{Json, Raw, encode, method};
use askwell_engine::HostedLink;

/// Where the person goes, and what they read before.
struct Visit {
    link: HostedLink,
    message: String,
}

impl Visit {
    async fn of(ask: &PlannedAsk<'_>, elicitation: &Elicitation) -> Result<Visit, AskError> {
        match &elicitation.question {
            Question::Page { url, message } => {
                let link = HostedLink { url: url.to_string(), code: None };
                Ok(Visit { link, message: message.to_string() })
            }
            Question::Form(_) => {
                let link = link_to(ask.call(), elicitation.id).await?;
                let message = invitation(ask.spec.question.message(), &link);
                Ok(Visit { link, message })
            }
        }
    }
}

/// Has a legacy client open the page.
///
/// # Errors
/// When there is no page, the client is gone, or shows too much already.
pub(super) async fn show(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    elicitation: &Elicitation,
    call: &Arc<CallLink>,
) -> Result<(), AskError> {
    let (id, visit) = (elicitation.id, Visit::of(ask, elicitation).await?);
    let params = url_params(&visit.message, &visit.link.url, Some(&id.to_string()));
    let traced = ask.call().traced(Raw::part(&params));
    let prompt = NewPrompt {
        id,
        channel: Channel::Url,
        params: traced.as_ref().map_or(Raw::part(&params), Json::raw),
        instant: ask.instant_refusal(),
    };
    session.show_prompt(&prompt, &ask.call().outgoing, call)
}

/// Tells a legacy client by an error to send the person to the page first. It hears when they are done there.
pub(super) fn require(ask: &PlannedAsk<'_>, session: &Arc<Session>, id: ElicitationId) -> AskError {
    // A client that has come back, on another connection or after a restart, waits as well.
    session.notify_when_complete(id);
    match ask.spec.question {
        QuestionRef::Page { url, message, .. } => {
            Pending::UrlRequired { id, url: url.to_owned(), message: message.to_owned() }.into()
        }
        QuestionRef::Form { .. } => Pending::InputRequired.into(),
    }
}

/// Has the next round of a modern client open the page.
///
/// # Errors
/// When there is no page.
pub(super) async fn require_visit(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    elicitation: &Elicitation,
) -> Result<AskError, AskError> {
    let visit = Visit::of(ask, elicitation).await?;
    let params = url_params(&visit.message, &visit.link.url, None);
    retry.round.lock().require(ask.spec.key, method::ELICIT, &params);
    Ok(Pending::InputRequired.into())
}

/// Waits for a person who is on a page, as long as a modern call waits.
///
/// # Errors
/// When the elicitation cannot be read.
pub(super) async fn wait_for_visit(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
) -> Result<Option<Outcome>, AskError> {
    let limit = match ask.spec.wait {
        Wait::AtMost(limit) => limit,
        Wait::UntilClosed => ask.call().server.ask.settings.patience,
    };
    let outcome = wait::at_most(ask.call(), limit, ask.engine().wait(ask.actor(), id)).await;
    Ok(outcome.transpose()?)
}

/// Returns the notification that the person is done on a page.
pub(in crate::server) fn complete_notification(id: ElicitationId) -> String {
    let params = format!(r#"{{"elicitationId":"{id}"}}"#);
    encode::notification(method::ELICITATION_COMPLETE, Raw::part(&params))
}
