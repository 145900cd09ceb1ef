//! Operations on an elicitation other than create and submit.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{
    Actor, Audience, CancelReason, Decline, Elicitation, ElicitationId, Event, Refusal, Scope, State,
};

use super::{ATTEMPTS, Engine};
use crate::error::CallError;

impl Engine {
    /// Marks the elicitation as opened: a person begins to answer.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn open(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Open).await
    }

    /// Declines without a reason.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn decline(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::decline()).await
    }

    /// Declines, with an optional reason.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn decline_with(
        &self,
        actor: &Actor,
        id: ElicitationId,
        decline: Decline,
    ) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Decline(decline)).await
    }

    /// Cancels the elicitation. If several people decide, one of them cannot cancel it for all.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor, or the actor is one of several people who decide.
    pub async fn cancel(
        &self,
        actor: &Actor,
        id: ElicitationId,
        reason: CancelReason,
    ) -> Result<Arc<Elicitation>, CallError> {
        if let Scope::Person(_) = actor.scope
            && self.get_visible(actor, id).await?.quorum.is_some()
        {
            return Err(CallError::Refused(Refusal::VoteNeeded));
        }
        self.apply(actor, id, Event::Cancel(reason)).await
    }

    /// Moves the deadline, by this duration or by the policy's extension.
    ///
    /// # Errors
    /// When no extension is left, or it is closed or does not exist for this actor.
    pub async fn extend(
        &self,
        actor: &Actor,
        id: ElicitationId,
        by: Option<Duration>,
    ) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Extend(by)).await
    }

    /// Claims the elicitation for the actor's person, in place of an earlier claim. A claim only informs
    /// others: the first answer still wins.
    ///
    /// # Errors
    /// [`CallError::NoPerson`] when the actor has no person; else when the elicitation is closed or does not
    /// exist for this actor.
    pub async fn claim(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        let Some(person) = &actor.person else {
            self.get_visible(actor, id).await?;
            return Err(CallError::NoPerson);
        };
        self.apply(actor, id, Event::Claim(Arc::clone(person))).await
    }

    /// Claims the elicitation unless it is claimed, even by the same person. Of several concurrent calls one
    /// succeeds. The returned flag is `true` for that one.
    ///
    /// # Errors
    /// As [`Engine::claim`].
    pub async fn claim_if_free(
        &self,
        actor: &Actor,
        id: ElicitationId,
    ) -> Result<(Arc<Elicitation>, bool), CallError> {
        for _ in 0..ATTEMPTS {
            let before = self.get_visible(actor, id).await?;
            let Some(person) = &actor.person else { return Err(CallError::NoPerson) };
            if matches!(&before.state, State::Open(open) if open.claimed_by.is_some()) {
                return Ok((before, false));
            }
            let claim = Event::Claim(Arc::clone(person));
            if let Some(after) = self.shared.advance(actor, &before, claim).await? {
                return Ok((after, true));
            }
        }
        Err(CallError::Busy)
    }

    /// Passes the elicitation on: from now on this person or group is asked, in place of those who were. Removes a
    /// claim. Other audiences change nothing.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn delegate(
        &self,
        actor: &Actor,
        id: ElicitationId,
        to: Audience,
    ) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Delegate(to)).await
    }

    /// Removes the claim.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn release(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Release).await
    }
}
