//! Forms and JSON Schemas say the same, as far as a schema can say it, and each becomes the other.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what tests share")]

#[path = "schema/agreement.rs"]
mod agreement;
#[path = "schema/author_imports.rs"]
mod author_imports;
#[path = "schema/conditions.rs"]
mod conditions;
#[path = "schema/examples.rs"]
mod examples;
#[path = "schema/hostile.rs"]
mod hostile;
#[path = "schema/imports.rs"]
mod imports;
#[path = "schema/round_trip.rs"]
mod round_trip;

use askwell_form::Form;
use serde_json::{Value, json};

/// A form of these fields; `more` are further keys of the document.
fn form_of(fields: &Value, more: &Value) -> Form {
    let mut document = json!({"id": "test", "title": "Test", "fields": fields});
    document.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Form::from_value(&document).unwrap_or_else(|defects| panic!("{defects}\n{document:#}"))
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap_or_else(|error| panic!("{error}\n{schema:#}"))
}
