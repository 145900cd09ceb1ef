//! Pages that a legacy server said are done, for whoever waits for them.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::watch;

/// How many are remembered. A server may say so before anybody waits, hence the memory; and it may say so as often as
/// it likes, hence its end.
const REMEMBERED: usize = 256;

#[derive(Debug)]
pub(super) struct Completions {
    seen: Mutex<VecDeque<String>>,
    changed: watch::Sender<Changed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Changed {
    More,
    NoMore,
}

impl Default for Completions {
    fn default() -> Self {
        Completions { seen: Mutex::default(), changed: watch::Sender::new(Changed::More) }
    }
}

impl Completions {
    pub(super) fn complete(&self, id: &str) {
        {
            let mut seen = self.seen.lock();
            if seen.len() == REMEMBERED {
                seen.pop_front();
            }
            seen.push_back(id.to_owned());
        }
        self.changed.send_modify(|_| {});
    }

    /// No more will come.
    pub(super) fn close(&self) {
        self.changed.send_modify(|changed| *changed = Changed::NoMore);
    }

    /// Waits until all of these are done; whether they are.
    pub(super) async fn wait_for(&self, ids: &[String]) -> bool {
        let mut changes = self.changed.subscribe();
        loop {
            let state = *changes.borrow_and_update();
            let done = {
                let seen = self.seen.lock();
                ids.iter().all(|id| seen.contains(id))
            };
            if done || state == Changed::NoMore || changes.changed().await.is_err() {
                return done;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Completions, REMEMBERED};

    #[tokio::test]
    async fn what_is_done_before_or_after_is_done() {
        let completions = Completions::default();
        completions.complete("a");
        let ids = ["a".to_owned(), "b".to_owned()];
        let waiting = completions.wait_for(&ids);
        let completing = async { completions.complete("b") };
        assert!(tokio::join!(waiting, completing).0);
    }

    #[tokio::test]
    async fn nobody_waits_for_a_server_that_is_gone() {
        let completions = Completions::default();
        completions.close();
        assert!(!completions.wait_for(&["a".to_owned()]).await);
    }

    #[test]
    fn memory_ends_somewhere() {
        let completions = Completions::default();
        (0..2 * REMEMBERED).for_each(|id| completions.complete(&id.to_string()));
        assert_eq!(completions.seen.lock().len(), REMEMBERED);
    }
}
