//! The store traits, which an embedded database and a shared database can both implement.
//!
//! No trait assumes a single process. Every decision is a compare-and-set on a revision within one commit:
//! which answer is first, which node fires a deadline, whether a limit is reached.

pub mod dormant;
mod error;
mod follow;
mod inbox;
pub mod memory;
mod node;
mod rate;
mod record;
mod upload;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{
    Actor, Audience, ClientId, Effect, Elicitation, ElicitationId, Mode, Scope, ShortList, Status, Surface,
    Timestamp,
};
use tokio::sync::watch;

pub use error::{Cause, StoreError};
pub use follow::{FollowSender, Followed, Follower};
pub use inbox::{
    InboxCounts, InboxCursor, InboxIndex, InboxKey, InboxPage, InboxPart, InboxQuery, MOST_COUNTED,
};
pub use node::{LeaseRequest, Node, NodeStore, NodeTable, StoreLease};
#[cfg(test)]
pub(crate) use rate::MOST_MOMENTS;
pub use rate::{AdmissionWindow, RateLimit, RateTable};
pub use record::{Guard, Record, RecordStore, RecordWrite};
pub use upload::{NewUpload, UPLOAD_CHUNK, Upload, UploadChunk, UploadPart, UploadStore};

/// The future that store methods return.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store of elicitations, their change log, uploads and records, and of what its nodes share. What it has
/// acknowledged is as durable as the store documents. A type that implements the five traits is a `Store`.
pub trait Store: ElicitationStore + ChangeLog + UploadStore + RecordStore + NodeStore {}

impl<S: ElicitationStore + ChangeLog + UploadStore + RecordStore + NodeStore> Store for S {}

/// How long a shared store hides an elicitation that [`ElicitationStore::claim_due`] has returned.
pub const CLAIM_DURATION: Duration = Duration::from_secs(5);

/// Stores elicitations.
pub trait ElicitationStore: Send + Sync + 'static {
    /// Writes several operations in one commit, each with its own verdict: one that is refused does not stop
    /// the others. Returns when everything committed is durable.
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>>;

    /// Writes one operation. Returns when it is durable.
    fn commit_one(&self, op: Op) -> StoreFuture<'_, Verdict> {
        let committed = self.commit(vec![op]);
        Box::pin(async move { committed.await?.pop().ok_or(StoreError::Closed) })
    }

    /// Writes one operation if the store need not wait; otherwise returns the operation.
    fn try_commit_now(&self, op: Op) -> TryCommit {
        TryCommit::WouldBlock(op)
    }

    /// Returns an elicitation that is in memory. `None` does not mean that it does not exist: call
    /// [`ElicitationStore::get`].
    fn get_cached(&self, _id: ElicitationId) -> Option<Arc<Elicitation>> {
        None
    }

    /// Reads an elicitation, if it exists within a scope. Reading one outside of the scope does the same work
    /// as reading one that does not exist, so that neither time nor errors reveal that it exists.
    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>>;

    /// Reads an elicitation of any client.
    fn get(&self, id: ElicitationId) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.get_within(id, Scope::Everything)
    }

    /// Reads several elicitations of any client, in any order. Those that do not exist are left out.
    fn get_many(&self, ids: Vec<ElicitationId>) -> StoreFuture<'_, Vec<Arc<Elicitation>>> {
        Box::pin(async move {
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                found.extend(self.get(id).await?);
            }
            Ok(found)
        })
    }

    /// Finds the elicitation that a client created under an idempotency key.
    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>>;

    /// Finds the elicitation of a key if the store need not wait. `None` means that it would: call
    /// [`ElicitationStore::find_key`].
    fn find_key_now(&self, _client: &ClientId, _key: &str) -> Option<Option<ElicitationId>> {
        None
    }

    /// Returns open elicitations with something due by `now`, earliest first. The commit that follows makes
    /// sure that each fires once. A shared store gives each to one node at a time: it hides it from other
    /// claims, and from [`ElicitationStore::next_due`], for [`CLAIM_DURATION`] or until it changes.
    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>>;

    /// Returns when the next elicitation is due.
    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>>;

    /// Counts open elicitations by mode; modes without any may be left out. Called often, so a store keeps
    /// the counts.
    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>>;

    /// Lists elicitations that match, newest first.
    fn list(&self, query: Query) -> StoreFuture<'_, ListPage>;

    /// Lists open elicitations that match, the earliest deadline first. The time depends on the size of the page,
    /// not on how many elicitations are open, unless a mode is given.
    fn list_inbox(&self, query: InboxQuery) -> StoreFuture<'_, InboxPage>;

    /// Counts the open elicitations of a person's inbox, each part up to [`MOST_COUNTED`] at least.
    fn count_inbox(&self, scope: Scope) -> StoreFuture<'_, InboxCounts>;

    /// Purges up to `limit` elicitations that were closed before `closed_before`, with their uploads, records
    /// and changes. Returns how many.
    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize>;
}

/// The log of all changes.
pub trait ChangeLog: Send + Sync + 'static {
    /// Returns the changes after a sequence number, oldest first. A change is returned only once its
    /// elicitation can be read at the change's revision or a later one. It stays readable until it is purged.
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes>;

    /// Returns the newest `limit` changes of one elicitation that are not purged, oldest first.
    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>>;

    /// Returns the sequence number of the newest change, and its updates. Only a hint: changes of other nodes
    /// may appear late.
    fn subscribe(&self) -> watch::Receiver<u64>;

    /// Follows the changes of all nodes of a shared store, those of this one included; `None` for a store of
    /// one process, whose changes all come from this handle. Changes of other nodes arrive within a second,
    /// even if the store's hints are lost.
    fn follow(&self) -> Option<Follower> {
        None
    }
}

/// A write operation.
#[derive(Debug, Clone)]
pub enum Op {
    /// Creates an elicitation.
    Create {
        /// The new elicitation.
        elicitation: Arc<Elicitation>,
        /// The client's idempotency key.
        key: Option<Arc<str>>,
        /// The limits that must not be exceeded.
        quota: CreateQuota,
        /// The changes to log.
        changes: ShortList<Change>,
    },
    /// Writes the next state of an elicitation, if its revision is the expected one.
    Transition {
        /// The next state; its revision is the one after `expected`.
        elicitation: Arc<Elicitation>,
        /// The revision that it was made from.
        expected: u64,
        /// The changes to log.
        changes: ShortList<Change>,
    },
    /// Takes the answer of a closed elicitation: removes the key under which a client created it, once on all
    /// nodes. [`Verdict::Conflict`]: it is open. [`Verdict::NotFound`]: it does not exist, or this is not its
    /// key any more.
    Take {
        /// The elicitation.
        id: ElicitationId,
        /// Its client.
        client: ClientId,
        /// Its key, which can be used again after this.
        key: Arc<str>,
        /// The changes to log.
        changes: ShortList<Change>,
    },
    /// Undoes an [`Op::Take`]: restores the key. [`Verdict::Conflict`]: it is open. [`Verdict::NotFound`]: it
    /// does not exist. [`Verdict::Exists`]: the key has been used again.
    GiveBack {
        /// The elicitation.
        id: ElicitationId,
        /// Its client.
        client: ClientId,
        /// The key.
        key: Arc<str>,
    },
}

impl Op {
    /// Returns the state that the operation writes, if it writes one.
    #[must_use]
    pub fn elicitation(&self) -> Option<&Arc<Elicitation>> {
        match self {
            Op::Create { elicitation, .. } | Op::Transition { elicitation, .. } => Some(elicitation),
            Op::Take { .. } | Op::GiveBack { .. } => None,
        }
    }

    pub(crate) fn is_create(&self) -> bool {
        matches!(self, Op::Create { .. })
    }
}

/// The result of a commit without waiting.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "an operation is passed on, and an allocation would cost more")]
pub enum TryCommit {
    /// The operation was committed or refused.
    Done(Verdict),
    /// The store has to wait. Contains the operation.
    WouldBlock(Op),
}

/// What a create may not exceed, counting the new elicitation. Checked inside the commit, so that it holds on
/// one node or on five.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreateQuota {
    /// The most open elicitations of one client.
    pub per_client: usize,
    /// The most open elicitations of all clients together.
    pub total: usize,
    /// How often the client may create; `None` if the store need not count. Only what is committed counts,
    /// at the time when the elicitation was created.
    pub rate: Option<RateLimit>,
}

impl CreateQuota {
    /// No limits.
    pub const NONE: CreateQuota = CreateQuota { per_client: usize::MAX, total: usize::MAX, rate: None };
}

/// The most that can be uploaded for one elicitation, counting the new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadQuota {
    /// Files.
    pub files: usize,
    /// Bytes of all files together.
    pub bytes: u64,
}

/// The result of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The operation was written.
    Committed,
    /// The state is not the expected one: read it again.
    Conflict,
    /// The key is in use, for this elicitation.
    Exists(ElicitationId),
    /// The client has too many open elicitations.
    ClientFull,
    /// There are too many open elicitations.
    TotalFull,
    /// The client has created too many elicitations within its window.
    TooFast {
        /// When it can create the next one.
        retry_at: Timestamp,
    },
    /// The elicitation or record does not exist.
    NotFound,
    /// The elicitation has the most files that it may have.
    TooManyUploads,
    /// The files of the elicitation would be too large together.
    UploadsTooLarge,
    /// The guard of the write does not hold, so that nothing was written.
    GuardFailed,
}

/// An entry of the change log. Never holds an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its sequence number; the store sets it.
    pub seq: u64,
    /// The elicitation.
    pub id: ElicitationId,
    /// Whose it is.
    pub client: ClientId,
    /// Its mode.
    pub mode: Mode,
    /// Its audience, which decides who can see the change.
    pub audience: Audience,
    /// The time.
    pub at: Timestamp,
    /// The effect.
    pub effect: Effect,
    /// The revision after the change.
    pub revision: u64,
    /// The person who caused it, if known.
    pub person: Option<Arc<str>>,
    /// The surface.
    pub surface: Surface,
}

impl Change {
    /// Creates the log entries of one transition.
    pub(crate) fn of(
        elicitation: &Elicitation,
        effects: ShortList<Effect>,
        actor: &Actor,
        at: Timestamp,
    ) -> ShortList<Change> {
        let at = elicitation.time_after(at);
        let entry = |effect| Change {
            seq: 0,
            id: elicitation.id,
            client: elicitation.client.clone(),
            mode: elicitation.mode,
            audience: elicitation.audience.clone(),
            at,
            effect,
            revision: elicitation.revision,
            person: actor.person.clone(),
            surface: actor.surface,
        };
        effects.map(entry)
    }
}

/// A part of the change log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changes, oldest first.
    pub list: Vec<Change>,
    /// The log was read up to this sequence number. After a gap it continues with the oldest change that
    /// exists.
    pub upto: u64,
    /// Changes after the requested number were purged, or the number is not of this log.
    pub truncated: bool,
}

/// Which elicitations to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The scope.
    pub scope: Scope,
    /// The statuses to include; all, if empty.
    pub statuses: Vec<Status>,
    /// The mode to include; all, if `None`.
    pub mode: Option<Mode>,
    /// Only elicitations older than this one: the last of the previous page.
    pub before: Option<ElicitationId>,
    /// The most items.
    pub limit: usize,
}

/// A page of a list.
#[derive(Debug, Clone, Default)]
pub struct ListPage {
    /// Newest first.
    pub items: Vec<Arc<Elicitation>>,
    /// The id to continue from, if there are more.
    pub next: Option<ElicitationId>,
}
