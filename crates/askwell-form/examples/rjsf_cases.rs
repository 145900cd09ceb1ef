//! Prints generated forms as RJSF gets them, with answers and what the form says to each: one JSON object a line.
//! `cargo xtask test --only interop` lets RJSF judge the same answers.

#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for tests")]

use askwell_form::schema::{Effect, RjsfExport};
use askwell_form::{Form, Kind};
use askwell_testkit::answers::any_asked_with;
use askwell_testkit::forms::FormShape;
use askwell_testkit::violations::any_injected;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

const FORMS: usize = 150;

fn main() {
    let mut runner = TestRunner::deterministic();
    let shape = FormShape { files: false, urls: false, ..FormShape::default() };
    for _ in 0..FORMS {
        let asked = any_asked_with(shape).new_tree(&mut runner).unwrap().current();
        let Ok(checked) = asked.form.check(&asked.answers) else { continue };
        let valid = checked.to_value();
        let mut answers = vec![valid.clone()];
        for _ in 0..4 {
            answers
                .push(any_injected(&asked.form, &valid, 2).new_tree(&mut runner).unwrap().current().answers);
        }
        println!("{}", case(&asked.form, &answers));
    }
}

fn case(form: &Form, answers: &[Value]) -> Value {
    let export = form.to_rjsf();
    let answers = answers.iter().filter_map(|answers| without_blanks(answers.clone()));
    let judged: Vec<Value> =
        answers.map(|answers| json!({"answers": answers, "accepted": form.accepts(&answers)})).collect();
    let is_exact = !export.losses.iter().any(|loss| loss.effect != Effect::Unsaid);
    let labels: Vec<&str> = shown(form, &export).collect();
    json!({"form": form.to_value(), "export": export.to_value(), "judged": judged, "exact": is_exact, "labels": labels})
}

/// The labels of fields that are there from the beginning.
fn shown<'f>(form: &'f Form, export: &'f RjsfExport) -> impl Iterator<Item = &'f str> {
    let properties = &export.schema["properties"];
    let is_shown = move |field: &&askwell_form::Field| {
        properties.get(field.property()).is_some()
            && !field.rendering().hidden
            && !matches!(field.kind(), Kind::File(_))
    };
    form.fields().iter().filter(is_shown).map(askwell_form::Field::label)
}

/// RJSF leaves blank fields out.
fn without_blanks(mut answers: Value) -> Option<Value> {
    answers.as_object_mut()?.retain(|_, value| value != "" && value != &json!([]) && !value.is_null());
    Some(answers)
}
