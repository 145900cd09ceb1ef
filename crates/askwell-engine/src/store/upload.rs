//! Files beside elicitations: received and read in chunks, so that no file has to be in memory as a whole.

use std::fmt;
use std::sync::Arc;

use askwell_lifecycle::{ElicitationId, Timestamp};

use super::{Room, Store, StoreError, Verdict};

/// The usual size of a chunk. Stores take larger ones; callers that receive files hold no more than this of each.
pub const UPLOAD_CHUNK: usize = 256 << 10;

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
pub(super) async fn put_in_chunks<S: Store + ?Sized>(
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
pub(super) async fn get_whole<S: Store + ?Sized>(
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
