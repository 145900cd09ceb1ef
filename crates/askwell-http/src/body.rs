//! Reads request bodies within limits: total time, time without a byte, bytes, and reserved memory.
//!
//! [`chunks`] is the implementation; [`limit_body`] wraps it as a body and [`read_body`] reads it
//! to the end.

use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use bytes::{Bytes, BytesMut};
use futures_util::stream::{self, Stream, StreamExt as _};
use tokio::time::Instant;

use crate::budget::{Overload, Reservation};

/// The time limits of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyTimeouts {
    /// The longest time until the last byte.
    pub total: Duration,
    /// The longest time without a byte.
    pub silence: Duration,
}

/// Why a body was not read to its end. The rest of it is not read, so the connection cannot be
/// reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// The body has more bytes than the limit.
    #[error("the body has more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// The body did not arrive in time.
    #[error("the body did not come in time")]
    Slow,
    /// The connection broke, or the body is malformed.
    #[error("the body broke off")]
    Broken,
    /// The memory budget is exhausted.
    #[error(transparent)]
    Overload(#[from] Overload),
}

impl BodyTimeouts {
    /// Returns a limit for the whole body only.
    #[must_use]
    pub fn total(total: Duration) -> BodyTimeouts {
        BodyTimeouts { total, silence: total }
    }
}

/// Returns the chunks of a body as they arrive, and reserves the bytes of each from `memory` if
/// there is one. Ends with an error when a limit is exceeded. The time runs from this call on;
/// dropping the stream releases the memory.
pub fn chunks(
    body: Body,
    timeouts: BodyTimeouts,
    memory: Option<Reservation>,
) -> impl Stream<Item = Result<Bytes, BodyError>> + Send {
    let until = Instant::now() + timeouts.total;
    let source = Some((body.into_data_stream(), memory));
    stream::unfold(source, move |source| async move {
        let (mut data, mut memory) = source?;
        let silence = Instant::now() + timeouts.silence;
        let chunk = match tokio::time::timeout_at(silence.min(until), data.next()).await {
            Ok(None) => return None,
            Ok(Some(Ok(chunk))) => Ok(chunk),
            Ok(Some(Err(_))) => Err(BodyError::Broken),
            Err(_) => Err(BodyError::Slow),
        };
        let lent = chunk.and_then(|chunk| {
            let grown = memory.as_mut().map_or(Ok(()), |memory| memory.grow(chunk.len() as u64));
            grown.map(|()| chunk).map_err(BodyError::from)
        });
        let rest = lent.is_ok().then_some((data, memory));
        Some((lent, rest))
    })
}

/// Returns a body that fails when a limit of [`chunks`] is exceeded.
pub fn limit_body(body: Body, timeouts: BodyTimeouts, memory: Option<Reservation>) -> Body {
    Body::from_stream(chunks(body, timeouts, memory))
}

/// Reads a whole body of at most `limit` bytes, and reserves them from `memory` if there is one.
///
/// # Errors
/// Fails if a limit is exceeded or the connection breaks. A body with an announced length beyond
/// the limit is rejected without reading it.
pub async fn read_body(
    body: Body,
    limit: usize,
    timeout: Duration,
    mut memory: Option<&mut Reservation>,
) -> Result<Bytes, BodyError> {
    if body.size_hint().lower() > limit as u64 {
        return Err(BodyError::TooLarge { limit });
    }
    let mut chunks = std::pin::pin!(chunks(body, BodyTimeouts::total(timeout), None));
    let mut first = Bytes::new();
    let mut rest: Option<BytesMut> = None;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        memory.as_mut().map_or(Ok(()), |memory| memory.grow(chunk.len() as u64))?;
        match &mut rest {
            // Most bodies are one chunk, which is not copied.
            None if first.is_empty() => first = chunk,
            None => rest = Some(BytesMut::from_iter(first.iter().chain(chunk.iter()).copied())),
            Some(rest) => rest.extend_from_slice(&chunk),
        }
        if rest.as_ref().map_or(first.len(), BytesMut::len) > limit {
            return Err(BodyError::TooLarge { limit });
        }
    }
    Ok(rest.map_or(first, BytesMut::freeze))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use axum::body::Body;
    use bytes::Bytes;
    use futures_util::stream::{self, Stream, StreamExt as _};
    use tokio::time::Instant;

    use super::{BodyError, BodyTimeouts, chunks, read_body};
    use crate::budget::{ByteBudget, ClientKey, Overload, Purpose, Reservation};

    const TIMEOUTS: BodyTimeouts =
        BodyTimeouts { total: Duration::from_secs(600), silence: Duration::from_secs(30) };

    fn memory(budget: &ByteBudget) -> Reservation {
        budget.reserve(&ClientKey::new("person", "a"), Purpose::Transfer, 0).unwrap()
    }

    fn pieces(pieces: &'static [&'static str]) -> impl Stream<Item = io::Result<Bytes>> + Send {
        stream::iter(pieces).map(|piece| Ok(Bytes::from_static(piece.as_bytes())))
    }

    async fn last_of(body: Body, memory: Option<Reservation>) -> Option<Result<Bytes, BodyError>> {
        chunks(body, TIMEOUTS, memory).collect::<Vec<_>>().await.pop()
    }

    #[tokio::test(start_paused = true)]
    async fn stalled_body_is_aborted() {
        let body = Body::from_stream(pieces(&["a=1"]));
        assert_eq!(last_of(body, None).await, Some(Ok(Bytes::from("a=1"))));
        let started = Instant::now();
        let body = Body::from_stream(pieces(&["a=1"]).chain(stream::pending()));
        assert_eq!(last_of(body, None).await, Some(Err(BodyError::Slow)));
        assert_eq!(started.elapsed(), TIMEOUTS.silence);
    }

    #[tokio::test(start_paused = true)]
    async fn slow_body_is_aborted_after_the_total_time() {
        let started = Instant::now();
        let trickle = stream::unfold((), |()| async {
            tokio::time::sleep(Duration::from_secs(12)).await;
            Some((io::Result::Ok(Bytes::from("a")), ()))
        });
        assert_eq!(last_of(Body::from_stream(trickle), None).await, Some(Err(BodyError::Slow)));
        assert_eq!(started.elapsed(), TIMEOUTS.total);
    }

    #[tokio::test]
    async fn broken_body_is_an_error() {
        let broken = pieces(&["a"]).chain(stream::iter([Err(io::ErrorKind::ConnectionReset.into())]));
        assert_eq!(last_of(Body::from_stream(broken), None).await, Some(Err(BodyError::Broken)));
    }

    #[tokio::test]
    async fn memory_is_reserved_while_a_body_is_read_and_released_with_it() {
        let budget = ByteBudget::new(4, 4);
        let body = || Body::from_stream(pieces(&["abc", "de"]));
        let mut stream = Box::pin(chunks(body(), TIMEOUTS, Some(memory(&budget))));
        assert!(stream.next().await.is_some());
        assert_eq!(budget.reserved(), 3);
        assert_eq!(stream.next().await, Some(Err(BodyError::Overload(Overload::Client))));
        drop(stream);
        assert_eq!(budget.reserved(), 0);
        let read = read_body(body(), 10, TIMEOUTS.total, Some(&mut memory(&budget))).await;
        assert_eq!(read, Err(BodyError::Overload(Overload::Client)));
    }

    #[tokio::test(start_paused = true)]
    async fn body_is_read_up_to_its_limit() {
        for (body, limit, expected) in [
            (Body::empty(), 0, Ok("")),
            (Body::from("abcd"), 4, Ok("abcd")),
            (Body::from("abcd"), 3, Err(BodyError::TooLarge { limit: 3 })),
            (Body::from_stream(pieces(&["ab", "", "cd", "e"])), 5, Ok("abcde")),
            (Body::from_stream(pieces(&["ab", "cd"])), 3, Err(BodyError::TooLarge { limit: 3 })),
            (Body::from_stream(pieces(&["ab"]).chain(stream::pending())), 5, Err(BodyError::Slow)),
        ] {
            let read = read_body(body, limit, Duration::from_secs(30), None).await;
            assert_eq!(read.as_deref(), expected.as_ref().map(|text| text.as_bytes()));
        }
    }
}
