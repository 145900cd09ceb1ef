//! A server whose requests another program answers, in place of its own tools, prompts and
//! resources: what a gateway needs.
//!
//! The server still speaks to clients: it keeps their sessions, streams, states and prompts, and
//! questions reach the person through [`elicit`](crate::elicit::elicit) with the [`Call`]'s context.

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::call::Call;
use super::dispatch::EncodedResponse;
use super::failure::Failure;
use super::result::ResultMembers;
use super::session::Session;
use crate::transport::Closed;
use crate::wire::{Capabilities, ErrorCode, Id, Notification, Peer, Raw, Response};

/// Answers the requests of a server's clients.
pub trait Backend: Send + Sync + 'static {
    /// Answers a request of any method, `initialize` included. Dropping the future means that the
    /// client has cancelled the request.
    fn handle_request(&self, call: Call) -> BoxFuture<'static, Result<BackendResponse, Failure>>;

    /// Takes a notification of a legacy client, other than `notifications/cancelled`. Must not
    /// block.
    fn handle_notification(&self, session: &ClientSession, notification: &Notification);

    /// The client has opened its stream for messages that belong to no call. Must not block. Clients
    /// over a connection have such a stream from the beginning, and are not reported.
    fn handle_listener(&self, session: &ClientSession) {
        let _ = session;
    }
}

/// The response of a backend.
#[derive(Debug, Clone)]
pub struct BackendResponse(pub(super) BackendResponseKind);

#[derive(Debug, Clone)]
pub(super) enum BackendResponseKind {
    Message(EncodedResponse),
    Sent,
}

impl BackendResponse {
    /// Returns the response of another server with the id of this client's request, and no other
    /// change.
    #[must_use]
    pub fn forward(response: Response, id: &Id) -> Self {
        let error = response.result().err().map(|error| error.code);
        let text = response.into_text_with_id(&id.to_string());
        BackendResponse(BackendResponseKind::Message(EncodedResponse { text, error }))
    }

    /// Returns a response that is the text of a message with the id of the request. `error` is the
    /// code of an error.
    #[must_use]
    pub fn of_text(text: String, error: Option<ErrorCode>) -> Self {
        BackendResponse(BackendResponseKind::Message(EncodedResponse { text, error }))
    }

    /// Returns the response to a request that [`Call::respond_now`] has answered.
    #[must_use]
    pub fn already_sent() -> Self {
        BackendResponse(BackendResponseKind::Sent)
    }
}

/// What a handler returns: the members of a result, or a response that is complete.
pub(crate) enum HandlerOutput {
    Members(ResultMembers),
    Backend(BackendResponse),
}

impl<T: Into<ResultMembers>> From<T> for HandlerOutput {
    fn from(result: T) -> Self {
        HandlerOutput::Members(result.into())
    }
}

/// The session of a legacy client. Cheap to clone.
#[derive(Clone)]
pub struct ClientSession(pub(super) Arc<Session>);

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientSession").field("number", &self.0.number).finish_non_exhaustive()
    }
}

impl ClientSession {
    /// Returns the number of the session, which is unique in this process.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.0.number
    }

    /// Returns the name and version that the client claims.
    #[must_use]
    pub fn client(&self) -> &Peer {
        &self.0.client
    }

    /// Returns the client's capabilities.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.0.capabilities
    }

    /// Returns whether the client takes messages that belong to no call: always over a connection, over
    /// HTTP once it has opened a stream for them.
    #[must_use]
    pub fn is_listening(&self) -> bool {
        self.0.is_listening()
    }

    /// Marks the session as failed, so that the client may send `initialize` again.
    pub fn fail(&self) {
        self.0.fail();
    }

    /// Sends a message that belongs to no call, such as a notification.
    ///
    /// # Errors
    /// When the client is gone, or has no stream for such messages.
    pub fn send(&self, text: String) -> Result<(), Closed> {
        self.0.standalone().ok_or(Closed)?.send(text)
    }

    /// Sends a request to the client, on the stream of a call if there is one, and waits for the
    /// response. Dropping the future cancels the request.
    ///
    /// # Errors
    /// When the client is gone.
    pub async fn request(
        &self,
        during: Option<&Call>,
        method: &str,
        params: Raw<'_>,
    ) -> Result<Response, Closed> {
        let outgoing = match during {
            Some(call) => call.0.outgoing.clone(),
            None => self.0.standalone().ok_or(Closed)?,
        };
        self.0.request(&outgoing, method, params)?.answer().await
    }

    /// Waits until the session has ended.
    pub async fn ended(&self) {
        self.0.ended().await;
    }
}
