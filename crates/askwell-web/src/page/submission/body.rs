//! Reads form bodies, URL-encoded or multipart, within limits.

use std::time::Duration;

use askwell_http::body::BodyTimeouts;
use askwell_http::budget::Purpose;
use askwell_http::headers::has_media_type;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request};
use futures_util::stream::{self, StreamExt};
use zeroize::Zeroizing;

use super::{BodyPart, TOKEN};
use crate::page::file_receiver::{DeclaredFile, receive};
use crate::visit::{PageError, Visit};

/// The size limit of all texts of a form, at least. An answer that is too large for the engine and
/// smaller than this gets a page that says so and keeps the entered values.
const LEAST_TEXT: usize = 2 << 20;

/// Additional bytes beside an answer of the largest size: field names, search boxes, line ends of
/// two bytes.
const ROOM_BESIDE: usize = 1 << 20;

/// The most bytes that one byte of text takes when URL-encoded.
const ENCODED: usize = 3;

/// A rejected file is read and discarded up to this size, so that the browser shows the page that
/// explains it: a connection that is cut during a request shows an error of the browser instead.
pub(crate) const MOST_DROPPED: usize = 64 << 20;

/// The most parts of a body. A form has at most a thousand fields, so this is generous.
const MOST_PARTS: usize = 100_000;

/// How long a body may pause.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// How long a whole body may take when the pages run outside of [`Service`](crate::Service).
pub(crate) const LONGEST_BODY: Duration = Duration::from_secs(10 * 60);

/// Why a form body cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum FormBodyError {
    /// The body is larger than the limit.
    #[error("more was sent than a form takes")]
    TooLarge,
    /// The body has neither of the two encodings of forms.
    #[error("what was sent is not a form")]
    NotAForm,
    /// The body ends too early.
    #[error("what was sent is not complete")]
    Incomplete,
}

/// Returns the time limits of a form body, files included.
pub(crate) fn form_timeouts(total: Duration) -> BodyTimeouts {
    BodyTimeouts { total, silence: LONGEST_SILENCE }
}

/// Reads a form body into its parts. Files are written to the store as they arrive.
pub(crate) async fn read(visit: &Visit, request: Request) -> Result<Vec<(String, BodyPart)>, PageError> {
    if has_media_type(request.headers(), "multipart/form-data") {
        let parts = Multipart::from_request(request, &()).await.map_err(|_| FormBodyError::NotAForm)?;
        read_parts(visit, parts).await
    } else if has_media_type(request.headers(), "application/x-www-form-urlencoded") {
        read_pairs(visit, request).await
    } else {
        Err(FormBodyError::NotAForm.into())
    }
}

/// Reads a URL-encoded form body.
pub(crate) async fn read_pairs(
    visit: &Visit,
    request: Request,
) -> Result<Vec<(String, BodyPart)>, PageError> {
    let mut memory = visit.budget().reserve(&visit.client_key(), Purpose::Transfer, 0)?;
    let mut chunks = request.into_body().into_data_stream();
    let mut bytes = Zeroizing::new(Vec::new());
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| FormBodyError::Incomplete)?;
        memory.grow(chunk.len() as u64)?;
        append(&mut bytes, &chunk, most_text(visit).saturating_mul(ENCODED))?;
    }
    pairs(&bytes, most_text(visit)).ok_or_else(|| FormBodyError::TooLarge.into())
}

/// Reads a whole body of at most `limit` bytes.
pub(crate) async fn read_all(body: Body, limit: usize) -> Result<Zeroizing<Vec<u8>>, FormBodyError> {
    let mut chunks = body.into_data_stream();
    let mut bytes = Zeroizing::new(Vec::new());
    while let Some(chunk) = chunks.next().await {
        append(&mut bytes, &chunk.map_err(|_| FormBodyError::Incomplete)?, limit)?;
    }
    Ok(bytes)
}

fn append(bytes: &mut Vec<u8>, chunk: &[u8], limit: usize) -> Result<(), FormBodyError> {
    if bytes.len() + chunk.len() > limit {
        return Err(FormBodyError::TooLarge);
    }
    bytes.extend_from_slice(chunk);
    Ok(())
}

/// Returns the size limit of all texts of a form: enough for the largest answer that the engine
/// accepts. The bytes also count against the budget of the client.
fn most_text(visit: &Visit) -> usize {
    let limits = visit.pages.engine().limits();
    limits.answer_ceiling.max(limits.answer_bytes).saturating_add(ROOM_BESIDE).max(LEAST_TEXT)
}

/// Reads URL-encoded pairs. Returns `None` if their texts have more than `limit` bytes.
fn pairs(bytes: &[u8], limit: usize) -> Option<Vec<(String, BodyPart)>> {
    let mut text_left = limit;
    url::form_urlencoded::parse(bytes)
        .take(MOST_PARTS)
        .map(|(name, text)| {
            text_left = text_left.checked_sub(text.len())?;
            Some((name.into_owned(), BodyPart::Text(Zeroizing::new(text.into_owned()))))
        })
        .collect()
}

async fn read_parts(visit: &Visit, mut parts: Multipart) -> Result<Vec<(String, BodyPart)>, PageError> {
    let mut memory = visit.budget().reserve(&visit.client_key(), Purpose::Transfer, 0)?;
    let mut found = Vec::new();
    let (mut text_left, mut dropped_left) = (most_text(visit), MOST_DROPPED);
    // Pages send the token first. Files before it, or after a wrong one, are not stored.
    let mut is_authorized = false;
    while let Some(mut part) = parts.next_field().await.map_err(|_| FormBodyError::Incomplete)? {
        if found.len() >= MOST_PARTS {
            return Err(FormBodyError::TooLarge.into());
        }
        let name = part.name().unwrap_or_default().to_owned();
        let Some(filename) = part.file_name().map(str::to_owned) else {
            let mut bytes = Zeroizing::new(Vec::new());
            while let Some(chunk) = part.chunk().await.map_err(|_| FormBodyError::Incomplete)? {
                text_left = text_left.checked_sub(chunk.len()).ok_or(FormBodyError::TooLarge)?;
                memory.grow(chunk.len() as u64)?;
                bytes.extend_from_slice(&chunk);
            }
            let text = Zeroizing::new(String::from_utf8_lossy(&bytes).into_owned());
            if name == TOKEN {
                visit.authorize(&text).await?;
                is_authorized = true;
            }
            found.push((name, BodyPart::Text(text)));
            continue;
        };
        let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
        let mut first = part.chunk().await.map_err(|_| FormBodyError::Incomplete)?;
        while first.as_ref().is_some_and(Bytes::is_empty) {
            first = part.chunk().await.map_err(|_| FormBodyError::Incomplete)?;
        }
        // An untouched file input is sent as a file without name and content.
        if filename.is_empty() && first.is_none() {
            continue;
        }
        let sent = DeclaredFile { filename: &filename, content_type: &content_type, announced: None };
        let field = visit.form()?.field(&name).filter(|_| is_authorized);
        let chunks = stream::iter(first.map(Ok)).chain(stream::unfold(part, |mut part| async move {
            let chunk = part.chunk().await.map_err(axum::Error::new).transpose()?;
            Some((chunk, part))
        }));
        let file = receive(visit, field, sent, std::pin::pin!(chunks), &mut dropped_left).await?;
        found.push((name, BodyPart::File(file)));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use askwell_http::body::limit_body;
    use axum::body::{Body, Bytes};
    use futures_util::stream::{self, StreamExt as _};

    use super::{FormBodyError, LONGEST_BODY, form_timeouts, read_all};

    #[tokio::test(start_paused = true)]
    async fn stalled_form_body_is_incomplete() {
        let beginning = || stream::iter([Ok::<_, std::io::Error>(Bytes::from("a=1"))]);
        let limited = |body| limit_body(body, form_timeouts(LONGEST_BODY), None);
        let whole = limited(Body::from_stream(beginning()));
        assert_eq!(read_all(whole, 10).await.as_deref(), Ok(&b"a=1".to_vec()));
        let silent = limited(Body::from_stream(beginning().chain(stream::pending())));
        assert_eq!(read_all(silent, 10).await, Err(FormBodyError::Incomplete));
    }
}
