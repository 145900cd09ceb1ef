//! Asking with few words: the verbs of `Askwell`, with the key of the question first.

use askwell_engine::{Approval, Ask, PROMPT_FIELD};
use askwell_form::{Answers, Form};
use askwell_lifecycle::Reply;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::Call;
use crate::server::ask::AskError;
use crate::wire::{Raw, RpcError};

impl Call {
    /// Returns one argument as a type of yours. Use an `Option` for one that may be absent.
    ///
    /// # Errors
    /// Fails if the argument is missing or does not fit the type, with an error that the client understands.
    pub fn argument<T: DeserializeOwned>(&self, name: &str) -> Result<T, RpcError> {
        let arguments = self.arguments();
        let given = arguments.get(name);
        let value = given.unwrap_or(Raw::NULL).to();
        value.map_err(|error| {
            RpcError::invalid_params(match given {
                Some(_) => format!("arguments: {name}: {error}"),
                None => format!("arguments: {name} is missing"),
            })
        })
    }

    /// Asks with a form, as [`Asker::ask`](super::Asker::ask) does.
    ///
    /// # Errors
    /// Fails if the person cannot be reached, or the answer comes with another call.
    pub async fn ask(&self, key: &str, form: &Form) -> Result<Reply<Answers>, AskError> {
        self.asker().ask(key, form).await
    }

    /// Asks for a type of yours, as [`Asker::ask_as`](super::Asker::ask_as) does.
    ///
    /// # Errors
    /// Fails if the type is not a form, and as [`Call::ask`].
    pub async fn ask_as<T>(&self, key: &str, title: impl AsRef<str>) -> Result<Reply<T>, AskError>
    where
        T: JsonSchema + DeserializeOwned + 'static,
    {
        self.asker().ask_as(key, title.as_ref()).await
    }

    /// Asks for a yes or no. `Accepted(false)` is an answer: the person chose no.
    ///
    /// # Errors
    /// As [`Call::ask`].
    pub async fn confirm(&self, key: &str, question: impl AsRef<str>) -> Result<Reply<bool>, AskError> {
        self.asker().confirm(key, question.as_ref()).await
    }

    /// Asks for an approval: `Accepted` is an explicit yes, and a rejection is `Declined` with the comment as its
    /// reason. MCP clients do not identify people, so [`Approval::by`] is `None`.
    ///
    /// # Errors
    /// Fails if the question is empty or longer than 2048 characters, and as [`Call::ask`].
    pub async fn approve(&self, key: &str, question: impl AsRef<str>) -> Result<Reply<Approval>, AskError> {
        let form = Approval::form(question.as_ref())?;
        Ok(match self.asker().ask_with(key, &form, question.as_ref()).await? {
            Reply::Accepted(answers) => Approval::reply(&answers, None),
            Reply::Declined(decline) => Reply::Declined(decline),
            Reply::Cancelled(reason) => Reply::Cancelled(reason),
            Reply::TimedOut => Reply::TimedOut,
        })
    }

    /// Asks for a line of text.
    ///
    /// # Errors
    /// Fails if the question is empty or longer than 2048 characters, and as [`Call::ask`].
    pub async fn prompt(&self, key: &str, question: impl AsRef<str>) -> Result<Reply<String>, AskError> {
        let form = Ask::prompt_form(question.as_ref())?;
        let reply = self.asker().ask_with(key, &form, question.as_ref()).await?;
        Ok(reply.map(|answers| answers.text(PROMPT_FIELD).unwrap_or_default().to_owned()))
    }
}
