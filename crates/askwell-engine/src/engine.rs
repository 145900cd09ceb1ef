//! The engine: asks, takes answers, lets others wait and watch. Only it decides; surfaces translate.

mod act;
mod builder;
mod create;
mod observe;
mod submission;
mod submit;
mod to_the_end;
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
use crate::driver::Alarm;
use crate::error::CallError;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::notes::Notes;
use crate::presence::Presence;
use crate::rate::RateLimiter;
use crate::store::{AtOnce, Change, Op, Store, StoreError, Verdict};
use crate::waiters::Waiters;

use to_the_end::ToTheEnd;

pub use builder::EngineBuilder;
pub use observe::{Filter, Seen, Watch};
pub use submission::Submission;
pub use submit::Submitted;
pub use typed::Asked;
pub use upload::{NewFile, UploadError, UploadReader, UploadWriter};

/// Asks people and remembers what became of it. Cheap to clone: clones share everything.
#[derive(Clone)]
pub struct Engine {
    pub(crate) shared: Arc<Shared>,
}

/// What all clones of an engine share.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) policy: Policy,
    pub(crate) client_policies: HashMap<ClientId, Policy>,
    pub(crate) limits: Limits,
    pub(crate) rates: RateLimiter,
    pub(crate) checker: Checker,
    /// One file at a time is looked at as a whole: no more than that is in memory.
    pub(crate) inspection: Semaphore,
    pub(crate) waiters: Waiters,
    pub(crate) meter: Meter,
    pub(crate) presence: Presence,
    pub(crate) alarm: Arc<Alarm>,
}

/// How often a change is tried again when somebody was faster.
pub(crate) const ATTEMPTS: usize = 32;

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("policy", &self.shared.policy).finish_non_exhaustive()
    }
}

impl Engine {
    /// What time it is by the engine's clock: what its deadlines are counted by.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// The policy that holds for clients without one of their own.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.shared.policy
    }

    /// The limits that hold for clients without limits of their own.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.shared.limits
    }

    /// The checker of content that this engine uses.
    #[must_use]
    pub fn checker(&self) -> &Checker {
        &self.shared.checker
    }

    /// The small records that surfaces keep beside elicitations.
    #[must_use]
    pub fn notes(&self) -> Notes {
        Notes::of(Arc::clone(&self.shared.store))
    }

    /// What an actor can see of an elicitation: all of it, or that there is none.
    pub(crate) async fn look(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        match self.shared.store.at_hand(id).filter(|elicitation| actor.may_see(elicitation)) {
            Some(found) => Ok(found),
            None => {
                let found = self.shared.store.get_within(id, actor.scope.clone()).await?;
                found.ok_or(CallError::NotFound)
            }
        }
    }

    /// Applies an event, again if somebody was faster, until it is taken or refused.
    async fn apply(
        &self,
        actor: &Actor,
        id: ElicitationId,
        event: Event,
    ) -> Result<Arc<Elicitation>, CallError> {
        for _ in 0..ATTEMPTS {
            let before = self.look(actor, id).await?;
            if let Some(after) = self.shared.advance(actor, &before, event.clone()).await? {
                return Ok(after);
            }
        }
        Err(CallError::Busy)
    }
}

impl Shared {
    /// One transition from `before`: the elicitation after it, or nothing if somebody was faster.
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

    /// The same without awaiting; nothing, and nothing has happened, if the store has to wait.
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
                AtOnce::Done(verdict) => Some(pending.result(verdict)),
                AtOnce::Not(_) => None,
            },
        }
    }

    /// The commit that an event leads to; nothing, if it changes nothing.
    fn prepare(
        &self,
        actor: &Actor,
        before: &Elicitation,
        event: Event,
    ) -> Result<Option<(Op, Pending)>, Refusal> {
        let now = self.clock.now();
        let Transition { step: Step { next, effects }, refusal } = transition(before, event, now)?;
        if effects.is_empty() {
            return Ok(None);
        }
        let logged = effects.iter().find_map(AuditEvent::of);
        // That time ran out is nobody's doing.
        let engine = refusal.is_some().then(Actor::engine);
        let changes = Change::of(&next, effects, engine.as_ref().unwrap_or(actor), now);
        let after = Arc::new(next);
        let op = Op::Transition { elicitation: Arc::clone(&after), expected: before.revision, changes };
        Ok(Some((op, Pending { after, refusal, logged, surface: actor.surface })))
    }

    /// Writes if that takes no waiting, then tells whom it concerns; else gives the operation back.
    fn commit_now(&self, op: Op) -> AtOnce {
        let written = op.elicitation().cloned();
        let is_new = op.is_create();
        let tried = self.store.commit_at_once(op);
        if let (AtOnce::Done(Verdict::Committed), Some(written)) = (&tried, written) {
            self.committed(&written, is_new);
        }
        tried
    }

    /// Writes, then tells whom it concerns.
    pub(crate) async fn commit_one(self: &Arc<Self>, op: Op) -> Result<Verdict, StoreError> {
        let op = match self.commit_now(op) {
            AtOnce::Done(verdict) => return Ok(verdict),
            AtOnce::Not(op) => op,
        };
        let (is_new, written) = (op.is_create(), op.elicitation().cloned());
        let shared = Arc::clone(self);
        ToTheEnd::new(async move {
            let verdict = shared.store.commit_one(op).await?;
            if let (Verdict::Committed, Some(written)) = (verdict, &written) {
                shared.committed(written, is_new);
            }
            Ok(verdict)
        })
        .await
    }

    /// The same for many.
    pub(crate) async fn commit(self: &Arc<Self>, ops: Vec<Op>) -> Result<Vec<Verdict>, StoreError> {
        let shared = Arc::clone(self);
        ToTheEnd::new(async move {
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

    /// After a commit: wake who waits, and look earlier if something is due earlier.
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
                    self.alarm.ring_by(due);
                }
            }
        }
    }
}

/// What to tell when a transition is committed.
struct Pending {
    after: Arc<Elicitation>,
    refusal: Option<Refusal>,
    logged: Option<AuditEvent>,
    surface: Surface,
}

impl Pending {
    /// The elicitation after the commit, or nothing if somebody was faster.
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

/// When the last engine goes, the driver wakes, finds nobody, and stops.
impl Drop for Shared {
    fn drop(&mut self) {
        self.alarm.ring();
    }
}
