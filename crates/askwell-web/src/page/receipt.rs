//! The receipt of a closed elicitation: what was asked, what was sent, who got it and when. Printable.
//!
//! Only the person who sent an answer sees it. Secrets are dots.

use super::render::{approve_words, reject_words, shown_label, yes_or_no};
use crate::text::message;
use askwell_engine::store::InboxPart;
use askwell_engine::{Change, InboxFilter};
use askwell_form::{Answer, Answers, Decision, Field, Form, Row};
use askwell_lifecycle::{Closed, Decline, Effect, Elicitation, Outcome, Question, Timestamp};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::render::{bytes, displayed, instant, language, when};
use crate::inbox::{Icon, due_in_words, icon};
use crate::visit::{EntryPoint, PageError, Visit};

/// What a receipt shows.
pub(super) struct Receipt<'r> {
    pub(super) visit: &'r Visit,
    /// The elicitation, with the titles of what was chosen.
    pub(super) entry: &'r Elicitation,
    pub(super) closed: &'r Closed,
    pub(super) history: &'r [Change],
    /// Whether the viewer closed the elicitation, and so sees the answers.
    pub(super) is_own: bool,
    /// Who closed it, in words.
    pub(super) by: Option<String>,
}

/// Renders the receipt.
pub(super) fn receipt(page: &Receipt<'_>) -> Markup {
    let entry = page.entry;
    let client = page.visit.client();
    let answers = match &page.closed.outcome {
        Outcome::Answered(answers) if page.is_own => Some(answers),
        _ => None,
    };
    html! {
        section.card.receipt aria-labelledby="receipt-title" {
            div.card-head {
                h2 #receipt-title { (say("final-receipt")) }
                button.tiny.scripted type="button" data-print hidden { (icon(Icon::Print)) (say("final-receipt-print")) }
            }
            h3 { (say("final-receipt-asked")) }
            p.asked { strong dir="auto" { (title_of(entry)) } }
            p.hint { (message("final-receipt-client-time", &[], &[("client", html! { bdi { (client) } }), ("time", moment(entry.created_at))])) }
            @if let (Some(answers), Some(form)) = (answers, entry.form()) {
                h3 { (say("final-receipt-sent")) }
                (sent(form, answers))
            }
            @if let (Outcome::Declined(Decline { reason: Some(reason), .. }), true) = (&page.closed.outcome, page.is_own) {
                h3 { (say("final-receipt-sent")) }
                dl.sent { div { dt { (say("final-receipt-reason")) } dd { span.words dir="auto" { (reason) } } } }
            }
            h3 { (say("final-receipt-who-when")) }
            dl.sent {
                @if let Some(by) = &page.by { div { dt { (say(closed_by_label(&page.closed.outcome))) } dd { bdi { (by) } } } }
                div {
                    dt { (say("final-receipt-who")) }
                    dd {
                        (message("final-receipt-got", &[], &[("client", html! { bdi { (client) } }), ("time", moment(page.closed.at))]))
                        @if let Some(at) = taken_at(page.history) { " " (message("final-receipt-taken", &[], &[("time", moment(at))])) }
                        @if answers.is_some() { " " (say("final-receipt-colleagues")) }
                    }
                }
                div { dt { (say("final-receipt-number")) } dd { code { (entry.id) } } }
            }
        }
    }
}

fn title_of(entry: &Elicitation) -> &str {
    match &entry.question {
        Question::Form(form) => form.title(),
        Question::Page { message, .. } => message,
    }
}

fn closed_by_label(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Answered(_) | Outcome::Finished(_) => "final-receipt-sent-by",
        Outcome::Declined(_) => "final-receipt-declined-by",
        Outcome::Cancelled(_) | Outcome::TimedOut => "final-receipt-closed-by",
    }
}

fn taken_at(history: &[Change]) -> Option<Timestamp> {
    history.iter().find(|change| change.effect == Effect::Taken).map(|change| change.at)
}

/// Renders a time. The script shows it in the zone of the browser.
fn moment(at: Timestamp) -> Markup {
    html! { time datetime=(instant(at)) data-local="whole" { (when(at)) } }
}

/// Renders the submitted values. A field without a value is left out.
fn sent(form: &Form, answers: &Answers) -> Markup {
    html! {
        dl.sent lang=[language(form)] {
            @for (field, answer) in answers.iter() {
                // The form is in the language of the page; the answers name the fields as they were written.
                @let field = form.field(field.id()).unwrap_or(field);
                div { dt { (shown_label(form, field)) } dd { (value(form, field, answer)) } }
            }
        }
    }
}

fn value(form: &Form, field: &Field, answer: &Answer<'_>) -> Markup {
    let title = |value: &str| {
        let choice = field.kind().options().and_then(|options| options.get(value));
        choice.map_or_else(|| value.to_owned(), |choice| choice.title().to_owned())
    };
    let words = |text: &str| html! { span.words dir="auto" { (text) } };
    match answer {
        _ if field.is_secret() => masked(),
        Answer::Secret(_) => masked(),
        Answer::Text(text) | Answer::Url(text) => words(text),
        Answer::Number(number) => words(&number.to_string()),
        Answer::Bool(value) => words(&bool_word(form, field, *value)),
        Answer::Date(date) => {
            words(&displayed(&date.to_string(), field.rendering().display_format.as_deref()))
        }
        Answer::DateTime(at) => {
            words(&displayed(&at.to_string(), field.rendering().display_format.as_deref()))
        }
        Answer::Choice(value) => words(&title(value)),
        Answer::Choices(values) => html! {
            @for (place, value) in values.iter().enumerate() { @if place > 0 { br; } (words(&title(value))) }
        },
        Answer::Rows(rows) => sent_rows(field, rows),
        Answer::File(file) => html! { bdi { (file.filename) } " " span.size { (bytes(file.size)) } },
        _ => html! {},
    }
}

/// Renders the rows of a repeating group, each with its answers.
fn sent_rows(field: &Field, rows: &[Row<'_>]) -> Markup {
    let Some(kind) = field.rows() else { return html! {} };
    let cell = |name: &str| kind.form.fields().iter().find(|field| field.property() == name);
    html! {
        @for (number, row) in rows.iter().enumerate() {
            div.sent-row {
                p dir="auto" { (kind.title(number)) }
                dl {
                    @for (field, answer) in row.iter().filter_map(|(name, answer)| Some((cell(name)?, answer))) {
                        div { dt { (field.label()) } dd { (value(&kind.form, field, answer)) } }
                    }
                }
            }
        }
    }
}

fn bool_word(form: &Form, field: &Field, value: bool) -> String {
    if let Some(decision) = form.decision().filter(|_| field.id() == Decision::APPROVED) {
        return if value { approve_words(decision) } else { reject_words(decision) };
    }
    let own = match field.kind() {
        askwell_form::Kind::Boolean(boolean) => boolean.label(value),
        _ => None,
    };
    own.map_or_else(|| yes_or_no(value), str::to_owned)
}

fn masked() -> Markup {
    html! { span aria-hidden="true" { "••••••••••••" } span.sr { (say("pages-not-shown")) } }
}

/// Renders the link to the next question of the inbox; nothing if there is none, or outside of the inbox.
pub(super) async fn next_question(visit: &Visit) -> Result<Markup, PageError> {
    let EntryPoint::Inbox { .. } = visit.entry_point else { return Ok(html! {}) };
    let engine = visit.pages.engine();
    let filter = InboxFilter { part: InboxPart::Own, limit: Some(1), ..InboxFilter::default() };
    let page = engine.list_inbox(&visit.actor, filter).await?;
    let Some(next) = page.items.into_iter().next().map(|next| visit.pages.shown(next)) else {
        return Ok(html! { p.next-none { a.tiny href="/inbox" { (say("final-back-to-inbox")) } } });
    };
    let count = engine.count_inbox(&visit.actor).await?.own;
    let left = next.deadline().map(|deadline| engine.now().until(deadline)).unwrap_or_default();
    Ok(html! {
        div.card.next {
            p { span.hint { (text("final-next", &[("due", due_in_words(left).into())])) } br; strong dir="auto" { (title_of(&next)) } }
            a.primary href=(format!("/inbox/{}", next.id)) data-key="next" { (text("final-next-button", &[("count", count.into())])) " " (icon(Icon::Right)) }
        }
    })
}
