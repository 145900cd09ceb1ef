//! Renders the page with the form.

use askwell_form::markdown::LinkHosts;
use askwell_form::{Decision, Display, Field, Form, Problem, TextFormat, View};
use askwell_lifecycle::Decline;
use maud::{Markup, html};

use super::control::FieldContext;
use super::deadline::{Deadline, deadline};
use super::evidence::{evidence, one_paragraph};
use super::field::field;
use super::format::{initial, language};
use super::summary::summary;
use crate::page::action::{self, Action};
use crate::page::submission::{REASON, TOKEN};

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
}

impl FormPage<'_> {
    /// Returns all problems to show.
    fn problems(&self) -> Vec<&Problem> {
        let of_fields = self.context.iter().flat_map(|context| context.problems.iter().copied());
        self.overall.iter().copied().chain(of_fields).collect()
    }

    /// Returns whether the page shows problems.
    pub(crate) fn is_wrong(&self) -> bool {
        !self.problems().is_empty()
    }
}

/// Renders the page with the form.
pub(crate) fn form_page(page: &FormPage<'_>) -> Markup {
    let has_files =
        page.form.fields().iter().any(|field| matches!(field.kind(), askwell_form::Kind::File(_)));
    let decision = page.form.decision();
    let is_live = decision.is_none() && page.form.fields().iter().any(Field::is_conditional);
    // A form with one field needs no review.
    let is_short = page.form.fields().len() == 1;
    html! {
        (summary(&page.problems()))
        @if let Some(notice) = &page.notice { p.notice role="status" { (notice) } }
        p.banner role="alert" data-banner hidden {}
        (asker(page.client, page.form, page.message, page.hosts))
        @if let Some(claimed) = &page.claimed { (claimed) }
        form.answer method="post" action=(page.path) novalidate data-form data-live[is_live] data-path=(page.path)
            enctype=[has_files.then_some("multipart/form-data")] {
            input type="hidden" name=(TOKEN) value=(page.token);
            // The enter key presses the first button, so it must be a harmless one.
            button.first type="submit" name=(action::NAME) value=(default_action(page.form, is_short).value()) tabindex="-1" aria-hidden="true" {}
            @if let Some(time) = &page.deadline { (deadline(time)) }
            div.grid lang=[language(page.form)] {
                @for (index, (view, context)) in page.view.fields.iter().zip(&page.context).enumerate() {
                    @for shown in page.form.displays_before(index) { (display(shown, page.hosts)) }
                    @if decision.is_none() || view.field.id() != Decision::APPROVED {
                        (field(view, context, begins_line(page.form, index)))
                    }
                }
            }
            @for shown in page.form.displays_before(page.form.fields().len()) { (display(shown, page.hosts)) }
            @if is_live {
                div.update data-unscripted {
                    button.quiet type="submit" name=(action::NAME) value=(Action::Update.value()) { "Update the form" }
                    p.help { "Some fields depend on others. Update to see which you need." }
                }
            }
            @if let Some(votes) = &page.votes { (votes) }
            div.buttons {
                @if let Some(decision) = decision {
                    (decision_buttons(decision))
                } @else if is_short {
                    button.primary type="submit" name=(action::NAME) value=(Action::Send.value()) { "Send answer" }
                } @else {
                    button.primary type="submit" name=(action::NAME) value=(Action::Review.value()) { "Review your answer" }
                }
                p.saved role="status" data-saved hidden {}
            }
            @if page.votes.is_none() { (ways_out(page.client)) }
        }
    }
}

/// Renders the ways to end a question without an answer.
fn ways_out(client: &str) -> Markup {
    html! {
        details.refuse {
            summary { bdi { "Don’t want to answer?" } }
            div.ways {
                (reason_input())
                div {
                    button.quiet type="submit" name=(action::NAME) value=(Action::Decline.value()) { "Decline" }
                    p dir="ltr" { "Tells " bdi { (client) } " that you decline. It may continue without an answer." }
                }
                div {
                    button.quiet type="submit" name=(action::NAME) value=(Action::Cancel.value()) { "Cancel the request" }
                    p dir="ltr" { "Closes the request without an answer." }
                }
            }
        }
    }
}

/// Returns the action of the enter key: nothing is decided by accident.
fn default_action(form: &Form, is_short: bool) -> Action {
    match form.decision() {
        Some(_) => Action::Update,
        None if is_short => Action::Send,
        None => Action::Review,
    }
}

/// Renders the two buttons of a decision, in the author's words. Approving always comes first.
fn decision_buttons(decision: &Decision) -> Markup {
    html! {
        div.pair {
            button.go type="submit" name=(action::NAME) value=(Action::Approve.value()) {
                span aria-hidden="true" { "✓ " } span dir="auto" { (decision.approve_label()) }
            }
            button.no type="submit" name=(action::NAME) value=(Action::Reject.value()) {
                span aria-hidden="true" { "✕ " } span dir="auto" { (decision.reject_label()) }
            }
        }
    }
}

/// Renders the input for the reason of a decline.
pub(crate) fn reason_input() -> Markup {
    html! {
        div.reason {
            label for="why-not" { "Why not? " span.optional { "(optional)" } }
            textarea #why-not name=(REASON) rows="2" maxlength=(Decline::REASON_CHARS) dir="auto" {}
        }
    }
}

/// Renders who asks what, and why. A message that repeats the title or the description is left out.
pub(super) fn asker(client: &str, form: &Form, message: Option<&str>, hosts: &LinkHosts) -> Markup {
    let language = language(form);
    let message = message.filter(|text| *text != form.title() && Some(*text) != form.description());
    html! {
        header.asker {
            p.who { span.circle aria-hidden="true" { (initial(client)) } span dir="auto" { bdi { (client) } " asks" } }
            h1 dir="auto" lang=[language] { (form.title()) }
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
fn display(shown: &Display, hosts: &LinkHosts) -> Markup {
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

/// Returns whether a field starts a new grid line: the previous field asks for a break, or its grid
/// row is lower. A field without a row stays beside the previous one. The order is always that of
/// the form, so that visual and reading order agree.
fn begins_line(form: &Form, index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| form.fields().get(before)) else {
        return false;
    };
    let row = |field: &Field| field.rendering().grid_row;
    let rows = form.fields().get(index).and_then(row).zip(row(before));
    before.rendering().break_after || rows.is_some_and(|(this, other)| this > other)
}
