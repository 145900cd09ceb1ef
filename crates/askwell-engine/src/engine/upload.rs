//! Files that are uploaded for an answer.

mod reader;
mod writer;

use std::sync::Arc;

use askwell_form::media::{self, Disagreement, MediaType};
use askwell_form::{ContentProblem, Field, File, Kind};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Event, State};

use super::Engine;
use crate::check::{UploadCheck, Uploads};
use crate::error::CallError;
use crate::store::UPLOAD_CHUNK;

pub use reader::UploadReader;
pub use writer::{NewFile, UploadWriter};

/// An upload that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UploadError {
    /// The form has no such file field.
    #[error("the form has no file field of this name")]
    NoSuchField,
    /// It is larger than the field takes.
    #[error("the file has {size} bytes; at most {limit} are taken")]
    TooLarge {
        /// How large it is.
        size: u64,
        /// How large it may be.
        limit: u64,
    },
    /// There are too many files beside this answer already.
    #[error("there are {limit} files beside this answer already, which is the most it can have")]
    TooMany {
        /// How many there may be.
        limit: usize,
    },
    /// The files beside this answer would be too large together.
    #[error("with {size} bytes more, the files beside this answer are larger than {limit} bytes together")]
    TooLargeTogether {
        /// How large this one is.
        size: u64,
        /// How large all of them may be.
        limit: u64,
    },
    /// Name, type and content do not agree, or the name is unsafe.
    #[error("the file's name, type and content do not agree")]
    Disagrees,
    /// Anything that can go wrong with a call.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl Engine {
    /// Returns the largest file for a field in bytes: the field's limit or the total limit of uploads,
    /// whichever is less. Returns 0 if the field takes no files.
    #[must_use]
    pub fn largest_upload(&self, field: &Field) -> u64 {
        match field.kind() {
            Kind::File(kind) => kind.max_size.min(self.shared.limits.upload_bytes),
            _ => 0,
        }
    }

    /// Returns the largest total size of the files of one answer.
    #[must_use]
    pub fn largest_uploads(&self) -> u64 {
        self.shared.limits.upload_bytes
    }

    /// Stores a file for a field, and returns the location for the answer, as `{"type": "local", "location":
    /// …}`. Stored names are generated; `filename` is only checked.
    ///
    /// # Errors
    /// When the field does not take such a file.
    pub async fn upload(
        &self,
        actor: &Actor,
        id: ElicitationId,
        field: &str,
        filename: &str,
        content_type: &str,
        bytes: Vec<u8>,
    ) -> Result<String, UploadError> {
        let file = NewFile { field, filename, content_type, announced: Some(bytes.len() as u64) };
        let mut writer = self.begin_upload(actor, id, file).await?;
        for chunk in bytes.chunks(UPLOAD_CHUNK) {
            writer.write(chunk).await?;
        }
        writer.finish().await
    }

    /// Returns an elicitation that is open, or else the refusal of its transition.
    async fn get_open(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        let elicitation = self.get_visible(actor, id).await?;
        if let State::Closed(_) = elicitation.state {
            // The transition returns the refusal for a closed elicitation.
            self.shared.advance(actor, &elicitation, Event::decline()).await?;
        }
        Ok(elicitation)
    }

    /// Reads a stored file into memory.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn download(
        &self,
        actor: &Actor,
        id: ElicitationId,
        location: &str,
    ) -> Result<Vec<u8>, CallError> {
        self.open_download(actor, id, location).await?.read_to_end().await
    }

    /// Checks whether the content of a stored file agrees with a name and a type. Files larger than one chunk
    /// are checked one at a time, so that at most one is in memory.
    pub(super) async fn content_agrees(
        &self,
        id: ElicitationId,
        name: &Arc<str>,
        filename: &str,
        declared: &MediaType,
    ) -> Result<Result<(), Disagreement>, CallError> {
        let mut reader = UploadReader::new(self, id, Arc::clone(name)).await?;
        if reader.size() <= UPLOAD_CHUNK as u64 {
            let content = reader.read_to_end().await?;
            return Ok(media::agree(filename, declared, Some(&content)));
        }
        let _one_at_a_time = self.shared.inspection.acquire().await.map_err(|_| CallError::Busy)?;
        let content = reader.read_to_end().await?;
        let (filename, declared) = (filename.to_owned(), declared.clone());
        let agree = move || media::agree(&filename, &declared, Some(&content));
        tokio::task::spawn_blocking(agree).await.map_err(|_| CallError::Busy)
    }
}

impl Uploads for Engine {
    /// The file was checked when it was uploaded, but perhaps for another field or under another name.
    fn check_upload<'u>(
        &'u self,
        id: ElicitationId,
        location: &'u str,
        file: &'u File<'u>,
    ) -> UploadCheck<'u> {
        Box::pin(async move {
            let found = self.open_complete(id, location).await?;
            if found.is_none_or(|found| found.size() != file.size) {
                return Ok(Err(ContentProblem::NotUploaded));
            }
            // The form has read the declared type already.
            let Some(declared) = MediaType::parse(&file.content_type) else { return Ok(Ok(())) };
            let agreed = self.content_agrees(id, &Arc::from(location), &file.filename, &declared).await?;
            Ok(agreed.map_err(|found| ContentProblem::mismatch(&file.filename, &declared, found)))
        })
    }
}
