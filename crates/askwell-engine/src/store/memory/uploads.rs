//! The uploads of a memory store, as lists of chunks.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::{ElicitationId, State, Timestamp};

use super::{ElicitationEntry, MAX_UPLOAD_BYTES, MemoryState};
use crate::store::{NewUpload, StoreError, UploadChunk, UploadPart, UploadQuota, Verdict};

/// An upload, complete or not.
pub(super) struct MemoryUpload {
    name: Arc<str>,
    chunks: Vec<Vec<u8>>,
    size: u64,
    reserved: u64,
    /// When bytes were last added; `None` once it is complete.
    active_at: Option<Timestamp>,
}

/// Shows the size, never the content.
impl fmt::Debug for MemoryUpload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryUpload({}: {} bytes)", self.name, self.size)
    }
}

impl MemoryUpload {
    /// Returns the bytes received.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the bytes that count against the quota: at least the declared size.
    fn quota(&self) -> u64 {
        self.size.max(self.reserved)
    }
}

impl ElicitationEntry {
    fn upload_mut(&mut self, name: &str) -> Option<&mut MemoryUpload> {
        self.uploads.iter_mut().find(|upload| &*upload.name == name)
    }

    fn is_closed(&self) -> bool {
        matches!(self.elicitation.state, State::Closed(_))
    }
}

impl MemoryState {
    pub(super) fn begin_upload(
        &mut self,
        upload: NewUpload,
        quota: UploadQuota,
    ) -> Result<Verdict, StoreError> {
        self.remove_stale_uploads(upload.stale_before);
        let announced = upload.announced.unwrap_or(0);
        let Some(entry) = self.by_id.get_mut(&upload.id) else { return Ok(Verdict::NotFound) };
        if entry.is_closed() || entry.upload_mut(&upload.name).is_some() {
            return Ok(Verdict::Conflict);
        }
        if entry.uploads.len() >= quota.files {
            return Ok(Verdict::TooManyUploads);
        }
        let used: u64 = entry.uploads.iter().map(MemoryUpload::quota).sum();
        if used.saturating_add(announced) > quota.bytes {
            return Ok(Verdict::UploadsTooLarge);
        }
        let begun = MemoryUpload {
            name: upload.name,
            chunks: Vec::new(),
            size: 0,
            reserved: announced,
            active_at: Some(upload.at),
        };
        entry.uploads.push(begun);
        self.uploads_begun.insert(upload.id);
        Ok(Verdict::Committed)
    }

    pub(super) fn append_upload(
        &mut self,
        chunk: UploadChunk,
        quota: UploadQuota,
    ) -> Result<Verdict, StoreError> {
        let length = chunk.bytes.len() as u64;
        let Some(entry) = self.by_id.get_mut(&chunk.id) else { return Ok(Verdict::NotFound) };
        if entry.is_closed() {
            return Ok(Verdict::Conflict);
        }
        let used: u64 = entry.uploads.iter().map(MemoryUpload::quota).sum();
        let Some(upload) = entry.upload_mut(&chunk.name).filter(|upload| upload.active_at.is_some()) else {
            return Ok(Verdict::NotFound);
        };
        if upload.size != chunk.position {
            return Ok(Verdict::Conflict);
        }
        let grown = upload.size.saturating_add(length).max(upload.reserved);
        if used.saturating_sub(upload.quota()).saturating_add(grown) > quota.bytes {
            return Ok(Verdict::UploadsTooLarge);
        }
        let total = self.upload_bytes.saturating_add(length);
        if total > self.max_upload_bytes.unwrap_or(MAX_UPLOAD_BYTES) {
            return Err(StoreError::Full("the memory for files is used up".into()));
        }
        self.upload_bytes = total;
        upload.size += length;
        upload.active_at = Some(chunk.at);
        upload.chunks.push(chunk.bytes);
        Ok(Verdict::Committed)
    }

    pub(super) fn finish_upload(&mut self, id: ElicitationId, name: &str) -> Verdict {
        let Some(entry) = self.by_id.get_mut(&id) else { return Verdict::NotFound };
        let is_closed = entry.is_closed();
        match entry.upload_mut(name).filter(|upload| upload.active_at.is_some()) {
            None => Verdict::NotFound,
            Some(_) if is_closed => Verdict::Conflict,
            Some(upload) => {
                upload.active_at = None;
                upload.reserved = 0;
                Verdict::Committed
            }
        }
    }

    pub(super) fn abort_upload(&mut self, id: ElicitationId, name: &str) {
        self.remove_unfinished(id, |upload, _| &*upload.name == name);
    }

    pub(super) fn read_upload(&self, id: ElicitationId, name: &str, position: u64) -> Option<UploadPart> {
        let upload = self.by_id.get(&id)?.uploads.iter().find(|upload| &*upload.name == name)?;
        let mut start = 0;
        let mut bytes = Vec::new();
        for chunk in &upload.chunks {
            let end = start + chunk.len() as u64;
            if position < end {
                let from = usize::try_from(position.saturating_sub(start)).unwrap_or_default();
                bytes = chunk.get(from..).unwrap_or_default().to_vec();
                break;
            }
            start = end;
        }
        Some(UploadPart { bytes, size: upload.size, is_complete: upload.active_at.is_none() })
    }

    fn remove_stale_uploads(&mut self, before: Timestamp) {
        let ids: Vec<ElicitationId> = self.uploads_begun.iter().copied().collect();
        for id in ids {
            self.remove_unfinished(id, |_, at| at < before);
        }
    }

    fn remove_unfinished(&mut self, id: ElicitationId, is_meant: impl Fn(&MemoryUpload, Timestamp) -> bool) {
        let Some(entry) = self.by_id.get_mut(&id) else {
            self.uploads_begun.remove(&id);
            return;
        };
        let mut freed = 0;
        entry.uploads.retain(|upload| {
            let gone = upload.active_at.is_some_and(|at| is_meant(upload, at));
            if gone {
                freed += upload.size;
            }
            !gone
        });
        if entry.uploads.iter().all(|upload| upload.active_at.is_none()) {
            self.uploads_begun.remove(&id);
        }
        self.upload_bytes = self.upload_bytes.saturating_sub(freed);
    }
}
