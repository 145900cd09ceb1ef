//! Receives a file from a browser and writes it to the store, chunk by chunk.

use askwell_engine::UploadError;
use askwell_engine::store::UPLOAD_CHUNK;
use askwell_engine::{NewFile, UploadWriter};
use askwell_form::{Field, Kind};
use askwell_http::budget::Purpose;
use axum::body::Bytes;
use futures_util::stream::{Stream, StreamExt as _};

use super::file_mismatch;
use super::submission::{FormBodyError, ReceivedFile};
use super::uploaded_file::{self, UploadedFile};
use crate::visit::{PageError, Visit};

/// How much of the beginning of a file is kept to explain a rejection.
const OPENING: usize = 64 << 10;

/// What a browser declares about a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeclaredFile<'f> {
    /// The file name on the person's machine.
    pub(crate) filename: &'f str,
    /// The media type.
    pub(crate) content_type: &'f str,
    /// The size in bytes.
    pub(crate) announced: Option<u64>,
}

/// Stores a file for a field, or returns why not. The rest of a rejected file is read and discarded
/// up to a limit, so that the browser shows the explanation.
pub(crate) async fn receive(
    visit: &Visit,
    field: Option<&Field>,
    file: DeclaredFile<'_>,
    mut chunks: impl Stream<Item = Result<Bytes, axum::Error>> + Unpin,
    dropped_left: &mut usize,
) -> Result<ReceivedFile, PageError> {
    let _memory =
        visit.budget().reserve(&visit.client_key(), Purpose::Transfer, (UPLOAD_CHUNK + OPENING) as u64)?;
    let mut writer = begin(visit, field, file).await;
    let mut opening = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| FormBodyError::Incomplete)?;
        let wanted = OPENING.saturating_sub(opening.len()).min(chunk.len());
        opening.extend_from_slice(chunk.get(..wanted).unwrap_or_default());
        let refused = match &mut writer {
            Ok(writer) => writer.write(&chunk).await.err(),
            Err(_) => {
                *dropped_left = dropped_left.checked_sub(chunk.len()).ok_or(FormBodyError::TooLarge)?;
                None
            }
        };
        if let Some(refused) = refused {
            writer = Err(refused);
        }
    }
    let kept = match (writer, field) {
        (Ok(writer), Some(field)) => keep(visit, field, file, writer).await?,
        (Err(refused), _) => Err(refused),
        (Ok(_), None) => Err(UploadError::NoSuchField),
    };
    let mismatch = match (&kept, field) {
        (Err(UploadError::Disagrees), Some(field)) => {
            file_mismatch::describe(field, file.filename, file.content_type, whole_letters(&opening))
        }
        _ => String::new(),
    };
    Ok(ReceivedFile { kept, mismatch })
}

/// Returns the beginning of a text without an incomplete character at its end; other bytes
/// unchanged.
fn whole_letters(opening: &[u8]) -> &[u8] {
    match std::str::from_utf8(opening) {
        Err(error) if error.error_len().is_none() => opening.get(..error.valid_up_to()).unwrap_or(opening),
        _ => opening,
    }
}

async fn begin(
    visit: &Visit,
    field: Option<&Field>,
    file: DeclaredFile<'_>,
) -> Result<UploadWriter, UploadError> {
    let field =
        field.filter(|field| matches!(field.kind(), Kind::File(_))).ok_or(UploadError::NoSuchField)?;
    let DeclaredFile { filename, content_type, announced } = file;
    let new = NewFile { field: field.id(), filename, content_type, announced };
    visit.pages.engine().begin_upload(&visit.actor, visit.elicitation.id, new).await
}

/// Completes the upload and stores its record.
async fn keep(
    visit: &Visit,
    field: &Field,
    file: DeclaredFile<'_>,
    writer: UploadWriter,
) -> Result<Result<UploadedFile, UploadError>, PageError> {
    let size = writer.size();
    let location = match writer.finish().await {
        Ok(location) => location,
        Err(refused) => return Ok(Err(refused)),
    };
    let kept = UploadedFile {
        field: field.id().to_owned(),
        location,
        filename: file.filename.to_owned(),
        content_type: file.content_type.to_owned(),
        size,
    };
    uploaded_file::remember(visit.pages.engine(), visit.elicitation.id, &kept).await?;
    Ok(Ok(kept))
}
