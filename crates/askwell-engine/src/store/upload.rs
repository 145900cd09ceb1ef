//! Files beside elicitations: received and read in chunks, so that no file has to be in memory as a whole.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::{ElicitationId, Timestamp};

use super::{Room, StoreError, StoreFuture, Verdict};

/// The usual size of a chunk. Stores take larger ones; callers that receive files hold no more than this of each.
pub const UPLOAD_CHUNK: usize = 256 << 10;

/// Keeps files beside elicitations.
pub trait UploadStore: Send + Sync + 'static {
    /// Begins to receive a file beside an elicitation that is open. The announced size is reserved at once, and files
    /// that nobody has continued since `stale_before` are removed. `Conflict`: closed, or the name is taken.
    fn begin_upload(&self, upload: NewUpload, room: Room) -> StoreFuture<'_, Verdict>;

    /// Appends bytes to a file that was begun. `Conflict`: the elicitation is closed, or the chunk does not begin where
    /// the file ends; `NotFound`: there is no unfinished file of this name.
    fn append_upload(&self, chunk: UploadChunk, room: Room) -> StoreFuture<'_, Verdict>;

    /// Marks a file as complete: from then on it belongs to its elicitation. Returns when all of it is durable.
    fn finish_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Verdict>;

    /// Removes a file that was begun and not finished; does nothing if there is none.
    fn abort_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, ()>;

    /// Reads a part of a file from this position on: as much as the store likes to give at once, and nothing at the
    /// end. Unfinished files can be read, too.
    fn read_upload(
        &self,
        id: ElicitationId,
        name: Arc<str>,
        position: u64,
    ) -> StoreFuture<'_, Option<UploadPart>>;

    /// Keeps a whole file that is small enough to be in memory.
    fn put_upload(&self, upload: Upload, room: Room) -> StoreFuture<'_, Verdict> {
        Box::pin(put_in_chunks(self, upload, room))
    }

    /// Reads a whole file that is complete.
    fn get_upload(&self, id: ElicitationId, name: Arc<str>) -> StoreFuture<'_, Option<Arc<Upload>>> {
        Box::pin(get_whole(self, id, name))
    }
}

/// A file kept beside an elicitation. Does not show its content.
#[derive(Clone, PartialEq, Eq)]
pub struct Upload {
    /// What it belongs to.
    pub id: ElicitationId,
    /// Its generated name.
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

/// A file that is going to be received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUpload {
    /// What it belongs to.
    pub id: ElicitationId,
    /// Its generated name.
    pub name: Arc<str>,
    /// How large it says it will be; room for that is reserved.
    pub announced: Option<u64>,
    /// When it begins.
    pub at: Timestamp,
    /// Unfinished files that were last continued before this are removed.
    pub stale_before: Timestamp,
}

/// The next bytes of a file that is being received. Does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadChunk {
    /// What the file belongs to.
    pub id: ElicitationId,
    /// The file's name.
    pub name: Arc<str>,
    /// Where the bytes begin: how much of the file is there already.
    pub position: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// When they came.
    pub at: Timestamp,
}

impl fmt::Debug for UploadChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UploadChunk { id, name, position, bytes, .. } = self;
        write!(f, "UploadChunk({id} {name}: {} bytes at {position})", bytes.len())
    }
}

/// Bytes of a kept file. Does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadPart {
    /// The bytes from the wanted position on; none at the end of the file.
    pub bytes: Vec<u8>,
    /// The size of the whole file, or of what has come of it.
    pub size: u64,
    /// Whether all of the file has come.
    pub is_complete: bool,
}

impl fmt::Debug for UploadPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UploadPart({} of {} bytes)", self.bytes.len(), self.size)
    }
}

/// Keeps a whole file chunk by chunk. Removes what it has begun if a chunk is refused.
pub(super) async fn put_in_chunks<S: UploadStore + ?Sized>(
    store: &S,
    upload: Upload,
    room: Room,
) -> Result<Verdict, StoreError> {
    let Upload { id, name, bytes } = upload;
    // Never stale: only a restart removes what breaks off in between.
    let at = Timestamp::from_millis(u64::MAX >> 1);
    let announced = Some(bytes.len() as u64);
    let begun =
        NewUpload { id, name: Arc::clone(&name), announced, at, stale_before: Timestamp::from_millis(0) };
    match store.begin_upload(begun, room).await? {
        Verdict::Committed => {}
        refused => return Ok(refused),
    }
    let mut position = 0;
    for bytes in bytes.chunks(UPLOAD_CHUNK) {
        let chunk = UploadChunk { id, name: Arc::clone(&name), position, bytes: bytes.to_vec(), at };
        position += bytes.len() as u64;
        match store.append_upload(chunk, room).await {
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
