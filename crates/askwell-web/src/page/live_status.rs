//! Time and other people, while somebody fills in a form.

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
use super::response::actor_name;
use crate::connection::Connection;
use crate::visit::{PageError, Visit};

/// The header in which the script sends the form token.
pub(crate) const TOKEN_HEADER: &str = "x-askwell-token";

/// How often a page that stays open is told how things stand; also keeps the line open.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// How things stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct PageStatus {
    /// `open`, or how it ended.
    status: &'static str,
    /// Milliseconds until time runs out.
    left: Option<u64>,
    /// Extensions there are.
    extensions: u8,
    /// Who ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

/// Milliseconds until time runs out.
pub(super) fn left(visit: &Visit) -> Option<u64> {
    left_of(visit, &visit.elicitation)
}

fn left_of(visit: &Visit, elicitation: &Elicitation) -> Option<u64> {
    let deadline = elicitation.deadline()?;
    u64::try_from(visit.pages.engine().now().until(deadline).as_millis()).ok()
}

fn standing(visit: &Visit, by: Option<String>) -> PageStatus {
    let status = visit.elicitation.status();
    PageStatus {
        status: if status.is_open() { "open" } else { status.as_str() },
        left: left(visit),
        extensions: visit.elicitation.extensions_left(),
        by,
    }
}

/// Asks for more time.
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
    Ok(Json(ExtendReply { says, standing: standing(&visit, None) }).into_response())
}

/// Tells an open page how things stand: at once, when time was added, and when it is over.
pub(crate) async fn live(mut visit: Visit, line: Connection) -> Result<Response, PageError> {
    let client = visit.client_key();
    visit.release_connection();
    let first = StatusStream { visit, told: None, over: false };
    let events = stream::unfold(first, |mut watching| async move {
        if watching.over {
            return None;
        }
        let next = watching.next().await?;
        watching.over = next.status != "open";
        let event = EventText::new().json(&serde_json::to_string(&next).unwrap_or_default()).finish();
        watching.told = Some(next);
        Some((event, watching))
    });
    let events = line.limit_stream(&client, events)?;
    Ok(respond_with_events(with_keep_alive(events, LOOK_AGAIN)))
}

struct StatusStream {
    visit: Visit,
    told: Option<PageStatus>,
    over: bool,
}

impl StatusStream {
    /// Waits for something to tell. Whether it is over is heard at once; whether there is more time, soon enough.
    async fn next(&mut self) -> Option<PageStatus> {
        loop {
            if self.told.is_some() {
                let (engine, id) = (self.visit.pages.engine().clone(), self.visit.elicitation.id);
                // The time running out is looked at as well: nobody may be there to record it.
                let patience =
                    self.told.as_ref().and_then(|told| told.left).map_or(LOOK_AGAIN, Duration::from_millis);
                let patience = patience.saturating_add(Duration::from_millis(250)).min(LOOK_AGAIN);
                let _ = tokio::time::timeout(patience, engine.wait(&self.visit.actor, id)).await;
            }
            self.visit.refresh().await.ok()?;
            let by = self.ended_by().await;
            let now = standing(&self.visit, by);
            let news = self
                .told
                .as_ref()
                .is_none_or(|told| told.status != now.status || told.extensions != now.extensions);
            if news {
                return Some(now);
            }
            if let Some(told) = &mut self.told {
                told.left = now.left;
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
