//! The sessions of legacy clients over HTTP, by their ids.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::stream::EventLog;
use crate::server::{RunningCalls, Session};
use crate::transport::Outgoing;

/// The session of one legacy client over HTTP.
pub(super) struct HttpSession {
    pub(super) session: Arc<Session>,
    pub(super) principal: Arc<str>,
    pub(super) running: RunningCalls,
    streams: Mutex<HashMap<u64, Arc<EventLog>>>,
    next_stream: AtomicU64,
    seen: Mutex<Instant>,
}

/// All sessions.
pub(super) struct HttpSessions {
    sessions: Mutex<HashMap<Box<str>, Arc<HttpSession>>>,
    idle: Duration,
    most: usize,
    /// What all ids begin with: the name of the node and a dot, or nothing.
    prefix: String,
}

/// The number of the standalone stream, for messages that belong to no call.
pub(super) const STANDALONE: u64 = 0;
/// The most streams of one client that can be resumed.
const MAX_STREAMS: usize = 64;

impl HttpSessions {
    pub(super) fn new(idle: Duration, most: usize, node: Option<&str>) -> Self {
        let prefix = node.map(|node| format!("{node}.")).unwrap_or_default();
        HttpSessions { sessions: Mutex::default(), idle, most, prefix }
    }

    /// Adds a session and returns its id; `None` if there are too many.
    pub(super) fn admit(&self, session: &Arc<Session>, principal: Arc<str>) -> Option<String> {
        let mut sessions = self.sessions.lock();
        if sessions.len() >= self.most {
            sessions.retain(|_, http_session| {
                let expired = http_session.is_expired(self.idle);
                if expired {
                    http_session.end();
                }
                !expired
            });
        }
        if sessions.len() >= self.most {
            return None;
        }
        let id = format!("{}{:032x}{:032x}", self.prefix, rand::random::<u128>(), rand::random::<u128>());
        let http_session = HttpSession {
            session: Arc::clone(session),
            principal,
            running: RunningCalls::default(),
            streams: Mutex::default(),
            next_stream: AtomicU64::new(STANDALONE + 1),
            seen: Mutex::new(Instant::now()),
        };
        http_session.open_standalone_stream();
        session.await_listener();
        sessions.insert(id.as_str().into(), Arc::new(http_session));
        Some(id)
    }

    /// Returns the session with this id, if it has not expired and belongs to the principal.
    pub(super) fn find(&self, id: &str, principal: &str) -> Option<Arc<HttpSession>> {
        let mut sessions = self.sessions.lock();
        let http_session = sessions.get(id).filter(|http_session| &*http_session.principal == principal)?;
        if http_session.is_expired(self.idle) {
            http_session.end();
            sessions.remove(id);
            return None;
        }
        *http_session.seen.lock() = Instant::now();
        Some(Arc::clone(http_session))
    }

    /// Ends a session. Returns `false` if there is none.
    pub(super) fn end(&self, id: &str, principal: &str) -> bool {
        if self.find(id, principal).is_none() {
            return false;
        }
        if let Some(http_session) = self.sessions.lock().remove(id) {
            http_session.end();
        }
        true
    }
}

impl HttpSession {
    /// Returns whether the session is idle for too long. One with a running call or an open prompt
    /// is not idle.
    fn is_expired(&self, idle: Duration) -> bool {
        self.running.len() == 0 && !self.session.has_prompts() && self.seen.lock().elapsed() >= idle
    }

    /// Opens the stream for messages that belong to no call.
    fn open_standalone_stream(&self) {
        let log = Arc::new(EventLog::new(STANDALONE));
        self.streams.lock().insert(STANDALONE, Arc::clone(&log));
        self.session.set_standalone(Outgoing::from_sink(log));
    }

    /// Opens a stream for one call.
    pub(super) fn open_stream(&self) -> Arc<EventLog> {
        let number = self.next_stream.fetch_add(1, Ordering::Relaxed);
        let log = Arc::new(EventLog::new(number));
        let mut streams = self.streams.lock();
        if streams.len() > MAX_STREAMS {
            // Ended streams go first: clients may resume the others.
            let others = streams.iter().filter(|(number, _)| **number != STANDALONE);
            let oldest = others.map(|(number, log)| (!log.is_closed(), *number)).min();
            oldest.and_then(|(_, oldest)| streams.remove(&oldest));
        }
        streams.insert(number, Arc::clone(&log));
        log
    }

    pub(super) fn stream(&self, number: u64) -> Option<Arc<EventLog>> {
        self.streams.lock().get(&number).cloned()
    }

    pub(super) fn forget_stream(&self, number: u64) {
        self.streams.lock().remove(&number);
    }

    fn end(&self) {
        self.running.cancel_all();
        self.session.end();
        for log in self.streams.lock().values() {
            log.close();
        }
    }
}
