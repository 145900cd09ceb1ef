//! Which deliveries of one endpoint wait, and for when. Only numbers: what they are is in the store.

use std::collections::{BTreeSet, HashMap};

use askwell_lifecycle::Timestamp;

/// Deliveries by their sequence number, each of them once, whoever adds them how often.
#[derive(Debug, Default)]
pub(super) struct DeliveryQueue {
    waiting: BTreeSet<(Timestamp, u64)>,
    known: HashMap<u64, QueueState>,
}

#[derive(Debug, Clone, Copy)]
enum QueueState {
    Waiting,
    InFlight,
    /// Somebody has added it meanwhile: it goes on waiting for this time when it comes back.
    InFlightAgain(Timestamp),
}

impl DeliveryQueue {
    /// Adds one, unless it waits already. If it is on its way, it is looked at once more after that: whoever adds it
    /// may know of something that happened after it left.
    pub(super) fn add(&mut self, number: u64, due: Timestamp) {
        match self.known.get(&number) {
            None => self.put(number, due),
            Some(QueueState::InFlight) => drop(self.known.insert(number, QueueState::InFlightAgain(due))),
            Some(QueueState::Waiting | QueueState::InFlightAgain(_)) => {}
        }
    }

    /// Brings one back that was on its way.
    pub(super) fn put(&mut self, number: u64, due: Timestamp) {
        self.known.insert(number, QueueState::Waiting);
        self.waiting.insert((due, number));
    }

    /// Forgets one that was on its way.
    pub(super) fn remove(&mut self, number: u64) {
        if let Some(QueueState::InFlightAgain(due)) = self.known.remove(&number) {
            self.put(number, due);
        }
    }

    /// The first one that is due by now. It is on its way then.
    pub(super) fn take(&mut self, now: Timestamp) -> Option<u64> {
        let first @ &(_, number) = self.waiting.first().filter(|(due, _)| *due <= now)?;
        let first = *first;
        self.waiting.remove(&first);
        self.known.insert(number, QueueState::InFlight);
        Some(number)
    }

    /// When the next one is due.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.first().map(|(due, _)| *due)
    }

    /// Lets all that wait be due at this moment.
    pub(super) fn make_all_due(&mut self, now: Timestamp) {
        for (_, number) in std::mem::take(&mut self.waiting) {
            self.waiting.insert((now, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::DeliveryQueue;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn taken(queue: &mut DeliveryQueue, now: u64) -> Vec<u64> {
        std::iter::from_fn(|| queue.take(at(now))).collect()
    }

    #[test]
    fn due_deliveries_are_taken_in_order() {
        let mut queue = DeliveryQueue::default();
        for (number, due) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
            queue.add(number, at(due));
        }
        assert_eq!(queue.next_due(), Some(at(10)));
        assert!(taken(&mut queue, 9).is_empty());
        assert_eq!(taken(&mut queue, 20), [2, 4, 3]);
        assert_eq!(queue.next_due(), Some(at(30)));
    }

    #[test]
    fn delivery_is_queued_once() {
        let mut queue = DeliveryQueue::default();
        queue.add(1, at(10));
        queue.add(1, at(5));
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.put(1, at(20));
        queue.add(1, at(1));
        assert_eq!((taken(&mut queue, 10), taken(&mut queue, 20)), (vec![], vec![1]));
        queue.remove(1);
        assert_eq!(queue.next_due(), None);
    }

    #[test]
    fn delivery_added_while_in_flight_is_queued_again() {
        let mut queue = DeliveryQueue::default();
        queue.add(1, at(10));
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.add(1, at(10));
        assert!(taken(&mut queue, 10).is_empty(), "it is on its way");
        queue.remove(1);
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.add(1, at(10));
        queue.put(1, at(20));
        assert_eq!((taken(&mut queue, 19), taken(&mut queue, 20)), (vec![], vec![1]));
        queue.remove(1);
        assert_eq!(queue.next_due(), None);
    }

    #[test]
    fn make_all_due_moves_waiting_deliveries() {
        let mut queue = DeliveryQueue::default();
        for number in 1..=3 {
            queue.add(number, at(10 * number));
        }
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.make_all_due(at(11));
        assert_eq!(taken(&mut queue, 11), [2, 3]);
    }
}
