//! Clients with a session.
//!
//! A call that asks nothing is answered plainly. One that asks becomes a stream: the question goes out on it, the answer
//! comes in by another request, and the result ends it. The call lives on when its stream breaks.

use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_http::event_stream::MEDIA_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::future::join_all;
use tokio::sync::oneshot;

use super::reply::{error, json, plain, refusal};
use super::sessions::{Guest, STANDING};
use super::stream::{EventLog, HEADERS_WITHIN, place_of};
use super::{Desk, headers};
use crate::server::Call;
use crate::server::catalogue::Handler;
use crate::server::dispatch::{self, Begun, Finished, Visit};
use crate::server::parts::Parts as Parameters;
use crate::transport::{Outgoing, Sink};
use crate::wire::{
    ErrorCode, Id, Malformed, Message, OLDER_REVISIONS, Raw, Request, RpcError, decode_batch, encode, method,
};

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

fn wrong(message: &'static str) -> RpcError {
    RpcError::new(ErrorCode::INVALID_REQUEST, message)
}

/// Whether a request names a session.
pub(super) fn has_session(parts: &Parts) -> bool {
    parts.headers.contains_key(SESSION)
}

/// Whose session it is; else the response that says why not.
fn guest(desk: &Desk, parts: &Parts, principal: &str) -> Result<Arc<Guest>, Box<Response>> {
    if let Some(version) = headers::value(parts, headers::VERSION)
        && !OLDER_REVISIONS.contains(&version)
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
        Ok(guest) => call(desk, &guest, request, params, headers::takes_events(parts)).await,
        Err(response) => *response,
    }
}

/// What needs no answer: the answers to our own requests, and notifications.
pub(super) fn take(desk: &Desk, parts: &Parts, message: Message, principal: &str) -> Response {
    let guest = match guest(desk, parts, principal) {
        Ok(guest) => guest,
        Err(response) => return *response,
    };
    hear(&guest, message);
    plain(StatusCode::ACCEPTED)
}

fn hear(guest: &Guest, message: Message) {
    match message {
        Message::Response(response) => guest.session.respond(response),
        Message::Notification(notification) if notification.method() == method::CANCELLED => {
            if let Some(id) = notification.params().get("requestId").and_then(|id: Raw<'_>| Id::read(id)) {
                guest.running.cancel(&id);
            }
        }
        Message::Notification(_) | Message::Request(_) => {}
    }
}

/// Takes several messages at once, from a client whose revision has that. Their answers come on one stream, each when it
/// is there.
pub(super) fn batch(desk: &Desk, parts: &Parts, text: &str, principal: &str) -> Response {
    let guest = match guest(desk, parts, principal) {
        Ok(guest) => guest,
        Err(response) => return *response,
    };
    if !guest.session.takes_batches {
        let message = "batches are not part of this revision: send one message at a time";
        return refusal(StatusCode::BAD_REQUEST, &wrong(message));
    }
    let messages = match decode_batch(text, &desk.server.shared.limits) {
        Ok(messages) => messages,
        Err(error) => return refusal(StatusCode::BAD_REQUEST, &error),
    };
    let is_answered = |message: &Result<Message, Malformed>| {
        !matches!(message, Ok(Message::Notification(_) | Message::Response(_)))
    };
    if !messages.iter().any(is_answered) {
        messages.into_iter().flatten().for_each(|message| hear(&guest, message));
        return plain(StatusCode::ACCEPTED);
    }
    let log = guest.open_stream();
    let mut calls = Vec::new();
    for message in messages {
        match message {
            Ok(Message::Request(request)) => {
                let params = Parameters::of(&request);
                match start(desk, &guest, &log, request, params) {
                    Started::Done(finished) => say(&log, finished),
                    Started::Running(call, handler) => calls.push((call, handler)),
                }
            }
            Ok(message) => hear(&guest, message),
            Err(malformed) => drop(log.put(encode::error(malformed.id.as_ref(), &malformed.error))),
        }
    }
    let stream = Arc::clone(&log);
    tokio::spawn(async move {
        let (owner, log) = (&guest, &stream);
        let work = calls.into_iter().map(|(call, handler)| async move {
            let finished = dispatch::run(call.clone(), handler).await;
            owner.running.end(&call);
            if let Some(finished) = finished {
                say(log, finished);
            }
        });
        join_all(work).await;
        stream.close();
    });
    log.respond(0)
}

/// What becomes of a request of a session.
enum Started {
    /// It is answered.
    Done(Finished),
    /// A handler has to run. The call is among those of the session.
    Running(Call, Handler),
}

/// Begins a request whose messages go to this stream.
fn start(
    desk: &Desk,
    guest: &Arc<Guest>,
    log: &Arc<EventLog>,
    request: Request,
    params: Parameters,
) -> Started {
    let outgoing = Outgoing::into_sink(Arc::clone(log) as Arc<dyn Sink>);
    let visit = Visit::new(&desk.server.shared, Arc::clone(&guest.principal), outgoing);
    let (call, handler) = match visit.begin_legacy(request, params, Some(&guest.session)) {
        Begun::Done(finished) | Begun::Initialized(_, finished) => return Started::Done(finished),
        Begun::Running(call, handler) => (call, handler),
    };
    let most = desk.server.shared.ask.settings.calls_at_once;
    if guest.running.len() >= most || !guest.running.begin(&call) {
        let busy = RpcError::new(ErrorCode::BUSY, "too many calls at once, or one with this id");
        return Started::Done(Finished::error(&call.0.request, &busy));
    }
    Started::Running(call, handler)
}

fn introduce(desk: &Desk, request: Request, params: Parameters, principal: Arc<str>) -> Response {
    let (outgoing, _) = Outgoing::channel();
    let visit = Visit::new(&desk.server.shared, Arc::clone(&principal), outgoing);
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

async fn call(
    desk: &Desk,
    guest: &Arc<Guest>,
    request: Request,
    params: Parameters,
    takes_events: bool,
) -> Response {
    let log = guest.open_stream();
    let (call, handler) = match start(desk, guest, &log, request, params) {
        Started::Done(finished) => {
            guest.forget_stream(log.number);
            return json(StatusCode::OK, finished.text);
        }
        Started::Running(call, handler) => (call, handler),
    };
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
    let headers_due = async {
        match takes_events {
            true => tokio::time::sleep(HEADERS_WITHIN).await,
            false => std::future::pending().await,
        }
    };
    let finished = tokio::select! {
        biased;
        finished = &mut alone => finished.ok(),
        () = log.spoken() => None,
        () = headers_due => None,
    };
    // The answer may have come in this very moment; from here on it goes to the stream.
    alone.close();
    match finished.or_else(|| alone.try_recv().ok()) {
        Some(finished) => json(StatusCode::OK, finished.text),
        None => log.respond(0),
    }
}

/// The last word of a stream. One that is closed has lost its reader with its session.
fn say(stream: &EventLog, finished: Finished) {
    let _ = stream.put(finished.text);
}

/// Takes up a broken stream, or listens to what belongs to no call.
pub(super) fn listen(desk: &Desk, parts: &Parts, principal: &str) -> Response {
    let wants_events = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !wants_events.is_some_and(|value| value.contains(MEDIA_TYPE)) {
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
