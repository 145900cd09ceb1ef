//! Tasks of servers that clients follow through the gateway.
//!
//! A task belongs to the principal whose call started it: no other one can read, answer or cancel it, whatever the
//! server would allow. Questions of a task go to its client by `tasks/get`, past the gateway's pages, so that tasks are
//! passed on only to clients that answer every question themselves.

use std::collections::VecDeque;
use std::sync::Arc;

use askwell_mcp::server::{Call, Failure};
use askwell_mcp::wire::{Raw, RpcError, method};
use hashbrown::HashSet;
use parking_lot::Mutex;

/// The most tasks that are remembered. The oldest ones are forgotten.
const MAX_TASKS: usize = 4096;

/// Which principal each task belongs to.
#[derive(Debug, Default)]
pub(crate) struct TaskOwners(Mutex<KnownTasks>);

#[derive(Debug, Default)]
struct KnownTasks {
    tasks: HashSet<TaskKey>,
    order: VecDeque<TaskKey>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct TaskKey {
    principal: Arc<str>,
    id: Arc<str>,
}

/// Returns whether a result hands a task to the client.
pub(crate) fn is_task(result: Raw<'_>) -> bool {
    result.get("resultType").and_then(Raw::as_text).as_deref() == Some("task")
}

/// Returns the task that a request is about; `None` if it is another request.
pub(crate) fn task_of(call: &Call) -> Option<Option<String>> {
    matches!(call.request().method(), method::GET_TASK | method::UPDATE_TASK | method::CANCEL_TASK)
        .then(|| call.params().get("taskId").and_then(Raw::as_text).map(Into::into))
}

impl TaskOwners {
    /// Remembers the task of a result, if it has one.
    pub(crate) fn record(&self, principal: &str, result: Raw<'_>) {
        if let Some(id) = result.get("taskId").and_then(Raw::as_text).filter(|_| is_task(result)) {
            self.0.lock().add(TaskKey { principal: principal.into(), id: (&*id).into() });
        }
    }

    /// Checks that a request about a task comes from its owner. Other requests pass.
    ///
    /// # Errors
    /// When the client does not declare tasks, or the principal of the call has no such task.
    pub(crate) fn check(&self, call: &Call) -> Result<(), Failure> {
        let Some(id) = task_of(call) else { return Ok(()) };
        if !call.capabilities().supports_tasks() {
            return Err(Failure::Rpc(RpcError::missing_tasks("tasks need the client's capability for them")));
        }
        let id = id.unwrap_or_default();
        let key = TaskKey { principal: call.principal().into(), id: id.as_str().into() };
        if self.0.lock().tasks.contains(&key) {
            return Ok(());
        }
        let text = "there is no such task: it was not started by this client, or the gateway was restarted";
        Err(Failure::Rpc(RpcError::invalid_params(text)))
    }
}

impl KnownTasks {
    fn add(&mut self, key: TaskKey) {
        if !self.tasks.insert(key.clone()) {
            return;
        }
        self.order.push_back(key);
        if self.order.len() > MAX_TASKS
            && let Some(oldest) = self.order.pop_front()
        {
            self.tasks.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::{Json, Limits};

    use super::{MAX_TASKS, TaskKey, TaskOwners};

    #[test]
    fn only_task_results_are_recorded_and_the_oldest_are_forgotten() {
        let owners = TaskOwners::default();
        let record = |text: &str| owners.record("p", Json::parse(text, &Limits::default()).unwrap().raw());
        record(r#"{"resultType":"complete","taskId":"other"}"#);
        for number in 0..=MAX_TASKS {
            record(&format!(r#"{{"resultType":"task","taskId":"{number}"}}"#));
        }
        let known = owners.0.lock();
        let has = |id: &str| known.tasks.contains(&TaskKey { principal: "p".into(), id: id.into() });
        assert!(!has("other") && !has("0") && has("1") && has(&MAX_TASKS.to_string()));
        assert_eq!(known.tasks.len(), MAX_TASKS);
    }
}
