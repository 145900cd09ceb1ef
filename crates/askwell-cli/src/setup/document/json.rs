//! JSON, with or without comments.
//!
//! Whole servers are added and removed in the syntax tree, which takes care of commas and
//! indentation. Parts of a server are changed by position, so that the opposite change restores
//! every byte.

mod position;

use std::collections::HashSet;

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use serde_json::{Map, Value};

use super::{DocumentError, Edit, Syntax};

pub(super) fn parse(text: &str, syntax: Syntax) -> Result<Map<String, Value>, DocumentError> {
    let root = read(text, syntax)?;
    match root.value() {
        None => Ok(Map::new()),
        Some(value) => match value.to_serde_value() {
            Some(Value::Object(values)) => Ok(values),
            _ => Err(DocumentError::NoTable),
        },
    }
}

pub(super) fn apply(text: &str, syntax: Syntax, root: &str, edit: &Edit) -> Result<String, DocumentError> {
    let document = read(text, syntax)?;
    let settings = document.object_value_or_create().ok_or(DocumentError::NoTable)?;
    check_keys(&settings)?;
    let servers =
        settings.object_value_or_create(root).ok_or_else(|| DocumentError::NotATable(root.to_owned()))?;
    check_keys(&servers)?;
    match edit {
        Edit::Add { name, entry } => match servers.get(name) {
            Some(present) => present.set_value(input(entry)),
            None => {
                servers.append(name, input(entry));
            }
        },
        Edit::Remove { name } => servers.get(name).ok_or(DocumentError::Unsure)?.remove(),
        other => return position::apply(text, root, other).ok_or(DocumentError::Unsure),
    }
    let mut edited = document.to_string();
    if text.trim().is_empty() && !edited.ends_with('\n') {
        edited.push('\n');
    }
    Ok(edited)
}

fn read(text: &str, syntax: Syntax) -> Result<CstRootNode, DocumentError> {
    // The syntax tree accepts comments always.
    if syntax == Syntax::Json && !text.trim().is_empty() {
        serde_json::from_str::<serde::de::IgnoredAny>(text).map_err(|error| DocumentError::Broken {
            line: error.line(),
            column: error.column(),
            problem: error.to_string().split(" at line").next().unwrap_or_default().to_owned(),
        })?;
    }
    CstRootNode::parse(text, &options()).map_err(|error| DocumentError::Broken {
        line: error.line_display(),
        column: error.column_display(),
        problem: error.kind().to_string(),
    })
}

/// JSON with comments and trailing commas, and no more.
fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn check_keys(object: &CstObject) -> Result<(), DocumentError> {
    let mut seen = HashSet::new();
    for name in object.properties().iter().filter_map(CstObjectProp::decoded_name) {
        if !seen.insert(name.clone()) {
            return Err(DocumentError::Duplicate(name));
        }
    }
    Ok(())
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(value) => CstInputValue::Bool(*value),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(entries) => {
            CstInputValue::Object(entries.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}
