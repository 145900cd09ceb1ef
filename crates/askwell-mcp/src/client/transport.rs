//! The client's side of a transport: sends messages to the server and receives its messages, over a
//! stream or HTTP.
//!
//! A [`Client`](super::Client) uses one by itself. A program that forwards messages opens one with
//! [`open`] and does the handshake and the numbering of requests itself.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::error::{CallError, ConnectError};
use super::target::{Address, Target};
use crate::transport::child::{self, Child};
use crate::transport::http_client::{ExchangeEvents, HttpError, HttpEvent};
pub use crate::transport::http_client::{HttpClient, OutboundMessage, ProtocolVersion};
use crate::transport::{Connection, Frame, FrameError, Incoming, Outgoing};
use crate::wire::{Era, Id, Json, Limits, MalformedMessage, Message, ObjectWriter, decode, encode, method};

/// Sends messages to the server.
#[derive(Debug)]
pub enum TransportSender {
    /// One stream in each direction: a child process, or another task.
    Stream(Outgoing),
    /// One HTTP exchange for each message.
    Http(HttpClient),
}

/// Receives messages of the server.
#[derive(Debug)]
pub struct TransportReceiver(ReceiverKind);

#[derive(Debug)]
enum ReceiverKind {
    Stream(Incoming),
    Http(mpsc::Receiver<HttpEvent>),
}

/// An open transport. Dropping the child kills it; [`Child::end`] gives it time to exit.
#[derive(Debug)]
pub struct OpenTransport {
    /// Sends messages to the server.
    pub sender: TransportSender,
    /// Receives messages of the server.
    pub receiver: TransportReceiver,
    /// The server's process, if it was started.
    pub child: Option<Child>,
}

/// Opens a transport: starts a program, or prepares HTTP. Does no handshake. Must be called within a
/// tokio runtime.
///
/// # Errors
/// When the program cannot be started, or HTTP cannot be set up.
pub fn open(target: Target, limits: &Limits) -> Result<OpenTransport, ConnectError> {
    let of_connection = |Connection { incoming, outgoing }: Connection, child| OpenTransport {
        sender: TransportSender::Stream(outgoing),
        receiver: TransportReceiver(ReceiverKind::Stream(incoming)),
        child,
    };
    match target {
        Target::Command(command) => {
            let (connection, child) =
                child::start(&command, limits).map_err(|error| ConnectError::Start {
                    program: command.program.to_string_lossy().into_owned(),
                    error: Arc::new(error),
                })?;
            Ok(of_connection(connection, Some(child)))
        }
        Target::Connection(connection) => Ok(of_connection(connection, None)),
        Target::Url(address) => {
            let shown = address.to_string();
            let Address { url, headers, connections } = address;
            let (http, events) = HttpClient::new(url, headers, &connections, *limits)
                .map_err(|error| ConnectError::HttpSetup { address: shown, reason: error.to_string() })?;
            Ok(OpenTransport {
                sender: TransportSender::Http(http),
                receiver: TransportReceiver(ReceiverKind::Http(events)),
                child: None,
            })
        }
    }
}

/// A message of the server, or the failure of a request.
#[derive(Debug)]
pub enum InboundEvent {
    /// A message. Over HTTP, `origin` is the number of the request on whose stream it came.
    Message {
        /// The message.
        message: Message,
        /// The request that it belongs to, if the transport shows that.
        origin: Option<i64>,
    },
    /// A text that is not a message.
    Malformed(MalformedMessage),
    /// A message that is longer than the limit. Its content is lost.
    TooLong(FrameError),
    /// A request that gets no response.
    Failed(i64, CallError),
}

impl InboundEvent {
    fn of_http(event: HttpEvent) -> Self {
        match event {
            HttpEvent::Message(message, origin) => InboundEvent::Message { message: *message, origin },
            HttpEvent::Failed(id, error) => InboundEvent::Failed(id, call_error(*error)),
        }
    }
}

/// What comes back for one request over HTTP: messages of the server, then the response or the reason why there is
/// none. Dropping it ends the exchange.
#[derive(Debug)]
pub struct RequestEvents(ExchangeEvents);

impl RequestEvents {
    /// Waits for the next event; `None` after the last one. The request is sent with the first wait. Dropping the future
    /// loses nothing.
    pub async fn next(&mut self) -> Option<InboundEvent> {
        Some(match self.0.next_message().await? {
            Ok(message) => InboundEvent::Message { message, origin: Some(self.0.id()) },
            Err(error) => InboundEvent::Failed(self.0.id(), call_error(error)),
        })
    }
}

impl TransportReceiver {
    /// Waits for the next event; `None` when the connection is closed.
    pub async fn next(&mut self, limits: &Limits) -> Option<InboundEvent> {
        loop {
            match &mut self.0 {
                ReceiverKind::Http(events) => {
                    return events.recv().await.map(InboundEvent::of_http);
                }
                ReceiverKind::Stream(incoming) => match incoming.next().await? {
                    Frame::Text(text) => {
                        return Some(match decode(text, limits) {
                            Ok(message) => InboundEvent::Message { message, origin: None },
                            Err(malformed) => InboundEvent::Malformed(malformed),
                        });
                    }
                    Frame::Invalid(error @ FrameError::TooLong { .. }) => {
                        return Some(InboundEvent::TooLong(error));
                    }
                    // Programs print text to standard output by mistake. The client goes on with the next line.
                    Frame::Invalid(error @ FrameError::NotUtf8) => {
                        tracing::warn!(%error, "the server sent a line that is not UTF-8 text");
                    }
                },
            }
        }
    }
}

/// Returns the error that the caller of a request gets for an HTTP error.
pub(super) fn call_error(error: HttpError) -> CallError {
    match error {
        HttpError::Unreachable(reason) => CallError::Http(reason),
        HttpError::Status { error: Some(error), .. } => CallError::Server(error),
        HttpError::Status { status, error: None } => CallError::Status { status },
        HttpError::SessionEnded => CallError::SessionEnded,
        HttpError::Malformed(reason) => CallError::Malformed(reason),
    }
}

impl TransportSender {
    /// Sends a request. The response arrives at the [`TransportReceiver`].
    ///
    /// # Errors
    /// When the connection is closed.
    pub fn request(&self, id: i64, outbound: OutboundMessage) -> Result<(), CallError> {
        match self {
            TransportSender::Stream(outgoing) => outgoing.send(outbound.text).map_err(|_| CallError::Closed),
            TransportSender::Http(http) => {
                http.request(id, outbound);
                Ok(())
            }
        }
    }

    /// Sends a request whose sender waits for it. What comes back arrives at the returned events; without them, at the
    /// [`TransportReceiver`]. Over HTTP, this saves a task and a queue between the connection and the sender.
    ///
    /// # Errors
    /// When the connection is closed.
    pub fn begin_request(
        &self,
        id: i64,
        outbound: OutboundMessage,
    ) -> Result<Option<RequestEvents>, CallError> {
        match self {
            TransportSender::Stream(_) => self.request(id, outbound).map(|()| None),
            TransportSender::Http(http) => Ok(Some(RequestEvents(http.exchange(id, outbound)))),
        }
    }

    /// Sends a notification. Over HTTP it waits until the server has accepted it.
    ///
    /// # Errors
    /// When the connection is closed, or the server does not accept the notification.
    pub async fn notify(&self, method: &str, params: &Json) -> Result<(), CallError> {
        let text = encode::notification(method, params.raw());
        match self {
            TransportSender::Stream(outgoing) => outgoing.send(text).map_err(|_| CallError::Closed),
            TransportSender::Http(http) => {
                let outbound =
                    OutboundMessage { text, method: method.to_owned(), ..OutboundMessage::default() };
                http.notify(outbound).await.map_err(call_error)
            }
        }
    }

    /// Sends a response. A failure is ignored, because a server that is gone does not need it.
    pub fn reply(&self, text: String) {
        match self {
            TransportSender::Stream(outgoing) => {
                let _ = outgoing.send(text);
            }
            TransportSender::Http(http) => {
                http.notify_in_background(OutboundMessage { text, ..OutboundMessage::default() });
            }
        }
    }

    /// Tells the server that no caller waits for a request any more.
    pub fn cancel_request(&self, id: i64, era: Era) {
        let params = ObjectWriter::new()
            .integer("requestId", id)
            .text("reason", "the caller no longer waits")
            .finish();
        let text = encode::notification(method::CANCELLED, params.raw());
        match (self, era) {
            (TransportSender::Stream(outgoing), _) => {
                let _ = outgoing.send(text);
            }
            (TransportSender::Http(http), Era::Legacy) => {
                http.cancel(id);
                http.notify_in_background(OutboundMessage {
                    text,
                    method: method::CANCELLED.to_owned(),
                    ..OutboundMessage::default()
                });
            }
            (TransportSender::Http(http), Era::Modern) => http.cancel(id),
        }
    }

    /// Sets the protocol version of all further messages.
    pub fn set_version(&self, version: ProtocolVersion) {
        if let TransportSender::Http(http) = self {
            http.set_version(version);
        }
    }

    /// Opens the stream on which a legacy server sends its own requests and notifications.
    pub async fn listen(&self) {
        if let TransportSender::Http(http) = self {
            http.listen().await;
        }
    }

    /// Ends the session of an HTTP connection, if there is one.
    pub async fn end_session(&self) {
        if let TransportSender::Http(http) = self {
            http.end_session().await;
        }
    }

    /// Sends a notification or a response as it is, without waiting. A failure is ignored.
    pub fn send_in_background(&self, outbound: OutboundMessage) {
        match self {
            TransportSender::Stream(outgoing) => {
                let _ = outgoing.send(outbound.text);
            }
            TransportSender::Http(http) => http.notify_in_background(outbound),
        }
    }
}

/// Returns the number of an answered request. All requests of this client have numbers as ids.
pub(super) fn request_number(id: Option<&Id>) -> Option<i64> {
    match id {
        Some(Id::Integer(number)) => Some(*number),
        _ => None,
    }
}
