//! Renames the id of a field wherever the document uses it, and leads from a use to the definition.

use serde_json::{Value, json};

use super::field_ids::{FieldIdRole, FieldIdUse};
use super::position::Lines;

/// The longest id of a field.
const MAX_ID_LENGTH: usize = 64;

/// Returns the use of an id at an offset.
pub(super) fn use_at(uses: &[FieldIdUse], offset: usize) -> Option<&FieldIdUse> {
    uses.iter().find(|one| one.span.start <= offset && offset <= one.span.end)
}

/// Returns the places of the definition of the id at an offset; several if fields share it by mistake.
pub(super) fn definition(uri: &str, lines: &Lines<'_>, uses: &[FieldIdUse], offset: usize) -> Value {
    let Some(here) = use_at(uses, offset) else { return Value::Null };
    let same = uses.iter().filter(|one| one.id == here.id && one.role == FieldIdRole::Definition);
    same.map(|one| json!({"uri": uri, "range": lines.range(&one.span)})).collect()
}

/// Returns the places of all uses of the id at an offset.
pub(super) fn references(uri: &str, lines: &Lines<'_>, uses: &[FieldIdUse], offset: usize) -> Value {
    let Some(here) = use_at(uses, offset) else { return Value::Null };
    let same = uses.iter().filter(|one| one.id == here.id);
    same.map(|one| json!({"uri": uri, "range": lines.range(&one.span)})).collect()
}

/// Returns what would be renamed at an offset, or null if nothing can be.
pub(super) fn prepare(lines: &Lines<'_>, uses: &[FieldIdUse], offset: usize) -> Value {
    let here = use_at(uses, offset).filter(|here| is_defined(uses, &here.id));
    here.map_or(Value::Null, |here| json!({"range": lines.range(&here.span), "placeholder": here.id}))
}

/// Returns the edits that rename the id at an offset.
///
/// # Errors
/// There is no id of a field, the new one cannot be an id, or another field has it.
pub(super) fn rename(
    uri: &str,
    lines: &Lines<'_>,
    uses: &[FieldIdUse],
    offset: usize,
    new_id: &str,
) -> Result<Value, String> {
    let here = use_at(uses, offset)
        .filter(|here| is_defined(uses, &here.id))
        .ok_or("there is no id of a field here; place the cursor on one")?;
    let is_id_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if new_id.is_empty() || new_id.len() > MAX_ID_LENGTH || !new_id.bytes().all(is_id_byte) {
        return Err(format!(
            "not an id of a field; use 1 to {MAX_ID_LENGTH} of the characters a-z, A-Z, 0-9, _ and -"
        ));
    }
    if new_id != here.id && is_defined(uses, new_id) {
        return Err(format!("another field has the id `{new_id}` already; choose another"));
    }
    let edits: Vec<Value> = uses
        .iter()
        .filter(|one| one.id == here.id)
        .map(|one| {
            let new_text = match one.role {
                FieldIdRole::Expression => in_expression(new_id),
                FieldIdRole::Definition | FieldIdRole::Reference => new_id.to_owned(),
            };
            json!({"range": lines.range(&one.span), "newText": new_text})
        })
        .collect();
    Ok(json!({"changes": {uri: edits}}))
}

fn is_defined(uses: &[FieldIdUse], id: &str) -> bool {
    uses.iter().any(|one| one.role == FieldIdRole::Definition && one.id == id)
}

/// Returns how an expression names a field: by its id alone if that is a name. Single quotation marks need no escape in
/// JSON.
pub(super) fn in_expression(id: &str) -> String {
    let is_name = askwell_form::expression_fields(id).first().is_some_and(|(span, _)| *span == (0..id.len()));
    if is_name { id.to_owned() } else { format!("answers['{id}']") }
}
