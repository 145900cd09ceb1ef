//! Sends the person to a URL through the client, in both eras: the hosted page with the form, or a
//! foreign page.
//!
//! Consent to open a page is no answer. A legacy client is notified when the person is done; a
//! modern one calls again and asks.

use std::sync::Arc;

use askwell_lifecycle::{Elicitation, ElicitationId, Outcome, Question};

use super::link::link_to;
use crate::server::ask::{AskError, PendingAsk, PlannedAsk, QuestionRef, Wait};
use crate::server::plan::Channel;
use crate::server::prompt::{invitation, url_params};
use crate::server::retry_context::RetryContext;
use crate::server::session::{CallLink, NewPrompt, PromptParams, Session};
use crate::server::tasks::TaskRole;
use crate::server::wait;
use crate::wire::{Json, Raw, encode, method};
use askwell_engine::HostedLink;

/// The URL for the person, and the message beside it.
struct UrlTarget {
    link: HostedLink,
    message: String,
}

impl UrlTarget {
    async fn of(ask: &PlannedAsk<'_>, elicitation: &Elicitation) -> Result<UrlTarget, AskError> {
        match &elicitation.question {
            Question::Page { url, message } => {
                let link = HostedLink { url: url.to_string(), code: None };
                Ok(UrlTarget { link, message: message.to_string() })
            }
            Question::Form(_) => {
                let link = link_to(ask.call(), elicitation.id).await?;
                let message = invitation(ask.spec.question.message(), &link);
                Ok(UrlTarget { link, message })
            }
        }
    }
}

/// Makes a legacy client open the page.
///
/// # Errors
/// When there is no page, the client is gone, or it shows too many prompts.
pub(super) async fn show(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    elicitation: &Elicitation,
    call: &Arc<CallLink>,
) -> Result<(), AskError> {
    let (id, target) = (elicitation.id, UrlTarget::of(ask, elicitation).await?);
    let params = url_params(&target.message, &target.link.url, Some(&id.to_string()));
    let traced = ask.call().traced(Raw::from_valid(&params));
    let prompt = NewPrompt {
        id,
        channel: Channel::Url,
        params: PromptParams::Written(traced.as_ref().map_or(Raw::from_valid(&params), Json::raw)),
        instant_refusal: ask.instant_refusal(),
        instant_answer: ask.instant_answer(),
    };
    session.show_prompt(&prompt, &ask.call().outgoing, call)
}

/// Returns the error that makes a legacy client open the page first. It is notified of the
/// completion.
pub(super) fn require(ask: &PlannedAsk<'_>, session: &Arc<Session>, id: ElicitationId) -> AskError {
    // Also for a client that has reconnected or was restarted.
    session.notify_when_complete(id);
    match ask.spec.question {
        QuestionRef::Page { url, message, .. } => {
            PendingAsk::UrlRequired { id, url: url.to_owned(), message: message.to_owned() }.into()
        }
        QuestionRef::Form { .. } => PendingAsk::InputRequired.into(),
    }
}

/// Requires the page for the next round of a modern client.
///
/// # Errors
/// When there is no page.
pub(super) async fn require_page(
    ask: &PlannedAsk<'_>,
    retry: &RetryContext,
    elicitation: &Elicitation,
) -> Result<AskError, AskError> {
    let target = UrlTarget::of(ask, elicitation).await?;
    let params = url_params(&target.message, &target.link.url, None);
    retry.round.lock().require(ask.spec.key, method::ELICIT, &params);
    Ok(PendingAsk::InputRequired.into())
}

/// Waits for a person on a page, as long as a modern call waits.
///
/// # Errors
/// When the elicitation cannot be read.
pub(super) async fn wait_for_page(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
) -> Result<Option<Outcome>, AskError> {
    let limit = match ask.spec.wait {
        Wait::AtMost(limit) => limit,
        // The client of a task does not wait for a response.
        Wait::UntilClosed if matches!(ask.call().task, TaskRole::Running(_)) => {
            return Ok(Some(ask.engine().wait(ask.actor(), id).await?));
        }
        Wait::UntilClosed | Wait::UntilConsent => ask.call().server.ask.settings.page_wait,
    };
    let outcome = wait::at_most(ask.call(), limit, ask.engine().wait(ask.actor(), id)).await;
    Ok(outcome.transpose()?)
}

/// Returns the notification that the person is done on a page.
pub(in crate::server) fn complete_notification(id: ElicitationId) -> String {
    let params = format!(r#"{{"elicitationId":"{id}"}}"#);
    encode::notification(method::ELICITATION_COMPLETE, Raw::from_valid(&params))
}
