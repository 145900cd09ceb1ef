//! An elicitation of an agent as a form, and an outcome as the result that the agent gets.

use askwell_form::build::{boolean, form};
use askwell_form::{Answers, Defects, Form};
use askwell_lifecycle::Outcome;
use askwell_locale::{form_text, say};
use askwell_mcp::client::Link;
use serde_json::{Map, Value, json};

/// The id of the only field when an agent wants a page opened.
const CONSENT: &str = "open";

/// The most characters of a message in the description of a form.
const MAX_MESSAGE: usize = 1_500;

/// What an agent asks.
#[derive(Debug, Clone)]
pub struct AcpQuestion {
    message: String,
    scope: AcpScope,
    mode: AcpMode,
    form: Form,
}

/// What an elicitation belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AcpScope {
    /// A session. If the person stops its turn, the question ends, too.
    Session(String),
    /// A request outside of a session, or nothing that is known.
    Other,
}

/// How an agent asks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AcpMode {
    /// With a form.
    Form,
    /// With a page of another program, which opens if the person agrees.
    Url {
        /// The page.
        url: String,
        /// The agent's name for the elicitation.
        elicitation_id: String,
    },
}

/// Params that are no question.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AcpQuestionError {
    /// A member is missing or has the wrong type.
    #[error("`{0}` is missing or has the wrong type")]
    Member(&'static str),
    /// The mode is neither `form` nor `url`.
    #[error("the mode `{0}` is not supported")]
    Mode(String),
    /// The schema is not that of a form.
    #[error("`requestedSchema` is not a form: {0}")]
    Schema(Defects),
    /// The URL is not that of a page, or would not look like what it opens.
    #[error("`url` cannot be opened: {0}")]
    Url(String),
}

impl AcpQuestion {
    /// Reads the params of `elicitation/create`. The form that asks whether to open a page is in the words that were
    /// entered on this thread.
    ///
    /// # Errors
    /// When they are no elicitation that can be shown to a person.
    pub fn read(params: &Value) -> Result<AcpQuestion, AcpQuestionError> {
        let text = |name: &'static str| {
            let text = params.get(name).and_then(Value::as_str);
            text.map(str::to_owned).ok_or(AcpQuestionError::Member(name))
        };
        let message = text("message")?;
        let scope = text("sessionId").map_or(AcpScope::Other, AcpScope::Session);
        let (mode, form) = match text("mode")?.as_str() {
            "form" => {
                let schema = params.get("requestedSchema").filter(|schema| schema.is_object());
                let schema = schema.ok_or(AcpQuestionError::Member("requestedSchema"))?;
                let schema = without_nulls(schema.clone());
                let import = Form::import(&schema, &message).map_err(AcpQuestionError::Schema)?;
                (AcpMode::Form, import.form)
            }
            "url" => {
                let (url, elicitation_id) = (text("url")?, text("elicitationId")?);
                let form = consent_form(&url, &message)?;
                (AcpMode::Url { url, elicitation_id }, form)
            }
            other => return Err(AcpQuestionError::Mode(other.chars().take(40).collect())),
        };
        Ok(AcpQuestion { message, scope, mode, form })
    }

    /// Returns the message for the person.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns what the elicitation belongs to.
    #[must_use]
    pub fn scope(&self) -> &AcpScope {
        &self.scope
    }

    /// Returns how the agent asks.
    #[must_use]
    pub fn mode(&self) -> &AcpMode {
        &self.mode
    }

    /// Returns the form that a person fills in: the one of the schema, or whether to open a page.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the result for answers to the form. A page that is not to be opened is declined.
    #[must_use]
    pub fn accepted(&self, answers: &Answers) -> Value {
        match &self.mode {
            AcpMode::Form => json!({"action": "accept", "content": answers.to_value()}),
            AcpMode::Url { .. } if answers.to_value().get(CONSENT) == Some(&Value::Bool(true)) => {
                json!({"action": "accept"})
            }
            AcpMode::Url { .. } => json!({"action": "decline"}),
        }
    }

    /// Returns the result for an outcome. A question without an answer in time is cancelled.
    #[must_use]
    pub fn result(&self, outcome: &Outcome) -> Value {
        match outcome {
            Outcome::Answered(answers) => self.accepted(answers),
            Outcome::Declined(_) => json!({"action": "decline"}),
            Outcome::Finished(_) | Outcome::Cancelled(_) | Outcome::TimedOut => json!({"action": "cancel"}),
        }
    }
}

/// Removes members that are null: in ACP they say the same as missing ones, in JSON Schema they do not.
fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept = members.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key, without_nulls(value))).collect::<Map<_, _>>())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

/// Returns the form that asks whether to open a page. It shows the whole URL and the host that it leads to.
fn consent_form(url: &str, message: &str) -> Result<Form, AcpQuestionError> {
    let link = Link::read(url).map_err(|error| AcpQuestionError::Url(error.to_string()))?;
    let message: String = message.chars().take(MAX_MESSAGE).collect();
    let host = form_text("acp-page-host", &[("host", link.host().to_string().into())]);
    let description = format!("{message}\n\n{url}\n\n{host}");
    let built = form("open_page", say("acp-open-title")).description(&description);
    let built = built.field(boolean(CONSENT, &say("acp-open")).required()).build();
    built.map_err(|defects| AcpQuestionError::Url(defects.to_string()))
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{CancelReason, Decline, Outcome};
    use askwell_locale::{Language, Words};
    use serde_json::{Value, json};

    use super::{AcpQuestion, AcpScope};

    fn read(more: &Value) -> Result<AcpQuestion, String> {
        let mut params = json!({"sessionId": "s", "message": "Which?"});
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        AcpQuestion::read(&params).map_err(|error| error.to_string())
    }

    #[test]
    fn every_property_of_acp_becomes_a_field() {
        let question = read(&json!({"mode": "form", "requestedSchema": {
            "type": "object", "title": null, "description": null, "required": ["name"],
            "properties": {
                "name": {"type": "string", "title": "Name", "minLength": 1, "pattern": null, "default": null},
                "mail": {"type": "string", "format": "email"},
                "port": {"type": "integer", "minimum": 1, "maximum": 65535, "default": 3000},
                "share": {"type": "number", "maximum": 1.5},
                "log": {"type": "boolean", "default": true},
                "plan": {"type": "string", "oneOf": [{"const": "a", "title": "Plan A"}, {"const": "b", "title": "B"}]},
                "size": {"type": "string", "enum": ["s", "m"]},
                "tags": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["x", "y"]}},
                "hues": {"type": "array", "items": {"anyOf": [{"const": "r", "title": "Red"}]}, "maxItems": null}
            }
        }}));
        let question = question.unwrap();
        assert_eq!(question.form().fields().len(), 9);
        assert_eq!(question.scope(), &AcpScope::Session("s".to_owned()));
        let content = json!({"name": "x", "mail": "a@example.com", "port": 80, "share": 1.25, "log": false,
            "plan": "b", "size": "m", "tags": ["y"], "hues": ["r"]});
        let answers = question.form().check(&content).unwrap();
        let result = question.result(&Outcome::Answered(answers));
        assert_eq!(result, json!({"action": "accept", "content": content}));
        assert_eq!(question.form().check(&json!({"name": "", "port": 0})).unwrap_err().iter().count(), 2);
    }

    #[test]
    fn page_can_be_opened_in_every_language() {
        let params = json!({"mode": "url", "url": "https://example.com/a", "elicitationId": "e1"});
        for language in Language::ALL {
            let question = Words::of(language).enter_while(|| read(&params)).unwrap();
            assert!(question.form().description().unwrap().contains("example.com"), "{language:?}");
        }
        let question = Words::of(Language::German).enter_while(|| read(&params)).unwrap();
        assert_eq!(question.form().title(), "Eine Seite öffnen?");
    }

    #[test]
    fn page_opens_with_consent_only() {
        let params =
            json!({"mode": "url", "url": "https://example.com/login?state=1", "elicitationId": "e1"});
        let question = read(&params).unwrap();
        let shown = question.form().description().unwrap();
        assert!(
            shown.contains("https://example.com/login?state=1") && shown.contains("example.com."),
            "{shown}"
        );
        for (open, action) in [(true, "accept"), (false, "decline")] {
            let answers = question.form().check(&json!({"open": open})).unwrap();
            assert_eq!(question.accepted(&answers), json!({"action": action}));
        }
    }

    #[test]
    fn ends_without_answers_have_their_actions() {
        let question = read(&json!({"mode": "form", "requestedSchema":
            {"type": "object", "properties": {"a": {"type": "string"}}}}))
        .unwrap();
        for (outcome, action) in [
            (Outcome::Declined(Decline::because("")), "decline"),
            (Outcome::Cancelled(CancelReason::UserCancelled), "cancel"),
            (Outcome::TimedOut, "cancel"),
        ] {
            assert_eq!(question.result(&outcome), json!({"action": action}));
        }
    }

    #[test]
    fn params_that_no_person_can_answer_are_refused() {
        for (params, part) in [
            (json!({}), "`mode`"),
            (json!({"mode": "form"}), "`requestedSchema`"),
            (json!({"mode": "form", "requestedSchema": 1}), "`requestedSchema`"),
            (json!({"mode": "form", "requestedSchema": {"type": "string"}}), "is not a form"),
            (json!({"mode": "form", "message": 1}), "`message`"),
            (json!({"mode": "_voice"}), "`_voice` is not supported"),
            (json!({"mode": "url", "url": "https://example.com"}), "`elicitationId`"),
            (json!({"mode": "url", "url": "javascript:alert(1)", "elicitationId": "e"}), "cannot be opened"),
            (
                json!({"mode": "url", "url": "https://a\u{202e}b.example", "elicitationId": "e"}),
                "cannot be opened",
            ),
        ] {
            let error = read(&params).unwrap_err();
            assert!(error.contains(part), "{params}: {error}");
        }
        assert!(AcpQuestion::read(&Value::Null).is_err());
    }
}
