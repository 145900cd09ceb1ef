//! `GET /inbox`: one page of the list.

use std::sync::Arc;

use askwell_engine::{CallError, Filter};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Surface};
use axum::extract::{RawQuery, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::filter::InboxFilter;
use super::render::{InboxPage, list_page};
use crate::browser::Session;
use crate::page::{HtmlDocument, html_response};
use crate::pages::Pages;
use crate::visit::{PageError, inbox_person};

/// How many entries a page shows.
const SHOWN: usize = 50;

/// The most entries that one search reads, and how many it reads at a time.
const MOST_SEARCHED: usize = 20_000;
const STRETCH: usize = 1_000;

/// The entries of one page.
pub(super) struct InboxEntries {
    pub(super) items: Vec<Arc<Elicitation>>,
    /// The cursor of the next page.
    pub(super) next: Option<ElicitationId>,
    /// Whether the search stopped at its limit.
    pub(super) stopped: bool,
}

/// Shows the list.
pub(super) async fn show(
    State(pages): State<Pages>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = inbox_person(&pages, &headers)?;
    let wanted = InboxFilter::read(query.as_deref().unwrap_or_default());
    let actor = Actor::person(&person, Surface::Web);
    let session = Session::of(&headers, pages.cookie_name());
    // Read before the list, so that no change falls between the list and the live events.
    let position = pages.engine().watch(&actor, None).await?.position();
    let entries = find(&pages, &actor, &wanted).await?;
    let page = InboxPage {
        pages: &pages,
        person: &person,
        wanted: &wanted,
        entries: &entries,
        now: pages.engine().now(),
        session: &session,
        position,
    };
    let main = list_page(&page);
    let head = super::render::head(&person);
    let title = super::render::title(&page);
    let document = HtmlDocument { title: &title, wrong: false, direction: "ltr", class: "inbox", head, main };
    let mut response = html_response(StatusCode::OK, &document);
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path("/inbox"), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok(response)
}

/// Returns the entries that match the filter.
async fn find(pages: &Pages, actor: &Actor, wanted: &InboxFilter) -> Result<InboxEntries, CallError> {
    let mut filter = Filter {
        statuses: wanted.statuses(),
        mode: wanted.mode(),
        before: wanted.before(),
        limit: Some(SHOWN),
    };
    if !wanted.needs_content() {
        let page = pages.engine().list(actor, filter).await?;
        return Ok(InboxEntries { items: page.items, next: page.next, stopped: false });
    }
    filter.limit = Some(STRETCH);
    let (mut items, mut seen) = (Vec::new(), 0);
    loop {
        let page = pages.engine().list(actor, filter.clone()).await?;
        seen += page.items.len();
        for entry in page.items {
            if wanted.admits(pages, &entry) {
                items.push(entry);
            }
            if items.len() > SHOWN {
                items.truncate(SHOWN);
                let next = items.last().map(|entry| entry.id);
                return Ok(InboxEntries { items, next, stopped: false });
            }
        }
        match page.next {
            Some(next) if seen < MOST_SEARCHED => filter.before = Some(next),
            next => return Ok(InboxEntries { items, next, stopped: next.is_some() }),
        }
    }
}
