//! Renders a repeating group: its rows, each a field set, and the buttons that add, remove and move rows.
//!
//! Every button sends the form, so that all of it works without a script.

use askwell_form::{FieldView, Form, Problem, RowsKind, View};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::control::{FieldContext, element_id};
use super::field::field;
use super::group::begins_line;
use super::summary::message;
use crate::page::action::{self, Action, RowChange};
use crate::page::row_names::{ROWS, row_id};
use crate::text::with_name;

/// Renders the hidden input with the number of rows.
pub(super) fn count(view: &FieldView<'_>) -> Markup {
    html! { input type="hidden" name=(format!("{}{ROWS}", view.field.id())) value=(view.rows.len()); }
}

/// Renders the rows of a group. Its title and description stand above them.
pub(super) fn control(view: &FieldView<'_>, context: &FieldContext<'_>) -> Markup {
    let Some(kind) = view.field.rows() else { return html! {} };
    let group = view.field.id();
    let own = context.problems.iter().filter(|problem| problem.is_of_whole_field());
    let rows = view.rows.iter().zip(&context.rows).enumerate();
    html! {
        div.repeats id=(element_id(group)) tabindex="-1" data-rows=(group) {
            (count(view))
            (problems(own.copied(), view.field.label()))
            @if view.rows.is_empty() { p.hint { (say("pages-rows-none")) } }
            @for (number, (view, contexts)) in rows {
                (row(kind, group, (number, context.rows.len()), view, contexts, &context.problems))
            }
            @if view.rows.len() < kind.maximum {
                button.quiet.add type="submit" name=(action::NAME) value=(Action::AddRow(group.to_owned()).value())
                    disabled[!view.enabled] { (with_name("pages-rows-add", "item", &kind.item)) }
            } @else {
                p.hint { (text("pages-rows-most", &[("count", kind.maximum.into())])) }
            }
        }
    }
}

fn row(
    kind: &RowsKind,
    group: &str,
    (number, total): (usize, usize),
    view: &View<'_>,
    contexts: &[FieldContext<'_>],
    all: &[&Problem],
) -> Markup {
    let title = kind.title(number);
    let is_of_row = |problem: &&&Problem| {
        let is_field = |id: &str| kind.form.field(id).is_some();
        problem.row.as_ref().is_some_and(|at| at.row == number && !is_field(&at.field))
    };
    let button = |change: RowChange, words: &str| {
        let action = Action::Row(change, group.to_owned(), number);
        html! {
            button.quiet type="submit" name=(action::NAME) value=(action.value()) { span.sr { (title) ": " } (say(words)) }
        }
    };
    html! {
        fieldset.repeat id=(row_id(group, number)) tabindex="-1" data-row=(number) {
            legend dir="auto" { (title) }
            (problems(all.iter().filter(is_of_row).copied(), ""))
            div.grid { (fields(&kind.form, view, contexts)) }
            div.repeat-buttons {
                @if number > 0 { (button(RowChange::MoveUp, "pages-row-up")) }
                @if number + 1 < total { (button(RowChange::MoveDown, "pages-row-down")) }
                @if total > kind.minimum { (button(RowChange::Remove, "pages-row-remove")) }
            }
        }
    }
}

fn fields(form: &Form, view: &View<'_>, contexts: &[FieldContext<'_>]) -> Markup {
    html! {
        @for (place, (view, context)) in view.fields.iter().zip(contexts).enumerate() {
            (field(view, context, begins_line(form, place)))
        }
    }
}

fn problems<'p>(problems: impl Iterator<Item = &'p Problem>, label: &str) -> Markup {
    let problems: Vec<&Problem> = problems.collect();
    html! {
        @if !problems.is_empty() {
            p.error {
                span.sr { (say("pages-error-mark")) " " }
                @for (index, problem) in problems.into_iter().enumerate() {
                    @if index > 0 { br; }
                    (message(problem, label, label))
                }
            }
        }
    }
}
