//! Who waits for which elicitation in this process.

use std::sync::Arc;

use askwell_lifecycle::ElicitationId;
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Wakes those who wait for an elicitation to close.
#[derive(Debug, Default)]
pub(crate) struct Waiters {
    bells: Mutex<HashMap<ElicitationId, Bell>>,
}

#[derive(Debug)]
struct Bell {
    notify: Arc<Notify>,
    listeners: usize,
}

/// One who waits. Leaves no trace when dropped.
#[derive(Debug)]
pub(crate) struct Listener<'w> {
    waiters: &'w Waiters,
    id: ElicitationId,
    notify: Arc<Notify>,
}

impl Waiters {
    /// Begins to listen; whatever happens from now on is heard.
    pub(crate) fn listen(&self, id: ElicitationId) -> Listener<'_> {
        let mut bells = self.bells.lock();
        let bell = bells.entry(id).or_insert_with(|| Bell { notify: Arc::new(Notify::new()), listeners: 0 });
        bell.listeners += 1;
        Listener { waiters: self, id, notify: Arc::clone(&bell.notify) }
    }

    /// Wakes all who listen.
    pub(crate) fn wake(&self, id: ElicitationId) {
        let bell = self.bells.lock().get(&id).map(|bell| Arc::clone(&bell.notify));
        if let Some(bell) = bell {
            bell.notify_waiters();
        }
    }

    /// Wakes everybody: each looks for itself.
    pub(crate) fn wake_all(&self) {
        let bells: Vec<_> = self.bells.lock().values().map(|bell| Arc::clone(&bell.notify)).collect();
        bells.iter().for_each(|bell| bell.notify_waiters());
    }
}

impl Listener<'_> {
    /// The next wake. Must be made before looking, so that nothing is missed between looking and waiting.
    pub(crate) fn heard(&self) -> tokio::sync::futures::Notified<'_> {
        self.notify.notified()
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        let mut bells = self.waiters.bells.lock();
        if let Some(bell) = bells.get_mut(&self.id) {
            bell.listeners -= 1;
            if bell.listeners == 0 {
                bells.remove(&self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::{Actor, Surface};

    use crate::{Ask, Engine, Limits};

    #[tokio::test]
    async fn who_has_waited_leaves_no_trace() {
        let engine = Engine::builder().limits(Limits::none()).start();
        let client = Actor::client("a", Surface::Library);
        let mut waiting = Vec::new();
        for number in 0..20 {
            let asked = engine.create(&client, Ask::prompt("Why?").unwrap()).await.unwrap().id;
            for _ in 0..3 {
                let (engine, client) = (engine.clone(), client.clone());
                waiting.push(tokio::spawn(async move { engine.wait(&client, asked).await }));
            }
            tokio::task::yield_now().await;
            if number % 2 == 0 {
                engine.decline(&client, asked).await.unwrap();
            }
        }
        let waiters = &engine.shared.waiters;
        assert!(waiters.bells.lock().len() >= 10);
        for (number, waiter) in waiting.into_iter().enumerate() {
            if (number / 3) % 2 == 1 {
                waiter.abort();
            }
            let _ = waiter.await;
        }
        assert!(waiters.bells.lock().is_empty());
    }
}
