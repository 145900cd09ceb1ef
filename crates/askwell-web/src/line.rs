//! The line to a browser: it stays while something is going on, and what goes on for long ends when the service does.
//!
//! Pages that a program mounts by itself have no such line: then nothing is held and nothing ends early.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::stream::{Stream, StreamExt as _};

use crate::service::{Occupied, Seat};
use crate::stop::Stop;

/// The connection that a request came over, and when it has to end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Line {
    seat: Option<Arc<Seat>>,
    stop: Option<Stop>,
}

impl<S: Sync> FromRequestParts<S> for Line {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Line, Infallible> {
        Ok(Line { seat: parts.extensions.get().cloned(), stop: parts.extensions.get().cloned() })
    }
}

impl Line {
    /// The request is here in full: while this is held, the connection stays.
    pub(crate) fn occupy(&self) -> Option<Occupied> {
        self.seat.as_ref().map(Seat::occupy)
    }

    /// Events for as long as somebody listens and the service runs.
    pub(crate) fn carry<T>(self, events: impl Stream<Item = T>) -> impl Stream<Item = T> {
        let stays = self.occupy();
        let end = async move {
            match self.stop {
                Some(stop) => stop.given().await,
                None => pending().await,
            }
        };
        events.take_until(end).map(move |event| {
            let _held = &stays;
            event
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream::{self, StreamExt as _};

    use super::Line;
    use crate::stop::Stop;

    #[tokio::test]
    async fn what_goes_on_ends_with_the_service() {
        let stop = Stop::new();
        let line = Line { seat: None, stop: Some(stop.clone()) };
        let mut events = Box::pin(line.carry(stream::iter([1, 2]).chain(stream::pending())));
        assert_eq!((events.next().await, events.next().await), (Some(1), Some(2)));
        stop.signal();
        assert_eq!(events.next().await, None);
    }
}
