//! Resolves references and merges wrappers into one schema.
//!
//! Does not leave the document, and detects cycles.

use serde_json::Value;

use super::defect;
use crate::defect::{Defect, DefectCode};
use crate::schema::Keywords;
use crate::schema::json_schema::is_own_rule;
use crate::text::excerpt;

/// How many references and wrappers are followed for one schema.
const MOST_STEPS: usize = 32;

/// Looks up references in a document.
#[derive(Clone, Copy)]
pub(super) struct Resolver<'s> {
    pub(super) root: &'s Value,
}

/// A schema without references.
pub(super) struct Flat {
    pub(super) keywords: Keywords,
    /// It also allowed `null`, or a blank.
    pub(super) may_be_null: bool,
}

impl Resolver<'_> {
    /// Returns the schema with what it refers to in place. Keywords beside a reference win over
    /// those behind it.
    pub(super) fn flatten(self, schema: &Value, pointer: &str) -> Result<Flat, Box<Defect>> {
        let Value::Object(keywords) = schema else {
            return Err(defect(pointer.to_owned(), DefectCode::WrongType, "not a schema", "an object"));
        };
        let mut flat = Flat { keywords: keywords.clone(), may_be_null: false };
        for _ in 0..MOST_STEPS {
            let Some(inner) = self.unwrap(&mut flat, pointer)? else {
                return Ok(flat);
            };
            for (key, value) in inner {
                flat.keywords.entry(key).or_insert(value);
            }
        }
        let message = "references that lead back to themselves";
        Err(defect(pointer.to_owned(), DefectCode::Cycle, message, "a schema at their end"))
    }

    /// Takes one wrapper off, if there is one, and gives what was inside.
    fn unwrap(self, flat: &mut Flat, pointer: &str) -> Result<Option<Keywords>, Box<Defect>> {
        if let Some(reference) = flat.keywords.remove("$ref") {
            return self.look_up(&reference, pointer).map(Some);
        }
        if let Some(Value::Array(parts)) = flat.keywords.get("allOf")
            && let [Value::Object(only)] = parts.as_slice()
        {
            let only = only.clone();
            flat.keywords.remove("allOf");
            return Ok(Some(only));
        }
        for key in ["anyOf", "oneOf"] {
            let Some(Value::Array(branches)) = flat.keywords.get(key) else { continue };
            let (nothing, something): (Vec<&Value>, Vec<&Value>) =
                branches.iter().partition(|b| says_nothing(b));
            if !nothing.is_empty()
                && let [Value::Object(only)] = something.as_slice()
            {
                let only = only.clone();
                flat.may_be_null = true;
                flat.keywords.remove(key);
                return Ok(Some(only));
            }
        }
        Ok(None)
    }

    fn look_up(self, reference: &Value, pointer: &str) -> Result<Keywords, Box<Defect>> {
        let target = reference.as_str().and_then(|text| text.strip_prefix('#'));
        match target.and_then(|target| self.root.pointer(target)) {
            // What every form asks of a text need not be asked again.
            Some(rule) if is_own_rule(rule) => Ok(Keywords::new()),
            Some(Value::Object(keywords)) => Ok(keywords.clone()),
            _ => {
                let name = excerpt(reference.as_str().unwrap_or("something that is no text"), 64);
                let message = format!("the reference to `{name}` leads nowhere");
                let pointer = format!("{pointer}/$ref");
                Err(defect(
                    pointer,
                    DefectCode::UnknownReference,
                    message,
                    "a reference such as #/$defs/name",
                ))
            }
        }
    }
}

/// Returns an alternative that means "left out".
fn says_nothing(branch: &Value) -> bool {
    let Value::Object(keywords) = branch else { return false };
    let is = |key: &str, value: Value| keywords.len() == 1 && keywords.get(key) == Some(&value);
    is("type", "null".into())
        || is("const", Value::Null)
        || is("const", "".into())
        || is("maxItems", 0.into())
}
