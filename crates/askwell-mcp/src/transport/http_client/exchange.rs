//! One exchange: a message to the server, and the messages that come back for it.

use std::sync::Arc;
use std::time::Duration;

use askwell_http::client::describe_error;
use askwell_http::event_stream::{EventReader, MEDIA_TYPE};
use askwell_http::headers::has_media_type;
use reqwest::Response;

use super::request::{self, SESSION};
use super::{HttpContext, HttpError, HttpEvent, OutboundMessage};
use crate::wire::{Era, Id, Message, decode};

/// The pause before a stream resumes, unless the server sets one.
const RETRY: Duration = Duration::from_secs(1);
/// The longest pause that a server can set.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
/// The most memory that is reserved for a body because of its announced length.
const MAX_RESERVED: usize = 1 << 20;
/// How often in a row a stream resumes without an event.
const ATTEMPTS: u32 = 5;

/// Sends a request and passes on the messages that come back for it.
pub(super) async fn run(context: Arc<HttpContext>, id: i64, outbound: OutboundMessage) {
    if let Err(error) = request(&context, id, outbound).await {
        // The client is dropped and needs no event.
        let _ = context.events.send(HttpEvent::Failed(id, Box::new(error))).await;
    }
}

async fn request(context: &HttpContext, id: i64, mut outbound: OutboundMessage) -> Result<(), HttpError> {
    let response = check_status(context, send(request::post(context, &mut outbound)).await?).await?;
    if outbound.method == crate::wire::method::INITIALIZE {
        context.state.lock().session = response.headers().get(SESSION).cloned();
    }
    if !is_stream(&response) {
        let body = body(context, response).await?;
        let message = decode(body, &context.limits)
            .map_err(|malformed| HttpError::Malformed(malformed.error.message))?;
        return match check_response_id(id, &message) {
            Ok(()) => deliver(context, message, Some(id)).await,
            Err(error) => Err(error),
        };
    }
    let mut position = StreamPosition::default();
    let mut stream = response;
    loop {
        match read_stream(context, stream, Some(id), &mut position).await {
            Ok(StreamEnd::Answered) => return Ok(()),
            Ok(StreamEnd::Ended) => {}
            Err(HttpError::Unreachable(_)) if position.last_event.is_some() => {}
            Err(error) => return Err(error),
        }
        if position.last_event.is_none() || context.era() == Era::Modern {
            return Err(HttpError::Unreachable("the stream ended before the response".to_owned()));
        }
        stream = resume(context, &mut position).await?;
    }
}

/// Checks that a plain response answers this request. Otherwise the caller would wait for ever.
fn check_response_id(id: i64, message: &Message) -> Result<(), HttpError> {
    let other = |what: &str| Err(HttpError::Malformed(what.to_owned()));
    match message {
        Message::Response(response) if response.id() == Some(&Id::from(id)) => Ok(()),
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
    check_status(context, send(request::post(context, &mut outbound)).await?).await.map(drop)
}

pub(super) async fn send(request: reqwest::RequestBuilder) -> Result<Response, HttpError> {
    request.send().await.map_err(unreachable)
}

/// Returns the response if its status is a success; otherwise the error that it carries.
async fn check_status(context: &HttpContext, response: Response) -> Result<Response, HttpError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    if status == reqwest::StatusCode::NOT_FOUND && context.state.lock().session.is_some() {
        return Err(HttpError::SessionEnded);
    }
    let error = match body(context, response).await.map(|body| decode(body, &context.limits)) {
        Ok(Ok(Message::Response(response))) => response.result().err().cloned(),
        _ => None,
    };
    Err(HttpError::Status { status: status.as_u16(), error })
}

/// The position in a stream.
#[derive(Debug, Default)]
pub(super) struct StreamPosition {
    pub(super) last_event: Option<String>,
    retry: Option<Duration>,
    /// The number of resumptions since the last event.
    attempts: u32,
}

/// How a stream ended.
pub(super) enum StreamEnd {
    /// With the response to the request.
    Answered,
    /// Without it.
    Ended,
}

/// Passes on the messages of a stream until the response to request `id`, or the end.
pub(super) async fn read_stream(
    context: &HttpContext,
    mut stream: Response,
    id: Option<i64>,
    position: &mut StreamPosition,
) -> Result<StreamEnd, HttpError> {
    let mut reader = EventReader::new(context.limits.bytes);
    let awaited = id.map(Id::from);
    while let Some(piece) = stream.chunk().await.map_err(unreachable)? {
        let events = reader.push(&piece).map_err(|_| too_long(context))?;
        for event in events {
            position.attempts = 0;
            position.retry = event.retry.or(position.retry);
            position.last_event = event.id.or(position.last_event.take());
            if event.data.trim().is_empty() || event.name.as_deref().is_some_and(|name| name != "message") {
                continue;
            }
            let message = match decode(event.data, &context.limits) {
                Ok(message) => message,
                Err(malformed) => {
                    tracing::warn!(error = %malformed.error, "a message from the server cannot be read");
                    continue;
                }
            };
            let answered = awaited.is_some()
                && matches!(&message, Message::Response(response) if response.id() == awaited.as_ref());
            deliver(context, message, id).await?;
            if answered {
                return Ok(StreamEnd::Answered);
            }
        }
    }
    Ok(StreamEnd::Ended)
}

/// Resumes a legacy stream where it broke.
pub(super) async fn resume(
    context: &HttpContext,
    position: &mut StreamPosition,
) -> Result<Response, HttpError> {
    while position.attempts < ATTEMPTS {
        position.attempts += 1;
        tokio::time::sleep(position.retry.unwrap_or(RETRY).min(LONGEST_RETRY)).await;
        let taken = match send(request::get(context, position.last_event.as_deref())).await {
            Ok(response) => check_status(context, response).await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(response) if is_stream(&response) => return Ok(response),
            Ok(_) => return Err(HttpError::Malformed("the server did not resume its stream".to_owned())),
            Err(HttpError::Unreachable(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HttpError::Unreachable("the stream broke too often".to_owned()))
}

pub(super) fn is_stream(response: &Response) -> bool {
    has_media_type(response.headers(), MEDIA_TYPE)
}

async fn deliver(context: &HttpContext, message: Message, origin: Option<i64>) -> Result<(), HttpError> {
    let delivered = context.events.send(HttpEvent::Message(Box::new(message), origin)).await;
    delivered.map_err(|_| HttpError::Unreachable("the client is closed".to_owned()))
}

/// Reads the whole body, if it is not longer than a message may be.
async fn body(context: &HttpContext, mut response: Response) -> Result<String, HttpError> {
    let announced = response.content_length().and_then(|length| usize::try_from(length).ok());
    let mut bytes =
        Vec::with_capacity(announced.unwrap_or_default().min(context.limits.bytes).min(MAX_RESERVED));
    while let Some(piece) = response.chunk().await.map_err(unreachable)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > context.limits.bytes {
            return Err(too_long(context));
        }
    }
    String::from_utf8(bytes).map_err(|_| HttpError::Malformed("the response is not UTF-8 text".to_owned()))
}

fn too_long(context: &HttpContext) -> HttpError {
    HttpError::Malformed(format!("the response is longer than {} bytes", context.limits.bytes))
}

pub(super) fn unreachable(error: reqwest::Error) -> HttpError {
    HttpError::Unreachable(describe_error(error))
}
