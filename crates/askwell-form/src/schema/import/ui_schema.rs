//! Applies an RJSF `uiSchema` to the fields of an imported form.
//!
//! Every hint changes the field, or is noted with its place in the `uiSchema`.

use serde_json::{Value, json};

use super::adapt::{below, left_out};
use super::merge::Merger;
use crate::schema::Keywords;
use crate::text::excerpt;

/// Where the `uiSchema` is in what is imported.
pub(super) const POINTER: &str = "/uiSchema";

/// Applies the hints for one field. `path` leads to them.
pub(super) fn apply(ui: &Value, path: &[String], field: &mut Keywords, merger: &mut Merger<'_>) {
    let mut pointer = POINTER.to_owned();
    let mut here = ui;
    for name in path {
        pointer = below(&pointer, name);
        match here.get(name) {
            Some(inner) => here = inner,
            None => return,
        }
    }
    let Value::Object(hints) = here else {
        return merger.note(pointer, "ignored: not an object");
    };
    for (key, value) in hints {
        let at = below(&pointer, key);
        match (key.strip_prefix("ui:"), value) {
            (Some("options"), Value::Object(options)) => {
                for (name, value) in options {
                    hint(name, value, field, &below(&at, name), merger);
                }
            }
            (Some(name), value) => hint(name, value, field, &at, merger),
            (None, _) => merger.note(at, "ignored: the field has no such part"),
        }
    }
    if let Some(Value::Object(rendering)) = field.get("rendering")
        && rendering.contains_key("rows")
        && field.get("type") != Some(&"text".into())
    {
        merger.note(pointer, "`rows` has no effect: only a text has lines");
    }
}

/// Notes hints for the whole form and for properties that are no fields.
pub(super) fn note_others(ui: &Value, fields: &[&[String]], merger: &mut Merger<'_>) {
    note_level(ui, &mut Vec::new(), fields, merger);
}

fn note_level(ui: &Value, path: &mut Vec<String>, fields: &[&[String]], merger: &mut Merger<'_>) {
    let pointer = path.iter().fold(POINTER.to_owned(), |pointer, name| below(&pointer, name));
    let Value::Object(hints) = ui else {
        return merger.note(pointer, "ignored: not an object");
    };
    for (key, value) in hints {
        let at = below(&pointer, key);
        match key.strip_prefix("ui:") {
            Some("order") => {}
            Some("title" | "description") if path.is_empty() => {}
            Some("options") => {
                for name in
                    value.as_object().into_iter().flat_map(Keywords::keys).filter(|name| *name != "order")
                {
                    merger.note(below(&at, name), left_out(name));
                }
            }
            Some(_) => merger.note(at, left_out(key)),
            None => {
                path.push(key.clone());
                if fields.iter().all(|field| *field != path.as_slice()) {
                    if fields.iter().any(|field| field.starts_with(path)) {
                        note_level(value, path, fields, merger);
                    } else {
                        merger.note(at, "ignored: no field of the form is meant");
                    }
                }
                path.pop();
            }
        }
    }
}

fn hint(name: &str, value: &Value, field: &mut Keywords, pointer: &str, merger: &mut Merger<'_>) {
    let text = value.as_str();
    match (name, text) {
        ("title", Some(text)) => _ = field.insert("label".to_owned(), text.into()),
        ("description", Some(text)) => _ = field.insert("description".to_owned(), text.into()),
        ("help", Some(text)) => render(field, "helpText", text),
        ("placeholder", Some(text)) => render(field, "placeholder", text),
        ("autocomplete", Some(text)) => render(field, "autocomplete", text),
        ("readonly" | "disabled", _) => render(field, "readonly", value == &Value::Bool(true)),
        ("rows", _) if value.is_u64() => render(field, "rows", value.clone()),
        ("accept", Some(text)) => render(field, "acceptAttribute", text),
        ("enumNames", _) => enum_names(value, field, pointer, merger),
        ("inputType", Some(text)) => widget(text, field, pointer, merger),
        ("widget", Some(text)) => widget(text, field, pointer, merger),
        ("order", _) => {}
        _ => merger.note(pointer, left_out(&format!("ui:{}", excerpt(name, 32)))),
    }
}

fn render(field: &mut Keywords, hint: &str, value: impl Into<Value>) {
    let rendering = field.entry("rendering").or_insert_with(|| json!({}));
    if let Some(rendering) = rendering.as_object_mut() {
        rendering.insert(hint.to_owned(), value.into());
    }
}

/// Titles for options that are listed without.
fn enum_names(names: &Value, field: &mut Keywords, pointer: &str, merger: &mut Merger<'_>) {
    let options = field.get_mut("options").and_then(Value::as_array_mut);
    let (Some(options), Some(names)) = (options, names.as_array()) else {
        return merger.note(pointer, "ignored: the field has no options, or the titles are no list");
    };
    if options.len() != names.len() || !names.iter().all(Value::is_string) {
        return merger.note(pointer, "ignored: not one title for each option");
    }
    for (option, name) in options.iter_mut().zip(names) {
        let value = option.get("value").unwrap_or(option).clone();
        *option = json!({"value": value, "title": name});
    }
}

/// The widgets of RJSF, by the type of the field; the hint and its value.
const WIDGETS: [(&str, &str, &str, &str); 27] = [
    ("text", "password", "inputType", "password"),
    ("text", "email", "inputType", "email"),
    ("text", "tel", "inputType", "tel"),
    ("text", "search", "inputType", "search"),
    ("text", "color", "displayStyle", "colour"),
    ("text", "time", "displayStyle", "time"),
    ("text", "text", "", ""),
    ("text", "uri", "", ""),
    ("text", "url", "", ""),
    ("date", "date", "", ""),
    ("date", "date-time", "", ""),
    ("date", "datetime", "", ""),
    ("date", "alt-date", "", ""),
    ("date", "alt-datetime", "", ""),
    ("number", "updown", "displayStyle", "stepper"),
    ("number", "range", "displayStyle", "slider"),
    ("number", "rating", "displayStyle", "rating"),
    ("number", "text", "", ""),
    ("number", "number", "", ""),
    ("boolean", "checkbox", "displayStyle", "checkbox"),
    ("boolean", "radio", "displayStyle", "radio"),
    ("boolean", "select", "displayStyle", "radio"),
    ("select", "radio", "displayStyle", "radio"),
    ("select", "select", "displayStyle", "dropdown"),
    ("multi_select", "checkboxes", "displayStyle", "checkbox"),
    ("multi_select", "select", "displayStyle", "multiselect_dropdown"),
    ("file", "file", "", ""),
];

fn widget(name: &str, field: &mut Keywords, pointer: &str, merger: &mut Merger<'_>) {
    let kind = field.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if name == "hidden" {
        return render(field, "hidden", true);
    }
    if name == "textarea" && kind == "text" {
        let has_rows = field.get("rendering").is_some_and(|hints| hints.get("rows").is_some());
        if !has_rows {
            render(field, "rows", 5);
        }
        return;
    }
    match WIDGETS.iter().find(|(of, widget, ..)| *of == kind && *widget == name) {
        Some((.., "", _)) => {}
        Some((.., hint, value)) => render(field, hint, *value),
        None => {
            let what = format!("ignored: a {kind} field has nothing like the widget `{}`", excerpt(name, 40));
            merger.note(pointer, what);
        }
    }
}
