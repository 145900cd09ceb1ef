//! What else can be done to an elicitation.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::{Actor, CancelReason, Decline, Elicitation, ElicitationId, Event, State};

use super::{ATTEMPTS, Engine};
use crate::error::CallError;

impl Engine {
    /// Somebody begins to answer.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn open(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Open).await
    }

    /// The person says no.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn decline(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::decline()).await
    }

    /// The person says no, and perhaps why.
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

    /// Calls it off.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn cancel(
        &self,
        actor: &Actor,
        id: ElicitationId,
        reason: CancelReason,
    ) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Cancel(reason)).await
    }

    /// Moves the deadline, by this much or by as much as an extension gives.
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

    /// Says that the actor's person is at it, in place of whoever said so before. Only a word to others: the
    /// first answer wins, whoever gives it.
    ///
    /// # Errors
    /// When the actor is nobody in particular, or it is closed or does not exist for this actor.
    pub async fn claim(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        let Some(person) = &actor.person else {
            self.look(actor, id).await?;
            return Err(CallError::NoPerson);
        };
        self.apply(actor, id, Event::Claim(Arc::clone(person))).await
    }

    /// The same, unless somebody is at it already, be it the same person at another screen: of several who try at once,
    /// one takes it. Says also whether it was this one.
    ///
    /// # Errors
    /// As [`Engine::claim`].
    pub async fn claim_if_free(
        &self,
        actor: &Actor,
        id: ElicitationId,
    ) -> Result<(Arc<Elicitation>, bool), CallError> {
        for _ in 0..ATTEMPTS {
            let before = self.look(actor, id).await?;
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

    /// Says that nobody is at it any more.
    ///
    /// # Errors
    /// When it is closed or does not exist for this actor.
    pub async fn release(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        self.apply(actor, id, Event::Release).await
    }
}
