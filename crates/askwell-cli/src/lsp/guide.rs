//! What the published schema of form documents says about a place in a document.
//!
//! Follows the few keywords that the schema uses to describe places. Does not validate.

use askwell_form::schema::MetaSchema;
use serde_json::Value;

use super::tree::{Node, Step};

/// Schemas that describe one place; more would mean that the schema refers to itself.
const MAX_SCHEMAS: usize = 256;

/// The schema of form documents.
pub(super) struct Guide {
    root: Value,
}

impl Guide {
    pub(super) fn new() -> Self {
        Guide { root: serde_json::from_str(MetaSchema::FormDefinition.text()).unwrap_or_default() }
    }

    /// Returns every schema that describes the value at `path`, the general ones before the special ones.
    pub(super) fn at(&self, document: &Node, path: &[Step]) -> Vec<&Value> {
        let mut schemas = self.expand(vec![&self.root], Some(document));
        let mut node = Some(document);
        for step in path {
            node = node.and_then(|node| node.child(step));
            let below = schemas.into_iter().filter_map(|schema| child(schema, step)).collect();
            schemas = self.expand(below, node);
        }
        schemas
    }

    /// Returns what the schemas say in words, each sentence once. A schema with a description takes the place of the
    /// description of the one it refers to. `None` if they say nothing.
    pub(super) fn description(&self, schemas: &[&Value]) -> Option<String> {
        let described = |schema: &&&Value| schema.get("description").is_some();
        let replaced: Vec<&Value> =
            schemas.iter().filter(described).filter_map(|schema| self.target(schema)).collect();
        let mut texts: Vec<&str> = Vec::new();
        for schema in schemas.iter().filter(|schema| !replaced.iter().any(|one| std::ptr::eq(*one, **schema)))
        {
            let text = schema.get("description").and_then(Value::as_str);
            texts.extend(text.filter(|text| !texts.contains(text)));
        }
        (!texts.is_empty()).then(|| texts.join("\n\n"))
    }

    /// Returns the schema that one refers to.
    fn target(&self, schema: &Value) -> Option<&Value> {
        self.root.pointer(schema.get("$ref")?.as_str()?.strip_prefix('#')?)
    }

    /// Adds the schemas that these refer to or consist of.
    fn expand<'g>(&'g self, schemas: Vec<&'g Value>, node: Option<&Node>) -> Vec<&'g Value> {
        let mut found = Vec::new();
        let mut open: Vec<&Value> = schemas.into_iter().rev().collect();
        while let Some(schema) = open.pop() {
            if found.len() >= MAX_SCHEMAS {
                break;
            }
            found.push(schema);
            let mut parts: Vec<&Value> = Vec::new();
            parts.extend(self.target(schema));
            for keyword in ["allOf", "anyOf", "oneOf"] {
                parts.extend(schema.get(keyword).and_then(Value::as_array).into_iter().flatten());
            }
            if let Some(condition) = schema.get("if") {
                let holds = node.and_then(|node| holds(condition, node));
                parts.extend(schema.get("then").filter(|_| holds != Some(false)));
                parts.extend(schema.get("else").filter(|_| holds != Some(true)));
            }
            open.extend(parts.into_iter().rev());
        }
        found
    }
}

/// Returns what a schema says about a member or an item.
fn child<'s>(schema: &'s Value, step: &Step) -> Option<&'s Value> {
    match step {
        Step::Index(_) => schema.get("items"),
        Step::Key(key) => {
            let known = schema.get("properties").and_then(|properties| properties.get(key));
            known.or_else(|| {
                let patterns = schema.get("patternProperties")?.as_object()?;
                let is_extension = key.starts_with("x-");
                patterns
                    .iter()
                    .find(|(pattern, _)| is_extension || *pattern != "^x-")
                    .map(|(_, schema)| schema)
            })
        }
    }
}

/// Returns whether a value fulfils the condition of an `if`; `None` where it says more than is understood here.
fn holds(condition: &Value, node: &Node) -> Option<bool> {
    let mut is_certain = true;
    for (keyword, argument) in condition.as_object()? {
        let result = match keyword.as_str() {
            "required" => {
                let mut names = argument.as_array()?.iter().filter_map(Value::as_str);
                Some(names.all(|name| node.get(name).is_some()))
            }
            "properties" => {
                let mut results = argument
                    .as_object()?
                    .iter()
                    .filter_map(|(name, condition)| node.get(name).map(|node| holds(condition, node)));
                results.try_fold(true, |all, result| result.map(|result| all && result))
            }
            "const" => Some(node.text().is_some() && node.text() == argument.as_str()),
            "enum" => Some(
                argument.as_array()?.iter().any(|value| value.is_string() && value.as_str() == node.text()),
            ),
            "anyOf" => {
                let mut results = argument.as_array()?.iter().map(|condition| holds(condition, node));
                results.try_fold(false, |any, result| result.map(|result| any || result))
            }
            _ => None,
        };
        match result {
            Some(true) => {}
            Some(false) => return Some(false),
            None => is_certain = false,
        }
    }
    is_certain.then_some(true)
}
