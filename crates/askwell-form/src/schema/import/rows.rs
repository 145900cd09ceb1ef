//! Imports an array of objects as a repeating group.

use hashbrown::HashSet;
use serde_json::{Value, json};

use super::resolve::Resolver;
use super::{FieldSource, ImportBuilder, ImportNote, defect, property, token, wording};
use crate::defect::{Defect, DefectCode};
use crate::kind::rows::{DEFAULT_MAXIMUM, MAX_CELLS, MAX_ROWS};
use crate::schema::Keywords;
use crate::text::excerpt;

/// Keywords of an array or of its items that are understood, or mean the same in every form.
const KNOWN: [&str; 13] = [
    "type",
    "title",
    "description",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "default",
    "additionalProperties",
    "$defs",
    "definitions",
    "$schema",
];

/// A property that is an array of objects: its keywords and those of its items.
pub(super) struct ArrayOfObjects {
    array: Keywords,
    items: Keywords,
    may_be_null: bool,
}

impl ArrayOfObjects {
    /// Returns the array, if the schema is one.
    pub(super) fn find(resolver: Resolver<'_>, schema: &Value, pointer: &str) -> Option<ArrayOfObjects> {
        let flat = resolver.flatten(schema, pointer).ok()?;
        let (names, may_be_null) = match flat.keywords.get("type")? {
            Value::Array(names) => (
                names.iter().filter(|name| *name != "null").collect::<Vec<_>>(),
                names.iter().any(|name| name == "null"),
            ),
            name => (vec![name], false),
        };
        if names != ["array"] {
            return None;
        }
        let items = resolver.flatten(flat.keywords.get("items")?, &format!("{pointer}/items")).ok()?.keywords;
        let is_object = items.get("type").map_or(items.contains_key("properties"), |name| name == "object");
        let may_be_null = may_be_null || flat.may_be_null;
        is_object.then_some(ArrayOfObjects { array: flat.keywords, items, may_be_null })
    }
}

/// Adds a repeating group and its fields.
pub(super) fn read(
    draft: &mut ImportBuilder,
    resolver: Resolver<'_>,
    (name, id): (&str, &str),
    pointer: &str,
    found: &ArrayOfObjects,
    required: bool,
    taken: &mut HashSet<String>,
) {
    let ArrayOfObjects { array, items, may_be_null } = found;
    let note = |draft: &mut ImportBuilder, what: String| {
        let (property, pointer) = (Some(name.to_owned()), pointer.to_owned());
        draft.notes.push(ImportNote { property, pointer, what });
    };
    let no_properties = Keywords::new();
    let properties = items.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
    if properties.is_empty() {
        let expected = "objects with properties";
        let defect = defect(
            format!("{pointer}/items"),
            DefectCode::WrongType,
            "an array of objects without properties",
            expected,
        );
        return draft.defects.push(*defect);
    }
    let inner_required: Vec<&str> = items
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut ids = Vec::new();
    for (inner, schema) in properties {
        let at = format!("{pointer}/items/properties/{}", token(inner));
        match property::read(resolver, inner, at.clone(), schema, inner_required.contains(&inner.as_str())) {
            Ok(mut read) => {
                let inner_id = free_id(taken, id, inner);
                if inner_id != *inner {
                    read.field.insert("x-property".to_owned(), inner.as_str().into());
                }
                read.field.insert("id".to_owned(), inner_id.as_str().into());
                ids.push(inner_id);
                draft.fields.push(read.field.into());
                draft.sources.push(FieldSource { property: name.to_owned(), pointer: at });
                draft.notes.extend(read.notes);
            }
            Err(defect) => draft.defects.push(*defect),
        }
    }
    for (key, value) in array.iter().chain(items) {
        let is_known = KNOWN.contains(&key.as_str()) || key == "uniqueItems" && *value == Value::Bool(false);
        let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        if !is_known
            || key == "default" && !is_empty(value)
            || key == "additionalProperties" && !value.is_boolean()
        {
            note(draft, format!("`{}` is not checked: a repeating group has no such rule", excerpt(key, 40)));
        }
    }
    let count =
        |key: &str| array.get(key).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
    let minimum = count("minItems").unwrap_or(0);
    let most = MAX_ROWS.min(MAX_CELLS / properties.len());
    let maximum = count("maxItems").unwrap_or(DEFAULT_MAXIMUM.max(minimum));
    if maximum > most {
        note(draft, format!("there are at most {most} rows: a form has no more"));
    }
    if minimum > 0 && (!required || *may_be_null) {
        note(draft, "it is always asked for, since it has at least one row".to_owned());
    }
    let (title, unchanged) = wording::label(array.get("title").and_then(Value::as_str), name);
    if array.contains_key("title") && !unchanged {
        note(draft, "the title was shortened, or had nothing to show".to_owned());
    }
    let mut repeat = json!({"minimum": minimum, "maximum": maximum.min(most)});
    if let (Some(item), Some(repeat)) = (items.get("title").and_then(Value::as_str), repeat.as_object_mut()) {
        let item: String = wording::label(Some(item), name).0.chars().take(80).collect();
        repeat.insert("item".to_owned(), item.into());
    }
    let mut group = json!({"id": id, "title": title, "repeat": repeat, "fields": ids});
    if let Some(group) = group.as_object_mut() {
        if id != name {
            group.insert("x-property".to_owned(), name.into());
        }
        if let Some(text) = array.get("description").and_then(Value::as_str) {
            group.insert("description".to_owned(), wording::description(text).0.into());
        }
    }
    draft.groups.push(group);
}

/// Returns an id for a field of a row that no other field of the form has: its name if it is free, else with the name of
/// the group before it.
fn free_id(taken: &mut HashSet<String>, group: &str, name: &str) -> String {
    let like = |c: char| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    let own: String = name.chars().map(like).take(40).collect();
    let with_group: String = format!("{group}_{own}").chars().take(56).collect();
    let numbered = (2..).map(|number| format!("{with_group}_{number}"));
    let mut candidates = [own, with_group.clone()].into_iter().chain(numbered);
    let is_free = |id: &String| !id.is_empty() && !taken.contains(id);
    let id = candidates.find(is_free).unwrap_or(with_group);
    taken.insert(id.clone());
    id
}

/// Returns the defect of a schema with too many fields, those of rows included.
pub(super) fn too_many(fields: usize, most: usize) -> Box<Defect> {
    let message = format!("{fields} properties");
    defect(
        "/properties".to_owned(),
        DefectCode::OutOfRange,
        message,
        format!("at most {most}, those of rows included"),
    )
}
