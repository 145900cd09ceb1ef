//! Receiving a file chunk by chunk.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use askwell_form::Kind;
use askwell_form::media::{self, MediaType};
use askwell_lifecycle::{Actor, ElicitationId};
use tokio::runtime::Handle;

use super::{Engine, UploadError};
use crate::error::CallError;
use crate::store::{NewUpload, UPLOAD_CHUNK, Upload, UploadChunk, UploadQuota, Verdict};

/// An unfinished upload is removed after this time without new bytes.
const UNFINISHED_FOR: Duration = Duration::from_secs(60 * 60);

/// A file to upload.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'f> {
    /// The id of the file field that it is for.
    pub field: &'f str,
    /// Its name on the sender's machine.
    pub filename: &'f str,
    /// The media type that the sender declares.
    pub content_type: &'f str,
    /// The size that the sender declares, if it does.
    pub announced: Option<u64>,
}

/// Writes an upload. Holds at most one chunk; the rest is in the store. Dropping it before
/// [`UploadWriter::finish`] removes the upload in the background.
#[derive(Debug)]
pub struct UploadWriter {
    engine: Engine,
    actor: Actor,
    id: ElicitationId,
    name: Arc<str>,
    filename: String,
    declared: MediaType,
    limit: u64,
    size: u64,
    /// How many bytes the store has.
    stored: u64,
    buffer: Vec<u8>,
    /// Whether the upload has begun in the store.
    is_begun: bool,
}

impl Engine {
    /// Begins an upload for a field. Checks what can be checked without the content: the declared size, name
    /// and type, and the limits on the files of the answer.
    ///
    /// # Errors
    /// When the field does not take such a file.
    pub async fn begin_upload(
        &self,
        actor: &Actor,
        id: ElicitationId,
        file: NewFile<'_>,
    ) -> Result<UploadWriter, UploadError> {
        let NewFile { field, filename, content_type, announced } = file;
        let elicitation = self.get_open(actor, id).await?;
        let field = elicitation.form().and_then(|form| form.field(field)).ok_or(UploadError::NoSuchField)?;
        let Kind::File(_) = field.kind() else { return Err(UploadError::NoSuchField) };
        let limit = self.largest_upload(field);
        if let Some(size) = announced.filter(|size| *size > limit) {
            return Err(UploadError::TooLarge { size, limit });
        }
        let declared = MediaType::parse(content_type).ok_or(UploadError::Disagrees)?;
        if !media::is_safe_filename(filename) || media::agree(filename, &declared, None).is_err() {
            return Err(UploadError::Disagrees);
        }
        let mut writer = UploadWriter {
            engine: self.clone(),
            actor: actor.clone(),
            id,
            name: Arc::from(random_name()),
            filename: filename.to_owned(),
            declared,
            limit,
            size: 0,
            stored: 0,
            buffer: Vec::new(),
            is_begun: false,
        };
        // A file of one chunk is stored in one write. Without a declared size, the upload begins with the
        // second chunk.
        if announced.is_some_and(|size| size > UPLOAD_CHUNK as u64) {
            writer.begin(announced).await?;
        }
        Ok(writer)
    }
}

impl UploadWriter {
    /// Returns the largest allowed size.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Returns how many bytes were written.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Writes bytes. Waits until the store has every full chunk.
    ///
    /// # Errors
    /// When the file becomes too large, or its elicitation was closed. Then drop the writer.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.size = self.size.saturating_add(bytes.len() as u64);
        if self.size > self.limit {
            return Err(UploadError::TooLarge { size: self.size, limit: self.limit });
        }
        let mut rest = bytes;
        while !rest.is_empty() {
            let free = UPLOAD_CHUNK.saturating_sub(self.buffer.len());
            let (now, later) = rest.split_at(free.min(rest.len()));
            self.buffer.extend_from_slice(now);
            rest = later;
            if self.buffer.len() >= UPLOAD_CHUNK && (self.is_begun || !rest.is_empty()) {
                self.flush().await?;
            }
        }
        Ok(())
    }

    /// Checks the whole content, completes the upload, and returns the location for the answer.
    ///
    /// # Errors
    /// When the content is not what name and type say, there is no room, or the elicitation was closed.
    pub async fn finish(mut self) -> Result<String, UploadError> {
        if self.is_begun {
            self.flush().await?;
            let (engine, name) = (self.engine.clone(), Arc::clone(&self.name));
            if engine.content_agrees(self.id, &name, &self.filename, &self.declared).await?.is_err() {
                return Err(UploadError::Disagrees);
            }
            let finished = engine.shared.store.finish_upload(self.id, name).await;
            self.accept(finished.map_err(CallError::from)?).await?;
        } else {
            if media::agree(&self.filename, &self.declared, Some(&self.buffer)).is_err() {
                return Err(UploadError::Disagrees);
            }
            let bytes = std::mem::take(&mut self.buffer);
            let upload = Upload { id: self.id, name: Arc::clone(&self.name), bytes };
            let kept = self.engine.shared.store.put_upload(upload, self.quota()).await;
            self.accept(kept.map_err(CallError::from)?).await?;
        }
        // The upload is complete, so dropping must not remove it.
        self.is_begun = false;
        Ok(self.name.to_string())
    }

    fn quota(&self) -> UploadQuota {
        let limits = &self.engine.shared.limits;
        UploadQuota { files: limits.uploads, bytes: limits.upload_bytes }
    }

    async fn begin(&mut self, announced: Option<u64>) -> Result<(), UploadError> {
        let at = self.engine.now();
        let (id, name) = (self.id, Arc::clone(&self.name));
        let upload = NewUpload { id, name, announced, at, stale_before: at.minus(UNFINISHED_FOR) };
        let size = self.size;
        self.size = announced.unwrap_or(size);
        // Set first, so that dropping the writer during the call removes the upload.
        self.is_begun = true;
        let begun = self.engine.shared.store.begin_upload(upload, self.quota()).await;
        self.accept(begun.map_err(CallError::from)?).await?;
        self.size = size;
        Ok(())
    }

    /// Appends the buffered chunk to the upload.
    async fn flush(&mut self) -> Result<(), UploadError> {
        if !self.is_begun {
            self.begin(None).await?;
        }
        if self.buffer.is_empty() {
            return Ok(());
        }
        let bytes = std::mem::replace(&mut self.buffer, Vec::with_capacity(UPLOAD_CHUNK));
        let chunk = UploadChunk {
            id: self.id,
            name: Arc::clone(&self.name),
            position: self.stored,
            bytes,
            at: self.engine.now(),
        };
        self.stored += chunk.bytes.len() as u64;
        let appended = self.engine.shared.store.append_upload(chunk, self.quota()).await;
        self.accept(appended.map_err(CallError::from)?).await
    }

    /// Turns a verdict into an error.
    async fn accept(&self, verdict: Verdict) -> Result<(), UploadError> {
        let quota = self.quota();
        match verdict {
            Verdict::Committed => Ok(()),
            Verdict::TooManyUploads => Err(UploadError::TooMany { limit: quota.files }),
            Verdict::UploadsTooLarge => {
                Err(UploadError::TooLargeTogether { size: self.size, limit: quota.bytes })
            }
            // The elicitation was closed or purged meanwhile.
            _ => {
                self.engine.get_open(&self.actor, self.id).await?;
                Err(UploadError::Call(CallError::Busy))
            }
        }
    }
}

impl Drop for UploadWriter {
    fn drop(&mut self) {
        if !self.is_begun {
            return;
        }
        let (engine, id, name) = (self.engine.clone(), self.id, Arc::clone(&self.name));
        // Without a runtime the upload stays until it is stale, or until the store is opened again.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = engine.shared.store.abort_upload(id, name).await {
                    tracing::warn!(%error, "an unfinished file could not be removed");
                }
            });
        }
    }
}

fn random_name() -> String {
    let bytes: [u8; 16] = rand::random();
    bytes.iter().fold(String::with_capacity(32), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}
