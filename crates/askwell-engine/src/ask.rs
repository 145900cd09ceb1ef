//! What a program asks.

use std::sync::Arc;
use std::time::Duration;

use askwell_form::build::{FieldBuilder, form, text};
use askwell_form::url_guard::{self, UrlPolicy, UrlRefusal};
use askwell_form::{Defects, Form};
use askwell_lifecycle::{Audience, Mode, OnDisconnect, Question};

use crate::audit;
use crate::limits::Limits;

/// A question, before it is asked.
#[derive(Debug, Clone)]
#[must_use = "nothing is asked until an engine creates it"]
pub struct Ask {
    pub(crate) mode: Mode,
    pub(crate) question: Question,
    pub(crate) message: Option<Arc<str>>,
    pub(crate) audience: Audience,
    pub(crate) timeout: Option<Duration>,
    pub(crate) key: Option<Arc<str>>,
    pub(crate) limits: Option<Limits>,
    pub(crate) answer_limit: Option<u32>,
    pub(crate) on_disconnect: OnDisconnect,
    /// Where a page may lead.
    pub(crate) page_policy: Option<Arc<UrlPolicy>>,
}

/// The id of the one field that a prompt has.
pub const PROMPT_FIELD: &str = "answer";

/// The key of a form document that limits the answer to so many bytes, in place of the engine's limit. At most
/// [`Limits::answer_ceiling`] counts.
/// [`Ask::answer_limit`] comes first.
pub const SIZE_LIMIT: &str = "x-sizeLimit";

impl Ask {
    /// Asks with a form. The form's own timeout counts, if it has one.
    pub fn form(form: Form) -> Ask {
        let timeout = form.timeout();
        Ask {
            mode: Mode::Form,
            question: Question::Form(form),
            audience: Audience::Anyone,
            timeout,
            key: None,
            limits: None,
            message: None,
            answer_limit: None,
            on_disconnect: OnDisconnect::Keep,
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

    /// The form that asks for a line of text.
    ///
    /// # Errors
    /// When the prompt is empty, longer than 2048 characters, or holds hidden characters.
    pub fn prompt_form(prompt: &str) -> Result<Form, Defects> {
        Ask::prompt_for(prompt, text(PROMPT_FIELD, "Answer").required())
    }

    /// The form that asks for a password or another secret: masked where it is typed, and encrypted where it is kept.
    ///
    /// # Errors
    /// As [`Ask::prompt_form`].
    pub fn secret_prompt_form(prompt: &str) -> Result<Form, Defects> {
        Ask::prompt_for(prompt, text(PROMPT_FIELD, "Answer").required().secret())
    }

    fn prompt_for<K>(prompt: &str, field: FieldBuilder<K>) -> Result<Form, Defects> {
        let short = prompt.chars().count() <= 256;
        let mut builder = form("prompt", if short { prompt } else { "Question" });
        if !short {
            builder = builder.description(prompt);
        }
        builder.field(field).build()
    }

    /// Sends the person to somebody else's page. A program says when it is done. The host is resolved when it is asked, and
    /// must not lead where the policy does not allow.
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
            timeout: None,
            key: None,
            limits: None,
            message: None,
            answer_limit: None,
            on_disconnect: OnDisconnect::Keep,
            page_policy: Some(Arc::new(policy.clone())),
        })
    }

    /// Where the person is meant to answer.
    pub fn in_mode(mut self, mode: Mode) -> Ask {
        self.mode = mode;
        self
    }

    /// How long to wait.
    pub fn timeout(mut self, timeout: Duration) -> Ask {
        self.timeout = Some(timeout);
        self
    }

    /// Asking again under the same key gives the same elicitation.
    pub fn idempotency_key(mut self, key: &str) -> Ask {
        self.key = Some(Arc::from(key));
        self
    }

    /// Shows this text above the form, on every surface. A page has a message of its own.
    pub fn message(mut self, message: &str) -> Ask {
        self.message = Some(Arc::from(message));
        self
    }

    /// Takes answers of at most so many bytes.
    pub fn answer_limit(mut self, bytes: u32) -> Ask {
        self.answer_limit = Some(bytes);
        self
    }

    /// What happens to it when its client goes away.
    pub fn on_disconnect(mut self, on_disconnect: OnDisconnect) -> Ask {
        self.on_disconnect = on_disconnect;
        self
    }

    /// Limits of this client's own, in place of the engine's.
    pub fn within(mut self, limits: Limits) -> Ask {
        self.limits = Some(limits);
        self
    }

    /// This person is asked, wherever they are met; nobody else sees it but the client and operators.
    pub fn for_person(mut self, name: &str) -> Ask {
        self.audience = Audience::Person(Arc::from(name));
        self
    }

    /// Whoever holds a link to it can answer. It is in nobody's inbox.
    pub fn for_link_holder(mut self) -> Ask {
        self.audience = Audience::LinkHolder;
        self
    }

    /// Only the asking client itself can answer: abandoned when it goes away.
    pub fn client_only(mut self) -> Ask {
        self.audience = Audience::ClientOnly;
        self
    }
}
