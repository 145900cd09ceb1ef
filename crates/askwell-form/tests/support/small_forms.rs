//! Small forms for tables of answers.

use askwell_form::Form;
use serde_json::{Value, json};

/// A form with the field `a`, labelled "A", of which the rest is given.
pub(crate) fn form_of(field: &Value) -> Form {
    let mut field = field.clone();
    field["id"] = json!("a");
    field["label"] = json!("A");
    load(&json!({"id": "f", "title": "F", "fields": [field]}))
}

/// A form that is known to load.
pub(crate) fn load(document: &Value) -> Form {
    Form::from_value(document).unwrap_or_else(|defects| panic!("{defects}\n{document:#}"))
}
