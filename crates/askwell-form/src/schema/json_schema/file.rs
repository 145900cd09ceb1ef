//! The schema of a file: describes its members, not its content.

use serde_json::{Value, json};

use super::property::{any_case, object};
use crate::kind::FileKind;
use crate::media;
use crate::schema::Keywords;

pub(super) fn constraints(file: &FileKind) -> Keywords {
    let mut filename = json!({"type": "string", "minLength": 1, "maxLength": 255});
    if !file.allowed_extensions.is_empty() {
        let endings: Vec<String> = file.allowed_extensions.iter().map(|ending| any_case(ending)).collect();
        add_pattern(&mut filename, format!("({})$", endings.join("|")));
    }
    let mut content_type = json!({"type": "string", "minLength": 1});
    if !file.allowed_mime_types.is_empty() {
        let types: Vec<String> = file.allowed_mime_types.iter().map(|kind| type_pattern(kind)).collect();
        add_pattern(&mut content_type, format!(r"^\s*({})\s*(;|$)", types.join("|")));
    }
    object(json!({
        "type": "object",
        "properties": {
            "filename": filename,
            "content_type": content_type,
            "size": {"type": "integer", "minimum": 0, "maximum": file.max_size},
            "content": {
                "anyOf": [
                    {"type": "string", "contentEncoding": "base64"},
                    {
                        "type": "object",
                        "properties": {
                            "type": {"enum": ["url", "s3", "local"]},
                            "location": {"type": "string", "minLength": 1}
                        },
                        "required": ["type", "location"],
                        "additionalProperties": false
                    }
                ]
            }
        },
        "required": ["filename", "content_type", "size", "content"],
        "additionalProperties": false
    }))
}

fn add_pattern(schema: &mut Value, pattern: String) {
    if let Some(keywords) = schema.as_object_mut() {
        keywords.insert("pattern".to_owned(), pattern.into());
    }
}

/// Returns a type under all its names, or a range of types.
fn type_pattern(kind: &str) -> String {
    match kind.split_once('/') {
        Some(("*", _)) => "[^;]+".to_owned(),
        Some((main, "*")) => format!("{}/[^;]+", any_case(main)),
        _ => {
            let mut names: Vec<&str> = media::names_of(kind).to_vec();
            if !names.iter().any(|name| name.eq_ignore_ascii_case(kind)) {
                names.push(kind);
            }
            names.iter().map(|name| any_case(name)).collect::<Vec<_>>().join("|")
        }
    }
}
