//! The frame of the inbox: bar, list and pane. The pane is the page of one elicitation.

use crate::text::{message, with_name};
use askwell_locale::{say, text};
use std::sync::Arc;

use askwell_lifecycle::{ElicitationId, Open, Person, State};
use axum::http::HeaderMap;
use axum::response::Response;
use maud::{Markup, html};

use super::action::SNOOZES;
use super::icon::{Icon, icon};
use super::list::{RenderedList, beside};
use super::{delegate, note, snooze};
use crate::brand;
use crate::language;
use crate::page::{self, ACTION_NAME, Action, TOKEN_NAME, initials, instant, when};
use crate::pages::Pages;
use crate::roles::PersonRole;
use crate::visit::{EntryPoint, PageError, Visit};

/// What is around the page of an elicitation in the inbox.
#[derive(Clone)]
pub(crate) struct InboxFrame {
    shared: Arc<FrameParts>,
}

struct FrameParts {
    list: Markup,
    title: Option<String>,
    class: &'static str,
    /// Whether the list may be kept on the person's device.
    is_kept: bool,
    bar: Markup,
    /// Who passed the question on.
    delegated: Markup,
    notes: Markup,
}

impl InboxFrame {
    /// Returns the frame with this list. A phone shows the list in the class `inbox`, and the pane
    /// in `inbox one`.
    pub(super) async fn around(
        list: RenderedList,
        visit: &Visit,
        class: &'static str,
    ) -> Result<InboxFrame, PageError> {
        let title = (class == "inbox").then_some(list.title);
        let bar = pane_bar(visit, &list.ids, list.count, &list.query);
        let (delegated, notes) = (delegated(visit).await?, notes(visit).await?);
        let parts =
            FrameParts { list: list.markup, title, class, is_kept: list.is_kept, bar, delegated, notes };
        Ok(InboxFrame { shared: Arc::new(parts) })
    }

    /// Returns whether the list may be kept on the person's device.
    pub(crate) fn is_kept(&self) -> bool {
        self.shared.is_kept
    }

    pub(crate) fn class(&self) -> &'static str {
        self.shared.class
    }

    /// Returns the title of the whole page, if it is not that of the question.
    pub(crate) fn title(&self) -> Option<&str> {
        self.shared.title.as_deref()
    }
}

/// Returns the frame of an entry that was opened by its address.
pub(crate) async fn frame_of_entry(
    visit: &Visit,
    headers: &HeaderMap,
    query: &str,
) -> Result<Option<InboxFrame>, PageError> {
    let EntryPoint::Inbox { .. } = &visit.entry_point else { return Ok(None) };
    let list = beside(&visit.session, &visit.pages, headers, &visit.actor, query, &visit.elicitation).await?;
    InboxFrame::around(list, visit, "inbox one").await.map(Some)
}

/// Renders the list and, beside it, the page of an elicitation.
pub(crate) fn framed(frame: &InboxFrame, direction: &str, main: &Markup) -> Markup {
    html! {
        div.split {
            (frame.shared.list)
            section.pane aria-label=(say("inbox-question")) data-pane {
                (frame.shared.bar)
                (frame.shared.delegated)
                div.question dir=(direction) { (main) }
                (frame.shared.notes)
            }
        }
    }
}

/// Returns the page of an elicitation within its frame.
pub(super) async fn pane_of(visit: Visit) -> Result<Response, PageError> {
    page::show_page(visit, "").await
}

/// Renders the pane without a question.
pub(super) fn empty_pane() -> Markup {
    html! {
        section.pane.nothing-here aria-label=(say("inbox-question")) data-pane {
            p.banner role="alert" data-banner hidden {}
            p { (say("inbox-question-none")) }
        }
    }
}

/// Renders the bar of every page of a person: brand, parts, name.
pub(crate) fn top_bar(pages: &Pages, person: Option<&Person>, current: &str) -> Markup {
    let may = |role| person.is_some_and(|person| pages.may(person, role));
    html! {
        header.top {
            (brand::mark())
            nav.parts aria-label=(say("inbox-pages")) {
                a href="/inbox" aria-current=[(current == "inbox").then_some("page")] { (say("inbox-page-inbox")) }
                @if pages.has_notifications() {
                    a href="/inbox/notifications" aria-current=[(current == "notifications").then_some("page")] { (say("inbox-page-notifications")) }
                }
                @if may(PersonRole::Operate) { a href="/overview" aria-current=[(current == "overview").then_some("page")] { (say("inbox-page-overview")) } }
                @if may(PersonRole::Administer) { a href="/administration" aria-current=[(current == "administration").then_some("page")] { (say("inbox-page-administration")) } }
            }
            (language::link())
            @if let Some(person) = person.map(Person::as_str) {
                p.person { span.circle.small aria-hidden="true" { (initials(person, 2)) } span.name { span.sr { (say("inbox-you-are")) " " } bdi { (person) } } }
            }
        }
        // The worker shows these words on a page that was kept, and the script when the connection is gone.
        p.offline-line role="status" data-line=(say("inbox-offline")) hidden {}
    }
}

fn pane_bar(visit: &Visit, ids: &[ElicitationId], count: usize, query: &str) -> Markup {
    let place = ids.iter().position(|id| *id == visit.elicitation.id);
    let at = |place: Option<usize>| place.and_then(|place| ids.get(place));
    let (before, after) =
        (at(place.and_then(|place| place.checked_sub(1))), at(place.and_then(|place| place.checked_add(1))));
    let step = |id: Option<&ElicitationId>, sign: Icon, word: &str, key: &str| {
        html! {
            @if let Some(id) = id {
                a.tool href=(format!("/inbox/{id}{query}")) data-key=(key) { (icon(sign)) span.sr { (say(word)) } }
            } @else {
                span.tool.off { (icon(sign)) }
            }
        }
    };
    html! {
        div.pane-bar {
            a.tool.back href=(format!("/inbox{query}")) { (say("inbox-list")) }
            (step(before, Icon::Up, "inbox-before", "before"))
            (step(after, Icon::Down, "inbox-after", "after"))
            @if let Some(place) = place { span.place { @if count > place { (text("inbox-place", &[("here", (place + 1).into()), ("count", super::render::counted(count).into())])) } @else { (place + 1) } } }
            div.tools { (take_form(visit)) (delegate_menu(visit)) (snooze_menu(visit)) a.tool href=(format!("{}/history", visit.path)) { (icon(Icon::Clock)) span { (say("inbox-what-happened")) } } }
        }
    }
}

/// Renders the menu that passes the question on.
fn delegate_menu(visit: &Visit) -> Markup {
    if !delegate::is_possible(&visit.pages, &visit.elicitation) {
        return html! {};
    }
    html! {
        details.menu name="tool" {
            summary.tool data-key="delegate" { (icon(Icon::Forward)) span { (say("inbox-delegate")) } }
            form.menu-list method="post" action=(format!("{}/delegate", visit.path)) {
                input type="hidden" name=(TOKEN_NAME) value=(visit.form_token());
                p.hint { (say("inbox-delegate-about")) }
                label for="delegate-kind" { (say("inbox-delegate-to")) }
                select #delegate-kind name="kind" { option value="person" { (say("inbox-delegate-person")) } option value="group" { (say("inbox-delegate-group")) } }
                label for="delegate-to" { (say("inbox-delegate-name")) }
                input #delegate-to type="text" name="to" required maxlength="128" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto";
                label for="delegate-reason" { (say("inbox-delegate-why")) " " span.optional { (say("inbox-delegate-why-note")) } }
                textarea #delegate-reason name="reason" rows="2" maxlength=(note::LONGEST - 200) dir="auto" {}
                button.tiny.go type="submit" { (say("inbox-delegate")) }
            }
        }
    }
}

/// Renders who passed the question on, with the way back.
async fn delegated(visit: &Visit) -> Result<Markup, PageError> {
    let EntryPoint::Inbox { person } = &visit.entry_point else { return Ok(html! {}) };
    let found = delegate::find(visit.pages.engine(), visit.elicitation.id).await?;
    let Some(found) = found.filter(|found| found.by != **person && visit.elicitation.status().is_open())
    else {
        return Ok(html! {});
    };
    Ok(html! {
        form.claimed.delegated method="post" action=(format!("{}/delegate", visit.path)) {
            input type="hidden" name=(TOKEN_NAME) value=(visit.form_token());
            p {
                (message("inbox-delegated-by", &[], &[("name", html! { bdi { (found.by) } }), ("time", html! { time datetime=(instant(found.returns_at())) data-local { (when(found.returns_at())) } })]))
            }
            button.quiet type="submit" name="back" value="yes" { (say("inbox-delegated-return")) }
        }
    })
}

/// Renders the menu that hides the question for a while.
fn snooze_menu(visit: &Visit) -> Markup {
    if !visit.elicitation.status().is_open() {
        return html! {};
    }
    let now = visit.pages.engine().now();
    let can = snooze::returns_at(&visit.elicitation, now, std::time::Duration::from_secs(60)).is_some();
    html! {
        details.menu name="tool" {
            summary.tool data-key="snooze" { (icon(Icon::Moon)) span { (say("inbox-snooze")) } }
            form.menu-list method="post" action=(format!("{}/snooze", visit.path)) {
                input type="hidden" name=(TOKEN_NAME) value=(visit.form_token());
                @if can {
                    p.hint { (say("inbox-snooze-about")) }
                    @for (value, words, _) in SNOOZES { button.tiny type="submit" name="for" value=(value) { (say(words)) } }
                } @else {
                    p.hint { (say("inbox-snooze-too-soon")) }
                }
                button.tiny.plain type="submit" name="for" value="" { (say("inbox-snooze-not")) }
            }
        }
    }
}

/// Renders the notes among colleagues.
async fn notes(visit: &Visit) -> Result<Markup, PageError> {
    let notes = note::list(visit.pages.engine(), visit.elicitation.id).await?;
    Ok(html! {
        section.notes #notes aria-labelledby="notes-title" {
            details open[!notes.is_empty()] {
                summary { h2 #notes-title { (say("inbox-notes")) @if !notes.is_empty() { " " span.count { (notes.len()) } } } }
                p.hint { (with_name("inbox-notes-private", "client", &visit.client())) }
                @if !notes.is_empty() {
                    ol {
                        @for note in &notes {
                            li {
                                p.by { strong { bdi { (note.by) } } " " time datetime=(instant(note.at())) data-local { (when(note.at())) } }
                                p.words dir="auto" { (note.text) }
                            }
                        }
                    }
                }
                form method="post" action=(format!("{}/note", visit.path)) {
                    input type="hidden" name=(TOKEN_NAME) value=(visit.form_token());
                    label for="note" { (say("inbox-note-yours")) }
                    textarea #note name="note" rows="2" maxlength=(note::LONGEST) required dir="auto" {}
                    button.tiny type="submit" { (say("inbox-note-add")) }
                }
            }
        }
    })
}

/// Renders the form that takes the question or gives it back.
fn take_form(visit: &Visit) -> Markup {
    let (EntryPoint::Inbox { person }, State::Open(Open { claimed_by, .. })) =
        (&visit.entry_point, &visit.elicitation.state)
    else {
        return html! {};
    };
    let (action, word) = match claimed_by {
        None => (Action::Claim, "inbox-take"),
        Some(name) if name == person => (Action::Release, "inbox-give-back"),
        Some(_) => (Action::Claim, "inbox-take-over"),
    };
    html! {
        form method="post" action=(visit.path) {
            input type="hidden" name=(TOKEN_NAME) value=(visit.form_token());
            button.tool type="submit" name=(ACTION_NAME) value=(action.value()) data-key="take" { (icon(Icon::Hand)) span { (say(word)) } }
        }
    }
}
