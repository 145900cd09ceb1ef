//! Following the change log of a shared store.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;

use super::Change;

/// Receives the changes of all nodes in the order of the log, from the moment of [`ChangeLog::follow`] on.
/// Dropping it stops it.
///
/// [`ChangeLog::follow`]: super::ChangeLog::follow
#[derive(Debug)]
pub struct Follower {
    items: mpsc::Receiver<Followed>,
    has_gap: Arc<AtomicBool>,
}

/// What a follower is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Followed {
    /// The next changes, without gaps between them and those before.
    Changes(Arc<[Change]>),
    /// Changes may be missing before what comes next: read the store.
    Gap,
}

/// The store's end of a [`Follower`].
#[derive(Debug)]
pub struct FollowSender {
    items: mpsc::Sender<Followed>,
    has_gap: Arc<AtomicBool>,
}

impl Follower {
    /// Creates a follower that holds up to `capacity` items. A store that sends more makes a gap.
    #[must_use]
    pub fn channel(capacity: usize) -> (FollowSender, Follower) {
        let (sender, items) = mpsc::channel(capacity.max(1));
        let has_gap = Arc::new(AtomicBool::new(false));
        (FollowSender { items: sender, has_gap: Arc::clone(&has_gap) }, Follower { items, has_gap })
    }

    /// Waits for the next changes; `None` once the store is closed. Cancel-safe: dropping the future loses
    /// nothing.
    pub async fn next(&mut self) -> Option<Followed> {
        let next = self.items.recv().await?;
        // What follows a gap is found by reading, so that what was sent before it is not needed either.
        if self.has_gap.swap(false, Ordering::AcqRel) {
            while self.items.try_recv().is_ok() {}
            return Some(Followed::Gap);
        }
        Some(next)
    }
}

impl FollowSender {
    /// Sends the next changes without waiting. Returns `false` once the follower is dropped.
    pub fn send(&self, item: Followed) -> bool {
        match self.items.try_send(item) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.has_gap.store(true, Ordering::Release);
                true
            }
            Err(mpsc::error::TrySendError::Closed(_)) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Followed, Follower};

    #[tokio::test]
    async fn slow_follower_gets_a_gap() {
        let (sender, mut follower) = Follower::channel(2);
        let some = || Followed::Changes(Arc::from([]));
        assert!(sender.send(some()) && sender.send(some()));
        assert_eq!(follower.next().await, Some(some()));
        for _ in 0..3 {
            assert!(sender.send(some()));
        }
        assert_eq!(follower.next().await, Some(Followed::Gap));
        assert!(sender.send(some()));
        assert_eq!(follower.next().await, Some(some()));
        drop(follower);
        assert!(!sender.send(some()));
    }
}
