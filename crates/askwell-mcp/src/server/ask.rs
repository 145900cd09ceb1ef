//! Asking the person behind the client: what a handler can ask, and the one function that asks.
//!
//! One handler serves every client. Where the client can be sent a request, asking waits for the answer; where it
//! cannot, the first call ends with what is needed, and the handler runs again, from its beginning, when the client has
//! it. So everything that a handler does before it asks may happen more than once, and a question is known by its key: the
//! same key in the same call means the same question.

mod asker;
mod error;

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{AskKey, CreateError, Engine, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Audience, Elicitation, ElicitationId, OnDisconnect, Outcome, Question};

use super::ask_key::{self, Asked, RequestDigest};
use super::call::Inner;
use super::channel::{self, ClientChannel};
use super::plan::{ClientProfile, Plan, PlanSettings};
use super::prepared_forms::PreparedForm;
use super::prompt::DialogPrompt;
use askwell_engine::HostedLink;

pub use self::asker::{Asker, DurableAsk};
pub use self::error::{AskError, Pending};

/// What asking needs of the call that asks. Made by [`Call::ask_context`](super::Call::ask_context).
#[derive(Clone, Copy)]
pub struct AskContext<'c> {
    pub(super) call: &'c Inner,
    pub(super) request: &'c RequestDigest,
}

impl<'c> AskContext<'c> {
    /// The same for a question that belongs to another request, such as an upstream call that this call carries: the
    /// identity of the question is that of the other request.
    #[must_use]
    pub fn for_upstream(self, request: &'c RequestDigest) -> Self {
        AskContext { request, ..self }
    }
}

/// What to ask, and on what terms.
#[derive(Debug, Clone, Copy)]
pub struct AskSpec<'a> {
    /// The name of the question in its call.
    pub key: &'a str,
    /// What is asked.
    pub question: QuestionRef<'a>,
    /// How long it can be answered, in place of what the form or the server says.
    pub timeout: Option<Duration>,
    /// The same for a dialog that is pushed to a legacy client, where neither `timeout` nor the form says.
    pub pushed_timeout: Option<Duration>,
    /// Limits of this client's own, in place of the engine's.
    pub limits: Option<Limits>,
    /// What happens to the elicitation when the client goes away.
    pub on_disconnect: OnDisconnect,
    /// How long the call waits.
    pub wait: Wait,
    /// For how long one answer serves equal questions.
    pub reuse: Reuse,
}

/// A question that is about to be asked.
#[derive(Debug, Clone, Copy)]
pub enum QuestionRef<'a> {
    /// A form.
    Form {
        /// The form.
        form: &'a Form,
        /// The text that the person reads first.
        message: &'a str,
    },
    /// A foreign page; a program says when it is done.
    Page {
        /// Where it is.
        url: &'a str,
        /// Why to go there.
        message: &'a str,
        /// Whether a legacy client is told by an error to go there first and call again.
        required: bool,
    },
}

impl<'a> QuestionRef<'a> {
    /// The form, if it is one.
    #[must_use]
    pub fn form(self) -> Option<&'a Form> {
        if let QuestionRef::Form { form, .. } = self { Some(form) } else { None }
    }

    /// The text that the person reads first.
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
    /// Until the elicitation is over, or the client has to be given a link.
    UntilClosed,
    /// At most so long.
    AtMost(Duration),
}

/// For how long one answer serves equal questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reuse {
    /// One answer serves one call. Equal questions are those of equal requests.
    Once,
    /// It serves every equal question of the client for so long. Equal questions are those with the same form and
    /// message, however the requests differ otherwise.
    Within(Duration),
}

/// How it stands with a question.
#[derive(Debug, Clone, PartialEq)]
#[must_use = "a question may still be open"]
pub enum AskStatus {
    /// The elicitation is over.
    Closed {
        /// Its name.
        id: ElicitationId,
        /// How it ended.
        outcome: Outcome,
        /// Whether the client refused so fast that nobody can have read the question.
        unseen: bool,
    },
    /// Nobody has answered yet.
    Open {
        /// The name to resume by.
        id: ElicitationId,
        /// Where the person can answer, if there is a page.
        link: Option<HostedLink>,
        /// Whether the client refused so fast that nobody can have read the question.
        unseen: bool,
    },
}

/// Asks through the channels that the client allows: makes a plan, creates the elicitation or joins one that an equal question has
/// made, shows it, and waits. Dropping the future leaves the elicitation open.
///
/// # Errors
/// [`AskError::Pending`] when the answer comes with another call; otherwise when the person cannot be reached, a limit is
/// reached, or the client, the page or the store fails.
pub async fn elicit(context: &AskContext<'_>, spec: AskSpec<'_>) -> Result<AskStatus, AskError> {
    let ask = PlannedAsk::new(context, spec)?;
    ask.call().claim_key(spec.key)?;
    channel::ask(&ask, |_| {}).await
}

/// A question with the plan for it.
pub(super) struct PlannedAsk<'a> {
    pub(super) context: &'a AskContext<'a>,
    pub(super) spec: AskSpec<'a>,
    pub(super) plan: Plan,
    /// The form as it goes over the wire.
    pub(super) prepared: Option<Arc<PreparedForm>>,
}

impl<'a> PlannedAsk<'a> {
    pub(super) fn new(context: &'a AskContext<'a>, spec: AskSpec<'a>) -> Result<Self, AskError> {
        let call = context.call;
        let parts = &call.server.ask;
        let client = ClientProfile { capabilities: call.capabilities(), revision: call.revision() };
        let form = spec.question.form();
        if form.is_some_and(|form| form.fields().is_empty()) {
            return Err(CreateError::NoFields.into());
        }
        let prepared = form.map(|form| parts.forms.of(form, client.revision));
        let policy = parts.policy();
        let has_pages = parts.pages.is_some();
        let page_audience =
            if has_pages { parts.page_audience(&call.principal) } else { Audience::ClientOnly };
        let settings = PlanSettings { has_pages, page_audience: &page_audience, policy: policy.settings() };
        let plan = Plan::of(client, spec.question, prepared.as_deref(), &settings)?;
        Ok(PlannedAsk { context, spec, plan, prepared })
    }

    pub(super) fn call(&self) -> &'a Inner {
        self.context.call
    }

    pub(super) fn engine(&self) -> &'a Engine {
        self.call().server.ask.engine()
    }

    pub(super) fn actor(&self) -> &'a Actor {
        &self.call().actor
    }

    /// Whether the question outlives its call.
    pub(super) fn is_durable(&self) -> bool {
        matches!(self.spec.reuse, Reuse::Within(_))
    }

    /// Whether the elicitation lives in the state of the call and not in an engine: in the modern era, for a form that
    /// nobody but the client can answer, of a server without an engine of its own.
    pub(super) fn is_sealed(&self) -> bool {
        let parts = &self.call().server.ask;
        !parts.has_given_engine && parts.pages.is_none() && self.spec.question.form().is_some()
    }

    /// Whether an elicitation asks this question. A page may have another URL in every round, with a token of its own, say:
    /// the one that the person was sent to holds.
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

    /// The message that is kept with the elicitation: none, if the form says the same.
    pub(super) fn stored_message(&self) -> Option<&'a str> {
        let QuestionRef::Form { form, message } = self.spec.question else { return None };
        let is_said = message == form.title() || Some(message) == form.description() || self.is_durable();
        (!is_said).then_some(message)
    }

    /// The identity of the question.
    pub(super) fn key(&self) -> AskKey {
        self.key_at(None)
    }

    /// The identity that an elicitation of this question was created with.
    pub(super) fn key_of(&self, elicitation: &Elicitation) -> AskKey {
        match &elicitation.question {
            Question::Page { url, .. } => self.key_at(Some(url)),
            Question::Form(_) => self.key(),
        }
    }

    /// The identity of the question with this URL in place of its own.
    fn key_at(&self, visited: Option<&str>) -> AskKey {
        let message = self.spec.question.message();
        let asked = match (self.spec.question, &self.prepared) {
            (QuestionRef::Page { url, .. }, _) => Asked::Page(visited.unwrap_or(url)),
            (QuestionRef::Form { .. }, Some(prepared)) => Asked::Form(&prepared.digest),
            (QuestionRef::Form { form, .. }, None) => Asked::Page(form.to_json()),
        };
        let call = self.call();
        match self.spec.reuse {
            Reuse::Once => ask_key::of_question(self.context.request, self.spec.key, &asked, message),
            Reuse::Within(_) => {
                ask_key::of_durable(&call.server.ask.server, &call.principal, &asked, message)
            }
        }
    }

    /// How long the elicitation can be answered, if the engine does not decide that.
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

    /// A refusal that comes faster than this is the client's own: none, if there is nothing to do about it.
    pub(super) fn instant_refusal(&self) -> Duration {
        let counts = self.plan.has_link() || self.is_durable();
        if counts { self.call().server.ask.settings.instant_refusal } else { Duration::ZERO }
    }

    /// The form for the client's dialog, with this text.
    pub(super) fn dialog<'p>(&'p self, message: &'p str) -> Option<DialogPrompt<'p>> {
        let form = self.spec.question.form()?;
        let metadata = self.call().server.ask.settings.metadata;
        Some(DialogPrompt { form, prepared: self.prepared.as_deref()?, message, metadata })
    }
}

/// Returns the text that a client shows for a form that has no message of its own: all that it says about itself.
pub(super) fn heading(form: &Form) -> String {
    match form.description() {
        Some(description) => format!("{}\n\n{description}", form.title()),
        None => form.title().to_owned(),
    }
}

/// Returns the status of an elicitation that is over.
pub(super) fn closed_status(elicitation: &Elicitation) -> Option<AskStatus> {
    let outcome = elicitation.outcome()?.clone();
    Some(AskStatus::Closed { id: elicitation.id, outcome, unseen: false })
}
