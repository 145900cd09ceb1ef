//! Asking for a Rust type.

use std::marker::PhantomData;

use askwell_form::{ConvertError, Defects, Form};
use askwell_lifecycle::{Actor, CancelReason, ElicitationId, Outcome, Refusal};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::Engine;
use crate::ask::Ask;
use crate::error::{CallError, CreateError};

/// A question for a `T`, asked and not yet answered.
#[derive(Debug)]
#[must_use = "an answer that nobody waits for is lost on the asking program"]
pub struct Asked<T> {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    answer: PhantomData<fn() -> T>,
}

/// What became of a question for a `T`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<T> {
    /// The answer.
    Answered(T),
    /// The person said no.
    Declined,
    /// Nobody will answer any more.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
}

/// A question for a type that could not be asked, or whose answer could not be had.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The type is no form.
    #[error("the type cannot be asked for: {0}")]
    Form(#[from] Defects),
    /// It was not created.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// It cannot be read.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The form accepts what the type does not.
    #[error(transparent)]
    Convert(#[from] ConvertError),
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
        match self.engine.wait(&self.actor, self.id).await? {
            Outcome::Answered(answers) => Ok(Reply::Answered(answers.to()?)),
            Outcome::Declined(_) => Ok(Reply::Declined),
            Outcome::Cancelled(reason) => Ok(Reply::Cancelled(reason)),
            Outcome::TimedOut => Ok(Reply::TimedOut),
            Outcome::Finished(_) => Err(AskError::Call(CallError::Refused(Refusal::WrongQuestion))),
        }
    }
}
