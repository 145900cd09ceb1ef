//! The log of everything that happened, in memory.

use std::collections::VecDeque;

use askwell_lifecycle::{Scope, Timestamp, UpToTwo};

use super::{Change, Changes};

/// So much of the log is looked through at a time.
const LONGEST_LOOK: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Log {
    /// Without gaps.
    entries: VecDeque<Logged>,
    newest: u64,
}

#[derive(Debug)]
struct Logged {
    change: Change,
    /// The sequence number of the change before, of the same elicitation; 0 for the first one.
    previous: u64,
}

impl Log {
    /// The sequence number of the last change.
    pub(super) fn newest(&self) -> u64 {
        self.newest
    }

    /// Writes down what happened to one elicitation after `previous`; says which change is its last one now.
    pub(super) fn record(&mut self, changes: UpToTwo<Change>, mut previous: u64) -> u64 {
        for mut change in changes {
            self.newest += 1;
            change.seq = self.newest;
            self.entries.push_back(Logged { change, previous });
            previous = self.newest;
        }
        previous
    }

    /// When the last change happened that is not forgotten.
    pub(super) fn newest_at(&self) -> Timestamp {
        self.entries.back().map_or(Timestamp::from_millis(0), |logged| logged.change.at)
    }

    /// Forgets all but the newest changes.
    pub(super) fn keep_newest(&mut self, most: usize) {
        while self.entries.len() > most {
            self.entries.pop_front();
        }
    }

    /// The sequence number of the last change that was forgotten.
    fn forgotten(&self) -> u64 {
        self.entries.front().map_or(self.newest, |first| first.change.seq - 1)
    }

    fn get(&self, seq: u64) -> Option<&Logged> {
        let place = seq.checked_sub(self.forgotten() + 1)?;
        self.entries.get(usize::try_from(place).ok()?)
    }

    pub(super) fn since(&self, after: u64, limit: usize, scope: &Scope) -> Changes {
        let known = after.clamp(self.forgotten(), self.newest);
        let mut changes = Changes { list: Vec::new(), upto: known, truncated: known != after };
        let start = self.entries.partition_point(|logged| logged.change.seq <= known);
        // Not all at once for somebody who sees little of a long log: others need the lock.
        for Logged { change, .. } in self.entries.range(start..).take(LONGEST_LOOK) {
            changes.upto = change.seq;
            if scope.includes(&change.client, &change.audience) {
                changes.list.push(change.clone());
            }
            if changes.list.len() == limit {
                break;
            }
        }
        changes
    }

    /// The changes of one elicitation up to its last one, the oldest first.
    pub(super) fn chain(&self, last: u64, limit: usize) -> Vec<Change> {
        let chain = std::iter::successors(self.get(last), |logged| self.get(logged.previous));
        let mut changes: Vec<Change> = chain.take(limit).map(|logged| logged.change.clone()).collect();
        changes.reverse();
        changes
    }

    /// Forgets the beginning, up to the first change that is young enough.
    pub(super) fn forget(&mut self, before: Timestamp) {
        while self.entries.front().is_some_and(|logged| logged.change.at < before) {
            self.entries.pop_front();
        }
    }
}
