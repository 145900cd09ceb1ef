//! Event streams of legacy calls, kept so that a client can resume them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use axum::response::Response;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::transport::{Closed, MessageSink};

/// How often a silent stream sends a comment, so that no proxy closes it.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// How long a call may be silent before its response becomes a stream: clients and proxies wait for
/// the first byte.
pub(super) const HEADERS_WITHIN: Duration = Duration::from_millis(900);
/// How long a client should wait before it resumes a broken stream.
const RETRY: Duration = Duration::from_secs(1);
/// The number of events that are kept for resumption and slow readers.
const MAX_EVENTS: usize = 1024;

/// The events of a stream, which can be read from any position.
pub(super) struct EventLog {
    /// The number of the stream in its session.
    pub(super) number: u64,
    inner: Mutex<EventBuffer>,
    changed: Notify,
}

/// The newest events of a stream.
#[derive(Default)]
struct EventBuffer {
    events: VecDeque<Arc<str>>,
    /// The position of the first event that is kept.
    first: usize,
    closed: bool,
}

impl EventBuffer {
    fn add(&mut self, event: Arc<str>) {
        if self.events.len() == MAX_EVENTS {
            self.events.pop_front();
            self.first += 1;
        }
        self.events.push_back(event);
    }

    /// Returns the event at this position, or the first one after it that is kept, with its
    /// position.
    fn at(&self, place: usize) -> Option<(usize, &Arc<str>)> {
        let place = place.max(self.first);
        self.events.get(place - self.first).map(|event| (place, event))
    }
}

enum NextEvent {
    Event(usize, Arc<str>),
    End,
    Nothing,
}

impl EventLog {
    pub(super) fn new(number: u64) -> Self {
        EventLog { number, inner: Mutex::default(), changed: Notify::new() }
    }

    /// Returns whether the stream has no events so far.
    pub(super) fn is_empty(&self) -> bool {
        self.inner.lock().events.is_empty()
    }

    /// Returns whether the stream is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.inner.lock().closed
    }

    /// Waits until there is an event, or the stream is closed.
    pub(super) async fn wait_for_event(&self) {
        self.until(|log| log.closed || !log.events.is_empty()).await;
    }

    async fn until(&self, holds: impl Fn(&EventBuffer) -> bool) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Registered before the check, so that no change is missed.
            changed.as_mut().enable();
            if holds(&self.inner.lock()) {
                return;
            }
            changed.await;
        }
    }

    /// Closes the stream.
    pub(super) fn close(&self) {
        self.inner.lock().closed = true;
        self.changed.notify_waiters();
    }

    fn next(&self, place: usize) -> NextEvent {
        let log = self.inner.lock();
        match log.at(place) {
            Some((place, event)) => NextEvent::Event(place, Arc::clone(event)),
            None if log.closed => NextEvent::End,
            None => NextEvent::Nothing,
        }
    }

    /// Returns a response with all events from this position on.
    pub(super) fn respond(self: &Arc<Self>, from: usize) -> Response {
        let begin =
            EventText::new().id(format_args!("{}-{from}", self.number)).retry(RETRY).json("").finish();
        let log = Arc::clone(self);
        let rest = stream::unfold((log, from), |(log, place)| async move {
            loop {
                let changed = log.changed.notified();
                tokio::pin!(changed);
                // Registered before the check, so that no change is missed.
                changed.as_mut().enable();
                match log.next(place) {
                    NextEvent::Event(place, event) => {
                        let text = event_text(Some((log.number, place + 1)), &event);
                        return Some((text, (log.clone(), place + 1)));
                    }
                    NextEvent::End => return None,
                    NextEvent::Nothing => changed.await,
                }
            }
        });
        respond_with_events(with_keep_alive(stream::once(async { begin }).chain(rest), KEEP_ALIVE))
    }
}

/// A slow reader loses the oldest events, never the response.
impl MessageSink for EventLog {
    fn put(&self, message: String) -> Result<(), Closed> {
        let mut log = self.inner.lock();
        if log.closed {
            return Err(Closed);
        }
        log.add(message.into());
        drop(log);
        self.changed.notify_waiters();
        Ok(())
    }

    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.until(|log| log.closed))
    }
}

/// Returns a message as an event.
pub(super) fn event_text(id: Option<(u64, usize)>, message: &str) -> String {
    let event = match id {
        Some((stream, place)) => EventText::new().id(format_args!("{stream}-{place}")),
        None => EventText::new(),
    };
    event.name("message").json(message).finish()
}

/// Returns the stream and the position that an event id names.
pub(super) fn parse_event_id(id: &str) -> Option<(u64, usize)> {
    let (stream, place) = id.split_once('-')?;
    Some((stream.parse().ok()?, place.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use http_body_util::BodyExt as _;
    use tokio::time::Instant;

    use super::EventLog;

    #[tokio::test(start_paused = true)]
    async fn silent_stream_sends_a_comment_every_ten_seconds() {
        let log = Arc::new(EventLog::new(1));
        let started = Instant::now();
        let mut body = log.respond(0).into_body();
        let mut next = async || {
            let frame = body.frame().await.unwrap().unwrap().into_data().unwrap();
            (String::from_utf8(frame.to_vec()).unwrap(), started.elapsed())
        };
        let (begin, at) = next().await;
        assert!(begin.starts_with("id: 1-0\n") && at.is_zero(), "{begin}");
        for seconds in [10, 20] {
            assert_eq!(next().await, (": alive\n\n".to_owned(), Duration::from_secs(seconds)));
        }
    }
}
