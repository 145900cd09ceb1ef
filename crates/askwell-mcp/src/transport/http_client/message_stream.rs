//! The messages of an event stream.

use std::time::Duration;

use askwell_http::event_stream::{Event, EventReader};

use super::connections::HttpResponse;
use super::exchange::too_long;
use super::{HttpContext, HttpError};
use crate::wire::{Message, decode};

/// Reads the messages of an event stream.
pub(super) struct MessageStream {
    response: HttpResponse,
    reader: EventReader,
    /// Events that were read and not looked at yet.
    events: std::vec::IntoIter<Event>,
    position: StreamPosition,
}

/// The position in a stream.
#[derive(Debug, Default)]
pub(super) struct StreamPosition {
    pub(super) last_event: Option<String>,
    /// The pause before the stream resumes, as the server set it.
    pub(super) retry: Option<Duration>,
    /// The number of resumptions since the last event.
    pub(super) attempts: u32,
}

impl MessageStream {
    /// Reads a response from this position on; an event has at most `limit` bytes.
    pub(super) fn new(response: HttpResponse, position: StreamPosition, limit: usize) -> Self {
        MessageStream { response, reader: EventReader::new(limit), events: Vec::new().into_iter(), position }
    }

    pub(super) fn position(&self) -> &StreamPosition {
        &self.position
    }

    /// Takes the position, to resume the stream there.
    pub(super) fn take_position(&mut self) -> StreamPosition {
        std::mem::take(&mut self.position)
    }

    /// Waits for the next message; `None` at the end of the stream. What is not a message is left out.
    pub(super) async fn next(&mut self, context: &HttpContext) -> Result<Option<Message>, HttpError> {
        loop {
            for event in self.events.by_ref() {
                let position = &mut self.position;
                position.attempts = 0;
                position.retry = event.retry.or(position.retry);
                position.last_event = event.id.or(position.last_event.take());
                if event.data.trim().is_empty() || event.name.as_deref().is_some_and(|name| name != "message")
                {
                    continue;
                }
                match decode(event.data, &context.limits) {
                    Ok(message) => return Ok(Some(message)),
                    Err(malformed) => {
                        tracing::warn!(error = %malformed.error, "a message from the server cannot be read");
                    }
                }
            }
            let Some(piece) = self.response.next_piece().await? else { return Ok(None) };
            self.events = self.reader.push(&piece).map_err(|_| too_long(context))?.into_iter();
        }
    }
}
