//! Forwards the messages of a connection to a server that speaks Streamable HTTP, and its messages
//! back.
//!
//! A program that an MCP client starts for each call can so use a long-running server. Open
//! questions of that server outlive the program.

use std::sync::Arc;

use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::error::ConnectError;
use super::target::Address;
use crate::server::request_parts::RequestParts;
use crate::transport::http_client::{HttpClient, HttpError, HttpEvent, OutboundMessage, ProtocolVersion};
use crate::transport::{Connection, Frame, Outgoing};
use crate::wire::{
    ErrorCode, Id, Limits, Message, Notification, OLDER_REVISIONS, ObjectWriter, Raw, Request, Response,
    RpcError, decode, encode, method,
};
use askwell_form::schema::Revision;

/// Forwards messages between a connection and the server at an address, in both eras, until the
/// connection is closed; then ends the session at the server. Answers a request that does not reach
/// the server with an error. Dropping the future closes both sides.
///
/// # Errors
/// When no connection to such an address can be set up.
pub async fn forward(connection: Connection, address: Address, limits: Limits) -> Result<(), ConnectError> {
    let Connection { mut incoming, outgoing } = connection;
    let shown = address.to_string();
    let upstream = |version: ProtocolVersion| {
        let made =
            HttpClient::new(address.url.clone(), address.headers.clone(), &address.connections, limits);
        let (http, events) = made
            .map_err(|error| ConnectError::HttpSetup { address: shown.clone(), reason: error.to_string() })?;
        http.set_version(version);
        let upstream = Arc::new(Upstream {
            http,
            outgoing: outgoing.clone(),
            address: shown.clone(),
            open: Mutex::default(),
        });
        let task = tokio::spawn(forward_responses(Arc::clone(&upstream), events));
        Ok::<_, ConnectError>((upstream, task))
    };
    let (legacy, legacy_task) = upstream(ProtocolVersion::Unknown)?;
    let (modern, modern_task) = upstream(ProtocolVersion::Revision(Revision::V2026_07_28))?;
    while let Some(frame) = incoming.next().await {
        let read = match frame {
            Frame::Text(text) => decode(text, &limits).map_err(|malformed| (malformed.id, malformed.error)),
            Frame::Invalid(error) => {
                Err((None, RpcError::new(ErrorCode::INVALID_REQUEST, error.to_string())))
            }
        };
        let sent = match read {
            Ok(Message::Request(request)) => {
                let parts = RequestParts::of(&request);
                let upstream = if parts.is_modern(&request) { &modern } else { &legacy };
                upstream.request(&request, &parts)
            }
            Ok(Message::Notification(notification)) => {
                forward_notification(&legacy, &modern, &notification).await;
                Ok(())
            }
            Ok(Message::Response(response)) => {
                legacy.http.notify_in_background(OutboundMessage {
                    text: response.text().to_owned(),
                    ..OutboundMessage::default()
                });
                Ok(())
            }
            Err((id, error)) => outgoing.send(encode::error(id.as_ref(), &error)),
        };
        if sent.is_err() {
            break;
        }
    }
    legacy.http.end_session().await;
    for task in [legacy_task, modern_task] {
        task.abort();
    }
    Ok(())
}

/// The connection to the server for one era.
struct Upstream {
    http: HttpClient,
    outgoing: Outgoing,
    /// The address, for error messages.
    address: String,
    open: Mutex<ForwardedRequests>,
}

/// The requests without a response. Each has its own number on the way to the server, so that ids
/// of both eras do not clash.
#[derive(Default)]
struct ForwardedRequests {
    last_number: i64,
    by_number: HashMap<i64, ForwardedRequest>,
}

struct ForwardedRequest {
    id: Id,
    is_initialize: bool,
}

/// The most open requests of one era.
const MOST_OPEN: usize = 1024;

impl Upstream {
    /// Sends a request. [`forward_responses`] returns its response.
    fn request(&self, request: &Request, parts: &RequestParts) -> Result<(), crate::transport::Closed> {
        let is_initialize = request.method() == method::INITIALIZE;
        let number = {
            let mut open = self.open.lock();
            if open.by_number.len() >= MOST_OPEN {
                let busy =
                    RpcError::new(ErrorCode::BUSY, "too many calls at once; try again when one has ended");
                return self.outgoing.send(encode::error(Some(request.id()), &busy));
            }
            open.last_number += 1;
            let number = open.last_number;
            open.by_number.insert(number, ForwardedRequest { id: request.id().clone(), is_initialize });
            number
        };
        let named = !parts.name.is_empty();
        let outbound = OutboundMessage {
            text: encode::request(&Id::from(number), request.method(), request.params()),
            method: request.method().to_owned(),
            name: named.then(|| parts.name.to_string()),
            headers: Vec::new(),
        };
        self.http.request(number, outbound);
        Ok(())
    }

    /// Returns the number that a request has on the way to the server.
    fn number_of(&self, id: &Id) -> Option<i64> {
        let open = self.open.lock();
        open.by_number.iter().find(|(_, request)| request.id == *id).map(|(number, _)| *number)
    }

    fn close(&self, number: i64) -> Option<ForwardedRequest> {
        self.open.lock().by_number.remove(&number)
    }

    /// Returns the response under the id that the client gave.
    fn answer(&self, response: &Response) -> Option<String> {
        let Some(Id::Integer(number)) = response.id() else { return None };
        let ForwardedRequest { id, is_initialize } = self.close(*number)?;
        Some(match response.result() {
            Ok(result) => {
                if is_initialize {
                    self.set_version(result);
                }
                encode::result(&id, result)
            }
            Err(error) => encode::error(Some(&id), error),
        })
    }

    /// Makes all further messages name the negotiated revision.
    fn set_version(&self, initialized: Raw<'_>) {
        let version = initialized.get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
        let older = OLDER_REVISIONS.into_iter().find(|older| *older == version);
        match (version.parse(), older) {
            (Ok(revision), _) => self.http.set_version(ProtocolVersion::Revision(revision)),
            (Err(_), Some(older)) => self.http.set_version(ProtocolVersion::Older(older)),
            (Err(_), None) => {}
        }
    }

    /// Returns the error response for a request that failed on the way.
    fn failed(&self, number: i64, error: HttpError) -> Option<String> {
        let ForwardedRequest { id, .. } = self.close(number)?;
        let address = &self.address;
        let error = match error {
            HttpError::Status { status: 401, .. } => RpcError::new(
                ErrorCode::INTERNAL,
                format!("the server at {address} requires a key, or another key (HTTP status 401)"),
            ),
            HttpError::Status { error: Some(error), .. } => error,
            HttpError::SessionEnded => RpcError::new(
                ErrorCode::INTERNAL,
                format!("the server at {address} has forgotten this session; connect again"),
            ),
            other => RpcError::new(
                ErrorCode::INTERNAL,
                format!("the server at {address} cannot be used: {other}; see that it runs, then try again"),
            ),
        };
        Some(encode::error(Some(&id), &error))
    }
}

/// Passes on the server's messages until the connection or the client is closed.
async fn forward_responses(upstream: Arc<Upstream>, mut events: mpsc::Receiver<HttpEvent>) {
    while let Some(event) = events.recv().await {
        let text = match event {
            HttpEvent::Message(message, _) => match *message {
                Message::Response(response) => upstream.answer(&response),
                message => Some(message.text().to_owned()),
            },
            HttpEvent::Failed(number, error) => upstream.failed(number, *error),
        };
        if text.is_some_and(|text| upstream.outgoing.send(text).is_err()) {
            return;
        }
    }
}

/// Passes on a notification of the client. A cancellation gets the number that its request has on
/// the way.
async fn forward_notification(legacy: &Upstream, modern: &Upstream, notification: &Notification) {
    let params = notification.params();
    let cancelled = if notification.method() == method::CANCELLED {
        params.get("requestId").and_then(|id: Raw<'_>| Id::read(id))
    } else {
        None
    };
    let mut text = notification.text().to_owned();
    if let Some(id) = cancelled {
        if let Some(number) = modern.number_of(&id) {
            // The modern era has no such message over HTTP: closing the connection cancels the request.
            modern.http.cancel(number);
            modern.close(number);
            return;
        }
        let Some(number) = legacy.number_of(&id) else { return };
        // A cancelled request gets no response.
        legacy.close(number);
        let mut renumbered = ObjectWriter::new();
        renumbered.integer("requestId", number);
        for (key, value) in params.members().filter(|(key, _)| key != "requestId") {
            renumbered.raw(&key, value);
        }
        text = encode::notification(method::CANCELLED, renumbered.finish().raw());
    }
    let is_ready = notification.method() == method::INITIALIZED;
    let outbound =
        OutboundMessage { text, method: notification.method().to_owned(), ..OutboundMessage::default() };
    if let Err(error) = legacy.http.notify(outbound).await {
        tracing::debug!(%error, "a notification did not reach the server");
    }
    if is_ready {
        legacy.http.listen().await;
    }
}
