//! Elicitations as the service describes them. Unknown members are ignored, so that a newer service
//! can say more.

use std::fmt;

use askwell_form::{Answers, Form, Problems};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

/// Where a person is meant to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Mode {
    /// A form on any surface.
    Form,
    /// A prompt beside the program's own text.
    Inline,
    /// A page with a link.
    Url,
    /// A terminal.
    Terminal,
    /// A mode that this client does not know.
    #[serde(other)]
    Unknown,
}

impl Mode {
    /// Returns the name in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Mode::Form => "form",
            Mode::Inline => "inline",
            Mode::Url => "url",
            Mode::Terminal => "terminal",
            Mode::Unknown => "unknown",
        }
    }
}

/// Whether an elicitation is open, or how it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Open; no person has begun.
    Pending,
    /// Open; a person has begun.
    Active,
    /// Answered.
    Completed,
    /// The person said no.
    Declined,
    /// Taken back, or given up.
    Cancelled,
    /// The deadline passed.
    Timeout,
}

impl Status {
    /// Returns whether it can still be answered.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Status::Pending | Status::Active)
    }

    /// Returns the name in the API.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pending => "pending",
            Status::Active => "active",
            Status::Completed => "completed",
            Status::Declined => "declined",
            Status::Cancelled => "cancelled",
            Status::Timeout => "timeout",
        }
    }
}

/// An elicitation: as created, as an entry of a list, or with everything about it. Members that do
/// not apply are `None`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Elicitation {
    /// The id, `elic_…`.
    #[serde(rename = "elicitationId")]
    pub id: String,
    /// Where the person is meant to answer.
    pub mode: Mode,
    /// Open, or how it ended.
    pub status: Status,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// The deadline of an open one, in milliseconds since 1970.
    pub timeout_at: Option<u64>,
    /// What happens without an answer, as a sentence, if the program said it.
    pub without_answer: Option<String>,
    /// When it was closed, in milliseconds since 1970.
    pub closed_at: Option<u64>,
    /// The question in one line, in lists.
    pub prompt: Option<String>,
    /// The only person who can answer it.
    pub person: Option<String>,
    /// The program that asks.
    pub client: Option<String>,
    /// Who has claimed it.
    pub claimed_by: Option<String>,
    /// The form document; a page on another site has none.
    pub form_definition: Option<Value>,
    /// The link to the page. A secret: the holder can answer.
    pub url: Option<String>,
    /// The code that the person types on the page, to be shown by the asking program.
    pub code: Option<String>,
    /// How often the deadline can still be moved.
    pub extensions_remaining: Option<u32>,
}

impl Elicitation {
    /// Returns its form, or `None` if it has none or it cannot be read here.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        Form::from_value(self.form_definition.as_ref()?).ok()
    }
}

/// A page of a list, the newest first.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ElicitationPage {
    /// The elicitations, without answers.
    pub elicitations: Vec<Elicitation>,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
}

/// Which elicitations to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListFilter {
    /// Only those with one of these; all, if empty.
    pub statuses: Vec<Status>,
    /// The most entries of a page, up to 1000.
    pub limit: Option<u16>,
    /// Where the page begins: [`ElicitationPage::next_cursor`] of the one before.
    pub cursor: Option<String>,
}

/// How an elicitation ended.
#[derive(Clone)]
#[non_exhaustive]
pub enum Outcome {
    /// The person answered, or another program completed it.
    Answered(AnswerJson),
    /// The person said no, with their reason if they gave one.
    Declined {
        /// The reason.
        reason: Option<String>,
    },
    /// It was taken back, given up, or had too many invalid answers.
    Cancelled {
        /// Why, such as `user_cancelled`.
        reason: Option<String>,
    },
    /// The deadline passed.
    TimedOut,
}

/// The answers, as the service sent them: checked there, in the order of the form. `Debug` does not
/// show them, because they can contain secrets.
#[derive(Clone)]
pub struct AnswerJson(Box<RawValue>);

impl AnswerJson {
    /// Returns the answers as JSON. Numbers have all their digits.
    #[must_use]
    pub fn as_json(&self) -> &str {
        self.0.get()
    }

    /// Returns the answers as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::from_str(self.0.get()).unwrap_or_default()
    }

    /// Converts the answers to a type of the program.
    ///
    /// # Errors
    /// Fails if the answers do not have the shape of the type.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.0.get())
    }

    /// Returns the answers with the types of their form.
    ///
    /// # Errors
    /// Fails if they do not belong to this form.
    pub fn to_answers(&self, form: &Form) -> Result<Answers, Problems> {
        form.check_json(self.0.get().as_bytes())
    }
}

impl fmt::Debug for AnswerJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnswerJson(…)")
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Answered(_) => f.write_str("Answered(…)"),
            Outcome::Declined { reason } => f.debug_struct("Declined").field("reason", reason).finish(),
            Outcome::Cancelled { reason } => f.debug_struct("Cancelled").field("reason", reason).finish(),
            Outcome::TimedOut => f.write_str("TimedOut"),
        }
    }
}

/// The result of `elicitation/wait`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WaitResult {
    status: Status,
    result: Option<Box<RawValue>>,
    reason: Option<String>,
    decline_reason: Option<String>,
}

impl WaitResult {
    /// Returns the outcome, or `None` if the elicitation is open.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        Some(match self.status {
            Status::Pending | Status::Active => return None,
            Status::Completed => Outcome::Answered(AnswerJson(self.result.unwrap_or_else(null))),
            Status::Declined => Outcome::Declined { reason: self.decline_reason },
            Status::Cancelled => Outcome::Cancelled { reason: self.reason },
            Status::Timeout => Outcome::TimedOut,
        })
    }
}

/// A page of another site can be completed without a result.
fn null() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

/// A form that the service has by name.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Template {
    /// The name.
    pub name: String,
    /// The title, with the places of parameters.
    #[serde(default)]
    pub title: String,
    /// The parameters.
    #[serde(default)]
    pub parameters: Vec<TemplateParameter>,
}

/// A parameter of a template.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct TemplateParameter {
    /// The name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Whether it has to be given.
    #[serde(default)]
    pub required: bool,
}

/// The list of templates on the wire.
#[derive(Deserialize)]
pub(crate) struct TemplateList {
    pub(crate) templates: Vec<Template>,
}

/// The new deadline of an elicitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Extension {
    /// The deadline, in milliseconds since 1970.
    pub new_timeout_at: u64,
    /// How often it can still be moved.
    pub extensions_remaining: u32,
}
