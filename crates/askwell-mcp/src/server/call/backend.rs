//! What a backend needs of a call: its request as it came, and the state that it keeps between
//! rounds.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use askwell_engine::Engine;
use askwell_form::schema::Revision;
use askwell_lifecycle::CancelReason;
use futures_util::FutureExt as _;

use super::Call;
use crate::server::ask_key::RequestDigest;
use crate::server::backend::ClientSession;
use crate::server::channel::ClientChannel;
use crate::server::sealed_state::StateEntry;
use crate::server::{ask::AskError, client_request};
use crate::transport::Closed;
use crate::wire::{Json, Raw, Request};

impl Call {
    /// Returns the request.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.0.request
    }

    /// Returns the progress token as it is written in the request, if the client wants progress.
    #[must_use]
    pub fn progress_token(&self) -> Option<Raw<'_>> {
        self.0.part(self.0.parts.meta_members.progress_token)
    }

    /// Returns the request state that the client brought, as it is written in the request.
    #[must_use]
    pub fn state_part(&self) -> Option<Raw<'_>> {
        self.0.part(self.0.parts.state)
    }

    /// Returns the answers that the client brought, as they are written in the request.
    #[must_use]
    pub fn responses_part(&self) -> Option<Raw<'_>> {
        self.0.part(self.0.parts.responses)
    }

    /// Returns the identity of the request: a digest of principal, method and params.
    #[must_use]
    pub fn digest(&self) -> RequestDigest {
        *self.0.ask_context().request
    }

    /// Returns the session of a legacy client; `None` for a modern one.
    #[must_use]
    pub fn session(&self) -> Option<ClientSession> {
        match &self.0.channel {
            ClientChannel::Request(session) => Some(ClientSession(Arc::clone(session))),
            ClientChannel::InputRequired(_) => None,
        }
    }

    /// Returns the revision of the client.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.0.revision()
    }

    /// Returns the HTTP headers that repeat arguments, as received.
    #[must_use]
    pub fn argument_headers(&self) -> &[(String, String)] {
        &self.0.headers
    }

    /// Returns the reason that the client gave for cancelling the call.
    #[must_use]
    pub fn cancel_reason(&self) -> Option<String> {
        self.0.cancel_reason.lock().clone()
    }

    /// Returns whether the client has cancelled the call. A connection that ends cancels nothing in
    /// this sense.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Acquire)
    }

    /// Cancels the elicitations that this call waits for: dialogs are withdrawn, and pages say so.
    /// Returns at once; what the store cannot do at once continues as a task.
    pub fn withdraw_questions(&self) {
        let questions = std::mem::take(&mut *self.0.questions.lock());
        if questions.is_empty() {
            return;
        }
        let call = self.clone();
        let mut work = Box::pin(async move {
            for id in questions {
                // It may have ended before.
                let _ = call.engine().cancel(&call.0.actor, id, CancelReason::UserCancelled).await;
            }
        });
        if work.as_mut().now_or_never().is_none()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(work);
        }
    }

    /// Returns the engine of the server's elicitations.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        self.0.server.ask.engine()
    }

    /// Returns whether all messages to the client travel on one connection, in the order of sending.
    #[must_use]
    pub fn is_on_connection(&self) -> bool {
        self.0.outgoing.is_ordered()
    }

    /// Sends a message on the stream of the call.
    ///
    /// # Errors
    /// When the client is gone, or does not read.
    pub fn send(&self, text: String) -> Result<(), Closed> {
        self.0.outgoing.send(text)
    }

    /// Sends the response at once, on a connection. The handler then returns
    /// [`BackendResponse::already_sent`](crate::server::BackendResponse::already_sent).
    ///
    /// # Errors
    /// When the client is gone, or does not read.
    pub fn respond_now(&self, text: String) -> Result<(), Closed> {
        self.0.outgoing.send(text)
    }

    /// Sets what progress says while the call waits for a person, and sends it once, if the client
    /// wants progress.
    pub fn report_waiting(&self, text: &str) {
        *self.0.waiting_text.lock() = Some(text.into());
        self.0.still_waiting();
    }

    /// Returns how long a call waits for a person on a page if the client wants no progress.
    #[must_use]
    pub fn call_limit(&self) -> Duration {
        self.0.server.ask.settings.call_limit
    }

    /// Returns a value that an earlier round of a modern call stored in the state.
    #[must_use]
    pub fn stored_value(&self, key: &str) -> Option<Json> {
        let ClientChannel::InputRequired(retry) = &self.0.channel else { return None };
        match retry.round.lock().entry(key) {
            Some(StateEntry::ClientResult(json)) => Some(Raw::from_valid(json).to_owned()),
            _ => None,
        }
    }

    /// Stores a value in the state of a modern call, for its next round.
    pub fn store_value(&self, key: &str, value: &Json) {
        if let ClientChannel::InputRequired(retry) = &self.0.channel {
            retry.round.lock().set(key, StateEntry::ClientResult(value.text().into()));
        }
    }

    /// Forgets a question: its key can be used for another one, and the answer that the client
    /// brought for it is used up.
    pub fn forget_question(&self, key: &str) {
        self.0.asked.lock().retain(|asked| &**asked != key);
        self.0.used_responses.lock().push(key.into());
        if let ClientChannel::InputRequired(retry) = &self.0.channel {
            retry.round.lock().forget(key);
        }
    }

    /// Sends a request of any method to the client, in the way of its era, and waits for the result.
    ///
    /// # Errors
    /// When the client answers with an error or not in time, or has to be asked by the result of its
    /// call.
    pub async fn request_client(&self, key: &str, method: &str, params: Raw<'_>) -> Result<Json, AskError> {
        client_request::send(&self.0, key, method, params, Ok(())).await
    }
}
