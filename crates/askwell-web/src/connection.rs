//! The connection of a page request: admits its work and ends its streams when the service stops.
//!
//! Pages that a program mounts in its own server have no such connection. Nothing is counted or
//! ended early then.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;

use askwell_http::budget::{ByteBudget, ClientKey, Overload, Purpose};
use askwell_http::connections::{BusyGuard, Slot};
use askwell_http::load::Work;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use futures_util::stream::{Stream, StreamExt as _};

use crate::stop_signal::StopSignal;

/// The memory of an open stream: one event and what waits to be sent.
pub(crate) const STREAM_BYTES: u64 = 8 << 10;

/// The connection of a request and the stop signal of its service.
#[derive(Debug, Clone, Default)]
pub(crate) struct Connection {
    slot: Option<Arc<Slot>>,
    stop: Option<StopSignal>,
}

impl<S: Sync> FromRequestParts<S> for Connection {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Connection, Infallible> {
        Ok(Connection { slot: parts.extensions.get().cloned(), stop: parts.extensions.get().cloned() })
    }
}

impl Connection {
    /// Counts the request as work in progress while the guard is held, so that the connection is
    /// not evicted. Fails if the client has too much work in progress.
    pub(crate) fn admit(&self, client: &ClientKey, work: Work) -> Result<Option<BusyGuard>, Overload> {
        self.slot.as_ref().map(|slot| slot.admit(client, work)).transpose()
    }

    /// Returns the memory budget of the service; `None` without one.
    pub(crate) fn budget(&self) -> Option<&ByteBudget> {
        self.slot.as_ref().map(|slot| slot.budget())
    }

    /// Limits a stream of events: it counts for the client and ends when the service stops. Fails
    /// if the client has too many streams.
    pub(crate) fn limit_stream<T, E: Stream<Item = T>>(
        self,
        client: &ClientKey,
        events: E,
    ) -> Result<impl Stream<Item = T> + use<T, E>, Overload> {
        let busy = self.admit(client, Work::Stream)?;
        let memory = self.budget().map(|budget| budget.reserve(client, Purpose::Stream, STREAM_BYTES));
        let memory = memory.transpose()?;
        let end = async move {
            match self.stop {
                Some(stop) => stop.triggered().await,
                None => pending().await,
            }
        };
        Ok(events.take_until(end).map(move |event| {
            let _held = (&busy, &memory);
            event
        }))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::stream::{self, StreamExt as _};

    use super::Connection;
    use crate::client_key;
    use crate::stop_signal::StopSignal;

    #[tokio::test]
    async fn stream_ends_when_the_service_stops() {
        let stop = StopSignal::new();
        let line = Connection { slot: None, stop: Some(stop.clone()) };
        let client = client_key::of_person("a");
        let events = line.limit_stream(&client, stream::iter([1, 2]).chain(stream::pending()));
        let mut events = Box::pin(events.unwrap());
        assert_eq!((events.next().await, events.next().await), (Some(1), Some(2)));
        stop.trigger();
        assert_eq!(events.next().await, None);
    }
}
