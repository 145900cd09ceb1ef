//! Which deliveries of one endpoint wait, and for when. Only numbers: what they are is in the store.

use std::collections::{BTreeSet, HashMap};

use askwell_lifecycle::Timestamp;

/// Deliveries by their sequence number, each of them once, whoever adds them how often.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: BTreeSet<(Timestamp, u64)>,
    known: HashMap<u64, Place>,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Waits(Timestamp),
    OnItsWay,
}

impl Queue {
    /// Adds one, unless it is known already.
    pub(super) fn add(&mut self, number: u64, due: Timestamp) {
        if !self.known.contains_key(&number) {
            self.put(number, due);
        }
    }

    /// Brings one back that was on its way, or lets one that waits wait for another time.
    pub(super) fn put(&mut self, number: u64, due: Timestamp) {
        self.remove(number);
        self.known.insert(number, Place::Waits(due));
        self.waiting.insert((due, number));
    }

    /// Forgets one.
    pub(super) fn remove(&mut self, number: u64) {
        if let Some(Place::Waits(due)) = self.known.remove(&number) {
            self.waiting.remove(&(due, number));
        }
    }

    /// The first one that is due by now. It is on its way then.
    pub(super) fn take(&mut self, now: Timestamp) -> Option<u64> {
        let first @ &(_, number) = self.waiting.first().filter(|(due, _)| *due <= now)?;
        let first = *first;
        self.waiting.remove(&first);
        self.known.insert(number, Place::OnItsWay);
        Some(number)
    }

    /// When the next one is due.
    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.first().map(|(due, _)| *due)
    }

    /// Lets all that wait be due at this moment.
    pub(super) fn hurry(&mut self, now: Timestamp) {
        for (_, number) in std::mem::take(&mut self.waiting) {
            self.known.insert(number, Place::Waits(now));
            self.waiting.insert((now, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::Queue;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    fn taken(queue: &mut Queue, now: u64) -> Vec<u64> {
        std::iter::from_fn(|| queue.take(at(now))).collect()
    }

    #[test]
    fn the_earliest_goes_first_when_its_time_has_come() {
        let mut queue = Queue::default();
        for (number, due) in [(1, 30), (2, 10), (3, 20), (4, 10)] {
            queue.add(number, at(due));
        }
        assert_eq!(queue.next_due(), Some(at(10)));
        assert_eq!(taken(&mut queue, 9), []);
        assert_eq!(taken(&mut queue, 20), [2, 4, 3]);
        assert_eq!(queue.next_due(), Some(at(30)));
    }

    #[test]
    fn each_is_there_once() {
        let mut queue = Queue::default();
        queue.add(1, at(10));
        queue.add(1, at(5));
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.add(1, at(10));
        assert_eq!(taken(&mut queue, 10), [], "it is on its way");
        queue.put(1, at(20));
        queue.add(1, at(1));
        assert_eq!((taken(&mut queue, 10), taken(&mut queue, 20)), (vec![], vec![1]));
        queue.remove(1);
        queue.add(1, at(30));
        queue.remove(1);
        assert_eq!(queue.next_due(), None);
    }

    #[test]
    fn those_that_wait_can_be_hurried() {
        let mut queue = Queue::default();
        for number in 1..=3 {
            queue.add(number, at(10 * number));
        }
        assert_eq!(taken(&mut queue, 10), [1]);
        queue.hurry(at(11));
        assert_eq!(taken(&mut queue, 11), [2, 3]);
    }
}
