//! How a client's messages get to the server and back, whatever lies between.

use tokio::sync::mpsc;

use super::error::CallError;
use crate::transport::http_client::{HttpClient, HttpError, HttpEvent, Outbound, Spoken};
use crate::transport::{Arrival, Garbage, Incoming, Outgoing};
use crate::wire::{Era, Id, Json, Limits, Malformed, Message, ObjectWriter, decode, encode, method};

/// The way to the server.
#[derive(Debug)]
pub(super) enum Carrier {
    /// One stream each way: a child process, or another task.
    Stream(Outgoing),
    /// An exchange for each message.
    Http(HttpClient),
}

/// The way back.
#[derive(Debug)]
pub(super) enum Source {
    Stream(Incoming),
    Http(mpsc::Receiver<HttpEvent>),
}

/// What came back.
#[derive(Debug)]
pub(super) enum Inbound {
    Message(Message),
    Malformed(Malformed),
    /// Longer than a message may be; it was not kept.
    TooLong(Garbage),
    /// A request that will not be answered.
    Lost(i64, CallError),
}

impl Source {
    /// The next thing that comes back; `None` when nothing more will.
    pub(super) async fn next(&mut self, limits: &Limits) -> Option<Inbound> {
        loop {
            match self {
                Source::Http(events) => {
                    return Some(match events.recv().await? {
                        HttpEvent::Message(message) => Inbound::Message(message),
                        HttpEvent::Lost(id, error) => Inbound::Lost(id, lost(error)),
                    });
                }
                Source::Stream(incoming) => match incoming.next().await? {
                    Arrival::Text(text) => {
                        return Some(decode(text, limits).map_or_else(Inbound::Malformed, Inbound::Message));
                    }
                    Arrival::Garbage(garbage @ Garbage::TooLong { .. }) => {
                        return Some(Inbound::TooLong(garbage));
                    }
                    // Programs print things where messages should be. It is not for a client to complain.
                    Arrival::Garbage(garbage @ Garbage::NotText) => {
                        tracing::warn!(%garbage, "the server sent something else than a message");
                    }
                },
            }
        }
    }
}

/// What an HTTP error means for whoever asked.
pub(super) fn lost(error: HttpError) -> CallError {
    match error {
        HttpError::Unreachable(reason) => CallError::Http(reason),
        HttpError::Status { error: Some(error), .. } => CallError::Server(error),
        HttpError::Status { status, error: None } => CallError::Status { status },
        HttpError::SessionEnded => CallError::SessionEnded,
        HttpError::Malformed(reason) => CallError::Malformed(reason),
    }
}

impl Carrier {
    /// Sends a request.
    pub(super) fn request(&self, id: i64, outbound: Outbound) -> Result<(), CallError> {
        match self {
            Carrier::Stream(outgoing) => outgoing.send(outbound.text).map_err(|_| CallError::Closed),
            Carrier::Http(http) => {
                http.request(id, outbound);
                Ok(())
            }
        }
    }

    /// Sends a notification, and waits until it has got there as far as that can be known.
    pub(super) async fn notify(&self, method: &str, params: &Json) -> Result<(), CallError> {
        let text = encode::notification(method, params.raw());
        match self {
            Carrier::Stream(outgoing) => outgoing.send(text).map_err(|_| CallError::Closed),
            Carrier::Http(http) => {
                let outbound = Outbound { text, method: method.to_owned(), ..Outbound::default() };
                http.tell(outbound).await.map_err(lost)
            }
        }
    }

    /// Sends an answer. A server that is gone does not miss it.
    pub(super) fn reply(&self, text: String) {
        match self {
            Carrier::Stream(outgoing) => {
                let _ = outgoing.send(text);
            }
            Carrier::Http(http) => http.tell_later(Outbound { text, ..Outbound::default() }),
        }
    }

    /// Tells the server that nobody waits for this any more.
    pub(super) fn abandon(&self, id: i64, era: Era) {
        let params =
            ObjectWriter::new().integer("requestId", id).text("reason", "nobody waits for it").finish();
        let text = encode::notification(method::CANCELLED, params.raw());
        match (self, era) {
            (Carrier::Stream(outgoing), _) => {
                let _ = outgoing.send(text);
            }
            (Carrier::Http(http), Era::Legacy) => {
                http.abandon(id);
                http.tell_later(Outbound {
                    text,
                    method: method::CANCELLED.to_owned(),
                    ..Outbound::default()
                });
            }
            (Carrier::Http(http), Era::Modern) => http.abandon(id),
        }
    }

    /// What is spoken from now on.
    pub(super) fn speak(&self, spoken: Spoken) {
        if let Carrier::Http(http) = self {
            http.speak(spoken);
        }
    }

    /// What a legacy server says unasked comes from now on.
    pub(super) async fn listen(&self) {
        if let Carrier::Http(http) = self {
            http.listen().await;
        }
    }
}

/// The number of an answered request. Ours are whole numbers, and nobody else's matter.
pub(super) fn number(id: Option<&Id>) -> Option<i64> {
    match id {
        Some(Id::Integer(number)) => Some(*number),
        _ => None,
    }
}
