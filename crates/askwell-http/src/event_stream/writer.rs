//! Writes server-sent events and the response that carries them.

use std::convert::Infallible;
use std::fmt::{Display, Write as _};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};

use super::MEDIA_TYPE;
use crate::headers::protect_response;

/// Tells a reverse proxy to pass events on as they come.
const PROXY_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// The text of one event, written field by field. Line ends inside a field become spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use = "an event is complete when it is finished"]
pub struct EventText(String);

impl EventText {
    /// Returns an event without fields.
    pub fn new() -> EventText {
        EventText::default()
    }

    /// Adds a comment, which readers skip. An event of comments alone keeps a silent connection
    /// open.
    pub fn comment(self, text: &str) -> EventText {
        if text.is_empty() { self.line(":", "") } else { self.line(": ", text) }
    }

    /// Adds the id that a reader sends as `Last-Event-ID` to continue after this event.
    pub fn id(self, id: impl Display) -> EventText {
        self.line("id: ", id)
    }

    /// Adds the time that a reader waits before it reconnects, in whole milliseconds.
    pub fn retry(self, wait: Duration) -> EventText {
        self.line("retry: ", wait.as_millis())
    }

    /// Adds the event name; readers assume `message` without one.
    pub fn name(self, name: &str) -> EventText {
        self.line("event: ", name)
    }

    /// Adds the data: JSON in one line. Line ends become spaces, which JSON treats alike outside of
    /// strings.
    pub fn json(self, text: &str) -> EventText {
        self.line("data: ", text)
    }

    /// Returns the complete event.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.0.push('\n');
        self.0
    }

    fn line(mut self, field: &str, value: impl Display) -> EventText {
        self.0.push_str(field);
        let start = self.0.len();
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{value}");
        if self.0.get(start..).is_some_and(|value| value.contains(['\n', '\r'])) {
            let value = self.0.split_off(start).replace(['\n', '\r'], " ");
            self.0.push_str(&value);
        }
        self.0.push('\n');
        self
    }
}

/// Passes a stream of texts through and sends a comment after each `interval` without one, so that
/// no proxy closes the connection. Ends with the stream and loses none of its texts.
pub fn with_keep_alive(
    texts: impl Stream<Item = String> + Send,
    interval: Duration,
) -> impl Stream<Item = String> + Send {
    stream::unfold(Box::pin(texts), move |mut texts| async move {
        let next = tokio::time::timeout(interval, texts.next()).await;
        let text = next.unwrap_or_else(|_| Some(EventText::new().comment("alive").finish()))?;
        Some((text, texts))
    })
}

/// Returns a response that sends these texts as they come: not cached, not sniffed, not buffered by a proxy. Dropping the
/// response drops the stream.
pub fn respond_with_events<T: Into<Bytes>>(texts: impl Stream<Item = T> + Send + 'static) -> Response {
    let body = Body::from_stream(texts.map(|text| Ok::<Bytes, Infallible>(text.into())));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(PROXY_BUFFERING, HeaderValue::from_static("no"));
    protect_response(headers);
    response
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::stream::{self, StreamExt as _};
    use tokio::time::Instant;

    use super::{EventText, respond_with_events, with_keep_alive};

    #[test]
    fn events_are_written_field_by_field() {
        let new = EventText::new;
        for (event, expected) in [
            (new().comment(""), ":\n\n"),
            (new().comment("alive"), ": alive\n\n"),
            (new().id("1-0").retry(Duration::from_secs(1)).json(""), "id: 1-0\nretry: 1000\ndata: \n\n"),
            (new().id(7).json("{}"), "id: 7\ndata: {}\n\n"),
            (new().name("message").json("{\n\"a\":\r\n1}"), "event: message\ndata: { \"a\":  1}\n\n"),
            (new().id("1\ndata: forged"), "id: 1 data: forged\n\n"),
        ] {
            assert_eq!(event.finish(), expected);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn silent_stream_sends_comments_and_loses_no_event() {
        let started = Instant::now();
        let texts = stream::once(async {
            tokio::time::sleep(Duration::from_secs(25)).await;
            "data: 1\n\n".to_owned()
        });
        let sent = with_keep_alive(texts, Duration::from_secs(10));
        let sent: Vec<_> = sent.map(|text| (text, started.elapsed().as_secs())).collect().await;
        let expected = [(": alive\n\n", 10), (": alive\n\n", 20), ("data: 1\n\n", 25)];
        assert_eq!(sent, expected.map(|(text, at)| (text.to_owned(), at)));
    }

    #[test]
    fn response_is_neither_cached_nor_sniffed_nor_buffered() {
        let response = respond_with_events(stream::empty::<String>());
        for (name, expected) in [
            ("content-type", "text/event-stream"),
            ("cache-control", "no-store"),
            ("x-content-type-options", "nosniff"),
            ("x-accel-buffering", "no"),
        ] {
            assert_eq!(response.headers()[name], expected, "{name}");
        }
    }
}
