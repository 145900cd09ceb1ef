//! One exchange: a message to the server, and the messages that come back for it.

use std::sync::Arc;
use std::time::Duration;

use super::connections::HttpResponse;
use super::message_stream::{MessageStream, StreamPosition};
use super::request::{self, SESSION};
use super::{HttpContext, HttpError, HttpEvent, OutboundMessage};
use crate::wire::{Era, Id, Message, RpcError, decode, method};

/// The pause before a stream resumes, unless the server sets one.
const RETRY: Duration = Duration::from_secs(1);
/// The longest pause that a server can set.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
/// How often in a row a stream resumes without an event.
const ATTEMPTS: u32 = 5;

/// A request on its way, and the messages that come back for it.
pub(super) struct HttpExchange {
    context: Arc<HttpContext>,
    id: i64,
    state: ExchangeState,
}

enum ExchangeState {
    Unsent(OutboundMessage),
    /// The response is an event stream.
    Streaming(Box<MessageStream>),
    Ended,
}

/// What a response turned out to be.
enum FirstResponse {
    Message(Message),
    Stream(Box<MessageStream>),
}

impl HttpExchange {
    pub(super) fn new(context: Arc<HttpContext>, id: i64, outbound: OutboundMessage) -> Self {
        HttpExchange { context, id, state: ExchangeState::Unsent(outbound) }
    }

    /// Waits for the next message; the last one is the response, or the reason why there is none. Returns `None` after
    /// that. Dropping the future ends the exchange.
    pub(super) async fn next(&mut self) -> Option<Result<Message, HttpError>> {
        loop {
            match std::mem::replace(&mut self.state, ExchangeState::Ended) {
                ExchangeState::Ended => return None,
                ExchangeState::Unsent(outbound) => match self.send(outbound).await {
                    Ok(FirstResponse::Message(message)) => return Some(Ok(message)),
                    Ok(FirstResponse::Stream(stream)) => self.state = ExchangeState::Streaming(stream),
                    Err(error) => return Some(Err(error)),
                },
                ExchangeState::Streaming(mut stream) => match self.read(&mut stream).await {
                    Ok(message) => {
                        if !is_response_to(self.id, &message) {
                            self.state = ExchangeState::Streaming(stream);
                        }
                        return Some(Ok(message));
                    }
                    Err(error) => return Some(Err(error)),
                },
            }
        }
    }

    /// Sends the request, and reads its response unless that is a stream.
    async fn send(&self, mut outbound: OutboundMessage) -> Result<FirstResponse, HttpError> {
        let context = &*self.context;
        let response = check_status(context, request::post(context, &mut outbound).send().await?).await?;
        if outbound.method == method::INITIALIZE {
            let session = response.header(&SESSION).and_then(|session| session.parse().ok());
            context.state.lock().session = session;
        }
        if response.is_stream() {
            let stream = MessageStream::new(response, StreamPosition::default(), context.limits.bytes);
            return Ok(FirstResponse::Stream(Box::new(stream)));
        }
        let message = decode(text(context, response).await?, &context.limits)
            .map_err(|malformed| HttpError::Malformed(malformed.error.message))?;
        check_response_id(self.id, &message).map(|()| FirstResponse::Message(message))
    }

    /// Reads the next message of the response's stream, which resumes where it breaks.
    async fn read(&self, stream: &mut MessageStream) -> Result<Message, HttpError> {
        let context = &*self.context;
        loop {
            match stream.next(context).await {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(HttpError::Unreachable(_)) if stream.position().last_event.is_some() => {}
                Err(error) => return Err(error),
            }
            if stream.position().last_event.is_none() || context.era() == Era::Modern {
                return Err(HttpError::Unreachable("the stream ended before the response".to_owned()));
            }
            *stream = resume(context, stream.take_position()).await?;
        }
    }
}

/// Sends a request and passes on the messages that come back for it.
pub(super) async fn run(mut exchange: HttpExchange) {
    let events = exchange.context.events.clone();
    while let Some(event) = exchange.next().await {
        let event = match event {
            Ok(message) => HttpEvent::Message(Box::new(message), Some(exchange.id)),
            Err(error) => HttpEvent::Failed(exchange.id, Box::new(error)),
        };
        // A client that is dropped needs no event.
        if events.send(event).await.is_err() {
            return;
        }
    }
}

fn is_response_to(id: i64, message: &Message) -> bool {
    matches!(message, Message::Response(response) if matches!(response.id(), Some(Id::Integer(found)) if *found == id))
}

/// Checks that a plain response answers this request. Otherwise the caller would wait for ever.
fn check_response_id(id: i64, message: &Message) -> Result<(), HttpError> {
    let other = |what: &str| Err(HttpError::Malformed(what.to_owned()));
    match message {
        Message::Response(_) if is_response_to(id, message) => Ok(()),
        Message::Response(response) => match (response.id(), response.result()) {
            // A server that could not read the request does not know its id. Here it is the only one.
            (None, Err(error)) => Err(HttpError::Status { status: 200, error: Some(error.clone()) }),
            _ => other("the response is for another request"),
        },
        Message::Request(_) | Message::Notification(_) => other("the body is not a response"),
    }
}

/// Sends a message that has no response.
pub(super) async fn post_message(
    context: &HttpContext,
    mut outbound: OutboundMessage,
) -> Result<(), HttpError> {
    let response = check_status(context, request::post(context, &mut outbound).send().await?).await?;
    // A connection is kept after the whole body only. A stream in place of the body never ends by itself.
    if !response.is_stream() {
        let _ = response.body(context.limits.bytes).await;
    }
    Ok(())
}

/// Returns the response if its status is a success; otherwise the error that it carries.
async fn check_status(context: &HttpContext, response: HttpResponse) -> Result<HttpResponse, HttpError> {
    if response.is_success() {
        return Ok(response);
    }
    let status = response.status();
    let has_session = context.state.lock().session.is_some();
    if status == 404 && has_session {
        return Err(HttpError::SessionEnded);
    }
    let error = match text(context, response).await.map(|body| decode(body, &context.limits)) {
        Ok(Ok(Message::Response(response))) => response.result().err().cloned(),
        _ => None,
    };
    if has_session && names_no_session(status, error.as_ref()) {
        return Err(HttpError::SessionEnded);
    }
    Err(HttpError::Status { status, error })
}

/// Returns whether a server refuses a session that it does not know, with 400 in place of 404. Servers made from the
/// examples of the TypeScript SDK do so after a restart.
fn names_no_session(status: u16, error: Option<&RpcError>) -> bool {
    status == 400 && error.is_some_and(|error| error.message.to_ascii_lowercase().contains("session"))
}

/// Resumes a legacy stream where it broke.
pub(super) async fn resume(
    context: &HttpContext,
    mut position: StreamPosition,
) -> Result<MessageStream, HttpError> {
    while position.attempts < ATTEMPTS {
        position.attempts += 1;
        tokio::time::sleep(position.retry.unwrap_or(RETRY).min(LONGEST_RETRY)).await;
        let taken = match request::get(context, position.last_event.as_deref()).send().await {
            Ok(response) => check_status(context, response).await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(response) if response.is_stream() => {
                return Ok(MessageStream::new(response, position, context.limits.bytes));
            }
            Ok(_) => return Err(HttpError::Malformed("the server did not resume its stream".to_owned())),
            Err(HttpError::Unreachable(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HttpError::Unreachable("the stream broke too often".to_owned()))
}

/// Reads the whole body, if it is not longer than a message may be.
async fn text(context: &HttpContext, response: HttpResponse) -> Result<String, HttpError> {
    let body = response.body(context.limits.bytes).await?;
    let body = body.ok_or_else(|| too_long(context))?;
    String::from_utf8(body).map_err(|_| HttpError::Malformed("the response is not UTF-8 text".to_owned()))
}

pub(super) fn too_long(context: &HttpContext) -> HttpError {
    HttpError::Malformed(format!("the response is longer than {} bytes", context.limits.bytes))
}

#[cfg(test)]
mod tests {
    use super::names_no_session;
    use crate::wire::{ErrorCode, RpcError};

    #[test]
    fn bad_request_about_the_session_means_that_it_is_gone() {
        for (status, message, expected) in [
            (400, "Bad Request: No valid session ID provided", true),
            (400, "Bad Request: Server not initialized", false),
            (500, "no session", false),
        ] {
            let error = RpcError::new(ErrorCode(-32000), message);
            assert_eq!(names_no_session(status, Some(&error)), expected, "{status} {message}");
        }
        assert!(!names_no_session(400, None));
    }
}
