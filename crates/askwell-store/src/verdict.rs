//! The verdicts of operations, decided alike for every database.
//!
//! Each function sees the store through a [`BatchView`]: as it is within the transaction, with all operations
//! before. They decide, and write nothing.

use askwell_engine::StoreError;
use askwell_engine::store::{CreateQuota, RateLimit, RecordWrite, UploadQuota, Verdict};
use askwell_lifecycle::{ClientId, Elicitation, ElicitationId, Timestamp};

/// An elicitation as a transaction sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KnownState {
    Missing,
    Open { revision: u64 },
    Closed,
}

/// The store as a transaction sees it.
pub(crate) trait BatchView {
    fn state(&mut self, id: ElicitationId) -> Result<KnownState, StoreError>;
    fn key_owner(&mut self, client: &ClientId, key: &str) -> Result<Option<ElicitationId>, StoreError>;
    fn count_open_of(&mut self, client: &ClientId) -> Result<usize, StoreError>;
    fn count_open(&self) -> usize;
    /// Counts a create, or returns when it can be repeated.
    fn admit(
        &mut self,
        client: &ClientId,
        rate: RateLimit,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError>;
    /// Returns the revision of a record; 0 if there is none.
    fn record_revision(&mut self, namespace: &str, key: &str) -> Result<u64, StoreError>;
}

/// Returns why an elicitation is not created; `None` if it is.
pub(crate) fn refuse_create(
    view: &mut impl BatchView,
    elicitation: &Elicitation,
    key: Option<&str>,
    quota: CreateQuota,
) -> Result<Option<Verdict>, StoreError> {
    if view.state(elicitation.id)? != KnownState::Missing {
        return Ok(Some(Verdict::Conflict));
    }
    if let Some(key) = key
        && let Some(earlier) = view.key_owner(&elicitation.client, key)?
    {
        return Ok(Some(Verdict::Exists(earlier)));
    }
    if view.count_open_of(&elicitation.client)? >= quota.per_client {
        return Ok(Some(Verdict::ClientFull));
    }
    if view.count_open() >= quota.total {
        return Ok(Some(Verdict::TotalFull));
    }
    // Last, so that only what is created counts.
    let Some(rate) = quota.rate else { return Ok(None) };
    let retry_at = view.admit(&elicitation.client, rate, elicitation.created_at)?;
    Ok(retry_at.map(|retry_at| Verdict::TooFast { retry_at }))
}

/// Returns why a transition is not made; `None` if it is. A closed elicitation never changes, regardless of the
/// expected revision.
pub(crate) fn refuse_transition(
    view: &mut impl BatchView,
    id: ElicitationId,
    expected: u64,
) -> Result<Option<Verdict>, StoreError> {
    Ok(match view.state(id)? {
        KnownState::Open { revision } if revision == expected => None,
        KnownState::Open { .. } | KnownState::Closed => Some(Verdict::Conflict),
        KnownState::Missing => Some(Verdict::NotFound),
    })
}

/// Returns why the key of an elicitation is not removed; `None` if it is.
pub(crate) fn refuse_take(
    view: &mut impl BatchView,
    id: ElicitationId,
    client: &ClientId,
    key: &str,
) -> Result<Option<Verdict>, StoreError> {
    if let Some(refused) = refuse_unless_closed(view, id)? {
        return Ok(Some(refused));
    }
    Ok((view.key_owner(client, key)? != Some(id)).then_some(Verdict::NotFound))
}

/// Returns why the key of an elicitation is not restored; `None` if it is.
pub(crate) fn refuse_give_back(
    view: &mut impl BatchView,
    id: ElicitationId,
    client: &ClientId,
    key: &str,
) -> Result<Option<Verdict>, StoreError> {
    if let Some(refused) = refuse_unless_closed(view, id)? {
        return Ok(Some(refused));
    }
    Ok(view.key_owner(client, key)?.map(Verdict::Exists))
}

fn refuse_unless_closed(view: &mut impl BatchView, id: ElicitationId) -> Result<Option<Verdict>, StoreError> {
    Ok(match view.state(id)? {
        KnownState::Open { .. } => Some(Verdict::Conflict),
        KnownState::Missing => Some(Verdict::NotFound),
        KnownState::Closed => None,
    })
}

/// Returns why a record is not written; `None` if it is.
pub(crate) fn refuse_record(
    view: &mut impl BatchView,
    write: &RecordWrite,
) -> Result<Option<Verdict>, StoreError> {
    Ok(match write {
        RecordWrite::Put { record, expected } => {
            if view.record_revision(record.namespace, &record.key)? != *expected {
                Some(Verdict::Conflict)
            } else if let Some(owner) = record.owner
                && view.state(owner)? == KnownState::Missing
            {
                Some(Verdict::NotFound)
            } else {
                None
            }
        }
        RecordWrite::Remove { namespace, key, expected } => match view.record_revision(namespace, key)? {
            0 => Some(Verdict::NotFound),
            found if found != *expected => Some(Verdict::Conflict),
            _ => None,
        },
    })
}

/// What has been uploaded for an elicitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UploadUsage {
    pub(crate) files: u64,
    /// Bytes received or reserved.
    pub(crate) bytes: u64,
    /// Whether a file has the name.
    pub(crate) is_taken: bool,
}

/// Returns why an elicitation takes no uploads; `None` if it does.
pub(crate) fn refuse_closed(state: KnownState) -> Option<Verdict> {
    match state {
        KnownState::Open { .. } => None,
        KnownState::Closed => Some(Verdict::Conflict),
        KnownState::Missing => Some(Verdict::NotFound),
    }
}

/// Returns why an open elicitation takes no upload of this size; `None` if it does.
pub(crate) fn refuse_upload(used: UploadUsage, size: u64, quota: UploadQuota) -> Option<Verdict> {
    if used.is_taken {
        Some(Verdict::Conflict)
    } else if used.files >= quota.files as u64 {
        Some(Verdict::TooManyUploads)
    } else if used.bytes.saturating_add(size) > quota.bytes {
        Some(Verdict::UploadsTooLarge)
    } else {
        None
    }
}

/// An upload that is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UploadProgress {
    pub(crate) size: u64,
    pub(crate) reserved: u64,
}

/// Returns why bytes are not appended to an upload; `None` if they are. `used` counts all files, this one
/// included.
pub(crate) fn refuse_append(
    file: UploadProgress,
    position: u64,
    bytes: u64,
    used: UploadUsage,
    quota: UploadQuota,
) -> Option<Verdict> {
    if file.size != position {
        return Some(Verdict::Conflict);
    }
    let size = file.size.saturating_add(bytes);
    let others = used.bytes.saturating_sub(file.size.max(file.reserved));
    let total = others.saturating_add(size.max(file.reserved));
    (total > quota.bytes).then_some(Verdict::UploadsTooLarge)
}
