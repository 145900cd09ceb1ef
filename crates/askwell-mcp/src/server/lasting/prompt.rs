//! A prompt: a question of the engine as a legacy client shows it, in a dialog or by opening a URL.
//!
//! A prompt belongs to the session, not to the call that showed it. When the call ends before the person answers, the
//! prompt stays, and its answer counts as long as the elicitation is open; a later call about the same elicitation joins
//! it. The prompt is withdrawn when the elicitation ends in another way.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Engine;
use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Outcome};
use tokio::sync::watch;
use tokio::time::Instant;

use super::answer::{DialogAnswer, apply_answer, apply_refusal};
use super::{Ending, Watched};
use crate::deliver::HostedLink;
use crate::server::asker::AskError;
use crate::server::call::Inner;
use crate::server::elsewhere::{actor, invitation};
use crate::server::heartbeat::Heartbeat;
use crate::server::question::{again, form_params, url_params};
use crate::server::session::{Pushed, Session};
use crate::wire::{Action, ElicitResult, ErrorCode, Raw, Response, RpcError, method};

/// How a prompt is shown.
pub(super) enum Channel {
    /// In the client's own dialog.
    Dialog,
    /// By opening this page.
    Url(HostedLink),
}

/// What is known about a prompt.
#[derive(Debug, Clone)]
pub(in crate::server) enum PromptStatus {
    /// The client shows it, as far as anybody knows.
    Shown,
    /// An answer came, and did not pass for this reason. The question is open.
    Rejected(Arc<str>),
    /// The client answered with an error. The question is open.
    Failed(RpcError),
    /// The client refused faster than a person can read. The question is open.
    Unseen(Action),
    /// The question is over, or the client has left.
    Ended,
}

/// Why a call stopped following a prompt.
pub(super) enum PromptEnd {
    /// The question is over.
    Decided(Outcome),
    /// The call has waited long enough. The prompt stays.
    TimeUp,
    /// The client refused faster than a person can read.
    Unseen(Action),
}

/// Follows the prompt of an elicitation until the elicitation is over or time is up, and sends progress meanwhile. Shows
/// it if it is not shown, and again, with the problems named, when an answer did not pass.
///
/// # Errors
/// When the client answers with an error or has left, and when the engine fails.
pub(super) async fn follow(
    call: &Inner,
    session: &Arc<Session>,
    watched: &Watched<'_>,
    channel: &Channel,
    mut ending: Ending<'_>,
    deadline: Instant,
) -> Result<PromptEnd, AskError> {
    let id = watched.id;
    let mut prompt = match session.prompt(id) {
        Some(prompt) => prompt,
        None => show(call, session, watched, channel, None)?,
    };
    let mut heartbeat = Heartbeat::of(call);
    let mut has_ended = false;
    loop {
        let status = prompt.borrow_and_update().clone();
        match status {
            PromptStatus::Shown => {}
            PromptStatus::Rejected(why) => {
                // Another call may have shown it again already.
                prompt = match session.prompt(id) {
                    Some(newer) if !newer.same_channel(&prompt) => newer,
                    _ => show(call, session, watched, channel, Some(&why))?,
                };
                continue;
            }
            PromptStatus::Failed(error) => return Err(AskError::Client(error)),
            PromptStatus::Unseen(action) => return Ok(PromptEnd::Unseen(action)),
            PromptStatus::Ended => has_ended = true,
        }
        tokio::select! {
            biased;
            outcome = ending.as_mut() => {
                let outcome = outcome?;
                // What the client is told about its prompt comes before the result of the call.
                while prompt.changed().await.is_ok() {}
                return Ok(PromptEnd::Decided(outcome));
            }
            changed = prompt.changed(), if !has_ended => has_ended |= changed.is_err(),
            () = tokio::time::sleep_until(deadline) => return Ok(PromptEnd::TimeUp),
            () = heartbeat.beat() => call.still_waiting(),
        }
    }
}

/// Shows a prompt. A task of its own waits for the answer.
fn show(
    call: &Inner,
    session: &Arc<Session>,
    watched: &Watched<'_>,
    channel: &Channel,
    problems: Option<&str>,
) -> Result<watch::Receiver<PromptStatus>, AskError> {
    let id = watched.id;
    let params = match channel {
        Channel::Dialog => {
            let prepared = call.server.forms.of(watched.form, session.revision);
            let question = watched.question(call, &prepared);
            let corrected = problems.map(|problems| again(question.message, &problems));
            let message = corrected.as_deref().unwrap_or(question.message);
            form_params(&question, message, session.revision, question.rider)
        }
        Channel::Url(link) => {
            url_params(&invitation(&watched.message, link), &link.url, Some(&id.to_string()))
        }
    };
    let (status, prompt) = watch::channel(PromptStatus::Shown);
    if !session.add_prompt(id, prompt.clone()) {
        let busy = RpcError::new(ErrorCode::BUSY, "too many questions are open in this client");
        return Err(AskError::Client(busy));
    }
    let pushed = match call.push(session, method::ELICIT, Raw::part(&params)) {
        Ok(pushed) => pushed,
        Err(closed) => {
            session.forget_prompt(id, &status);
            return Err(closed.into());
        }
    };
    // A client that showed it once shows it again.
    let instant = if problems.is_some() { Duration::ZERO } else { call.server.settings.instant_refusal };
    let prompt_task = PromptTask {
        engine: call.server.engine().clone(),
        actor: actor(call),
        session: Arc::clone(session),
        id,
        form: watched.form.clone(),
        is_url: matches!(channel, Channel::Url(_)),
        pushed,
        status,
        shown_at: Instant::now(),
        instant,
    };
    tokio::spawn(prompt_task.run());
    Ok(prompt)
}

/// Waits for the answer to one prompt. Ends with the elicitation or the session.
struct PromptTask {
    engine: Engine,
    actor: Actor,
    session: Arc<Session>,
    id: ElicitationId,
    form: Form,
    is_url: bool,
    pushed: Pushed,
    status: watch::Sender<PromptStatus>,
    shown_at: Instant,
    /// A refusal that comes faster than this is the client's own.
    instant: Duration,
}

impl PromptTask {
    async fn run(mut self) {
        let (engine, actor) = (self.engine.clone(), self.actor.clone());
        let ending = engine.wait(&actor, self.id);
        tokio::pin!(ending);
        let status = tokio::select! {
            biased;
            _ = &mut ending => PromptStatus::Ended,
            response = self.pushed.answer() => match response {
                Ok(response) => self.receive(&response).await,
                Err(_) => PromptStatus::Ended,
            },
        };
        match status {
            // The person is on the page now, and the client wants to hear when they are done there.
            PromptStatus::Shown => {
                let outcome = tokio::select! {
                    outcome = &mut ending => outcome.ok(),
                    () = self.session.ended() => None,
                };
                if matches!(outcome, Some(Outcome::Answered(_))) {
                    self.pushed.tell_done(self.id);
                }
            }
            // Until a call shows it again.
            PromptStatus::Rejected(_) => {
                self.status.send_replace(status);
                tokio::select! {
                    _ = &mut ending => {}
                    () = self.status.closed() => {}
                    () = self.session.ended() => {}
                }
            }
            PromptStatus::Failed(_) | PromptStatus::Unseen(_) => {
                self.session.forget_prompt(self.id, &self.status);
                self.status.send_replace(status);
                return;
            }
            PromptStatus::Ended => {}
        }
        self.session.forget_prompt(self.id, &self.status);
        // Withdraws the prompt if it was not answered; then nobody needs to know more.
        drop(self.pushed);
        self.status.send_replace(PromptStatus::Ended);
    }

    /// Takes what the client answered.
    async fn receive(&self, response: &Response) -> PromptStatus {
        let result = match response.result() {
            Ok(result) => result,
            Err(error) => return PromptStatus::Failed(error.clone()),
        };
        let action = match ElicitResult::parts(result) {
            Ok((action, _)) => action,
            Err(invalid) => return PromptStatus::Failed(RpcError::invalid_params(invalid.to_string())),
        };
        if action != Action::Accept && self.shown_at.elapsed() < self.instant {
            return PromptStatus::Unseen(action);
        }
        let settled = if self.is_url {
            match action {
                // That somebody agreed to open a page is no answer.
                Action::Accept => return PromptStatus::Shown,
                _ => apply_refusal(&self.engine, &self.actor, self.id, action).await,
            }
        } else {
            match apply_answer(&self.engine, &self.actor, self.id, &self.form, result).await {
                Ok(DialogAnswer::Rejected(why)) => return PromptStatus::Rejected(why.into()),
                Ok(DialogAnswer::Settled) => Ok(()),
                Err(error) => Err(error),
            }
        };
        match settled {
            Ok(()) => PromptStatus::Ended,
            Err(error) => {
                tracing::error!(%error, id = %self.id, "an answer cannot be taken");
                PromptStatus::Failed(RpcError::internal())
            }
        }
    }
}
