//! One message out, and what comes back for it.

use std::sync::Arc;
use std::time::Duration;

use askwell_http::client::describe_error;
use askwell_http::event_stream::{EventReader, MEDIA_TYPE};
use askwell_http::headers::has_media_type;
use reqwest::Response;

use super::request::{self, SESSION};
use super::{HttpError, HttpEvent, Outbound, Shared};
use crate::wire::{Era, Id, Message, decode};

/// How long to wait before a stream is taken up again, unless the server says so.
const RETRY: Duration = Duration::from_secs(1);
/// The longest wait that a server can ask for.
const LONGEST_RETRY: Duration = Duration::from_secs(60);
/// How often in a row a stream is taken up without an event on it.
const ATTEMPTS: u32 = 5;

/// Sends a request and passes on everything that comes back for it.
pub(super) async fn run(shared: Arc<Shared>, id: i64, outbound: Outbound) {
    if let Err(error) = request(&shared, id, &outbound).await {
        // Nobody listens any more: then nobody misses it.
        let _ = shared.events.send(HttpEvent::Lost(id, error)).await;
    }
}

async fn request(shared: &Shared, id: i64, outbound: &Outbound) -> Result<(), HttpError> {
    let response = checked(shared, send(request::post(shared, outbound)).await?).await?;
    if outbound.method == crate::wire::method::INITIALIZE {
        shared.state.lock().session = response.headers().get(SESSION).cloned();
    }
    if !is_stream(&response) {
        let body = body(shared, response).await?;
        let message = decode(body, &shared.limits)
            .map_err(|malformed| HttpError::Malformed(malformed.error.message))?;
        return match meant_for(id, &message) {
            Ok(()) => deliver(shared, message).await,
            Err(error) => Err(error),
        };
    }
    let mut place = Place::default();
    let mut stream = response;
    loop {
        match follow(shared, stream, Some(id), &mut place).await {
            Ok(Followed::Answered) => return Ok(()),
            Ok(Followed::Ended) => {}
            Err(HttpError::Unreachable(_)) if place.last_event.is_some() => {}
            Err(error) => return Err(error),
        }
        if place.last_event.is_none() || shared.era() == Era::Modern {
            return Err(HttpError::Unreachable("the stream ended before the answer came".to_owned()));
        }
        stream = resume(shared, &mut place).await?;
    }
}

/// Whether a plain answer is the one that was waited for: another one would leave whoever waits waiting.
fn meant_for(id: i64, message: &Message) -> Result<(), HttpError> {
    let other = |what: &str| Err(HttpError::Malformed(what.to_owned()));
    match message {
        Message::Response(response) if response.id() == Some(&Id::from(id)) => Ok(()),
        Message::Response(response) => match (response.id(), response.result()) {
            // A server that could not read a request cannot say which it was. Here it is the only one.
            (None, Err(error)) => Err(HttpError::Status { status: 200, error: Some(error.clone()) }),
            _ => other("it answers another request"),
        },
        Message::Request(_) | Message::Notification(_) => other("it is no answer"),
    }
}

/// Sends what has no answer.
pub(super) async fn tell(shared: &Shared, outbound: &Outbound) -> Result<(), HttpError> {
    checked(shared, send(request::post(shared, outbound)).await?).await.map(drop)
}

pub(super) async fn send(request: reqwest::RequestBuilder) -> Result<Response, HttpError> {
    request.send().await.map_err(unreachable)
}

/// The response, if its status is a success; what it says, if it is none.
async fn checked(shared: &Shared, response: Response) -> Result<Response, HttpError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    if status == reqwest::StatusCode::NOT_FOUND && shared.state.lock().session.is_some() {
        return Err(HttpError::SessionEnded);
    }
    let error = match body(shared, response).await.map(|body| decode(body, &shared.limits)) {
        Ok(Ok(Message::Response(response))) => response.result().err().cloned(),
        _ => None,
    };
    Err(HttpError::Status { status: status.as_u16(), error })
}

/// Where in a stream one is.
#[derive(Debug, Default)]
pub(super) struct Place {
    pub(super) last_event: Option<String>,
    retry: Option<Duration>,
    /// How often it was taken up since the last event.
    attempts: u32,
}

/// How a stream ended.
pub(super) enum Followed {
    /// With the answer that was waited for.
    Answered,
    /// Without.
    Ended,
}

/// Passes on what a stream brings, until the answer to request `id` or the end.
pub(super) async fn follow(
    shared: &Shared,
    mut stream: Response,
    id: Option<i64>,
    place: &mut Place,
) -> Result<Followed, HttpError> {
    let mut reader = EventReader::new(shared.limits.bytes);
    let awaited = id.map(Id::from);
    while let Some(piece) = stream.chunk().await.map_err(unreachable)? {
        let events = reader.push(&piece).map_err(|_| too_long(shared))?;
        for event in events {
            place.attempts = 0;
            place.retry = event.retry.or(place.retry);
            place.last_event = event.id.or(place.last_event.take());
            if event.data.trim().is_empty() || event.name.as_deref().is_some_and(|name| name != "message") {
                continue;
            }
            let message = match decode(event.data, &shared.limits) {
                Ok(message) => message,
                Err(malformed) => {
                    tracing::warn!(error = %malformed.error, "a message from the server cannot be read");
                    continue;
                }
            };
            let answered = awaited.is_some()
                && matches!(&message, Message::Response(response) if response.id() == awaited.as_ref());
            deliver(shared, message).await?;
            if answered {
                return Ok(Followed::Answered);
            }
        }
    }
    Ok(Followed::Ended)
}

/// Takes up a legacy stream where it broke.
pub(super) async fn resume(shared: &Shared, place: &mut Place) -> Result<Response, HttpError> {
    while place.attempts < ATTEMPTS {
        place.attempts += 1;
        tokio::time::sleep(place.retry.unwrap_or(RETRY).min(LONGEST_RETRY)).await;
        let taken = match send(request::get(shared, place.last_event.as_deref())).await {
            Ok(response) => checked(shared, response).await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(response) if is_stream(&response) => return Ok(response),
            Ok(_) => return Err(HttpError::Malformed("the server did not take up its stream".to_owned())),
            Err(HttpError::Unreachable(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HttpError::Unreachable("the stream broke too often".to_owned()))
}

pub(super) fn is_stream(response: &Response) -> bool {
    has_media_type(response.headers(), MEDIA_TYPE)
}

async fn deliver(shared: &Shared, message: Message) -> Result<(), HttpError> {
    let delivered = shared.events.send(HttpEvent::Message(message)).await;
    delivered.map_err(|_| HttpError::Unreachable("nobody waits for the answer".to_owned()))
}

/// The whole of a body, if it is no longer than a message may be.
async fn body(shared: &Shared, mut response: Response) -> Result<String, HttpError> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(unreachable)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > shared.limits.bytes {
            return Err(too_long(shared));
        }
    }
    String::from_utf8(bytes).map_err(|_| HttpError::Malformed("the answer is not text".to_owned()))
}

fn too_long(shared: &Shared) -> HttpError {
    HttpError::Malformed(format!("the answer is longer than {} bytes", shared.limits.bytes))
}

pub(super) fn unreachable(error: reqwest::Error) -> HttpError {
    HttpError::Unreachable(describe_error(error))
}
