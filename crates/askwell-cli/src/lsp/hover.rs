//! Help for the key or value under the pointer.

use serde_json::{Value, json};

use super::field_ids::{FieldIdRole, FieldIdUse};
use super::guide::Guide;
use super::position::Lines;
use super::rename::use_at;
use super::tree::{CursorTarget, Node, Step};

/// Returns what the schema says about the place, and for an id that is used, which field it is.
pub(super) fn hover(
    guide: &Guide,
    document: &Node,
    lines: &Lines<'_>,
    uses: &[FieldIdUse],
    offset: usize,
) -> Value {
    let Some(cursor) = document.cursor(offset).filter(|cursor| !cursor.span.is_empty()) else {
        return Value::Null;
    };
    let mut path = cursor.path;
    if let CursorTarget::Key { key, .. } = cursor.target {
        path.push(Step::Key(key));
    }
    let schemas = guide.at(document, &path);
    let used = use_at(uses, offset).filter(|one| one.role != FieldIdRole::Definition);
    let mut parts: Vec<String> =
        used.and_then(|used| field_summary(document, &used.id)).into_iter().collect();
    parts.extend(guide.description(&schemas));
    let values = schemas.iter().rev().find_map(|schema| schema.get("enum")?.as_array());
    if let Some(values) = values {
        let names: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        parts.push(format!("One of {}", names.join(", ")));
    }
    if let Some(default) = schemas.iter().rev().find_map(|schema| schema.get("default")) {
        parts.push(format!("Default: `{default}`"));
    }
    if parts.is_empty() {
        return Value::Null;
    }
    let contents = json!({"kind": "markdown", "value": parts.join("\n\n")});
    json!({"contents": contents, "range": lines.range(&cursor.span)})
}

/// Returns a field in one line, with its label as the author wrote it, in a code span that nothing leaves.
fn field_summary(document: &Node, id: &str) -> Option<String> {
    let fields = document.get("fields")?.items();
    let field = fields.iter().find(|field| field.get("id").and_then(Node::text) == Some(id))?;
    let text =
        |key: &str| field.get(key).and_then(Node::text).unwrap_or_default().replace(['`', '\n', '\r'], " ");
    Some(format!("Field `{}` ({}): `{}`", id.replace('`', " "), text("type"), text("label")))
}
