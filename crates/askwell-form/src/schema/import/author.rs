//! Imports schemas for authors: JSON Schema, RJSF and OpenAPI become a form document to work on.
//!
//! Unlike a schema that is answered as it is, everything that the form cannot say is noted with its
//! place, and nothing is kept in the form that its author would not have written.

use serde_json::{Value, json};

use super::adapt::{Adapter, Dialect, PlannedProperty, PlannedRows, PlannedShape, Scope, left_out};
use super::merge::Merged;
use super::open_api::{self, Operation};
use super::resolve::Resolver;
use super::{FieldSource, Import, ImportBuilder, defect, property, ui_schema, wording};
use crate::defect::{DefectCode, Defects};
use crate::kind::rows::MAX_CELLS;
use crate::parse::MAX_FIELDS;
use crate::schema::{KEPT, Keywords};
use crate::text::excerpt;

/// The keys of a field, in the order in which authors write them.
const FIELD_KEYS: [&str; 11] = [
    "id",
    "type",
    "label",
    "description",
    "required",
    "default",
    "options",
    "validation",
    "rendering",
    "x-property",
    "x-messages",
];

/// What the form is called if the schema does not say it.
struct Heading {
    id: Option<String>,
    title: Option<String>,
    description: Option<String>,
    text_format: &'static str,
}

pub(in crate::schema) fn json_schema(schema: &Value) -> Result<Import, Defects> {
    let mut adapter = Adapter::new(schema, Dialect::JsonSchema);
    let root = adapter.object(schema, "", &Scope::default());
    let heading = Heading { id: None, title: None, description: None, text_format: "plain" };
    finish(adapter, &root, heading, &Value::Null, &[])
}

pub(in crate::schema) fn rjsf(bundle: &Value) -> Result<Import, Defects> {
    let Some(schema) = bundle.get("schema") else {
        let message = "no schema";
        let expected = "an object with `schema`, and perhaps `uiSchema` and `formData`";
        return Err(Defects(vec![*defect("/schema".to_owned(), DefectCode::Missing, message, expected)]));
    };
    let no_hints = json!({});
    let ui = bundle.get("uiSchema").unwrap_or(&no_hints);
    let data = bundle.get("formData");
    let mut adapter = Adapter::new(schema, Dialect::JsonSchema);
    let scope = Scope::root(Some(ui), data);
    let root = adapter.object(schema, "", &scope);
    let text = |key: &str| ui.get(key).and_then(Value::as_str).map(str::to_owned);
    let heading = Heading {
        id: None,
        title: text("ui:title"),
        description: text("ui:description"),
        text_format: "plain",
    };
    finish(adapter, &root, heading, ui, &[])
}

pub(in crate::schema) fn open_api(
    document: &Value,
    operation: &Operation,
    media_type: Option<&str>,
) -> Result<Import, Defects> {
    let mut adapter = Adapter::new(document, Dialect::OpenApi);
    let body = open_api::body(document, operation, media_type, &mut adapter.merger)
        .map_err(|defect| Defects(vec![*defect]))?;
    let root = adapter.object(&body.schema, &body.pointer, &Scope::default());
    let heading =
        Heading { id: body.id, title: body.title, description: body.description, text_format: "markdown" };
    finish(adapter, &root, heading, &Value::Null, &body.content_types)
}

fn finish(
    mut adapter: Adapter<'_>,
    root: &Merged,
    heading: Heading,
    ui: &Value,
    content_types: &[(String, Vec<String>)],
) -> Result<Import, Defects> {
    if root.type_name().is_some_and(|kind| kind != "object") {
        let message = "not the schema of an object";
        return Err(Defects(vec![*defect("/type".to_owned(), DefectCode::WrongType, message, "\"object\"")]));
    }
    let mut planned = std::mem::take(&mut adapter.planned);
    if planned.len() > MAX_FIELDS {
        for left in planned.drain(MAX_FIELDS..) {
            adapter.merger.note(left.pointer, format!("left out: a form has at most {MAX_FIELDS} fields"));
        }
    }
    let rows = std::mem::take(&mut adapter.rows);
    let names = planned.iter().map(|planned| &planned.name).chain(rows.iter().map(|rows| &rows.name));
    let names: Keywords = names.map(|name| (name.clone(), Value::Null)).collect();
    let mut ids = property::ids(&names);
    let row_ids = ids.split_off(planned.len());
    let mut row_fields: Vec<Vec<String>> = vec![Vec::new(); rows.len()];
    if ui.is_object() {
        let paths: Vec<&[String]> = planned.iter().map(|planned| planned.path.as_slice()).collect();
        ui_schema::note_others(ui, &paths, &mut adapter.merger);
    }
    let mut builder = ImportBuilder::default();
    let mut known = Vec::new();
    for (planned, id) in planned.iter().zip(ids) {
        adapter.merger.property = planned.path.first().cloned();
        let types = content_types
            .iter()
            .find(|(name, _)| [name] == planned.path.iter().collect::<Vec<_>>().as_slice());
        if let Some(mut field) = field(&mut adapter, planned, types.map(|(_, types)| types.as_slice())) {
            field.insert("id".to_owned(), id.as_str().into());
            let property = property_of(planned);
            if property.as_ref().is_some_and(|property| *property != id) {
                field.insert("x-property".to_owned(), property.into());
            }
            if let Some(fields) = planned.row.and_then(|row| row_fields.get_mut(row.rows)) {
                fields.push(id.clone());
            }
            if ui.is_object() {
                ui_schema::apply(ui, &planned.path, &mut field, &mut adapter.merger);
            }
            builder.fields.push(in_order(field).into());
            builder
                .sources
                .push(FieldSource { property: planned.name.clone(), pointer: planned.pointer.clone() });
            known.push((planned, id));
        }
        adapter.merger.property = None;
    }
    if builder.fields.is_empty() {
        let message = "no property can be asked for";
        let mut defects = vec![*defect(
            "/properties".to_owned(),
            DefectCode::Missing,
            message,
            "a text, number, boolean or choice",
        )];
        defects.extend(adapter.merger.notes.iter().map(|note| {
            *defect(
                note.pointer.clone(),
                DefectCode::WrongType,
                note.what.clone(),
                "something a form can ask for",
            )
        }));
        return Err(Defects(defects));
    }
    builder.groups = groups(&rows, &row_ids, row_fields);
    let validation = validation(&mut adapter, &known);
    let document = document(&mut adapter, root, heading, &mut builder, validation);
    builder.notes = std::mem::take(&mut adapter.merger.notes);
    builder.load(document)
}

/// Returns the name that answers use for a property, if that can be another than its id: of a property in an object, the
/// id is all there is.
fn property_of(planned: &PlannedProperty) -> Option<String> {
    match planned.row {
        // Between the list and the property stands the word for its items.
        Some(row) => planned.path.get(row.depth + 1..).map(|names| names.join("_")),
        None if planned.path.len() == 1 => Some(planned.name.clone()),
        None => None,
    }
}

/// Returns the repeating groups that have fields.
fn groups(rows: &[PlannedRows], ids: &[String], fields: Vec<Vec<String>>) -> Vec<Value> {
    let mut groups = Vec::new();
    for ((rows, id), fields) in rows.iter().zip(ids).zip(fields).filter(|(_, fields)| !fields.is_empty()) {
        let mut repeat =
            json!({"minimum": rows.minimum, "maximum": rows.maximum.min(MAX_CELLS / fields.len())});
        if let Some(item) = &rows.item {
            let item: String = wording::label(Some(item), &rows.property).0.chars().take(80).collect();
            repeat["item"] = item.into();
        }
        let mut group = json!({"id": id, "title": rows.title});
        if let Some(description) = &rows.description {
            group["description"] = wording::description(description).0.into();
        }
        group["repeat"] = repeat;
        group["fields"] = fields.into();
        if *id != rows.property {
            group["x-property"] = rows.property.as_str().into();
        }
        groups.push(group);
    }
    groups
}

/// Returns the field without its id, or notes why there is none.
fn field(
    adapter: &mut Adapter<'_>,
    planned: &PlannedProperty,
    content_types: Option<&[String]>,
) -> Option<Keywords> {
    let name = planned.path.last().map_or(planned.name.as_str(), String::as_str);
    let mut field = match &planned.shape {
        PlannedShape::File { title, description, media_types } => {
            file_field(name, title.as_deref(), description.as_deref(), content_types.unwrap_or(media_types))
        }
        PlannedShape::Lines(keywords) => {
            let mut keywords = keywords.clone();
            keywords.insert("type".to_owned(), "string".into());
            let mut field = read(adapter, planned, name, &keywords.into())?;
            field.insert("rendering".to_owned(), json!({"rows": 4, "helpText": "One on each line."}));
            field
        }
        PlannedShape::Value(keywords) => read(adapter, planned, name, &keywords.clone().into())?,
    };
    if planned.required {
        field.insert("required".to_owned(), true.into());
    }
    if let Some(section) = &planned.section
        && let Some(Value::String(label)) = field.get_mut("label")
    {
        *label = wording::label(Some(&format!("{section}: {label}")), name).0;
    }
    if planned.is_read_only
        && let Some(rendering) = field.entry("rendering").or_insert_with(|| json!({})).as_object_mut()
    {
        rendering.insert("readonly".to_owned(), true.into());
    }
    Some(field)
}

/// Reads a property as every import does, and notes what that would only have kept.
fn read(
    adapter: &mut Adapter<'_>,
    planned: &PlannedProperty,
    name: &str,
    schema: &Value,
) -> Option<Keywords> {
    let resolver = Resolver { root: &Value::Null };
    let mut read = match property::read(resolver, name, planned.pointer.clone(), schema, false) {
        Ok(read) => read,
        Err(defect) => {
            adapter.merger.note(defect.pointer, format!("left out: {}", defect.message));
            return None;
        }
    };
    for note in &read.notes {
        adapter.merger.note(note.pointer.clone(), note.what.clone());
    }
    let is_number = read.field.get("type") == Some(&"number".into());
    if let Some(Value::Object(kept)) = read.field.remove(KEPT) {
        for (key, value) in kept {
            let is_silent = value.is_null()
                || ["$comment", "$id", "$anchor", "$schema", "xml", "nullable", "writeOnly"]
                    .contains(&key.as_str())
                || key == "default" && value == ""
                || key == "format" && is_number;
            let is_noted = read.notes.iter().any(|note| note.what.contains(&*key));
            if !is_silent && !is_noted {
                adapter.merger.note(format!("{}/{}", planned.pointer, super::token(&key)), left_out(&key));
            }
        }
    }
    Some(read.field)
}

fn file_field(name: &str, title: Option<&str>, description: Option<&str>, types: &[String]) -> Keywords {
    let mut field = Keywords::new();
    field.insert("label".to_owned(), wording::label(title, name).0.into());
    field.insert("type".to_owned(), "file".into());
    if let Some(description) = description {
        field.insert("description".to_owned(), wording::description(description).0.into());
    }
    let types: Vec<&String> =
        types.iter().filter(|name| name.contains('/') && *name != "application/octet-stream").collect();
    if !types.is_empty() {
        field.insert("validation".to_owned(), json!({"allowedMimeTypes": types}));
    }
    field
}

/// Returns the rules between fields.
fn validation(adapter: &mut Adapter<'_>, known: &[(&PlannedProperty, String)]) -> Keywords {
    let id_of = |name: &str| {
        let field = known.iter().find(|(planned, _)| planned.path == [name]);
        field.map(|(_, id)| id.clone())
    };
    let mut dependencies = Keywords::new();
    for requirement in std::mem::take(&mut adapter.requirements) {
        let conditions: Option<Vec<Value>> =
            requirement.tests.iter().map(|test| Some(test.condition(&id_of(&test.property)?))).collect();
        let field = id_of(&requirement.property);
        match (field, conditions) {
            (Some(field), Some(mut conditions)) => {
                let condition = match conditions.len() {
                    1 => conditions.remove(0),
                    _ => json!({"operator": "and", "conditions": conditions}),
                };
                dependencies.insert(field, json!({"condition": condition, "action": "validate"}));
            }
            _ => {
                let what = format!(
                    "not checked: `{}` or what it depends on is not a field of the form",
                    excerpt(&requirement.property, 40)
                );
                adapter.merger.note(requirement.pointer, what);
            }
        }
    }
    let rules: Vec<Value> = std::mem::take(&mut adapter.consents)
        .iter()
        .filter_map(|name| {
            let id = id_of(name)?;
            let expression = format!("answers[\"{id}\"] == true");
            Some(json!({"expression": expression, "message": "This has to be accepted.", "fields": [id]}))
        })
        .collect();
    let mut validation = Keywords::new();
    if !dependencies.is_empty() {
        validation.insert("dependencies".to_owned(), dependencies.into());
    }
    if !rules.is_empty() {
        validation.insert("rules".to_owned(), rules.into());
    }
    validation
}

fn document(
    adapter: &mut Adapter<'_>,
    root: &Merged,
    heading: Heading,
    builder: &mut ImportBuilder,
    validation: Keywords,
) -> Value {
    let said = |key: &str| {
        let text = root.keywords.get(key).and_then(Value::as_str);
        text.filter(|text| !text.trim().is_empty()).map(str::to_owned)
    };
    let title = heading.title.or_else(|| said("title"));
    let description = heading.description.or_else(|| said("description"));
    let words = wording::form_words(title.as_deref(), description.as_deref(), "");
    if words.changed {
        adapter.merger.note("", "the title or the description was shortened, or had hidden characters");
    }
    let id = heading.id.unwrap_or_else(|| title.unwrap_or_default().to_lowercase());
    let mut document = Keywords::new();
    document.insert("$schema".to_owned(), "urn:askwell:schema:form-definition:1".into());
    document.insert("id".to_owned(), slug(&id).into());
    document.insert("title".to_owned(), words.title.into());
    document.extend(words.description.map(|text| ("description".to_owned(), text.into())));
    document.insert("textFormat".to_owned(), heading.text_format.into());
    document.insert("fields".to_owned(), std::mem::take(&mut builder.fields).into());
    if !builder.groups.is_empty() {
        document.insert("groups".to_owned(), std::mem::take(&mut builder.groups).into());
    }
    if !validation.is_empty() {
        document.insert("validation".to_owned(), validation.into());
    }
    document.into()
}

/// Returns a name as an id: `Create a pet` is `create_a_pet`.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.chars().take(100) {
        if character.is_ascii_alphanumeric() || character == '-' {
            slug.push(character);
        } else if !slug.ends_with('_') && !slug.is_empty() {
            slug.push('_');
        }
    }
    let slug = slug.trim_end_matches('_');
    if slug.is_empty() { "imported".to_owned() } else { slug.to_owned() }
}

/// Returns the field with its keys in the usual order.
fn in_order(mut field: Keywords) -> Keywords {
    let known = FIELD_KEYS.iter().filter_map(|key| field.shift_remove_entry(*key)).collect::<Vec<_>>();
    known.into_iter().chain(field).collect()
}
