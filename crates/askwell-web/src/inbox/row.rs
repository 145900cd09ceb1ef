//! Renders one entry of the list.

use crate::text::{message, with_name};
use askwell_form::{Answers, CommentRule, Decision, DecisionAnswer};
use askwell_lifecycle::{Decline, Elicitation, Open, Outcome, Question, State, Timestamp};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::filter::words_of;
use super::group::due_words;
use super::hold::HeldDecision;
use super::icon::{Icon, icon};
use super::render::InboxList;
use crate::page::{ACTION_NAME, Action, TOKEN_NAME, approve_words, initials, instant, reject_words, when};

/// Renders an open or closed entry.
pub(super) fn row(page: &InboxList<'_>, entry: &Elicitation) -> Markup {
    match &entry.state {
        State::Open(open) => open_row(page, entry, open),
        State::Closed(closed) => closed_row(page, entry, closed.at, &closed.outcome),
    }
}

fn open_row(page: &InboxList<'_>, entry: &Elicitation, open: &Open) -> Markup {
    let id = entry.id.to_string();
    if let Some(held) = page.held.iter().find(|held| held.id == id) {
        return held_row(page, entry, held);
    }
    let deadline = entry.deadline().unwrap_or(page.now);
    let near = page.now.until(deadline) <= entry.terms.warn_before;
    let here = page.here == Some(entry.id);
    let path = format!("/inbox/{}", entry.id);
    let has_draft = page.pages.drafts().has(&page.session.key(&path));
    let address = format!("{path}{}", page.wanted.query(&page.wanted.after));
    html! {
        li.row.near[near].here[here] data-entry=(entry.id) {
            input.check type="checkbox" form="bulk" name="id" value=(entry.id) aria-label=(text("inbox-select", &[("title", words_of(entry).0.into())]));
            div.what {
                div.line {
                    h3 { a href=(address) aria-current=[here.then_some("true")] dir="auto" { (words_of(entry).0) } }
                    p.due.near[near] data-due {
                        (dial(entry, page.now))
                        span { (due_words(deadline, page.now, page.zone)) }
                    }
                }
                p.meta data-meta { (mark(page, entry)) span.words { (meta(page, entry, open)) } }
            }
            @match quick_decision(entry) {
                Some(decision) => { (decision_buttons(page, entry, decision, &path)) }
                None => {
                    p.does {
                        a.tiny href=(address) {
                            (say(if has_draft { "inbox-continue" } else { "inbox-answer" }))
                            span.sr { ": " (words_of(entry).0) }
                        }
                    }
                }
            }
        }
    }
}

/// Renders an entry that is decided, and whose decision has not left yet.
fn held_row(page: &InboxList<'_>, entry: &Elicitation, held: &HeldDecision) -> Markup {
    let path = format!("/inbox/{}", entry.id);
    let is_own = held.by == page.person;
    let (sign, class) = if held.approved { (Icon::Tick, "good") } else { (Icon::Cross, "bad") };
    html! {
        li.row.decided data-entry=(entry.id) {
            span class=(format!("verdict {class}")) { (icon(sign)) }
            div.what {
                h3 { a href=(path) dir="auto" { (words_of(entry).0) } }
                p.meta data-meta {
                    span.words {
                        @match (held.approved, is_own) {
                            (true, true) => (say("inbox-approved-by-you")),
                            (false, true) => (say("inbox-rejected-by-you")),
                            (true, false) => (with_name("inbox-approved-by", "name", &held.by)),
                            (false, false) => (with_name("inbox-rejected-by", "name", &held.by)),
                        }
                    }
                }
            }
            @if is_own {
                form.does method="post" action=(format!("{path}/undo")) {
                    input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(&path));
                    button.tiny type="submit" { (icon(Icon::Undo)) (say("inbox-undo")) span.sr { ": " (words_of(entry).0) } }
                }
            }
        }
    }
}

/// Returns the decision of an entry that can be made in its row: approving needs no comment.
fn quick_decision(entry: &Elicitation) -> Option<&Decision> {
    entry.form().and_then(|form| form.decision()).filter(|decision| !decision.needs_comment(true))
}

/// Renders the two buttons of a decision. Approving is one press; rejecting opens the reason first.
fn decision_buttons(page: &InboxList<'_>, entry: &Elicitation, decision: &Decision, path: &str) -> Markup {
    let (title, id) = (words_of(entry).0, format!("why-{}", entry.id));
    let carried = html! {
        input type="hidden" name=(TOKEN_NAME) value=(page.session.form_token(path));
        input type="hidden" name=":back" value="list";
    };
    html! {
        form.does method="post" action=(path) {
            (carried)
            button.tiny.yes type="submit" name=(ACTION_NAME) value=(Action::Approve.value()) data-key="approve" {
                (icon(Icon::Tick)) span dir="auto" { (approve_words(decision)) } span.sr { ": " (title) }
            }
        }
        details.why {
            summary.tiny.no data-key="reject" { (icon(Icon::Cross)) span dir="auto" { (reject_words(decision)) "…" } span.sr { ": " (title) } }
            form.reason method="post" action=(path) {
                (carried)
                @if decision.comment() != CommentRule::None {
                    label for=(id) {
                        (say("inbox-why")) " "
                        span.optional { (say(if decision.needs_comment(false) { "inbox-why-required" } else { "inbox-why-optional" })) }
                    }
                    textarea id=(id) name=(Decision::COMMENT) rows="2" maxlength=(Decision::COMMENT_CHARS) required[decision.needs_comment(false)] dir="auto" {}
                }
                div.buttons {
                    button.refuses type="submit" name=(ACTION_NAME) value=(Action::Reject.value()) { (reject_words(decision)) }
                    button.tiny.plain.scripted type="button" data-keep hidden { (say("inbox-keep-open")) }
                }
            }
        }
    }
}

fn closed_row(page: &InboxList<'_>, entry: &Elicitation, at: Timestamp, outcome: &Outcome) -> Markup {
    let here = page.here == Some(entry.id);
    let address = format!("/inbox/{}{}", entry.id, page.wanted.query(&page.wanted.after));
    let (sign, class) = verdict_icon(outcome);
    html! {
        li.row.past.here[here] data-entry=(entry.id) {
            span class=(format!("verdict {class}")) { (icon(sign)) }
            div.what {
                h3 { a href=(address) aria-current=[here.then_some("true")] dir="auto" { (words_of(entry).0) } }
                p.due { time datetime=(instant(at)) title=(when(at)) { (page.zone.clock(at)) } }
                p.meta { (mark(page, entry)) span.words { (verdict_words(page, entry, outcome)) } }
            }
        }
    }
}

/// Returns the message that says what was answered: the verdict of a decision, otherwise only that it was.
fn answered_key(entry: &Elicitation, answers: &Answers) -> &'static str {
    let decision = entry.form().and_then(|form| form.decision()).zip(answers.decision());
    match decision {
        Some((_, DecisionAnswer { approved: true, .. })) => "inbox-was-approved",
        Some((_, DecisionAnswer { approved: false, .. })) => "inbox-was-rejected",
        None => "inbox-was-answered",
    }
}

fn verdict_icon(outcome: &Outcome) -> (Icon, &'static str) {
    match outcome {
        Outcome::Answered(answers) if answers.decision().is_some_and(|decided| !decided.approved) => {
            (Icon::Cross, "bad")
        }
        Outcome::Answered(_) | Outcome::Finished(_) => (Icon::Tick, "good"),
        Outcome::Declined(_) => (Icon::Cross, "bad"),
        Outcome::Cancelled(_) => (Icon::Info, "soft"),
        Outcome::TimedOut => (Icon::Warning, "warn"),
    }
}

fn verdict_words(page: &InboxList<'_>, entry: &Elicitation, outcome: &Outcome) -> Markup {
    let client = page.pages.client_name(&entry.client);
    html! {
        @match outcome {
            Outcome::Answered(answers) => (with_name(answered_key(entry, answers), "client", &client)),
            Outcome::Finished(_) => (with_name("inbox-was-answered", "client", &client)),
            Outcome::Declined(Decline { reason: Some(reason), .. }) => (with_name("inbox-was-declined-because", "reason", reason)),
            Outcome::Declined(_) => (with_name("inbox-was-declined", "client", &client)),
            Outcome::Cancelled(_) => (with_name("inbox-was-called-off", "client", &client)),
            Outcome::TimedOut => (say("inbox-was-expired")),
        }
    }
}

fn meta(page: &InboxList<'_>, entry: &Elicitation, open: &Open) -> Markup {
    let client = page.pages.client_name(&entry.client);
    html! {
        @if let Some(quorum) = &entry.quorum { (text("inbox-approvals", &[("approvals", entry.approvals().into()), ("needed", usize::from(quorum.approvals).into())])) " · " }
        @match entry.quorum.as_ref().and_then(|quorum| quorum.requester.as_deref()) {
            Some(requester) => (message("inbox-client-for", &[], &[("client", html! { bdi { (client) } }), ("name", html! { bdi { (requester) } })])),
            None => bdi { (client) },
        }
        @match open.claimed_by.as_deref() {
            Some(name) if name == page.person => { " · " (say("inbox-taken-by-you")) }
            Some(name) => { " · " (with_name("inbox-taken-by", "name", name)) }
            None => {}
        }
        @if let Some(size) = size_words(entry) { " · " (size) }
    }
}

/// Returns how much is asked; nothing for a decision, whose buttons say it.
fn size_words(entry: &Elicitation) -> Option<String> {
    let Question::Form(form) = &entry.question else { return Some(say("inbox-other-page")) };
    if form.decision().is_some() {
        return None;
    }
    let shown = form.fields().iter().filter(|field| !field.rendering().hidden);
    let (fields, secrets) = (shown.clone().count(), shown.filter(|field| field.is_secret()).count());
    let counted = |key: &str, count: usize| text(key, &[("count", count.into())]);
    match (fields, secrets) {
        (0, _) => None,
        (fields, secrets) if fields == secrets => Some(counted("inbox-secrets", secrets)),
        (fields, 0) => Some(counted("inbox-fields", fields)),
        (fields, secrets) => {
            Some(format!("{} · {}", counted("inbox-fields", fields), counted("inbox-secrets", secrets)))
        }
    }
}

/// Renders the tile of the program that asks.
fn mark(page: &InboxList<'_>, entry: &Elicitation) -> Markup {
    let client = page.pages.client_name(&entry.client);
    let hue = hue_of(entry.client.as_str());
    html! { span class=(format!("tile small hue-{hue}")) aria-hidden="true" { (initials(&client, 1)) } }
}

/// Returns the hue of a client, 1 to 8: always the same for one id.
pub(crate) fn hue_of(id: &str) -> u32 {
    let hash =
        id.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    hash % 8 + 1
}

/// Renders the share of the time that is left.
pub(crate) fn dial(entry: &Elicitation, now: Timestamp) -> Markup {
    let whole = entry.whole_timeout().as_millis().max(1);
    let left = entry.deadline().map_or(0, |deadline| now.until(deadline).as_millis());
    let share = (left.saturating_mul(100) / whole).min(100);
    html! {
        svg.dial viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false" {
            circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" stroke-width="1.5" {}
            circle cx="8" cy="8" r="2.5" fill="none" stroke="currentColor" stroke-width="5" pathLength="100"
                stroke-dasharray=(format!("{share} 100")) transform="rotate(-90 8 8)" {}
        }
    }
}
