//! Asking for a Rust type: the type becomes the form, and the answer becomes a value.

use std::marker::PhantomData;

use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Refusal, Reply};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::Engine;
use crate::ask::Ask;
use crate::error::{AskError, CallError};

/// An elicitation whose answer is a `T`.
#[derive(Debug)]
#[must_use = "call `reply` to get the answer"]
pub struct Asked<T> {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    answer: PhantomData<fn() -> T>,
}

impl Engine {
    /// Asks for a `T`. The form is derived from the type, and the answer is deserialized into it.
    ///
    /// # Errors
    /// When the type is no form, or a limit is reached.
    pub async fn ask<T: JsonSchema + DeserializeOwned>(
        &self,
        actor: &Actor,
        title: &str,
    ) -> Result<Asked<T>, AskError> {
        let form = Form::of::<T>(title)?;
        let asked = self.create(actor, Ask::form(form)).await?;
        Ok(self.asked(actor, asked.id))
    }

    /// Returns a handle to an elicitation that was created earlier, perhaps by another process.
    pub fn asked<T: DeserializeOwned>(&self, actor: &Actor, id: ElicitationId) -> Asked<T> {
        Asked { engine: self.clone(), actor: actor.clone(), id, answer: PhantomData }
    }
}

impl<T: DeserializeOwned> Asked<T> {
    /// Returns the id. Store it to continue after a restart.
    #[must_use]
    pub fn id(&self) -> ElicitationId {
        self.id
    }

    /// Waits until the elicitation is closed, and returns the reply. Dropping the future loses nothing.
    ///
    /// # Errors
    /// When it no longer exists, or the answer does not fit the type.
    pub async fn reply(&self) -> Result<Reply<T>, AskError> {
        let reply = self.engine.wait(&self.actor, self.id).await?.reply();
        let reply = reply.ok_or(AskError::Call(CallError::Refused(Refusal::WrongQuestion)))?;
        Ok(reply.try_map(|answers| answers.to())?)
    }
}
