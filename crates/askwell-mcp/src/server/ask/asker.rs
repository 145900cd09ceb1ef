//! The methods with which a handler asks. Each calls [`elicit`](super::elicit) with its own terms.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Limits;
use askwell_form::{Answer, Answers, Form};
use askwell_lifecycle::{ElicitationId, OnDisconnect, Outcome, Reply};
use futures_util::future::join_all;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{
    AskContext, AskError, AskSpec, AskStatus, PlannedAsk, QuestionRef, Reuse, Wait, closed_status, elicit,
    heading,
};
use crate::server::call::CallState;
use crate::server::{channel, client_request};
use crate::wire::{Json, Raw, method};

/// Asks the person behind the client of one call. Cheap to clone.
#[derive(Clone)]
pub struct Asker(pub(in crate::server) Arc<CallState>);

/// A question that outlives its call.
#[derive(Debug, Clone, Copy)]
pub struct DurableAsk<'q> {
    /// The form. The person reads its title and description.
    pub form: &'q Form,
    /// How long it can be answered; `None` for what the form or the engine says.
    pub timeout: Option<Duration>,
    /// The same for the dialog of a legacy client, if neither `timeout` nor the form says.
    pub pushed_timeout: Option<Duration>,
    /// The limits of this client, instead of the engine's.
    pub limits: Option<Limits>,
    /// How long this call waits for the answer.
    pub wait: Duration,
    /// How long after its end an answer serves the same question again.
    pub reuse_within: Duration,
}

/// Returns the reply to a form. A call that waits until the end never leaves it open, and no
/// program finishes it.
fn form_reply(status: AskStatus) -> Reply<Answers> {
    match status {
        AskStatus::Closed { outcome, .. } => outcome.reply().unwrap_or(Reply::TimedOut),
        AskStatus::Open { .. } => Reply::TimedOut,
    }
}

/// Returns the reply to a page.
fn page_reply(status: AskStatus) -> Reply<Json> {
    match status {
        AskStatus::Closed { outcome: Outcome::Finished(result), .. } => {
            Reply::Accepted(Raw::from_valid(&result).to_owned())
        }
        other => form_reply(other).map(|answers| Json::from_valid(answers.to_json())),
    }
}

impl fmt::Debug for Asker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asker").field("request", &self.0.request).finish_non_exhaustive()
    }
}

impl Asker {
    /// Asks with a form. The person reads its description, or else its title. Dropping the future
    /// leaves the question open.
    ///
    /// # Errors
    /// When the person cannot be reached, or the answer comes with another call.
    pub async fn ask(&self, key: &str, form: &Form) -> Result<Reply<Answers>, AskError> {
        self.ask_with(key, form, form.description().unwrap_or(form.title())).await
    }

    /// Asks with a form and a message, which pages show, too.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_with(&self, key: &str, form: &Form, message: &str) -> Result<Reply<Answers>, AskError> {
        let context = self.0.ask_context();
        let ask = PlannedAsk::claimed(&context, AskSpec::new(key, QuestionRef::Form { form, message }))?;
        channel::ask(&ask, |_| {}).await.map(form_reply)
    }

    /// Asks for a value of your type: its fields become the form.
    ///
    /// # Errors
    /// When the type is not a form, and as [`Asker::ask`].
    pub async fn ask_as<T>(&self, key: &str, title: &str) -> Result<Reply<T>, AskError>
    where
        T: JsonSchema + DeserializeOwned + 'static,
    {
        let form = self.0.server.ask.forms.of_type::<T>(title)?;
        let reply = self.ask_with(key, &form, title).await?;
        Ok(reply.try_map(|answers| answers.to())?)
    }

    /// Asks for a confirmation. `Accepted(false)` is an answer: the person left the box unticked.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn confirm(&self, key: &str, message: &str) -> Result<Reply<bool>, AskError> {
        let form = self.0.server.ask.confirmation()?;
        let reply = self.ask_with(key, form, message).await?;
        let agreed = |answers: Answers| answers.get("confirm").and_then(Answer::as_bool).unwrap_or_default();
        Ok(reply.map(agreed))
    }

    /// Asks several questions at once: a legacy client gets all of them before the first is
    /// answered, a modern one in one result. Replies come in the order of the questions.
    ///
    /// # Errors
    /// As [`Asker::ask`]: the first error, after all were asked.
    pub async fn ask_all(&self, questions: &[(&str, &Form)]) -> Result<Vec<Reply<Answers>>, AskError> {
        join_all(questions.iter().map(|(key, form)| self.ask(key, form))).await.into_iter().collect()
    }

    /// Sends the person to a foreign page, and waits until a program reports that they are done,
    /// with [`Server::finish`](crate::Server::finish) or through the engine. `on_created` gets the
    /// id for that report, once.
    ///
    /// # Errors
    /// When the URL does not pass the guard, or the client does not support URL mode.
    pub async fn ask_url(
        &self,
        key: &str,
        url: &str,
        message: &str,
        on_created: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        self.dispatcher(key, QuestionRef::Page { url, message, required: false }, on_created).await
    }

    /// Requires a foreign page without waiting: a legacy client gets an error with the URL, is
    /// notified when the person is done, and calls again.
    ///
    /// # Errors
    /// As [`Asker::ask_url`], and until the person is done.
    pub async fn require_url(
        &self,
        key: &str,
        url: &str,
        message: &str,
        on_created: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        self.dispatcher(key, QuestionRef::Page { url, message, required: true }, on_created).await
    }

    async fn dispatcher(
        &self,
        key: &str,
        question: QuestionRef<'_>,
        on_created: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        let context = self.0.ask_context();
        self.0.claim_key(key)?;
        let ask = PlannedAsk::new(&context, AskSpec::new(key, question))?;
        Box::pin(channel::ask(&ask, on_created)).await.map(page_reply)
    }

    /// Asks with a form, waits for a while, and leaves the question open if there is no answer by
    /// then.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_durable(&self, key: &str, ask: DurableAsk<'_>) -> Result<AskStatus, AskError> {
        let DurableAsk { form, timeout, pushed_timeout, limits, wait, reuse_within } = ask;
        let message = heading(form);
        let spec = AskSpec {
            timeout,
            pushed_timeout,
            limits: limits.as_ref(),
            on_disconnect: OnDisconnect::Keep,
            wait: Wait::AtMost(wait),
            reuse: Reuse::Within(reuse_within),
            ..AskSpec::new(key, QuestionRef::Form { form, message: &message })
        };
        Box::pin(elicit(&self.0.ask_context(), spec)).await
    }

    /// Resumes a question of an earlier call, and waits for a while if it is open. If there is no
    /// page, the client's dialog shows it again, unless it is still open there.
    ///
    /// # Errors
    /// When this client has no such question, and as [`Asker::ask`].
    pub async fn resume(&self, key: &str, id: ElicitationId, wait: Duration) -> Result<AskStatus, AskError> {
        self.0.claim_key(key)?;
        let call = &*self.0;
        let elicitation = call.server.ask.engine().status(&call.actor, id).await?;
        if let Some(status) = closed_status(&elicitation) {
            return Ok(status);
        }
        let context: AskContext<'_> = call.ask_context();
        let Some(form) = elicitation.form() else {
            return channel::wait_only(&context, id, wait).await;
        };
        let message = heading(form);
        let message = elicitation.message.as_deref().unwrap_or(&message);
        let spec = AskSpec {
            wait: Wait::AtMost(wait),
            reuse: Reuse::Within(Duration::ZERO),
            on_disconnect: OnDisconnect::Keep,
            ..AskSpec::new(key, QuestionRef::Form { form, message })
        };
        match PlannedAsk::new(&context, spec) {
            Ok(ask) => Box::pin(channel::resume(&ask, Arc::clone(&elicitation))).await,
            // This client cannot show it; the answer may come through another channel.
            Err(AskError::Unreachable(_)) => channel::wait_only(&context, id, wait).await,
            Err(error) => Err(error),
        }
    }

    /// Asks the client's model (`sampling/createMessage`), with the protocol's params and result.
    ///
    /// # Errors
    /// When the client does not support sampling, and as [`Asker::ask`].
    pub async fn sample(&self, key: &str, params: impl Into<Json>) -> Result<Json, AskError> {
        let params = params.into();
        let has = self.0.capabilities().sampling;
        let capability = has.then_some(()).ok_or("sampling");
        client_request::send(&self.0, key, method::SAMPLE, params.raw(), capability).await
    }

    /// Lists the client's roots (`roots/list`).
    ///
    /// # Errors
    /// When the client does not support roots, and as [`Asker::ask`].
    pub async fn list_roots(&self, key: &str) -> Result<Json, AskError> {
        let has = self.0.capabilities().roots;
        let capability = has.then_some(()).ok_or("roots");
        client_request::send(&self.0, key, method::LIST_ROOTS, Raw::EMPTY, capability).await
    }
}
