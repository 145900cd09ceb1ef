//! Renders the page with the form.

use askwell_form::markdown::LinkHosts;
use askwell_form::{Display, Field, Form, Problem, TextFormat, View};
use askwell_lifecycle::Decline;
use askwell_locale::say;
use maud::{Markup, html};

use super::control::FieldContext;
use super::deadline::{Deadline, deadline};
use super::decision::decision_page;
use super::evidence::{evidence, one_paragraph};
use super::format::{initial, language, words_direction};
use super::group::fields;
use super::steps::{FormStep, way};
use super::summary::{Anchor, summary};
use crate::page::action::{self, Action};
use crate::page::submission::{AT, REASON, TOKEN};
use crate::text::{message, with_name};

/// The data of the page.
pub(crate) struct FormPage<'p> {
    pub(crate) form: &'p Form,
    pub(crate) view: &'p View<'p>,
    /// The context of each field, in the order of the fields.
    pub(crate) context: Vec<FieldContext<'p>>,
    /// Problems of the answer as a whole.
    pub(crate) overall: Vec<&'p Problem>,
    /// The path that receives the form.
    pub(crate) path: &'p str,
    /// The form token.
    pub(crate) token: &'p str,
    /// The name of the client that asks.
    pub(crate) client: &'p str,
    /// The text that the client shows with this question.
    pub(crate) message: Option<&'p str>,
    pub(crate) deadline: Option<Deadline>,
    /// A notice, such as "You have more time now."
    pub(crate) notice: Option<String>,
    /// The claim form of the inbox.
    pub(crate) claimed: Option<Markup>,
    /// The hosts to which links open.
    pub(crate) hosts: &'p LinkHosts,
    /// The votes, if several people decide. Then none of them can decline or cancel for all.
    pub(crate) votes: Option<Markup>,
    /// For whom the program asks, if it said so.
    pub(crate) requester: Option<&'p str>,
    /// Who is asked and since when, for people who share an inbox.
    pub(crate) audience: Option<Markup>,
    /// The step to show, if the form has steps.
    pub(crate) step: Option<FormStep>,
    /// How many seconds a decision can be undone; `None` if it leaves at once.
    pub(crate) undo_seconds: Option<u64>,
}

impl FormPage<'_> {
    /// Returns all problems to show.
    fn problems(&self) -> Vec<&Problem> {
        let of_fields = self.context.iter().flat_map(|context| context.problems.iter().copied());
        self.overall.iter().copied().chain(of_fields).collect()
    }

    /// Returns where a problem is shown: on this page, or in another step.
    fn anchor(&self, problem: &Problem) -> Anchor {
        let place = self.form.fields().iter().position(|field| *field.id() == *problem.field);
        match (place.and_then(|place| self.form.step_of(place)), &self.step) {
            (Some(of), Some(step)) if of != step.group => {
                let id = self.form.groups().get(of).map_or("", |group| group.id());
                Anchor::Step { id: id.to_owned(), path: self.path.to_owned() }
            }
            _ => Anchor::Here,
        }
    }

    /// Returns whether the page shows problems.
    pub(crate) fn is_wrong(&self) -> bool {
        !self.problems().is_empty()
    }
}

/// Renders the page with the form.
pub(crate) fn form_page(page: &FormPage<'_>) -> Markup {
    html! {
        (summary(page.form, &page.problems(), |problem| page.anchor(problem)))
        @if let Some(notice) = &page.notice { p.notice role="status" { (notice) } }
        p.banner role="alert" data-banner hidden {}
        @match page.form.decision() {
            Some(decision) => (decision_page(page, decision)),
            None => (fields_page(page)),
        }
    }
}

/// Renders who asks what, and the form below.
fn fields_page(page: &FormPage<'_>) -> Markup {
    let has_files =
        page.form.fields().iter().any(|field| matches!(field.kind(), askwell_form::Kind::File(_)));
    let is_live = page.form.fields().iter().any(is_live);
    // A form with one field needs no review.
    let is_short =
        page.form.fields().len() == 1 && page.form.fields().iter().all(|field| field.rows().is_none());
    let usual = match (&page.step, is_short) {
        (Some(_), _) => Action::Continue,
        (None, true) => Action::Send,
        (None, false) => Action::Review,
    };
    let at = page.step.as_ref().and_then(|step| page.form.groups().get(step.group));
    html! {
        (asker_of(page, page.deadline.as_ref()))
        @if let Some(claimed) = &page.claimed { (claimed) }
        @if page.step.is_some() { (way(page.form, page.view, page.step.as_ref())) }
        form.answer #answer method="post" action=(page.path) novalidate data-form data-live[is_live] data-steps[at.is_some()] data-path=(page.path)
            enctype=[has_files.then_some("multipart/form-data")] {
            input type="hidden" name=(TOKEN) value=(page.token);
            @if let Some(at) = at { input type="hidden" name=(AT) value=(at.id()); }
            // The enter key presses the first button.
            button.first type="submit" name=(action::NAME) value=(usual.value()) tabindex="-1" aria-hidden="true" {}
            div.grid lang=[language(page.form)] { (fields(page)) }
            @if is_live {
                div.update data-unscripted {
                    button.quiet type="submit" name=(action::NAME) value=(Action::Update.value()) { (say("pages-update")) }
                    p.help { (say("pages-update-help")) }
                }
            }
            @if let Some(votes) = &page.votes { (votes) }
            div.buttons {
                @if page.step.as_ref().is_some_and(|step| step.number > 1) {
                    button.quiet type="submit" name=(action::NAME) value=(Action::Back.value()) { (say("pages-back")) }
                }
                button.primary type="submit" name=(action::NAME) value=(usual.value()) {
                    (say(if page.step.is_some() { "pages-continue" } else if is_short { "pages-send" } else { "pages-review" }))
                }
                p.saved role="status" data-saved hidden {}
            }
            @if page.votes.is_none() { (ways_out(page.client)) }
        }
    }
}

/// Returns whether the field, or one in its rows, comes and goes with other answers.
fn is_live(field: &Field) -> bool {
    let rows = field.rows().map(|rows| rows.form.fields()).unwrap_or_default();
    field.is_conditional() || rows.iter().any(Field::is_conditional)
}

/// Renders the ways to end a question without an answer. They belong to the form, also outside of it.
pub(super) fn ways_out(client: &str) -> Markup {
    html! {
        details.refuse {
            summary { bdi { (say("pages-no-wish")) } }
            div.ways {
                (reason_input())
                div {
                    button.quiet type="submit" form="answer" name=(action::NAME) value=(Action::Decline.value()) { (say("pages-decline")) }
                    p dir=(words_direction()) { (with_name("pages-decline-help", "client", client)) }
                }
                div {
                    button.quiet type="submit" form="answer" name=(action::NAME) value=(Action::Cancel.value()) { (say("pages-cancel")) }
                    p dir=(words_direction()) { (say("pages-cancel-help")) }
                }
            }
        }
    }
}

/// Renders the input for the reason of a decline.
pub(crate) fn reason_input() -> Markup {
    html! {
        div.reason {
            label for="why-not" { (say("pages-why-not")) " " span.optional { (say("pages-optional")) } }
            textarea #why-not form="answer" name=(REASON) rows="2" maxlength=(Decline::REASON_CHARS) dir="auto" {}
        }
    }
}

/// Renders who asks what, until when, and why, for the page with the form.
pub(super) fn asker_of(page: &FormPage<'_>, time: Option<&Deadline>) -> Markup {
    let time = html! { @if let Some(time) = time { (deadline(time)) } };
    let client = ("client", html! { bdi { (page.client) } });
    let line = html! {
        @match page.requester {
            Some(requester) => (message("pages-asks-for", &[], &[client, ("requester", html! { strong { bdi { (requester) } } })])),
            None => (message("pages-asks", &[], &[client])),
        }
        @if let Some(audience) = &page.audience { (audience) }
    };
    asker_with(page.client, page.form, page.message, page.hosts, [&line, &time])
}

/// Renders who asks what, and why. A message that repeats the title or the description is left out.
pub(super) fn asker(client: &str, form: &Form, message: Option<&str>, hosts: &LinkHosts) -> Markup {
    asker_with(client, form, message, hosts, [&with_name("pages-asks", "client", client), &html! {}])
}

fn asker_with(
    client: &str,
    form: &Form,
    message: Option<&str>,
    hosts: &LinkHosts,
    [line, time]: [&Markup; 2],
) -> Markup {
    let language = language(form);
    let message = message.filter(|text| *text != form.title() && Some(*text) != form.description());
    html! {
        header.asker {
            p.who { span.circle aria-hidden="true" { (initial(client)) } span dir="auto" { (line) } }
            h1 dir="auto" lang=[language] { (form.title()) }
            (time)
            @if let Some(message) = message { (about(form, message, None, hosts)) }
            @if let Some(description) = form.description() { (about(form, description, language, hosts)) }
        }
    }
}

/// Renders a text about the question, in the form's text format.
fn about(form: &Form, text: &str, language: Option<&str>, hosts: &LinkHosts) -> Markup {
    match form.text_format() {
        TextFormat::Plain => html! { p.why dir="auto" lang=[language] { (text) } },
        TextFormat::Markdown => match one_paragraph(text, hosts) {
            Some(line) => html! { p.why dir="auto" lang=[language] { (line) } },
            None => html! { div.why lang=[language] { (evidence(text, hosts)) } },
        },
    }
}

/// Renders a display field.
pub(super) fn display(shown: &Display, hosts: &LinkHosts) -> Markup {
    html! {
        section.field.display data-display=(shown.id()) {
            @if let Some(label) = shown.label() { h2 dir="auto" { (label) } }
            @if let Some(content) = shown.content() { (evidence(content, hosts)) }
            @if let Some(image) = shown.image() {
                // The type is one of four that cannot contain a script, and the content is base64.
                img src=(format!("data:{};base64,{}", image.media_type(), image.data())) alt=(image.description());
            }
        }
    }
}
