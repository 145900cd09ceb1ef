//! Renders the review page: who asks, and every value that will be sent.

use super::boolean::yes_or_no;
use crate::text::{message, with_name};
use askwell_locale::say;
use std::borrow::Cow;

use askwell_form::markdown::LinkHosts;
use askwell_form::{FieldView, Form, Group, Kind, Raw, RowsKind, View};
use maud::{Markup, html};

use super::control::{FieldContext, raw_text};
use super::date::displayed;
use super::deadline::{Deadline, deadline};
use super::form::asker;
use super::format::{bytes, language};
use super::group::carried;
use super::steps::way;
use super::url::leads_to;
use crate::page::action::{self, Action};
use crate::page::submission::TOKEN;

/// The data of the page.
pub(crate) struct ReviewPage<'p> {
    pub(crate) form: &'p Form,
    pub(crate) view: &'p View<'p>,
    pub(crate) context: Vec<FieldContext<'p>>,
    pub(crate) path: &'p str,
    pub(crate) token: &'p str,
    pub(crate) client: &'p str,
    pub(crate) message: Option<&'p str>,
    pub(crate) deadline: Option<Deadline>,
    pub(crate) hosts: &'p LinkHosts,
}

/// Renders the page.
pub(crate) fn review_page(page: &ReviewPage<'_>) -> Markup {
    let fields = || page.view.fields.iter().zip(&page.context);
    html! {
        p.banner role="alert" data-banner hidden {}
        (asker(page.client, page.form, page.message, page.hosts))
        (way(page.form, page.view, None))
        form.answer.review #answer method="post" action=(page.path) data-path=(page.path) data-review {
            input type="hidden" name=(TOKEN) value=(page.token);
            button.first type="submit" name=(action::NAME) value=(Action::Edit.value()) tabindex="-1" aria-hidden="true" {}
            @if let Some(time) = &page.deadline { (deadline(time)) }
            h2 { (say("pages-check")) }
            p.why { (with_name("pages-check-all", "client", page.client)) }
            dl.sent lang=[language(page.form)] {
                @for (place, (view, context)) in fields().enumerate().filter(|(_, (view, _))| is_sent(view)) {
                    @for heading in headings(page, place) { div.heading { dt dir="auto" { (heading) } dd {} } }
                    @let is_fixed = view.field.rendering().readonly || view.field.rendering().hidden || view.field.is_computed();
                    div {
                        dt { (view.field.label()) }
                        dd { (shown(view, context)) @if view.field.is_computed() { p.hint { (say("pages-computed")) } } @else if is_fixed { p.hint { (say("pages-fixed")) } } }
                        @if !is_fixed { dd.change {
                            button.quiet type="submit" name=(action::NAME) value=(edit_action(page.form, place).value())
                                formaction=(format!("{}#{}", page.path, super::control::element_id(view.field.id()))) {
                                (message("pages-change-for", &[], &[("label", html! { span.sr { (view.field.label()) } })]))
                            }
                        } }
                    }
                }
            }
            @for (view, context) in fields() { (carried(view, context)) }
            div.buttons {
                button.primary type="submit" name=(action::NAME) value=(Action::Send.value()) { (say("pages-send")) }
                @match page.view.steps().last().and_then(|&last| page.form.groups().get(last)) {
                    Some(last) => button.quiet type="submit" name=(action::NAME) value=(Action::Step(last.id().to_owned()).value()) { (say("pages-back")) },
                    None => button.quiet type="submit" name=(action::NAME) value=(Action::Edit.value()) { (say("pages-back-to-form")) },
                }
            }
        }
    }
}

/// Returns the action that leads back to a field: to its step, or to the form.
fn edit_action(form: &Form, field: usize) -> Action {
    let step = form.step_of(field).and_then(|step| form.groups().get(step));
    step.map_or(Action::Edit, |group| Action::Step(group.id().to_owned()))
}

/// Returns the titles of the groups of which a field is the first that is sent.
fn headings<'p>(page: &'p ReviewPage<'_>, place: usize) -> impl Iterator<Item = &'p str> {
    let is_first = move |group: &&Group| {
        let mut sent = group.fields().filter(|&field| page.view.fields.get(field).is_some_and(is_sent));
        sent.next() == Some(place)
    };
    // A repeating group has its title as a field.
    page.form.groups().iter().filter(|group| !group.repeats()).filter(is_first).map(Group::title)
}

/// Returns whether a field is part of the answer. A hidden field with a value set by the form is.
fn is_sent(view: &FieldView<'_>) -> bool {
    view.enabled && (view.visible || !answer_words(view).is_empty())
}

/// Renders the rows of a repeating group, each with its answers.
fn shown_rows(kind: &RowsKind, view: &FieldView<'_>, context: &FieldContext<'_>) -> Markup {
    html! {
        @if view.rows.is_empty() { span.nothing { (say("pages-nothing")) } }
        @for (number, (row, contexts)) in view.rows.iter().zip(&context.rows).enumerate() {
            div.sent-row {
                p dir="auto" { (kind.title(number)) }
                dl {
                    @for (view, context) in row.fields.iter().zip(contexts).filter(|(view, _)| is_sent(view)) {
                        div { dt { (view.field.label()) } dd { (shown(view, context)) } }
                    }
                }
            }
        }
    }
}

fn shown(view: &FieldView<'_>, context: &FieldContext<'_>) -> Markup {
    if let Some(kind) = view.field.rows() {
        return shown_rows(kind, view, context);
    }
    if view.field.is_secret() {
        return html! {
            @if context.secret_held { span aria-hidden="true" { "••••••••" } span.sr { (say("pages-not-shown")) } }
            @else { span.nothing { (say("pages-nothing")) } }
        };
    }
    if let Some(file) = context.file {
        return html! { bdi { (file.filename) } " " span.size { "(" (bytes(file.size)) ")" } };
    }
    let words = answer_words(view);
    html! {
        @if words.is_empty() { span.nothing { (say("pages-nothing")) } }
        @for (index, word) in words.iter().enumerate() {
            @if index > 0 { br; }
            span.words dir="auto" { (word) }
        }
        @if let Some(destination) = &context.destination { (leads_to(destination)) }
    }
}

/// Returns the value of a field in words.
pub(super) fn answer_words<'v>(view: &'v FieldView<'_>) -> Vec<Cow<'v, str>> {
    let title =
        |value: Cow<'v, str>| match view.field.kind().options().and_then(|options| options.get(&value)) {
            Some(choice) => Cow::Owned(choice.title().to_owned()),
            None => value,
        };
    match (&view.value, view.field.kind()) {
        (None | Some(Raw::Null | Raw::Object(_)), _) => Vec::new(),
        (Some(Raw::List(items)), _) => items.iter().map(|item| title(raw_text(item))).collect(),
        (Some(one), _) if raw_text(one).is_empty() => Vec::new(),
        (Some(one), Kind::Boolean(boolean)) => {
            let value = raw_text(one) == "true";
            let word = boolean.label(value).map_or_else(|| yes_or_no(value), str::to_owned);
            vec![Cow::Owned(word)]
        }
        (Some(one), Kind::Date(_)) => {
            vec![Cow::Owned(displayed(&raw_text(one), view.field.rendering().display_format.as_deref()))]
        }
        (Some(one), _) => vec![title(raw_text(one))],
    }
}
