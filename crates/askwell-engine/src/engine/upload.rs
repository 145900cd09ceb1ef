//! Files that come beside an answer.

use std::fmt::Write as _;
use std::sync::Arc;

use askwell_form::media::{self, MediaType};
use askwell_form::{Field, Kind};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Event, State};

use super::Engine;
use crate::error::CallError;
use crate::store::{Room, Upload, Verdict};

/// A file that was not kept.
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
    /// Name, type and content do not agree, or the name is not safe.
    #[error("the file's name, type and content do not agree")]
    Disagrees,
    /// Anything that can go wrong with a call.
    #[error(transparent)]
    Call(#[from] CallError),
}

impl Engine {
    /// How large a file for this field can be: no larger than the field takes, and than all files beside one answer
    /// may be together. Nothing, if it is no file field. Whoever receives a file needs not read on beyond that.
    #[must_use]
    pub fn largest_upload(&self, field: &Field) -> u64 {
        match field.kind() {
            Kind::File(kind) => kind.max_size.min(self.shared.limits.upload_bytes),
            _ => 0,
        }
    }

    /// How large all files beside one answer can be together.
    #[must_use]
    pub fn largest_uploads(&self) -> u64 {
        self.shared.limits.upload_bytes
    }

    /// Keeps a file for a field and gives the location that the answer refers to, as
    /// `{"type": "local", "location": …}`. Names are generated; the given one is only looked at.
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
        let elicitation = self.look_open(actor, id).await?;
        let field = elicitation.form().and_then(|form| form.field(field)).ok_or(UploadError::NoSuchField)?;
        let Kind::File(_) = field.kind() else { return Err(UploadError::NoSuchField) };
        let (size, limit) = (bytes.len() as u64, self.largest_upload(field));
        if size > limit {
            return Err(UploadError::TooLarge { size, limit });
        }
        let declared = MediaType::parse(content_type).ok_or(UploadError::Disagrees)?;
        if !media::is_safe_filename(filename) || media::agree(filename, &declared, Some(&bytes)).is_err() {
            return Err(UploadError::Disagrees);
        }
        let name = random_name();
        let upload = Upload { id, name: Arc::from(name.as_str()), bytes };
        let limits = &self.shared.limits;
        let room = Room { files: limits.uploads, bytes: limits.upload_bytes };
        match self.shared.store.put_upload(upload, room).await.map_err(CallError::from)? {
            Verdict::Committed => Ok(name),
            Verdict::TooManyUploads => Err(UploadError::TooMany { limit: room.files }),
            Verdict::UploadsTooLarge => Err(UploadError::TooLargeTogether { size, limit: room.bytes }),
            // Closed, or forgotten, while the file was looked at.
            _ => {
                self.look_open(actor, id).await?;
                Err(UploadError::Call(CallError::Busy))
            }
        }
    }

    /// An elicitation that can still be answered; else what became of it.
    async fn look_open(&self, actor: &Actor, id: ElicitationId) -> Result<Arc<Elicitation>, CallError> {
        let elicitation = self.look(actor, id).await?;
        if let State::Closed(_) = elicitation.state {
            // The transition knows best what to say to somebody who comes too late.
            self.shared.advance(actor, &elicitation, Event::decline()).await?;
        }
        Ok(elicitation)
    }

    /// Reads a file that was kept.
    ///
    /// # Errors
    /// When it does not exist for this actor.
    pub async fn download(
        &self,
        actor: &Actor,
        id: ElicitationId,
        location: &str,
    ) -> Result<Vec<u8>, CallError> {
        self.look(actor, id).await?;
        let found = self.shared.store.get_upload(id, Arc::from(location)).await?;
        found.map(|upload| upload.bytes.clone()).ok_or(CallError::NotFound)
    }
}

fn random_name() -> String {
    let bytes: [u8; 16] = rand::random();
    bytes.iter().fold(String::with_capacity(32), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}
