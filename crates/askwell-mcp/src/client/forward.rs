//! Carrying the messages of a connection to a server that speaks Streamable HTTP, and back.
//!
//! A program that an MCP client starts for each call can so use a server that stays. Whatever the server keeps, its open
//! questions above all, outlives the program.

use std::sync::Arc;

use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::error::ConnectError;
use super::target::Address;
use crate::server::parts::Parts;
use crate::transport::http_client::{HttpClient, HttpError, HttpEvent, Outbound, Spoken};
use crate::transport::{Arrival, Connection, Outgoing};
use crate::wire::{
    ErrorCode, Id, Limits, Message, Notification, OLDER_REVISIONS, ObjectWriter, Raw, Request, Response,
    RpcError, decode, encode, method,
};
use askwell_form::schema::Revision;

/// Carries messages between a connection and the server at an address, both eras, until the connection is closed; then
/// ends the session at the server. A request that does not reach the server is answered with an error.
///
/// # Errors
/// When no connection to such an address can be made ready.
pub async fn forward(connection: Connection, address: Address, limits: Limits) -> Result<(), ConnectError> {
    let Connection { mut incoming, outgoing } = connection;
    let shown = address.to_string();
    let channel = |spoken: Spoken| {
        let made = HttpClient::new(address.url.clone(), address.headers.clone(), limits);
        let (http, events) = made.map_err(|error| ConnectError::Unprepared {
            address: shown.clone(),
            reason: error.to_string(),
        })?;
        http.speak(spoken);
        let channel = Arc::new(Channel {
            http,
            outgoing: outgoing.clone(),
            address: shown.clone(),
            open: Mutex::default(),
        });
        let carrying = tokio::spawn(carry_back(Arc::clone(&channel), events));
        Ok::<_, ConnectError>((channel, carrying))
    };
    let (legacy, legacy_task) = channel(Spoken::Nothing)?;
    let (modern, modern_task) = channel(Spoken::Revision(Revision::V2026_07_28))?;
    while let Some(arrival) = incoming.next().await {
        let read = match arrival {
            Arrival::Text(text) => decode(text, &limits).map_err(|malformed| (malformed.id, malformed.error)),
            Arrival::Garbage(garbage) => {
                Err((None, RpcError::new(ErrorCode::INVALID_REQUEST, garbage.to_string())))
            }
        };
        let sent = match read {
            Ok(Message::Request(request)) => {
                let parts = Parts::of(&request);
                let channel = if parts.is_modern(&request) { &modern } else { &legacy };
                channel.request(&request, &parts)
            }
            Ok(Message::Notification(notification)) => {
                tell(&legacy, &modern, &notification).await;
                Ok(())
            }
            Ok(Message::Response(response)) => {
                legacy.http.tell_later(Outbound { text: response.text().to_owned(), ..Outbound::default() });
                Ok(())
            }
            Err((id, error)) => outgoing.send(encode::error(id.as_ref(), &error)),
        };
        if sent.is_err() {
            break;
        }
    }
    legacy.http.finish().await;
    for task in [legacy_task, modern_task] {
        task.abort();
    }
    Ok(())
}

/// The way to the server for clients of one era.
struct Channel {
    http: HttpClient,
    outgoing: Outgoing,
    /// Where the server is, to be shown.
    address: String,
    open: Mutex<OpenRequests>,
}

/// Requests that are not answered yet. On the way to the server they have numbers of their own.
#[derive(Default)]
struct OpenRequests {
    last_number: i64,
    by_number: HashMap<i64, OpenRequest>,
}

struct OpenRequest {
    id: Id,
    is_initialize: bool,
}

/// The most requests of one era that wait for their answers.
const MOST_OPEN: usize = 1024;

impl Channel {
    /// Sends a request. Its answer comes by [`carry_back`].
    fn request(&self, request: &Request, parts: &Parts) -> Result<(), crate::transport::Closed> {
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
            open.by_number.insert(number, OpenRequest { id: request.id().clone(), is_initialize });
            number
        };
        let named = !parts.name.is_empty();
        let outbound = Outbound {
            text: encode::request(&Id::from(number), request.method(), request.params()),
            method: request.method().to_owned(),
            name: named.then(|| parts.name.to_string()),
            headers: Vec::new(),
        };
        self.http.request(number, outbound);
        Ok(())
    }

    /// The number that a request has on the way, by its id.
    fn number_of(&self, id: &Id) -> Option<i64> {
        let open = self.open.lock();
        open.by_number.iter().find(|(_, request)| request.id == *id).map(|(number, _)| *number)
    }

    fn close(&self, number: i64) -> Option<OpenRequest> {
        self.open.lock().by_number.remove(&number)
    }

    /// Passes an answer on, under the id that the client gave.
    fn answer(&self, response: &Response) -> Option<String> {
        let Some(Id::Integer(number)) = response.id() else { return None };
        let OpenRequest { id, is_initialize } = self.close(*number)?;
        Some(match response.result() {
            Ok(result) => {
                if is_initialize {
                    self.agree(result);
                }
                encode::result(&id, result)
            }
            Err(error) => encode::error(Some(&id), error),
        })
    }

    /// Has every further message say the revision that was agreed upon.
    fn agree(&self, initialized: Raw<'_>) {
        let version = initialized.get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
        let older = OLDER_REVISIONS.into_iter().find(|older| *older == version);
        match (version.parse(), older) {
            (Ok(revision), _) => self.http.speak(Spoken::Revision(revision)),
            (Err(_), Some(older)) => self.http.speak(Spoken::Older(older)),
            (Err(_), None) => {}
        }
    }

    /// The answer to a request that brought none.
    fn lost(&self, number: i64, error: HttpError) -> Option<String> {
        let OpenRequest { id, .. } = self.close(number)?;
        let address = &self.address;
        let error = match error {
            HttpError::Status { status: 401, .. } => RpcError::new(
                ErrorCode::INTERNAL,
                format!("the server at {address} wants a key, or another one (HTTP status 401)"),
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

/// Passes on what the server says, until the connection or the client is closed.
async fn carry_back(channel: Arc<Channel>, mut events: mpsc::Receiver<HttpEvent>) {
    while let Some(event) = events.recv().await {
        let text = match event {
            HttpEvent::Message(Message::Response(response)) => channel.answer(&response),
            HttpEvent::Message(message) => Some(message.text().to_owned()),
            HttpEvent::Lost(number, error) => channel.lost(number, error),
        };
        if text.is_some_and(|text| channel.outgoing.send(text).is_err()) {
            return;
        }
    }
}

/// Passes on what the client says unasked. Calling a request off needs the number that it has on the way.
async fn tell(legacy: &Channel, modern: &Channel, notification: &Notification) {
    let params = notification.params();
    let cancelled = if notification.method() == method::CANCELLED {
        params.get("requestId").and_then(|id: Raw<'_>| Id::read(id))
    } else {
        None
    };
    let mut text = notification.text().to_owned();
    if let Some(id) = cancelled {
        if let Some(number) = modern.number_of(&id) {
            // The modern era has no such message over HTTP: closing the connection calls the request off.
            modern.http.abandon(number);
            modern.close(number);
            return;
        }
        let Some(number) = legacy.number_of(&id) else { return };
        // No answer follows.
        legacy.close(number);
        let mut renumbered = ObjectWriter::new();
        renumbered.integer("requestId", number);
        for (key, value) in params.members().filter(|(key, _)| key != "requestId") {
            renumbered.raw(&key, value);
        }
        text = encode::notification(method::CANCELLED, renumbered.finish().raw());
    }
    let is_ready = notification.method() == method::INITIALIZED;
    let outbound = Outbound { text, method: notification.method().to_owned(), ..Outbound::default() };
    if let Err(error) = legacy.http.tell(outbound).await {
        tracing::debug!(%error, "a notification did not reach the server");
    }
    if is_ready {
        legacy.http.listen().await;
    }
}
