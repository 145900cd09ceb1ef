use std::fs;
use std::path::Path;
use std::time::Duration;

use askwell_form::{Form, Source};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Templates;
use crate::rpc::error::RpcError;

const DEPLOY: &str = r#"{
    // Asked before every release.
    "id": "deploy", "title": "Deploy {{service}} to {{where}}",
    "x-parameters": {"service": {"description": "what", "maxLength": 10}, "where": {"default": "production"}},
    "fields": [
        {"id": "go", "type": "boolean", "label": "Deploy {{service}}", "required": true},
        {"id": "note", "type": "text", "label": "Note", "default": "{{service}}, {{ not a name }}"}
    ]
}"#;

fn eager(folder: &Path) -> Templates {
    Templates::with_refresh_interval(folder.to_owned(), Duration::ZERO)
}

fn fill(templates: &Templates, name: &str, parameters: &Value) -> Result<Form, RpcError> {
    let text = parameters.to_string();
    let source = Source::read(&text).unwrap();
    templates.fill(name, Some(source.root()))
}

fn listed(templates: &Templates) -> Value {
    serde_json::from_str(&templates.to_json()).unwrap()
}

#[test]
fn template_parameters_are_inserted_as_text() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("deploy.jsonc"), DEPLOY).unwrap();
    let templates = eager(folder.path());
    for (service, shown) in [
        (json!("api"), "api"),
        (json!(7), "7"),
        (json!("\",\"x\":\""), "\",\"x\":\""),
        (json!("{{where}}"), "{{where}}"),
    ] {
        let form = fill(&templates, "deploy", &json!({"service": service})).unwrap();
        assert_eq!(form.title(), format!("Deploy {shown} to production"));
        assert_eq!(form.fields().len(), 2);
        assert!(form.extensions().is_empty(), "what is filled in needs no declarations");
        let document = form.to_value();
        assert_eq!(document["fields"][1]["default"], format!("{shown}, {{{{ not a name }}}}"));
    }
}

#[test]
fn invalid_template_parameters_are_rejected() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("deploy.json"), DEPLOY).unwrap();
    let templates = eager(folder.path());
    for (name, parameters, kind) in [
        ("other", json!({}), "unknown_template"),
        ("../deploy", json!({}), "unknown_template"),
        ("deploy", json!({}), "missing_parameter"),
        ("deploy", json!({"service": "a", "servce": "b"}), "unknown_parameter"),
        ("deploy", json!({"service": "abcdefghijk"}), "parameter_too_long"),
        ("deploy", json!({"service": {"a": 1}}), "invalid_parameter"),
        ("deploy", json!({"service": "a\u{202e}"}), "invalid_form"),
    ] {
        let rpc_error = fill(&templates, name, &parameters).unwrap_err().to_json();
        let rpc_error: Value = serde_json::from_str(&rpc_error).unwrap();
        assert_eq!(rpc_error["data"]["type"], kind, "{name} {parameters}");
    }
    assert!(fill(&Templates::none(), "deploy", &json!({})).is_err());
}

#[test]
fn broken_template_keeps_its_last_good_version() {
    let folder = TempDir::new().unwrap();
    let templates = eager(folder.path());
    assert_eq!(listed(&templates), json!({"templates": []}));
    let file = folder.path().join("deploy.json");
    fs::write(&file, DEPLOY).unwrap();
    fs::write(folder.path().join(".deploy.json.swp"), "x").unwrap();
    let first = &listed(&templates)["templates"][0];
    assert_eq!(first["title"], "Deploy {{service}} to {{where}}");
    assert_eq!(
        first["parameters"][1],
        json!({"name": "where", "required": false, "default": "production", "maxLength": 256})
    );

    for (broken, says) in [
        ("{", "the text ends"),
        (
            r#"{"id": "a", "title": "{{x}}", "fields": [{"id": "b", "type": "text", "label": "B"}]}"#,
            "not declared",
        ),
        (
            r#"{"id": "a", "title": "A", "x-parameters": {"x": {}}, "fields": [{"id": "b", "type": "text", "label": "B"}]}"#,
            "never used",
        ),
        (
            r#"{"id": "a", "title": "{{x}}", "x-parameters": {"x": {"max": 1}}, "fields": [{"id": "b", "type": "text", "label": "B"}]}"#,
            "has no max",
        ),
    ] {
        fs::write(&file, broken).unwrap();
        let entry = &listed(&templates)["templates"][0];
        assert!(entry["problem"].as_str().unwrap().contains(says), "{entry}");
        assert_eq!(entry["title"], "Deploy {{service}} to {{where}}");
        assert!(fill(&templates, "deploy", &json!({"service": "api"})).is_ok());
    }

    fs::write(folder.path().join("deploy.jsonc"), DEPLOY).unwrap();
    assert!(listed(&templates)["templates"][0]["problem"].as_str().unwrap().contains("two files"));
    fs::remove_file(&file).unwrap();
    assert!(listed(&templates)["templates"][0].get("problem").is_none());
    fs::remove_file(folder.path().join("deploy.jsonc")).unwrap();
    assert_eq!(listed(&templates), json!({"templates": []}));
}
