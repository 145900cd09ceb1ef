//! How answers become the value that a program asked for.

use askwell_engine::{AskError, CallError};
use askwell_engine::{CONFIRM_FIELD, Engine, PROMPT_FIELD, Person};
use askwell_form::{Answer, Answers, ConvertError};
use askwell_lifecycle::{Actor, Effect, ElicitationId, Outcome, Refusal, Reply};
use serde::de::DeserializeOwned;

/// How answers become a `T`.
pub(crate) enum Conversion<T> {
    /// By the answers alone.
    Plain(fn(&Answers) -> Result<T, ConvertError>),
    /// By the answers and the person who gave them.
    Signed(fn(&Answers, Option<Person>) -> Reply<T>),
}

impl<T> Clone for Conversion<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Conversion<T> {}

impl<T> Conversion<T> {
    /// Returns the reply that an outcome stands for.
    pub(crate) async fn reply(
        self,
        engine: &Engine,
        actor: &Actor,
        id: ElicitationId,
        outcome: Outcome,
    ) -> Result<Reply<T>, AskError> {
        let reply = outcome.reply().ok_or(AskError::Call(CallError::Refused(Refusal::WrongQuestion)))?;
        match (self, reply) {
            (Conversion::Plain(convert), reply) => Ok(reply.try_map(|answers| convert(&answers))?),
            (Conversion::Signed(convert), Reply::Accepted(answers)) => {
                let history = engine.history(actor, id).await?;
                let answered =
                    history.iter().rev().find(|change| matches!(change.effect, Effect::Closed { .. }));
                let by = answered.and_then(|change| change.person.clone()).map(Person::from);
                Ok(convert(&answers, by))
            }
            (Conversion::Signed(_), Reply::Declined(decline)) => Ok(Reply::Declined(decline)),
            (Conversion::Signed(_), Reply::Cancelled(reason)) => Ok(Reply::Cancelled(reason)),
            (Conversion::Signed(_), Reply::TimedOut) => Ok(Reply::TimedOut),
        }
    }
}

pub(crate) fn to_answers(answers: &Answers) -> Result<Answers, ConvertError> {
    Ok(answers.clone())
}

pub(crate) fn to_type<T: DeserializeOwned>(answers: &Answers) -> Result<T, ConvertError> {
    answers.to()
}

pub(crate) fn to_bool(answers: &Answers) -> Result<bool, ConvertError> {
    Ok(answers.get(CONFIRM_FIELD).and_then(Answer::as_bool).unwrap_or_default())
}

pub(crate) fn to_text(answers: &Answers) -> Result<String, ConvertError> {
    Ok(answers.text(PROMPT_FIELD).unwrap_or_default().to_owned())
}
