//! The schemas of the tools stay within what every agent framework reads.
//!
//! The subset, from what frameworks and model APIs reject or drop:
//! - every schema has one `type`, a text; no lists of types, no schema without a type;
//! - no `anyOf`, `oneOf`, `allOf`, `not`, `$ref`, `const`, `nullable`, `default` or `format`;
//! - objects have `properties`, or `additionalProperties` for those whose names are the caller's;
//! - arrays have `items`; `enum` lists texts only; `required` names properties that are there;
//! - every property has a description.

use std::sync::Arc;

use askwell_form::Form;
use askwell_mcp::ask_tools::{self, AskToolsSettings, FormTemplates};
use askwell_mcp::wire::{Json, Raw};
use serde_json::{Value, json};

use crate::scripted_client::ScriptedClient;
use crate::test_server::engine;

const TYPES: [&str; 6] = ["object", "array", "string", "number", "integer", "boolean"];
const KEYWORDS: [&str; 14] = [
    "type",
    "description",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "pattern",
];

struct NoTemplates;

impl FormTemplates for NoTemplates {
    fn list(&self) -> Json {
        json!([]).into()
    }

    fn fill(&self, _: &str, _: Raw<'_>) -> Result<Form, String> {
        Err("there are none".to_owned())
    }
}

/// Everything in a schema that is outside the subset.
fn faults(schema: &Value, place: &str, found: &mut Vec<String>) {
    let Some(members) = schema.as_object() else {
        found.push(format!("{place} is no object"));
        return;
    };
    let mut fault = |what: String| found.push(format!("{place} {what}"));
    for keyword in members.keys().filter(|keyword| !KEYWORDS.contains(&keyword.as_str())) {
        fault(format!("has {keyword}"));
    }
    let kind = schema["type"].as_str().unwrap_or_default();
    if !TYPES.contains(&kind) {
        fault(format!("has the type {}", schema["type"]));
    }
    if kind == "object" && schema["properties"].is_null() && schema["additionalProperties"].is_null() {
        fault("has neither properties nor additionalProperties".to_owned());
    }
    if kind == "array" && schema["items"].is_null() {
        fault("has no items".to_owned());
    }
    if schema["enum"].as_array().is_some_and(|values| !values.iter().all(Value::is_string)) {
        fault("has an enum of other than texts".to_owned());
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if schema["properties"][name.as_str().unwrap_or_default()].is_null() {
            fault(format!("requires {name}, which is not there"));
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        if property["description"].as_str().unwrap_or_default().is_empty() {
            found.push(format!("{place} has no description"));
        }
        faults(property, &place, found);
    }
    for inner in ["items", "additionalProperties"] {
        if schema[inner].is_object() {
            faults(&schema[inner], &format!("{place}.{inner}"), found);
        }
    }
}

#[tokio::test]
async fn tool_schemas_stay_within_the_common_subset() {
    let settings = AskToolsSettings { templates: Some(Arc::new(NoTemplates)), ..AskToolsSettings::default() };
    let server = ask_tools::server(engine(), settings).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", "{}").await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    let listed = client.receive().await;
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 7);
    let mut found = Vec::new();
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        for schema in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[schema]["type"], "object", "{name}");
            assert!(tool[schema]["properties"].is_object(), "{name}");
            faults(&tool[schema], &format!("{name}.{schema}"), &mut found);
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn schema_outside_the_subset_is_found() {
    for (schema, count) in [
        (json!({"type": "object", "properties": {"a": {"type": "string", "description": "A."}}}), 0),
        (json!({"type": ["string", "number"]}), 1),
        (json!({"description": "Anything."}), 1),
        (json!({"type": "object"}), 1),
        (json!({"type": "array"}), 1),
        (json!({"type": "string", "anyOf": []}), 1),
        (json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}), 2),
        (json!({"type": "object", "additionalProperties": {"type": ["string"]}}), 1),
    ] {
        let mut found = Vec::new();
        faults(&schema, "schema", &mut found);
        assert_eq!(found.len(), count, "{schema}: {found:?}");
    }
}
