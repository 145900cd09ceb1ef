//! Renders the inbox as HTML.

use askwell_engine::Change;
use askwell_lifecycle::{Decline, Effect, Elicitation, Open, State, Status, Timestamp};
use maud::{Markup, html};

use super::filter::{InboxFilter, MODES, STATES, words_of};
use super::list::InboxEntries;
use crate::browser::Session;
use crate::page::{
    ACTION_NAME, Action, REASON_NAME, TOKEN_NAME, actor_name, ago, initial, instant, time_left, when,
};
use crate::pages::Pages;

/// The data of the page.
pub(super) struct InboxPage<'p> {
    pub(super) pages: &'p Pages,
    pub(super) person: &'p str,
    pub(super) wanted: &'p InboxFilter,
    pub(super) entries: &'p InboxEntries,
    pub(super) now: Timestamp,
    pub(super) session: &'p Session,
    /// The log position at which the list was read.
    pub(super) position: u64,
}

/// Renders the header.
pub(super) fn head(person: &str) -> Markup {
    html! {
        header.top {
            p { strong { "Askwell" } }
            p.person { "You are " bdi { (person) } }
        }
    }
}

/// Renders the page: entries first, then the filter, which is beside them on wide screens.
pub(super) fn list_page(page: &InboxPage<'_>) -> Markup {
    html! {
        p.banner role="alert" data-banner hidden {}
        div.title data-inbox=(page.position) {
            h1 { "Inbox" }
            (waiting(page))
            a.to-filters href="#filters" { "Search and filter" }
        }
        p.arrived { button.quiet type="button" data-arrived hidden {} }
        p.sr role="status" data-announce {}
        div.columns {
            div data-list { (list(page)) }
            aside aria-label="Filters and keys" {
                (filters(page.wanted))
                div.buttons {
                    button.quiet.scripted type="button" data-notify aria-pressed="false" hidden { "Notify me" }
                    button.quiet.scripted type="button" data-show-keys hidden { "Keyboard: ?" }
                }
                (keys())
            }
        }
    }
}

fn list(page: &InboxPage<'_>) -> Markup {
    html! {
        @if page.entries.items.is_empty() { (empty(page.wanted)) } @else {
            ul.list {
                @for entry in &page.entries.items { (self::entry(page, entry)) }
            }
        }
        @if page.entries.stopped {
            p.hint { "The search looked through the newest entries only. " a href=(page.wanted.address(page.entries.next)) { "Search further" } }
        } @else if page.entries.next.is_some() || page.wanted.before().is_some() {
            nav.pager aria-label="Pages" {
                @if page.wanted.before().is_some() { a.quiet href=(page.wanted.address(None)) { "Newest" } } @else { span {} }
                @if let Some(next) = page.entries.next { a.quiet href=(page.wanted.address(Some(next))) { "Older" } }
            }
        }
    }
}

/// Returns the title for the browser's tab: how many wait, unless the list shows something else.
pub(super) fn title(page: &InboxPage<'_>) -> String {
    let shown = page.entries.items.len();
    match (page.wanted.is_filtered() || shown == 0, page.entries.next.is_some()) {
        (true, _) => "Inbox".to_owned(),
        (false, true) => format!("({shown}+) Inbox"),
        (false, false) => format!("({shown}) Inbox"),
    }
}

fn waiting(page: &InboxPage<'_>) -> Markup {
    let shown = page.entries.items.len();
    let more = page.entries.next.is_some();
    html! {
        p data-waiting {
            @if page.wanted.is_filtered() {
                @if more { "The first " (shown) } @else { (shown) } " found"
            } @else if shown == 0 { "Nothing waits for you" }
            @else if more { "More than " (shown) " wait for you" }
            @else if shown == 1 { "One waits for you" }
            @else { (shown) " wait for you" }
        }
    }
}

fn filters(wanted: &InboxFilter) -> Markup {
    let state = if wanted.state.is_empty() { "waiting" } else { &wanted.state };
    html! {
        form.filters #filters tabindex="-1" method="get" action="/inbox" role="search" aria-label="Filter" {
            div.wide {
                label for="q" { "Search" }
                input #q type="search" name="q" value=(wanted.q) placeholder="Title, reason or program" data-search autocomplete="off";
            }
            div {
                label for="state" { "State" }
                select #state name="state" {
                    @for (value, word) in STATES { option value=(value) selected[value == state] { (word) } }
                }
            }
            div {
                label for="from" { "Who asks" }
                input #from type="text" name="from" value=(wanted.from) autocomplete="off";
            }
            div {
                label for="mode" { "Kind" }
                select #mode name="mode" {
                    option value="" { "Any" }
                    @for (value, word) in MODES { option value=(value) selected[value == wanted.mode] { (word) } }
                }
            }
            button.quiet type="submit" { "Show" }
        }
    }
}

fn keys() -> Markup {
    html! {
        section.keys data-keys tabindex="-1" aria-labelledby="keys-title" hidden {
            h2 #keys-title { "Keyboard" }
            dl {
                dt { kbd { "j" } } dd { "The next entry" }
                dt { kbd { "k" } } dd { "The one before" }
                dt { kbd { "Enter" } } dd { "Open it" }
                dt { kbd { "/" } } dd { "Search" }
                dt { kbd { "?" } } dd { "Show or hide this" }
            }
        }
    }
}

fn empty(wanted: &InboxFilter) -> Markup {
    html! {
        div.empty {
            @if wanted.is_filtered() {
                h2 { "Nothing fits" }
                p { "No entry fits what you are looking for. " a href="/inbox" { "Show everything that waits" } }
            } @else {
                h2 { "Nothing waits for you" }
                p { "When a program asks you something, it appears here by itself. You can leave this page open and be notified." }
                p { a href="/inbox?state=done" { "See what is over" } }
            }
        }
    }
}

fn entry(page: &InboxPage<'_>, entry: &Elicitation) -> Markup {
    let client = page.pages.client_name(&entry.client);
    let (title, why) = words_of(entry);
    let path = format!("/inbox/{}", entry.id);
    html! {
        li.entry data-entry=(entry.id) {
            span.circle aria-hidden="true" { (initial(&client)) }
            div.what {
                h2 { a href=(path) dir="auto" { (title) } }
                @if !why.is_empty() { p.description dir="auto" { (why) } }
                p.meta {
                    bdi { (client) } " · asked "
                    time datetime=(instant(entry.created_at)) title=(when(entry.created_at)) {
                        (ago(entry.created_at.until(page.now)))
                    }
                    " " (standing(entry, page.now, page.person))
                }
            }
            @if let State::Open(open) = &entry.state { (entry_actions(page, open, &path)) }
        }
    }
}

fn standing(entry: &Elicitation, now: Timestamp, person: &str) -> Markup {
    match (&entry.state, entry.deadline()) {
        (State::Open(open), Some(deadline)) => {
            let left = now.until(deadline);
            html! {
                span.badge.near[left <= entry.terms.warn_before] { (time_left(left)) " left" }
                @match open.claimed_by.as_deref() {
                    Some(name) if name == person => { " " span.badge { "taken by you" } }
                    Some(name) => { " " span.badge { "taken by " bdi { (name) } } }
                    None => {}
                }
            }
        }
        _ => {
            let status = entry.status();
            html! { span class=(format!("badge {status}")) { (status_words(status)) } }
        }
    }
}

fn status_words(status: Status) -> &'static str {
    match status {
        Status::Pending | Status::Active => "Waiting",
        Status::Completed => "Answered",
        Status::Declined => "Declined",
        Status::Cancelled => "Cancelled",
        Status::Timeout => "Expired",
    }
}

/// Renders the buttons of an entry. Declining cannot be undone, so it takes a second press in the
/// same place.
fn entry_actions(page: &InboxPage<'_>, open: &Open, path: &str) -> Markup {
    let (action, word) = match open.claimed_by.as_deref() {
        Some(name) if name == page.person => (Action::Release, "Give back"),
        Some(_) => (Action::Claim, "Take over"),
        None => (Action::Claim, "Take"),
    };
    let carried = html! {
        input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(path));
        input type="hidden" name=":back" value="list";
    };
    html! {
        div.does {
            form method="post" action=(path) {
                (carried)
                button.quiet type="submit" name=(ACTION_NAME) value=(action.value()) { (word) }
            }
            details.decline {
                summary.quiet { "Decline…" }
                form method="post" action=(path) {
                    (carried)
                    p { "Tells the program that you will not answer. This cannot be undone." }
                    div {
                        @let id = format!("why-{}", page_id(path));
                        label for=(id) { "Why? " span.optional { "(optional)" } }
                        textarea id=(id) name=(REASON_NAME) rows="2" maxlength=(Decline::REASON_CHARS) dir="auto" {}
                    }
                    div.buttons {
                        button.refuses type="submit" name=(ACTION_NAME) value=(Action::Decline.value()) { "Decline" }
                        button.quiet.scripted type="button" data-keep hidden { "Keep it open" }
                    }
                }
            }
        }
    }
}

/// Returns the last part of an entry's path, which is unique.
fn page_id(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// Renders the history of an elicitation: each change, its author, time and surface.
pub(crate) fn audit_trail(pages: &Pages, history: &[Change]) -> Markup {
    html! {
        section.inbox-history aria-labelledby="trail-title" {
            h2 #trail-title { "What happened" }
            ol.trail {
                @for change in history {
                    li {
                        (describe_change(pages, change))
                        time datetime=(instant(change.at)) data-local { (when(change.at)) }
                    }
                }
            }
        }
    }
}

fn describe_change(pages: &Pages, change: &Change) -> Markup {
    let actor_name = actor_name(change);
    let by = html! { " by " bdi { (actor_name) } ", through " (change.surface.as_str()) };
    html! {
        @match &change.effect {
            Effect::Created => { "Asked by " bdi { (pages.client_name(&change.client)) } }
            Effect::Opened => { "Opened" (by) }
            Effect::Rejected { count, limit } => { "Try " (count) " of " (u16::from(*limit) + 1) " was not accepted" (by) }
            Effect::Warned { .. } => { "The time was nearly up" }
            Effect::Extended { left, .. } => { "Time was added" (by) "; " (left) " more extensions" }
            Effect::Claimed { by } => { "Taken by " bdi { (by) } }
            Effect::Released => { "Given back" (by) }
            Effect::Closed { status, reason } => {
                (status_words(*status))
                @if *status != Status::Timeout { (by) }
                @if let Some(reason) = reason { " (" (reason) ")" }
            }
            Effect::Taken => { "The answer was delivered" }
            other => { (other.name()) }
        }
    }
}
