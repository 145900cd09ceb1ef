//! Reading a stored file chunk by chunk.

use std::sync::Arc;

use askwell_lifecycle::{Actor, ElicitationId};

use super::Engine;
use crate::error::CallError;
use crate::store::UploadPart;

/// Reads a stored file chunk by chunk. Holds at most one chunk.
#[derive(Debug)]
pub struct UploadReader {
    engine: Engine,
    id: ElicitationId,
    name: Arc<str>,
    size: u64,
    position: u64,
    /// The first chunk, which was read to see whether the file exists.
    first: Option<Vec<u8>>,
}

impl Engine {
    /// Opens a stored file for reading.
    ///
    /// # Errors
    /// When it does not exist for this actor, or is not complete.
    pub async fn open_download(
        &self,
        actor: &Actor,
        id: ElicitationId,
        location: &str,
    ) -> Result<UploadReader, CallError> {
        self.get_visible(actor, id).await?;
        self.open_complete(id, location).await?.ok_or(CallError::NotFound)
    }

    /// Opens a file if it is complete.
    pub(in crate::engine) async fn open_complete(
        &self,
        id: ElicitationId,
        location: &str,
    ) -> Result<Option<UploadReader>, CallError> {
        let name: Arc<str> = Arc::from(location);
        let part = self.shared.store.read_upload(id, Arc::clone(&name), 0).await?;
        let part = part.filter(|part| part.is_complete);
        Ok(part.map(|part| UploadReader::from_first(self, id, name, part)))
    }
}

impl UploadReader {
    /// Opens a file, complete or not.
    pub(super) async fn new(engine: &Engine, id: ElicitationId, name: Arc<str>) -> Result<Self, CallError> {
        let part = engine.shared.store.read_upload(id, Arc::clone(&name), 0).await?;
        let part = part.ok_or(CallError::NotFound)?;
        Ok(UploadReader::from_first(engine, id, name, part))
    }

    fn from_first(engine: &Engine, id: ElicitationId, name: Arc<str>, part: UploadPart) -> Self {
        let UploadPart { bytes, size, .. } = part;
        UploadReader { engine: engine.clone(), id, name, size, position: 0, first: Some(bytes) }
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Reads the next chunk; `None` at the end.
    ///
    /// # Errors
    /// When the store fails, or the file was removed in the meantime.
    pub async fn next_chunk(&mut self) -> Result<Option<Vec<u8>>, CallError> {
        let bytes = match self.first.take() {
            Some(bytes) => bytes,
            None => {
                let store = &self.engine.shared.store;
                let part = store.read_upload(self.id, Arc::clone(&self.name), self.position).await?;
                part.ok_or(CallError::NotFound)?.bytes
            }
        };
        self.position += bytes.len() as u64;
        Ok((!bytes.is_empty()).then_some(bytes))
    }

    /// Reads the rest into memory.
    ///
    /// # Errors
    /// When the store fails, or the file was removed in the meantime.
    pub async fn read_to_end(&mut self) -> Result<Vec<u8>, CallError> {
        let left = self.size.saturating_sub(self.position);
        let mut content = Vec::with_capacity(usize::try_from(left).unwrap_or_default());
        while let Some(chunk) = self.next_chunk().await? {
            content.extend_from_slice(&chunk);
        }
        Ok(content)
    }
}
