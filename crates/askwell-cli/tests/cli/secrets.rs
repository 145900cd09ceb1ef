//! Secrets are never printed, regardless of other mistakes.

use crate::process::Folder;

const FORM: &str = r#"{"id": "login", "title": "Login", "fields": [
    {"id": "user", "type": "text", "label": "User", "required": true, "validation": {"maxLength": 8}},
    {"id": "password", "type": "text", "label": "Password", "required": true,
     "validation": {"minLength": 20, "pattern": "^[a-z]+$"}, "rendering": {"inputType": "password"}}]}"#;

const SECRET: &str = "hunter2";

#[test]
fn secrets_are_masked_for_every_mistake() {
    for answers in [
        r#"{"user": "ops", "password": "hunter2"}"#,
        "{\n  \"user\": \"ops\",\n  \"password\": \"hunter2\"\n}",
        r#"{"user": 1, "password": "hunter2"}"#,
        r#"{"password": "hunter2", "user": "much too long a name"}"#,
        r#"{"password": "hunter2"}"#,
        r#"{"user": "ops", "password": ["hunter2"]}"#,
        r#"{"user": "ops", "password": {"a": "hunter2"}}"#,
        "{\"user\": \"ops\", \"password\": {\n\"a\": \"hunter2\"}}",
        r#"{"user": "ops", "pasword": "hunter2"}"#,
        r#"{"user": "ops", "p\u0061ssword": "hunter2"}"#,
        r#"{"user": "ops", "password": "x", "password": "hunter2"}"#,
        r#"{"user": "ops", "password": "hunter2}"#,
        r#"{"user": "ops" "password": "hunter2"}"#,
        r#"{"user": {"password": "hunter2"}}"#,
        r#"["hunter2"]"#,
        r#""hunter2""#,
        r#"{"form_id": "login", "responses": {"password": "hunter2"}}"#,
        r#"{"form_id": "other", "responses": {"user": "ops", "pass": "hunter2"}, "metadata": {"p": "hunter2"}}"#,
        r#"{"form_id": "login", "responses": ["hunter2"], "password": "hunter2"}"#,
        r#"{"form_id": "login", "responses": {}, "responses": {"password": "hunter2"}}"#,
    ] {
        let folder = Folder::with(&[("form.json", FORM), ("answers.json", answers)]);
        for arguments in
            [&["check", "form.json", "answers.json"][..], &["check", "form.json", "answers.json", "--json"]]
        {
            let ran = folder.run(arguments);
            assert_eq!(ran.code, Some(1), "{answers}");
            assert!(!ran.transcript().contains(SECRET), "{answers}\n{}", ran.transcript());
        }
    }
}

#[test]
fn secrets_are_masked_in_invalid_utf8() {
    let folder = Folder::with(&[("form.json", FORM)]);
    folder.put("answers.json", b"{\"password\": \"hunter2\", \"user\": \"\xff\"}");
    let ran = folder.run(&["check", "form.json", "answers.json"]);
    assert!(ran.stderr.contains("--> answers.json:1:34") && ran.code == Some(1), "{}", ran.stderr);
    assert!(!ran.transcript().contains(SECRET));
}

#[test]
fn print_masks_secrets_without_reveal() {
    let answers = r#"{"user": "ops", "password": "correcthorsebatterystaple"}"#;
    let folder = Folder::with(&[("form.json", FORM), ("answers.json", answers)]);
    let masked = folder.run(&["check", "form.json", "answers.json", "--print"]);
    assert_eq!(masked.stdout, "{\n  \"user\": \"ops\",\n  \"password\": \"••••••\"\n}\n");
    let open = folder.run(&["check", "form.json", "answers.json", "--print", "--reveal"]);
    assert_eq!(open.stdout, "{\n  \"user\": \"ops\",\n  \"password\": \"correcthorsebatterystaple\"\n}\n");
}
