//! Renders the list of the inbox: tabs, filter, groups and rows.

use crate::text::message;
use askwell_engine::store::{InboxCounts, MOST_COUNTED};
use askwell_form::Decision;
use askwell_lifecycle::{Elicitation, ElicitationId, State, Timestamp};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::action::{BULK_PATH, BulkResult};
use super::delegate::{Delegation, TAKE_BACK_PATH};
use super::filter::{InboxFilter, MODES, STATES, words_of};
use super::group::DueGroup;
use super::hold::HeldDecision;
use super::icon::{Icon, icon};
use super::list::InboxEntries;
use super::row::row;
use super::tab::Tab;
use super::zone::Zone;
use crate::browser::Session;
use crate::page::{ACTION_NAME, TOKEN_NAME};
use crate::pages::Pages;

/// The data of the list.
pub(super) struct InboxList<'p> {
    pub(super) pages: &'p Pages,
    pub(super) person: &'p str,
    pub(super) wanted: &'p InboxFilter,
    pub(super) entries: &'p InboxEntries,
    /// Decisions that have not left yet.
    pub(super) held: &'p [HeldDecision],
    /// What the person has passed on.
    pub(super) delegated: &'p [Delegation],
    pub(super) counts: InboxCounts,
    pub(super) now: Timestamp,
    pub(super) zone: Zone,
    pub(super) session: &'p Session,
    /// The entry in the pane.
    pub(super) here: Option<ElicitationId>,
    /// The log position at which the list was read.
    pub(super) position: u64,
}

/// Renders the list with its head.
pub(super) fn list_section(page: &InboxList<'_>) -> Markup {
    let tab = page.wanted.tab();
    html! {
        section.list aria-labelledby="list-title" data-inbox=(page.position) data-query=(page.wanted.query(&page.wanted.after)) {
            div.list-head {
                div.list-title {
                    h1 #list-title { (say(tab.label())) }
                    a.pill href=(format!("/inbox{}", page.wanted.query(""))) data-new hidden { (icon(Icon::Up)) span data-new-count {} }
                    (filters(page.wanted))
                }
                (tabs(page, "tabs"))
            }
            p.sr role="status" data-announce {}
            @if let Some(said) = BulkResult::sentence(&page.wanted.said) { p.notice.said role="status" { (said) } }
            div.entries data-list {
                @if page.entries.items.is_empty() { (empty(page)) } @else { (groups(page)) }
                (pager(page))
                @if !page.entries.snoozed.is_empty() && !page.wanted.snoozed {
                    p.hint.searched data-snoozed { (text("inbox-snoozed-count", &[("count", page.entries.snoozed.len().into())])) " " a href="/inbox?snoozed=yes" { (say("inbox-snoozed-show")) } }
                }
                (delegations(page))
            }
            (toasts(page))
            (bulk_bar(page))
            (hints())
            (keys())
        }
    }
}

/// Renders the tabs: once above the list, and once more at the foot of a phone.
fn tabs(page: &InboxList<'_>, class: &str) -> Markup {
    let current = page.wanted.tab();
    html! {
        nav class=(class) aria-label=(say("inbox-parts")) {
            @for (tab, name, label) in Tab::ALL {
                @let count = tab.count(&page.counts);
                a href=(if tab == Tab::Mine { "/inbox".to_owned() } else { format!("/inbox?tab={name}") })
                    aria-current=[(tab == current).then_some("page")] data-tab=(name) {
                    (icon(tab_icon(tab)))
                    span { (say(label)) }
                    " "
                    @if tab != Tab::Done { span.count data-count=(name) { @if count > 0 { (counted(count)) } } }
                }
            }
        }
    }
}

fn tab_icon(tab: Tab) -> Icon {
    match tab {
        Tab::Mine => Icon::Tray,
        Tab::Groups => Icon::People,
        Tab::Taken => Icon::Hand,
        Tab::Done => Icon::Done,
    }
}

/// Returns a count, as far as stores count.
pub(super) fn counted(count: usize) -> String {
    if count >= MOST_COUNTED {
        text("inbox-count-more", &[("count", (MOST_COUNTED - 1).into())])
    } else {
        count.to_string()
    }
}

fn groups(page: &InboxList<'_>) -> Markup {
    let heading = |entry: &Elicitation| match &entry.state {
        State::Open(_) => {
            let deadline = entry.deadline().unwrap_or(page.now);
            DueGroup::of(deadline, page.now, page.zone).heading()
        }
        State::Closed(closed) if page.zone.day(closed.at) == page.zone.day(page.now) => say("inbox-today"),
        State::Closed(closed) => page.zone.long_day(closed.at),
    };
    let mut groups: Vec<(String, Vec<&Elicitation>)> = Vec::new();
    for entry in &page.entries.items {
        let heading = heading(entry);
        match groups.last_mut() {
            Some((last, entries)) if *last == heading => entries.push(entry),
            _ => groups.push((heading, vec![entry])),
        }
    }
    // The last group may continue on the next page, the first may have begun on the one before.
    let last = groups.len().saturating_sub(1);
    let is_whole = |place: usize| {
        (place != last || page.entries.next.is_empty()) && (place != 0 || !page.wanted.is_later_page())
    };
    html! {
        @for (place, (heading, entries)) in groups.iter().enumerate() {
            section.group aria-labelledby=(format!("group-{place}")) {
                h2 id=(format!("group-{place}")) {
                    (heading)
                    @if is_whole(place) { " " span.count { (entries.len()) } }
                }
                ul { @for entry in entries { (row(page, entry)) } }
            }
        }
    }
}

fn pager(page: &InboxList<'_>) -> Markup {
    let next = format!("/inbox{}", page.wanted.query(&page.entries.next));
    html! {
        @if page.entries.stopped {
            p.hint.searched { (say("inbox-stopped")) " " a href=(next) { (say("inbox-search-further")) } }
        } @else if !page.entries.next.is_empty() || page.wanted.is_later_page() {
            nav.pager aria-label=(say("inbox-pages")) {
                @if page.wanted.is_later_page() { a.tiny href=(format!("/inbox{}", page.wanted.query(""))) { (say("inbox-first")) } } @else { span {} }
                @if !page.entries.next.is_empty() { a.tiny href=(next) { (say("inbox-more")) } }
            }
        }
    }
}

fn filters(wanted: &InboxFilter) -> Markup {
    html! {
        details.filter open[wanted.is_filtered()] data-filter {
            summary.tiny { (icon(Icon::Funnel)) (say("inbox-filter")) @if wanted.is_filtered() { span.sr { ", " (say("inbox-filter-in-use")) } } }
            form.filters method="get" action="/inbox" role="search" aria-label=(say("inbox-filter")) {
                input type="hidden" name="tab" value=(wanted.tab().name());
                div.wide {
                    label for="q" { (say("inbox-search")) }
                    input #q type="search" name="q" value=(wanted.q) data-search autocomplete="off" aria-describedby="q-help";
                    p.hint #q-help { (say("inbox-search-help")) }
                }
                div {
                    label for="from" { (say("inbox-who-asks")) }
                    input #from type="text" name="from" value=(wanted.from) autocomplete="off";
                }
                div {
                    label for="mode" { (say("inbox-kind")) }
                    select #mode name="mode" {
                        option value="" { (say("inbox-any")) }
                        @for (value, word) in MODES { option value=(value) selected[value == wanted.mode] { (say(word)) } }
                    }
                }
                @if wanted.tab() == Tab::Done {
                    div {
                        label for="state" { (say("inbox-outcome")) }
                        select #state name="state" {
                            option value="" { (say("inbox-any")) }
                            @for (value, word) in STATES { option value=(value) selected[value == wanted.state] { (say(word)) } }
                        }
                    }
                }
                div.buttons {
                    button.tiny type="submit" { (say("inbox-show")) }
                    button.tiny.scripted type="button" data-notify aria-pressed="false" hidden { (say("inbox-notify")) }
                    @if wanted.is_filtered() {
                        a.tiny.plain href=(format!("/inbox?tab={}", wanted.tab().name())) { (say("inbox-show-everything")) }
                    }
                }
            }
        }
    }
}

/// The most delegated questions that a list shows.
const MOST_DELEGATED: usize = 20;

/// Renders what the person has passed on, with the way back.
fn delegations(page: &InboxList<'_>) -> Markup {
    html! {
        @if !page.delegated.is_empty() {
            details.passed-on {
                summary { (text("inbox-delegated-count", &[("count", page.delegated.len().into())])) }
                ul {
                    @for delegation in page.delegated.iter().take(MOST_DELEGATED) {
                        li {
                            form method="post" action=(TAKE_BACK_PATH) {
                                input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(TAKE_BACK_PATH));
                                input type="hidden" name="id" value=(delegation.id);
                                p.hint {
                                    @if let Some(title) = &delegation.title { strong dir="auto" { (title) } br; }
                                    (message("inbox-delegated-to", &[("time", page.zone.clock(delegation.returns_at()).into())], &[("name", html! { bdi { (delegation.to) } })]))
                                }
                                button.tiny type="submit" { (say("inbox-take-back")) span.sr { ": " (delegation.title.as_deref().unwrap_or_default()) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Renders the newest decision that can be undone, wherever its row is.
fn toasts(page: &InboxList<'_>) -> Markup {
    let own = page.held.iter().filter(|held| held.by == page.person);
    html! {
        @if let Some(held) = own.max_by_key(|held| held.until()) {
            @let path = format!("/inbox/{}", held.id);
            form.toast method="post" action=(format!("{path}/undo")) data-leaves=(page.now.until(held.until()).as_secs()) {
                input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(&path));
                p {
                    @let seconds = html! { span data-seconds { (page.now.until(held.until()).as_secs()) } };
                    @match page.entries.items.iter().find(|entry| entry.id.to_string() == held.id) {
                        Some(entry) => {
                            @let title = html! { bdi { (words_of(entry).0) } @if words_of(entry).0.ends_with(char::is_alphanumeric) { "." } };
                            @let key = if held.approved { "inbox-toast-approved" } else { "inbox-toast-rejected" };
                            (message(key, &[], &[("title", title), ("seconds", seconds)]))
                        }
                        None => (message(if held.approved { "inbox-toast-approved-short" } else { "inbox-toast-rejected-short" }, &[], &[("seconds", seconds)])),
                    }
                }
                button.tiny type="submit" data-key="undo" { (icon(Icon::Undo)) (say("inbox-undo")) }
            }
        }
    }
}

/// Renders the bar for several entries. The style sheet shows it once one is selected, and counts them.
fn bulk_bar(page: &InboxList<'_>) -> Markup {
    if page.wanted.tab() == Tab::Done {
        return html! {};
    }
    html! {
        form.bulk #bulk method="post" action=(BULK_PATH) aria-label=(say("inbox-selected-entries")) {
            input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(BULK_PATH));
            input type="hidden" name=":list" value=(page.wanted.query(&page.wanted.after));
            label.sr for="bulk-comment" { (say("inbox-comment-all")) }
            textarea #bulk-comment name="comment" rows="1" maxlength=(Decision::COMMENT_CHARS) placeholder=(say("inbox-comment-all")) dir="auto" {}
            div.buttons {
                p.picked { " " (say("inbox-selected")) }
                button.tiny.go type="submit" name=(ACTION_NAME) value="approve" { (icon(Icon::Tick)) (say("inbox-approve-all")) }
                button.tiny.no type="submit" name=(ACTION_NAME) value="reject" { (icon(Icon::Cross)) (say("inbox-reject-all")) }
                button.tiny type="submit" name=(ACTION_NAME) value="snooze" { (say("inbox-snooze")) }
                button.tiny.plain type="reset" { (say("inbox-clear")) }
            }
        }
    }
}

fn empty(page: &InboxList<'_>) -> Markup {
    let tab = page.wanted.tab();
    let in_groups = page.counts.groups;
    html! {
        div.empty {
            (empty_picture())
            @if page.wanted.is_filtered() {
                h2 { (say("inbox-none-fits")) }
                p { (say("inbox-none-fits-about")) }
                p.buttons { a.tiny href=(format!("/inbox?tab={}", tab.name())) { (say("inbox-show-everything")) } }
            } @else {
                @match tab {
                    Tab::Mine => {
                        h2 { (say("inbox-none-mine")) }
                        p { (say("inbox-none-mine-about")) }
                        p.buttons {
                            @if in_groups > 0 { a.tiny href="/inbox?tab=groups" { (text("inbox-none-mine-groups", &[("count", counted(in_groups).into())])) } }
                            a.tiny.plain href="/inbox?tab=done" { (say("inbox-none-mine-done")) }
                        }
                    }
                    Tab::Groups => { h2 { (say("inbox-none-groups")) } p { (say("inbox-none-groups-about")) } }
                    Tab::Taken => { h2 { (say("inbox-none-taken")) } p { (say("inbox-none-taken-about")) } }
                    Tab::Done => { h2 { (say("inbox-none-done")) } p { (say("inbox-none-done-about")) } }
                }
            }
        }
    }
}

fn empty_picture() -> Markup {
    html! {
        svg.picture viewBox="0 0 48 40" width="48" height="40" aria-hidden="true" focusable="false" {
            path d="M9 4h30l6 18v14H3V22zM3 22h11l3 6h14l3-6h11M18 13l4.5 4.5L31 9" {}
        }
    }
}

fn hints() -> Markup {
    html! {
        p.hints aria-hidden="true" {
            span { kbd { "J" } " " kbd { "K" } " " (say("inbox-hint-move")) }
            span { kbd { "A" } " " (say("inbox-hint-approve")) }
            span { kbd { "R" } " " (say("inbox-hint-reject")) }
            span { kbd { "X" } " " (say("inbox-hint-select")) }
            span { kbd { "?" } " " (say("inbox-hint-keys")) }
        }
    }
}

/// The keys and the messages that say what they do.
const KEYS: [(&[&str], &str); 19] = [
    (&["J", "K"], "inbox-key-move"),
    (&["Enter"], "inbox-key-open"),
    (&["Esc"], "inbox-key-back"),
    (&["A"], "inbox-key-approve"),
    (&["R"], "inbox-key-reject"),
    (&["X"], "inbox-key-select"),
    (&["Shift", "A"], "inbox-key-approve-selected"),
    (&["C"], "inbox-key-comment"),
    (&["D"], "inbox-delegate"),
    (&["S"], "inbox-snooze"),
    (&["Z"], "inbox-key-undo"),
    (&["T"], "inbox-key-take"),
    (&["N"], "inbox-key-new"),
    (&["G", "M"], "inbox-tab-mine"),
    (&["G", "G"], "inbox-tab-groups"),
    (&["G", "T"], "inbox-tab-taken"),
    (&["G", "D"], "inbox-tab-done"),
    (&["/"], "inbox-search"),
    (&["?"], "inbox-key-help"),
];

fn keys() -> Markup {
    html! {
        section.keys data-keys tabindex="-1" aria-labelledby="keys-title" hidden {
            h2 #keys-title { (say("inbox-keys")) }
            dl {
                @for (keys, does) in KEYS {
                    div {
                        dt { @for (place, key) in keys.iter().enumerate() { @if place > 0 { " " } kbd { (key) } } }
                        dd { (say(does)) }
                    }
                }
            }
            p { label.tick { input type="checkbox" data-letters checked; span { (say("inbox-keys-letters")) } } }
            p { button.tiny type="button" data-keys-close { (say("inbox-keys-close")) } }
        }
    }
}
