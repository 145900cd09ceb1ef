//! Requests that stand alone. Whoever closes the connection has called them off.

use std::pin::Pin;
use std::sync::Arc;

use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::{StreamExt as _, stream};

use super::reply::{error, json, modern_status, plain};
use super::stream::{HEADERS_WITHIN, KEEP_ALIVE, event_text};
use super::{Desk, headers};
use crate::server::dispatch::{self, Begun, Finished, Visit};
use crate::server::parts::Parts as Parameters;
use crate::transport::{Departures, Outgoing};
use crate::wire::Request;

pub(super) async fn request(
    desk: &Desk,
    parts: &Parts,
    request: Request,
    params: Parameters,
    principal: Arc<str>,
) -> Response {
    let server = Arc::clone(&desk.server.shared);
    if let Err(mismatch) = headers::check(&server, parts, &request) {
        return error(StatusCode::BAD_REQUEST, Some(request.id()), &mismatch);
    }
    let (outgoing, departures) = Outgoing::channel();
    let visit = Visit::new(&server, principal, outgoing);
    let (call, handler) = match visit.begin_modern(request, params) {
        Begun::Running(call, handler) => (call, handler),
        Begun::Done(finished) | Begun::Initialized(_, finished) => {
            return json(modern_status(&finished), finished.text);
        }
    };
    let mut going = Going { work: Box::pin(dispatch::run(call, handler)), departures, end: None };
    // As long as nothing is told in between, the answer is a plain one, with a status of its own. A client that takes
    // streams gets its headers within a second all the same.
    let first = if headers::takes_events(parts) {
        tokio::time::timeout(HEADERS_WITHIN, going.next()).await
    } else {
        Ok(going.next().await)
    };
    match first {
        Ok(Some(Told::End(finished))) => json(modern_status(&finished), finished.text),
        Ok(Some(Told::Between(first))) => going.stream(event_text(None, &first)),
        Ok(None) => plain(StatusCode::INTERNAL_SERVER_ERROR),
        Err(_) => going.stream(EventText::new().comment("alive").finish()),
    }
}

/// A call that is being handled.
struct Going {
    work: Pin<Box<dyn Future<Output = Option<Finished>> + Send>>,
    departures: Departures,
    /// The answer, while something that was told before it is still to be sent.
    end: Option<Finished>,
}

enum Told {
    Between(String),
    End(Finished),
}

impl Going {
    /// The rest of the call as a stream of events, which begins with this text.
    fn stream(self, first: String) -> Response {
        let rest = stream::unfold(Some(self), |going| async {
            let mut going = going?;
            match going.next().await? {
                Told::Between(message) => Some((event_text(None, &message), Some(going))),
                Told::End(finished) => Some((event_text(None, &finished.text), None)),
            }
        });
        respond_with_events(with_keep_alive(stream::once(async { first }).chain(rest), KEEP_ALIVE))
    }

    async fn next(&mut self) -> Option<Told> {
        if self.end.is_none() {
            tokio::select! {
                biased;
                Some(message) = self.departures.next() => return Some(Told::Between(message)),
                finished = &mut self.work => self.end = Some(finished?),
            }
        }
        match self.departures.ready() {
            Some(message) => Some(Told::Between(message)),
            None => self.end.take().map(Told::End),
        }
    }
}
