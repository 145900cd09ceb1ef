//! `askwell check FORM ANSWERS`.

use crate::process::Folder;

const FORM: &str = r#"{
  "id": "server", "title": "Server", "allowPartial": false,
  "fields": [
    { "id": "host", "type": "text", "label": "Host", "required": true, "validation": { "format": "hostname" } },
    { "id": "port", "type": "number", "label": "Port", "validation": { "minimum": 1, "maximum": 65535 } },
    { "id": "tags", "type": "multi_select", "label": "Tags", "options": ["web", "db"] }
  ]
}
"#;

fn check(answers: &str) -> String {
    Folder::with(&[("form.json", FORM), ("answers.json", answers)])
        .run(&["check", "form.json", "answers.json"])
        .transcript()
}

#[test]
fn problems_are_shown_at_their_position() {
    let folder = Folder::with_examples();
    for name in ["all-kinds", "api-key", "deployment-approval", "oauth"] {
        let ran = folder.run(&["check", &format!("{name}.json"), &format!("{name}.invalid.json")]);
        assert_eq!(ran.code, Some(1), "{name}");
        insta::assert_snapshot!(format!("answers_{name}"), ran.transcript());
    }
}

#[test]
fn answers_of_every_shape() {
    for (name, answers) in [
        ("one_line", r#"{"port": 70000, "tags": ["web", "dbb"]}"#),
        ("blank", "{\n  \"host\": \"\",\n  \"port\": null\n}"),
        ("twice", "{\n  \"host\": \"a.example\",\n  \"host\": \"b.example\"\n}"),
        ("misspelt", "{\n  \"host\": \"a.example\",\n  \"prot\": 80\n}"),
        ("broken", "{\n  \"host\": \"a.example\"\n  \"port\": 80\n}"),
        ("list", "[1, 2]"),
        ("nothing", ""),
    ] {
        insta::assert_snapshot!(format!("answers_{name}"), check(answers));
    }
}

#[test]
fn responses_are_unwrapped() {
    for (name, answers) in [
        (
            "good",
            r#"{"form_id": "server", "responses": {"host": "a.example"}, "metadata": {"user_agent": "x"}}"#,
        ),
        ("bad_answer", "{\n  \"form_id\": \"server\",\n  \"responses\": {\n    \"port\": 0\n  }\n}"),
        ("other_form", "{\n  \"form_id\": \"client\",\n  \"responses\": { \"host\": \"a.example\" }\n}"),
        (
            "bad_wrapper",
            "{\n  \"form_id\": 7,\n  \"responses\": [],\n  \"metadata\": 1,\n  \"meta\": {},\n  \"responses\": {}\n}",
        ),
    ] {
        insta::assert_snapshot!(format!("response_{name}"), check(answers));
    }
}

#[test]
fn form_with_a_field_form_id_takes_bare_answers() {
    let form = r#"{"id": "x", "title": "X", "fields": [
        {"id": "form_id", "type": "text", "label": "Form"},
        {"id": "responses", "type": "number", "label": "Responses"}]}"#;
    let folder =
        Folder::with(&[("form.json", form), ("answers.json", r#"{"form_id": "y", "responses": 3}"#)]);
    let ran = folder.run(&["check", "form.json", "answers.json"]);
    assert_eq!((ran.code, &*ran.stderr), (Some(0), "answers.json: accepted\n"));
}

#[test]
fn valid_answers_are_accepted_and_printed() {
    let folder = Folder::with_examples();
    for name in ["all-kinds", "api-key", "deployment-approval", "oauth"] {
        let ran = folder.run(&["check", &format!("{name}.json"), &format!("{name}.answers.json"), "--print"]);
        assert_eq!((ran.code, ran.stderr), (Some(0), format!("{name}.answers.json: accepted\n")));
        insta::assert_snapshot!(format!("print_{name}"), ran.stdout);
        let printed: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert!(printed.is_object());
    }
}

#[test]
fn numbers_keep_all_digits_and_no_answers_print_an_empty_object() {
    let form = r#"{"id": "x", "title": "X", "fields": [{"id": "n", "type": "number", "label": "N"}]}"#;
    let folder = Folder::with(&[("form.json", form)]);
    for (answers, printed) in [
        ("{\"n\": 12345678901234567890123456789}", "{\n  \"n\": 1.2345678901234567890123456789e28\n}\n"),
        ("{}", "{}\n"),
    ] {
        let ran = folder.run_with_stdin(&["check", "form.json", "-", "--print"], answers.as_bytes());
        assert_eq!((ran.code, &*ran.stdout, &*ran.stderr), (Some(0), printed, "<stdin>: accepted\n"));
    }
}

#[test]
fn missing_fields_of_a_partial_answer_are_named() {
    let form = FORM.replace("\"allowPartial\": false", "\"allowPartial\": true");
    let folder = Folder::with(&[("form.json", &form), ("answers.json", "{}")]);
    let ran = folder.run(&["check", "form.json", "answers.json"]);
    assert_eq!((ran.code, &*ran.stderr), (Some(0), "answers.json: accepted, still missing: host\n"));
}

#[test]
fn custom_validators_are_skipped_with_a_warning() {
    let form =
        FORM.replace("\"allowPartial\": false,", "\"validation\": {\"customValidators\": [\"a\", \"b\"]},");
    let folder =
        Folder::with(&[("form.json", &form), ("answers.json", r#"{"host": "a.example", "port": 0}"#)]);
    let ran = folder.run(&["check", "form.json", "answers.json"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stderr.starts_with("warning: the custom validators `a`, `b` are not run here\n"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.ends_with("1 problem in answers.json\n"));
    folder.put("answers.json", br#"{"host": "a.example"}"#);
    assert_eq!(folder.run(&["check", "form.json", "answers.json"]).code, Some(0));
}

#[test]
fn form_or_answers_are_read_from_stdin() {
    let folder = Folder::with(&[("form.json", FORM), ("answers.json", "{}")]);
    let form = folder.run_with_stdin(&["check", "-"], FORM.as_bytes());
    assert_eq!((form.code, &*form.stderr), (Some(0), "<stdin>: fine (3 fields)\n"));
    let form = folder.run_with_stdin(&["check", "-", "answers.json"], FORM.as_bytes());
    assert!(form.stderr.contains("--> answers.json:1:1") && form.code == Some(1));
    let answers = folder.run_with_stdin(&["check", "form.json", "-"], b"{}");
    assert!(answers.stderr.contains("--> <stdin>:1:1") && answers.code == Some(1));
    let both = folder.run(&["check", "-", "-"]);
    assert!(both.stderr.contains("only one of FORM and ANSWERS can come from stdin") && both.code == Some(2));
}
