//! The published schemas say what the code says: about forms, about responses, about problems.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what tests share")]

use askwell_form::Form;
use askwell_testkit::answers::{Asked, any_asked};
use askwell_testkit::forms::any_document;
use askwell_testkit::violations::any_injected;
use jsonschema::Validator;
use proptest::prelude::{Strategy, TestCaseError, prop_assert, proptest};
use serde_json::{Value, json};

#[path = "support/effort.rs"]
mod effort;
#[path = "support/mutation.rs"]
mod mutation;

use effort::config;

const FORM: &str = include_str!("../schemas/form-definition.schema.json");
const RESPONSE: &str = include_str!("../schemas/form-response.schema.json");
const PROBLEM: &str = include_str!("../schemas/validation-error.schema.json");

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

/// Why two verdicts on a document are at odds, if they are.
fn disagreement(schema: &Validator, document: &Value) -> Option<String> {
    match (Form::from_value(document), schema.validate(document)) {
        (Ok(_), Ok(())) | (Err(_), Err(_)) => None,
        (Ok(_), Err(error)) => {
            Some(format!("loads, but the schema refuses: {} at {}", error, error.instance_path()))
        }
        (Err(defects), Ok(())) => {
            let visible: Vec<String> =
                defects.iter().filter(|defect| defect.code.fits_schema()).map(ToString::to_string).collect();
            (!visible.is_empty()).then(|| format!("the schema accepts: {}", visible.join("; ")))
        }
    }
}

#[test]
fn documents_of_the_table_agree_with_the_schema() {
    let schema = validator(FORM);
    let table: Vec<Value> = serde_json::from_str(include_str!("data/form-documents.json")).unwrap();
    let mut wrong = Vec::new();
    for row in &table {
        let accepts = schema.is_valid(&row["document"]);
        if accepts != row["schema_accepts"].as_bool().unwrap() {
            wrong.push(format!(
                "{}: the schema {}",
                row["name"],
                if accepts { "accepts" } else { "refuses" }
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

/// Corners that chance seldom finds.
#[test]
fn edge_cases_agree_with_the_schema() {
    let schema = validator(FORM);
    let nested = (0..20).fold(
        json!({"operator": "equals", "field": "a", "value": 1}),
        |inner, _| json!({"operator": "and", "conditions": [inner]}),
    );
    let long = |length: usize| "a".repeat(length);
    let number = json!({"id": "a", "type": "number", "label": "A"});
    let cases = [
        json!({"type": "date", "rendering": {"enableTime": true}, "default": "2026-01-01T00:00:00Z"}),
        json!({"type": "date", "rendering": {"enableTime": true}, "default": "2026-01-01"}),
        json!({"type": "date", "rendering": {"enableTime": true}, "validation": {"minimum": "2026-01-01T00:00:00Z"}}),
        json!({"type": "date", "rendering": {"enableTime": true}, "validation": {"format": "date"}}),
        json!({"type": "date", "rendering": {"enableTime": false}, "default": "2026-01-01T00:00:00Z"}),
        json!({"type": "date", "validation": {"format": "date-time", "maximum": "1990-12-31T23:59:60Z"}}),
        json!({"type": "date", "validation": {"format": "date-time", "maximum": "1990-12-31t23:59:59.1234567891z"}}),
        json!({"type": "text", "rendering": {"conditionalDisplay": nested}}),
        json!({"type": "text", "validation": {"minLength": u64::MAX}}),
        json!({"type": "text", "validation": {"maxLength": 1e300}}),
        json!({"type": "text", "validation": {"maxLength": 5.0}}),
        json!({"type": "text", "rendering": {"autocomplete": "\u{0}", "accessibility": {"ariaDescribedBy": "\u{202e}"}}}),
        json!({"type": "multi_select", "options": ["a"], "validation": {"enum": ["a", "a"]}}),
        json!({"type": "multi_select", "options": ["a", "b"], "validation": {"enum": ["b", "a"]}, "default": []}),
        json!({"type": "file", "validation": {"allowedMimeTypes": [format!("{}/{}", long(127), long(127))]}}),
        json!({"type": "file", "validation": {"allowedMimeTypes": [format!("a/{}", long(128))]}}),
        json!({"type": "url", "default": "https://b\u{fc}cher.example/\u{754c}?q=\u{e9}#\u{df}"}),
        json!({"type": "url", "default": "HTTPS://EXAMPLE.COM:443/%7e"}),
        json!({"type": "url", "validation": {"allowedSchemes": ["https", "https"]}}),
        json!({"type": "text", "default": "", "rendering": {"displayStyle": "password"}}),
        json!({"type": "text", "default": " ", "rendering": {"inputType": "password"}}),
        json!({"type": "select", "options": ["a"], "default": ""}),
        json!({"type": "multi_select", "options": ["a"], "default": [""]}),
        json!({"type": "select"}),
        json!({"type": "select", "options": [], "optionsSource": {"name": "c"}}),
        json!({"type": "select", "optionsSource": {"name": "c"}}),
        json!({"type": "multi_select", "optionsSource": {"name": "c d"}}),
        json!({"type": "multi_select", "optionsSource": {"name": "c", "x-more": 1}}),
        json!({"type": "text", "optionsSource": {"name": "c"}}),
        json!({"type": "number", "computed": "a * 2"}),
        json!({"type": "number", "computed": "a * 2", "required": false}),
        json!({"type": "number", "computed": "a * 2", "required": true}),
        json!({"type": "number", "computed": "a * 2", "default": 1}),
        json!({"type": "number", "computed": "a * 2", "prefill": "a"}),
        json!({"type": "number", "prefill": "a", "default": 1}),
        json!({"type": "number", "prefill": ""}),
        json!({"type": "number", "computed": long(2001)}),
        json!({"type": "number", "computed": 2}),
        json!({"type": "file", "prefill": "a"}),
    ];
    for mut field in cases {
        field["id"] = json!("b");
        field["label"] = json!("B");
        let document = json!({"id": "f", "title": "F", "fields": [number, field]});
        assert_eq!(disagreement(&schema, &document), None, "{field}");
    }
    for names in [json!([long(128)]), json!([long(129)]), json!(["\u{7f}"]), json!([]), json!(["a", "a"])] {
        let document =
            json!({"id": "f", "title": "F", "fields": [number], "validation": {"customValidators": names}});
        assert_eq!(disagreement(&schema, &document), None, "{names}");
    }
}

#[test]
fn meta_schemas_are_valid() {
    for schema in [FORM, RESPONSE, PROBLEM] {
        let schema: Value = serde_json::from_str(schema).unwrap();
        jsonschema::meta::validate(&schema).unwrap();
    }
}

#[test]
fn generated_forms_agree_with_the_schema() {
    let schema = validator(FORM);
    proptest!(config(), |(document in any_document())| {
        prop_assert!(schema.is_valid(&document), "{:?}", disagreement(&schema, &document));
    });
}

#[test]
fn changed_forms_agree_with_the_schema() {
    let schema = validator(FORM);
    let changed = (any_document(), mutation::any_mutations()).prop_map(|(mut document, mutations)| {
        mutations.iter().for_each(|mutation| mutation.apply(&mut document));
        document
    });
    proptest!(config(), |(document in changed)| {
        if let Some(why) = disagreement(&schema, &document) {
            return Err(TestCaseError::fail(why));
        }
    });
}

#[test]
fn valid_responses_fit_their_schema() {
    let schema = validator(RESPONSE);
    proptest!(config(), |(asked in any_asked())| {
        let Asked { form, answers } = &asked;
        let checked = form.check(answers).map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        let response = json!({"form_id": form.id(), "responses": checked.to_value(), "metadata": {"session_id": "s"}});
        prop_assert!(schema.is_valid(&response), "{:?}", schema.validate(&response));
    });
}

#[test]
fn problems_fit_their_schema() {
    let schema = validator(PROBLEM);
    let mistaken = any_asked().prop_flat_map(|asked| {
        let injected = any_injected(&asked.form, &asked.answers, 4);
        (proptest::strategy::Just(asked), injected)
    });
    proptest!(config(), |((asked, injected) in mistaken)| {
        if let Err(problems) = asked.form.check(&injected.answers) {
            let problems: Vec<Value> = serde_json::from_str(&problems.to_json()).unwrap();
            for problem in problems {
                prop_assert!(schema.is_valid(&problem), "{}: {:?}", problem, schema.validate(&problem));
            }
        }
    });
}
