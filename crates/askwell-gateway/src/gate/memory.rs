//! What gates remember between calls: approvals for a while, and the definition of a tool when it was last approved.

use std::time::Duration;

use askwell_engine::{Engine, Record, RecordWrite, Records, StoreError};
use askwell_lifecycle::Timestamp;
use serde::{Deserialize, Serialize};

use super::definition::DefinitionParts;
use crate::digest::Digest;

/// The approvals for a while.
const GRANTS: &str = "gateway-grants";
/// The definitions at the last approval.
const APPROVED: &str = "gateway-approved";
/// How many expired approvals are removed with each new one.
const PRUNED_AT_ONCE: usize = 64;

/// An approval for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    version: u32,
    pub(crate) until_ms: u64,
    /// How long it was given for: a rule that no longer offers this ends it.
    pub(crate) seconds: u64,
    pub(crate) person: Option<String>,
    pub(crate) surface: String,
    pub(crate) elicitation: String,
}

/// The last approval of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LastApproval {
    version: u32,
    pub(crate) at_ms: u64,
    pub(crate) parts: DefinitionParts,
}

impl Grant {
    pub(crate) fn new(
        now: Timestamp,
        time: Duration,
        person: Option<&str>,
        surface: &str,
        elicitation: String,
    ) -> Grant {
        Grant {
            version: 1,
            until_ms: (now + time).as_millis(),
            seconds: time.as_secs(),
            person: person.map(str::to_owned),
            surface: surface.to_owned(),
            elicitation,
        }
    }
}

/// The records of gates. They stay correct with several gateways on one store.
#[derive(Debug)]
pub(crate) struct GateMemory(Records);

impl GateMemory {
    pub(crate) fn new(engine: &Engine) -> GateMemory {
        GateMemory(engine.records())
    }

    /// Finds an approval for a while that has not expired.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn find_grant(&self, key: Digest, now: Timestamp) -> Result<Option<Grant>, StoreError> {
        let found = self.0.get(GRANTS, key.to_string()).await?;
        let grant = found.and_then(|record| serde_json::from_slice::<Grant>(&record.value).ok());
        Ok(grant.filter(|grant| grant.until_ms > now.as_millis()))
    }

    /// Keeps an approval for a while, and removes some that have expired.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn add_grant(
        &self,
        key: Digest,
        grant: &Grant,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.put(GRANTS, key, grant).await?;
        let old = self.0.list(GRANTS, None, PRUNED_AT_ONCE).await?;
        let is_expired = |record: &&Record| {
            serde_json::from_slice::<Grant>(&record.value)
                .is_ok_and(|grant| grant.until_ms <= now.as_millis())
        };
        let remove = |record: &Record| RecordWrite::Remove {
            namespace: GRANTS,
            key: record.key.clone(),
            expected: record.revision,
        };
        let writes: Vec<RecordWrite> = old.iter().filter(is_expired).map(remove).collect();
        if !writes.is_empty() {
            self.0.write(writes).await?;
        }
        Ok(())
    }

    /// Returns the last approval of a tool.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn last_approval(
        &self,
        server: &str,
        tool: &str,
    ) -> Result<Option<LastApproval>, StoreError> {
        let found = self.0.get(APPROVED, tool_key(server, tool).to_string()).await?;
        Ok(found.and_then(|record| serde_json::from_slice(&record.value).ok()))
    }

    /// Keeps the definition of a tool that was approved.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn set_last_approval(
        &self,
        server: &str,
        tool: &str,
        parts: DefinitionParts,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let approval = LastApproval { version: 1, at_ms: now.as_millis(), parts };
        self.put(APPROVED, tool_key(server, tool), &approval).await
    }

    /// Writes a record, in place of one that exists. Of several writers at the same time, one wins.
    async fn put(
        &self,
        namespace: &'static str,
        key: Digest,
        value: &impl Serialize,
    ) -> Result<(), StoreError> {
        let key = key.to_string();
        let value =
            serde_json::to_vec(value).map_err(|error| StoreError::Failed(error.to_string().into()))?;
        let expected = self.0.get(namespace, key.clone()).await?.map_or(0, |record| record.revision);
        let record = Record::new(namespace, key, value);
        self.0.write(vec![RecordWrite::Put { record, expected }]).await.map(drop)
    }
}

fn tool_key(server: &str, tool: &str) -> Digest {
    Digest::of_texts(&["approved", server, tool])
}
