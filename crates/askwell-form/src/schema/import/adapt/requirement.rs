//! Properties that are required while others have a value.

use serde_json::{Value, json};

use super::{Adapter, below};
use crate::schema::Keywords;
use crate::schema::import::merge::Conditional;
use crate::text::excerpt;

/// A property that is required while a condition on other properties holds.
#[derive(Debug, Clone)]
pub(crate) struct Requirement {
    pub(in crate::schema::import) property: String,
    pub(in crate::schema::import) tests: Vec<RequirementTest>,
    pub(in crate::schema::import) pointer: String,
}

/// What must hold of another property.
#[derive(Debug, Clone)]
pub(in crate::schema::import) struct RequirementTest {
    pub(in crate::schema::import) property: String,
    /// `None` if any answer will do.
    pub(in crate::schema::import) value: Option<Value>,
    /// It also holds while there is no answer.
    pub(in crate::schema::import) or_missing: bool,
}

impl RequirementTest {
    /// Returns the test as a condition on the field with this id.
    pub(in crate::schema::import) fn condition(&self, field: &str) -> Value {
        let Some(value) = &self.value else {
            return json!({"operator": "not_equals", "field": field, "value": null});
        };
        let equals = json!({"operator": "equals", "field": field, "value": value});
        if !self.or_missing {
            return equals;
        }
        json!({"operator": "or", "conditions": [equals, {"operator": "equals", "field": field, "value": null}]})
    }
}

impl Adapter<'_> {
    /// `{"card": ["address"]}`: an answer with a card has an address.
    pub(super) fn dependent_required(&mut self, value: &Value, pointer: &str) {
        let Value::Object(entries) = value else {
            return self.merger.note(pointer, "not checked: not a list of names");
        };
        for (name, required) in entries {
            let test = RequirementTest { property: name.clone(), value: None, or_missing: false };
            for property in required.as_array().into_iter().flatten().filter_map(Value::as_str) {
                self.require(property, vec![test.clone()], below(pointer, name));
            }
        }
    }

    /// `if` some properties have a value, `then` others are required.
    pub(super) fn conditional(&mut self, conditional: &Conditional, is_root: bool) {
        let Conditional { keywords, pointer } = conditional;
        if keywords.len() == 1 {
            return;
        }
        let tests = keywords.get("if").filter(|_| is_root).and_then(Value::as_object).and_then(tests);
        let Some(tests) = tests else {
            let what = "`if` is not checked, nor what follows from it: a form cannot say this condition";
            return self.merger.note(format!("{pointer}/if"), what);
        };
        if keywords.contains_key("else") {
            self.merger.note(format!("{pointer}/else"), "not checked: a form cannot say it");
        }
        let no_keywords = Keywords::new();
        let then = keywords.get("then").and_then(Value::as_object).unwrap_or(&no_keywords);
        for (key, value) in then {
            let at = below(&format!("{pointer}/then"), key);
            match (key.as_str(), value) {
                ("required", Value::Array(names)) => {
                    for name in names.iter().filter_map(Value::as_str) {
                        self.require(name, tests.clone(), at.clone());
                    }
                }
                ("properties", Value::Object(properties)) => {
                    for name in properties.keys() {
                        let what = "not checked: a form cannot change a field's constraints";
                        self.merger.note(below(&at, name), what);
                    }
                }
                ("$comment" | "title" | "description", _) => {}
                _ => self.merger.note(at, super::left_out(key)),
            }
        }
    }

    /// A field has one such rule.
    fn require(&mut self, property: &str, tests: Vec<RequirementTest>, pointer: String) {
        if self.requirements.iter().any(|known| known.property == property) {
            let what = format!("not checked: `{}` has another condition already", excerpt(property, 40));
            return self.merger.note(pointer, what);
        }
        self.requirements.push(Requirement { property: property.to_owned(), tests, pointer });
    }
}

/// Returns the tests that `if` makes, if all of them compare a property with a constant.
fn tests(condition: &Keywords) -> Option<Vec<RequirementTest>> {
    if condition.keys().any(|key| !["properties", "required", "type", "$comment"].contains(&key.as_str())) {
        return None;
    }
    let required: Vec<&str> = condition
        .get("required")
        .map_or(Some(Vec::new()), |names| names.as_array()?.iter().map(Value::as_str).collect())?;
    let no_properties = Keywords::new();
    let properties = condition.get("properties").map_or(Some(&no_properties), Value::as_object)?;
    let mut tests = Vec::new();
    for (property, schema) in properties {
        let schema = schema.as_object()?;
        let value =
            schema.get("const").filter(|_| schema.keys().all(|key| key == "const" || key == "type"))?;
        if value.is_null() || value.is_object() || value.is_array() {
            return None;
        }
        let or_missing = !required.contains(&property.as_str());
        tests.push(RequirementTest { property: property.clone(), value: Some(value.clone()), or_missing });
    }
    for name in required {
        if !properties.contains_key(name) {
            tests.push(RequirementTest { property: name.to_owned(), value: None, or_missing: false });
        }
    }
    (!tests.is_empty()).then_some(tests)
}
