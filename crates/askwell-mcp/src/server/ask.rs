//! Asks the person behind the client: what a handler can ask, and `elicit`, the one function that
//! asks.
//!
//! One handler serves every client. For a legacy client, asking waits for the answer. For a modern
//! client, the first call ends with an input-required result, and the handler runs again from its
//! beginning when the client returns. Code before a question may therefore run more than once. A
//! question is identified by its key: the same key in the same call means the same question.

mod asker;
mod error;
mod restrictions;

use askwell_locale::problem_sentence;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{AskKey, Engine, Limits, log_ask};
use askwell_form::schema::Revision;
use askwell_form::{Field, Form, Problems};
use askwell_lifecycle::{Actor, Audience, Elicitation, ElicitationId, OnDisconnect, Outcome, Question};

use super::ask_key::{self, QuestionIdentity, RequestDigest};
use super::call::CallState;
use super::channel::{self, ClientChannel};
use super::plan::{ClientProfile, Plan, PlanSettings};
use super::prepared_forms::PreparedForm;
use super::prompt::DialogPrompt;
use super::residence::ClientInput;
use crate::wire::method;
use askwell_engine::HostedLink;

pub use self::asker::{Asker, DurableAsk};
pub use self::error::ClientError;
pub use self::restrictions::AskRestrictions;
pub(super) use self::restrictions::UNRESTRICTED;
pub use askwell_engine::{AskError, PendingAsk};

/// What asking needs of the calling request. Made by
/// [`Call::ask_context`](super::Call::ask_context).
#[derive(Clone, Copy)]
pub struct AskContext<'c> {
    pub(super) call: &'c CallState,
    pub(super) request: &'c RequestDigest,
    pub(super) restrictions: &'c AskRestrictions,
}

impl fmt::Debug for AskContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskContext").field("request", &self.call.request).finish_non_exhaustive()
    }
}

impl<'c> AskContext<'c> {
    /// Returns a context for a question of another request, such as an upstream call that this call
    /// forwards: the question gets the identity of that request.
    #[must_use]
    pub fn for_upstream(self, request: &'c RequestDigest) -> Self {
        AskContext { request, ..self }
    }

    /// Returns a context for a question with these restrictions.
    #[must_use]
    pub fn restricted_by(self, restrictions: &'c AskRestrictions) -> Self {
        AskContext { restrictions, ..self }
    }
}

/// A question and its terms.
#[derive(Debug, Clone, Copy)]
pub struct AskSpec<'a> {
    /// The key of the question in its call.
    pub key: &'a str,
    /// The question.
    pub question: QuestionRef<'a>,
    /// How long it can be answered, instead of what the form or the server says.
    pub timeout: Option<Duration>,
    /// The same for the dialog of a legacy client, if neither `timeout` nor the form says.
    pub pushed_timeout: Option<Duration>,
    /// The limits of this client, instead of the engine's.
    pub limits: Option<&'a Limits>,
    /// What happens to the elicitation when the client disconnects.
    pub on_disconnect: OnDisconnect,
    /// How long the call waits.
    pub wait: Wait,
    /// How long one answer serves equal questions.
    pub reuse: Reuse,
    /// The schema for the client's dialog, as another server sent it, instead of the form's own. It is
    /// used for clients that know every keyword of it.
    pub requested_schema: Option<&'a str>,
}

impl<'a> AskSpec<'a> {
    /// Returns the terms of a question that a handler waits for, with no limits of its own.
    #[must_use]
    pub fn new(key: &'a str, question: QuestionRef<'a>) -> Self {
        AskSpec {
            key,
            question,
            timeout: None,
            pushed_timeout: None,
            limits: None,
            on_disconnect: OnDisconnect::Abandon,
            wait: Wait::UntilClosed,
            reuse: Reuse::Once,
            requested_schema: None,
        }
    }
}

/// A question to ask.
#[derive(Debug, Clone, Copy)]
pub enum QuestionRef<'a> {
    /// A form.
    Form {
        /// The form.
        form: &'a Form,
        /// The message for the person.
        message: &'a str,
    },
    /// A foreign page. A program reports when the person is done.
    Page {
        /// The URL.
        url: &'a str,
        /// The message for the person.
        message: &'a str,
        /// Whether a legacy client gets an error that requires the page, and calls again.
        required: bool,
    },
}

impl<'a> QuestionRef<'a> {
    /// Returns the form, if it is one.
    #[must_use]
    pub fn form(self) -> Option<&'a Form> {
        if let QuestionRef::Form { form, .. } = self { Some(form) } else { None }
    }

    /// Returns the message for the person.
    #[must_use]
    pub fn message(self) -> &'a str {
        match self {
            QuestionRef::Form { message, .. } | QuestionRef::Page { message, .. } => message,
        }
    }
}

/// How long a call waits for its question. The end of the wait does not end the elicitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// Until the elicitation ends, or the client has to be given a link.
    UntilClosed,
    /// At most this long.
    AtMost(Duration),
    /// Until the person has agreed to open a foreign page, or refused.
    UntilConsent,
}

/// How long one answer serves equal questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// One answer serves one call. Questions are equal if their requests are.
    Once,
    /// One answer serves every equal question of the client for this long. Questions are equal if
    /// form and message are.
    Within(Duration),
}

/// The status of a question.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a question may still be open"]
pub enum AskStatus {
    /// The elicitation has ended.
    Closed {
        /// Its id.
        id: ElicitationId,
        /// Its outcome.
        outcome: Outcome,
        /// Whether the client refused so fast that the person cannot have read the question.
        unseen: bool,
    },
    /// There is no answer yet.
    Open {
        /// The id to resume by.
        id: ElicitationId,
        /// Where the person can answer, if there is a page.
        link: Option<HostedLink>,
        /// Whether the client refused so fast that the person cannot have read the question.
        unseen: bool,
    },
}

/// Asks through the channels that the client allows: makes a plan, creates the elicitation or joins
/// an equal one, shows it, and waits. Dropping the future leaves the elicitation open.
///
/// # Errors
/// [`AskError::Pending`] when the answer comes with another call; otherwise when the person cannot
/// be reached, a limit is reached, or the client, the page or the store fails.
pub async fn elicit(context: &AskContext<'_>, spec: AskSpec<'_>) -> Result<AskStatus, AskError> {
    let ask = PlannedAsk::claimed(context, spec)?;
    channel::ask(&ask, |_| {}).await
}

/// Waits for an open question of this call, at most this long, without showing it again. Delivers
/// the outcome as [`elicit`] does.
///
/// # Errors
/// [`AskError::Superseded`] when another call got the answer; otherwise as [`elicit`].
pub async fn resume(
    context: &AskContext<'_>,
    spec: AskSpec<'_>,
    id: ElicitationId,
    wait: Duration,
) -> Result<AskStatus, AskError> {
    let ask = PlannedAsk::new(context, spec)?;
    channel::await_outcome(&ask, id, wait).await
}

/// A question with its plan.
pub(super) struct PlannedAsk<'a> {
    pub(super) context: &'a AskContext<'a>,
    pub(super) spec: AskSpec<'a>,
    pub(super) plan: Plan,
    /// The form in its wire shape.
    pub(super) prepared: Option<Arc<PreparedForm>>,
}

impl<'a> PlannedAsk<'a> {
    pub(super) fn new(context: &'a AskContext<'a>, spec: AskSpec<'a>) -> Result<Self, AskError> {
        let call = context.call;
        let parts = &call.server.ask;
        let restrictions = context.restrictions;
        let client = ClientProfile {
            capabilities: call.capabilities(),
            revision: call.revision(),
            restrictions,
            shows_app: super::app::is_shown_beside(call),
        };
        let form = spec.question.form();
        let prepared = form.map(|form| parts.forms.of(form, client.revision, call.words.language()));
        let policy = parts.policy();
        let has_pages = parts.pages.is_some();
        let page_audience = match &restrictions.audience {
            Some(audience) => audience.clone(),
            None if has_pages => parts.page_audience(&call.principal),
            None => Audience::ClientOnly,
        };
        let settings = PlanSettings { has_pages, page_audience: &page_audience, policy: policy.settings() };
        let plan = Plan::of(client, spec.question, prepared.as_deref(), &settings)?;
        Ok(PlannedAsk { context, spec, plan, prepared })
    }

    /// Plans a question and claims its key in the call.
    pub(super) fn claimed(context: &'a AskContext<'a>, spec: AskSpec<'a>) -> Result<Self, AskError> {
        let ask = PlannedAsk::new(context, spec)?;
        ask.call().claim_key(spec.key)?;
        Ok(ask)
    }

    pub(super) fn call(&self) -> &'a CallState {
        self.context.call
    }

    pub(super) fn engine(&self) -> &'a Engine {
        self.call().server.ask.engine()
    }

    pub(super) fn actor(&self) -> &'a Actor {
        &self.call().actor
    }

    /// Writes the tool and the key of the question to the audit log. The URI of a resource may contain anything,
    /// and is left out.
    pub(super) fn log(&self, elicitation: &Elicitation, is_new: bool) {
        let call = self.call();
        let method = call.request.method();
        let tool = if method == method::READ_RESOURCE { method } else { &*call.parts.name };
        log_ask(elicitation, call.actor.surface, tool, self.spec.key, is_new);
    }

    /// Returns whether the question outlives its call.
    pub(super) fn is_durable(&self) -> bool {
        matches!(self.spec.reuse, Reuse::Within(_))
    }

    /// Returns whether the elicitation lives in the state of the call instead of an engine: in the
    /// modern era, for a form that only the client can answer, on a server without its own engine.
    pub(super) fn is_sealed(&self) -> bool {
        let parts = &self.call().server.ask;
        let is_asked_in_app = self.plan.first() == super::plan::Channel::App;
        !parts.has_given_engine
            && parts.pages.is_none()
            && self.spec.question.form().is_some()
            && !is_asked_in_app
    }

    /// Returns whether an elicitation asks this question. The URL of a page may differ in every
    /// round, for example by a token; the person was sent to the first one.
    pub(super) fn is_about(&self, elicitation: &Elicitation) -> bool {
        match (self.spec.question, &elicitation.question) {
            (QuestionRef::Form { form, .. }, Question::Form(asked)) => {
                (form == asked || form.to_json() == asked.to_json())
                    && self.stored_message() == elicitation.message.as_deref()
            }
            (QuestionRef::Page { message, .. }, Question::Page { message: said, .. }) => message == &**said,
            _ => false,
        }
    }

    /// Returns the message to store with the elicitation; `None` if the form says the same.
    pub(super) fn stored_message(&self) -> Option<&'a str> {
        let QuestionRef::Form { form, message } = self.spec.question else { return None };
        let is_said = message == form.title() || Some(message) == form.description() || self.is_durable();
        (!is_said).then_some(message)
    }

    /// Returns the message that a dialog shows: with the displays of the form, which a dialog has no place for.
    pub(super) fn shown_message(&self) -> Cow<'a, str> {
        let message = self.spec.question.message();
        let (form, shown) = (self.spec.question.form(), self.shown_form());
        let message = match (form, shown) {
            (Some(form), Some(shown)) if message == form.title() => Cow::Owned(shown.title().to_owned()),
            (Some(form), Some(shown)) if message == heading(form) => Cow::Owned(heading(shown)),
            _ => Cow::Borrowed(message),
        };
        match shown.or(form).and_then(Form::display_text) {
            Some(text) => Cow::Owned(format!("{message}\n\n{text}")),
            None => message,
        }
    }

    /// Returns the form in the language of the person, if it has translations.
    fn shown_form(&self) -> Option<&Form> {
        self.prepared.as_ref()?.shown.as_ref()
    }

    /// Returns the sentences of problems in the language of the person.
    pub(super) fn sentences(&self, problems: &Problems) -> String {
        let (form, words) = (self.spec.question.form(), &self.call().words);
        let sentences: Vec<String> = problems
            .iter()
            .map(|problem| {
                let label = form.and_then(|form| form.field(&problem.field)).map_or("", Field::label);
                let shown = self.shown_form().and_then(|form| form.field(&problem.field));
                problem_sentence(words, problem, label, shown.map_or(label, Field::label))
            })
            .collect();
        sentences.join(" ")
    }

    /// Returns the identity of the question.
    pub(super) fn key(&self) -> AskKey {
        self.key_at(None)
    }

    /// Returns the identity that an elicitation of this question was created with.
    pub(super) fn key_of(&self, elicitation: &Elicitation) -> AskKey {
        match &elicitation.question {
            Question::Page { url, .. } => self.key_at(Some(url)),
            Question::Form(_) => self.key(),
        }
    }

    /// Returns the identity of the question with this URL instead of its own.
    fn key_at(&self, visited: Option<&str>) -> AskKey {
        let message = self.spec.question.message();
        let asked = match (self.spec.question, &self.prepared) {
            (QuestionRef::Page { url, .. }, _) => QuestionIdentity::Page(visited.unwrap_or(url)),
            (QuestionRef::Form { .. }, Some(prepared)) => QuestionIdentity::Form(&prepared.digest),
            (QuestionRef::Form { form, .. }, None) => QuestionIdentity::Page(form.to_json()),
        };
        let call = self.call();
        match self.spec.reuse {
            Reuse::Once => ask_key::of_question(self.context.request, self.spec.key, &asked, message),
            Reuse::Within(_) => {
                ask_key::of_durable(&call.server.ask.server, &call.principal, &asked, message)
            }
        }
    }

    /// Returns how long the elicitation can be answered; `None` if the engine decides.
    pub(super) fn timeout(&self) -> Option<Duration> {
        let form = self.spec.question.form().and_then(Form::timeout);
        let default = || match self.spec.reuse {
            Reuse::Once => self.plan.default_timeout,
            Reuse::Within(_) => {
                let is_pushed = matches!(self.call().channel, ClientChannel::Request(_))
                    && self.plan.first() == super::plan::Channel::Dialog;
                self.spec.pushed_timeout.filter(|_| is_pushed)
            }
        };
        self.spec.timeout.or(form).or_else(default)
    }

    /// Returns how fast a refusal must come to count as the client's own; zero if there is no other
    /// way to ask.
    pub(super) fn instant_refusal(&self) -> Duration {
        let counts = self.plan.has_other_way() || self.is_durable();
        if counts { self.call().server.ask.settings.instant_refusal } else { Duration::ZERO }
    }

    /// Returns how fast an answer of any kind must come to count as the client's own.
    pub(super) fn instant_answer(&self) -> Duration {
        self.context.restrictions.instant_answer
    }

    /// Returns whether the client gave this answer itself, so long after it was asked.
    pub(super) fn is_unseen(&self, input: &ClientInput<'_>, after: Duration) -> bool {
        after < self.instant_answer() || (input.refusal().is_some() && after < self.instant_refusal())
    }

    /// Returns the form for the client's dialog with this message.
    pub(super) fn dialog<'p>(&'p self, message: &'p str) -> Option<DialogPrompt<'p>> {
        let form = self.spec.question.form()?;
        let metadata = self.call().server.ask.settings.metadata;
        let is_newest = self.call().revision() != Revision::V2025_06_18;
        let schema = self.spec.requested_schema.filter(|_| is_newest);
        Some(DialogPrompt { form, prepared: self.prepared.as_deref()?, schema, message, metadata })
    }
}

/// Returns the message for a form without its own: title and description.
pub(super) fn heading(form: &Form) -> String {
    match form.description() {
        Some(description) => format!("{}\n\n{description}", form.title()),
        None => form.title().to_owned(),
    }
}

/// Returns the status of an elicitation that has ended; `None` if it is open.
pub(super) fn closed_status(elicitation: &Elicitation) -> Option<AskStatus> {
    let outcome = elicitation.outcome()?.clone();
    Some(AskStatus::Closed { id: elicitation.id, outcome, unseen: false })
}
