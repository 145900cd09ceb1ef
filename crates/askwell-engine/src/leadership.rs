//! Work that one node of a shared store does at a time, such as sending webhooks.
//!
//! The node that holds a lease does the work. Its writes name the term of the lease, so that a node that lost it
//! without noticing writes nothing. In a store of one process, that process does the work without a lease.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::store::{Guard, LeaseRequest, Store, StoreError};

/// How long a node keeps the lease without renewing it.
const DURATION: Duration = Duration::from_secs(8);

/// How often it is renewed, or asked for.
const INTERVAL: Duration = Duration::from_secs(2);

/// The future that the methods of [`LeaderWork`] return.
pub type LeaderFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Work that one node does at a time.
pub trait LeaderWork: Send + Sync + 'static {
    /// Returns the name of the lease, which also names the work in the log.
    fn name(&self) -> &'static str;

    /// Starts the tasks of the work. Every write of theirs must be guarded by `guard`. They end soon after `stop`
    /// becomes true.
    fn start(
        &self,
        guard: Guard,
        stop: watch::Receiver<bool>,
    ) -> LeaderFuture<'_, Result<JoinSet<()>, StoreError>>;

    /// Reads what other nodes have changed. Called every two seconds on every node of a shared store.
    fn refresh(&self, role: NodeRole) -> LeaderFuture<'_, ()>;
}

/// Whether a node does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeRole {
    /// This node does it.
    Leader,
    /// Another node does it, or none at the moment.
    Follower,
}

/// Spawns the work in a store of one process, or the competition for its lease in a shared store.
///
/// # Errors
/// When the work cannot start in a store of one process.
pub async fn spawn_leader_work(
    store: Arc<dyn Store>,
    work: Arc<dyn LeaderWork>,
    stop: watch::Receiver<bool>,
) -> Result<JoinSet<()>, StoreError> {
    if !store.is_shared() {
        return work.start(Guard::None, stop).await;
    }
    let holder = Arc::from(format!("{:032x}", rand::random::<u128>()));
    let mut tasks = JoinSet::new();
    tasks.spawn(LeaseHolder { store, work, holder, stop }.run());
    Ok(tasks)
}

/// Competes for the lease, and does the work while this node has it.
struct LeaseHolder {
    store: Arc<dyn Store>,
    work: Arc<dyn LeaderWork>,
    /// This node.
    holder: Arc<str>,
    stop: watch::Receiver<bool>,
}

/// The tasks of one term of the lease.
struct Term {
    number: u64,
    renewed: Instant,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl LeaseHolder {
    /// Runs until stopped, then waits for the tasks and releases the lease.
    async fn run(mut self) {
        let mut term: Option<Term> = None;
        loop {
            term = self.follow_lease(term).await;
            let role = if term.is_some() { NodeRole::Leader } else { NodeRole::Follower };
            self.work.refresh(role).await;
            tokio::select! {
                _ = self.stop.wait_for(|stop| *stop) => break,
                () = tokio::time::sleep(INTERVAL) => {}
            }
        }
        if let Some(term) = term {
            term.end().await;
            let name = self.work.name();
            if let Err(error) = self.store.release_leases(vec![Arc::from(name)], self.holder).await {
                tracing::debug!(%error, name, "the lease expires by itself");
            }
        }
    }

    /// Renews or acquires the lease, and starts or ends the term accordingly.
    async fn follow_lease(&self, term: Option<Term>) -> Option<Term> {
        let name = self.work.name();
        match (self.acquire().await, term) {
            (Ok(Some(number)), Some(mut term)) if term.number == number => {
                term.renewed = Instant::now();
                Some(term)
            }
            (Ok(Some(number)), before) => {
                end(before).await;
                match self.start(number).await {
                    Ok(term) => {
                        tracing::info!(number, name, "this node does the work");
                        Some(term)
                    }
                    Err(error) => {
                        tracing::warn!(%error, name, "the work cannot start; it will be tried again");
                        None
                    }
                }
            }
            (Ok(None), before) => {
                if before.is_some() {
                    tracing::warn!(name, "another node does the work now");
                }
                end(before).await;
                None
            }
            (Err(error), before) => {
                tracing::warn!(%error, name, "the lease cannot be renewed");
                let (kept, expired) =
                    before.map_or((None, None), |term| match term.renewed.elapsed() < DURATION {
                        true => (Some(term), None),
                        false => (None, Some(term)),
                    });
                end(expired).await;
                kept
            }
        }
    }

    /// Returns the term if this node has the lease.
    async fn acquire(&self) -> Result<Option<u64>, StoreError> {
        let name = Arc::from(self.work.name());
        let request = LeaseRequest { name, holder: Arc::clone(&self.holder), duration: DURATION };
        let leases = self.store.acquire_leases(vec![request]).await?;
        Ok(leases.first().filter(|lease| lease.holder == self.holder).map(|lease| lease.term))
    }

    async fn start(&self, number: u64) -> Result<Term, StoreError> {
        let guard = Guard::Lease { name: Arc::from(self.work.name()), term: number };
        let (stop, stopped) = watch::channel(false);
        let tasks = self.work.start(guard, stopped).await?;
        Ok(Term { number, renewed: Instant::now(), stop, tasks })
    }
}

impl Term {
    /// Tells the tasks to stop, and waits for them.
    async fn end(mut self) {
        self.stop.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

async fn end(term: Option<Term>) {
    if let Some(term) = term {
        term.end().await;
    }
}
