//! Legacy clients, by the session id they were given.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::stream::EventLog;
use crate::server::{Running, Session};
use crate::transport::Outgoing;

/// One legacy client over HTTP.
pub(super) struct Guest {
    pub(super) session: Arc<Session>,
    pub(super) principal: Arc<str>,
    pub(super) running: Running,
    streams: Mutex<HashMap<u64, Arc<EventLog>>>,
    next_stream: AtomicU64,
    seen: Mutex<Instant>,
}

/// All of them.
pub(super) struct Sessions {
    guests: Mutex<HashMap<Box<str>, Arc<Guest>>>,
    idle: Duration,
    most: usize,
}

/// The stream for what belongs to no call.
pub(super) const STANDING: u64 = 0;
/// Streams of one client that can be taken up again.
const KEPT_STREAMS: usize = 64;

impl Sessions {
    pub(super) fn new(idle: Duration, most: usize) -> Self {
        Sessions { guests: Mutex::default(), idle, most }
    }

    /// Lets somebody in and gives them an id; `None` if there is no room.
    pub(super) fn admit(&self, session: Arc<Session>, principal: Arc<str>) -> Option<String> {
        let mut guests = self.guests.lock();
        if guests.len() >= self.most {
            guests.retain(|_, guest| {
                let gone = guest.is_gone(self.idle);
                if gone {
                    guest.leave();
                }
                !gone
            });
        }
        if guests.len() >= self.most {
            return None;
        }
        let id = format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>());
        let guest = Guest {
            session,
            principal,
            running: Running::default(),
            streams: Mutex::default(),
            next_stream: AtomicU64::new(STANDING + 1),
            seen: Mutex::new(Instant::now()),
        };
        guest.stand();
        guests.insert(id.as_str().into(), Arc::new(guest));
        Some(id)
    }

    /// Who has this id, if it is still good and theirs.
    pub(super) fn find(&self, id: &str, principal: &str) -> Option<Arc<Guest>> {
        let mut guests = self.guests.lock();
        let guest = guests.get(id).filter(|guest| &*guest.principal == principal)?;
        if guest.is_gone(self.idle) {
            guest.leave();
            guests.remove(id);
            return None;
        }
        *guest.seen.lock() = Instant::now();
        Some(Arc::clone(guest))
    }

    /// Sees somebody out.
    pub(super) fn dismiss(&self, id: &str, principal: &str) -> bool {
        if self.find(id, principal).is_none() {
            return false;
        }
        if let Some(guest) = self.guests.lock().remove(id) {
            guest.leave();
        }
        true
    }
}

impl Guest {
    /// Whether it has been silent for too long. Who waits for a call is not, nor who shows a question: a person may take
    /// their time to answer.
    fn is_gone(&self, idle: Duration) -> bool {
        self.running.len() == 0 && !self.session.has_prompts() && self.seen.lock().elapsed() >= idle
    }

    /// Opens the stream for what belongs to no call.
    fn stand(&self) {
        let log = Arc::new(EventLog::new(STANDING));
        self.streams.lock().insert(STANDING, Arc::clone(&log));
        self.session.set_standing(Outgoing::into_sink(log));
    }

    /// A stream for one call.
    pub(super) fn open_stream(&self) -> Arc<EventLog> {
        let number = self.next_stream.fetch_add(1, Ordering::Relaxed);
        let log = Arc::new(EventLog::new(number));
        let mut streams = self.streams.lock();
        if streams.len() > KEPT_STREAMS {
            // Those that have ended go first: somebody may come back for the rest of the others.
            let others = streams.iter().filter(|(number, _)| **number != STANDING);
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

    fn leave(&self) {
        self.running.cancel_all();
        self.session.end();
        for log in self.streams.lock().values() {
            log.close();
        }
    }
}
