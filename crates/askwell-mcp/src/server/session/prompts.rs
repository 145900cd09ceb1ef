//! The prompts that a legacy client shows: elicitations in a dialog, or pages that it opens.
//!
//! A prompt belongs to the session, not to the call that showed it. If the call ends first, the
//! prompt stays, and its answer counts as long as the elicitation is open; a later call about the
//! same elicitation joins it. The prompt is withdrawn when the elicitation ends in another way.

use askwell_form::Problems;
use std::sync::{Arc, Weak};
use std::task::Poll;
use std::time::Duration;

use askwell_lifecycle::{ElicitationId, Outcome};
use futures_util::FutureExt as _;
use futures_util::task::AtomicWaker;
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::Session;
use crate::server::ask::{AskError, ClientError};
use crate::server::channel::complete_notification;
use crate::server::plan::Channel;
use crate::server::prompt::DialogPrompt;
use crate::server::residence::{self, ClientInput, InputEffect};
use crate::transport::Outgoing;
use crate::wire::{Action, ErrorCode, Id, Raw, Response, RpcError, encode, method};

/// The unanswered requests to a client, and the prompts of open elicitations.
#[derive(Default)]
pub(super) struct SessionRequests {
    requests: HashMap<i64, SessionRequest>,
    prompts: HashMap<ElicitationId, OpenPrompt>,
}

enum SessionRequest {
    /// The prompt of an elicitation.
    Prompt(ElicitationId),
    /// Another request, with the sender for its response.
    Client(oneshot::Sender<Response>),
}

/// A prompt of an elicitation that is open as far as the session knows.
struct OpenPrompt {
    channel: Channel,
    /// The stream of the call that showed it.
    outgoing: Outgoing,
    /// The call that waits for it, if there is one.
    call: Weak<CallLink>,
    /// When it was shown, if an answer can come too fast.
    shown_at: Option<Instant>,
    /// A refusal that comes faster is the client's own.
    instant_refusal: Duration,
    /// Every answer that comes faster is the client's own.
    instant_answer: Duration,
    state: PromptState,
    /// Whether a task waits for the end of the elicitation because no call does.
    is_watched: bool,
}

#[derive(Debug, Clone)]
enum PromptState {
    /// The client shows it, by this request.
    Shown(i64),
    /// The client has answered, and the answer is being applied.
    Answered,
    /// The answer did not pass, for this reason.
    Rejected(Arc<Problems>),
    /// The client opened the page, and is to be notified of its completion.
    Consented,
}

/// A prompt to show.
pub(in crate::server) struct NewPrompt<'p> {
    pub(in crate::server) id: ElicitationId,
    pub(in crate::server) channel: Channel,
    /// The params of `elicitation/create`.
    pub(in crate::server) params: PromptParams<'p>,
    /// A refusal that comes faster is the client's own.
    pub(in crate::server) instant_refusal: Duration,
    /// Every answer that comes faster is the client's own.
    pub(in crate::server) instant_answer: Duration,
}

impl NewPrompt<'_> {
    /// Returns whether some answers to it come too fast.
    fn counts_time(&self) -> bool {
        self.instant_refusal > Duration::ZERO || self.instant_answer > Duration::ZERO
    }
}

/// The params of `elicitation/create`.
pub(in crate::server) enum PromptParams<'p> {
    /// They are written already.
    Written(Raw<'p>),
    /// They are written into the request.
    Dialog(DialogPrompt<'p>),
}

/// The prompt that a call finds for its elicitation.
pub(in crate::server) enum JoinedPrompt {
    /// There is none.
    None,
    /// The client shows it.
    Shown(Channel),
    /// The last answer did not pass, for this reason: show it again.
    Rejected(Channel, Arc<Problems>),
}

/// An event of a prompt, for the call that waits.
#[derive(Debug)]
pub(in crate::server) enum PromptEvent {
    /// The answer did not pass, for this reason.
    Rejected(Arc<Problems>),
    /// The client answered with an error.
    Failed(RpcError),
    /// The client answered faster than a person can read.
    Unseen(Action),
    /// The person has agreed to open the page.
    Consented,
}

/// Passes the events of a prompt to one waiting call.
#[derive(Default)]
pub(in crate::server) struct CallLink {
    event: Mutex<Option<PromptEvent>>,
    waker: AtomicWaker,
}

impl CallLink {
    fn send(&self, event: PromptEvent) {
        *self.event.lock() = Some(event);
        self.waker.wake();
    }

    /// Waits for the next event. Dropping the future loses nothing.
    pub(in crate::server) fn event(&self) -> impl Future<Output = PromptEvent> {
        std::future::poll_fn(|context| {
            self.waker.register(context.waker());
            self.event.lock().take().map_or(Poll::Pending, Poll::Ready)
        })
    }
}

impl SessionRequests {
    pub(super) fn add_client_request(&mut self, id: i64, answer: oneshot::Sender<Response>) {
        self.requests.insert(id, SessionRequest::Client(answer));
    }

    pub(super) fn forget_request(&mut self, id: i64) {
        self.requests.remove(&id);
    }

    pub(super) fn clear(&mut self) {
        self.requests.clear();
        self.prompts.clear();
    }

    /// Removes a prompt and the request that showed it.
    fn remove(&mut self, id: ElicitationId) -> Option<OpenPrompt> {
        let prompt = self.prompts.remove(&id)?;
        if let PromptState::Shown(request) = prompt.state {
            self.requests.remove(&request);
        }
        Some(prompt)
    }
}

impl Session {
    /// Returns whether the client shows a prompt.
    pub(crate) fn has_prompts(&self) -> bool {
        !self.open.lock().prompts.is_empty()
    }

    /// Makes a call the one that waits for the prompt of an elicitation, if there is a prompt.
    pub(in crate::server) fn join_prompt(&self, id: ElicitationId, call: &Arc<CallLink>) -> JoinedPrompt {
        let mut open = self.open.lock();
        let Some(prompt) = open.prompts.get_mut(&id) else { return JoinedPrompt::None };
        prompt.call = Arc::downgrade(call);
        match &prompt.state {
            PromptState::Rejected(problems) => JoinedPrompt::Rejected(prompt.channel, Arc::clone(problems)),
            PromptState::Shown(_) | PromptState::Answered | PromptState::Consented => {
                JoinedPrompt::Shown(prompt.channel)
            }
        }
    }

    /// Shows a prompt, and withdraws an earlier one of the same elicitation.
    ///
    /// # Errors
    /// When too many are open, or the client is gone.
    pub(in crate::server) fn show_prompt(
        &self,
        prompt: &NewPrompt<'_>,
        outgoing: &Outgoing,
        call: &Arc<CallLink>,
    ) -> Result<(), AskError> {
        let request = self.next_request();
        let shown = OpenPrompt {
            channel: prompt.channel,
            outgoing: outgoing.clone(),
            call: Arc::downgrade(call),
            shown_at: prompt.counts_time().then(Instant::now),
            instant_refusal: prompt.instant_refusal,
            instant_answer: prompt.instant_answer,
            state: PromptState::Shown(request),
            is_watched: false,
        };
        let earlier = {
            let mut open = self.open.lock();
            let earlier = open.remove(prompt.id);
            if open.prompts.len() >= self.max_prompts {
                let busy = RpcError::new(ErrorCode::BUSY, "too many questions are open in this client");
                return Err(ClientError::ask_error(busy));
            }
            open.requests.insert(request, SessionRequest::Prompt(prompt.id));
            open.prompts.insert(
                prompt.id,
                OpenPrompt {
                    is_watched: earlier.as_ref().is_some_and(|earlier| earlier.is_watched),
                    ..shown
                },
            );
            earlier
        };
        if let Some(OpenPrompt { state: PromptState::Shown(request), outgoing, .. }) = earlier {
            self.send_cancelled(&outgoing, request);
        }
        let id = Id::Integer(request);
        let sent = outgoing.send(match &prompt.params {
            PromptParams::Written(params) => encode::request(&id, method::ELICIT, *params),
            PromptParams::Dialog(dialog) => {
                encode::request_with(&id, method::ELICIT, dialog.params_size(), |out| {
                    dialog.write_legacy_params(out, self.revision);
                })
            }
        });
        if sent.is_err() {
            self.open.lock().remove(prompt.id);
        }
        Ok(sent?)
    }

    /// Withdraws the prompt of an elicitation that has ended, or notifies the client that the
    /// person is done on its page.
    pub(in crate::server) fn close_prompt(&self, id: ElicitationId, outcome: &Outcome) {
        let Some(prompt) = self.open.lock().remove(id) else { return };
        match prompt.state {
            PromptState::Shown(request) => self.send_cancelled(&prompt.outgoing, request),
            PromptState::Consented if matches!(outcome, Outcome::Answered(_) | Outcome::Finished(_)) => {
                self.notify(&prompt.outgoing, complete_notification(id));
            }
            PromptState::Consented | PromptState::Answered | PromptState::Rejected(_) => {}
        }
    }

    /// Leaves the prompt of an elicitation without a waiting call. A task waits for the end of the
    /// elicitation instead, as long as the session lasts. Does nothing if another call has joined
    /// the prompt.
    pub(in crate::server) fn detach_prompt(self: &Arc<Self>, id: ElicitationId, call: &Arc<CallLink>) {
        let mut open = self.open.lock();
        let Some(prompt) = open.prompts.get_mut(&id) else { return };
        if !std::ptr::eq(prompt.call.as_ptr(), Arc::as_ptr(call)) {
            return;
        }
        if !self.prompts_outlive_calls {
            let prompt = open.remove(id);
            drop(open);
            if let Some(OpenPrompt { state: PromptState::Shown(request), outgoing, .. }) = prompt {
                self.send_cancelled(&outgoing, request);
            }
            return;
        }
        let is_watched = std::mem::replace(&mut prompt.is_watched, true);
        drop(open);
        if let (false, Ok(runtime)) = (is_watched, tokio::runtime::Handle::try_current()) {
            let session = Arc::clone(self);
            runtime.spawn(async move {
                tokio::select! {
                    outcome = session.engine.wait(&session.actor, id) => match outcome {
                        Ok(outcome) => session.close_prompt(id, &outcome),
                        Err(_) => drop(session.open.lock().remove(id)),
                    },
                    () = session.ended() => {}
                }
            });
        }
    }

    /// Handles a response of the client. An answer to a prompt is applied to its elicitation,
    /// whether or not a call waits. A response to no open request is late or invented, and is
    /// dropped. Never waits: what cannot be applied at once continues as a task.
    pub(crate) fn respond(self: &Arc<Self>, response: Response) {
        let Some(Id::Integer(request)) = response.id() else { return };
        let open = self.open.lock().requests.remove(request);
        match open {
            Some(SessionRequest::Client(answer)) => {
                // The caller may have stopped waiting.
                let _ = answer.send(response);
            }
            Some(SessionRequest::Prompt(id)) => self.respond_to_prompt(id, response),
            None => residence::count_late(),
        }
    }

    fn respond_to_prompt(self: &Arc<Self>, id: ElicitationId, response: Response) {
        let (channel, is_fast_refusal, is_fast_answer) = {
            let mut open = self.open.lock();
            let Some(prompt) = open.prompts.get_mut(&id) else { return };
            prompt.state = PromptState::Answered;
            let elapsed = prompt.shown_at.map_or(Duration::MAX, |shown_at| shown_at.elapsed());
            let is_fast_refusal = elapsed < prompt.instant_refusal && prompt.call.strong_count() > 0;
            (prompt.channel, is_fast_refusal, elapsed < prompt.instant_answer)
        };
        let result = match response.result() {
            Ok(result) => result,
            Err(error) => return self.end_prompt(id, PromptEvent::Failed(error.clone())),
        };
        let input = match ClientInput::read(channel, result) {
            Ok(input) => input,
            Err(invalid) => {
                let error = RpcError::invalid_params(invalid.to_string());
                return self.end_prompt(id, PromptEvent::Failed(error));
            }
        };
        if is_fast_answer || (is_fast_refusal && input.refusal().is_some()) {
            let action = input.refusal().unwrap_or(Action::Cancel);
            return self.end_prompt(id, PromptEvent::Unseen(action));
        }
        if let Some(effect) = residence::apply_stored_now(&self.engine, &self.actor, id, &input) {
            return self.applied(id, effect);
        }
        let session = Arc::clone(self);
        let mut work = Box::pin(async move {
            if let Ok(Ok(input)) = response.result().map(|result| ClientInput::read(channel, result)) {
                let effect = residence::apply_stored(&session.engine, &session.actor, id, &input).await;
                session.applied(id, effect);
            }
        });
        if work.as_mut().now_or_never().is_none() {
            tokio::spawn(work);
        }
    }

    /// Records the effect of an answer to a prompt.
    fn applied(&self, id: ElicitationId, effect: Result<InputEffect, AskError>) {
        match effect {
            Ok(InputEffect::Closed | InputEffect::Late) => drop(self.open.lock().remove(id)),
            Ok(InputEffect::Unchanged) => {
                let call = match self.open.lock().prompts.get_mut(&id) {
                    Some(prompt) => {
                        prompt.state = PromptState::Consented;
                        prompt.call.upgrade()
                    }
                    None => None,
                };
                if let Some(call) = call {
                    call.send(PromptEvent::Consented);
                }
            }
            Ok(InputEffect::Rejected(problems)) => {
                let call = match self.open.lock().prompts.get_mut(&id) {
                    Some(prompt) => {
                        prompt.state = PromptState::Rejected(Arc::clone(&problems));
                        prompt.call.upgrade()
                    }
                    None => None,
                };
                if let Some(call) = call {
                    call.send(PromptEvent::Rejected(problems));
                }
            }
            Err(error) => {
                tracing::error!(%error, %id, "an answer cannot be applied");
                self.end_prompt(id, PromptEvent::Failed(RpcError::internal()));
            }
        }
    }

    /// Removes a prompt that the client did not show to the person. The elicitation stays open.
    fn end_prompt(&self, id: ElicitationId, event: PromptEvent) {
        let prompt = self.open.lock().remove(id);
        if let Some(call) = prompt.and_then(|prompt| prompt.call.upgrade()) {
            call.send(event);
        }
    }
}
