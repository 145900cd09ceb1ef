//! Clients with a session.
//!
//! A call that asks nothing is answered plainly. One that asks becomes a stream: the question goes out on it, the answer
//! comes in by another request, and the result ends it. The call lives on when its stream breaks.

use std::sync::Arc;

use askwell_form::schema::Revision;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tokio::sync::oneshot;

use super::reply::{error, json, plain, refusal};
use super::sessions::{Guest, STANDING};
use super::stream::{EventLog, place_of};
use super::{Desk, headers};
use crate::server::dispatch::{self, Begun, Finished, Visit};
use crate::server::parts::Parts as Parameters;
use crate::transport::{Outgoing, Sink};
use crate::wire::{ErrorCode, Id, Message, Raw, Request, RpcError, method};

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

fn wrong(message: &'static str) -> RpcError {
    RpcError::new(ErrorCode::INVALID_REQUEST, message)
}

/// Whose session it is; else the response that says why not.
fn guest(desk: &Desk, parts: &Parts, principal: &str) -> Result<Arc<Guest>, Box<Response>> {
    if let Some(version) = headers::value(parts, headers::VERSION)
        && !matches!(version.parse(), Ok(Revision::V2025_06_18 | Revision::V2025_11_25))
    {
        let message = "MCP-Protocol-Version names a revision that is not served like this";
        return Err(Box::new(refusal(StatusCode::BAD_REQUEST, &wrong(message))));
    }
    let Some(id) = headers::value(parts, SESSION) else {
        return Err(Box::new(refusal(StatusCode::BAD_REQUEST, &wrong("Mcp-Session-Id is missing"))));
    };
    let found = desk.sessions.find(id, principal);
    found.ok_or_else(|| {
        Box::new(refusal(StatusCode::NOT_FOUND, &wrong("there is no such session: begin anew")))
    })
}

/// A request of a client with a session, or one that introduces it.
pub(super) async fn request(
    desk: &Desk,
    parts: &Parts,
    request: Request,
    params: Parameters,
    principal: Arc<str>,
) -> Response {
    if request.method() == method::INITIALIZE {
        return introduce(desk, request, params, principal);
    }
    match guest(desk, parts, &principal) {
        Ok(guest) => call(desk, &guest, request, params).await,
        Err(response) => *response,
    }
}

/// What needs no answer: the answers to our own requests, and notifications.
pub(super) fn take(desk: &Desk, parts: &Parts, message: Message, principal: &str) -> Response {
    let guest = match guest(desk, parts, principal) {
        Ok(guest) => guest,
        Err(response) => return *response,
    };
    match message {
        Message::Response(response) => guest.session.answer(response),
        Message::Notification(notification) if notification.method() == method::CANCELLED => {
            if let Some(id) = notification.params().get("requestId").and_then(|id: Raw<'_>| Id::read(id)) {
                guest.running.cancel(&id);
            }
        }
        Message::Notification(_) | Message::Request(_) => {}
    }
    plain(StatusCode::ACCEPTED)
}

fn introduce(desk: &Desk, request: Request, params: Parameters, principal: Arc<str>) -> Response {
    let (outgoing, _) = Outgoing::channel();
    let visit =
        Visit { server: Arc::clone(&desk.server.shared), principal: Arc::clone(&principal), outgoing };
    let id = request.id().clone();
    match visit.begin_legacy(request, params, None) {
        Begun::Initialized(session, finished) => {
            let Some(session_id) = desk.sessions.admit(session, principal) else {
                let busy = RpcError::new(ErrorCode::BUSY, "there are too many sessions; try again later");
                return error(StatusCode::SERVICE_UNAVAILABLE, Some(&id), &busy);
            };
            let mut response = json(StatusCode::OK, finished.text);
            if let Ok(value) = HeaderValue::from_str(&session_id) {
                response.headers_mut().insert(SESSION, value);
            }
            response
        }
        Begun::Done(finished) => json(StatusCode::OK, finished.text),
        Begun::Running(..) => plain(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

async fn call(desk: &Desk, guest: &Arc<Guest>, request: Request, params: Parameters) -> Response {
    let log = guest.open_stream();
    let outgoing = Outgoing::into_sink(Arc::clone(&log) as Arc<dyn Sink>);
    let visit =
        Visit { server: Arc::clone(&desk.server.shared), principal: Arc::clone(&guest.principal), outgoing };
    let (call, handler) = match visit.begin_legacy(request, params, Some(&guest.session)) {
        Begun::Done(finished) | Begun::Initialized(_, finished) => {
            guest.forget_stream(log.number);
            return json(StatusCode::OK, finished.text);
        }
        Begun::Running(call, handler) => (call, handler),
    };
    let most = desk.server.shared.settings.calls_at_once;
    if guest.running.len() >= most || !guest.running.begin(&call) {
        guest.forget_stream(log.number);
        let busy = RpcError::new(ErrorCode::BUSY, "too many calls at once, or one with this id");
        return error(StatusCode::OK, Some(call.0.request.id()), &busy);
    }
    let (done, mut alone) = oneshot::channel::<Finished>();
    let (owner, stream) = (Arc::clone(guest), Arc::clone(&log));
    // The call belongs to the session, not to this connection: who lost it may come back for the rest.
    tokio::spawn(async move {
        let finished = dispatch::run(call.clone(), handler).await;
        owner.running.end(&call);
        // Perhaps nothing was said so far, and somebody still waits for a plain answer.
        match finished {
            Some(finished) if stream.is_silent() => match done.send(finished) {
                Ok(()) => owner.forget_stream(stream.number),
                Err(finished) => say(&stream, finished),
            },
            Some(finished) => say(&stream, finished),
            None => {}
        }
        stream.close();
    });
    tokio::select! {
        biased;
        finished = &mut alone => match finished {
            Ok(finished) => json(StatusCode::OK, finished.text),
            Err(_) => log.respond(0),
        },
        () = log.spoken() => log.respond(0),
    }
}

/// The last word of a stream. One that is closed has lost its reader with its session.
fn say(stream: &EventLog, finished: Finished) {
    let _ = stream.put(finished.text);
}

/// Takes up a broken stream, or listens to what belongs to no call.
pub(super) fn listen(desk: &Desk, parts: &Parts, principal: &str) -> Response {
    let wants_events = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !wants_events.is_some_and(|value| value.contains("text/event-stream")) {
        return plain(StatusCode::METHOD_NOT_ALLOWED);
    }
    let guest = match guest(desk, parts, principal) {
        Ok(guest) => guest,
        Err(response) => return *response,
    };
    let (number, place) = match headers::value(parts, LAST_EVENT) {
        None => (STANDING, 0),
        Some(id) => match place_of(id) {
            Some(found) => found,
            None => return refusal(StatusCode::BAD_REQUEST, &wrong("Last-Event-ID is none of ours")),
        },
    };
    match guest.stream(number) {
        Some(log) => log.respond(place),
        None => refusal(StatusCode::NOT_FOUND, &wrong("this stream is over")),
    }
}

/// Ends a session.
pub(super) fn end(desk: &Desk, parts: &Parts, principal: &str) -> Response {
    match headers::value(parts, SESSION) {
        None => plain(StatusCode::BAD_REQUEST),
        Some(id) if desk.sessions.dismiss(id, principal) => plain(StatusCode::NO_CONTENT),
        Some(_) => plain(StatusCode::NOT_FOUND),
    }
}
