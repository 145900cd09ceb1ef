//! Records of files that were uploaded for a field before the answer is sent.
//!
//! A page refers to a file by a generated location only. Name, type and size come from the stored
//! record, so a browser cannot claim others for the same bytes.

use std::borrow::Cow;
use std::sync::Arc;

use askwell_engine::store::{Record, RecordWrite};
use askwell_engine::{Engine, StoreError};
use askwell_form::Raw;
use askwell_lifecycle::ElicitationId;
use serde::{Deserialize, Serialize};

/// The namespace of upload records.
const NAMESPACE: &str = "upload";

/// A file that was uploaded, checked and stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UploadedFile {
    /// The id of the field that it was uploaded for.
    pub(crate) field: String,
    /// The generated location of the upload.
    pub(crate) location: String,
    /// The file name on the person's machine.
    pub(crate) filename: String,
    /// The media type that the browser declared; name and content agree with it.
    pub(crate) content_type: String,
    /// The size in bytes.
    pub(crate) size: u64,
}

/// The record of an upload as it is serialised.
#[derive(Serialize, Deserialize)]
struct UploadRecord {
    version: u8,
    field: String,
    filename: String,
    content_type: String,
    size: u64,
}

const VERSION: u8 = 1;

impl UploadedFile {
    /// Returns the value in the shape that forms accept.
    pub(crate) fn as_raw(&self) -> Raw<'_> {
        let text = |text: &'static str| Cow::Borrowed(text);
        let reference =
            vec![(text("type"), Raw::from("local")), (text("location"), Raw::from(self.location.as_str()))];
        Raw::Object(vec![
            (text("filename"), Raw::from(self.filename.as_str())),
            (text("content_type"), Raw::from(self.content_type.as_str())),
            (text("size"), Raw::Integer(i64::try_from(self.size).unwrap_or(i64::MAX))),
            (text("content"), Raw::Object(reference)),
        ])
    }

    /// Returns whether a browser can safely show the file as a picture.
    pub(crate) fn is_picture(&self) -> bool {
        matches!(self.content_type.as_str(), "image/png" | "image/jpeg" | "image/gif" | "image/webp")
    }
}

/// Stores the record of an upload.
pub(crate) async fn remember(
    engine: &Engine,
    id: ElicitationId,
    file: &UploadedFile,
) -> Result<(), StoreError> {
    let UploadedFile { field, location, filename, content_type, size } = file.clone();
    let record = UploadRecord { version: VERSION, field, filename, content_type, size };
    let value = serde_json::to_vec(&record).map_err(StoreError::failed)?;
    let record = Record::new(NAMESPACE, location, value).owned_by(id);
    engine.records().write(vec![RecordWrite::Put { record, expected: 0 }]).await.map(drop)
}

/// Returns the upload with this location, if it belongs to this elicitation.
pub(crate) async fn recall(
    engine: &Engine,
    id: ElicitationId,
    location: &str,
) -> Result<Option<UploadedFile>, StoreError> {
    // Locations are generated, so anything else does not exist.
    let generated = location.len() == 32 && location.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !generated {
        return Ok(None);
    }
    let Some(record) = engine.records().get(NAMESPACE, Arc::from(location)).await? else { return Ok(None) };
    if record.owner != Some(id) {
        return Ok(None);
    }
    let record: UploadRecord = serde_json::from_slice(&record.value)
        .map_err(|error| StoreError::Damaged(format!("record of an upload: {error}").into()))?;
    let UploadRecord { version: _, field, filename, content_type, size } = record;
    Ok(Some(UploadedFile { field, location: location.to_owned(), filename, content_type, size }))
}
