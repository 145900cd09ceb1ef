//! The work of a call that may have to wait.
//!
//! The connection polls the work in place: most calls end at once, and most of those that ask go on
//! when the connection itself reads the answer. No other task has to be woken for these. Work that
//! is woken by anything else continues as a task of its own, so that it does not delay other calls.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

use parking_lot::Mutex;
use tokio::runtime::Handle;

/// The work of a call.
type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The call tasks of one connection.
pub(super) struct CallTasks {
    runtime: Handle,
    woken: Mutex<WokenTasks>,
}

#[derive(Default)]
struct WokenTasks {
    /// Whether the connection polls the tasks that are woken now.
    is_collecting: bool,
    tasks: Vec<Arc<CallTask>>,
}

/// The task of one call.
struct CallTask {
    state: Mutex<TaskState>,
    tasks: Arc<CallTasks>,
}

enum TaskState {
    /// The work waits to be woken.
    Waiting(Work),
    /// The work was woken while the connection collects, and waits to be polled.
    Woken(Work),
    /// The work is being polled.
    Running {
        /// Whether it was woken meanwhile.
        is_woken: bool,
    },
    /// The work has ended, or continues as a task of the runtime.
    Gone,
}

impl CallTasks {
    /// Creates the call tasks of a connection. Must be called within a tokio runtime.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(CallTasks { runtime: Handle::current(), woken: Mutex::default() })
    }

    /// Polls the work of a call at once. What is left of it waits to be woken.
    pub(super) fn run(self: &Arc<Self>, work: impl Future<Output = ()> + Send + 'static) {
        let state = Mutex::new(TaskState::Waiting(Box::pin(work)));
        Arc::new(CallTask { state, tasks: Arc::clone(self) }).poll();
    }

    /// Does something that may wake call tasks, and polls those that it wakes afterwards.
    pub(super) fn run_woken_by(&self, wake: impl FnOnce()) {
        self.woken.lock().is_collecting = true;
        wake();
        let mut woken = {
            let mut woken = self.woken.lock();
            woken.is_collecting = false;
            std::mem::take(&mut woken.tasks)
        };
        woken.drain(..).for_each(|task| task.poll());
        // The list is used again, unless another message came meanwhile.
        self.woken.lock().tasks = woken;
    }
}

impl CallTask {
    /// Polls the work, unless it is gone or being polled.
    fn poll(self: &Arc<Self>) {
        let mut work = {
            let mut state = self.state.lock();
            match std::mem::replace(&mut *state, TaskState::Running { is_woken: false }) {
                TaskState::Waiting(work) | TaskState::Woken(work) => work,
                other => {
                    *state = other;
                    return;
                }
            }
        };
        let waker = Waker::from(Arc::clone(self));
        let polled = work.as_mut().poll(&mut Context::from_waker(&waker));
        let mut state = self.state.lock();
        match (polled, &*state) {
            (Poll::Ready(()), _) => *state = TaskState::Gone,
            (Poll::Pending, TaskState::Running { is_woken: true }) => {
                *state = TaskState::Gone;
                drop(state);
                self.tasks.runtime.spawn(work);
            }
            (Poll::Pending, _) => *state = TaskState::Waiting(work),
        }
    }
}

impl Wake for CallTask {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let mut state = self.state.lock();
        let work = match std::mem::replace(&mut *state, TaskState::Gone) {
            TaskState::Waiting(work) => work,
            TaskState::Running { .. } => {
                *state = TaskState::Running { is_woken: true };
                return;
            }
            other @ (TaskState::Woken(_) | TaskState::Gone) => {
                *state = other;
                return;
            }
        };
        let mut woken = self.tasks.woken.lock();
        if woken.is_collecting {
            *state = TaskState::Woken(work);
            woken.tasks.push(Arc::clone(self));
        } else {
            drop((state, woken));
            self.tasks.runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::Poll;

    use tokio::sync::oneshot;
    use tokio::task::yield_now;

    use super::CallTasks;

    #[derive(Clone, Default)]
    struct Flag(Arc<AtomicBool>);

    impl Flag {
        fn set(&self) {
            self.0.store(true, Ordering::Relaxed);
        }

        fn is_set(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// Runs work that waits for a message and then sets the flag.
    fn run_waiting(tasks: &Arc<CallTasks>) -> (oneshot::Sender<()>, Flag) {
        let (sender, message) = oneshot::channel();
        let flag = Flag::default();
        let done = flag.clone();
        tasks.run(async move {
            message.await.unwrap();
            done.set();
        });
        (sender, flag)
    }

    #[tokio::test]
    async fn work_that_need_not_wait_ends_at_once() {
        let done = Flag::default();
        let flag = done.clone();
        CallTasks::new().run(async move { flag.set() });
        assert!(done.is_set());
    }

    #[tokio::test]
    async fn work_that_the_connection_wakes_goes_on_in_place() {
        let tasks = CallTasks::new();
        let ((first, first_done), (_second, second_done)) = (run_waiting(&tasks), run_waiting(&tasks));
        tasks.run_woken_by(|| first.send(()).unwrap());
        // No other task has run meanwhile.
        assert!(first_done.is_set() && !second_done.is_set());
    }

    #[tokio::test]
    async fn work_that_something_else_wakes_goes_on_as_a_task() {
        let tasks = CallTasks::new();
        let (sender, done) = run_waiting(&tasks);
        tasks.run_woken_by(|| {});
        sender.send(()).unwrap();
        assert!(!done.is_set());
        yield_now().await;
        assert!(done.is_set());
    }

    #[tokio::test]
    async fn work_that_is_woken_while_it_is_polled_is_polled_again() {
        let tasks = CallTasks::new();
        let done = Flag::default();
        let flag = done.clone();
        let mut polls = 0;
        tasks.run(async move {
            poll_fn(|context| {
                polls += 1;
                context.waker().wake_by_ref();
                if polls < 3 { Poll::Pending } else { Poll::Ready(()) }
            })
            .await;
            flag.set();
        });
        assert!(!done.is_set());
        while !done.is_set() {
            yield_now().await;
        }
    }
}
