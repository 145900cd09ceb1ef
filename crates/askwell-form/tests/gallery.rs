//! The templates in crates/askwell-cli/forms/gallery: valid forms without warnings, whose answers are judged as expected.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use askwell_form::Form;
use askwell_form::schema::Revision;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../askwell-cli/forms/gallery")
}

fn names() -> Vec<String> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.map(|name| name.to_string_lossy().into_owned());
    let is_form = |name: &String| !name.ends_with(".answers.json") && !name.ends_with(".invalid.json");
    let mut names: Vec<String> =
        names.filter(is_form).filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect();
    names.sort();
    names
}

fn form(name: &str) -> Form {
    let text = std::fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    match Form::parse_with_warnings(&text) {
        Ok((form, warnings)) if warnings.is_empty() => form,
        Ok((_, warnings)) => panic!("{name}: {warnings:?}"),
        Err(defects) => panic!("{name}: {defects}"),
    }
}

fn answers(name: &str, suffix: &str) -> Value {
    let path = folder().join(format!("{name}.{suffix}.json"));
    serde_json::from_str(&std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}")))
        .unwrap()
}

#[test]
fn answers_of_every_template_are_judged_as_expected() {
    let names = names();
    assert_eq!(names.len(), 20);
    let mut problems = String::new();
    for name in &names {
        let form = form(name);
        let checked = form.check(&answers(name, "answers"));
        assert!(checked.is_ok(), "{name}: {}", checked.unwrap_err());
        let refused = form.check(&answers(name, "invalid")).expect_err(name);
        writeln!(problems, "{name}: {refused}").unwrap();
    }
    insta::assert_snapshot!("gallery_problems", problems);
}

#[test]
fn templates_use_evidence_conditions_and_rules() {
    let forms: Vec<Form> = names().iter().map(|name| form(name)).collect();
    let count = |has: &dyn Fn(&Form) -> bool| forms.iter().filter(|form| has(form)).count();
    assert!(count(&|form| form.decision().is_some()) >= 3);
    assert!(count(&|form| !form.displays().is_empty()) >= 8);
    assert!(count(&|form| form.fields().iter().any(askwell_form::Field::is_conditional)) >= 12);
    assert!(count(&|form| !form.answer_rules().is_empty()) >= 12);
}

#[test]
fn losses_of_every_template_are_listed() {
    let mut listed = String::new();
    for name in names() {
        let form = form(&name);
        writeln!(listed, "# {name}").unwrap();
        for revision in Revision::ALL {
            let export = form.to_mcp_schema(revision);
            assert!(export.schema["properties"].is_object(), "{name}");
            let losses: Vec<String> = export.losses.iter().map(ToString::to_string).collect();
            writeln!(listed, "mcp {revision:?}: {}", losses.join("; ")).unwrap();
        }
        let rjsf: Vec<String> = form.to_rjsf().losses.iter().map(ToString::to_string).collect();
        writeln!(listed, "rjsf: {}", rjsf.join("; ")).unwrap();
    }
    insta::assert_snapshot!("gallery_losses", listed);
}
