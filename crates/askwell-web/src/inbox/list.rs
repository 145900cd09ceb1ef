//! `GET /inbox`: the list, with its first question in the pane.

use askwell_locale::{say, text};
use std::sync::Arc;

use askwell_engine::store::InboxCursor;
use askwell_engine::{CallError, InboxFilter as PartFilter, ListFilter};
use askwell_lifecycle::{Actor, Elicitation, ElicitationId, Person, Surface};
use axum::extract::{RawQuery, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use maud::{Markup, html};

use super::filter::InboxFilter;
use super::frame::{InboxFrame, empty_pane, pane_of, top_bar};
use super::render::{InboxList, counted, list_section};
use super::snooze::Snoozed;
use super::tab::Tab;
use super::zone::Zone;
use super::{delegate, hold};
use crate::browser::Session;
use crate::connection::Connection;
use crate::offline;
use crate::page::{HtmlDocument, html_response};
use crate::pages::Pages;
use crate::visit::{PageError, Visit, inbox_person};

/// How many entries a page shows.
const SHOWN: usize = 50;

/// The most entries that one search reads, and how many it reads at a time.
const MOST_SEARCHED: usize = 20_000;
const STRETCH: usize = 1_000;

/// The entries of one page.
#[derive(Default)]
pub(super) struct InboxEntries {
    pub(super) items: Vec<Arc<Elicitation>>,
    /// The place of the next page as addresses spell it; empty if there is none.
    pub(super) next: String,
    /// Whether the search stopped at its limit.
    pub(super) stopped: bool,
    /// The snoozed entries that still wait.
    pub(super) snoozed: Vec<Arc<Elicitation>>,
    /// The log position before the list was read.
    pub(super) position: u64,
}

/// A rendered list, and what its page says beside it.
pub(super) struct RenderedList {
    pub(super) markup: Markup,
    /// The title for the browser's tab.
    pub(super) title: String,
    pub(super) ids: Vec<ElicitationId>,
    /// How many entries the tab has in all.
    pub(super) count: usize,
    pub(super) query: String,
    /// Whether it may be kept on the person's device: it tells of no answer.
    pub(super) is_kept: bool,
}

/// Shows the list, and the first question beside it.
pub(super) async fn show(
    State(pages): State<Pages>,
    RawQuery(query): RawQuery,
    line: Connection,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = inbox_person(&pages, &headers)?;
    let actor = Actor::person(&person, Surface::Web);
    let wanted = InboxFilter::read(query.as_deref().unwrap_or_default());
    let entries = find(&pages, &actor, &wanted).await?;
    let first = entries.items.first().map(|first| first.id);
    if let Some(first) = first
        && let Ok(visit) = Visit::from_inbox(&pages, &first.to_string(), &headers, line).await
    {
        let list = render(&visit.session, &pages, &headers, &actor, &wanted, &entries, Some(first)).await?;
        let frame = InboxFrame::around(list, &visit, "inbox").await?;
        let mut response = pane_of(visit.in_frame(frame)).await?;
        *response.status_mut() = StatusCode::OK;
        return Ok(response);
    }
    let session = Session::of(&headers, pages.cookie_name());
    let list = render(&session, &pages, &headers, &actor, &wanted, &entries, None).await?;
    let main = html! { div.split { (&list.markup) (empty_pane()) } };
    Ok(respond(&session, &pages, &person, &list, main))
}

/// Shows the list alone, for the script, which compares it with what the person sees.
pub(super) async fn show_list(
    State(pages): State<Pages>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let person = inbox_person(&pages, &headers)?;
    let wanted = InboxFilter::read(query.as_deref().unwrap_or_default());
    let actor = Actor::person(&person, Surface::Web);
    let entries = find(&pages, &actor, &wanted).await?;
    let session = Session::of(&headers, pages.cookie_name());
    let list = render(&session, &pages, &headers, &actor, &wanted, &entries, None).await?;
    let main = html! { div.split { (&list.markup) } };
    Ok(respond(&session, &pages, &person, &list, main))
}

/// Returns the list beside an entry that was opened by its address.
pub(super) async fn beside(
    session: &Session,
    pages: &Pages,
    headers: &HeaderMap,
    actor: &Actor,
    query: &str,
    entry: &Elicitation,
) -> Result<RenderedList, PageError> {
    let mut wanted = InboxFilter::read(query);
    if wanted.tab.is_none() && !entry.status().is_open() {
        wanted.tab = Some(Tab::Done);
    }
    let entries = find(pages, actor, &wanted).await?;
    render(session, pages, headers, actor, &wanted, &entries, Some(entry.id)).await
}

fn respond(session: &Session, pages: &Pages, person: &Person, list: &RenderedList, main: Markup) -> Response {
    let head = top_bar(pages, Some(person), "inbox");
    let document =
        HtmlDocument { title: &list.title, wrong: false, direction: None, class: "inbox", head, main };
    let mut response = html_response(StatusCode::OK, &document);
    if list.is_kept {
        offline::mark_kept(&mut response);
    }
    let cookie = session.cookie(pages.cookie_name(), pages.cookie_path("/inbox"), pages.is_https());
    response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
    response
}

async fn render(
    session: &Session,
    pages: &Pages,
    headers: &HeaderMap,
    actor: &Actor,
    wanted: &InboxFilter,
    entries: &InboxEntries,
    here: Option<ElicitationId>,
) -> Result<RenderedList, PageError> {
    let mut counts = pages.engine().count_inbox(actor).await?;
    counts.own = counts.own.saturating_sub(entries.snoozed.len());
    let held = if pages.undo_time().is_zero() { Vec::new() } else { hold::list(pages).await? };
    let person = actor.person.as_deref().unwrap_or_default();
    let delegated = match wanted.tab() {
        Tab::Mine | Tab::Groups => delegate::list_of(pages, person).await?,
        Tab::Taken | Tab::Done => Vec::new(),
    };
    let page = InboxList {
        held: &held,
        delegated: &delegated,
        pages,
        person,
        wanted,
        entries,
        counts,
        now: pages.engine().now(),
        zone: Zone::of(headers),
        session,
        here,
        position: entries.position,
    };
    let waiting = Tab::Mine.count(&counts);
    let title = if waiting == 0 {
        say("inbox-page-inbox")
    } else {
        text("inbox-title-count", &[("count", counted(waiting).into())])
    };
    let ids = entries.items.iter().map(|entry| entry.id).collect();
    let count = wanted.tab().count(&counts);
    // The row of a decision that has not left yet shows it, and so does every row of what is done.
    let is_kept = wanted.tab() != Tab::Done && held.is_empty();
    let query = wanted.query(&wanted.after);
    Ok(RenderedList { markup: list_section(&page), title, ids, count, query, is_kept })
}

/// Returns the entries that match the filter.
async fn find(pages: &Pages, actor: &Actor, wanted: &InboxFilter) -> Result<InboxEntries, CallError> {
    // Read before the list, so that no change falls between the list and the live events.
    let position = pages.engine().watch(actor, None).await?.position();
    let snoozed = match &actor.person {
        Some(person) if wanted.tab() == Tab::Mine => Snoozed::of(pages.engine(), person).await?,
        _ => Snoozed::default(),
    };
    let mut found = InboxEntries {
        snoozed: open_ones(pages, actor, &snoozed).await?,
        position,
        ..InboxEntries::default()
    };
    if wanted.snoozed {
        found.items = found.snoozed.clone();
        return Ok(found);
    }
    let mut seen = 0;
    let mut place = wanted.after.clone();
    let size = if wanted.needs_content() { STRETCH } else { SHOWN };
    loop {
        let (items, next) = read_page(pages, actor, wanted, &place, size).await?;
        seen += items.len();
        for entry in items {
            if !wanted.admits(pages, &entry) || snoozed.until(entry.id).is_some() {
                continue;
            }
            if found.items.len() == SHOWN {
                found.next = found.items.last().map(|last| place_of(wanted, last)).unwrap_or_default();
                return Ok(found);
            }
            found.items.push(entry);
        }
        let is_enough = found.items.len() == SHOWN || seen >= MOST_SEARCHED;
        if next.is_empty() || is_enough {
            found.stopped = !next.is_empty() && found.items.len() < SHOWN;
            found.next = next;
            return Ok(found);
        }
        place = next;
    }
}

/// Returns the snoozed entries that are open and visible.
async fn open_ones(
    pages: &Pages,
    actor: &Actor,
    snoozed: &Snoozed,
) -> Result<Vec<Arc<Elicitation>>, CallError> {
    let mut open = Vec::new();
    for id in snoozed.ids() {
        match pages.engine().status(actor, id).await {
            Ok(entry) if entry.status().is_open() => open.push(pages.shown(entry)),
            Ok(_) | Err(CallError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    open.sort_by_key(|entry| InboxCursor::of(entry));
    Ok(open)
}

/// Returns entries from a place on, and the place after them.
async fn read_page(
    pages: &Pages,
    actor: &Actor,
    wanted: &InboxFilter,
    after: &str,
    size: usize,
) -> Result<(Vec<Arc<Elicitation>>, String), CallError> {
    let at = InboxFilter { after: after.to_owned(), ..wanted.clone() };
    let shown = |items: Vec<Arc<Elicitation>>| items.into_iter().map(|entry| pages.shown(entry)).collect();
    match wanted.tab().part() {
        Some(part) => {
            let filter = PartFilter { part, mode: wanted.mode(), after: at.after(), limit: Some(size) };
            let page = pages.engine().list_inbox(actor, filter).await?;
            Ok((shown(page.items), page.next.map(written).unwrap_or_default()))
        }
        None => {
            let filter = ListFilter {
                statuses: wanted.statuses(),
                mode: wanted.mode(),
                before: at.before(),
                limit: Some(size),
            };
            let page = pages.engine().list(actor, filter).await?;
            Ok((shown(page.items), page.next.map(|next| next.to_string()).unwrap_or_default()))
        }
    }
}

fn place_of(wanted: &InboxFilter, entry: &Elicitation) -> String {
    match (wanted.tab(), InboxCursor::of(entry)) {
        (Tab::Done, _) | (_, None) => entry.id.to_string(),
        (_, Some(cursor)) => written(cursor),
    }
}

fn written(cursor: InboxCursor) -> String {
    format!("{}.{}", cursor.deadline.as_millis(), cursor.id)
}
