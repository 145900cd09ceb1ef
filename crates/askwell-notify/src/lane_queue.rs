//! The queue of one channel: recipients, and when something is due for each.

use std::collections::{BTreeSet, HashMap};

use askwell_lifecycle::Timestamp;

use crate::directory::Recipient;

/// Recipients by the time when something is due for them, each at most once.
#[derive(Debug, Default)]
pub(crate) struct LaneQueue {
    waiting: BTreeSet<(Timestamp, Recipient)>,
    known: HashMap<Recipient, LaneState>,
}

#[derive(Debug, Clone, Copy)]
enum LaneState {
    WaitingUntil(Timestamp),
    /// Something is being sent; more is due at this time.
    InFlight(Option<Timestamp>),
}

impl LaneQueue {
    /// Notes that something is due for a recipient. The earliest time counts.
    pub(crate) fn add(&mut self, recipient: Recipient, due: Timestamp) {
        match self.known.get_mut(&recipient) {
            Some(LaneState::InFlight(next)) => *next = Some(next.map_or(due, |next| next.min(due))),
            Some(LaneState::WaitingUntil(before)) if *before <= due => {}
            Some(LaneState::WaitingUntil(before)) => {
                let before = *before;
                self.waiting.remove(&(before, recipient.clone()));
                self.wait(recipient, due);
            }
            None => self.wait(recipient, due),
        }
    }

    /// Takes the first recipient for whom something is due.
    pub(crate) fn take(&mut self, now: Timestamp) -> Option<Recipient> {
        let first = self.waiting.first().filter(|(due, _)| *due <= now)?.clone();
        self.waiting.remove(&first);
        self.known.insert(first.1.clone(), LaneState::InFlight(None));
        Some(first.1)
    }

    /// Returns a recipient after an attempt, with the time when more is due.
    pub(crate) fn put_back(&mut self, recipient: Recipient, due: Option<Timestamp>) {
        let added = match self.known.remove(&recipient) {
            Some(LaneState::InFlight(added)) => added,
            _ => None,
        };
        if let Some(due) = due.into_iter().chain(added).min() {
            self.wait(recipient, due);
        }
    }

    /// Returns when the next recipient is due.
    pub(crate) fn next_due(&self) -> Option<Timestamp> {
        self.waiting.first().map(|(due, _)| *due)
    }

    fn wait(&mut self, recipient: Recipient, due: Timestamp) {
        self.known.insert(recipient.clone(), LaneState::WaitingUntil(due));
        self.waiting.insert((due, recipient));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use askwell_lifecycle::Timestamp;

    use super::LaneQueue;
    use crate::directory::Recipient;

    fn person(name: &str) -> Recipient {
        Recipient::Person(Arc::from(name))
    }

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn recipient_waits_for_the_earliest_time() {
        let mut queue = LaneQueue::default();
        queue.add(person("ada"), at(30));
        queue.add(person("ada"), at(10));
        queue.add(person("ada"), at(20));
        queue.add(person("bob"), at(15));
        assert_eq!(queue.next_due(), Some(at(10)));
        assert_eq!((queue.take(at(9)), queue.take(at(20))), (None, Some(person("ada"))));
        assert_eq!((queue.take(at(20)), queue.take(at(99))), (Some(person("bob")), None));
    }

    #[test]
    fn recipient_in_flight_is_not_taken_twice_and_comes_back() {
        let mut queue = LaneQueue::default();
        queue.add(person("ada"), at(10));
        assert_eq!(queue.take(at(10)), Some(person("ada")));
        queue.add(person("ada"), at(12));
        assert_eq!(queue.take(at(50)), None);
        queue.put_back(person("ada"), Some(at(40)));
        assert_eq!(queue.next_due(), Some(at(12)));
        assert_eq!(queue.take(at(12)), Some(person("ada")));
        queue.put_back(person("ada"), None);
        assert_eq!(queue.next_due(), None);
    }
}
