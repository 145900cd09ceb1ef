//! Renders the fields of a form in their groups: sections below each other, or one step.

use askwell_form::{Field, Form, GroupView, OutlineEntry, TextFormat};
use maud::{Markup, PreEscaped, html};

use super::control::{FieldContext, carried_values, prefill_marker};
use super::evidence::{evidence, one_paragraph};
use super::field::field;
use super::form::{FormPage, display};
use super::range::{begins_range, range};
use super::rows;
use super::text::held_marker;

/// Renders all fields and displays of the page, in the order of the form. Fields of other steps are carried along
/// unseen, so that a page without a script sends the whole answer.
pub(super) fn fields(page: &FormPage<'_>) -> Markup {
    let shown = page.step.as_ref().map(|step| step.group);
    // One text for each group that is open, and the page's own.
    let mut levels: Vec<String> = vec![String::new()];
    let mut is_other_step = false;
    let mut outline = page.form.outline().into_iter().peekable();
    while let Some(entry) = outline.next() {
        let markup = match entry {
            OutlineEntry::GroupStart(place, group) => {
                if group.parent().is_none() {
                    is_other_step = shown.is_some_and(|shown| shown != place);
                }
                levels.push(String::new());
                continue;
            }
            OutlineEntry::GroupEnd(place, _) => {
                let content = PreEscaped(levels.pop().unwrap_or_default());
                match page.view.groups.get(place).filter(|_| !is_other_step) {
                    Some(view) => group(page, view, &content),
                    None => content,
                }
            }
            OutlineEntry::Display(_) if is_other_step => continue,
            OutlineEntry::Display(shown) => display(shown, page.hosts),
            OutlineEntry::Field(place)
                if !is_other_step && begins_range(page.form, place, outline.peek()) =>
            {
                outline.next();
                let end = |place: usize| match (page.view.fields.get(place), page.context.get(place)) {
                    (Some(view), Some(context)) => field(view, context, false),
                    _ => html! {},
                };
                range(page.form, place, &[end(place), end(place + 1)])
            }
            OutlineEntry::Field(place) => match (page.view.fields.get(place), page.context.get(place)) {
                (Some(view), Some(context)) if is_other_step => carried(view, context),
                (Some(view), Some(context)) if view.field.rows().is_some() => rows::control(view, context),
                (Some(view), Some(context)) => field(view, context, begins_line(page.form, place)),
                _ => continue,
            },
        };
        if let Some(content) = levels.last_mut() {
            content.push_str(&markup.into_string());
        }
    }
    PreEscaped(levels.concat())
}

/// Renders hidden inputs with all that a field would send.
pub(super) fn carried(view: &askwell_form::FieldView<'_>, context: &FieldContext<'_>) -> Markup {
    let name = context.name_of(view);
    if view.field.rows().is_some() {
        return html! {
            (rows::count(view))
            @for (row, contexts) in view.rows.iter().zip(&context.rows) {
                @for (view, context) in row.fields.iter().zip(contexts) { (carried(view, context)) }
            }
        };
    }
    html! {
        @for value in carried_values(view) { input type="hidden" name=(name) value=(value); }
        (prefill_marker(view, &name))
        @if let Some(file) = context.file { input type="hidden" name=(view.field.id()) value=(file.location); }
        @if context.secret_held { (held_marker(view.field.id())) }
    }
}

/// Renders a group: a field set with its title as the legend.
fn group(page: &FormPage<'_>, view: &GroupView<'_>, content: &Markup) -> Markup {
    let group = view.group;
    let about = format!("g-{}-hint", group.id());
    let described = group.description().map(|_| about.as_str());
    html! {
        fieldset.section data-group=(group.id()) id=(format!("g-{}", group.id())) aria-describedby=[described] hidden[!view.visible] {
            legend dir="auto" {
                @if group.parent().is_some() { h3 { (group.title()) } } @else { h2 { (group.title()) } }
            }
            @if let Some(text) = group.description() { (description(page, text, &about)) }
            div.grid { (content) }
        }
    }
}

fn description(page: &FormPage<'_>, text: &str, id: &str) -> Markup {
    let line = match page.form.text_format() {
        TextFormat::Plain => Some(html! { (text) }),
        TextFormat::Markdown => one_paragraph(text, page.hosts),
    };
    match line {
        Some(line) => html! { p.hint id=(id) dir="auto" { (line) } },
        None => html! { div.hint id=(id) { (evidence(text, page.hosts)) } },
    }
}

/// Returns whether a field starts a new grid line: the previous field asks for a break, or its grid
/// row is lower. A field without a row stays beside the previous one. The order is always that of
/// the form, so that visual and reading order agree.
pub(super) fn begins_line(form: &Form, index: usize) -> bool {
    let Some(before) = index.checked_sub(1).and_then(|before| form.fields().get(before)) else {
        return false;
    };
    let row = |field: &Field| field.rendering().grid_row;
    let rows = form.fields().get(index).and_then(row).zip(row(before));
    before.rendering().break_after || rows.is_some_and(|(this, other)| this > other)
}
