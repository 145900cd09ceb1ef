//! An elicitation of a service as an asker: its deadline, its extensions and the submission.

use std::borrow::Cow;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use askwell_form::{Answer, Answers, Constraint, Content, Fact, Form, Problem, Problems};
use askwell_term::{Asker, SubmitResult, WaitStatus};
use serde_json::{Value, json};

use super::events::ServiceEvent;
use super::{CallError, Service, time_until};
use crate::attribution::{program_name, with_attribution};
use crate::safe_text;

/// Files up to this size are sent within the answer; larger ones are uploaded.
const INLINE: u64 = 256 << 10;

/// An elicitation of a service while a person answers it.
#[derive(Debug)]
pub(crate) struct RemoteAsker {
    service: Service,
    id: String,
    events: Receiver<ServiceEvent>,
    state: Arc<Mutex<ElicitationState>>,
}

/// The last known state of the elicitation.
#[derive(Debug, Clone, Default)]
struct ElicitationState {
    /// Deadline in milliseconds since 1970.
    until: Option<u64>,
    extensions: u32,
    over: Option<WaitStatus>,
}

impl ElicitationState {
    fn update(&mut self, status: &Value) {
        let extensions = status.get("extensionsRemaining").and_then(Value::as_u64);
        self.until = status.get("timeoutAt").and_then(Value::as_u64).or(self.until);
        self.extensions = extensions.and_then(|left| u32::try_from(left).ok()).unwrap_or(self.extensions);
        self.over = ended(status).or(self.over.take());
    }

    fn set_deadline(&mut self, params: &Value) {
        let number = |key: &str| params.get(key).and_then(Value::as_u64);
        self.until = number("newTimeoutAt").or(self.until);
        let left = number("extensionsRemaining").and_then(|left| u32::try_from(left).ok());
        self.extensions = left.unwrap_or(self.extensions);
    }
}

impl RemoteAsker {
    /// Reads an elicitation and returns its form.
    pub(crate) fn open(
        service: &Service,
        id: &str,
        events: Receiver<ServiceEvent>,
    ) -> Result<(Form, RemoteAsker), CallError> {
        let found = service.call("elicitation/status", &json!({"elicitationId": id}))?;
        let refuse = |message: &str| CallError::Rejected {
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
        // A form without room for the asking program is shown without it.
        let form = client.and_then(|client| with_attribution(&form, &client, "")).unwrap_or(form);
        let state = Arc::new(Mutex::new(ElicitationState::default()));
        let asker = RemoteAsker { service: service.clone(), id: id.to_owned(), events, state };
        asker.with_state(|state| state.update(&found));
        Ok((form, asker))
    }

    fn with_state<R>(&self, change: impl FnOnce(&mut ElicitationState) -> R) -> R {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Reads the status in the background, because a slow service must not block the person.
    fn refresh(&self) {
        let (service, state) = (self.service.clone(), Arc::clone(&self.state));
        let params = json!({"elicitationId": self.id});
        self.service.runtime.spawn(async move {
            let found = service.call_async("elicitation/status", &params).await;
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            match found {
                Ok(found) => state.update(&found),
                Err(CallError::Rejected { kind, .. }) if kind == "not_found" => {
                    let sentence = "The service does not know this form any more.";
                    state.over = Some(WaitStatus::Closed(sentence.to_owned()));
                }
                Err(_) => {}
            }
        });
    }

    /// Reports a claim, release, decline or cancel to the service.
    pub(crate) fn notify(&self, method: &str) -> Result<(), CallError> {
        self.service.call(method, &json!({"elicitationId": self.id})).map(|_| ())
    }

    fn handle_event(&self, events: &ServiceEvent) {
        let ServiceEvent::Elicitation { what, params } = events else {
            if *events == ServiceEvent::Connected {
                // Events may have been missed while disconnected.
                self.refresh();
            }
            return;
        };
        if params.get("elicitationId").and_then(Value::as_str) != Some(&self.id) {
            return;
        }
        if what == "extended" {
            self.with_state(|state| state.set_deadline(params));
        } else {
            let over = ended(params);
            self.with_state(|state| state.over = over.or(state.over.take()));
        }
    }

    /// Returns the answers as JSON, after uploading larger files.
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
        // Numbers keep all digits only as text.
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
        while let Ok(events) = self.events.try_recv() {
            self.handle_event(&events);
        }
        let ElicitationState { until, extensions, over } = self.with_state(|state| state.clone());
        match (over, until) {
            (Some(over), _) => over,
            // The service decides when time is up; until then at least a moment is left.
            (None, Some(until)) => {
                WaitStatus::TimeLeft { time: time_until(until).max(Duration::from_millis(1)), extensions }
            }
            (None, None) => WaitStatus::NoDeadline,
        }
    }

    fn extend_deadline(&mut self) {
        let service = self.service.clone();
        let params = json!({"elicitationId": self.id});
        let state = Arc::clone(&self.state);
        self.service.runtime.spawn(async move {
            let Ok(extended) = service.call_async("elicitation/extend_timeout", &params).await else {
                return;
            };
            state.lock().unwrap_or_else(PoisonError::into_inner).set_deadline(&extended);
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
            Err(CallError::Rejected { kind, message, data }) => match kind.as_str() {
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

/// Returns how the elicitation ended, if it has.
fn ended(status: &Value) -> Option<WaitStatus> {
    let sentence = match status.get("status")?.as_str()? {
        "completed" => "Another person has answered.",
        "declined" => "Another person has declined.",
        "cancelled" => "The question was taken back.",
        "timeout" => return Some(WaitStatus::TimedOut),
        _ => return None,
    };
    Some(WaitStatus::Closed(sentence.to_owned()))
}

/// Returns a message for programs as a sentence for people.
fn sentence(message: &str) -> String {
    let message = safe_text::line(message);
    let mut characters = message.chars();
    let begun: String =
        characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect());
    if begun.ends_with(['.', '!', '?']) { begun } else { format!("{begun}.") }
}

/// Returns the problems that the service found.
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
    fn status_and_problems_of_the_service_are_parsed() {
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
