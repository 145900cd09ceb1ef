//! Reading bodies: counted while they come, and not for ever.

use std::time::Duration;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;

use super::refusal::Refused;

/// Reads a whole body of at most `limit` bytes.
pub(super) async fn body(body: Body, limit: usize, patience: Duration) -> Result<Bytes, Refused> {
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

/// Whether the content is JSON. Pages of others can send other types without asking first.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}
