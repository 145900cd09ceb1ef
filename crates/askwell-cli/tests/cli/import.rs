//! `askwell import` and `askwell schema --as rjsf`.

use serde_json::{Value, json};

use crate::process::Folder;

const SCHEMA: &str = r#"{"type": "object", "title": "A person", "required": ["name"], "properties": {
    "name": {"type": "string", "maxLength": 80},
    "role": {"oneOf": [{"const": "dev", "title": "Developer"}, {"const": "ops", "title": "Operator"}]},
    "tags": {"type": "array", "items": {"type": "string"}, "examples": [["x"]]}
}, "minProperties": 1}"#;

const API: &str = "openapi: 3.0.3
paths:
  /pets:
    post:
      operationId: createPet
      summary: Add a pet
      requestBody:
        content:
          application/json:
            schema: &pet
              type: object
              required: [name]
              properties:
                name: {type: string, minLength: 2}
                age: {type: integer, nullable: true}
  /pets/{id}:
    put:
      operationId: putPet
      requestBody: {content: {application/json: {schema: *pet}}}
";

#[test]
fn schema_becomes_a_form_with_listed_differences() {
    let folder = Folder::with(&[("person.json", SCHEMA)]);
    let ran = folder.run(&["import", "person.json"]);
    insta::assert_snapshot!("import_person", ran.transcript());
    folder.put("form.json", ran.stdout.as_bytes());
    assert_eq!(folder.run(&["check", "form.json"]).code, Some(0));
    assert_eq!(folder.run(&["import", "person.json", "--strict"]).code, Some(1));
    let stdin = folder.run_with_stdin(&["import", "-"], SCHEMA.as_bytes());
    assert_eq!(stdin.stdout, ran.stdout);
}

#[test]
fn ui_schema_and_openapi_are_imported() {
    let ui = r#"{"name": {"ui:widget": "textarea"}, "role": {"ui:widget": "radio"}}"#;
    let folder = Folder::with(&[("person.json", SCHEMA), ("ui.json", ui), ("api.yaml", API)]);
    let ran = folder.run(&["import", "person.json", "--ui-schema", "ui.json"]);
    let form: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(form["fields"][1]["rendering"], json!({"displayStyle": "radio"}));
    for operation in ["createPet", "PUT /pets/{id}"] {
        let ran = folder.run(&["import", "api.yaml", "--operation", operation, "--strict"]);
        let form: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(
            (ran.code, &form["fields"][0]["validation"]["minLength"]),
            (Some(0), &json!(2)),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn rjsf_export_is_imported_again() {
    let folder = Folder::with_examples();
    for name in ["oauth", "api-key", "deployment-approval", "all-kinds"] {
        let export = folder.run(&["schema", &format!("{name}.json"), "--as", "rjsf"]);
        let bundle: Value = serde_json::from_str(&export.stdout).unwrap();
        assert_eq!(export.code, Some(0), "{name}");
        assert!(bundle["schema"]["properties"].is_object() && bundle["uiSchema"].is_object(), "{name}");
        folder.put("bundle.json", export.stdout.as_bytes());
        let back = folder.run(&["import", "bundle.json"]);
        assert_eq!(back.code, Some(0), "{name}: {}", back.stderr);
    }
}

#[test]
fn wrong_imports_are_explained() {
    let folder = Folder::with(&[
        ("api.yaml", API),
        ("broken.yaml", "a: [1"),
        ("list.json", "[1]"),
        ("person.json", SCHEMA),
        ("broken.json", "{"),
    ]);
    for (arguments, code, says) in [
        (&["import", "api.yaml"][..], 1, "createPet (POST /pets), putPet (PUT /pets/{id})"),
        (&["import", "api.yaml", "--operation", "nope"], 1, "no operation `nope`"),
        (&["import", "api.yaml", "--ui-schema", "person.json"], 2, "not with OpenAPI"),
        (&["import", "person.json", "--operation", "x"], 2, "are for OpenAPI documents"),
        (&["import", "broken.yaml"], 2, "cannot read broken.yaml as YAML: line"),
        (&["import", "broken.json"], 2, "cannot read broken.json as JSON"),
        (&["import", "list.json"], 1, "no property can be asked for"),
        (&["import", "gone.json"], 2, "there is no such file"),
    ] {
        let ran = folder.run(arguments);
        assert_eq!((ran.code, &*ran.stdout), (Some(code), ""), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{arguments:?}: {}", ran.stderr);
    }
}
