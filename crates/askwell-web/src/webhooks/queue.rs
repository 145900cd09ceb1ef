//! The queue of one endpoint: sequence numbers of deliveries and when they are due.

use std::collections::{BTreeSet, HashMap};

use askwell_lifecycle::Timestamp;

/// Deliveries by sequence number, each at most once.
#[derive(Debug, Default)]
pub(super) struct DeliveryQueue {
    waiting: BTreeSet<(Timestamp, u64)>,
    known: HashMap<u64, QueueState>,
}

#[derive(Debug, Clone, Copy)]
enum QueueState {
    Waiting,
    InFlight,
    /// In flight, and added again: due at this time after it returns.
    InFlightAgain(Timestamp),
}

impl DeliveryQueue {
    /// Adds a delivery unless it is waiting. One in flight is queued again when it returns, because
    /// it may have changed since.
    pub(super) fn add(&mut self, number: u64, due: Timestamp) {
        match self.known.get(&number) {
            None => self.put(number, due),
            Some(QueueState::InFlight) => drop(self.known.insert(number, QueueState::InFlightAgain(due))),
            Some(QueueState::Waiting | QueueState::InFlightAgain(_)) => {}
        }
    }

    /// Returns a delivery from flight to the queue.
    pub(super) fn put(&mut self, number: u64, due: Timestamp) {
        self.known.insert(number, QueueState::Waiting);
        self.waiting.insert((due, number));
    }

    /// Removes a delivery that was in flight.
    pub(super) fn remove(&mut self, number: u64) {
        if let Some(QueueState::InFlightAgain(due)) = self.known.remove(&number) {
            self.put(number, due);
        }
    }

    /// Takes the first delivery that is due. It is in flight then.
    pub(super) fn take(&mut self, now: Timestamp) -> Option<u64> {
        let first @ &(_, number) = self.waiting.first().filter(|(due, _)| *due <= now)?;
        let first = *first;
        self.waiting.remove(&first);
        self.known.insert(number, QueueState::InFlight);
        Some(number)
    }

    /// Returns when the next delivery is due.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.first().map(|(due, _)| *due)
    }

    /// Makes all waiting deliveries due at this moment.
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
