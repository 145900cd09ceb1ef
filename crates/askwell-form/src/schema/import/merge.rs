//! Merges a schema with what it refers to and with the parts of its `allOf`.
//!
//! Does not leave the document. What cannot be merged is noted, not refused: an author decides what
//! to do about it.

use hashbrown::HashMap;
use serde_json::Value;

use super::{ImportNote, token};
use crate::schema::Keywords;
use crate::schema::json_schema::is_own_rule;
use crate::text::excerpt;

/// How many references and parts lead from one schema to another.
const DEEPEST: usize = 32;

/// How many schemas one import looks at, so that references to references end.
const MOST_STEPS: usize = 20_000;

/// How many notes one import makes. What follows is left out of the form, too.
const MOST_NOTES: usize = 1_000;

/// Keywords that say the same in every part, of which the first is enough.
const ANNOTATIONS: [&str; 12] = [
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
];

/// A property of an object, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) schema: Value,
    pub(super) pointer: String,
}

/// `if`, `then` and `else` of one schema.
#[derive(Debug, Clone)]
pub(super) struct Conditional {
    pub(super) keywords: Keywords,
    pub(super) pointer: String,
}

/// A schema without references and `allOf`.
#[derive(Debug, Clone, Default)]
pub(super) struct Merged {
    /// All keywords but those below.
    pub(super) keywords: Keywords,
    pub(super) properties: Vec<Property>,
    pub(super) required: Vec<String>,
    pub(super) conditionals: Vec<Conditional>,
    /// The schema that each keyword stands in.
    origins: HashMap<String, String>,
}

impl Merged {
    /// Returns where a keyword stands in the document.
    pub(super) fn pointer_to(&self, key: &str, otherwise: &str) -> String {
        let schema = self.origins.get(key).map_or(otherwise, String::as_str);
        format!("{schema}/{}", token(key))
    }

    /// Sets a keyword in place of another.
    pub(super) fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.keywords.insert(key.to_owned(), value.into());
    }

    pub(super) fn is_true(&self, key: &str) -> bool {
        self.keywords.get(key) == Some(&Value::Bool(true))
    }

    /// Returns the one name in `type` besides `null`, or `None` if there is none or several.
    pub(super) fn type_name(&self) -> Option<&str> {
        match self.keywords.get("type")? {
            Value::String(name) => Some(name),
            Value::Array(names) => {
                let mut names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
                names.next().filter(|_| names.next().is_none())
            }
            _ => None,
        }
    }
}

/// Merges schemas of one document and collects what was noted.
pub(super) struct Merger<'d> {
    pub(super) root: &'d Value,
    /// The top-level property that is being read.
    pub(super) property: Option<String>,
    pub(super) notes: Vec<ImportNote>,
    steps: usize,
}

impl<'d> Merger<'d> {
    pub(super) fn new(root: &'d Value) -> Merger<'d> {
        Merger { root, property: None, notes: Vec::new(), steps: 0 }
    }

    pub(super) fn note(&mut self, pointer: impl Into<String>, what: impl Into<String>) {
        if self.notes.len() < MOST_NOTES {
            let (pointer, what) = (pointer.into(), what.into());
            let note = ImportNote { property: self.property.clone(), pointer, what };
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// Returns the schema with everything that it refers to. Keywords beside a reference win over
    /// annotations behind it; constraints of both hold.
    pub(super) fn merge(&mut self, schema: &Value, pointer: &str) -> Merged {
        let mut merged = Merged::default();
        self.merge_into(&mut merged, schema, pointer, 0);
        merged
    }

    /// Adds the constraints of another schema.
    pub(super) fn merge_into(&mut self, merged: &mut Merged, schema: &Value, pointer: &str, depth: usize) {
        self.steps += 1;
        if depth > DEEPEST || self.steps > MOST_STEPS {
            return self.note(pointer, "not followed: the schema refers to itself, or nests too deeply");
        }
        let keywords = match schema {
            Value::Object(keywords) => keywords,
            Value::Bool(true) => return,
            Value::Bool(false) => return self.note(pointer, "not checked: no answer would be accepted"),
            _ => return self.note(pointer, "not a schema, ignored"),
        };
        for (key, value) in keywords {
            match (key.as_str(), value) {
                ("$ref" | "if" | "then" | "else", _) | ("allOf", Value::Array(_)) => {}
                ("properties", Value::Object(properties)) => {
                    for (name, schema) in properties {
                        let pointer = format!("{pointer}/properties/{}", token(name));
                        merged.add_property(name, schema, pointer);
                    }
                }
                ("required", Value::Array(names)) => {
                    merged.required.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
                }
                (key, value) => self.add_keyword(merged, key, value, pointer),
            }
        }
        if keywords.contains_key("if") {
            let parts = ["if", "then", "else"].into_iter();
            let parts = parts.filter_map(|key| Some((key.to_owned(), keywords.get(key)?.clone())));
            merged.conditionals.push(Conditional { keywords: parts.collect(), pointer: pointer.to_owned() });
        }
        if let Some(reference) = keywords.get("$ref") {
            self.follow(merged, reference, pointer, depth);
        }
        if let Some(Value::Array(parts)) = keywords.get("allOf") {
            for (index, part) in parts.iter().enumerate() {
                self.merge_into(merged, part, &format!("{pointer}/allOf/{index}"), depth + 1);
            }
        }
    }

    fn follow(&mut self, merged: &mut Merged, reference: &Value, pointer: &str, depth: usize) {
        let text = reference.as_str().unwrap_or_default();
        let root = self.root;
        match text.strip_prefix('#').map(unescape) {
            Some(target) => match root.pointer(&target) {
                // What every form asks of a text need not be asked again.
                Some(rule) if is_own_rule(rule) => {}
                Some(schema) => self.merge_into(merged, schema, &target, depth + 1),
                None => self.note(
                    format!("{pointer}/$ref"),
                    format!("not followed: `{}` leads to nothing", excerpt(text, 64)),
                ),
            },
            None => self.note(
                format!("{pointer}/$ref"),
                format!("not followed: `{}` is not in this document", excerpt(text, 64)),
            ),
        }
    }

    fn add_keyword(&mut self, merged: &mut Merged, key: &str, value: &Value, pointer: &str) {
        let Some(known) = merged.keywords.get(key) else {
            merged.keywords.insert(key.to_owned(), value.clone());
            merged.origins.insert(key.to_owned(), pointer.to_owned());
            return;
        };
        if known == value || ANNOTATIONS.contains(&key) {
            return;
        }
        match both(key, known, value) {
            Some(combined) => _ = merged.keywords.insert(key.to_owned(), combined),
            None => self.note(
                format!("{pointer}/{}", token(key)),
                "not checked: another part of the schema says something else",
            ),
        }
    }
}

impl Merged {
    /// A property that two parts describe must satisfy both.
    fn add_property(&mut self, name: &str, schema: &Value, pointer: String) {
        match self.properties.iter_mut().find(|property| property.name == name) {
            None => {
                let (name, schema) = (name.to_owned(), schema.clone());
                self.properties.push(Property { name, schema, pointer });
            }
            Some(known) if known.schema == *schema => {}
            Some(known) => {
                let first = std::mem::take(&mut known.schema);
                known.schema = serde_json::json!({"allOf": [first, schema]});
            }
        }
    }
}

/// Returns the target of a reference as a JSON pointer: a URL may write characters as `%41`.
fn unescape(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, others @ ..] = rest {
        let hex = others.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match hex.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if *first == b'%' => {
                bytes.push(byte);
                rest = others.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = others;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a value that asks for both, if there is one.
fn both(key: &str, this: &Value, that: &Value) -> Option<Value> {
    let larger = || Some(if that.as_f64()? > this.as_f64()? { that.clone() } else { this.clone() });
    let smaller = || Some(if that.as_f64()? < this.as_f64()? { that.clone() } else { this.clone() });
    match key {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => larger(),
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => smaller(),
        "enum" => {
            let (this, that) = (this.as_array()?, that.as_array()?);
            Some(this.iter().filter(|value| that.contains(value)).cloned().collect())
        }
        "type" => {
            let names = |value: &Value| match value {
                Value::Array(names) => names.clone(),
                name => vec![name.clone()],
            };
            let (this, that) = (names(this), names(that));
            let mut common: Vec<Value> = this.iter().filter(|name| that.contains(name)).cloned().collect();
            let integer = Value::from("integer");
            let is_number = |names: &[Value]| names.iter().any(|name| name == "number");
            if this.contains(&integer) && is_number(&that) || that.contains(&integer) && is_number(&this) {
                common.push(integer);
            }
            (!common.is_empty()).then(|| common.into())
        }
        "readOnly" | "writeOnly" | "nullable" | "uniqueItems" => {
            Some((this == &Value::Bool(true) || that == &Value::Bool(true)).into())
        }
        _ => None,
    }
}
