//! Requests that stand alone. Whoever closes the connection has called them off.

use std::pin::Pin;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use futures_util::stream;

use super::reply::{error, json, modern_status, plain};
use super::stream::{event_text, events};
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
    let visit = Visit { server, principal, outgoing };
    let (call, handler) = match visit.begin_modern(request, params) {
        Begun::Running(call, handler) => (call, handler),
        Begun::Done(finished) | Begun::Initialized(_, finished) => {
            return json(modern_status(&finished), finished.text);
        }
    };
    let mut going = Going { work: Box::pin(dispatch::run(call, handler)), departures, end: None };
    // As long as nothing is told in between, the answer is a plain one, with a status of its own.
    match going.next().await {
        Some(Told::Between(first)) => events(stream::unfold(Some((Some(first), going)), |going| async {
            let (first, mut going) = going?;
            if let Some(first) = first {
                return Some((event_text(None, &first), Some((None, going))));
            }
            match going.next().await? {
                Told::Between(message) => Some((event_text(None, &message), Some((None, going)))),
                Told::End(finished) => Some((event_text(None, &finished.text), None)),
            }
        })),
        Some(Told::End(finished)) => json(modern_status(&finished), finished.text),
        None => plain(StatusCode::INTERNAL_SERVER_ERROR),
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
