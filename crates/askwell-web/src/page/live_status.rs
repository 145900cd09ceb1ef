//! Keeps an open page up to date: remaining time, extensions, and whether the elicitation is
//! closed.

use askwell_locale::Words;
use std::time::Duration;

use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use askwell_lifecycle::Elicitation;
use axum::Json;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;

use super::action_handler;
use super::closed_page::actor_name;
use crate::connection::Connection;
use crate::visit::{PageError, Visit};

/// The header in which the script sends the form token.
pub(crate) const TOKEN_HEADER: &str = "x-askwell-token";

/// How often an open page receives its status; also keeps the connection open.
const REFRESH_INTERVAL: Duration = Duration::from_secs(15);

/// The status of the elicitation for an open page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct PageStatus {
    /// `open`, or the final status.
    status: &'static str,
    /// Milliseconds until the deadline.
    left: Option<u64>,
    /// Extensions left.
    extensions: u8,
    /// Who closed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

/// Milliseconds until the deadline.
pub(super) fn left(visit: &Visit) -> Option<u64> {
    left_of(visit, &visit.elicitation)
}

fn left_of(visit: &Visit, elicitation: &Elicitation) -> Option<u64> {
    let deadline = elicitation.deadline()?;
    u64::try_from(visit.pages.engine().now().until(deadline).as_millis()).ok()
}

fn page_status(visit: &Visit, by: Option<String>) -> PageStatus {
    let status = visit.elicitation.status();
    PageStatus {
        status: if status.is_open() { "open" } else { status.as_str() },
        left: left(visit),
        extensions: visit.elicitation.extensions_left(),
        by,
    }
}

/// Extends the deadline for the script.
pub(crate) async fn extend(
    mut visit: Visit,
    headers: HeaderMap,
    _body: Request,
) -> Result<Response, PageError> {
    let token = headers.get(TOKEN_HEADER).and_then(|token| token.to_str().ok()).unwrap_or_default();
    visit.begin_answer(token).await?;
    let says = action_handler::extend(&mut visit).await?;
    #[derive(Serialize)]
    struct ExtendReply {
        says: String,
        standing: PageStatus,
    }
    Ok(Json(ExtendReply { says, standing: page_status(&visit, None) }).into_response())
}

/// Streams the status of the elicitation: at once, after each extension, and when it is closed.
pub(crate) async fn live(mut visit: Visit, line: Connection) -> Result<Response, PageError> {
    let client = visit.client_key();
    visit.release_connection();
    let first = StatusStream { visit, last_sent: None, over: false, words: Words::current() };
    let events = stream::unfold(first, |mut watching| async move {
        if watching.over {
            return None;
        }
        let words = watching.words.clone();
        let next = words.during(watching.next()).await?;
        watching.over = next.status != "open";
        let event = EventText::new().json(&serde_json::to_string(&next).unwrap_or_default()).finish();
        watching.last_sent = Some(next);
        Some((event, watching))
    });
    let events = line.limit_stream(&client, events)?;
    Ok(respond_with_events(with_keep_alive(events, REFRESH_INTERVAL)))
}

struct StatusStream {
    visit: Visit,
    last_sent: Option<PageStatus>,
    over: bool,
    /// The language of the page.
    words: Words,
}

impl StatusStream {
    /// Waits until the status differs from the last one sent. A closed elicitation is noticed at
    /// once, an extension within [`REFRESH_INTERVAL`].
    async fn next(&mut self) -> Option<PageStatus> {
        loop {
            if self.last_sent.is_some() {
                let (engine, id) = (self.visit.pages.engine().clone(), self.visit.elicitation.id);
                // The deadline is checked as well, because no process may be there to record the
                // timeout.
                let patience = self
                    .last_sent
                    .as_ref()
                    .and_then(|last_sent| last_sent.left)
                    .map_or(REFRESH_INTERVAL, Duration::from_millis);
                let patience = patience.saturating_add(Duration::from_millis(250)).min(REFRESH_INTERVAL);
                let _ = tokio::time::timeout(patience, engine.wait(&self.visit.actor, id)).await;
            }
            self.visit.refresh().await.ok()?;
            let by = self.ended_by().await;
            let now = page_status(&self.visit, by);
            let news = self.last_sent.as_ref().is_none_or(|last_sent| {
                last_sent.status != now.status || last_sent.extensions != now.extensions
            });
            if news {
                return Some(now);
            }
            if let Some(last_sent) = &mut self.last_sent {
                last_sent.left = now.left;
            }
        }
    }

    async fn ended_by(&self) -> Option<String> {
        if self.visit.elicitation.status().is_open() {
            return None;
        }
        let engine = self.visit.pages.engine();
        let history = engine.history(&self.visit.actor, self.visit.elicitation.id).await.ok()?;
        history.last().map(actor_name)
    }
}
