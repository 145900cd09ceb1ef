//! Legacy clients over HTTP: sessions, streams and batches.
//!
//! A call without a question gets a plain response. One that asks becomes an event stream: the
//! question goes out on it, the answer arrives with another request, and the result ends the
//! stream. The call continues when its stream breaks.

use std::sync::Arc;

use askwell_form::schema::Revision;
use askwell_http::event_stream::MEDIA_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::future::join_all;
use tokio::sync::oneshot;

use super::reply::{error, json, plain, refusal};
use super::sessions::{HttpSession, STANDALONE};
use super::stream::{EventLog, HEADERS_WITHIN, parse_event_id};
use super::{HttpState, headers};
use crate::server::Call;
use crate::server::catalogue::CallHandler;
use crate::server::dispatch::{self, DispatchResult, Dispatcher, EncodedResponse};
use crate::server::request_parts::RequestParts;
use crate::transport::{MessageSink, Outgoing};
use crate::wire::{
    ErrorCode, Id, MalformedMessage, Message, Notification, OLDER_REVISIONS, Raw, Request, RpcError,
    decode_batch, encode, method,
};

const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

fn wrong(message: &'static str) -> RpcError {
    RpcError::new(ErrorCode::INVALID_REQUEST, message)
}

/// Returns whether a request names a session.
pub(super) fn has_session(parts: &Parts) -> bool {
    parts.headers.contains_key(SESSION)
}

/// Returns the id of the session that a request names.
pub(super) fn session_id(parts: &Parts) -> Option<&str> {
    headers::value(parts, SESSION)
}

/// Returns the session of a request, or the response that refuses it.
fn find_session(
    state: &HttpState,
    parts: &Parts,
    principal: &str,
) -> Result<Arc<HttpSession>, Box<Response>> {
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
    let found = state.sessions.find(id, principal);
    found.ok_or_else(|| {
        Box::new(refusal(
            StatusCode::NOT_FOUND,
            &wrong("there is no such session: send `initialize` to start a new one"),
        ))
    })
}

/// Handles a request of a session, or `initialize`.
pub(super) async fn request(
    state: &HttpState,
    parts: &Parts,
    request: Request,
    params: RequestParts,
    principal: Arc<str>,
) -> Response {
    if request.method() == method::INITIALIZE {
        return initialize(state, request, params, principal).await;
    }
    match find_session(state, parts, &principal) {
        Ok(http_session) => call(state, parts, &http_session, request, params).await,
        Err(response) => *response,
    }
}

/// Handles a message without a response: a notification, or the response to a request of ours.
pub(super) async fn take(state: &HttpState, parts: &Parts, message: Message, principal: &str) -> Response {
    let http_session = match find_session(state, parts, principal) {
        Ok(http_session) => http_session,
        Err(response) => return *response,
    };
    handle_message(&http_session, message).await;
    plain(StatusCode::ACCEPTED)
}

/// Handles a message without a response. Waits until a cancelled call has ended.
async fn handle_message(http_session: &HttpSession, message: Message) {
    match message {
        Message::Response(response) => http_session.session.respond(response),
        Message::Notification(notification) => match cancelled_request(&notification) {
            Some(id) => http_session.running.cancel_and_wait(&id, &notification).await,
            None => http_session.session.take_notification(&notification),
        },
        Message::Request(_) => {}
    }
}

fn cancelled_request(notification: &Notification) -> Option<Id> {
    let id = || notification.params().get("requestId").and_then(|id: Raw<'_>| Id::read(id));
    (notification.method() == method::CANCELLED).then(id).flatten()
}

/// Handles a batch of a client whose revision has them. The responses come on one stream, each when
/// it is ready.
pub(super) async fn batch(state: &HttpState, parts: &Parts, text: &str, principal: &str) -> Response {
    let http_session = match find_session(state, parts, principal) {
        Ok(http_session) => http_session,
        Err(response) => return *response,
    };
    if !http_session.session.takes_batches {
        let message = "batches are not part of this revision: send one message at a time";
        return refusal(StatusCode::BAD_REQUEST, &wrong(message));
    }
    let messages = match decode_batch(text, &state.server.shared.limits) {
        Ok(messages) => messages,
        Err(error) => return refusal(StatusCode::BAD_REQUEST, &error),
    };
    let is_answered = |message: &Result<Message, MalformedMessage>| {
        !matches!(message, Ok(Message::Notification(_) | Message::Response(_)))
    };
    if !messages.iter().any(is_answered) {
        for message in messages.into_iter().flatten() {
            handle_message(&http_session, message).await;
        }
        return plain(StatusCode::ACCEPTED);
    }
    let log = http_session.open_stream();
    let mut calls = Vec::new();
    for message in messages {
        match message {
            Ok(Message::Request(request)) => {
                let params = RequestParts::of(&request);
                match start(state, parts, &http_session, &log, request, params) {
                    CallStart::Done(response) => send_response(&log, response),
                    CallStart::Running(call, handler) => calls.push((call, handler)),
                }
            }
            // A call of this batch does not run yet, so there is nothing to wait for.
            Ok(Message::Notification(notification)) => match cancelled_request(&notification) {
                Some(id) => drop(http_session.running.cancel(&id, &notification)),
                None => http_session.session.take_notification(&notification),
            },
            Ok(Message::Response(response)) => http_session.session.respond(response),
            Err(malformed) => drop(log.put(encode::error(malformed.id.as_ref(), &malformed.error))),
        }
    }
    let stream = Arc::clone(&log);
    tokio::spawn(async move {
        let (owner, log) = (&http_session, &stream);
        let work = calls.into_iter().map(|(call, handler)| async move {
            let response = dispatch::run(call.clone(), handler).await;
            owner.running.end(&call);
            if let Some(response) = response {
                send_response(log, response);
            }
        });
        join_all(work).await;
        stream.close();
    });
    log.respond(0)
}

/// The start of a request of a session.
enum CallStart {
    /// The response.
    Done(EncodedResponse),
    /// A handler has to run. The call is registered in its session.
    Running(Call, CallHandler),
}

/// Starts a request whose messages go to this stream.
fn start(
    state: &HttpState,
    parts: &Parts,
    http_session: &Arc<HttpSession>,
    log: &Arc<EventLog>,
    request: Request,
    params: RequestParts,
) -> CallStart {
    let outgoing = Outgoing::from_sink(Arc::clone(log) as Arc<dyn MessageSink>);
    let dispatcher = Dispatcher::new(&state.server.shared, Arc::clone(&http_session.principal), outgoing)
        .with_language(headers::language(parts));
    let (call, handler) = match dispatcher.begin_legacy(request, params, Some(&http_session.session)) {
        DispatchResult::Done(response) | DispatchResult::Initialized(_, response) => {
            return CallStart::Done(response);
        }
        DispatchResult::Running(call, handler) | DispatchResult::Initializing(_, call, handler) => {
            (call, handler)
        }
    };
    let most = state.server.shared.ask.settings.max_concurrent_calls;
    if http_session.running.len() >= most || !http_session.running.begin(&call) {
        let busy = RpcError::new(ErrorCode::BUSY, "too many calls at once, or one with this id");
        return CallStart::Done(EncodedResponse::error(&call.0.request, &busy));
    }
    CallStart::Running(call, handler)
}

async fn initialize(
    state: &HttpState,
    request: Request,
    params: RequestParts,
    principal: Arc<str>,
) -> Response {
    let (outgoing, _) = Outgoing::channel();
    let dispatcher = Dispatcher::new(&state.server.shared, Arc::clone(&principal), outgoing);
    let id = request.id().clone();
    let (session, response) = match dispatcher.begin_legacy(request, params, None) {
        DispatchResult::Initialized(session, response) => (session, response),
        DispatchResult::Initializing(session, call, handler) => match dispatch::run(call, handler).await {
            Some(response) if response.error.is_none() => (session, response),
            Some(response) => {
                session.end();
                return json(StatusCode::OK, response.text);
            }
            None => return plain(StatusCode::INTERNAL_SERVER_ERROR),
        },
        DispatchResult::Done(response) => return json(StatusCode::OK, response.text),
        DispatchResult::Running(..) => return plain(StatusCode::INTERNAL_SERVER_ERROR),
    };
    let Some(session_id) = state.sessions.admit(&session, principal) else {
        session.end();
        let busy = RpcError::new(ErrorCode::BUSY, "there are too many sessions; try again later");
        return error(StatusCode::SERVICE_UNAVAILABLE, Some(&id), &busy);
    };
    let mut response = json(StatusCode::OK, response.text);
    if let Ok(value) = HeaderValue::from_str(&session_id) {
        response.headers_mut().insert(SESSION, value);
    }
    response
}

async fn call(
    state: &HttpState,
    parts: &Parts,
    http_session: &Arc<HttpSession>,
    request: Request,
    params: RequestParts,
) -> Response {
    let takes_events = headers::takes_events(parts);
    let log = http_session.open_stream();
    let (call, handler) = match start(state, parts, http_session, &log, request, params) {
        CallStart::Done(response) => {
            http_session.forget_stream(log.number);
            return json(StatusCode::OK, response.text);
        }
        CallStart::Running(call, handler) => (call, handler),
    };
    let (done, mut alone) = oneshot::channel::<EncodedResponse>();
    let (owner, stream) = (Arc::clone(http_session), Arc::clone(&log));
    // The call belongs to the session, not to this connection: the client may resume its stream.
    tokio::spawn(async move {
        let response = dispatch::run(call.clone(), handler).await;
        owner.running.end(&call);
        // Without an event so far, the client may still get a plain response.
        match response {
            Some(response) if stream.is_empty() => match done.send(response) {
                Ok(()) => owner.forget_stream(stream.number),
                Err(response) => send_response(&stream, response),
            },
            Some(response) => send_response(&stream, response),
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
    let response = tokio::select! {
        biased;
        response = &mut alone => response.ok(),
        () = log.wait_for_event() => None,
        () = headers_due => None,
    };
    // The response may have come just now; from here on it goes to the stream.
    alone.close();
    match response.or_else(|| alone.try_recv().ok()) {
        Some(response) => json(StatusCode::OK, response.text),
        None => log.respond(0),
    }
}

/// Adds the response to a stream. A closed stream has lost its client with the session.
fn send_response(stream: &EventLog, response: EncodedResponse) {
    let _ = stream.put(response.text);
}

/// Resumes a broken stream, or opens the standalone one.
pub(super) fn listen(state: &HttpState, parts: &Parts, principal: &str) -> Response {
    let wants_events = parts.headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !wants_events.is_some_and(|value| value.contains(MEDIA_TYPE)) {
        return plain(StatusCode::METHOD_NOT_ALLOWED);
    }
    let http_session = match find_session(state, parts, principal) {
        Ok(http_session) => http_session,
        Err(response) => return *response,
    };
    let (number, place) = match headers::value(parts, LAST_EVENT) {
        None => (STANDALONE, 0),
        Some(id) => match parse_event_id(id) {
            Some(found) => found,
            None => {
                return refusal(
                    StatusCode::BAD_REQUEST,
                    &wrong("Last-Event-ID was not issued by this server"),
                );
            }
        },
    };
    match http_session.stream(number) {
        Some(log) => {
            if number == STANDALONE {
                http_session.session.take_listener();
            }
            log.respond(place)
        }
        None => refusal(StatusCode::NOT_FOUND, &wrong("this stream has ended")),
    }
}

/// Ends a session.
pub(super) fn end(state: &HttpState, parts: &Parts, principal: &str) -> Response {
    match headers::value(parts, SESSION) {
        None => plain(StatusCode::BAD_REQUEST),
        Some(id) if state.sessions.end(id, principal) => plain(StatusCode::NO_CONTENT),
        Some(_) => plain(StatusCode::NOT_FOUND),
    }
}
