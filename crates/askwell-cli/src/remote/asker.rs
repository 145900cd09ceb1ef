//! An elicitation of a service as an asker: its deadline, its extensions and the submission.

use std::borrow::Cow;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use askwell_client::client::FileUpload;
use askwell_client::{ClientError, Elicitation, Event, Status};
use askwell_form::{Answer, Answers, Constraint, Content, Fact, Form, Problem, Problems};
use askwell_locale::{received_without_answer, without_answer_sentence};
use askwell_term::{Asker, SubmitResult, WaitStatus};
use serde_json::Value;

use super::{Service, explain, time_until};
use crate::attribution::{program_name, with_attribution};
use crate::safe_text;

/// Files up to this size are sent within the answer; larger ones are uploaded.
const INLINE: u64 = 256 << 10;

/// An elicitation of a service while a person answers it.
#[derive(Debug)]
pub(crate) struct RemoteAsker {
    service: Service,
    id: String,
    events: Receiver<Event>,
    state: Arc<Mutex<ElicitationState>>,
}

/// Why an elicitation cannot be answered here.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Unanswerable(String);

/// The last known state of the elicitation.
#[derive(Debug, Clone, Default)]
struct ElicitationState {
    /// Deadline in milliseconds since 1970.
    until: Option<u64>,
    extensions: u32,
    /// What happens without an answer.
    without_answer: Option<String>,
    over: Option<WaitStatus>,
}

impl ElicitationState {
    fn update(&mut self, found: &Elicitation) {
        self.until = found.timeout_at.or(self.until);
        self.extensions = found.extensions_remaining.unwrap_or(self.extensions);
        self.without_answer = found.without_answer.clone().or(self.without_answer.take());
        self.over = ended(found.status).or(self.over.take());
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
    pub(crate) fn open(service: &Service, id: &str, events: Receiver<Event>) -> Result<(Form, RemoteAsker)> {
        let found = service.run(service.client().status(id)).map_err(explain)?;
        if let Some(WaitStatus::Closed(sentence)) = ended(found.status) {
            return Err(Unanswerable(sentence).into());
        }
        if found.form_definition.is_none() {
            let sentence = "this is a web page, not a form; open it in a browser";
            return Err(Unanswerable(sentence.to_owned()).into());
        }
        let form = found.form();
        let form = form.ok_or_else(|| Unanswerable("the form cannot be read here".to_owned()))?;
        let client = found.client.as_deref().map(program_name);
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
        let (client, state, id) = (self.service.client().clone(), Arc::clone(&self.state), self.id.clone());
        self.service.spawn(async move {
            let found = client.status(&id).await;
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            match found {
                Ok(found) => state.update(&found),
                Err(error) if error.kind() == "not_found" => {
                    let sentence = "The service does not know this form any more.";
                    state.over = Some(WaitStatus::Closed(sentence.to_owned()));
                }
                Err(_) => {}
            }
        });
    }

    /// Tells others that this terminal answers.
    pub(crate) fn claim(&self) -> Result<(), ClientError> {
        self.service.run(self.service.client().claim(&self.id))
    }

    /// Tells others that this terminal does not answer.
    pub(crate) fn release(&self) -> Result<(), ClientError> {
        self.service.run(self.service.client().release(&self.id))
    }

    /// Reports that the person declined.
    pub(crate) fn decline(&self, reason: Option<&str>) -> Result<(), ClientError> {
        self.service.run(self.service.client().decline(&self.id, reason))
    }

    /// Reports that the person cancelled.
    pub(crate) fn cancel(&self) -> Result<(), ClientError> {
        self.service.run(self.service.client().cancel(&self.id))
    }

    fn handle_event(&self, events: &Event) {
        let Event::Elicitation { what, params } = events else {
            if matches!(events, Event::Connected | Event::Missed) {
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
            let over = status(params).and_then(ended);
            self.with_state(|state| state.over = over.or(state.over.take()));
        }
    }

    /// Returns the answers as JSON, after uploading larger files.
    fn responses(&self, answers: &Answers) -> Result<Value, ClientError> {
        let mut responses = answers.to_value();
        for (field, answer) in answers.iter() {
            let Answer::File(file) = answer else { continue };
            let Content::Inline(bytes) = &file.content else { continue };
            if file.size > INLINE {
                let file = FileUpload {
                    filename: file.filename.to_string(),
                    content_type: file.content_type.to_string(),
                    bytes: bytes.clone(),
                };
                let kept = self.service.run(self.service.client().upload(&self.id, field.id(), file))?;
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
        let ElicitationState { until, extensions, over, .. } = self.with_state(|state| state.clone());
        match (over, until) {
            (Some(over), _) => over,
            // The service decides when time is up; until then at least a moment is left.
            (None, Some(until)) => {
                WaitStatus::TimeLeft { time: time_until(until).max(Duration::from_millis(1)), extensions }
            }
            (None, None) => WaitStatus::NoDeadline,
        }
    }

    fn without_answer(&self) -> Option<String> {
        let said = self.with_state(|state| state.without_answer.clone());
        Some(match said {
            Some(sentence) => received_without_answer(&sentence),
            None => without_answer_sentence(None, None),
        })
    }

    fn extend_deadline(&mut self) {
        let (client, state, id) = (self.service.client().clone(), Arc::clone(&self.state), self.id.clone());
        self.service.spawn(async move {
            let Ok(extended) = client.extend(&id).await else { return };
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            state.until = Some(extended.new_timeout_at);
            state.extensions = extended.extensions_remaining;
        });
    }

    fn search_options(&mut self, field: &str, search: &str) -> Option<Vec<(String, String)>> {
        self.service.run(self.service.client().search_options(&self.id, field, search)).ok()
    }

    fn submit(&mut self, answers: &Answers) -> SubmitResult {
        let sent = self
            .responses(answers)
            .and_then(|responses| self.service.run(self.service.client().submit(&self.id, &responses)));
        let rejection = match sent {
            Ok(()) => return SubmitResult::Accepted,
            Err(ClientError::Rejected(rejection)) => rejection,
            Err(error) => return SubmitResult::Unreachable(sentence(&error.to_string())),
        };
        match rejection.kind() {
            "validation" if rejection.data.get("retry_allowed") == Some(&Value::Bool(false)) => {
                SubmitResult::TooLate(WaitStatus::Closed(
                    "That was one wrong answer too many; the form is closed.".to_owned(),
                ))
            }
            "validation" => SubmitResult::Rejected(problems(&rejection.data)),
            "submission" => match status(&rejection.data).and_then(ended) {
                Some(over) => SubmitResult::TooLate(over),
                None => SubmitResult::Rejected(Problems::overall(&sentence(&rejection.message))),
            },
            "timeout" => SubmitResult::TooLate(WaitStatus::TimedOut),
            "not_found" => SubmitResult::TooLate(WaitStatus::Closed(
                "The service does not know this form any more.".to_owned(),
            )),
            "system" => SubmitResult::Unreachable(sentence(&rejection.message)),
            _ => SubmitResult::Rejected(Problems::overall(&sentence(&rejection.message))),
        }
    }
}

/// Returns the status in the parameters of an event or the data of an error.
fn status(found: &Value) -> Option<Status> {
    serde_json::from_value(found.get("status")?.clone()).ok()
}

/// Returns how the elicitation ended, if it has.
fn ended(status: Status) -> Option<WaitStatus> {
    let sentence = match status {
        Status::Completed => "Another person has answered.",
        Status::Declined => "Another person has declined.",
        Status::Cancelled => "The question was taken back.",
        Status::Timeout => return Some(WaitStatus::TimedOut),
        Status::Pending | Status::Active => return None,
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
            row: None,
        }
    };
    errors.iter().map(problem).collect()
}

#[cfg(test)]
mod tests {
    use askwell_term::WaitStatus;
    use serde_json::json;

    use super::{ended, problems, sentence, status};

    #[test]
    fn status_and_problems_of_the_service_are_parsed() {
        let over = |name: &str| status(&json!({"status": name})).and_then(ended);
        assert_eq!(over("pending"), None);
        assert_eq!(over("unheard of"), None);
        assert_eq!(over("timeout"), Some(WaitStatus::TimedOut));
        assert!(matches!(over("completed"), Some(WaitStatus::Closed(_))));
        assert_eq!(sentence("already declined\u{1b}"), "Already declined\u{fffd}.");
        let found = problems(&json!({"errors": [
            {"field": "go", "constraint": "required", "message": "Go is required."},
            {"field": "", "constraint": "unheard of", "message": "No."}]}));
        assert_eq!(found.to_string(), "Go is required. No.");
    }
}
