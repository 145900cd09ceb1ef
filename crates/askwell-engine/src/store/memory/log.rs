//! The change log of a memory store.

use std::collections::VecDeque;

use askwell_lifecycle::{Scope, ShortList, Timestamp};

use super::{Change, Changes};

/// The most entries that one call scans.
const MAX_SCANNED: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct MemoryLog {
    /// Without gaps.
    entries: VecDeque<LogEntry>,
    newest: u64,
}

#[derive(Debug)]
struct LogEntry {
    change: Change,
    /// The sequence number of the change before, of the same elicitation; 0 for the first one.
    previous: u64,
}

impl MemoryLog {
    /// Returns the sequence number of the newest change.
    pub(super) fn newest(&self) -> u64 {
        self.newest
    }

    /// Appends the changes of one elicitation, whose last change was `previous`. Returns its new last change.
    pub(super) fn record(&mut self, changes: ShortList<Change>, mut previous: u64) -> u64 {
        for mut change in changes {
            self.newest += 1;
            change.seq = self.newest;
            self.entries.push_back(LogEntry { change, previous });
            previous = self.newest;
        }
        previous
    }

    /// Returns the time of the newest change that is not removed.
    pub(super) fn newest_at(&self) -> Timestamp {
        self.entries.back().map_or(Timestamp::from_millis(0), |entry| entry.change.at)
    }

    /// Removes all but the newest changes.
    pub(super) fn keep_newest(&mut self, most: usize) {
        while self.entries.len() > most {
            self.entries.pop_front();
        }
    }

    /// Returns the sequence number of the last removed change.
    fn forgotten(&self) -> u64 {
        self.entries.front().map_or(self.newest, |first| first.change.seq - 1)
    }

    fn get(&self, seq: u64) -> Option<&LogEntry> {
        let place = seq.checked_sub(self.forgotten() + 1)?;
        self.entries.get(usize::try_from(place).ok()?)
    }

    pub(super) fn since(&self, after: u64, limit: usize, scope: &Scope) -> Changes {
        let known = after.clamp(self.forgotten(), self.newest);
        let mut changes = Changes { list: Vec::new(), upto: known, truncated: known != after };
        let start = self.entries.partition_point(|entry| entry.change.seq <= known);
        // Bounded, so that a caller that sees few of many changes does not hold the lock for long.
        for LogEntry { change, .. } in self.entries.range(start..).take(MAX_SCANNED) {
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

    /// Returns the changes of one elicitation up to its last one, oldest first.
    pub(super) fn chain(&self, last: u64, limit: usize) -> Vec<Change> {
        let chain = std::iter::successors(self.get(last), |entry| self.get(entry.previous));
        let mut changes: Vec<Change> = chain.take(limit).map(|entry| entry.change.clone()).collect();
        changes.reverse();
        changes
    }

    /// Removes changes from the start of the log, up to the first that is recent enough.
    pub(super) fn forget(&mut self, before: Timestamp) {
        while self.entries.front().is_some_and(|entry| entry.change.at < before) {
            self.entries.pop_front();
        }
    }
}
