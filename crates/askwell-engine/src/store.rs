//! Where elicitations are kept: the trait that an embedded file and a shared database both fit.
//!
//! Nothing here may assume one process. Everything that decides is a compare-and-set on a revision, inside
//! one commit: who answers first, who fires a deadline, whether there is room for one more.

mod error;
pub mod memory;
mod note;
pub mod rest;
mod upload;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use askwell_lifecycle::{
    Actor, Audience, ClientId, Effect, Elicitation, ElicitationId, Mode, Scope, Status, Surface, Timestamp,
    UpToTwo,
};
use tokio::sync::watch;

pub use error::{Cause, StoreError};
pub use note::{Note, NoteWrite, RecordStore};
pub use upload::{NewUpload, UPLOAD_CHUNK, Upload, UploadChunk, UploadPart, UploadStore};

/// A future of a store.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps elicitations, the log of what happened to them, and what is beside them. What it has acknowledged is as safe as
/// the store promises. A type that implements the four parts is a store.
pub trait Store: ElicitationStore + ChangeLog + UploadStore + RecordStore {}

impl<S: ElicitationStore + ChangeLog + UploadStore + RecordStore> Store for S {}

/// Keeps elicitations.
pub trait ElicitationStore: Send + Sync + 'static {
    /// Writes several operations at once, each with a verdict of its own: one that fails does not stop the
    /// others. Returns when all that was taken is durable.
    fn commit(&self, ops: Vec<Op>) -> StoreFuture<'_, Vec<Verdict>>;

    /// Writes one operation.
    fn commit_one(&self, op: Op) -> StoreFuture<'_, Verdict> {
        let committed = self.commit(vec![op]);
        Box::pin(async move { committed.await?.pop().ok_or(StoreError::Closed) })
    }

    /// Writes one operation if that takes no waiting; a store for which it does gives it back.
    fn commit_at_once(&self, op: Op) -> AtOnce {
        AtOnce::Not(op)
    }

    /// An elicitation that is at hand. `None` says nothing: it has to be looked for with [`ElicitationStore::get`].
    fn at_hand(&self, _id: ElicitationId) -> Option<Arc<Elicitation>> {
        None
    }

    /// Reads one elicitation, if it exists within a scope. To look for what is outside of it is the same work as to look
    /// for what is nowhere: nobody is to learn from the time it takes, or from an error on the way, whether it is there.
    fn get_within(&self, id: ElicitationId, scope: Scope) -> StoreFuture<'_, Option<Arc<Elicitation>>>;

    /// Reads one elicitation, whoever's it is.
    fn get(&self, id: ElicitationId) -> StoreFuture<'_, Option<Arc<Elicitation>>> {
        self.get_within(id, Scope::Everything)
    }

    /// Finds what a client created under an idempotency key.
    fn find_key(&self, client: ClientId, key: Arc<str>) -> StoreFuture<'_, Option<ElicitationId>>;

    /// Finds what a client created under a key if that takes no waiting. `None` says nothing: it has to be looked for with
    /// [`ElicitationStore::find_key`].
    fn find_key_now(&self, _client: &ClientId, _key: &str) -> Option<Option<ElicitationId>> {
        None
    }

    /// Open elicitations with something due by `now`, the earliest first. A store that several nodes share
    /// gives each to one of them at a time; that it fires once is up to the commit that follows.
    fn claim_due(&self, now: Timestamp, limit: usize) -> StoreFuture<'_, Vec<Arc<Elicitation>>>;

    /// When the next one is due.
    fn next_due(&self) -> StoreFuture<'_, Option<Timestamp>>;

    /// How many are open, in each mode; a mode that is not named has none. Asked often: a store keeps it at hand.
    fn open_by_mode(&self) -> StoreFuture<'_, Vec<(Mode, usize)>>;

    /// A page of what matches, the newest first.
    fn list(&self, query: Query) -> StoreFuture<'_, Page>;

    /// Forgets elicitations that were closed before `closed_before`, their uploads, their notes and their
    /// changes; says how many it forgot.
    fn purge(&self, closed_before: Timestamp, limit: usize) -> StoreFuture<'_, usize>;
}

/// The log of everything that happened.
pub trait ChangeLog: Send + Sync + 'static {
    /// What has changed after a sequence number, the oldest first. A change is not returned before the elicitation it
    /// speaks of can be read at the revision the change led to, or at a later one; it stays readable until it is purged.
    fn changes_since(&self, after: u64, limit: usize, scope: Scope) -> StoreFuture<'_, Changes>;

    /// What has happened to one elicitation, the oldest first: the newest `limit` entries that the log has not
    /// forgotten.
    fn history(&self, id: ElicitationId, limit: usize) -> StoreFuture<'_, Vec<Change>>;

    /// The sequence number of the newest change, now and as it grows. Only a hint: changes of other nodes
    /// may show late.
    fn subscribe(&self) -> watch::Receiver<u64>;

    /// Moves when other nodes have written to a store that several share; nothing for a store of one's own.
    fn foreign_changes(&self) -> Option<watch::Receiver<u64>> {
        None
    }
}

/// Something to write.
#[derive(Debug, Clone)]
pub enum Op {
    /// A new elicitation.
    Create {
        /// As it will be.
        elicitation: Arc<Elicitation>,
        /// The client's idempotency key.
        key: Option<Arc<str>>,
        /// Room there must be.
        ceiling: Ceiling,
        /// What to record.
        changes: UpToTwo<Change>,
    },
    /// The next state of an elicitation, if nobody was faster.
    Transition {
        /// As it will be; its revision is the one after `expected`.
        elicitation: Arc<Elicitation>,
        /// The revision it was made from.
        expected: u64,
        /// What to record.
        changes: UpToTwo<Change>,
    },
    /// Takes the answer of a closed elicitation: removes the key under which a client created it, once on all nodes.
    /// [`Verdict::Conflict`]: it is open; [`Verdict::NotFound`]: there is none, or this is not its key any more.
    Take {
        /// Which one.
        id: ElicitationId,
        /// Whose it is.
        client: ClientId,
        /// Its key, which can be used again afterwards.
        key: Arc<str>,
        /// What to record.
        changes: UpToTwo<Change>,
    },
    /// Undoes a [`Op::Take`]: puts the key back. [`Verdict::Conflict`]: it is open; [`Verdict::NotFound`]: there is none;
    /// [`Verdict::Exists`]: the key has been used again.
    GiveBack {
        /// Which one.
        id: ElicitationId,
        /// Whose it is.
        client: ClientId,
        /// The key.
        key: Arc<str>,
    },
}

impl Op {
    /// The next state that it writes, if it writes one.
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

/// What came of trying to write without waiting.
#[derive(Debug)]
pub enum AtOnce {
    /// It is written, or refused.
    Done(Verdict),
    /// It takes waiting; here it is again.
    Not(Op),
}

/// How many may be open at once, counting the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceiling {
    /// Of one client.
    pub per_client: usize,
    /// Of all clients together.
    pub total: usize,
}

/// How much may be kept beside one elicitation, counting the new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// So many files.
    pub files: usize,
    /// So many bytes in all of them.
    pub bytes: u64,
}

/// What became of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Written.
    Committed,
    /// Somebody was faster: read again.
    Conflict,
    /// The key was used before, for this one.
    Exists(ElicitationId),
    /// This client has too many open.
    ClientFull,
    /// There are too many open altogether.
    TotalFull,
    /// There is no such elicitation, or no such note.
    NotFound,
    /// There are as many files beside the elicitation as there may be.
    TooManyUploads,
    /// Together, the files beside the elicitation would be too large.
    UploadsTooLarge,
}

/// One entry of the log of everything that happened. Never holds an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its place in the log; the store sets it.
    pub seq: u64,
    /// What it happened to.
    pub id: ElicitationId,
    /// Whose it is.
    pub client: ClientId,
    /// Where it was to be answered.
    pub mode: Mode,
    /// Who could answer: decides who sees this.
    pub audience: Audience,
    /// When.
    pub at: Timestamp,
    /// What.
    pub effect: Effect,
    /// The revision it led to.
    pub revision: u64,
    /// The person who did it, where one is known.
    pub person: Option<Arc<str>>,
    /// The way in.
    pub surface: Surface,
}

impl Change {
    /// The entries of one transition.
    pub(crate) fn of(
        elicitation: &Elicitation,
        effects: UpToTwo<Effect>,
        actor: &Actor,
        at: Timestamp,
    ) -> UpToTwo<Change> {
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

/// A stretch of the log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// What happened, the oldest first.
    pub list: Vec<Change>,
    /// The log was looked through up to here. After what was forgotten, or from a number that the log has
    /// not reached, it goes on from what there is.
    pub upto: u64,
    /// Entries after the asked-for one have been forgotten already, or the number is not of this log.
    pub truncated: bool,
}

/// What to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Whose.
    pub scope: Scope,
    /// In which states; all, if empty.
    pub statuses: Vec<Status>,
    /// In which mode; all, if none is given.
    pub mode: Option<Mode>,
    /// Only those older than this one: where the page before ended.
    pub before: Option<ElicitationId>,
    /// At most so many.
    pub limit: usize,
}

/// A part of a list.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The newest first.
    pub items: Vec<Arc<Elicitation>>,
    /// Where the next page begins, if there is one.
    pub next: Option<ElicitationId>,
}
