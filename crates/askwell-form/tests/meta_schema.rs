//! The published schemas say what the code says: about forms, about responses, about problems.

use askwell_form::Form;
use askwell_testkit::answers::{Asked, any_asked};
use askwell_testkit::forms::any_document;
use askwell_testkit::violations::any_injected;
use jsonschema::Validator;
use proptest::prelude::{ProptestConfig, Strategy, TestCaseError, prop_assert, proptest};
use serde_json::{Value, json};

#[path = "support/mutation.rs"]
mod mutation;

const FORM: &str = include_str!("../schemas/form-definition.schema.json");
const RESPONSE: &str = include_str!("../schemas/form-response.schema.json");
const PROBLEM: &str = include_str!("../schemas/validation-error.schema.json");

fn validator(schema: &str) -> Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

fn config() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() }
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
fn the_table_of_documents_agrees_with_the_schema() {
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

#[test]
fn the_schemas_are_schemas() {
    for schema in [FORM, RESPONSE, PROBLEM] {
        let schema: Value = serde_json::from_str(schema).unwrap();
        jsonschema::meta::validate(&schema).unwrap();
    }
}

#[test]
fn made_up_forms_agree_with_the_schema() {
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
