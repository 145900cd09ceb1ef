//! Streams a stored file to an HTTP client, one chunk at a time.

use askwell_engine::store::UPLOAD_CHUNK;
use askwell_engine::{CallError, Engine};
use askwell_http::budget::{ByteBudget, ClientKey, Overload, Purpose};
use askwell_lifecycle::{Actor, ElicitationId};
use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_LENGTH;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;

/// Why a file cannot be sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DownloadError {
    #[error(transparent)]
    Overload(#[from] Overload),
    #[error(transparent)]
    Call(#[from] CallError),
}

/// Returns a response whose body is the file. At most one chunk is in memory. `held` is dropped
/// when the body ends or the client disconnects.
pub(crate) async fn stream_file(
    engine: &Engine,
    actor: &Actor,
    id: ElicitationId,
    location: &str,
    (client, budget): (&ClientKey, &ByteBudget),
    held: impl Send + 'static,
) -> Result<Response, DownloadError> {
    let memory = budget.reserve(client, Purpose::Transfer, UPLOAD_CHUNK as u64)?;
    let reader = engine.open_download(actor, id, location).await?;
    let length = HeaderValue::from(reader.size());
    let chunks = stream::try_unfold((reader, memory, held), |(mut reader, memory, held)| async {
        let chunk = reader.next_chunk().await?;
        Ok::<_, CallError>(chunk.map(|chunk| (Bytes::from(chunk), (reader, memory, held))))
    });
    let mut response = Response::new(Body::from_stream(chunks));
    response.headers_mut().insert(CONTENT_LENGTH, length);
    Ok(response)
}
