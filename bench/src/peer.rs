//! The peer: the `jsonschema` crate, set up to do the same work.

use std::borrow::Cow;
use std::error::Error;

use jsonschema::error::ValidationErrorKind;
use jsonschema::paths::LocationSegment;
use jsonschema::{ValidationError, Validator};
use serde::Serialize;
use serde_json::Value;

/// Compiles a schema with formats checked, as a form checks them.
pub(crate) fn compile(schema: &Value) -> Result<Validator, Box<dyn Error>> {
    Ok(jsonschema::options().should_validate_formats(true).build(schema)?)
}

/// One problem as a form would send it.
#[derive(Serialize)]
struct Problem<'e> {
    field: Cow<'e, str>,
    code: i32,
    message: String,
    constraint: &'e str,
    path: Vec<Cow<'e, str>>,
}

/// All that is wrong with an answer, in the wire form.
pub(crate) fn problems(validator: &Validator, answer: &Value) -> String {
    let errors: Vec<ValidationError<'_>> = validator.iter_errors(answer).collect();
    let problems: Vec<Problem<'_>> = errors.iter().map(problem).collect();
    serde_json::to_string(&problems).unwrap_or_default()
}

fn problem<'e>(error: &'e ValidationError<'_>) -> Problem<'e> {
    let segment = |segment| match segment {
        LocationSegment::Property(name) => name,
        LocationSegment::Index(index) => Cow::Owned(index.to_string()),
    };
    let mut path: Vec<Cow<'e, str>> = error.instance_path().iter().map(segment).collect();
    if let ValidationErrorKind::Required { property } = error.kind() {
        path.extend(property.as_str().map(Cow::Borrowed));
    }
    Problem {
        field: path.first().cloned().unwrap_or_default(),
        code: askwell_form::VALIDATION_FAILED,
        message: error.to_string(),
        constraint: error.kind().keyword(),
        path,
    }
}
