//! The event stream of a service. Reconnects by itself, and continues where it broke.

use std::collections::VecDeque;
use std::time::Duration;

use askwell_http::event_stream::{Event as StreamEvent, EventReader};
use reqwest::Response;
use reqwest::header::HeaderValue;
use serde_json::Value;

use crate::backoff::Backoff;
use crate::client::Client;
use crate::error::{ClientError, ServiceError};

/// The longest silence of a stream; the service sends a comment more often.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// An event of the connection or of an elicitation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The stream is open: later events will arrive. Earlier ones have to be looked up, unless the
    /// stream was open before.
    Connected,
    /// The stream is lost and will be reopened.
    Disconnected,
    /// The service does not have all events since the last one: list the elicitations.
    Missed,
    /// An event of an elicitation.
    Elicitation {
        /// What happened: `created`, `opened`, `extended`, `complete` …
        what: String,
        /// Its `elicitationId`, and more according to the event.
        params: Value,
    },
}

/// The events of a service.
#[derive(Debug)]
pub struct EventStream {
    client: Client,
    state: StreamState,
    last: Option<HeaderValue>,
    backoff: Backoff,
}

#[derive(Debug)]
enum StreamState {
    /// To be opened, after a pause if it was open or was tried before.
    Closed {
        pause: Option<Duration>,
    },
    Open(Box<OpenStream>),
}

#[derive(Debug)]
struct OpenStream {
    response: Response,
    reader: EventReader,
    ready: VecDeque<Event>,
}

impl EventStream {
    pub(crate) fn new(client: Client) -> EventStream {
        EventStream {
            client,
            state: StreamState::Closed { pause: None },
            last: None,
            backoff: Backoff::new(),
        }
    }

    /// Returns the next event; waits for it as long as necessary. Dropping the future loses no
    /// event.
    ///
    /// # Errors
    /// Fails if the service rejects the stream, for instance because of the key. A service that does
    /// not answer is no error: it is tried again, and the first failure is reported as
    /// [`Event::Disconnected`].
    pub async fn next(&mut self) -> Result<Event, ClientError> {
        loop {
            match &mut self.state {
                StreamState::Closed { pause } => {
                    if let Some(time) = *pause {
                        tokio::time::sleep(time).await;
                        *pause = None;
                    }
                    if let Some(event) = self.open().await? {
                        return Ok(event);
                    }
                }
                StreamState::Open(open) => {
                    if let Some(event) = open.ready.pop_front() {
                        return Ok(event);
                    }
                    let chunk = tokio::time::timeout(LONGEST_SILENCE, open.response.chunk()).await;
                    let events = match chunk {
                        Ok(Ok(Some(chunk))) => open.reader.push(&chunk).ok(),
                        _ => None,
                    };
                    let Some(events) = events else {
                        self.state = StreamState::Closed { pause: Some(self.backoff.next_pause(None)) };
                        return Ok(Event::Disconnected);
                    };
                    for event in events {
                        if let Some(id) = &event.id {
                            self.last = HeaderValue::from_str(id).ok().or(self.last.take());
                        }
                        open.ready.extend(read(&event));
                    }
                }
            }
        }
    }

    /// Opens the stream. Returns the event about it, or `None` to try again.
    async fn open(&mut self) -> Result<Option<Event>, ClientError> {
        let endpoint = self.client.endpoint();
        let mut request = self.client.http().get(endpoint.path(["events"]));
        if let Some(last) = &self.last {
            request = request.header("last-event-id", last.clone());
        }
        let sent = self.client.send(&endpoint, request);
        let sent = tokio::time::timeout(self.client.settings().call_timeout, sent).await;
        let error = match sent {
            Ok(Ok(response)) if response.status().is_success() => {
                let reader = EventReader::new(self.client.settings().max_response_bytes);
                self.backoff = Backoff::new();
                let open = OpenStream { response, reader, ready: VecDeque::new() };
                self.state = StreamState::Open(Box::new(open));
                return Ok(Some(Event::Connected));
            }
            Ok(Ok(response)) => Some(self.client.read_rejection(&endpoint, response).await),
            Ok(Err(error)) => Some(error),
            Err(_) => None,
        };
        if let Some(error) = &error
            && self.client.follow_restart(&endpoint, error).await
        {
            return Ok(None);
        }
        let asked = error.as_ref().and_then(ClientError::rejection).and_then(ServiceError::retry_after);
        self.state = StreamState::Closed { pause: Some(self.backoff.next_pause(asked)) };
        match error {
            Some(error) if !error.is_outage() => Err(error),
            _ => Ok(Some(Event::Disconnected)),
        }
    }
}

/// Parses one event. Other notifications are ignored.
fn read(event: &StreamEvent) -> Option<Event> {
    let mut data: Value = serde_json::from_str(&event.data).ok()?;
    let method = data.get("method")?.as_str()?;
    if method == "notifications/events/missed" {
        return Some(Event::Missed);
    }
    let what = method.strip_prefix("notifications/elicitation/")?.to_owned();
    Some(Event::Elicitation { what, params: data.get_mut("params").map(Value::take).unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use askwell_http::event_stream::Event as StreamEvent;
    use serde_json::json;

    use super::{Event, read};

    #[test]
    fn events_are_parsed() {
        let event = |data: &str| StreamEvent { data: data.to_owned(), ..StreamEvent::default() };
        let data = r#"{"jsonrpc":"2.0","method":"notifications/elicitation/created","params":{"a":1}}"#;
        let expected = Event::Elicitation { what: "created".to_owned(), params: json!({"a": 1}) };
        assert_eq!(read(&event(data)), Some(expected));
        assert_eq!(read(&event(r#"{"method":"notifications/events/missed"}"#)), Some(Event::Missed));
        for nothing in ["{", "{}", "", r#"{"method":"notifications/other"}"#] {
            assert_eq!(read(&event(nothing)), None, "{nothing:?}");
        }
    }
}
