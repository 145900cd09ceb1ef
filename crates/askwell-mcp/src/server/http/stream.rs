//! Answers that come in pieces: server-sent events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use axum::response::Response;
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, stream};
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::transport::{Closed, Sink};

/// How often a silent stream says that it is alive, so that nobody on the way closes it.
pub(super) const KEEP_ALIVE: Duration = Duration::from_secs(10);
/// How long a call may be silent before its answer begins as a stream: clients and proxies wait for the first byte.
pub(super) const HEADERS_WITHIN: Duration = Duration::from_millis(900);
/// How long a client should wait before it takes a broken stream up again.
const RETRY: Duration = Duration::from_secs(1);
/// How much of a stream is kept for those who lost it, or read slowly.
const KEPT_EVENTS: usize = 1024;

/// What was sent on a stream, to be read from any place, by whoever lost the rest.
pub(super) struct EventLog {
    /// Names the stream within its session.
    pub(super) number: u64,
    inner: Mutex<Log>,
    changed: Notify,
}

/// The newest events of a stream; those before them have made room.
#[derive(Default)]
struct Log {
    events: VecDeque<Arc<str>>,
    /// The place of the first one that is kept.
    first: usize,
    closed: bool,
}

impl Log {
    fn add(&mut self, event: Arc<str>) {
        if self.events.len() == KEPT_EVENTS {
            self.events.pop_front();
            self.first += 1;
        }
        self.events.push_back(event);
    }

    /// The event at this place, or the first one after it that is still there; and its place.
    fn at(&self, place: usize) -> Option<(usize, &Arc<str>)> {
        let place = place.max(self.first);
        self.events.get(place - self.first).map(|event| (place, event))
    }
}

enum Next {
    Event(usize, Arc<str>),
    End,
    Nothing,
}

impl EventLog {
    pub(super) fn new(number: u64) -> Self {
        EventLog { number, inner: Mutex::default(), changed: Notify::new() }
    }

    /// Whether nothing was said so far.
    pub(super) fn is_silent(&self) -> bool {
        self.inner.lock().events.is_empty()
    }

    /// Whether nothing will be said any more.
    pub(super) fn is_closed(&self) -> bool {
        self.inner.lock().closed
    }

    /// Waits until something is said, or nothing will be.
    pub(super) async fn spoken(&self) {
        self.until(|log| log.closed || !log.events.is_empty()).await;
    }

    async fn until(&self, holds: impl Fn(&Log) -> bool) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            // Listening begins before looking, so that nothing falls in between.
            changed.as_mut().enable();
            if holds(&self.inner.lock()) {
                return;
            }
            changed.await;
        }
    }

    /// Nothing will be added any more.
    pub(super) fn close(&self) {
        self.inner.lock().closed = true;
        self.changed.notify_waiters();
    }

    fn next(&self, place: usize) -> Next {
        let log = self.inner.lock();
        match log.at(place) {
            Some((place, event)) => Next::Event(place, Arc::clone(event)),
            None if log.closed => Next::End,
            None => Next::Nothing,
        }
    }

    /// A response that tells everything from this place on.
    pub(super) fn respond(self: &Arc<Self>, from: usize) -> Response {
        let begin =
            EventText::new().id(format_args!("{}-{from}", self.number)).retry(RETRY).json("").finish();
        let log = Arc::clone(self);
        let rest = stream::unfold((log, from), |(log, place)| async move {
            loop {
                let changed = log.changed.notified();
                tokio::pin!(changed);
                // Listening begins before looking, so that nothing falls in between.
                changed.as_mut().enable();
                match log.next(place) {
                    Next::Event(place, event) => {
                        let text = event_text(Some((log.number, place + 1)), &event);
                        return Some((text, (log.clone(), place + 1)));
                    }
                    Next::End => return None,
                    Next::Nothing => changed.await,
                }
            }
        });
        respond_with_events(with_keep_alive(stream::once(async { begin }).chain(rest), KEEP_ALIVE))
    }
}

/// Whoever does not read gets the newest, the answer among them.
impl Sink for EventLog {
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

/// One message as an event.
pub(super) fn event_text(id: Option<(u64, usize)>, message: &str) -> String {
    let event = match id {
        Some((stream, place)) => EventText::new().id(format_args!("{stream}-{place}")),
        None => EventText::new(),
    };
    event.name("message").json(message).finish()
}

/// The place in a stream that an event id names.
pub(super) fn place_of(id: &str) -> Option<(u64, usize)> {
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
