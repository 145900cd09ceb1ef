//! A validator that is asked by HTTP.

use askwell_engine::{CallbackError, CallbackFuture, ValidatorCallback};
use askwell_form::{Answers, Finding, Form};
use askwell_lifecycle::{ClientId, Elicitation};
use serde::Deserialize;

use super::CallbackContext;
use super::target::{CallbackProblem, CallbackSettings, CallbackTarget, shown_text};
use crate::json::JsonObject;

/// The largest response, in bytes.
const RESPONSE_BYTES: usize = 64 << 10;

/// The most problems of one response.
const MOST_PROBLEMS: usize = 100;

/// The longest sentence about a problem, in characters.
const LONGEST_MESSAGE: usize = 512;

/// The settings of one validator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidatorSettings {
    /// How it is called.
    pub callback: CallbackSettings,
    /// Whether it gets the secrets among the answers.
    pub secrets: bool,
}

/// A validator of the operator, asked while an answer is checked.
#[derive(Debug)]
pub struct HttpValidator {
    target: CallbackTarget,
    secrets: bool,
}

/// What a validator answers.
#[derive(Deserialize)]
struct ValidatorResponse {
    problems: Vec<ValidatorProblem>,
}

#[derive(Deserialize)]
struct ValidatorProblem {
    #[serde(default)]
    field: Option<String>,
    #[serde(default)]
    message: String,
}

impl HttpValidator {
    /// Checks the settings of a validator.
    ///
    /// # Errors
    /// Returns all invalid settings.
    pub fn new(
        settings: ValidatorSettings,
        context: CallbackContext,
    ) -> Result<HttpValidator, Vec<CallbackProblem>> {
        let target = CallbackTarget::new("validator", settings.callback, context)?;
        Ok(HttpValidator { target, secrets: settings.secrets })
    }

    /// Returns the request body.
    fn body(&self, asked: &Elicitation, form: &Form, answers: &Answers) -> String {
        let answers = if self.secrets { answers.to_json() } else { answers.to_json_without_secrets() };
        let about = JsonObject::new().text("id", form.id()).text("version", form.version());
        JsonObject::new()
            .text("type", "answer.validate")
            .text("validator", &self.target.name)
            .text("elicitation_id", &asked.id.to_string())
            .text("client", asked.client.as_str())
            .raw("form", &about.finish())
            .raw("answers", &answers)
            .finish()
    }

    async fn ask(&self, asked: &Elicitation, answers: &Answers) -> Result<Vec<Finding>, CallbackError> {
        let Some(form) = asked.form() else { return Ok(Vec::new()) };
        let body = self.target.post(self.body(asked, form, answers), RESPONSE_BYTES).await?;
        let response: ValidatorResponse = serde_json::from_slice(&body).map_err(|_| {
            self.target.failed("its response is not {\"problems\": [{\"field\": …, \"message\": …}]}")
        })?;
        if response.problems.len() > MOST_PROBLEMS {
            return Err(self.target.failed(&format!("it found more than {MOST_PROBLEMS} problems")));
        }
        Ok(response.problems.into_iter().map(finding).collect())
    }
}

/// Returns a problem with a sentence that can be shown.
fn finding(problem: ValidatorProblem) -> Finding {
    let message = shown_text(&problem.message, LONGEST_MESSAGE);
    Finding {
        field: problem.field,
        message: message.unwrap_or_else(|| askwell_locale::say("pages-not-accepted").into()).to_string(),
    }
}

impl ValidatorCallback for HttpValidator {
    fn name(&self) -> &str {
        &self.target.name
    }

    fn serves(&self, client: &ClientId) -> bool {
        self.target.serves(client)
    }

    fn check<'c>(&'c self, asked: &'c Elicitation, answers: &'c Answers) -> CallbackFuture<'c, Vec<Finding>> {
        Box::pin(self.ask(asked, answers))
    }
}
