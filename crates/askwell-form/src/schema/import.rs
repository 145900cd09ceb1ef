//! Imports a schema as a form.
//!
//! Builds the form document that an author would have written and lets the loader check it, so that
//! an imported form obeys the same rules as any other. Parts that the loader rejects and the form
//! can do without are dropped and noted; other unknown parts are kept and written back on export.
//!
//! A property survives import and export unchanged, except: `enumNames`, `const` and other ways to
//! list options become those of the revision; a required text or choice cannot be blank, and its
//! schema says so; `null` as an alternative is removed, because a missing member means the same.

mod adapt;
pub(super) mod author;
mod merge;
mod open_api;
mod options;
mod property;
mod resolve;
mod rows;
mod ui_schema;
mod wording;

use serde_json::{Value, json};

use super::{KEPT, Keywords};
use crate::defect::{Defect, DefectCode, Defects};
use crate::definition::Form;
use crate::parse::{Fields, MAX_FIELDS};
use crate::text::excerpt;
use resolve::Resolver;
use rows::ArrayOfObjects;

pub use open_api::Operation;

/// A form made from a schema.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Import {
    /// The form.
    pub form: Form,
    /// What was adjusted on the way.
    pub notes: Vec<ImportNote>,
}

impl From<Form> for Import {
    /// A form that needed no adjusting.
    fn from(form: Form) -> Self {
        Import { form, notes: Vec::new() }
    }
}

/// Something that a schema said and the form made of it does not.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct ImportNote {
    /// The property; `None` when the schema or the message as a whole is meant.
    pub property: Option<String>,
    /// JSON pointer to the part of the imported document that is meant; empty for all of it.
    pub pointer: String,
    /// What became of it, as a lower-case fragment.
    pub what: String,
}

impl std::fmt::Display for ImportNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(property) = &self.property {
            write!(f, "{}: ", excerpt(property, 64))?;
        }
        f.write_str(&self.what)
    }
}

/// How often a document is mended. Each time drops all that the loader refuses, and what is left can only
/// contradict itself as often as a field has constraints.
const MENDINGS: usize = 8;

/// Values nested deeper than this are not kept: no document may be so deep.
const DEEPEST_KEPT: usize = 32;

/// What is known of the schema's keywords at its root; others are kept.
const ROOT_KEYWORDS: [&str; 5] = ["type", "properties", "required", "$defs", "definitions"];

pub(super) fn import(schema: &Value, message: &str) -> Result<Import, Defects> {
    let resolver = Resolver { root: schema };
    let root = resolver.flatten(schema, "").map_err(|defect| Defects(vec![*defect]))?.keywords;
    let mut draft = ImportBuilder::default();
    if root.get("type").is_some_and(|kind| kind != "object") {
        draft.refuse("/type", DefectCode::WrongType, "not the schema of an object", "\"object\"");
    }
    let no_properties = Keywords::new();
    let properties = match root.get("properties") {
        None => &no_properties,
        Some(Value::Object(properties)) => properties,
        Some(_) => {
            draft.refuse("/properties", DefectCode::WrongType, "wrong type of value", "an object");
            &no_properties
        }
    };
    if properties.len() > MAX_FIELDS {
        let message = format!("{} properties", properties.len());
        draft.refuse("/properties", DefectCode::OutOfRange, &message, &format!("at most {MAX_FIELDS}"));
        return Err(Defects(draft.defects));
    }
    let required = draft.required(root.get("required"), properties);
    let ids = property::ids(properties);
    let mut taken = ids.iter().cloned().collect();
    for ((name, schema), id) in properties.iter().zip(ids) {
        let pointer = pointer_to(name);
        if let Some(found) = ArrayOfObjects::find(resolver, schema, &pointer) {
            let is_required = required.contains(&name.as_str());
            rows::read(&mut draft, resolver, (name, &id), &pointer, &found, is_required, &mut taken);
            continue;
        }
        match property::read(resolver, name, pointer_to(name), schema, required.contains(&name.as_str())) {
            Ok(mut read) => {
                if id != *name {
                    read.field.insert("x-property".to_owned(), name.as_str().into());
                }
                read.field.insert("id".to_owned(), id.into());
                draft.fields.push(read.field.into());
                draft.sources.push(FieldSource { property: name.clone(), pointer: pointer_to(name) });
                draft.notes.extend(read.notes);
            }
            Err(defect) => draft.defects.push(*defect),
        }
    }
    if draft.fields.len() > MAX_FIELDS {
        draft.defects.push(*rows::too_many(draft.fields.len(), MAX_FIELDS));
    }
    if !draft.defects.is_empty() {
        return Err(Defects(draft.defects));
    }
    let document = draft.document(&root, message);
    draft.load(document)
}

/// Returns an imported form with the words that [`import`] would have made of this message.
pub(super) fn with_message(form: &Form, message: &str) -> Result<Form, Defects> {
    let own_title = Some(form.title()).filter(|title| *title != wording::UNTITLED);
    let words = wording::form_words(own_title, form.description(), message);
    let mut document = form.to_value();
    if let Some(document) = document.as_object_mut() {
        document.insert("title".to_owned(), words.title.into());
        document.extend(words.description.map(|text| ("description".to_owned(), text.into())));
    }
    Form::from_document(&document, Fields::MayBeNone)
}

/// Where a field comes from.
struct FieldSource {
    property: String,
    pointer: String,
}

/// A form document in the making.
#[derive(Default)]
struct ImportBuilder {
    fields: Vec<Value>,
    /// Groups that repeat.
    groups: Vec<Value>,
    /// The property that each field stands for.
    sources: Vec<FieldSource>,
    notes: Vec<ImportNote>,
    defects: Vec<Defect>,
}

impl ImportBuilder {
    fn refuse(&mut self, pointer: &str, code: DefectCode, message: &str, expected: &str) {
        self.defects.push(*defect(pointer.to_owned(), code, message, expected));
    }

    fn note(&mut self, what: impl Into<String>) {
        self.notes.push(ImportNote { property: None, pointer: String::new(), what: what.into() });
    }

    /// Returns the names in `required` that are properties.
    fn required<'s>(&mut self, list: Option<&'s Value>, properties: &Keywords) -> Vec<&'s str> {
        let names = match list {
            None => return Vec::new(),
            Some(Value::Array(names)) => names,
            Some(_) => {
                self.refuse(
                    "/required",
                    DefectCode::WrongType,
                    "wrong type of value",
                    "a list of property names",
                );
                return Vec::new();
            }
        };
        let mut known = Vec::new();
        for (index, name) in names.iter().enumerate() {
            match name.as_str() {
                Some(name) if properties.contains_key(name) => known.push(name),
                Some(name) => self.note(format!("`{}` is required and not a property", excerpt(name, 40))),
                None => {
                    let pointer = format!("/required/{index}");
                    self.refuse(
                        &pointer,
                        DefectCode::WrongType,
                        "wrong type of value",
                        "the name of a property",
                    );
                }
            }
        }
        known
    }

    fn document(&mut self, root: &Keywords, message: &str) -> Value {
        let said = |key| root.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
        let words = wording::form_words(said("title"), said("description"), message);
        if words.changed {
            self.note("the title or the message was shortened, or had hidden characters");
        }
        let mut document = json!({"id": "imported", "title": words.title, "textFormat": "plain", "fields": std::mem::take(&mut self.fields)});
        if let Some(document) = document.as_object_mut() {
            document.extend(words.description.map(|text| ("description".to_owned(), text.into())));
            if !self.groups.is_empty() {
                document.insert("groups".to_owned(), std::mem::take(&mut self.groups).into());
            }
            let mut kept = Keywords::new();
            for (key, value) in root.iter().filter(|(key, _)| !ROOT_KEYWORDS.contains(&key.as_str())) {
                if is_deeper_than(value, DEEPEST_KEPT) {
                    self.note(format!("`{}` is nested too deeply to be kept", excerpt(key, 40)));
                } else if !value.is_null() {
                    kept.insert(key.clone(), value.clone());
                }
            }
            if !kept.is_empty() {
                document.insert(KEPT.to_owned(), kept.into());
            }
        }
        document
    }

    /// Loads the document, without the defaults and constraints that the form language refuses.
    fn load(mut self, mut document: Value) -> Result<Import, Defects> {
        let mut mendings = 0;
        loop {
            let defects = match Form::from_document(&document, Fields::MayBeNone) {
                Ok(form) => return Ok(Import { form, notes: self.notes }),
                Err(defects) => defects,
            };
            let mut mended = false;
            for defect in &defects {
                mended |= self.mend(&mut document, defect);
            }
            mendings += 1;
            if !mended || mendings > MENDINGS {
                return Err(Defects(
                    defects.0.into_iter().map(|defect| self.place_in_schema(defect)).collect(),
                ));
            }
        }
    }

    /// Drops what a defect is about, if the form can do without.
    fn mend(&mut self, document: &mut Value, defect: &Defect) -> bool {
        let mut path = defect.pointer.split('/').skip(2);
        let (Some(index), Some(key)) = (path.next(), path.next()) else { return false };
        let Some(field) = document.pointer_mut(&format!("/fields/{index}")).and_then(Value::as_object_mut)
        else {
            return false;
        };
        let dropped = match (key, path.next()) {
            ("default", _) => field.remove(key).map(|_| key),
            ("validation", Some(rule)) => {
                let rules = field.get_mut(key).and_then(Value::as_object_mut);
                rules.and_then(|rules| rules.remove(rule)).map(|_| rule)
            }
            _ => None,
        };
        if let Some(dropped) = dropped {
            let source = index.parse().ok().and_then(|index: usize| self.sources.get(index));
            let (property, pointer) =
                source.map(|source| (source.property.clone(), source.pointer.clone())).unzip();
            let what = format!("`{dropped}` was dropped: {}", defect.message);
            self.notes.push(ImportNote { property, pointer: pointer.unwrap_or_default(), what });
        }
        dropped.is_some()
    }

    /// What is wrong with a field is wrong with its property.
    fn place_in_schema(&self, mut defect: Defect) -> Defect {
        let index = defect.pointer.split('/').nth(2).and_then(|index| index.parse::<usize>().ok());
        let source = index.and_then(|index| self.sources.get(index));
        defect.pointer = source.map(|source| source.pointer.clone()).unwrap_or_default();
        defect
    }
}

fn pointer_to(property: &str) -> String {
    format!("/properties/{}", token(property))
}

/// Returns a name as a part of a JSON pointer.
fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn defect(
    pointer: String,
    code: DefectCode,
    message: impl Into<String>,
    expected: impl Into<String>,
) -> Box<Defect> {
    let (message, expected) = (message.into(), Some(expected.into()));
    Box::new(Defect { code, pointer, place: None, message, expected, found: None, suggestion: None })
}

fn is_deeper_than(value: &Value, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| is_deeper_than(item, below)),
        Value::Object(members) => members.values().any(|member| is_deeper_than(member, below)),
        _ => false,
    }
}
