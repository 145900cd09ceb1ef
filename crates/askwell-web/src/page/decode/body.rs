//! Reading a body: pairs in a line, or parts between boundaries, never more than fits.

use std::time::Duration;

use askwell_engine::Engine;
use askwell_form::Form;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header::CONTENT_TYPE;
use futures_util::stream::{self, StreamExt};
use zeroize::Zeroizing;

use super::{Part, SentFile};

/// All texts of a form together. An answer is smaller by default; the engine knows the limit.
const MOST_TEXT: usize = 2 << 20;

/// What a browser goes on sending of a file that is too large is read and dropped up to here, so that it gets to see
/// the page that says so: a connection cut in the middle of a request shows an error of the browser's own.
pub(crate) const MOST_DROPPED: usize = 64 << 20;

/// A form has at most a thousand fields; with options and search boxes that is still generous.
const MOST_PARTS: usize = 100_000;

/// How long a browser may send nothing in the middle of a body. A whole one may take as long as it takes: files are
/// large, and lines are slow.
const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// A body that is no form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadBody {
    /// More than is taken.
    #[error("more was sent than a form takes")]
    TooLarge,
    /// Neither of the two encodings that browsers send forms in.
    #[error("what was sent is not a form")]
    NotAForm,
    /// It stopped in the middle.
    #[error("what was sent is not complete")]
    Incomplete,
}

/// A body that breaks off when nothing comes any more.
pub(crate) fn while_it_comes(body: Body) -> Body {
    Body::from_stream(stream::unfold(body.into_data_stream(), |mut chunks| async {
        let next = tokio::time::timeout(LONGEST_SILENCE, chunks.next()).await;
        let chunk = next.unwrap_or_else(|elapsed| Some(Err(axum::Error::new(elapsed))))?;
        Some((chunk, chunks))
    }))
}

/// Reads the body of a request into its parts.
pub(crate) async fn read(
    engine: &Engine,
    form: &Form,
    request: Request,
) -> Result<Vec<(String, Part)>, BadBody> {
    let content_type =
        request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        let bytes = read_all(request.into_body(), MOST_TEXT).await?;
        Ok(pairs(&bytes))
    } else if essence.eq_ignore_ascii_case("multipart/form-data") {
        let parts = Multipart::from_request(request, &()).await.map_err(|_| BadBody::NotAForm)?;
        read_parts(engine, form, parts).await
    } else {
        Err(BadBody::NotAForm)
    }
}

/// The same for a page that has no fields, and so no files.
pub(crate) async fn read_pairs(request: Request) -> Result<Vec<(String, Part)>, BadBody> {
    Ok(pairs(&read_all(request.into_body(), MOST_TEXT).await?))
}

/// A whole body, if it is small enough.
pub(crate) async fn read_all(body: Body, limit: usize) -> Result<Zeroizing<Vec<u8>>, BadBody> {
    let mut chunks = body.into_data_stream();
    let mut bytes = Zeroizing::new(Vec::new());
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| BadBody::Incomplete)?;
        if bytes.len() + chunk.len() > limit {
            return Err(BadBody::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn pairs(bytes: &[u8]) -> Vec<(String, Part)> {
    url::form_urlencoded::parse(bytes)
        .take(MOST_PARTS)
        .map(|(name, text)| (name.into_owned(), Part::Text(Zeroizing::new(text.into_owned()))))
        .collect()
}

async fn read_parts(
    engine: &Engine,
    form: &Form,
    mut parts: Multipart,
) -> Result<Vec<(String, Part)>, BadBody> {
    let mut found = Vec::new();
    let (mut text_left, mut dropped_left) = (MOST_TEXT, MOST_DROPPED);
    let mut file_left = engine.largest_uploads();
    while let Some(mut part) = parts.next_field().await.map_err(|_| BadBody::Incomplete)? {
        if found.len() >= MOST_PARTS {
            return Err(BadBody::TooLarge);
        }
        let name = part.name().unwrap_or_default().to_owned();
        let Some(filename) = part.file_name().map(str::to_owned) else {
            let mut bytes = Zeroizing::new(Vec::new());
            while let Some(chunk) = part.chunk().await.map_err(|_| BadBody::Incomplete)? {
                text_left = text_left.checked_sub(chunk.len()).ok_or(BadBody::TooLarge)?;
                bytes.extend_from_slice(&chunk);
            }
            let text = Zeroizing::new(String::from_utf8_lossy(&bytes).into_owned());
            found.push((name, Part::Text(text)));
            continue;
        };
        let content_type = part.content_type().unwrap_or("application/octet-stream").to_owned();
        // Nothing at all for what is no file field; and many files, or one many times, get no more room than they may
        // have together.
        let limit = form.field(&name).map_or(0, |field| engine.largest_upload(field)).min(file_left);
        let mut bytes = Some(Vec::new());
        while let Some(chunk) = part.chunk().await.map_err(|_| BadBody::Incomplete)? {
            let fits =
                bytes.as_ref().is_some_and(|bytes: &Vec<u8>| (bytes.len() + chunk.len()) as u64 <= limit);
            if !fits {
                bytes = None;
                dropped_left = dropped_left.checked_sub(chunk.len()).ok_or(BadBody::TooLarge)?;
            }
            if let Some(bytes) = &mut bytes {
                bytes.extend_from_slice(&chunk);
            }
        }
        file_left -= bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
        // A file input that was left alone is sent as a file without name and content.
        if !(filename.is_empty() && bytes.as_ref().is_some_and(Vec::is_empty)) {
            found.push((name, Part::File(SentFile { filename, content_type, bytes })));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, Bytes};
    use futures_util::stream::{self, StreamExt as _};

    use super::{BadBody, read_all, while_it_comes};

    #[tokio::test(start_paused = true)]
    async fn silence_breaks_a_body_off() {
        let beginning = || stream::iter([Ok::<_, std::io::Error>(Bytes::from("a=1"))]);
        let whole = while_it_comes(Body::from_stream(beginning()));
        assert_eq!(read_all(whole, 10).await.as_deref(), Ok(&b"a=1".to_vec()));
        let silent = while_it_comes(Body::from_stream(beginning().chain(stream::pending())));
        assert_eq!(read_all(silent, 10).await, Err(BadBody::Incomplete));
    }
}
