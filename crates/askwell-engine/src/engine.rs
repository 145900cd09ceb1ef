//! The engine: asks, takes answers, lets others wait and watch. Only it decides; surfaces translate.

mod act;
mod builder;
mod create;
mod observe;
mod submit;
mod typed;
mod upload;

use std::fmt;
use std::sync::Arc;

use askwell_form::Validators;
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Event, Policy, State, Step, Timestamp, step};
use hashbrown::HashMap;

use crate::clock::Clock;
use crate::driver::Alarm;
use crate::error::CallError;
use crate::limits::{Limits, RateLimiter};
use crate::presence::Presence;
use crate::resolve::Resolver;
use crate::store::{Change, Op, Store, Verdict};
use crate::waiters::Waiters;
use crate::{ClientId, meter};

pub use builder::EngineBuilder;
pub use observe::{Filter, Seen, Watch};
pub use submit::Accepted;
pub use typed::{AskError, Asked, Reply};
pub use upload::UploadError;

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
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) waiters: Waiters,
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
    pub(crate) fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// What an actor can see of an elicitation: all of it, or that there is none.
    async fn look(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        let found = self.shared.store.get(id).await?;
        found.filter(|elicitation| actor.may_see(&elicitation.client)).ok_or(CallError::NotFound)
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
        &self,
        actor: &Actor,
        before: &Arc<Elicitation>,
        event: Event,
    ) -> Result<Option<Arc<Elicitation>>, CallError> {
        let now = self.clock.now();
        let Step { next, effects } = step(Elicitation::clone(before), event, now)?;
        if effects.is_empty() {
            return Ok(Some(Arc::clone(before)));
        }
        let changes = Change::of(&next, effects, actor, now);
        let after = Arc::new(next);
        let op = Op::Transition { elicitation: Arc::clone(&after), expected: before.revision, changes };
        match self.store.commit_one(op).await? {
            Verdict::Committed => {
                self.committed(&after);
                Ok(Some(after))
            }
            Verdict::NotFound => Err(CallError::NotFound),
            _ => Ok(None),
        }
    }

    /// After a commit: wake who waits, and look earlier if something is due earlier.
    pub(crate) fn committed(&self, after: &Elicitation) {
        match &after.state {
            State::Closed(closed) => {
                meter::closed(after, &closed.outcome);
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
