//! The description of an ask: the question, its audience, its timeout and its limits.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::build::{FieldBuilder, boolean, form, text};
use askwell_form::url_guard::{self, UrlPolicy, UrlRefusal};
use askwell_form::{Defects, Form};
use askwell_lifecycle::{Audience, FollowUp, Mode, OnDisconnect, Question, Quorum};

use crate::audit;
use crate::limits::Limits;

/// A question with its options, before an engine creates an elicitation from it.
#[derive(Debug, Clone)]
#[must_use = "nothing is asked until an engine creates it"]
pub struct Ask {
    pub(crate) mode: Mode,
    pub(crate) question: Question,
    pub(crate) message: Option<Arc<str>>,
    pub(crate) audience: Audience,
    pub(crate) quorum: Option<Quorum>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) key: Option<Arc<str>>,
    pub(crate) limits: Option<Limits>,
    pub(crate) answer_limit: Option<u32>,
    pub(crate) on_disconnect: OnDisconnect,
    pub(crate) follow_up: Option<FollowUp>,
    /// What the asking program does without an answer.
    pub(crate) without_answer: Option<Arc<str>>,
    /// The URLs that a page may have.
    pub(crate) page_policy: Option<Arc<UrlPolicy>>,
}

/// The id of the only field of a prompt.
pub const PROMPT_FIELD: &str = "answer";

/// The id of the only field of a confirmation.
pub const CONFIRM_FIELD: &str = "confirm";

/// The key of a form document that sets the largest answer in bytes, in place of the engine's limit and up to
/// [`Limits::answer_ceiling`]. [`Ask::answer_limit`] takes precedence.
pub const SIZE_LIMIT: &str = "x-sizeLimit";

impl Ask {
    /// Asks with a form. The form's own timeout applies, if it has one.
    pub fn form(form: Form) -> Ask {
        let timeout = form.timeout();
        Ask {
            mode: Mode::Form,
            question: Question::Form(form),
            audience: Audience::Anyone,
            quorum: None,
            timeout,
            key: None,
            limits: None,
            message: None,
            answer_limit: None,
            on_disconnect: OnDisconnect::Keep,
            follow_up: None,
            without_answer: None,
            page_policy: None,
        }
    }

    /// Asks for a line of text, in the field [`PROMPT_FIELD`].
    ///
    /// # Errors
    /// When the prompt is empty, longer than 2048 characters, or holds hidden characters.
    pub fn prompt(prompt: &str) -> Result<Ask, Defects> {
        Ok(Ask { mode: Mode::Inline, ..Ask::form(Ask::prompt_form(prompt)?) })
    }

    /// Builds the form that asks for a line of text.
    ///
    /// # Errors
    /// When the prompt is empty, longer than 2048 characters, or holds hidden characters.
    pub fn prompt_form(prompt: &str) -> Result<Form, Defects> {
        Ask::prompt_for(prompt, text(PROMPT_FIELD, "Answer").required())
    }

    /// Builds the form that asks for a secret, which is masked while it is typed and encrypted where it is
    /// stored.
    ///
    /// # Errors
    /// As [`Ask::prompt_form`].
    pub fn secret_prompt_form(prompt: &str) -> Result<Form, Defects> {
        Ask::prompt_for(prompt, text(PROMPT_FIELD, "Answer").required().secret())
    }

    /// Returns the form that asks for a yes or no, in the field [`CONFIRM_FIELD`].
    ///
    /// # Errors
    /// As [`Ask::prompt_form`].
    pub fn confirm_form(question: &str) -> Result<Form, Defects> {
        Ask::prompt_for(question, boolean(CONFIRM_FIELD, "Go on").required())
    }

    fn prompt_for<K>(prompt: &str, field: FieldBuilder<K>) -> Result<Form, Defects> {
        let short = prompt.chars().count() <= 256;
        let mut builder = form("prompt", if short { prompt } else { "Question" });
        if !short {
            builder = builder.description(prompt);
        }
        builder.field(field).build()
    }

    /// Asks the person to visit a page of another program, which reports when the person is done. The engine
    /// resolves the host when it creates the elicitation, and refuses hosts that the policy does not allow.
    ///
    /// # Errors
    /// When the URL does not pass the guard, which is logged as a warning.
    pub fn page(url: &str, message: &str, policy: &UrlPolicy) -> Result<Ask, UrlRefusal> {
        url_guard::check(url, policy).inspect_err(|refusal| audit::log_blocked_url(url, refusal))?;
        let question = Question::Page { url: Arc::from(url), message: Arc::from(message) };
        Ok(Ask {
            mode: Mode::Url,
            question,
            audience: Audience::Anyone,
            quorum: None,
            timeout: None,
            key: None,
            limits: None,
            message: None,
            answer_limit: None,
            on_disconnect: OnDisconnect::Keep,
            follow_up: None,
            without_answer: None,
            page_policy: Some(Arc::new(policy.clone())),
        })
    }

    /// Sets where the person is meant to answer.
    pub fn in_mode(mut self, mode: Mode) -> Ask {
        self.mode = mode;
        self
    }

    /// Sets the timeout.
    pub fn timeout(mut self, timeout: Duration) -> Ask {
        self.timeout = Some(timeout);
        self
    }

    /// Sets an idempotency key: asking again under the same key returns the same elicitation.
    pub fn idempotency_key(mut self, key: &str) -> Ask {
        self.key = Some(Arc::from(key));
        self
    }

    /// Sets a text that every surface shows above the form. A page has a message of its own.
    pub fn message(mut self, message: &str) -> Ask {
        self.message = Some(Arc::from(message));
        self
    }

    /// Limits answers to this many bytes.
    pub fn answer_limit(mut self, bytes: u32) -> Ask {
        self.answer_limit = Some(bytes);
        self
    }

    /// Sets what happens to the elicitation when its client disconnects.
    pub fn on_disconnect(mut self, on_disconnect: OnDisconnect) -> Ask {
        self.on_disconnect = on_disconnect;
        self
    }

    /// Returns the form that is asked; `None` for a page.
    #[must_use]
    pub fn question_form(&self) -> Option<&Form> {
        if let Question::Form(form) = &self.question { Some(form) } else { None }
    }

    /// Returns whether a person or a group is asked.
    #[must_use]
    pub fn is_for_person_or_group(&self) -> bool {
        matches!(self.audience, Audience::Person(_) | Audience::Group(_))
    }

    /// Sets reminders and an escalation, in place of those that the form names. An escalation needs a question for a
    /// person or a group; for other audiences it is left out.
    pub fn follow_up(mut self, plan: FollowUp) -> Ask {
        self.follow_up = Some(plan);
        self
    }

    /// Says what the program does without an answer, in place of what the form says: a part of a sentence such as "not
    /// deployed", which surfaces show next to the deadline. Text that [`FollowUp::with_words`] rejects is left out.
    pub fn without_answer(mut self, words: &str) -> Ask {
        self.without_answer = Some(Arc::from(words));
        self
    }

    /// Sets limits for this client, in place of the engine's.
    pub fn within(mut self, limits: Limits) -> Ask {
        self.limits = Some(limits);
        self
    }

    /// Lets only this person answer, on any surface. Apart from the person, the client and operators can see
    /// it.
    pub fn for_person(mut self, name: &str) -> Ask {
        self.audience = Audience::Person(Arc::from(name));
        self
    }

    /// Lets everyone in this group answer, on surfaces that know the groups of a person. A link alone is not enough.
    pub fn for_group(mut self, name: &str) -> Ask {
        self.audience = Audience::Group(Arc::from(name));
        self
    }

    /// Lets everyone answer who is signed in. A link alone is not enough.
    pub fn for_signed_in(mut self) -> Ask {
        self.audience = Audience::SignedIn;
        self
    }

    /// Closes the elicitation only when so many people have approved. The form must be a decision.
    pub fn quorum(mut self, quorum: Quorum) -> Ask {
        self.quorum = Some(quorum);
        self
    }

    /// Lets everyone answer who holds a link to it. No inbox lists it.
    pub fn for_link_holder(mut self) -> Ask {
        self.audience = Audience::LinkHolder;
        self
    }

    /// Lets only the asking client answer. The elicitation is abandoned when the client disconnects.
    pub fn client_only(mut self) -> Ask {
        self.audience = Audience::ClientOnly;
        self
    }
}
