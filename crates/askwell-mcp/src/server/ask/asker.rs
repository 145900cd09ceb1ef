//! The verbs of a handler that asks. Each is [`elicit`](super::elicit) with other terms.

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
use crate::server::call::Inner;
use crate::server::{channel, client_request};
use crate::wire::{Json, Raw, method};

/// Asks the person behind the client of one call. Cheap to clone.
#[derive(Clone)]
pub struct Asker(pub(in crate::server) Arc<Inner>);

/// A question that outlives the call.
#[derive(Debug, Clone, Copy)]
pub struct DurableAsk<'q> {
    /// What is asked. The person reads its title and its description.
    pub form: &'q Form,
    /// How long it can be answered; as long as the form or else the engine says, if nothing is said here.
    pub timeout: Option<Duration>,
    /// The same for a dialog that is pushed to a legacy client, where neither the call nor the form says.
    pub pushed_timeout: Option<Duration>,
    /// Limits of this client's own, in place of the engine's.
    pub limits: Option<Limits>,
    /// How long this call waits for the answer.
    pub wait: Duration,
    /// For how long after its end an answer serves the same question, asked again.
    pub reuse_within: Duration,
}

/// The reply to a form. A call that waits until the end does not leave it open, and no program finishes it.
fn form_reply(status: AskStatus) -> Reply<Answers> {
    match status {
        AskStatus::Closed { outcome, .. } => outcome.reply().unwrap_or(Reply::TimedOut),
        AskStatus::Open { .. } => Reply::TimedOut,
    }
}

/// The reply to a page.
fn page_reply(status: AskStatus) -> Reply<Json> {
    match status {
        AskStatus::Closed { outcome: Outcome::Finished(result), .. } => {
            Reply::Accepted(Raw::part(&result).to_owned())
        }
        other => form_reply(other).map(|answers| Json::written(answers.to_json())),
    }
}

/// The terms of a question that a handler waits for.
fn waiting<'a>(key: &'a str, question: QuestionRef<'a>) -> AskSpec<'a> {
    AskSpec {
        key,
        question,
        timeout: None,
        pushed_timeout: None,
        limits: None,
        on_disconnect: OnDisconnect::Abandon,
        wait: Wait::UntilClosed,
        reuse: Reuse::Once,
    }
}

impl Asker {
    /// Asks with a form. The person reads its description, or else its title.
    ///
    /// # Errors
    /// When the person cannot be reached, or the answer comes with another call.
    pub async fn ask(&self, key: &str, form: &Form) -> Result<Reply<Answers>, AskError> {
        self.ask_with(key, form, form.description().unwrap_or(form.title())).await
    }

    /// Asks with a form and a message of this moment, which a page shows, too.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_with(&self, key: &str, form: &Form, message: &str) -> Result<Reply<Answers>, AskError> {
        let spec = waiting(key, QuestionRef::Form { form, message });
        elicit(&self.0.ask_context(), spec).await.map(form_reply)
    }

    /// Asks for a type of yours: its fields are the questions, the answer becomes a value of it.
    ///
    /// # Errors
    /// When the type is no form, and as [`Asker::ask`].
    pub async fn ask_as<T>(&self, key: &str, title: &str) -> Result<Reply<T>, AskError>
    where
        T: JsonSchema + DeserializeOwned + 'static,
    {
        let form = self.0.server.ask.forms.of_type::<T>(title)?;
        let reply = self.ask_with(key, &form, title).await?;
        Ok(reply.try_map(|answers| answers.to())?)
    }

    /// Asks whether to go on. `Accepted(false)` is an answer: the person looked, and left the box unticked.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn confirm(&self, key: &str, message: &str) -> Result<Reply<bool>, AskError> {
        let form = self.0.server.ask.confirmation()?;
        let reply = self.ask_with(key, form, message).await?;
        let agreed = |answers: Answers| answers.get("confirm").and_then(Answer::as_bool).unwrap_or_default();
        Ok(reply.map(agreed))
    }

    /// Asks several things at once: a legacy client gets them all before the first is answered, a modern one in a single
    /// result. Replies come in the order of asking.
    ///
    /// # Errors
    /// As [`Asker::ask`]; the first error, after all have been asked.
    pub async fn ask_all(&self, questions: &[(&str, &Form)]) -> Result<Vec<Reply<Answers>>, AskError> {
        join_all(questions.iter().map(|(key, form)| self.ask(key, form))).await.into_iter().collect()
    }

    /// Sends the person to a foreign page, and waits until a program says that they are done there, with
    /// [`Server::finish`](crate::Server::finish) or through the engine. `on_created` is told the name to say it by, once.
    ///
    /// # Errors
    /// When the URL does not pass the guard, or the client cannot open URLs.
    pub async fn ask_url(
        &self,
        key: &str,
        url: &str,
        message: &str,
        on_created: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        self.visit(key, QuestionRef::Page { url, message, required: false }, on_created).await
    }

    /// The same without waiting: a legacy client is told by an error that the person has to go there first, hears when
    /// that is done, and calls again.
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
        self.visit(key, QuestionRef::Page { url, message, required: true }, on_created).await
    }

    async fn visit(
        &self,
        key: &str,
        question: QuestionRef<'_>,
        on_created: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        let context = self.0.ask_context();
        self.0.claim_key(key)?;
        let ask = PlannedAsk::new(&context, waiting(key, question))?;
        Box::pin(channel::ask(&ask, on_created)).await.map(page_reply)
    }

    /// Asks with a form, waits for a while, and leaves the question open if nobody has answered by then.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_durable(&self, key: &str, ask: DurableAsk<'_>) -> Result<AskStatus, AskError> {
        let DurableAsk { form, timeout, pushed_timeout, limits, wait, reuse_within } = ask;
        let message = heading(form);
        let spec = AskSpec {
            timeout,
            pushed_timeout,
            limits,
            on_disconnect: OnDisconnect::Keep,
            wait: Wait::AtMost(wait),
            reuse: Reuse::Within(reuse_within),
            ..waiting(key, QuestionRef::Form { form, message: &message })
        };
        Box::pin(elicit(&self.0.ask_context(), spec)).await
    }

    /// Resumes a question that was asked by an earlier call, and waits for a while if it is still open. Where nobody else
    /// can answer it, the client's own dialog shows it once more, unless it is still open there.
    ///
    /// # Errors
    /// When there is no such question for this client, and as [`Asker::ask`].
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
            ..waiting(key, QuestionRef::Form { form, message })
        };
        match PlannedAsk::new(&context, spec) {
            Ok(ask) => Box::pin(channel::resume(&ask, Arc::clone(&elicitation))).await,
            // This client cannot show it; another channel may bring the answer.
            Err(AskError::Unreachable(_)) => channel::wait_only(&context, id, wait).await,
            Err(error) => Err(error),
        }
    }

    /// Asks the client's model: params and result as the protocol has them.
    ///
    /// # Errors
    /// When the client has no model to ask, and as [`Asker::ask`].
    pub async fn sample(&self, key: &str, params: impl Into<Json>) -> Result<Json, AskError> {
        let params = params.into();
        let has = self.0.capabilities().sampling;
        let capability = has.then_some(()).ok_or("sampling");
        client_request::send(&self.0, key, method::SAMPLE, params.raw(), capability).await
    }

    /// Asks which folders the client shows.
    ///
    /// # Errors
    /// When it shows none, and as [`Asker::ask`].
    pub async fn list_roots(&self, key: &str) -> Result<Json, AskError> {
        let has = self.0.capabilities().roots;
        let capability = has.then_some(()).ok_or("roots");
        client_request::send(&self.0, key, method::LIST_ROOTS, Raw::EMPTY, capability).await
    }
}
