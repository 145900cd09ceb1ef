//! `GET /events`: notifications as server-sent events. `Last-Event-ID` or `?after=` continues after
//! an event.

use std::sync::Arc;
use std::time::Duration;

use askwell_http::budget::{Purpose, Reservation};
use askwell_http::connections::{BusyGuard, Slot};
use askwell_http::event_stream::{EventText, respond_with_events};
use askwell_http::load::Work;
use axum::extract::{Extension, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use metrics::{Gauge, gauge};
use serde::Deserialize;

use super::AppState;
use super::rejection::{HttpRejection, with_status};
use crate::client_key;
use crate::connection::STREAM_BYTES;
use crate::events::{Event, Events};
use crate::keys::EVENTS_SCOPE;
use crate::keys::VerifiedKey;
use crate::rpc::error::RpcError;

/// The query parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsQuery {
    after: Option<u64>,
}

/// How long a reader waits before it reconnects to a service that has stopped.
const RECONNECT: Duration = Duration::from_secs(1);

pub(super) async fn stream(
    State(state): State<Arc<AppState>>,
    Extension(slot): Extension<Arc<Slot>>,
    query: Result<Query<EventsQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let (caller, verified_key) = match state.caller_within(&headers, EVENTS_SCOPE) {
        Ok(found) => found,
        Err(refused) => return refused.into_response(),
    };
    let Ok(Query(EventsQuery { after })) = query else {
        return with_status(&RpcError::parameter("/after", "after must be the number of an event"));
    };
    let last = match headers.get("last-event-id").map(|value| value.to_str().unwrap_or_default().parse()) {
        None => None,
        Some(Ok(number)) => Some(number),
        Some(Err(_)) => {
            return with_status(&RpcError::parameter("/Last-Event-ID", "this is no event's number"));
        }
    };
    let client = client_key::of_caller(&caller, slot.address());
    let memory = slot.budget().reserve(&client, Purpose::Stream, STREAM_BYTES);
    let admitted = slot.admit(&client, Work::Stream).and_then(|busy| Ok((busy, memory?)));
    let (busy, memory) = match admitted {
        Ok(admitted) => admitted,
        Err(overload) => return HttpRejection::from(overload).into_response(),
    };
    let events = match Events::open(&state.engine, &caller, last.or(after)).await {
        Ok(events) => events,
        Err(error) => return with_status(&error.into()),
    };
    let open = gauge!("askwell_event_streams_open");
    open.increment(1);
    let listener = EventSubscriber {
        app: state,
        events,
        verified_key,
        open,
        _held: (busy, memory),
        state: StreamState::Starting,
    };
    respond_with_events(stream::unfold(listener, |mut listener| async move {
        let text = listener.next().await?;
        Some((text, listener))
    }))
}

/// One open event stream.
struct EventSubscriber {
    app: Arc<AppState>,
    events: Events,
    verified_key: VerifiedKey,
    open: Gauge,
    _held: (BusyGuard, Reservation),
    state: StreamState,
}

enum StreamState {
    /// Nothing is sent yet.
    Starting,
    Running,
    /// The last text is sent.
    Finished,
}

impl EventSubscriber {
    /// Waits for the next text to send; `None` ends the stream.
    async fn next(&mut self) -> Option<String> {
        match self.state {
            // Sent at once, so that the client knows that the stream is open.
            StreamState::Starting => {
                self.state = StreamState::Running;
                return Some(EventText::new().comment("listening").finish());
            }
            StreamState::Running => {}
            StreamState::Finished => return None,
        }
        let event = tokio::select! {
            event = self.events.next() => event,
            () = tokio::time::sleep(self.app.settings.keep_alive) => {
                return self.app.keys.is_still_valid(&self.verified_key).then(|| EventText::new().comment("").finish());
            }
            () = self.app.stop.triggered() => {
                self.state = StreamState::Finished;
                let last = EventText::new().comment("the service stops; come back").retry(RECONNECT);
                return Some(last.finish());
            }
        };
        // A key that was revoked in the meantime receives nothing more.
        if !self.app.keys.is_still_valid(&self.verified_key) {
            return None;
        }
        match event {
            Ok(Event { seq, notification }) => Some(EventText::new().id(seq).json(&notification).finish()),
            Err(error) => {
                tracing::error!(%error, "an event stream ends: the store failed");
                None
            }
        }
    }
}

impl Drop for EventSubscriber {
    fn drop(&mut self) {
        self.open.decrement(1);
    }
}
