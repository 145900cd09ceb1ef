//! Reading bodies: counted while they come, and not for ever.

use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, StreamExt as _};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use super::refusal::Refused;
use crate::budget::Reservation;

/// A body that takes too long.
#[derive(Debug, thiserror::Error)]
#[error("the body did not come in time")]
struct TooSlow;

/// Reads a whole body of at most `limit` bytes. Each byte is taken from the memory that is reserved while it comes.
pub(super) async fn body(
    body: Body,
    limit: usize,
    patience: Duration,
    memory: &mut Reservation,
) -> Result<Bytes, Refused> {
    let too_large = Refused::TooLarge { limit: limit as u64 };
    let announced = hyper::body::Body::size_hint(&body);
    if announced.lower() > limit as u64 {
        return Err(too_large);
    }
    let read = async {
        let mut body = body;
        let mut first = Bytes::new();
        let mut rest: Option<BytesMut> = None;
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(|_| Refused::Broken)?.into_data() else { continue };
            memory.grow(data.len() as u64)?;
            match &mut rest {
                None if first.is_empty() => first = data,
                None => rest = Some(BytesMut::from_iter(first.iter().chain(data.iter()).copied())),
                Some(rest) => rest.extend_from_slice(&data),
            }
            if rest.as_ref().map_or(first.len(), BytesMut::len) > limit {
                return Err(too_large);
            }
        }
        Ok(rest.map_or(first, BytesMut::freeze))
    };
    tokio::time::timeout(patience, read).await.unwrap_or(Err(Refused::Slow))
}

/// A body that breaks off when it takes too long in total, or more memory than there is. What it has taken is given back
/// when it ends.
pub(super) fn limited(body: Body, patience: Duration, memory: Option<Reservation>) -> Body {
    let until = Instant::now() + patience;
    let stream = (body.into_data_stream(), memory);
    Body::from_stream(stream::unfold(stream, move |(mut chunks, mut memory)| async move {
        let next = tokio::time::timeout_at(until, chunks.next()).await;
        let mut chunk = next.unwrap_or_else(|_| Some(Err(axum::Error::new(TooSlow))))?;
        if let (Ok(bytes), Some(memory)) = (&chunk, &mut memory)
            && let Err(overload) = memory.grow(bytes.len() as u64)
        {
            chunk = Err(axum::Error::new(overload));
        }
        Some((chunk, (chunks, memory)))
    }))
}

/// The size that a body is said to have.
pub(super) fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Whether the content is JSON. Pages of others can send other types without asking first.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}
