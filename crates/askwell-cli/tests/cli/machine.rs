//! `askwell check --json`.

use serde_json::{Value, json};

use crate::process::Folder;

fn run(files: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, Value) {
    let ran = Folder::with(files).run(arguments);
    assert_eq!(ran.stderr, "");
    (ran.code, serde_json::from_str(&ran.stdout).unwrap())
}

const FORM: &str = r#"{"id": "x", "title": "X", "fields": [
  {"id": "port", "type": "number", "label": "Port", "validation": {"maximum": 65535}}]}"#;

#[test]
fn defects_are_printed_as_json() {
    let form = "{\n  \"id\": \"x\", \"title\": \"X\",\n  \"fields\": [{\"id\": \"a\", \"type\": \"txt\", \"label\": \"A\"}]\n}";
    let (code, output) = run(&[("form.json", form)], &["check", "form.json", "--json"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        output,
        json!({"form": "defects", "answers": null, "problems": [], "defects": [{
            "code": "out_of_range", "pointer": "/fields/0/type", "line": 3, "column": 34,
            "message": "not one of the values known here",
            "expected": "text, number, boolean, date, select, multi_select, url, file",
            "found": "\"txt\"", "suggestion": "text",
        }]})
    );
}

#[test]
fn check_without_answers_prints_null_for_them() {
    let (code, output) = run(&[("form.json", FORM)], &["check", "form.json", "--json"]);
    assert_eq!(code, Some(0));
    assert_eq!(output, json!({"form": "ok", "defects": [], "answers": null, "problems": []}));
}

#[test]
fn problems_are_printed_in_wire_format() {
    let arguments = ["check", "form.json", "answers.json", "--json"];
    let (code, output) = run(&[("form.json", FORM), ("answers.json", "{\"port\": 70000}")], &arguments);
    assert_eq!(code, Some(1));
    assert_eq!(
        output,
        json!({"form": "ok", "defects": [], "answers": "refused", "problems": [{
            "field": "port", "code": -32007, "message": "Port must be at most 65535.", "constraint": "maximum",
            "expected": 65535, "actual": 70000, "path": ["port"],
        }]})
    );
    let (code, output) = run(&[("form.json", FORM), ("answers.json", "{\"port\": 80}")], &arguments);
    assert_eq!((code, &output["answers"]), (Some(0), &json!("accepted")));
}

#[test]
fn answers_to_a_defective_form_are_not_checked() {
    let arguments = ["check", "form.json", "answers.json", "--json"];
    let (code, output) = run(&[("form.json", "{}"), ("answers.json", "{}")], &arguments);
    assert_eq!((code, &output["form"], &output["answers"]), (Some(1), &json!("defects"), &json!(null)));
}

#[test]
fn near_misses_among_hints_are_warnings() {
    let form = r#"{"id": "x", "title": "X", "fields": [
  {"id": "a", "type": "text", "label": "A", "rendering": {"placholder": "x", "colour": "red"}}]}"#;
    let (code, output) = run(&[("form.json", form)], &["check", "form.json", "--json"]);
    assert_eq!(code, Some(0));
    assert_eq!((&output["form"], &output["defects"]), (&json!("ok"), &json!([])));
    assert_eq!(
        output["warnings"],
        json!([{
            "code": "unknown_key", "pointer": "/fields/0/rendering/placholder", "line": 2, "column": 59,
            "message": "unknown key `placholder` is kept as it is",
            "expected": null, "found": null, "suggestion": "placeholder",
        }])
    );
    let ran = Folder::with(&[("form.json", form)]).run(&["check", "form.json"]);
    assert_eq!(ran.code, Some(0));
    assert!(
        ran.stderr.contains("warning[unknown_key]") && ran.stderr.contains("did you mean `placeholder`?"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("form.json: fine"), "{}", ran.stderr);
}

#[test]
fn unresolvable_url_is_accepted_unless_it_must_resolve() {
    let form = |rule: &str| {
        format!(
            r#"{{"id": "x", "title": "X", "fields": [{{"id": "a", "type": "url", "label": "A", "validation": {{{rule}}}}}]}}"#
        )
    };
    let answers = r#"{"a": "https://nothing.invalid/"}"#;
    let check = ["check", "form.json", "answers.json", "--json"];
    let (code, output) = run(&[("form.json", &form("")), ("answers.json", answers)], &check);
    assert_eq!((code, &output["answers"]), (Some(0), &json!("accepted")));
    let strict = form(r#""mustResolve": true"#);
    let (code, output) = run(&[("form.json", &strict), ("answers.json", answers)], &check);
    assert_eq!((code, &output["problems"][0]["constraint"]), (Some(1), &json!("mustResolve")));

    let folder =
        Folder::with(&[("form.json", &form("")), ("strict.json", &strict), ("answers.json", answers)]);
    assert_eq!(folder.run(&["ask", "form.json", "--answers", "answers.json"]).code, Some(0));
    let refused = folder.run(&["ask", "strict.json", "--answers", "answers.json"]);
    assert!(
        refused.code == Some(1) && refused.stderr.contains("whose host can be found"),
        "{}",
        refused.stderr
    );
}
