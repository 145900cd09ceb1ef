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

use askwell_form::Validators;
use askwell_lifecycle::{
    Actor, Elicitation, ElicitationId, Event, Policy, Refusal, State, Step, Timestamp, step,
};
use hashbrown::HashMap;
use tokio::sync::Semaphore;

use crate::ClientId;
use crate::audit;
use crate::clock::Clock;
use crate::driver::Alarm;
use crate::error::CallError;
use crate::limits::Limits;
use crate::meter::Meter;
use crate::notes::Notes;
use crate::presence::Presence;
use crate::rate::RateLimiter;
use crate::resolve::HostCheck;
use crate::store::{AtOnce, Change, Op, Store, StoreError, Verdict};
use crate::waiters::Waiters;

use to_the_end::ToTheEnd;

pub use builder::EngineBuilder;
pub use observe::{Filter, Seen, Watch};
pub use submission::Submission;
pub use submit::Accepted;
pub use typed::{AskError, Asked, Reply};
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
    pub(crate) validators: Validators,
    /// Places for validators to run in.
    pub(crate) places: Arc<Semaphore>,
    pub(crate) hosts: HostCheck,
    /// One file at a time is looked at as a whole: no more than that is in memory.
    pub(crate) inspection: Semaphore,
    pub(crate) waiters: Waiters,
    pub(crate) meter: Meter,
    pub(crate) presence: Presence,
    pub(crate) alarm: Arc<Alarm>,
}

/// How often a change is tried again when somebody was faster.
const ATTEMPTS: usize = 32;

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

    /// The small records that surfaces keep beside elicitations.
    #[must_use]
    pub fn notes(&self) -> Notes {
        Notes::of(Arc::clone(&self.shared.store))
    }

    /// What an actor can see of an elicitation: all of it, or that there is none.
    async fn look(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
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
    /// One step from `before`: the elicitation after it, or nothing if somebody was faster.
    pub(crate) async fn advance(
        self: &Arc<Self>,
        actor: &Actor,
        before: &Arc<Elicitation>,
        event: Event,
    ) -> Result<Option<Arc<Elicitation>>, CallError> {
        let now = self.clock.now();
        let stepped = step(Elicitation::clone(before), event, now);
        // Who comes too late records that first: else somebody who looked at the clock a moment earlier
        // could still win, and the refusal would have told a lie.
        let (Step { next, effects }, change_of, late) = match stepped {
            Err(late @ Refusal::TooLate { .. }) => {
                (step(Elicitation::clone(before), Event::Tick, now)?, &Actor::engine(), Some(late))
            }
            stepped => (stepped?, actor, None),
        };
        if effects.is_empty() {
            return Ok(Some(Arc::clone(before)));
        }
        let changes = Change::of(&next, effects, change_of, now);
        let after = Arc::new(next);
        let op = Op::Transition { elicitation: Arc::clone(&after), expected: before.revision, changes };
        match (self.commit_one(op).await?, late) {
            (Verdict::Committed, None) => Ok(Some(after)),
            (Verdict::Committed, Some(late)) => Err(CallError::Refused(late)),
            (Verdict::NotFound, _) => Err(CallError::NotFound),
            _ => Ok(None),
        }
    }

    /// Writes, then tells whom it concerns.
    pub(crate) async fn commit_one(self: &Arc<Self>, op: Op) -> Result<Verdict, StoreError> {
        let (is_new, elicitation) = (op.is_create(), Arc::clone(op.elicitation()));
        let op = match self.store.commit_at_once(op) {
            AtOnce::Done(verdict) => {
                if verdict == Verdict::Committed {
                    self.committed(&elicitation, is_new);
                }
                return Ok(verdict);
            }
            AtOnce::Not(op) => op,
        };
        let shared = Arc::clone(self);
        ToTheEnd::new(async move {
            let verdict = shared.store.commit_one(op).await?;
            if verdict == Verdict::Committed {
                shared.committed(&elicitation, is_new);
            }
            Ok(verdict)
        })
        .await
    }

    /// The same for many.
    pub(crate) async fn commit(self: &Arc<Self>, ops: Vec<Op>) -> Result<Vec<Verdict>, StoreError> {
        let shared = Arc::clone(self);
        ToTheEnd::new(async move {
            let news: Vec<_> = ops.iter().map(|op| (op.is_create(), Arc::clone(op.elicitation()))).collect();
            let verdicts = shared.store.commit(ops).await?;
            for ((is_new, elicitation), verdict) in news.iter().zip(&verdicts) {
                if *verdict == Verdict::Committed {
                    shared.committed(elicitation, *is_new);
                }
            }
            Ok(verdicts)
        })
        .await
    }

    /// After a commit: wake who waits, and look earlier if something is due earlier.
    fn committed(&self, after: &Elicitation, is_new: bool) {
        if is_new {
            self.meter.created(after);
            audit::created(after);
        }
        match &after.state {
            State::Closed(closed) => {
                self.meter.closed(after, &closed.outcome);
                audit::closed(after, &closed.outcome);
                self.waiters.wake(after.id);
            }
            State::Open(_) => {
                if let Some(due) = after.next_due() {
                    self.alarm.ring_by(due);
                }
            }
        }
    }
}

/// When the last engine goes, the driver wakes, finds nobody, and stops.
impl Drop for Shared {
    fn drop(&mut self) {
        self.alarm.ring();
    }
}
