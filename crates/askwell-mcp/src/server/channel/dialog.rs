//! The client's own dialog, in both eras.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::ElicitationId;

use crate::server::ask::{AskError, Pending, PlannedAsk};
use crate::server::plan::Channel;
use crate::server::prompt::correction;
use crate::server::retry_context::Round;
use crate::server::session::{CallLink, NewPrompt, Session};
use crate::wire::{Json, Raw};

/// Shows the form in the dialog of a legacy client; again with the problems, if an answer did not pass.
///
/// # Errors
/// When the client is gone, or shows too much already.
pub(super) fn show(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    id: ElicitationId,
    problems: Option<&str>,
    call: &Arc<CallLink>,
) -> Result<(), AskError> {
    let corrected = problems.map(|problems| correction(ask.spec.question.message(), &problems));
    let message = corrected.as_deref().unwrap_or(ask.spec.question.message());
    let Some(prompt) = ask.dialog(message) else { return Ok(()) };
    let params = prompt.params(session.revision);
    let traced = ask.call().traced(Raw::part(&params));
    let prompt = NewPrompt {
        id,
        channel: Channel::Dialog,
        params: traced.as_ref().map_or(Raw::part(&params), Json::raw),
        // A client that showed it once shows it again.
        instant: if problems.is_some() { Duration::ZERO } else { ask.instant_refusal() },
    };
    session.show_prompt(&prompt, &ask.call().outgoing, call)
}

/// Has the next round of a modern client bring the answer from its dialog.
pub(in crate::server) fn require_dialog(
    ask: &PlannedAsk<'_>,
    round: &mut Round,
    problems: Option<&str>,
) -> AskError {
    let corrected = problems.map(|problems| correction(ask.spec.question.message(), &problems));
    let message = corrected.as_deref().unwrap_or(ask.spec.question.message());
    if let Some(prompt) = ask.dialog(message) {
        round.require_dialog(ask.spec.key, &prompt);
    }
    Pending::InputRequired.into()
}
