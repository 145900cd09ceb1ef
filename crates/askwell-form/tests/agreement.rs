//! A form and its JSON Schema agree on every form and every answer.

use askwell_form::schema::{Effect, Revision};
use askwell_form::{Defects, Form, FormCache};
use askwell_testkit::answers::{Asked, any_asked, any_asked_with};
use askwell_testkit::forms::{FormShape, any_document, any_document_with};
use askwell_testkit::violations::any_injected;
use jsonschema::Validator;
use proptest::prelude::{Just, Strategy, TestCaseError, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;
use serde_json::Value;

#[path = "support/effort.rs"]
mod effort;

use effort::config;

fn validator(schema: &Value) -> Result<Validator, TestCaseError> {
    let built = jsonschema::options().should_validate_formats(true).build(schema);
    built.map_err(|error| TestCaseError::fail(format!("not a schema: {error}\n{schema:#}")))
}

/// The same, with `uri` read as `iri`: the schema of a URL field says `uri`, the name that every reader knows, and the
/// form also takes addresses in letters of every script.
fn lenient_validator(schema: &Value) -> Result<Validator, TestCaseError> {
    let iri = validator(&serde_json::json!({"format": "iri"}))?;
    let is_iri = move |text: &str| iri.is_valid(&Value::from(text));
    let built = jsonschema::options().should_validate_formats(true).with_format("uri", is_iri).build(schema);
    built.map_err(|error| TestCaseError::fail(format!("not a schema: {error}\n{schema:#}")))
}

/// Forms of what a schema can say in full.
fn sayable() -> FormShape {
    FormShape { files: false, urls: false, secrets: false, ..FormShape::default() }
}

/// The answers as they come out of a check: typed, and no more than was asked.
fn typed(asked: &Asked) -> Result<Value, TestCaseError> {
    let checked = asked.form.check(&asked.answers);
    Ok(checked.map_err(|problems| TestCaseError::fail(problems.to_string()))?.to_value())
}

/// Answers with mistakes, made from typed ones.
fn any_mistaken(shape: FormShape) -> impl Strategy<Value = (Asked, Value)> {
    any_asked_with(shape).prop_flat_map(|asked| {
        let valid = typed(&asked).unwrap_or(Value::Null);
        // A default that was emptied on purpose would come back.
        let valid = if asked.form.accepts(&valid) { valid } else { asked.answers.clone() };
        let mistaken = any_injected(&asked.form, &valid, 3);
        (Just(asked), mistaken).prop_map(|(asked, injected)| (asked, injected.answers))
    })
}

#[test]
fn schema_accepts_all_answers_of_the_form() {
    proptest!(config(), |(asked in any_asked())| {
        let export = asked.form.to_json_schema();
        let settled = typed(&asked)?;
        // A default that was emptied on purpose comes back, and others with it.
        if !asked.form.accepts(&settled) {
            return Ok(());
        }
        let validator = lenient_validator(&export.schema)?;
        prop_assert!(validator.is_valid(&settled), "{settled}: {:?}\n{}", validator.validate(&settled), export.schema);
    });
}

#[test]
fn schema_without_losses_accepts_no_other_answers() {
    proptest!(config(), |((asked, mistaken) in any_mistaken(sayable()))| {
        let export = asked.form.to_json_schema();
        let is_exact = export.losses.iter().all(|loss| loss.effect == Effect::Unsaid);
        if is_exact && let Err(problems) = asked.form.check(&mistaken) {
            prop_assert!(!validator(&export.schema)?.is_valid(&mistaken), "{mistaken}: {problems}\n{}", export.schema);
        }
    });
}

#[test]
fn most_forms_export_without_losses() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let plain = FormShape { conditions: false, derived: false, ..sayable() };
    let mut lossy = Vec::new();
    for _ in 0..200 {
        let document = any_document_with(plain).new_tree(&mut runner).unwrap().current();
        let losses = Form::from_value(&document).unwrap().to_json_schema().losses;
        lossy.extend(losses.iter().map(|loss| (loss.feature.name(), loss.effect.name())));
    }
    lossy.sort_unstable();
    lossy.dedup();
    // Ranges of dates and the pictures of options are all that a schema has no word for here.
    assert_eq!(lossy, [("date_range", "weakened"), ("image", "unsaid")]);
}

/// Forms of which MCP can carry every field.
fn carried_by_mcp() -> FormShape {
    FormShape {
        files: false,
        secrets: false,
        urls: false,
        conditions: false,
        partial: false,
        rows: false,
        ..FormShape::default()
    }
}

#[test]
fn client_of_any_revision_can_send_every_valid_answer() {
    proptest!(config(), |(asked in any_asked_with(carried_by_mcp()))| {
        let settled = typed(&asked)?;
        for revision in Revision::ALL {
            let export = asked.form.to_mcp_schema(revision);
            let validator = validator(&export.schema)?;
            prop_assert!(validator.is_valid(&settled), "{settled}: {:?}\n{}", validator.validate(&settled), export.schema);
        }
    });
}

#[test]
fn form_survives_export_and_import_by_mcp() {
    let import = |schema: &Value, title: &str| {
        Form::import(schema, title).map_err(|defects| TestCaseError::fail(format!("{defects}\n{schema}")))
    };
    proptest!(config(), |(document in any_document())| {
        let form = Form::from_value(&document).map_err(|defects| TestCaseError::fail(defects.to_string()))?;
        for revision in Revision::ALL {
            let export = form.to_mcp_schema(revision);
            let imported = import(&export.schema, form.title())?;
            let again = imported.form.to_mcp_schema(revision);
            if export.losses.is_empty() {
                prop_assert!(imported.notes.is_empty(), "{:?}", imported.notes);
                prop_assert_eq!(&again, &export, "{:?}", revision);
            } else {
                // What was lost is lost at once.
                let third = import(&again.schema, form.title())?.form.to_mcp_schema(revision);
                prop_assert_eq!(&third, &again, "{:?}", revision);
            }
        }
    });
}

#[test]
fn cached_form_equals_fresh_import() {
    const MESSAGES: [&str; 5] =
        ["", "Deploy 1.4.2?", "Two\nlines, with a \u{202e}hidden character", "  ", "Question"];
    let cache = FormCache::new(4, 64 << 10);
    proptest!(config(), |(document in any_document(), message in select(&MESSAGES[..]))| {
        let form = Form::from_value(&document).map_err(|defects| TestCaseError::fail(defects.to_string()))?;
        for revision in Revision::ALL {
            let schema = form.to_mcp_schema(revision).schema;
            let failed = |defects: Defects| TestCaseError::fail(format!("{defects}\n{schema}"));
            let compile = || Form::import(&schema, "");
            let text = schema.to_string();
            for _ in 0..2 {
                let cached = cache.get_or_compile(&[&text], compile).map_err(failed)?.form;
                let shown = cached.with_message(message).map_err(failed)?;
                let fresh = Form::import(&schema, message).map_err(failed)?.form;
                prop_assert_eq!(shown.to_value(), fresh.to_value(), "{}", schema);
            }
        }
    });
}

#[test]
fn imported_form_gives_the_same_verdict() {
    proptest!(config(), |((asked, mistaken) in any_mistaken(carried_by_mcp()))| {
        let export = asked.form.to_mcp_schema(Revision::LATEST);
        if export.losses.is_empty() {
            let imported = Form::import(&export.schema, asked.form.title())
                .map_err(|defects| TestCaseError::fail(defects.to_string()))?;
            let settled = typed(&asked)?;
            prop_assert!(imported.form.accepts(&settled), "{settled}\n{}", export.schema);
            if !asked.form.accepts(&mistaken) {
                prop_assert!(!imported.form.accepts(&mistaken), "{mistaken}\n{}", export.schema);
            }
        }
    });
}
