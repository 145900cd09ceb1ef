//! Tool calls that go on as tasks (the extension `io.modelcontextprotocol/tasks`): the client gets a task id at once,
//! asks for the status, answers what the handler asks, and fetches the result later.
//!
//! A task repeats the rounds of a modern call inside the server. The handler asks through the one lifecycle, as in
//! every call; a task only carries input requests to the client and their answers back. Tasks live in this process:
//! they do not survive it, and belong to the principal that started them.

mod requests;
mod runner;
mod task;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hashbrown::HashMap;
use parking_lot::Mutex;

use crate::wire::{ErrorCode, RpcError};

pub(super) use self::runner::{TaskAtOnce, check_support, start_at_once, start_from_handler};
pub(super) use self::task::{Task, TaskTimes};

/// What the error says if the principal has no such task.
pub(super) const NO_TASK: &str = "there is no such task: it may have expired; call the tool again";

/// Whether a tool can run as a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TaskSupport {
    /// Never.
    #[default]
    None,
    /// If the client supports tasks. Otherwise the call waits, as every call does.
    Optional,
    /// Always. A client without tasks gets an error.
    Required,
}

/// When a call becomes a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TaskStart {
    /// Before the handler runs.
    #[default]
    AtOnce,
    /// When the handler says so.
    ByHandler,
}

/// The limits of a server's tasks. One that reaches a limit runs as a call that waits, unless its tool requires tasks:
/// then the client gets an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskLimits {
    /// How long a task exists, from its creation. A handler that still runs then is stopped. The default is an hour.
    pub ttl: Duration,
    /// How often clients should ask for the status. The default is a second.
    pub poll_interval: Duration,
    /// The most tasks of one principal. The default is 64.
    pub per_principal: usize,
    /// The most tasks of all principals. The default is 1024.
    pub total: usize,
    /// The most bytes of the requests, input requests and results of one principal's tasks. The default is 16 MiB.
    pub bytes_per_principal: usize,
    /// The most bytes of all tasks. The default is 128 MiB.
    pub bytes_total: usize,
}

impl Default for TaskLimits {
    fn default() -> Self {
        TaskLimits {
            ttl: Duration::from_secs(3600),
            poll_interval: Duration::from_secs(1),
            per_principal: 64,
            total: 1024,
            bytes_per_principal: 16 << 20,
            bytes_total: 128 << 20,
        }
    }
}

/// What tasks use.
#[derive(Debug, Clone, Copy, Default)]
struct Usage {
    tasks: usize,
    bytes: usize,
}

/// The role of a call in a task.
#[derive(Clone, Default)]
pub(crate) enum TaskRole {
    /// The call is no task.
    #[default]
    None,
    /// The handler can make it one.
    Possible(TaskSupport),
    /// The call is a round of a task.
    Running(Arc<Task>),
}

/// The tasks of a server, by their ids.
#[derive(Default)]
pub(crate) struct Tasks {
    pub(super) limits: TaskLimits,
    /// The node of a cluster that has the tasks.
    node: OnceLock<Box<str>>,
    entries: Mutex<TaskEntries>,
}

#[derive(Default)]
struct TaskEntries {
    by_id: HashMap<Box<str>, Arc<Task>>,
    by_principal: HashMap<Arc<str>, Usage>,
    total: Usage,
}

impl TaskEntries {
    /// Changes what a principal uses, if the limits allow more.
    fn use_more(&mut self, limits: &TaskLimits, principal: &Arc<str>, more: Usage) -> bool {
        let own = self.by_principal.get(principal).copied().unwrap_or_default();
        let fits = |usage: Usage, tasks: usize, bytes: usize| {
            usage.tasks + more.tasks <= tasks && usage.bytes.saturating_add(more.bytes) <= bytes
        };
        if !fits(own, limits.per_principal, limits.bytes_per_principal)
            || !fits(self.total, limits.total, limits.bytes_total)
        {
            return false;
        }
        let own = self.by_principal.entry(Arc::clone(principal)).or_default();
        for usage in [own, &mut self.total] {
            usage.tasks += more.tasks;
            usage.bytes += more.bytes;
        }
        true
    }

    fn use_less(&mut self, principal: &Arc<str>, less: Usage) {
        let own = self.by_principal.entry(Arc::clone(principal)).or_default();
        for usage in [&mut *own, &mut self.total] {
            usage.tasks = usage.tasks.saturating_sub(less.tasks);
            usage.bytes = usage.bytes.saturating_sub(less.bytes);
        }
        if own.tasks == 0 {
            self.by_principal.remove(principal);
        }
    }
}

impl Tasks {
    pub(super) fn new(limits: TaskLimits) -> Self {
        Tasks { limits, ..Tasks::default() }
    }

    /// Sets the name of this node, with which the ids of its tasks begin.
    pub(super) fn set_node(&self, node: &str) {
        // A server has one name in its cluster.
        let _ = self.node.set(node.into());
    }

    /// Creates a task whose request has this many bytes.
    ///
    /// # Errors
    /// When a limit is reached.
    fn create(&self, principal: &Arc<str>, times: TaskTimes, bytes: usize) -> Result<Arc<Task>, RpcError> {
        let mut entries = self.entries.lock();
        if !entries.use_more(&self.limits, principal, Usage { tasks: 1, bytes }) {
            return Err(RpcError::new(
                ErrorCode::BUSY,
                "too many tasks; try again when some of them have expired",
            ));
        }
        let random = format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>());
        let id = match self.node.get() {
            Some(node) => format!("{node}.{random}"),
            None => random,
        };
        let task = Arc::new(Task::new(id, Arc::clone(principal), times, bytes));
        entries.by_id.insert(task.id.as_str().into(), Arc::clone(&task));
        Ok(task)
    }

    /// Returns whether the principal can have another task.
    pub(super) fn has_room(&self, principal: &Arc<str>, bytes: usize) -> bool {
        let mut entries = self.entries.lock();
        let one = Usage { tasks: 1, bytes };
        let has_room = entries.use_more(&self.limits, principal, one);
        if has_room {
            entries.use_less(principal, one);
        }
        has_room
    }

    /// Returns the task with this id, if it belongs to the principal.
    fn find(&self, id: &str, principal: &str) -> Option<Arc<Task>> {
        let entries = self.entries.lock();
        entries.by_id.get(id).filter(|task| *task.principal == *principal).cloned()
    }

    /// Reserves bytes for what a task keeps now. Returns `false` if a limit is reached.
    fn resize(&self, task: &Task, bytes: usize) -> bool {
        let mut entries = self.entries.lock();
        let mut reserved = task.reserved.lock();
        if bytes > *reserved {
            let more = Usage { tasks: 0, bytes: bytes - *reserved };
            if !entries.use_more(&self.limits, &task.principal, more) {
                return false;
            }
        } else {
            entries.use_less(&task.principal, Usage { tasks: 0, bytes: *reserved - bytes });
        }
        *reserved = bytes;
        true
    }

    fn remove(&self, task: &Task) {
        let mut entries = self.entries.lock();
        if entries.by_id.remove(task.id.as_str()).is_some() {
            let bytes = *task.reserved.lock();
            entries.use_less(&task.principal, Usage { tasks: 1, bytes });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_lifecycle::Timestamp;

    use super::{TaskLimits, TaskTimes, Tasks};

    #[test]
    fn tasks_and_bytes_are_limited_per_principal_and_over_all() {
        let limits = TaskLimits {
            per_principal: 2,
            total: 3,
            bytes_per_principal: 100,
            bytes_total: 150,
            ..TaskLimits::default()
        };
        let tasks = Tasks::new(limits);
        let times = TaskTimes::from(Timestamp::from_millis(1), &limits);
        let [ada, bob]: [Arc<str>; 2] = ["ada".into(), "bob".into()];
        let create = |who: &Arc<str>, bytes| tasks.create(who, times, bytes);
        let first = create(&ada, 40).unwrap();
        assert!(create(&ada, 70).is_err(), "ada's bytes");
        let second = create(&ada, 50).unwrap();
        assert!(create(&ada, 0).is_err(), "ada's number");
        assert!(create(&bob, 70).is_err(), "all bytes");
        let third = create(&bob, 10).unwrap();
        assert!(create(&bob, 0).is_err(), "the number of all");
        assert!(!tasks.resize(&first, 60), "a result that does not fit");
        assert!(tasks.resize(&second, 10) && tasks.resize(&first, 90));
        assert!(tasks.find(&third.id, "bob").is_some() && tasks.find(&third.id, "ada").is_none());
        for task in [&first, &second, &third, &third] {
            tasks.remove(task);
        }
        let entries = tasks.entries.lock();
        assert_eq!((entries.total.tasks, entries.total.bytes, entries.by_principal.len()), (0, 0, 0));
    }
}
