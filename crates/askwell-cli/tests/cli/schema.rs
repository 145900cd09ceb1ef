//! `askwell schema`.

use serde_json::Value;

use crate::process::Folder;

#[test]
fn examples_become_schemas() {
    let folder = Folder::with_examples();
    for name in ["oauth", "api-key", "deployment-approval", "all-kinds"] {
        let file = format!("{name}.json");
        let plain = folder.run(&["schema", &file]);
        let schema: Value = serde_json::from_str(&plain.stdout).unwrap();
        assert_eq!((plain.code, &schema["type"]), (Some(0), &Value::from("object")), "{name}");
        assert_eq!(folder.run(&["schema", &file, "--as", "json-schema"]).stdout, plain.stdout);
        for target in ["mcp", "mcp=2026-07-28", "mcp=2025-11-25", "mcp=2025-06-18"] {
            let ran = folder.run(&["schema", &file, "--as", target]);
            let schema: Value = serde_json::from_str(&ran.stdout).unwrap();
            assert_eq!(ran.code, Some(0), "{name} {target}");
            assert!(schema["properties"].is_object(), "{name} {target}");
        }
    }
    for (name, file, target) in [
        ("api-key_json-schema", "api-key.json", "json-schema"),
        ("api-key_mcp", "api-key.json", "mcp"),
        ("deployment-approval_mcp", "deployment-approval.json", "mcp"),
        ("deployment-approval_mcp_oldest", "deployment-approval.json", "mcp=2025-06-18"),
    ] {
        insta::assert_snapshot!(
            format!("schema_{name}"),
            folder.run(&["schema", file, "--as", target]).transcript()
        );
    }
}

#[test]
fn losses_are_reported_and_fail_with_strict() {
    let folder = Folder::with_examples();
    let ran = folder.run(&["schema", "api-key.json", "--as", "mcp", "--strict"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("warning: api_key: ") && !ran.stdout.is_empty(), "{}", ran.stderr);
    let form = r#"{"id": "x", "title": "X", "fields": [{"id": "a", "type": "boolean", "label": "A"}]}"#;
    let folder = Folder::with(&[("form.json", form)]);
    for target in ["json-schema", "mcp"] {
        let ran = folder.run(&["schema", "form.json", "--as", target, "--strict"]);
        assert_eq!((ran.code, &*ran.stderr), (Some(0), ""), "{target}");
    }
}

#[test]
fn meta_schemas_are_printed() {
    let folder = Folder::with_examples();
    for (target, id) in [
        ("meta", "urn:askwell:schema:form-definition:1"),
        ("meta=form-definition", "urn:askwell:schema:form-definition:1"),
        ("meta=form-response", "urn:askwell:schema:form-response:1"),
        ("meta=validation-error", "urn:askwell:schema:validation-error:1"),
    ] {
        let ran = folder.run(&["schema", "--as", target]);
        let schema: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((ran.code, &schema["$id"]), (Some(0), &Value::from(id)));
    }
}

#[test]
fn form_without_a_schema_is_rejected() {
    let folder = Folder::with(&[("bad.json", "{\"id\": 1}")]);
    for (arguments, code, says) in [
        (&["schema"][..], 2, "a FORM is needed, except with --as meta"),
        (&["schema", "bad.json", "--as", "meta"], 2, "takes no FORM"),
        (&["schema", "bad.json", "--as", "mcp=2024-11-05"], 2, "[possible values: "),
        (&["schema", "nope.json"], 2, "cannot read nope.json"),
        (&["schema", "bad.json"], 1, "error[wrong_type]"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, &*ran.stdout), (Some(code), ""), "{arguments:?}");
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}
