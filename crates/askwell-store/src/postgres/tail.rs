//! The tail of the log: one task with its own connection reads what all nodes write, in order.
//!
//! It reads when the database notifies it, and once a second in any case. Notifications are only hints: they are
//! probed when it connects and every few seconds, and while they do not arrive, it reads ten times a second.
//! Some reads are also samples of the database's clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::store::{Change, FollowSender, Followed};
use askwell_lifecycle::Scope;
use parking_lot::Mutex;
use tokio::sync::mpsc;

use super::batch_log::{self, COMMITS_SINCE, LogPart, MAX_COMMITS};
use super::clock::{NOW_MICROS, PgClock};
use super::committer::PgCommitterState;
use super::connection::{self, Backoff, PgConnection};
use super::error::Fault;
use super::log::{SINCE, read_since};
use super::options::PgOptions;
use super::test_hook::TestHook;
use crate::error::to_sql;

/// The time between two reads if there are no hints, and they work.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The time between two reads if hints do not work.
const QUICK_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The time between two probes of the hints.
const PROBE_INTERVAL: Duration = Duration::from_secs(5);

/// The least time between two samples of the clock.
const CLOCK_INTERVAL: Duration = Duration::from_millis(500);

/// The most changes that are read at once.
const STRETCH: usize = 1_000;

/// The start of a notification that only probes.
const PROBE: &str = "probe ";

/// What the task shares with the store.
#[derive(Debug)]
pub(super) struct TailState {
    followers: Mutex<Option<Vec<FollowSender>>>,
    /// When the log was last read to its end.
    read_at: Mutex<Instant>,
    /// The number up to which it was read.
    upto: Mutex<u64>,
}

impl TailState {
    pub(super) fn new(newest: u64) -> Self {
        let (followers, read_at) = (Mutex::new(Some(Vec::new())), Mutex::new(Instant::now()));
        TailState { followers, read_at, upto: Mutex::new(newest) }
    }

    /// Adds a follower. It gets all changes that are read from now on.
    pub(super) fn add(&self, follower: FollowSender) {
        if let Some(followers) = &mut *self.followers.lock() {
            followers.push(follower);
        }
    }

    /// Returns the time since the log was last read to its end.
    pub(super) fn age(&self) -> Duration {
        self.read_at.lock().elapsed()
    }

    /// Ends all followers.
    pub(super) fn close(&self) {
        *self.followers.lock() = None;
    }

    fn send(&self, item: &Followed) {
        if let Some(followers) = &mut *self.followers.lock() {
            followers.retain(|follower| follower.send(item.clone()));
        }
    }
}

/// The task.
pub(super) struct Tail {
    pub(super) options: Arc<PgOptions>,
    pub(super) channel: Arc<str>,
    pub(super) clock: PgClock,
    pub(super) state: Arc<TailState>,
    pub(super) committer: Arc<PgCommitterState>,
}

/// A connection that listens.
struct Listener {
    connection: PgConnection,
    hints: mpsc::Receiver<String>,
    /// Whether hints arrive.
    has_hints: bool,
    /// The number of the last probe, and when it was sent; `None` once it has arrived.
    probe: Option<Instant>,
    probed_at: Option<Instant>,
}

impl Tail {
    /// Runs until it is aborted.
    pub(super) async fn run(self) {
        let mut backoff = Backoff::default();
        loop {
            let listener = self.listen().await;
            let fault = match listener {
                Ok(mut listener) => {
                    backoff.succeed();
                    match self.follow(&mut listener).await {
                        Ok(never) => match never {},
                        Err(fault) => fault,
                    }
                }
                Err(fault) => fault,
            };
            let error = backoff.fail(fault);
            tracing::debug!(%error, "the log cannot be followed; trying again");
            tokio::time::sleep(backoff.wait()).await;
        }
    }

    async fn listen(&self) -> Result<Listener, Fault> {
        let (sender, hints) = mpsc::channel(1_024);
        let options = self.options.to_listen();
        let connection = connection::connect_listening(&options, sender).await?;
        connection.plan_once().await?;
        if options.hints {
            let listen = format!("LISTEN {}", self.channel);
            // A database without notifications is asked more often.
            let _ = connection.client().batch_execute(&listen).await;
        }
        Ok(Listener { connection, hints, has_hints: false, probe: None, probed_at: None })
    }

    async fn follow(&self, listener: &mut Listener) -> Result<std::convert::Infallible, Fault> {
        loop {
            if self.options.has_hook(TestHook::DeafTail) {
                std::future::pending::<()>().await;
            }
            self.read_all(&listener.connection).await?;
            if self.options.to_listen().hints {
                self.probe(listener).await?;
            }
            let pause = if listener.has_hints { POLL_INTERVAL } else { QUICK_POLL_INTERVAL };
            // Drains the hints, however many there are.
            let deadline = tokio::time::Instant::now() + pause;
            loop {
                match tokio::time::timeout_at(deadline, listener.hints.recv()).await {
                    Ok(Some(hint)) if hint.starts_with(PROBE) => {
                        listener.has_hints = true;
                        listener.probe = None;
                    }
                    Ok(Some(hint)) => {
                        let mut newest = hint.parse().unwrap_or(u64::MAX);
                        while let Ok(more) = listener.hints.try_recv() {
                            newest = newest.max(more.parse().unwrap_or_default());
                        }
                        if newest > *self.state.upto.lock() {
                            break;
                        }
                    }
                    Ok(None) => return Err(Fault::lost("the connection of the tail was closed")),
                    Err(_) => break,
                }
            }
        }
    }

    /// Sends a notification to itself now and then, and notices if the last one has not arrived.
    async fn probe(&self, listener: &mut Listener) -> Result<(), Fault> {
        if listener.probe.is_some_and(|sent| sent.elapsed() > POLL_INTERVAL) && listener.has_hints {
            tracing::warn!("the notifications of the database do not arrive; asking it more often");
            listener.has_hints = false;
        }
        if listener.probed_at.is_none_or(|sent| sent.elapsed() >= PROBE_INTERVAL) {
            let payload = format!("{PROBE}{:?}", Instant::now());
            let channel = &*self.channel;
            match listener.connection.query("SELECT pg_notify($1, $2)", &[&channel, &payload]).await {
                Ok(_) => listener.probe = Some(Instant::now()),
                Err(Fault::Failed(_)) => listener.has_hints = false,
                Err(fault) => return Err(fault),
            }
            listener.probed_at = Some(Instant::now());
        }
        Ok(())
    }

    /// Reads all that is new, and passes it on.
    async fn read_all(&self, connection: &PgConnection) -> Result<(), Fault> {
        loop {
            let after = *self.state.upto.lock();
            let sample = async {
                let is_old = self.clock.age().is_none_or(|age| age >= CLOCK_INTERVAL);
                if is_old { sample_clock(connection, &self.clock).await } else { Ok(()) }
            };
            let (part, sampled) =
                futures_util::future::join(self.read_commits(connection, after), sample).await;
            sampled?;
            let mut part = part?;
            if part.has_more && part.upto == after {
                part = self.read_rows(connection, after).await?;
            }
            *self.state.upto.lock() = part.upto;
            self.committer.announce(part.upto);
            if !part.list.is_empty() {
                let changes: Arc<[Change]> = Arc::from(part.list);
                self.state.send(&Followed::Changes(changes));
            }
            if !part.has_more {
                *self.state.read_at.lock() = Instant::now();
                return Ok(());
            }
        }
    }

    /// Reads what follows as it was committed.
    async fn read_commits(&self, connection: &PgConnection, after: u64) -> Result<LogPart, Fault> {
        if self.options.has_hook(TestHook::PreviousFormat) {
            return Ok(LogPart { upto: after, has_more: true, ..LogPart::default() });
        }
        let rows = connection.query(COMMITS_SINCE, &[&to_sql(after), &MAX_COMMITS]).await?;
        batch_log::read(&rows, after)
    }

    /// Reads what follows change by change.
    async fn read_rows(&self, connection: &PgConnection, after: u64) -> Result<LogPart, Fault> {
        let none: Option<&[u8]> = None;
        let (stretch, most) = (to_sql(20_000), to_sql(STRETCH as u64));
        let rows = connection.query(SINCE, &[&to_sql(after), &stretch, &most, &none]).await?;
        let found = read_since(&rows, after, STRETCH, &Scope::Everything)?;
        if found.truncated {
            self.state.send(&Followed::Gap);
        }
        Ok(LogPart { has_more: found.list.len() >= STRETCH, upto: found.upto, list: found.list })
    }
}

/// Reads the database's clock.
async fn sample_clock(connection: &PgConnection, clock: &PgClock) -> Result<(), Fault> {
    let sql = format!("SELECT {NOW_MICROS}");
    connection.prepare(&sql).await?;
    let asked = Instant::now();
    let rows = connection.query(&sql, &[]).await?;
    let row = rows.first().ok_or_else(|| super::row::damaged_row("the clock"))?;
    clock.add_sample(asked, row.try_get(0)?);
    Ok(())
}

/// Reads the database's clock, and returns the number of the newest change.
pub(super) async fn sample(connection: &PgConnection, clock: &PgClock) -> Result<u64, Fault> {
    sample_clock(connection, clock).await?;
    let rows = connection.query("SELECT newest FROM head", &[]).await?;
    rows.first().map_or_else(|| Err(super::row::damaged_row("the head")), |row| super::row::number(row, 0))
}
