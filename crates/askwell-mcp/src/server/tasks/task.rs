//! One task: its status as clients see it, its open input requests, and the signals to its runner.

use std::sync::Arc;
use std::time::Duration;

use askwell_lifecycle::Timestamp;
use hashbrown::HashSet;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::TaskLimits;
use crate::wire::date_time::rfc3339;
use crate::wire::{Json, ObjectWriter, Raw, meta};

/// A task. Its runner changes the status; clients answer input requests and cancel.
pub(crate) struct Task {
    pub(super) id: String,
    pub(super) principal: Arc<str>,
    pub(super) times: TaskTimes,
    /// The bytes that are reserved for it.
    pub(super) reserved: Mutex<usize>,
    /// The bytes of its request.
    pub(super) request_bytes: usize,
    state: Mutex<TaskState>,
    /// Notified when all input requests are answered.
    pub(super) answered: Notify,
    /// Notified when the client cancels it.
    pub(super) cancelled: Notify,
}

/// The times of a task that never change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TaskTimes {
    pub(super) created_at: Timestamp,
    pub(super) expires_at: Timestamp,
    pub(super) poll_interval: Duration,
}

impl TaskTimes {
    pub(crate) fn from(now: Timestamp, limits: &TaskLimits) -> Self {
        TaskTimes { created_at: now, expires_at: now + limits.ttl, poll_interval: limits.poll_interval }
    }
}

struct TaskState {
    status: TaskStatus,
    message: Option<String>,
    updated_at: Timestamp,
    /// All keys that the client was ever shown: none is used for two requests.
    used_keys: HashSet<Box<str>>,
    /// The answers that the next round of the handler gets, by the handler's keys.
    responses: Vec<(Box<str>, Json)>,
}

/// The status of a task.
enum TaskStatus {
    Working,
    InputRequired(Vec<TaskInput>),
    Completed(Json),
    Failed(Json),
    Cancelled,
}

/// An input request that is not answered.
struct TaskInput {
    /// The key for the client.
    shown_key: Box<str>,
    needed: NeededInput,
}

/// What a round of the handler needs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NeededInput {
    /// The handler's key.
    pub(super) key: Box<str>,
    /// The input request as JSON.
    pub(super) request: String,
    /// The whole form as JSON, if it is sent along.
    pub(super) form: Option<String>,
}

/// How a task ends.
pub(super) enum TaskEnd {
    /// With a result.
    Completed(Json),
    /// With a JSON-RPC error, and a message about it.
    Failed(Json, String),
    /// By the client.
    Cancelled,
}

impl Task {
    pub(super) fn new(id: String, principal: Arc<str>, times: TaskTimes, bytes: usize) -> Self {
        let state = TaskState {
            status: TaskStatus::Working,
            message: None,
            updated_at: times.created_at,
            used_keys: HashSet::new(),
            responses: Vec::new(),
        };
        Task {
            id,
            principal,
            times,
            reserved: Mutex::new(bytes),
            request_bytes: bytes,
            state: Mutex::new(state),
            answered: Notify::new(),
            cancelled: Notify::new(),
        }
    }

    /// Sets what the status says while the handler works.
    pub(crate) fn set_message(&self, message: &str, now: Timestamp) {
        let mut state = self.state.lock();
        if state.is_open() {
            state.message = Some(message.to_owned());
            state.updated_at = now;
        }
    }

    /// Shows the input requests of a round, with what the status says meanwhile. A request that was shown before and is
    /// not answered keeps its key.
    pub(super) fn require(
        &self,
        needed: Vec<NeededInput>,
        message: String,
        now: Timestamp,
        unanswered: &[UnansweredInput],
    ) {
        let mut state = self.state.lock();
        if !state.is_open() {
            return;
        }
        let mut inputs = Vec::with_capacity(needed.len());
        for needed in needed {
            let shown = unanswered.iter().find(|(_, shown)| *shown == needed);
            let shown_key = match shown {
                Some((shown_key, _)) => shown_key.clone(),
                None => state.new_key(&needed.key),
            };
            inputs.push(TaskInput { shown_key, needed });
        }
        state.status = TaskStatus::InputRequired(inputs);
        state.message = Some(message);
        state.updated_at = now;
    }

    /// Takes the client's answers. Those to unknown or answered requests are ignored.
    pub(super) fn answer(&self, responses: Raw<'_>, now: Timestamp) {
        let mut guard = self.state.lock();
        let state = &mut *guard;
        let TaskStatus::InputRequired(inputs) = &mut state.status else { return };
        let before = inputs.len();
        for (key, response) in responses.members() {
            if let Some(place) = inputs.iter().position(|input| *input.shown_key == *key) {
                let input = inputs.remove(place);
                state.responses.push((input.needed.key, response.to_owned()));
            }
        }
        if inputs.len() < before {
            state.updated_at = now;
        }
        if inputs.is_empty() {
            state.status = TaskStatus::Working;
            state.message = None;
            self.answered.notify_one();
        }
    }

    /// Starts the next round: returns the answers for it, and the requests that are not answered.
    pub(super) fn next_round(&self, now: Timestamp) -> (Vec<(Box<str>, Json)>, Vec<UnansweredInput>) {
        let mut state = self.state.lock();
        let mut unanswered = Vec::new();
        if let TaskStatus::InputRequired(inputs) = &mut state.status {
            unanswered = inputs.drain(..).map(|input| (input.shown_key, input.needed)).collect();
            state.status = TaskStatus::Working;
            state.message = None;
            state.updated_at = now;
        }
        (std::mem::take(&mut state.responses), unanswered)
    }

    /// Ends the task, unless it has ended.
    pub(super) fn end(&self, end: TaskEnd, now: Timestamp) {
        let mut state = self.state.lock();
        if !state.is_open() {
            return;
        }
        (state.status, state.message) = match end {
            TaskEnd::Completed(result) => (TaskStatus::Completed(result), None),
            TaskEnd::Failed(error, message) => (TaskStatus::Failed(error), Some(message)),
            TaskEnd::Cancelled => (TaskStatus::Cancelled, Some("The client cancelled the task.".to_owned())),
        };
        state.responses = Vec::new();
        state.used_keys = HashSet::new();
        state.updated_at = now;
    }

    /// Cancels the task, unless it has ended, and stops its handler.
    pub(super) fn cancel(&self, now: Timestamp) {
        self.end(TaskEnd::Cancelled, now);
        self.cancelled.notify_one();
    }

    /// Writes the members that every task result has.
    pub(super) fn write_summary(&self, object: &mut ObjectWriter) {
        self.state.lock().write_summary(self, object);
    }

    /// Writes the status with what belongs to it: input requests, result or error.
    pub(super) fn write_details(&self, object: &mut ObjectWriter) -> Option<Json> {
        let state = self.state.lock();
        state.write_summary(self, object);
        match &state.status {
            TaskStatus::Working | TaskStatus::Cancelled => None,
            TaskStatus::Completed(result) => {
                object.raw("result", result.raw());
                None
            }
            TaskStatus::Failed(error) => {
                object.raw("error", error.raw());
                None
            }
            TaskStatus::InputRequired(inputs) => {
                let (mut requests, mut forms) = (ObjectWriter::new(), ObjectWriter::new());
                let mut has_forms = false;
                for TaskInput { shown_key, needed } in inputs {
                    requests.raw(shown_key, Raw::from_valid(&needed.request));
                    if let Some(form) = &needed.form {
                        forms.raw(shown_key, Raw::from_valid(form));
                        has_forms = true;
                    }
                }
                object.raw("inputRequests", requests.finish().raw());
                has_forms.then(|| ObjectWriter::new().raw(meta::FORM, forms.finish().raw()).finish())
            }
        }
    }
}

/// An input request that was shown and is not answered: the key for the client, and the request.
pub(super) type UnansweredInput = (Box<str>, NeededInput);

impl TaskState {
    fn is_open(&self) -> bool {
        matches!(self.status, TaskStatus::Working | TaskStatus::InputRequired(_))
    }

    /// Returns a key that the client was not shown: the handler's own, or that with a number.
    fn new_key(&mut self, key: &str) -> Box<str> {
        let mut shown: Box<str> = key.into();
        let mut number = 2_u32;
        while !self.used_keys.insert(shown.clone()) {
            shown = format!("{key}#{number}").into();
            number = number.saturating_add(1);
        }
        shown
    }

    fn write_summary(&self, task: &Task, object: &mut ObjectWriter) {
        let status = match self.status {
            TaskStatus::Working => "working",
            TaskStatus::InputRequired(_) => "input_required",
            TaskStatus::Completed(_) => "completed",
            TaskStatus::Failed(_) => "failed",
            TaskStatus::Cancelled => "cancelled",
        };
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let times = &task.times;
        object.text("taskId", &task.id).text("status", status);
        if let Some(message) = &self.message {
            object.text("statusMessage", message);
        }
        object
            .text("createdAt", &rfc3339(times.created_at))
            .text("lastUpdatedAt", &rfc3339(self.updated_at))
            .integer("ttlMs", milliseconds(times.created_at.until(times.expires_at)))
            .integer("pollIntervalMs", milliseconds(times.poll_interval));
    }
}
