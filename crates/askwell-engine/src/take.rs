//! Takes answers: one answer is delivered to one call, on any node.

use std::sync::Arc;

use askwell_lifecycle::{Actor, Effect, Elicitation, ElicitationId, ShortList};

use crate::audit::{self, AuditEvent};
use crate::engine::Engine;
use crate::error::CallError;
use crate::join::AskKey;
use crate::store::{Change, Op, TryCommit, Verdict};

/// The result of taking an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakeResult {
    /// The caller has the answer.
    Taken,
    /// Another call has the answer.
    AlreadyTaken,
}

impl Engine {
    /// Takes the answer of a closed elicitation for one call. Of several concurrent calls on any node, one
    /// gets it. The change log records it.
    ///
    /// # Errors
    /// When it does not exist for this actor, or is still open.
    pub async fn take(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
    ) -> Result<TakeResult, CallError> {
        match self.take_now(actor, id, key) {
            Some(taken) => taken,
            None => Box::pin(self.take_later(actor, id, key)).await,
        }
    }

    /// Takes an answer like [`Engine::take`], without awaiting. Returns `None`, and changes nothing, if the
    /// store would wait.
    ///
    /// # Errors
    /// As [`Engine::take`].
    pub fn take_now(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
    ) -> Option<Result<TakeResult, CallError>> {
        let found = self.shared.store.get_cached(id).filter(|found| actor.may_see(found))?;
        let TryCommit::Done(verdict) = self.shared.commit_now(self.take_op(actor, &found, key)) else {
            return None;
        };
        if verdict != Verdict::NotFound {
            return Some(take_result(actor, &found, verdict));
        }
        let own = self.take_op(actor, &found, &key.of_its_own(id));
        let TryCommit::Done(verdict) = self.shared.commit_now(own) else { return None };
        Some(take_result(actor, &found, verdict))
    }

    async fn take_later(
        &self,
        actor: &Actor,
        id: ElicitationId,
        key: &AskKey,
    ) -> Result<TakeResult, CallError> {
        let found = self.get_visible(actor, id).await?;
        let mut verdict = self.shared.commit_one(self.take_op(actor, &found, key)).await?;
        if verdict == Verdict::NotFound {
            // A separate ask has its own key.
            let own = self.take_op(actor, &found, &key.of_its_own(id));
            verdict = self.shared.commit_one(own).await?;
        }
        take_result(actor, &found, verdict)
    }

    fn take_op(&self, actor: &Actor, found: &Elicitation, key: &AskKey) -> Op {
        let changes = Change::of(found, ShortList::one(Effect::Taken), actor, self.now());
        Op::Take { id: found.id, client: found.client.clone(), key: Arc::clone(&key.0), changes }
    }

    /// Returns an answer that was taken and not used, so that the next identical ask gets it. Does nothing if
    /// the key is in use again.
    ///
    /// # Errors
    /// When it does not exist for this actor, or is still open.
    pub async fn give_back(&self, actor: &Actor, id: ElicitationId, key: &AskKey) -> Result<(), CallError> {
        let found = self.get_visible(actor, id).await?;
        let op = Op::GiveBack { id, client: found.client.clone(), key: Arc::clone(&key.0) };
        match self.shared.commit_one(op).await? {
            Verdict::Conflict => Err(CallError::StillOpen),
            Verdict::NotFound => Err(CallError::NotFound),
            _ => Ok(()),
        }
    }
}

/// Converts the verdict on taking an answer.
fn take_result(actor: &Actor, found: &Elicitation, verdict: Verdict) -> Result<TakeResult, CallError> {
    match verdict {
        Verdict::Committed => {
            audit::log_event(AuditEvent::Taken, found, actor.surface);
            Ok(TakeResult::Taken)
        }
        Verdict::Conflict => Err(CallError::StillOpen),
        _ => Ok(TakeResult::AlreadyTaken),
    }
}
