//! What is to be delivered to whom and when, on disk and in memory.
//!
//! Each delivery is a note; memory only knows when each is due. Whatever changes is written first.

use std::collections::BTreeSet;
use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Clock, Engine, Note, NoteWrite, Notes, Resolver, StoreError};
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex;
use tokio::sync::{Notify, watch};

use super::attempt::Line;
use super::delivery::{DEAD, Delivery, PENDING};
use super::settings::{Endpoint, WebhookSettings};
use super::{EndpointStatus, ReplayError, WebhookParts};

/// Endpoints that have said to be gone: the value is the URL that said so.
const GONE: &str = "webhook-gone";

/// Notes are read in stretches of this many.
const STRETCH: usize = 200;

/// All that the tasks share.
pub(super) struct Outbox {
    pub(super) engine: Engine,
    pub(super) notes: Notes,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) resolver: Arc<dyn Resolver>,
    pub(super) settings: WebhookSettings,
    pub(super) endpoints: Vec<Mailbox>,
    /// Attempts that were made and recorded.
    pub(super) attempts: watch::Sender<u64>,
    /// How many dead letters there are.
    dead: Mutex<usize>,
}

/// One endpoint, and what waits for it.
pub(super) struct Mailbox {
    pub(super) endpoint: Endpoint,
    pub(super) line: Line,
    waiting: Mutex<Waiting>,
    /// Rings when something is due that was not.
    pub(super) bell: Notify,
}

#[derive(Default)]
struct Waiting {
    due: BTreeSet<(Timestamp, Arc<str>)>,
    /// Being tried right now.
    flying: usize,
    gone_since: Option<Timestamp>,
}

impl Mailbox {
    fn new(endpoint: Endpoint) -> Mailbox {
        Mailbox { endpoint, line: Line::default(), waiting: Mutex::default(), bell: Notify::new() }
    }

    pub(super) fn status(&self) -> EndpointStatus {
        let waiting = self.waiting.lock();
        EndpointStatus {
            name: self.endpoint.name.clone(),
            disabled_at: waiting.gone_since,
            pending: waiting.due.len() + waiting.flying,
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        self.waiting.lock().gone_since.is_some()
    }

    pub(super) fn is_full(&self, most: usize) -> bool {
        let waiting = self.waiting.lock();
        waiting.due.len() + waiting.flying >= most
    }

    /// Something is to be tried at this time.
    pub(super) fn expect(&self, at: Timestamp, id: Arc<str>) {
        self.waiting.lock().due.insert((at, id));
        self.bell.notify_one();
    }

    /// The next one whose time has come; it counts as flying until it has landed.
    pub(super) fn take_due(&self, now: Timestamp) -> Option<Arc<str>> {
        let mut waiting = self.waiting.lock();
        if waiting.due.first()?.0 > now {
            return None;
        }
        let (_, id) = waiting.due.pop_first()?;
        waiting.flying += 1;
        Some(id)
    }

    pub(super) fn landed(&self) {
        let mut waiting = self.waiting.lock();
        waiting.flying = waiting.flying.saturating_sub(1);
    }

    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.lock().due.first().map(|(at, _)| *at)
    }
}

impl Outbox {
    /// Reads what was left over.
    pub(super) async fn open(parts: WebhookParts) -> Result<Outbox, StoreError> {
        let WebhookParts { engine, clock, resolver, endpoints, settings } = parts;
        let endpoints = endpoints.into_iter().map(Mailbox::new).collect();
        let attempts = watch::Sender::new(0);
        let notes = engine.notes();
        let dead = Mutex::new(count(&notes, DEAD).await?);
        let outbox = Outbox { engine, notes, clock, resolver, settings, endpoints, attempts, dead };
        for place in &outbox.endpoints {
            let gone = outbox.notes.get(GONE, place.endpoint.name.as_str()).await?;
            // One that has moved may be there again.
            if let Some((since, url)) = gone.as_ref().and_then(read_gone)
                && url == place.endpoint.url
            {
                place.waiting.lock().gone_since = Some(since);
            }
        }
        let mut after = None;
        loop {
            let stretch = outbox.notes.list(PENDING, after, STRETCH).await?;
            let Some(last) = stretch.last() else { return Ok(outbox) };
            after = Some(Arc::clone(&last.key));
            for note in &stretch {
                outbox.take_up(note).await?;
            }
        }
    }

    async fn take_up(&self, note: &Note) -> Result<(), StoreError> {
        let delivery = Delivery::read(note)?;
        match self.find(&delivery.endpoint) {
            Some(place) if !place.is_gone() => place.expect(delivery.at, delivery.id),
            Some(_) => self.give_up(note, delivery, "the endpoint is gone").await?,
            None => self.give_up(note, delivery, "the endpoint is no longer configured").await?,
        }
        Ok(())
    }

    pub(super) fn find(&self, name: &str) -> Option<&Mailbox> {
        self.endpoints.iter().find(|place| place.endpoint.name == name)
    }

    pub(super) async fn list(
        &self,
        shelf: &'static str,
        after: Option<Arc<str>>,
        limit: usize,
    ) -> Result<Vec<Delivery>, StoreError> {
        self.notes.list(shelf, after, limit).await?.iter().map(Delivery::read).collect()
    }

    /// Makes a dead letter of a delivery.
    pub(super) async fn give_up(
        &self,
        note: &Note,
        mut delivery: Delivery,
        why: &str,
    ) -> Result<(), StoreError> {
        tracing::warn!(id = %delivery.id, endpoint = %delivery.endpoint, why, "a webhook is given up");
        metrics::counter!("askwell_webhook_dead_letters_total", "endpoint" => delivery.endpoint.clone())
            .increment(1);
        delivery.at = self.clock.now();
        delivery.failure = Some(why.to_owned());
        let writes = vec![removal(note), NoteWrite::Put { note: delivery.note(DEAD)?, expected: 0 }];
        self.notes.write(writes).await?;
        self.count_dead(1).await
    }

    /// So many letters more have died. Keeps their number within its bound: the oldest go.
    pub(super) async fn count_dead(&self, more: usize) -> Result<(), StoreError> {
        let excess = {
            let mut dead = self.dead.lock();
            *dead += more;
            let excess = dead.saturating_sub(self.settings.most_dead);
            *dead -= excess;
            excess
        };
        if excess > 0 {
            let oldest = self.notes.list(DEAD, None, excess).await?;
            self.notes.write(oldest.iter().map(removal).collect()).await?;
        }
        Ok(())
    }

    /// The receiver has said that it is gone: it is told nothing more, and what waited for it is given up.
    pub(super) async fn disable(&self, place: &Mailbox) -> Result<(), StoreError> {
        let name = place.endpoint.name.as_str();
        tracing::warn!(endpoint = name, "the endpoint answered 410 and is disabled");
        let now = self.clock.now();
        let value = format!("{} {}", now.as_millis(), place.endpoint.url);
        let before = self.notes.get(GONE, name).await?.map_or(0, |note| note.revision);
        let note = Note::new(GONE, name, value.into_bytes());
        self.notes.write(vec![NoteWrite::Put { note, expected: before }]).await?;
        place.waiting.lock().gone_since = Some(now);
        loop {
            let next = place.waiting.lock().due.pop_first();
            let Some((_, id)) = next else { return Ok(()) };
            if let Some(note) = self.notes.get(PENDING, id).await? {
                self.give_up(&note, Delivery::read(&note)?, "the endpoint is gone").await?;
            }
        }
    }

    pub(super) async fn enable(&self, name: &str) -> Result<(), ReplayError> {
        let place = self.find(name).ok_or_else(|| ReplayError::NoSuchEndpoint { name: name.to_owned() })?;
        if let Some(note) = self.notes.get(GONE, name).await? {
            self.notes.write(vec![removal(&note)]).await?;
        }
        place.waiting.lock().gone_since = None;
        Ok(())
    }

    pub(super) async fn replay(&self, id: &str) -> Result<(), ReplayError> {
        let note = self.notes.get(DEAD, id).await?.ok_or(ReplayError::NoSuchLetter)?;
        let mut delivery = Delivery::read(&note)?;
        let name = || delivery.endpoint.clone();
        let place =
            self.find(&delivery.endpoint).ok_or_else(|| ReplayError::NoSuchEndpoint { name: name() })?;
        if place.is_gone() {
            return Err(ReplayError::Disabled { name: name() });
        }
        (delivery.attempts, delivery.at) = (0, self.clock.now());
        let writes = vec![removal(&note), NoteWrite::Put { note: delivery.note(PENDING)?, expected: 0 }];
        match self.notes.write(writes).await?.first() {
            Some(Verdict::Committed) => {
                let dead = &mut *self.dead.lock();
                *dead = dead.saturating_sub(1);
                place.expect(delivery.at, delivery.id);
                Ok(())
            }
            // Somebody else has sent it already.
            _ => Err(ReplayError::NoSuchLetter),
        }
    }
}

async fn count(notes: &Notes, shelf: &'static str) -> Result<usize, StoreError> {
    let (mut after, mut count) = (None, 0);
    loop {
        let stretch = notes.list(shelf, after, STRETCH).await?;
        let Some(last) = stretch.last() else { return Ok(count) };
        after = Some(Arc::clone(&last.key));
        count += stretch.len();
    }
}

/// Takes a note away, if it is still what it was.
pub(super) fn removal(note: &Note) -> NoteWrite {
    NoteWrite::Remove { shelf: note.shelf, key: Arc::clone(&note.key), expected: note.revision }
}

fn read_gone(note: &Note) -> Option<(Timestamp, String)> {
    let (since, url) = std::str::from_utf8(&note.value).ok()?.split_once(' ')?;
    Some((Timestamp::from_millis(since.parse().ok()?), url.to_owned()))
}
