//! Shows a form in the client's own dialog, in both eras.

use askwell_form::Problems;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::ElicitationId;

use crate::server::ask::{AskError, PendingAsk, PlannedAsk};
use crate::server::plan::Channel;
use crate::server::prompt::correction;
use crate::server::retry_context::Round;
use crate::server::session::{CallLink, NewPrompt, PromptParams, Session};
use crate::wire::{Json, Raw};

/// Shows the form in the dialog of a legacy client; with the problems, if an answer did not pass.
///
/// # Errors
/// When the client is gone, or shows too many prompts.
pub(super) fn show(
    ask: &PlannedAsk<'_>,
    session: &Arc<Session>,
    id: ElicitationId,
    problems: Option<&Problems>,
    call: &Arc<CallLink>,
) -> Result<(), AskError> {
    let shown = ask.shown_message();
    let corrected = problems.map(|problems| correction(&shown, &ask.sentences(problems)));
    let message = corrected.as_deref().unwrap_or(&shown);
    let Some(prompt) = ask.dialog(message) else { return Ok(()) };
    let traced;
    let params = if ask.call().is_traced() {
        let mut params = String::with_capacity(prompt.params_size());
        prompt.write_legacy_params(&mut params, session.revision);
        traced = ask.call().traced(Raw::from_valid(&params)).unwrap_or(Json::from_valid(params));
        PromptParams::Written(traced.raw())
    } else {
        PromptParams::Dialog(prompt)
    };
    let prompt = NewPrompt {
        id,
        channel: Channel::Dialog,
        params,
        // The client has shown it before, so a fast refusal is the person's.
        instant_refusal: if problems.is_some() { Duration::ZERO } else { ask.instant_refusal() },
        instant_answer: ask.instant_answer(),
    };
    session.show_prompt(&prompt, &ask.call().outgoing, call)
}

/// Requires the answer from a modern client's dialog for the next round.
pub(in crate::server) fn require_dialog(
    ask: &PlannedAsk<'_>,
    round: &mut Round,
    problems: Option<&Problems>,
) -> AskError {
    let shown = ask.shown_message();
    let corrected = problems.map(|problems| correction(&shown, &ask.sentences(problems)));
    let message = corrected.as_deref().unwrap_or(&shown);
    if let Some(prompt) = ask.dialog(message) {
        round.require_dialog(ask.spec.key, &prompt);
    }
    PendingAsk::InputRequired.into()
}
