//! The pages that a legacy server has reported as complete.

use std::collections::VecDeque;

use parking_lot::Mutex;
use tokio::sync::watch;

/// The number of remembered pages. A server may report a page before a call waits for it, and as
/// often as it likes.
const REMEMBERED: usize = 256;

/// The newest reports, and a signal for those who wait.
#[derive(Debug)]
pub(super) struct CompletedPages {
    seen: Mutex<VecDeque<String>>,
    changed: watch::Sender<PageWatch>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageWatch {
    Open,
    Closed,
}

impl Default for CompletedPages {
    fn default() -> Self {
        CompletedPages { seen: Mutex::default(), changed: watch::Sender::new(PageWatch::Open) }
    }
}

impl CompletedPages {
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

    /// Ends all waits: no more reports will come.
    pub(super) fn close(&self) {
        self.changed.send_modify(|changed| *changed = PageWatch::Closed);
    }

    /// Waits until all of these pages are complete. Returns `false` if the connection ends first.
    pub(super) async fn wait_for(&self, ids: &[String]) -> bool {
        let mut changes = self.changed.subscribe();
        loop {
            let state = *changes.borrow_and_update();
            let done = {
                let seen = self.seen.lock();
                ids.iter().all(|id| seen.contains(id))
            };
            if done || state == PageWatch::Closed || changes.changed().await.is_err() {
                return done;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CompletedPages, REMEMBERED};

    #[tokio::test]
    async fn pages_completed_before_and_during_the_wait_end_it() {
        let completed_pages = CompletedPages::default();
        completed_pages.complete("a");
        let ids = ["a".to_owned(), "b".to_owned()];
        let waiting = completed_pages.wait_for(&ids);
        let completing = async { completed_pages.complete("b") };
        assert!(tokio::join!(waiting, completing).0);
    }

    #[tokio::test]
    async fn wait_ends_when_the_connection_is_closed() {
        let completed_pages = CompletedPages::default();
        completed_pages.close();
        assert!(!completed_pages.wait_for(&["a".to_owned()]).await);
    }

    #[test]
    fn reports_beyond_the_bound_are_forgotten() {
        let completed_pages = CompletedPages::default();
        (0..2 * REMEMBERED).for_each(|id| completed_pages.complete(&id.to_string()));
        assert_eq!(completed_pages.seen.lock().len(), REMEMBERED);
    }
}
