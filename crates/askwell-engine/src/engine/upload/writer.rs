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
use crate::store::{NewUpload, Room, UPLOAD_CHUNK, Upload, UploadChunk, Verdict};

/// An unfinished file that nobody has continued for so long is removed.
const UNFINISHED_FOR: Duration = Duration::from_secs(60 * 60);

/// A file that somebody wants to send.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'f> {
    /// The id of the file field that it is for.
    pub field: &'f str,
    /// Its name on the sender's machine.
    pub filename: &'f str,
    /// What the sender says it is.
    pub content_type: &'f str,
    /// How large the sender says it is.
    pub announced: Option<u64>,
}

/// A file that is being received. Holds one chunk at most; the rest is in the store. Dropping it before
/// [`UploadWriter::finish`] removes what has come.
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
    /// How many of them the store has.
    stored: u64,
    buffer: Vec<u8>,
    /// Whether the store knows of it.
    is_begun: bool,
}

impl Engine {
    /// Begins to receive a file for a field. Refuses at once what can be refused without its content: a size that is
    /// too large, a name and a type that do not agree, and files for which there is no room beside this answer.
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
        let elicitation = self.look_open(actor, id).await?;
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
        // What fits one chunk is written at once when it is complete; what does not say is begun with its second chunk.
        if announced.is_some_and(|size| size > UPLOAD_CHUNK as u64) {
            writer.begin(announced).await?;
        }
        Ok(writer)
    }
}

impl UploadWriter {
    /// How large the file may be.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// How many bytes have come.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Takes the next bytes, and waits until the store has those that fill a chunk.
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

    /// Looks at the whole content, keeps the file for good, and returns the location that the answer refers to.
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
            let kept = self.engine.shared.store.put_upload(upload, self.room()).await;
            self.accept(kept.map_err(CallError::from)?).await?;
        }
        // Nothing is left to be removed.
        self.is_begun = false;
        Ok(self.name.to_string())
    }

    fn room(&self) -> Room {
        let limits = &self.engine.shared.limits;
        Room { files: limits.uploads, bytes: limits.upload_bytes }
    }

    async fn begin(&mut self, announced: Option<u64>) -> Result<(), UploadError> {
        let at = self.engine.now();
        let (id, name) = (self.id, Arc::clone(&self.name));
        let upload = NewUpload { id, name, announced, at, stale_before: at.minus(UNFINISHED_FOR) };
        let size = self.size;
        self.size = announced.unwrap_or(size);
        // Dropped while the store is at it, it has to be removed, too.
        self.is_begun = true;
        let begun = self.engine.shared.store.begin_upload(upload, self.room()).await;
        self.accept(begun.map_err(CallError::from)?).await?;
        self.size = size;
        Ok(())
    }

    /// Hands the chunk to the store.
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
        let appended = self.engine.shared.store.append_upload(chunk, self.room()).await;
        self.accept(appended.map_err(CallError::from)?).await
    }

    /// Goes on, or says why not.
    async fn accept(&self, verdict: Verdict) -> Result<(), UploadError> {
        let room = self.room();
        match verdict {
            Verdict::Committed => Ok(()),
            Verdict::TooManyUploads => Err(UploadError::TooMany { limit: room.files }),
            Verdict::UploadsTooLarge => {
                Err(UploadError::TooLargeTogether { size: self.size, limit: room.bytes })
            }
            // Closed, or forgotten, while the file came.
            _ => {
                self.engine.look_open(&self.actor, self.id).await?;
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
        // Without a runtime it stays until it is stale, or until the store is opened again.
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
