//! `GET /inbox/live`: server-sent events for an open inbox.

use askwell_locale::Words;
use std::time::Duration;

use askwell_engine::{Watch, WatchEvent};
use askwell_http::event_stream::{EventText, respond_with_events, with_keep_alive};
use askwell_lifecycle::{Actor, Effect, Surface};
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::stream;
use serde::{Deserialize, Serialize};

use super::filter::words_of;
use crate::client_key;
use crate::connection::Connection;
use crate::pages::Pages;
use crate::visit::{PageError, inbox_person};

/// How often a silent stream sends a comment.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A change in the inbox. The script fetches the list again when it receives one.
#[derive(Default, Serialize)]
struct InboxEvent {
    news: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<String>,
}

/// The query parameters.
#[derive(Deserialize)]
pub(super) struct InboxEventsQuery {
    after: Option<u64>,
}

/// Streams the changes of the entries that the person can see.
pub(super) async fn live(
    State(pages): State<Pages>,
    line: Connection,
    Query(InboxEventsQuery { after }): Query<InboxEventsQuery>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = inbox_person(&pages, &headers)?;
    let actor = Actor::person(&person, Surface::Web);
    // A browser that reconnects sends the last event id; the address still has the first position.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let watch = pages.engine().watch(&actor, last.or(after)).await?;
    let words = Words::current();
    let events = stream::unfold(Some((watch, pages, actor, words)), |watching| async {
        let (mut watch, pages, actor, words) = watching?;
        let news = words.during(next(&mut watch, &pages, &actor)).await?;
        let news = serde_json::to_string(&news).unwrap_or_default();
        let event = EventText::new().id(watch.position()).json(&news).finish();
        Some((event, Some((watch, pages, actor, words))))
    });
    let events = line.limit_stream(&client_key::of_person(person.as_str()), events)?;
    Ok(respond_with_events(with_keep_alive(events, KEEP_ALIVE)))
}

async fn next(watch: &mut Watch, pages: &Pages, actor: &Actor) -> Option<InboxEvent> {
    match watch.next().await.ok()? {
        WatchEvent::Missed => Some(InboxEvent { news: "missed", ..InboxEvent::default() }),
        WatchEvent::Change(change) => {
            let mut news = InboxEvent { news: change.effect.name(), ..InboxEvent::default() };
            if change.effect == Effect::Created
                && let Ok(entry) = pages.engine().elicitation_of(actor, &change).await
            {
                news.title = Some(words_of(&pages.shown(entry.clone())).0.to_owned());
                news.client = Some(pages.client_name(&entry.client));
            }
            Some(news)
        }
    }
}
