//! Asking the person behind the client, from inside a handler.
//!
//! One handler serves every client. Where the client can be sent a request, asking waits for the answer; where it
//! cannot, the first call ends with what is needed, and the handler runs again, from its beginning, when the client has
//! it. So whatever a handler does before it asks may happen more than once, and a question is known by its key: the
//! same key in the same call means the same question.

use std::sync::Arc;

use askwell_engine::{CallError, CreateError};
use askwell_form::build::{boolean, form};
use askwell_form::url_guard::UrlRefusal;
use askwell_form::{Answer, Answers, ConvertError, Defects, Form};
use askwell_lifecycle::{CancelReason, ElicitationId};
use futures_util::future::join_all;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::call::{Inner, Reach};
use super::question::Rider;
use super::{elsewhere, push, rounds};
use crate::deliver::{HostedError, HostedLink, Unable, Way, no_capability, unable, ways};
use crate::prepared::Prepared;
use crate::transport::Closed;
use crate::wire::{Json, Raw, RpcError, method};

/// Asks the person behind the client of one call. Cheap to clone.
#[derive(Clone)]
pub struct Asker(pub(super) Arc<Inner>);

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "a person may say no"]
pub enum Reply<T> {
    /// The answer, checked.
    Accepted(T),
    /// The person said no.
    Declined,
    /// Nobody will answer any more.
    Cancelled(CancelReason),
    /// Time ran out.
    TimedOut,
}

/// A question that has no answer, at least not now. Return it from the handler with `?`.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// The client has to be asked first: it gets the question as the answer to this call, and calls again. Nothing is
    /// wrong; a handler that hides this error only makes the server look a second time.
    #[error("the answer comes with the next call")]
    Suspended,
    /// The person has to go elsewhere to answer, and the tool has to be called again then.
    #[error("the person has to answer at {}", .0.url)]
    Elsewhere(HostedLink),
    /// The person cannot be reached.
    #[error(transparent)]
    Unable(#[from] Unable),
    /// The type is no form.
    #[error("the type cannot be asked for: {0}")]
    Form(#[from] Defects),
    /// The form accepts what the type does not.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// Two questions with the same key in one call.
    #[error("two questions of one call have the key `{0}`: give each a key of its own")]
    KeyTwice(Box<str>),
    /// The client answered with an error.
    #[error("the client could not ask: {0}")]
    Client(RpcError),
    /// The client is gone.
    #[error(transparent)]
    Closed(#[from] Closed),
    /// The URL does not pass the guard.
    #[error("the URL cannot be sent to a person: {0}")]
    Url(#[from] UrlRefusal),
    /// A limit is reached, or the store failed.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The elicitation cannot be read.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The page to answer on is not there.
    #[error(transparent)]
    Hosted(#[from] HostedError),
}

impl<T> Reply<T> {
    /// The answer, if there is one.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        if let Reply::Accepted(answer) = self { Some(answer) } else { None }
    }

    /// The same with another answer.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Reply::Accepted(answer) => Reply::Accepted(change(answer)),
            Reply::Declined => Reply::Declined,
            Reply::Cancelled(reason) => Reply::Cancelled(reason),
            Reply::TimedOut => Reply::TimedOut,
        }
    }

    fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<Reply<U>, E> {
        Ok(match self {
            Reply::Accepted(answer) => Reply::Accepted(change(answer)?),
            Reply::Declined => Reply::Declined,
            Reply::Cancelled(reason) => Reply::Cancelled(reason),
            Reply::TimedOut => Reply::TimedOut,
        })
    }
}

impl Asker {
    /// Asks with a form. The person reads its description, or else its title.
    ///
    /// # Errors
    /// When the person cannot be reached, or has to be asked by the client first.
    pub async fn ask(&self, key: &str, form: &Form) -> Result<Reply<Answers>, AskError> {
        self.ask_with(key, form, form.description().unwrap_or(form.title())).await
    }

    /// Asks with a form and a message of this moment.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn ask_with(&self, key: &str, form: &Form, message: &str) -> Result<Reply<Answers>, AskError> {
        let call = &*self.0;
        if form.fields().is_empty() {
            return Err(CreateError::NoFields.into());
        }
        self.claim(key)?;
        let prepared = call.server.forms.of(form, call.revision());
        let hosted = call.server.hosted.is_some();
        let mut ways = ways(call.capabilities(), prepared.fits, hosted);
        let question = Question::new(call, key, form, message, &prepared);
        if hosted && let Some(reply) = Box::pin(elsewhere::waiting_link(call, &question)).await? {
            return Ok(reply);
        }
        // What was begun on a page is answered there, whatever the client declares by now.
        if let Reach::Replay(replay) = &call.reach
            && replay.rounds.lock().is_begun(key)
        {
            return Box::pin(elsewhere::replay_form(call, replay, &question)).await;
        }
        // Boxed is what waits for long or comes seldom: a handler that only asks for a form is small.
        let mut way = ways.next();
        loop {
            match (way, &call.reach) {
                (Some(Way::Form), Reach::Push(session)) => {
                    // A client that declares what it cannot do is silent or refuses; a person who is gone is silent.
                    let reply = Box::pin(push::form(call, session, &question)).await;
                    way = match (reply, ways.next()) {
                        (Ok(Some(reply)), _) => return Ok(reply),
                        (Ok(None) | Err(AskError::Client(_)), next @ Some(_)) => next,
                        (Ok(None), None) => return Ok(Reply::TimedOut),
                        (Err(error), _) => return Err(error),
                    };
                }
                (Some(Way::Form), Reach::Replay(replay)) => {
                    let hosts = Box::pin(rounds::check_hosts(call, &question)).await;
                    return rounds::form(call, replay, &question, hosts);
                }
                (Some(Way::Url), Reach::Push(session)) => {
                    return Box::pin(elsewhere::push_form(call, session, &question)).await;
                }
                (Some(Way::Url), Reach::Replay(replay)) => {
                    return Box::pin(elsewhere::replay_form(call, replay, &question)).await;
                }
                (Some(Way::Text), _) => return Box::pin(elsewhere::link(call, &question)).await,
                (None, _) => return Err(unable(call.capabilities(), form, call.revision()).into()),
            }
        }
    }

    /// Asks for a type of yours: its fields are the questions, the answer becomes a value of it.
    ///
    /// # Errors
    /// When the type is no form, and as [`Asker::ask`].
    pub async fn ask_as<T>(&self, key: &str, title: &str) -> Result<Reply<T>, AskError>
    where
        T: JsonSchema + DeserializeOwned + 'static,
    {
        let form = self.0.server.forms.of_type::<T>(title)?;
        let reply = self.ask_with(key, &form, title).await?;
        Ok(reply.try_map(|answers| answers.to())?)
    }

    /// Asks whether to go on. `Accepted(false)` is an answer: the person looked, and left the box unticked.
    ///
    /// # Errors
    /// As [`Asker::ask`].
    pub async fn confirm(&self, key: &str, message: &str) -> Result<Reply<bool>, AskError> {
        let form = self.0.server.confirmation.get_or_try_init(|| {
            form("confirm", "Please confirm").field(boolean("confirm", "Go on").required()).build()
        })?;
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

    /// Sends the person to somebody else's page, and waits until a program says that they are done there, with
    /// [`Server::finish`](super::Server::finish) or through the engine. `begun` is told the name to say it by, once.
    ///
    /// # Errors
    /// When the URL does not pass the guard, or the client cannot open URLs.
    pub async fn ask_url(
        &self,
        key: &str,
        url: &str,
        message: &str,
        begun: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, AskError> {
        self.claim(key)?;
        elsewhere::page(&self.0, key, url, message, begun).await
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
        begun: impl FnOnce(ElicitationId) + Send,
    ) -> Result<Reply<Json>, super::Failure> {
        self.claim(key)?;
        elsewhere::required(&self.0, key, url, message, begun).await
    }

    /// Asks the client's model: params and result as the protocol has them.
    ///
    /// # Errors
    /// When the client has no model to ask, and as [`Asker::ask`].
    pub async fn sample(&self, key: &str, params: impl Into<Json>) -> Result<Json, AskError> {
        let params = params.into();
        let has = self.0.capabilities().sampling;
        self.request(key, method::SAMPLE, params.raw(), has.then_some(()).ok_or("sampling")).await
    }

    /// Asks which folders the client shows.
    ///
    /// # Errors
    /// When it shows none, and as [`Asker::ask`].
    pub async fn list_roots(&self, key: &str) -> Result<Json, AskError> {
        let has = self.0.capabilities().roots;
        self.request(key, method::LIST_ROOTS, Raw::EMPTY, has.then_some(()).ok_or("roots")).await
    }

    async fn request(
        &self,
        key: &str,
        method: &str,
        params: Raw<'_>,
        capability: Result<(), &'static str>,
    ) -> Result<Json, AskError> {
        self.claim(key)?;
        capability.map_err(no_capability)?;
        match &self.0.reach {
            Reach::Push(session) => push::request(&self.0, session, method, params).await,
            Reach::Replay(replay) => rounds::request(&self.0, replay, key, method, params),
        }
    }

    /// Takes a key for this run of the handler.
    pub(super) fn claim(&self, key: &str) -> Result<(), AskError> {
        let mut asked = self.0.asked.lock();
        if asked.iter().any(|taken| &**taken == key) {
            return Err(AskError::KeyTwice(key.into()));
        }
        asked.push(key.into());
        Ok(())
    }
}

/// What is asked, in all its words.
pub(super) struct Question<'q> {
    pub(super) key: &'q str,
    pub(super) form: &'q Form,
    pub(super) message: &'q str,
    pub(super) schema: &'q str,
    /// What goes along with it.
    pub(super) rider: Rider,
}

impl<'q> Question<'q> {
    pub(super) fn new(
        call: &Inner,
        key: &'q str,
        form: &'q Form,
        message: &'q str,
        prepared: &'q Prepared,
    ) -> Self {
        let rider = if prepared.says_more { call.server.settings.rider } else { Rider::Nothing };
        Question { key, form, message, schema: &prepared.schema, rider }
    }
}
