//! Renders a field: label, description, help, problems and control.

use askwell_form::{FieldView, Kind, Rendering, Trigger};
use askwell_locale::say;
use maud::{Markup, html};

use super::control::{Control, FieldContext, carried_values, prefill_marker};
use super::evidence::{evidence, one_paragraph};
use super::summary::message;
use super::{boolean, computed, date, file, multi_select, number, scale, select, text, url};

/// The most grid rows of a field; the style sheet has a class for each.
const MOST_ROWS: u32 = 6;

/// Renders one field. A field that is not visible is rendered hidden, so that its value is not
/// lost; the form's check decides whether the value counts.
pub(super) fn field(view: &FieldView<'_>, context: &FieldContext<'_>, begins_line: bool) -> Markup {
    labelled_field(view, context, begins_line, view.field.label())
}

/// Renders one field with this label.
pub(super) fn labelled_field(
    view: &FieldView<'_>,
    context: &FieldContext<'_>,
    begins_line: bool,
    label: &str,
) -> Markup {
    let hints = view.field.rendering();
    if hints.hidden {
        return html! {
            @for value in carried_values(view) { input type="hidden" name=(context.name_of(view)) value=(value); }
            (prefill_marker(view, &context.name_of(view)))
        };
    }
    let control = Control::new(view, context);
    let class = class(hints, begins_line, !context.problems.is_empty());
    html! {
        div class=(class) data-field=(control.name()) data-trigger=[trigger(hints)] data-wait=[hints.debounce_ms]
            hidden[!view.visible] {
            @if view.field.is_computed() {
                div.head {
                    span.label id=(control.label_id()) { (label) }
                    (hints_and_errors(&control, label))
                }
                div.body { (computed::output(&control)) }
            } @else if is_group(view) {
                fieldset aria-describedby=[control.described_by.as_deref()]
                    role=[is_radio_group(view).then_some("radiogroup")]
                    aria-required=[control.required().filter(|_| is_radio_group(view))] {
                    legend id=(control.label_id()) { (label) (optional_mark(view)) }
                    (hints_and_errors(&control, label))
                    (input(&control))
                }
            } @else if labels_itself(view) {
                // A check box and its label come first, then the texts about them.
                (input(&control))
                (hints_and_errors(&control, label))
            } @else {
                // Head and body, so that the inputs of fields side by side are aligned.
                div.head {
                    label id=(control.label_id()) for=(control.id) { (label) (optional_mark(view)) }
                    (hints_and_errors(&control, label))
                }
                div.body { (input(&control)) }
            }
            (prefill_marker(view, control.name()))
            @if let Some(help) = hints.help_text.as_deref() {
                p.help id=(format!("{}-help", control.id)) { (help) }
            }
        }
    }
}

/// Renders the texts between label and input: hints and problems.
fn hints_and_errors(control: &Control<'_>, label: &str) -> Markup {
    html! {
        @if let Some(description) = control.view.field.description() {
            @match control.context.hosts.map(|hosts| (hosts, one_paragraph(description, hosts))) {
                None => p.hint id=(format!("{}-hint", control.id)) { (description) },
                Some((_, Some(line))) => p.hint id=(format!("{}-hint", control.id)) { (line) },
                Some((hosts, None)) => div.hint id=(format!("{}-hint", control.id)) { (evidence(description, hosts)) },
            }
        }
        @if let Some(limits) = control.limits.as_deref() {
            p.hint id=(format!("{}-limits", control.id)) { (limits) }
        }
        @if let Some(spoken) = control.context.described.spoken.as_deref() {
            p.sr id=(format!("{}-spoken", control.id)) { (spoken) }
        }
        p.error id=(format!("{}-error", control.id)) hidden[control.context.problems.is_empty()] {
            (problems(control.context, control.view.field.label(), label))
        }
    }
}

fn input(control: &Control<'_>) -> Markup {
    match control.view.field.kind() {
        Kind::Text(_) => text::control(control),
        Kind::Number(_) => number::control(control),
        Kind::Boolean(_) => boolean::control(control),
        Kind::Date(_) => date::control(control),
        Kind::Select(_) => select::control(control),
        Kind::MultiSelect(_) => multi_select::control(control),
        Kind::Url(_) => url::control(control),
        Kind::File(_) => file::control(control),
        // An unknown kind can still be entered as text.
        _ => text::control(control),
    }
}

/// Renders the problems of a field in the words of the summary.
fn problems(context: &FieldContext<'_>, label: &str, shown_label: &str) -> Markup {
    html! {
        @if !context.problems.is_empty() { span.sr { (say("pages-error-mark")) " " } }
        @for (index, problem) in context.problems.iter().enumerate() {
            @if index > 0 { br; }
            (message(problem, label, shown_label))
        }
    }
}

/// Renders "(optional)" for optional fields, because most fields are required.
pub(super) fn optional_mark(view: &FieldView<'_>) -> Markup {
    let is_asked = !labels_itself(view) && !view.field.rendering().readonly;
    html! { @if is_asked { span.optional hidden[view.required] { " " (say("pages-optional")) } } }
}

fn class(hints: &Rendering, begins_line: bool, wrong: bool) -> String {
    let mut class = String::from("field");
    if let Some(columns) = hints.grid_column {
        class.push_str(&format!(" beside c{columns}"));
    }
    if let Some(rows @ 2..=MOST_ROWS) = hints.grid_row {
        class.push_str(&format!(" r{rows}"));
    }
    for (name, holds) in [("line", begins_line), ("wrong", wrong), ("readonly", hints.readonly)] {
        if holds {
            class.push(' ');
            class.push_str(name);
        }
    }
    class
}

fn trigger(hints: &Rendering) -> Option<&'static str> {
    match hints.validation_trigger? {
        Trigger::OnChange => Some("change"),
        Trigger::OnBlur => Some("blur"),
        _ => None,
    }
}

fn labels_itself(view: &FieldView<'_>) -> bool {
    matches!(view.field.kind(), Kind::Boolean(_)) && !boolean::is_group(view)
}

fn is_radio_group(view: &FieldView<'_>) -> bool {
    is_group(view) && !matches!(view.field.kind(), Kind::MultiSelect(_))
}

fn is_group(view: &FieldView<'_>) -> bool {
    let style = view.field.rendering().display_style;
    match view.field.kind() {
        Kind::MultiSelect(_) => true,
        Kind::Boolean(_) => boolean::is_group(view),
        Kind::Select(kind) => select::is_group(style, &kind.options),
        Kind::Number(_) => scale::points(view).is_some(),
        _ => false,
    }
}
