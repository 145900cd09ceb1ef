//! The upload part of a store. Files are written and read in chunks, so that no file has to be in memory as a
//! whole.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::{ElicitationId, Timestamp};

use super::{StoreError, StoreFuture, UploadQuota, Verdict};

/// The usual size of a chunk. Stores accept larger ones; callers buffer at most this much of each file.
pub const UPLOAD_CHUNK: usize = 256 << 10;

/// Stores uploaded files.
pub trait UploadStore: Send + Sync + 'static {
    /// Begins an upload for an open elicitation. Reserves the declared size, and removes unfinished uploads
    /// without new bytes since `stale_before`. `Conflict`: the elicitation is closed, or the name is in use.
    fn begin_upload(&self, upload: NewUpload, quota: UploadQuota) -> StoreFuture<'_, Verdict>;

    /// Appends bytes to an unfinished upload. `Conflict`: the elicitation is closed, or the chunk does not
    /// start where the file ends. `NotFound`: there is no unfinished upload of this name.
    fn append_upload(&self, chunk: UploadChunk, quota: UploadQuota) -> StoreFuture<'_, Verdict>;

    /// Completes an upload. Returns when all of it is durable.
    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict>;

    /// Removes an unfinished upload; does nothing if there is none.
    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()>;

    /// Reads part of a file, starting at a position: as much as the store chooses, and no bytes at the end.
    /// Unfinished uploads can be read, too.
    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>>;

    /// Stores a whole file that fits in memory.
    fn put_upload(&self, upload: Upload, quota: UploadQuota) -> StoreFuture<'_, Verdict> {
        Box::pin(put_in_chunks(self, upload, quota))
    }

    /// Reads a whole file that is complete.
    fn get_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Option<Arc<Upload>>> {
        Box::pin(get_whole(self, id, name))
    }
}

/// An uploaded file. `Debug` does not show its content.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// The elicitation.
    pub id: ElicitationId,
    /// The generated name.
    pub name: Arc<str>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Upload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Upload { id, name, bytes } = self;
        write!(f, "Upload({id} {name}: {} bytes)", bytes.len())
    }
}

/// A file to upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUpload {
    /// The elicitation.
    pub id: ElicitationId,
    /// Its generated name.
    pub name: Arc<str>,
    /// The declared size, which is reserved.
    pub announced: Option<u64>,
    /// The current time.
    pub at: Timestamp,
    /// Unfinished uploads without new bytes since this time are removed.
    pub stale_before: Timestamp,
}

/// The next bytes of an upload. `Debug` does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadChunk {
    /// The elicitation.
    pub id: ElicitationId,
    /// The file's name.
    pub name: Arc<str>,
    /// The position of the first byte: how much of the file is stored.
    pub position: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The current time.
    pub at: Timestamp,
}

impl fmt::Debug for UploadChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UploadChunk { id, name, position, bytes, .. } = self;
        write!(f, "UploadChunk({id} {name}: {} bytes at {position})", bytes.len())
    }
}

/// Bytes of a stored file. `Debug` does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadPart {
    /// The bytes from the requested position on; none at the end of the file.
    pub bytes: Vec<u8>,
    /// The size of the file, or of what is stored of it.
    pub size: u64,
    /// Whether the file is complete.
    pub is_complete: bool,
}

impl fmt::Debug for UploadPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UploadPart({} of {} bytes)", self.bytes.len(), self.size)
    }
}

/// Stores a whole file chunk by chunk. Removes the upload if a chunk is refused.
pub(super) async fn put_in_chunks<S: UploadStore + ?Sized>(
    store: &S,
    upload: Upload,
    quota: UploadQuota,
) -> Result<Verdict, StoreError> {
    let Upload { id, name, bytes } = upload;
    // A time that is never stale: only a restart removes an interrupted upload.
    let at = Timestamp::from_millis(u64::MAX >> 1);
    let announced = Some(bytes.len() as u64);
    let begun =
        NewUpload { id, name: Arc::clone(&name), announced, at, stale_before: Timestamp::from_millis(0) };
    match store.begin_upload(begun, quota).await? {
        Verdict::Committed => {}
        refused => return Ok(refused),
    }
    let mut position = 0;
    for bytes in bytes.chunks(UPLOAD_CHUNK) {
        let chunk = UploadChunk { id, name: Arc::clone(&name), position, bytes: bytes.to_vec(), at };
        position += bytes.len() as u64;
        match store.append_upload(chunk, quota).await {
            Ok(Verdict::Committed) => {}
            refused => {
                store.abort_upload(id, name).await?;
                return refused;
            }
        }
    }
    store.finish_upload(id, name).await
}

/// Reads a whole file.
pub(super) async fn get_whole<S: UploadStore + ?Sized>(
    store: &S,
    id: ElicitationId,
    name: Arc<str>,
) -> Result<Option<Arc<Upload>>, StoreError> {
    let mut bytes = Vec::new();
    loop {
        let part = store.read_upload(id, Arc::clone(&name), bytes.len() as u64).await?;
        let Some(part) = part.filter(|part| part.is_complete) else { return Ok(None) };
        if part.bytes.is_empty() {
            return Ok(Some(Arc::new(Upload { id, name, bytes })));
        }
        if bytes.is_empty() {
            bytes.reserve_exact(usize::try_from(part.size).unwrap_or_default());
        }
        bytes.extend_from_slice(&part.bytes);
    }
}
