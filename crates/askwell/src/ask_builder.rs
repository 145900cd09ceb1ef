//! A question with its terms, before it is asked.

use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use askwell_engine::{Ask, AskError, Evidence, Person};
use askwell_form::markdown::escape;
use askwell_lifecycle::Reply;
use futures_util::future::BoxFuture;

use crate::Askwell;
use crate::asked::Asked;
use crate::conversion::Conversion;

/// A question that is not asked yet. Await it to ask and wait for the reply; [`AskBuilder::start`] asks without
/// waiting.
///
/// A mistake in the question, such as an empty text, is returned when it is asked.
#[must_use = "nothing is asked until it is awaited or started"]
pub struct AskBuilder<T> {
    askwell: Askwell,
    ask: Result<Ask, AskError>,
    has_key: bool,
    message: Option<String>,
    evidence: Vec<(String, Evidence)>,
    conversion: Conversion<T>,
}

impl<T> AskBuilder<T> {
    pub(crate) fn new(askwell: &Askwell, ask: Result<Ask, AskError>, conversion: Conversion<T>) -> Self {
        let (askwell, message, evidence) = (askwell.clone(), None, Vec::new());
        AskBuilder { askwell, ask, has_key: false, message, evidence, conversion }
    }

    fn change(mut self, change: impl FnOnce(Ask) -> Ask) -> Self {
        self.ask = self.ask.map(change);
        self
    }

    /// Makes the question idempotent: asking again with the same key gives the same question, also after a restart if
    /// there is a store, and its reply if it is closed. Another question under the same key is an error. A key is free
    /// again 24 hours after its question was closed.
    pub fn key(mut self, key: impl AsRef<str>) -> Self {
        self.has_key = true;
        self.change(|ask| ask.idempotency_key(key.as_ref()))
    }

    /// Sets how long it can be answered, in place of the form's timeout or that of the builder. At most 30 days.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.change(|ask| ask.timeout(timeout))
    }

    /// Asks this person: only they see it in their inbox, and the answer counts as theirs. People who hold the link
    /// can answer in their name.
    pub fn person(self, person: impl Into<Person>) -> Self {
        let person = person.into();
        self.change(|ask| ask.for_person(person.as_str()))
    }

    /// Shows this text with the question.
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// Shows what the decision rests on, below the message. Can be called more than once.
    pub fn evidence(mut self, title: impl Into<String>, evidence: Evidence) -> Self {
        self.evidence.push((title.into(), evidence));
        self
    }

    /// Returns the text that surfaces show with the question.
    fn full_message(&self) -> Option<String> {
        let evidence = self
            .evidence
            .iter()
            .map(|(title, shown)| format!("**{}**\n\n{}", escape(title), shown.to_markdown()));
        let parts: Vec<String> = self.message.clone().into_iter().chain(evidence).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// Asks, and returns when the question is stored. It stays open when the returned value is dropped.
    ///
    /// # Errors
    /// Fails if the question has mistakes, its timeout is out of bounds, its key was used for another question, or the
    /// store fails. Dropping this future before it returns may leave the question open: give it a
    /// [key](AskBuilder::key) to find it again.
    pub async fn start(self) -> Result<Asked<T>, AskError> {
        let message = self.full_message();
        let AskBuilder { askwell, ask, has_key, conversion, .. } = self;
        let mut ask = ask?;
        if let Some(message) = message {
            ask = ask.message(&message);
        }
        let elicitation = askwell.engine().create(askwell.actor(), ask).await?;
        Ok(Asked::new(&askwell, elicitation.id, has_key, conversion).shown(&elicitation))
    }
}

/// Asks and waits. Dropping the future stops waiting and leaves the question open.
impl<T: 'static> IntoFuture for AskBuilder<T> {
    type Output = Result<Reply<T>, AskError>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.start().await?.await })
    }
}

impl<T> fmt::Debug for AskBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskBuilder").field("ask", &self.ask).finish_non_exhaustive()
    }
}
