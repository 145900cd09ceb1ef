//! A service that asks: its deadline, its extensions, and what it says to an answer.

use std::borrow::Cow;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_form::{Answer, Answers, Constraint, Content, Fact, Form, Problem, Problems};
use askwell_term::{Asker, SubmitResult, WaitStatus};
use serde_json::{Value, json};

use super::events::News;
use super::{CallError, Service, time_until};
use crate::asked_by::{program_name, with_asker};
use crate::shown;

/// Files up to this size travel with the answer; larger ones beside it.
const INLINE: u64 = 256 << 10;

/// One elicitation at a service, while a person answers it.
#[derive(Debug)]
pub(crate) struct RemoteAsker {
    service: Service,
    id: String,
    news: Receiver<News>,
    known: Arc<Mutex<Known>>,
}

/// What is known about it.
#[derive(Debug, Clone, Default)]
struct Known {
    /// In milliseconds since 1970.
    until: Option<u64>,
    extensions: u32,
    over: Option<WaitStatus>,
}

impl Known {
    fn learn(&mut self, status: &Value) {
        let extensions = status.get("extensionsRemaining").and_then(Value::as_u64);
        self.until = status.get("timeoutAt").and_then(Value::as_u64).or(self.until);
        self.extensions = extensions.and_then(|left| u32::try_from(left).ok()).unwrap_or(self.extensions);
        self.over = ended(status).or(self.over.take());
    }

    fn extended(&mut self, params: &Value) {
        let number = |key: &str| params.get(key).and_then(Value::as_u64);
        self.until = number("newTimeoutAt").or(self.until);
        let left = number("extensionsRemaining").and_then(|left| u32::try_from(left).ok());
        self.extensions = left.unwrap_or(self.extensions);
    }
}

impl RemoteAsker {
    /// Looks an elicitation up, and gives its form.
    pub(crate) fn open(
        service: &Service,
        id: &str,
        news: Receiver<News>,
    ) -> Result<(Form, RemoteAsker), CallError> {
        let found = service.call("elicitation/status", &json!({"elicitationId": id}))?;
        let refuse = |message: &str| CallError::Refused {
            kind: "unanswerable".to_owned(),
            message: message.to_owned(),
            data: Value::Null,
        };
        if let Some(WaitStatus::Closed(sentence)) = ended(&found) {
            return Err(refuse(&sentence));
        }
        let Some(definition) = found.get("formDefinition") else {
            return Err(refuse("this is a web page, not a form; open it in a browser"));
        };
        let form =
            Form::parse(&definition.to_string()).map_err(|_| refuse("the form cannot be read here"))?;
        let client = found.get("client").and_then(Value::as_str).map(program_name);
        // A form that has no room for who asks is shown without.
        let form = client.and_then(|client| with_asker(&form, &client, "")).unwrap_or(form);
        let known = Arc::new(Mutex::new(Known::default()));
        let asker = RemoteAsker { service: service.clone(), id: id.to_owned(), news, known };
        asker.with(|known| known.learn(&found));
        Ok((form, asker))
    }

    fn with<R>(&self, look: impl FnOnce(&mut Known) -> R) -> R {
        look(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks up how things are, without keeping the person waiting: a service may take its time.
    fn look_up(&self) {
        let (service, known) = (self.service.clone(), Arc::clone(&self.known));
        let params = json!({"elicitationId": self.id});
        self.service.runtime.spawn(async move {
            let found = service.call_later("elicitation/status", &params).await;
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            match found {
                Ok(found) => known.learn(&found),
                Err(CallError::Refused { kind, .. }) if kind == "not_found" => {
                    let sentence = "The service does not know this form any more.";
                    known.over = Some(WaitStatus::Closed(sentence.to_owned()));
                }
                Err(_) => {}
            }
        });
    }

    /// Says to the service what became of the form, where that is not an answer.
    pub(crate) fn tell(&self, method: &str) -> Result<(), CallError> {
        self.service.call(method, &json!({"elicitationId": self.id})).map(|_| ())
    }

    fn take_in(&self, news: &News) {
        let News::Happened { what, params } = news else {
            if *news == News::Listening {
                // Whatever happened while nobody listened.
                self.look_up();
            }
            return;
        };
        if params.get("elicitationId").and_then(Value::as_str) != Some(&self.id) {
            return;
        }
        if what == "extended" {
            self.with(|known| known.extended(params));
        } else {
            let over = ended(params);
            self.with(|known| known.over = over.or(known.over.take()));
        }
    }

    /// The answers for the wire, with larger files uploaded beside them.
    fn responses(&self, answers: &Answers) -> Result<Value, CallError> {
        let mut responses = answers.to_value();
        for (field, answer) in answers.iter() {
            let Answer::File(file) = answer else { continue };
            let Content::Inline(bytes) = &file.content else { continue };
            if file.size > INLINE {
                let place = (self.id.as_str(), field.id());
                let kept = self.service.upload(place, &file.filename, &file.content_type, bytes.clone())?;
                if let Some(value) = responses.get_mut(field.property()) {
                    *value = kept;
                }
            }
        }
        // Numbers keep every digit only as text.
        for (field, answer) in answers.iter() {
            if let (Answer::Number(number), Some(value)) = (answer, responses.get_mut(field.property())) {
                *value = Value::from(number.to_string());
            }
        }
        Ok(responses)
    }
}

impl Asker for RemoteAsker {
    fn wait_status(&mut self) -> WaitStatus {
        while let Ok(news) = self.news.try_recv() {
            self.take_in(&news);
        }
        let Known { until, extensions, over } = self.with(|known| known.clone());
        match (over, until) {
            (Some(over), _) => over,
            // The service says when time is up; until then there is always a moment left.
            (None, Some(until)) => {
                WaitStatus::TimeLeft { time: time_until(until).max(Duration::from_millis(1)), extensions }
            }
            (None, None) => WaitStatus::NoDeadline,
        }
    }

    fn extend_deadline(&mut self) {
        let service = self.service.clone();
        let params = json!({"elicitationId": self.id});
        let known = Arc::clone(&self.known);
        self.service.runtime.spawn(async move {
            let Ok(extended) = service.call_later("elicitation/extend_timeout", &params).await else {
                return;
            };
            known.lock().unwrap_or_else(PoisonError::into_inner).extended(&extended);
        });
    }

    fn submit(&mut self, answers: &Answers) -> SubmitResult {
        let sent = self.responses(answers).and_then(|responses| {
            self.service
                .call("elicitation/submit", &json!({"elicitationId": self.id, "responses": responses}))
        });
        match sent {
            Ok(_) => SubmitResult::Accepted,
            Err(error @ CallError::Unreachable { .. }) => {
                SubmitResult::Unreachable(sentence(&error.to_string()))
            }
            Err(CallError::Refused { kind, message, data }) => match kind.as_str() {
                "validation" if data.get("retry_allowed") == Some(&Value::Bool(false)) => {
                    SubmitResult::TooLate(WaitStatus::Closed(
                        "That was one wrong answer too many; the form is closed.".to_owned(),
                    ))
                }
                "validation" => SubmitResult::Rejected(problems(&data)),
                "submission" => match ended(&data) {
                    Some(over) => SubmitResult::TooLate(over),
                    None => SubmitResult::Rejected(Problems::overall(&sentence(&message))),
                },
                "timeout" => SubmitResult::TooLate(WaitStatus::TimedOut),
                "not_found" => SubmitResult::TooLate(WaitStatus::Closed(
                    "The service does not know this form any more.".to_owned(),
                )),
                "system" => SubmitResult::Unreachable(sentence(&message)),
                _ => SubmitResult::Rejected(Problems::overall(&sentence(&message))),
            },
        }
    }
}

/// How it ended, if it has.
fn ended(status: &Value) -> Option<WaitStatus> {
    let sentence = match status.get("status")?.as_str()? {
        "completed" => "Somebody else has answered.",
        "declined" => "Somebody else has declined.",
        "cancelled" => "The question was taken back.",
        "timeout" => return Some(WaitStatus::TimedOut),
        _ => return None,
    };
    Some(WaitStatus::Closed(sentence.to_owned()))
}

/// A message for programs, as a sentence for people.
fn sentence(message: &str) -> String {
    let message = shown::line(message);
    let mut characters = message.chars();
    let begun: String =
        characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect());
    if begun.ends_with(['.', '!', '?']) { begun } else { format!("{begun}.") }
}

/// What the service found wrong.
fn problems(data: &Value) -> Problems {
    let errors = data.get("errors").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let problem = |error: &Value| {
        let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
        let constraint = Constraint::of_fields().find(|constraint| constraint.name() == text("constraint"));
        Problem {
            field: text("field").into(),
            constraint: constraint.unwrap_or(Constraint::CustomValidators),
            message: Cow::Owned(text("message").to_owned()),
            expected: Fact::Unsaid,
            actual: Fact::Unsaid,
            item: None,
        }
    };
    errors.iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use askwell_term::WaitStatus;
    use serde_json::json;

    use super::{ended, problems, sentence};

    #[test]
    fn what_the_service_says_is_understood() {
        assert_eq!(ended(&json!({"status": "pending"})), None);
        assert_eq!(ended(&json!({"status": "timeout"})), Some(WaitStatus::TimedOut));
        assert!(matches!(ended(&json!({"status": "completed"})), Some(WaitStatus::Closed(_))));
        assert_eq!(sentence("already declined\u{1b}"), "Already declined\u{fffd}.");
        let found = problems(&json!({"errors": [
            {"field": "go", "constraint": "required", "message": "Go is required."},
            {"field": "", "constraint": "unheard of", "message": "No."}]}));
        assert_eq!(found.to_string(), "Go is required. No.");
    }
}
