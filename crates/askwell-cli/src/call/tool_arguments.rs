//! Parses the arguments of a tool from the command line.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use askwell_mcp::wire::{Json, Raw};
use serde_json::{Map, Value};

use crate::document::{Document, STDIN};
use crate::safe_text;

/// Parses NAME=VALUE pairs or one JSON object. A value that is a string in the tool's schema stays
/// one.
pub(super) fn parse(given: &[String], schema: &Json) -> Result<Value> {
    match given {
        [only] if only == STDIN => object(&Document::read(Path::new(STDIN))?.text()),
        [only] if only.trim_start().starts_with('{') => object(only),
        pairs => pairs
            .iter()
            .map(|pair| parse_pair(pair, schema))
            .collect::<Result<Map<_, _>>>()
            .map(Value::Object),
    }
}

fn object(text: &str) -> Result<Value> {
    let value: Value = serde_json::from_str(text).context("the arguments are no JSON")?;
    if !value.is_object() {
        bail!("the arguments have to be a JSON object");
    }
    Ok(value)
}

fn parse_pair(pair: &str, schema: &Json) -> Result<(String, Value)> {
    let Some((name, text)) = pair.split_once('=') else {
        bail!("`{}` is no argument: write NAME=VALUE, or one JSON object", safe_text::line(pair));
    };
    let property = schema.raw().get("properties").and_then(|properties| properties.get(name));
    let kind = property.and_then(|property| property.get("type")).and_then(Raw::as_text);
    let value = match kind.as_deref() {
        Some("string") => text.into(),
        Some(kind) => serde_json::from_str(text).with_context(|| {
            format!("{} has to be of type {}", safe_text::line(name), safe_text::line(kind))
        })?,
        // Without a schema, a value that parses as JSON is JSON.
        None => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
    };
    Ok((name.to_owned(), value))
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use serde_json::json;

    use super::parse;

    #[test]
    fn pairs_are_parsed_by_the_schema() {
        let schema = Json::from(json!({"properties": {
            "zip": {"type": "string"}, "count": {"type": "integer"}, "tags": {"type": "array"}, "any": {}
        }}));
        let read =
            |given: &[&str]| parse(&given.iter().map(|&text| text.to_owned()).collect::<Vec<_>>(), &schema);
        for (given, expected) in [
            (&["zip=01234", "count=3"][..], json!({"zip": "01234", "count": 3})),
            (&["tags=[\"a\"]", "any=true", "other=x=y"], json!({"tags": ["a"], "any": true, "other": "x=y"})),
            (&[" {\"zip\": \"1\"}"], json!({"zip": "1"})),
            (&[], json!({})),
        ] {
            assert_eq!(read(given).unwrap(), expected);
        }
        for given in [&["count=many"][..], &["nonsense"], &["{"], &["{}", "{}"]] {
            assert!(read(given).is_err(), "{given:?}");
        }
    }
}
