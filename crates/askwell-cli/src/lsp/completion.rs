//! Completion of keys and values, from the schema of form documents and the ids of the document's fields.

use serde_json::{Value, json};

use super::field_ids::{FieldIdRole, FieldIdUse, has_reference_keys, is_expression, is_reference};
use super::guide::Guide;
use super::position::Lines;
use super::rename::in_expression;
use super::tree::{Cursor, CursorTarget, Node, Step};

/// Kinds of items of the protocol.
const FUNCTION: u8 = 3;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const REFERENCE: u8 = 18;

/// Returns what can stand at an offset.
pub(super) fn completion(
    guide: &Guide,
    document: &Node,
    lines: &Lines<'_>,
    uses: &[FieldIdUse],
    offset: usize,
) -> Value {
    let Some(cursor) = document.cursor(offset) else { return Value::Null };
    let is_inside = cursor.span.start < offset;
    if matches!(cursor.target, CursorTarget::Value) && is_inside && is_expression(&cursor.path) {
        return in_expressions(&lines.range(&lines.name_before(offset)), uses);
    }
    let items = match &cursor.target {
        CursorTarget::Key { key, has_colon } => keys(guide, document, uses, &cursor.path, key, *has_colon),
        CursorTarget::Value => values(guide, document, uses, &cursor),
    };
    let range = lines.range(&cursor.span);
    let item = |(order, item): (usize, Item)| {
        json!({
            "label": item.label,
            "kind": item.kind,
            "documentation": item.help,
            "filterText": item.filter,
            "sortText": format!("{order:03}"),
            "textEdit": {"range": range, "newText": item.new_text},
        })
    };
    items.into_iter().enumerate().map(item).collect()
}

/// Returns the fields and functions that can stand in an expression.
fn in_expressions(range: &Value, uses: &[FieldIdUse]) -> Value {
    let item = |(order, (label, kind, help)): (usize, (String, u8, Option<&str>))| {
        json!({
            "label": label,
            "kind": kind,
            "documentation": help,
            "filterText": label,
            "sortText": format!("{order:03}"),
            "textEdit": {"range": range, "newText": label},
        })
    };
    let fields = defined_ids(uses).map(|id| (in_expression(id), REFERENCE, None));
    let functions = askwell_form::expression_functions();
    let functions = functions.map(|(name, usage)| (name.to_owned(), FUNCTION, Some(usage)));
    fields.chain(functions).enumerate().map(item).collect()
}

struct Item {
    label: String,
    kind: u8,
    help: Option<String>,
    /// What an editor compares with the text that is replaced.
    filter: String,
    new_text: String,
}

/// Returns the keys that the object does not have yet.
fn keys(
    guide: &Guide,
    document: &Node,
    uses: &[FieldIdUse],
    path: &[Step],
    current: &str,
    has_colon: bool,
) -> Vec<Item> {
    let object = path.iter().try_fold(document, |node, step| node.child(step));
    let is_free = |name: &str| name == current || object.is_none_or(|object| object.get(name).is_none());
    let item = |name: &str, kind: u8, help: Option<String>| {
        let quoted = Value::from(name).to_string();
        let new_text = if has_colon { quoted.clone() } else { format!("{quoted}: ") };
        Item { label: name.to_owned(), kind, help, filter: quoted, new_text }
    };
    if has_reference_keys(path) {
        let ids = defined_ids(uses).filter(|id| is_free(id));
        return ids.map(|id| item(id, REFERENCE, None)).collect();
    }
    let schemas = guide.at(document, path);
    let mut names: Vec<&str> = Vec::new();
    let mut refused: Vec<&str> = Vec::new();
    for (name, schema) in schemas
        .iter()
        .filter_map(|schema| schema.get("properties")?.as_object())
        .flatten()
        .filter(|(name, _)| is_free(name))
    {
        if *schema == Value::Bool(false) {
            refused.push(name);
        } else if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.retain(|name| !refused.contains(name));
    let help = |name: &str| {
        let path: Vec<Step> = path.iter().cloned().chain([Step::Key(name.to_owned())]).collect();
        guide.description(&guide.at(document, &path))
    };
    names.into_iter().map(|name| item(name, PROPERTY, help(name))).collect()
}

/// Returns the values that the schema names, and the ids of fields where one is meant.
fn values(guide: &Guide, document: &Node, uses: &[FieldIdUse], cursor: &Cursor) -> Vec<Item> {
    let item = |value: &Value, kind: u8| {
        let text = value.to_string();
        let label = value.as_str().map_or_else(|| text.clone(), str::to_owned);
        Item { label, kind, help: None, filter: text.clone(), new_text: text }
    };
    if is_reference(&cursor.path) {
        return defined_ids(uses).map(|id| item(&Value::from(id), REFERENCE)).collect();
    }
    let schemas = guide.at(document, &cursor.path);
    // A special schema narrows what a general one allows.
    let lists = schemas.iter().filter_map(|schema| schema.get("enum")?.as_array());
    let mut found: Vec<Value> = lists.min_by_key(|list| list.len()).cloned().unwrap_or_default();
    let is_field_type = matches!(cursor.path.as_slice(),
        [Step::Key(fields), Step::Index(_), Step::Key(key)] if fields == "fields" && key == "type");
    if is_field_type {
        // The schema describes a field as a display only once it says that it is one.
        found.push(Value::from("display"));
    }
    for schema in &schemas {
        found.extend(schema.get("const").cloned());
        if schema.get("type").and_then(Value::as_str) == Some("boolean") {
            found.extend([true, false].map(Value::from));
        }
    }
    if found.is_empty() {
        for schema in &schemas {
            found.extend(schema.get("default").cloned());
            found.extend(schema.get("examples").and_then(Value::as_array).into_iter().flatten().cloned());
        }
    }
    let first = |(at, value): &(usize, &Value)| found.iter().position(|other| other == *value) == Some(*at);
    found.iter().enumerate().filter(first).map(|(_, value)| item(value, VALUE)).collect()
}

fn defined_ids(uses: &[FieldIdUse]) -> impl Iterator<Item = &str> {
    uses.iter().filter(|one| one.role == FieldIdRole::Definition).map(|one| one.id.as_str())
}
