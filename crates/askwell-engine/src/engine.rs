//! The engine: creates elicitations, applies events to them, and lets callers wait and watch. Surfaces
//! translate; only the engine decides.

mod act;
mod builder;
mod create;
mod detach_on_drop;
mod observe;
mod submission;
mod submit;
mod typed;
mod upload;

use std::fmt;

use std::sync::Arc;

use askwell_lifecycle::{
    Actor, Elicitation, ElicitationId, Event, Policy, Refusal, State, Step, Surface, Timestamp, Transition,
    transition,
};
use hashbrown::HashMap;
use tokio::sync::Semaphore;

use crate::ClientId;
use crate::audit::{self, AuditEvent};
use crate::check::Checker;
use crate::clock::Clock;
use crate::driver::DriverWaker;
use crate::error::CallError;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::presence::Presence;
use crate::rate::RateLimiter;
use crate::records::Records;
use crate::store::{Change, Op, Store, StoreError, TryCommit, Verdict};
use crate::tail::Tail;
use crate::waiters::Waiters;

use detach_on_drop::DetachOnDrop;

pub use builder::EngineBuilder;
pub(crate) use create::{AdmittedAsk, new_id};
pub use observe::{InboxFilter, ListFilter, Watch, WatchEvent};
pub use submission::Submission;
pub use submit::AcceptedSubmission;
pub use typed::Asked;
pub use upload::{NewFile, UploadError, UploadReader, UploadWriter};

/// Creates elicitations and applies events to them. Cheap to clone: clones share all state.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// The state that all clones of an engine share.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) policy: Policy,
    pub(crate) client_policies: HashMap<ClientId, Policy>,
    pub(crate) limits: Limits,
    pub(crate) rates: RateLimiter,
    pub(crate) checker: Checker,
    /// Lets one large file at a time be checked in memory.
    pub(crate) inspection: Semaphore,
    pub(crate) waiters: Waiters,
    pub(crate) meter: Meter,
    pub(crate) presence: Presence,
    pub(crate) driver_waker: Arc<DriverWaker>,
    /// Whether other processes can write to the store.
    pub(crate) is_shared: bool,
    /// The newest changes of a shared store.
    pub(crate) tail: Tail,
}

/// How often a change is attempted while concurrent changes win.
pub(crate) const ATTEMPTS: usize = 32;

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("policy", &self.shared.policy).finish_non_exhaustive()
    }
}

impl Engine {
    /// Returns the time of the engine's clock, by which deadlines are measured.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// Returns the policy for clients without their own.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.shared.policy
    }

    /// Returns the limits for clients without their own.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// Returns the checker that this engine uses.
    #[must_use]
    pub fn checker(&self) -> &Checker {
        &self.shared.checker
    }

    /// Returns the records that surfaces keep beside elicitations.
    #[must_use]
    pub fn records(&self) -> Records {
        Records::of(Arc::clone(&self.shared.store))
    }

    /// Returns the store, for leases, the registry of nodes and readiness.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.shared.store
    }

    /// Returns an elicitation if it exists and the actor may see it.
    pub(crate) async fn get_visible(
        &self,
        actor: &Actor,
        id: ElicitationId,
    ) -> Result<Arc<Elicitation>, CallError> {
        match self.shared.store.get_cached(id).filter(|elicitation| actor.may_see(elicitation)) {
            Some(found) => Ok(found),
            None => {
                let found = self.shared.store.get_within(id, actor.scope.clone()).await?;
                found.ok_or(CallError::NotFound)
            }
        }
    }

    /// Applies an event. Retries after concurrent changes until it is committed or refused.
    async fn apply(
        &self,
        actor: &Actor,
        id: ElicitationId,
        event: Event,
    ) -> Result<Arc<Elicitation>, CallError> {
        for _ in 0..ATTEMPTS {
            let before = self.get_visible(actor, id).await?;
            if let Some(after) = self.shared.advance(actor, &before, event.clone()).await? {
                return Ok(after);
            }
        }
        Err(CallError::Busy)
    }
}

impl Shared {
    /// Commits one transition from `before`. Returns the elicitation after it; `None` after a concurrent change.
    pub(crate) async fn advance(
        self: &Arc<Self>,
        actor: &Actor,
        before: &Arc<Elicitation>,
        event: Event,
    ) -> Result<Option<Arc<Elicitation>>, CallError> {
        match self.prepare(actor, before, event)? {
            None => Ok(Some(Arc::clone(before))),
            Some((op, pending)) => pending.result(self.commit_one(op).await?),
        }
    }

    /// Commits one transition without awaiting. Returns `None`, and changes nothing, if the store has to
    /// wait.
    pub(crate) fn advance_now(
        self: &Arc<Self>,
        actor: &Actor,
        before: &Arc<Elicitation>,
        event: Event,
    ) -> Option<Result<Option<Arc<Elicitation>>, CallError>> {
        match self.prepare(actor, before, event) {
            Err(refusal) => Some(Err(refusal.into())),
            Ok(None) => Some(Ok(Some(Arc::clone(before)))),
            Ok(Some((op, pending))) => match self.commit_now(op) {
                TryCommit::Done(verdict) => Some(pending.result(verdict)),
                TryCommit::WouldBlock(_) => None,
            },
        }
    }

    /// Prepares the commit of an event; `None` if the event changes nothing.
    fn prepare(
        &self,
        actor: &Actor,
        before: &Elicitation,
        event: Event,
    ) -> Result<Option<(Op, PendingCommit)>, Refusal> {
        let now = self.clock.now();
        let Transition { step: Step { next, effects }, refusal } = transition(before, event, now)?;
        if effects.is_empty() {
            return Ok(None);
        }
        let logged = effects.iter().find_map(AuditEvent::of);
        // A timeout is caused by the engine, not by the actor.
        let engine = refusal.is_some().then(Actor::engine);
        let changes = Change::of(&next, effects, engine.as_ref().unwrap_or(actor), now);
        let after = Arc::new(next);
        let op = Op::Transition { elicitation: Arc::clone(&after), expected: before.revision, changes };
        Ok(Some((op, PendingCommit { after, refusal, logged, surface: actor.surface })))
    }

    /// Commits an operation if the store need not wait, and notifies waiters; otherwise returns the
    /// operation.
    pub(crate) fn commit_now(&self, op: Op) -> TryCommit {
        let written = op.elicitation().cloned();
        let is_new = op.is_create();
        let tried = self.store.try_commit_now(op);
        if let (TryCommit::Done(Verdict::Committed), Some(written)) = (&tried, written) {
            self.committed(&written, is_new);
        }
        tried
    }

    /// Commits an operation, and notifies waiters. Dropping the future does not stop a commit that has begun.
    pub(crate) async fn commit_one(self: &Arc<Self>, op: Op) -> Result<Verdict, StoreError> {
        let op = match self.commit_now(op) {
            TryCommit::Done(verdict) => return Ok(verdict),
            TryCommit::WouldBlock(op) => op,
        };
        let (is_new, written) = (op.is_create(), op.elicitation().cloned());
        let shared = Arc::clone(self);
        DetachOnDrop::new(async move {
            let verdict = shared.store.commit_one(op).await?;
            if let (Verdict::Committed, Some(written)) = (verdict, &written) {
                shared.committed(written, is_new);
            }
            Ok(verdict)
        })
        .await
    }

    /// Commits several operations, and notifies waiters. Dropping the future does not stop a commit that has
    /// begun.
    pub(crate) async fn commit(self: &Arc<Self>, ops: Vec<Op>) -> Result<Vec<Verdict>, StoreError> {
        let shared = Arc::clone(self);
        DetachOnDrop::new(async move {
            let news: Vec<_> = ops.iter().map(|op| (op.is_create(), op.elicitation().cloned())).collect();
            let verdicts = shared.store.commit(ops).await?;
            for ((is_new, written), verdict) in news.iter().zip(&verdicts) {
                if let (Verdict::Committed, Some(written)) = (verdict, written) {
                    shared.committed(written, *is_new);
                }
            }
            Ok(verdicts)
        })
        .await
    }

    /// Updates metrics and the audit log after a commit, and wakes waiters and the driver.
    fn committed(&self, after: &Arc<Elicitation>, is_new: bool) {
        if is_new {
            self.meter.created(after);
            audit::created(after);
        }
        match &after.state {
            State::Closed(closed) => {
                self.meter.closed(after, &closed.outcome);
                audit::closed(after, &closed.outcome);
                self.waiters.close(after);
            }
            State::Open(_) => {
                if let Some(due) = after.next_due() {
                    self.driver_waker.wake_by(due);
                }
            }
        }
    }
}

/// The result to report once a transition is committed.
struct PendingCommit {
    after: Arc<Elicitation>,
    refusal: Option<Refusal>,
    logged: Option<AuditEvent>,
    surface: Surface,
}

impl PendingCommit {
    /// Returns the elicitation after the commit; `None` after a concurrent change.
    fn result(self, verdict: Verdict) -> Result<Option<Arc<Elicitation>>, CallError> {
        if let (Verdict::Committed, Some(event)) = (verdict, self.logged) {
            audit::log_event(event, &self.after, self.surface);
        }
        match (verdict, self.refusal) {
            (Verdict::Committed, None) => Ok(Some(self.after)),
            (Verdict::Committed, Some(refusal)) => Err(CallError::Refused(refusal)),
            (Verdict::NotFound, _) => Err(CallError::NotFound),
            _ => Ok(None),
        }
    }
}

/// Wakes the driver, which stops when it finds no engine.
impl Drop for Shared {
    fn drop(&mut self) {
        self.driver_waker.wake();
    }
}
