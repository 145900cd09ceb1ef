//! The consent log: who decided what about which call, bound to which digest.
//!
//! Kept in the engine's store as records of their own, because elicitations are purged earlier. Holds no arguments: they
//! may be secret, and the digest identifies them.

use std::time::Duration;

use askwell_engine::store::Verdict;
use askwell_engine::{Engine, Record, RecordWrite, Records, StoreError};
use askwell_form::DateTime;
use askwell_lifecycle::Timestamp;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

/// The namespace of the entries among the records of a store.
pub const NAMESPACE: &str = "gateway-consents";
/// The namespace of calls that rules deny. They have their own, so that no number of them removes a
/// person's decision.
pub const DENIALS: &str = "gateway-denials";
/// How long entries are kept, if the settings do not say.
pub const DEFAULT_RETENTION: Duration = Duration::from_secs(90 * 86_400);
/// The most entries; the oldest go first.
const MAX_ENTRIES: usize = 20_000;
/// How many old entries are looked at with each new one.
const PRUNED_AT_ONCE: usize = 32;
/// How often a key is tried that others take.
const ATTEMPTS: u32 = 64;
/// The version of stored entries.
const VERSION: u32 = 1;

/// What was decided about a call, or why nobody decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ConsentOutcome {
    /// A person approved it.
    Approved,
    /// A person approved it, and further calls for a while.
    ApprovedForAWhile,
    /// A person changed the arguments and approved those.
    ApprovedWithChanges,
    /// An earlier approval for a while covers it.
    Covered,
    /// A person rejected it.
    Rejected,
    /// The person closed the question.
    Cancelled,
    /// Nobody answered in time.
    TimedOut,
    /// The client answered before a person can have read the question.
    Unseen,
    /// The approval was too old when the call came for it.
    Expired,
    /// The server changed the tool's definition after the question was shown.
    DefinitionChanged,
    /// The answer did not come from the person or the place that the rule asks for.
    NotTheApprover,
    /// A rule denies it; nobody was asked.
    Denied,
}

impl ConsentOutcome {
    /// Returns whether the call went upstream.
    #[must_use]
    pub fn is_approval(self) -> bool {
        matches!(
            self,
            ConsentOutcome::Approved
                | ConsentOutcome::ApprovedForAWhile
                | ConsentOutcome::ApprovedWithChanges
                | ConsentOutcome::Covered
        )
    }

    /// Returns the outcome in words.
    #[must_use]
    pub fn as_words(self) -> &'static str {
        match self {
            ConsentOutcome::Approved => "approved",
            ConsentOutcome::ApprovedForAWhile => "approved for a while",
            ConsentOutcome::ApprovedWithChanges => "approved with changes",
            ConsentOutcome::Covered => "covered by an earlier approval",
            ConsentOutcome::Rejected => "rejected",
            ConsentOutcome::Cancelled => "cancelled",
            ConsentOutcome::TimedOut => "timed out",
            ConsentOutcome::Unseen => "answered by the client itself",
            ConsentOutcome::Expired => "approved too long ago",
            ConsentOutcome::DefinitionChanged => "definition changed",
            ConsentOutcome::NotTheApprover => "not answered by the approver",
            ConsentOutcome::Denied => "denied by a rule",
        }
    }
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ConsentEntry {
    /// The version of the entry's shape.
    pub version: u32,
    /// When it was decided, in milliseconds since 1970.
    pub at_ms: u64,
    /// What was decided.
    pub outcome: ConsentOutcome,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The digest of server, tool, definition and arguments that was shown.
    pub digest: String,
    /// The digest of what was sent, if the arguments were changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_digest: Option<String>,
    /// The digest of the tool's definition.
    pub definition: String,
    /// The rule that asked: its number, and its name if it has one.
    pub rule: String,
    /// The person, if the surface knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The surface through which they decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<String>,
    /// Who called: the principal of the transport.
    pub principal: String,
    /// The client, as it calls itself, with its version.
    pub client: String,
    /// The elicitation that asked; for a covered call, the one that the person answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<String>,
    /// Until when further calls are approved, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
    /// The person's remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl ConsentEntry {
    /// Reads an entry from its record; `None` if a newer version of this program wrote what this one cannot read.
    #[must_use]
    pub fn from_record(record: &Record) -> Option<ConsentEntry> {
        serde_json::from_slice(&record.value).ok()
    }

    /// Returns the time of the decision as text: RFC 3339, UTC, in seconds.
    #[must_use]
    pub fn time(&self) -> String {
        time_text(self.at_ms)
    }
}

/// Returns a time as text: RFC 3339, UTC, in seconds.
#[must_use]
pub fn time_text(millis: u64) -> String {
    let seconds = i64::try_from(millis / 1000).unwrap_or(i64::MAX);
    let Some(time) = DateTime::from_unix_seconds(seconds, 0) else { return format!("{millis} ms") };
    let (date, hour, minute, second) = (time.date(), time.hour(), time.minute(), time.second());
    format!("{}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", date.year(), date.month(), date.day())
}

/// The consent log of a store.
#[derive(Debug)]
pub struct ConsentLog {
    namespace: &'static str,
    records: Records,
    retention: Duration,
    /// How many entries there are; unknown before the first write.
    count: Mutex<Option<usize>>,
}

impl ConsentLog {
    /// Opens the log of decisions in an engine's store.
    #[must_use]
    pub fn new(engine: &Engine, retention: Option<Duration>) -> ConsentLog {
        ConsentLog::of(NAMESPACE, engine, retention)
    }

    /// Opens the log of calls that rules deny.
    #[must_use]
    pub fn of_denials(engine: &Engine, retention: Option<Duration>) -> ConsentLog {
        ConsentLog::of(DENIALS, engine, retention)
    }

    fn of(namespace: &'static str, engine: &Engine, retention: Option<Duration>) -> ConsentLog {
        let retention = retention.unwrap_or(DEFAULT_RETENTION);
        ConsentLog { namespace, records: engine.records(), retention, count: Mutex::default() }
    }

    /// Adds an entry, and removes some that are too old or too many. Returns when the entry is durable.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn add(&self, entry: &ConsentEntry) -> Result<(), StoreError> {
        let value =
            serde_json::to_vec(entry).map_err(|error| StoreError::Failed(error.to_string().into()))?;
        for attempt in 0..ATTEMPTS {
            // Keys sort by time. Several decisions of one millisecond get numbers.
            let key = format!("{:015}-{attempt:02}-{}", entry.at_ms, short_key(&entry.digest));
            let record = Record::new(self.namespace, key, value.clone());
            let verdicts = self.records.write(vec![RecordWrite::Put { record, expected: 0 }]).await?;
            if verdicts == [Verdict::Committed] {
                self.prune(Timestamp::from_millis(entry.at_ms)).await;
                return Ok(());
            }
        }
        Err(StoreError::Failed("too many decisions at the same moment".into()))
    }

    /// Lists entries, newest first, at most `limit`, that `keep` accepts.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn list(
        &self,
        limit: usize,
        keep: impl Fn(&ConsentEntry) -> bool,
    ) -> Result<Vec<ConsentEntry>, StoreError> {
        let mut found = std::collections::VecDeque::new();
        let mut after = None;
        loop {
            let page = self.records.list(self.namespace, after, 1_000).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.key.clone());
            for record in &page {
                if let Some(entry) = ConsentEntry::from_record(record)
                    && keep(&entry)
                {
                    found.push_back(entry);
                    if found.len() > limit {
                        found.pop_front();
                    }
                }
            }
        }
        Ok(found.into_iter().rev().collect())
    }

    /// Removes old entries. The log is complete without that, so failures are only logged.
    async fn prune(&self, now: Timestamp) {
        if let Err(error) = self.try_prune(now).await {
            tracing::warn!(%error, "old entries of the consent log cannot be removed");
        }
    }

    async fn try_prune(&self, now: Timestamp) -> Result<(), StoreError> {
        let known = *self.count.lock();
        let count = match known {
            Some(count) => count + 1,
            None => self.count_entries().await?,
        };
        let oldest = self.records.list(self.namespace, None, PRUNED_AT_ONCE).await?;
        let limit = format!("{:015}", now.minus(self.retention).as_millis());
        let excess = count.saturating_sub(MAX_ENTRIES);
        let is_old = |index: usize, record: &Record| index < excess || *record.key < *limit;
        let writes: Vec<RecordWrite> = oldest
            .iter()
            .enumerate()
            .filter(|(index, record)| is_old(*index, record))
            .map(|(_, record)| RecordWrite::Remove {
                namespace: self.namespace,
                key: record.key.clone(),
                expected: record.revision,
            })
            .collect();
        let removed = writes.len();
        if removed > 0 {
            self.records.write(writes).await?;
        }
        *self.count.lock() = Some(count.saturating_sub(removed));
        Ok(())
    }

    async fn count_entries(&self) -> Result<usize, StoreError> {
        let (mut count, mut after) = (0, None);
        loop {
            let page = self.records.list(self.namespace, after, 1_000).await?;
            let Some(last) = page.last() else { return Ok(count) };
            count += page.len();
            after = Some(last.key.clone());
        }
    }
}

impl Default for ConsentEntry {
    fn default() -> Self {
        ConsentEntry {
            version: VERSION,
            at_ms: 0,
            outcome: ConsentOutcome::Unseen,
            server: String::new(),
            tool: String::new(),
            digest: String::new(),
            sent_digest: None,
            definition: String::new(),
            rule: String::new(),
            person: None,
            surface: None,
            principal: String::new(),
            client: String::new(),
            elicitation: None,
            until_ms: None,
            comment: None,
        }
    }
}

/// Returns a few digits of a digest, so that entries of one moment have different keys.
fn short_key(digest: &str) -> String {
    digest.trim_start_matches("sha256:").chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_engine::Engine;

    use super::{ConsentEntry, ConsentLog, ConsentOutcome, time_text};

    fn entry(at_ms: u64, tool: &str) -> ConsentEntry {
        ConsentEntry {
            at_ms,
            tool: tool.to_owned(),
            outcome: ConsentOutcome::Approved,
            ..ConsentEntry::default()
        }
    }

    #[tokio::test]
    async fn entries_are_listed_newest_first() {
        let engine = Engine::builder().start();
        let log = ConsentLog::new(&engine, None);
        for (at, tool) in [(1_000, "a"), (3_000, "c"), (3_000, "d"), (2_000, "b")] {
            log.add(&entry(at, tool)).await.unwrap();
        }
        let tools =
            |entries: Vec<ConsentEntry>| entries.into_iter().map(|entry| entry.tool).collect::<String>();
        assert_eq!(tools(log.list(10, |_| true).await.unwrap()), "dcba");
        assert_eq!(tools(log.list(2, |_| true).await.unwrap()), "dc");
        assert_eq!(tools(log.list(10, |entry| entry.tool == "b").await.unwrap()), "b");
        // Another handle on the same store reads the same.
        assert_eq!(ConsentLog::new(&engine, None).list(10, |_| true).await.unwrap().len(), 4);
    }

    #[tokio::test]
    async fn old_entries_are_removed() {
        let engine = Engine::builder().start();
        let log = ConsentLog::new(&engine, Some(Duration::from_secs(60)));
        for at in [1_000, 2_000, 50_000, 100_000] {
            log.add(&entry(at, "t")).await.unwrap();
        }
        let left: Vec<u64> = log.list(10, |_| true).await.unwrap().iter().map(|entry| entry.at_ms).collect();
        assert_eq!(left, [100_000, 50_000]);
    }

    #[test]
    fn times_are_utc() {
        assert_eq!(time_text(1_763_337_600_123), "2025-11-17T00:00:00Z");
        assert_eq!(entry(0, "t").time(), "1970-01-01T00:00:00Z");
    }
}
