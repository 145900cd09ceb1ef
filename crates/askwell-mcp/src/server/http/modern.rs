//! Modern clients over HTTP: each request stands alone. Closing the connection cancels it.

use std::pin::Pin;
use std::sync::Arc;

use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::{StreamExt as _, stream};

use super::reply::{error, json, modern_status, plain};
use super::stream::{HEADERS_WITHIN, KEEP_ALIVE, event_text};
use super::{HttpState, headers};
use crate::server::dispatch::{self, DispatchResult, Dispatcher, EncodedResponse};
use crate::server::request_parts::RequestParts;
use crate::transport::{Outgoing, OutgoingMessages};
use crate::wire::Request;

pub(super) async fn request(
    state: &HttpState,
    parts: &Parts,
    request: Request,
    params: RequestParts,
    principal: Arc<str>,
) -> Response {
    let server = Arc::clone(&state.server.shared);
    if let Err(mismatch) = headers::check(&server, parts, &request) {
        return error(StatusCode::BAD_REQUEST, Some(request.id()), &mismatch);
    }
    let (outgoing, messages) = Outgoing::channel();
    let dispatcher = Dispatcher::new(&server, principal, outgoing)
        .with_headers(headers::repeated_arguments(parts))
        .with_language(headers::language(parts));
    let (call, handler) = match dispatcher.begin_modern(request, params) {
        DispatchResult::Running(call, handler) | DispatchResult::Initializing(_, call, handler) => {
            (call, handler)
        }
        DispatchResult::Done(response) | DispatchResult::Initialized(_, response) => {
            return json(modern_status(&response), response.text);
        }
    };
    let mut running = RunningCall { work: Box::pin(dispatch::run(call, handler)), messages, end: None };
    // Without messages before it, the response is plain, with its own status. A client that accepts
    // streams gets its headers within a second all the same.
    let first = if headers::takes_events(parts) {
        tokio::time::timeout(HEADERS_WITHIN, running.next()).await
    } else {
        Ok(running.next().await)
    };
    match first {
        Ok(Some(CallOutput::Response(response))) => json(modern_status(&response), response.text),
        Ok(Some(CallOutput::Message(first))) => running.stream(event_text(None, &first)),
        Ok(None) => plain(StatusCode::INTERNAL_SERVER_ERROR),
        Err(_) => running.stream(EventText::new().comment("alive").finish()),
    }
}

/// A call that is being handled.
struct RunningCall {
    work: Pin<Box<dyn Future<Output = Option<EncodedResponse>> + Send>>,
    messages: OutgoingMessages,
    /// The response, while messages before it are still to be sent.
    end: Option<EncodedResponse>,
}

/// A message of a call, or its response.
enum CallOutput {
    Message(String),
    Response(EncodedResponse),
}

impl RunningCall {
    /// Returns the rest of the call as an event stream that starts with this text.
    fn stream(self, first: String) -> Response {
        let rest = stream::unfold(Some(self), |running| async {
            let mut running = running?;
            match running.next().await? {
                CallOutput::Message(message) => Some((event_text(None, &message), Some(running))),
                CallOutput::Response(response) => Some((event_text(None, &response.text), None)),
            }
        });
        respond_with_events(with_keep_alive(stream::once(async { first }).chain(rest), KEEP_ALIVE))
    }

    async fn next(&mut self) -> Option<CallOutput> {
        if self.end.is_none() {
            tokio::select! {
                biased;
                Some(message) = self.messages.next() => return Some(CallOutput::Message(message)),
                response = &mut self.work => self.end = Some(response?),
            }
        }
        match self.messages.try_next() {
            Some(message) => Some(CallOutput::Message(message)),
            None => self.end.take().map(CallOutput::Response),
        }
    }
}
