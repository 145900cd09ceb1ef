//! Asking for a Rust type.

use std::marker::PhantomData;

use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Refusal, Reply};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::Engine;
use crate::ask::Ask;
use crate::error::{AskError, CallError};

/// A question for a `T`, asked and not yet answered.
#[derive(Debug)]
#[must_use = "an answer that nobody waits for is lost on the asking program"]
pub struct Asked<T> {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    answer: PhantomData<fn() -> T>,
}

impl Engine {
    /// Asks for a `T`: its fields become the form, and the answer becomes a `T`.
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

    /// A question for a `T` that was asked before, perhaps by a process that is no more.
    pub fn asked<T: DeserializeOwned>(&self, actor: &Actor, id: ElicitationId) -> Asked<T> {
        Asked { engine: self.clone(), actor: actor.clone(), id, answer: PhantomData }
    }
}

impl<T: DeserializeOwned> Asked<T> {
    /// Its name: write it down to go on after a restart.
    #[must_use]
    pub fn id(&self) -> ElicitationId {
        self.id
    }

    /// Waits for what becomes of it.
    ///
    /// # Errors
    /// When it no longer exists, or the answer does not fit the type.
    pub async fn reply(&self) -> Result<Reply<T>, AskError> {
        let reply = self.engine.wait(&self.actor, self.id).await?.reply();
        let reply = reply.ok_or(AskError::Call(CallError::Refused(Refusal::WrongQuestion)))?;
        Ok(reply.try_map(|answers| answers.to())?)
    }
}
