//! Schemas that authors import: what becomes a field, and what is noted.

use askwell_form::Form;
use askwell_form::schema::{Import, Operation};
use serde_json::{Value, json};

fn import(schema: &Value) -> Import {
    Form::import_json_schema(schema).unwrap_or_else(|defects| panic!("{schema:#}: {defects}"))
}

/// The notes as `pointer: what`.
fn notes(import: &Import) -> Vec<String> {
    import.notes.iter().map(|note| format!("{}: {}", note.pointer, note.what)).collect()
}

fn properties(properties: &Value) -> Value {
    json!({"type": "object", "title": "T", "properties": properties})
}

/// The only field, without its id.
fn field_of(property: &Value) -> (Value, Vec<String>) {
    let import = import(&properties(&json!({"p": property})));
    let mut field = import.form.to_value()["fields"][0].clone();
    field.as_object_mut().unwrap().remove("id");
    (field, notes(&import))
}

#[test]
fn properties_without_losses_become_fields() {
    for (property, expected) in [
        (json!({"type": "string", "title": "Name"}), json!({"type": "text", "label": "Name"})),
        (
            json!({"type": ["string", "null"], "format": "email"}),
            json!({"type": "text", "label": "P", "validation": {"format": "email"}}),
        ),
        (json!({"enum": ["a", "b"]}), json!({"type": "select", "label": "P", "options": ["a", "b"]})),
        (
            json!({"oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}),
            json!({"type": "select", "label": "P", "options": [{"value": "a", "title": "A"}, {"value": "b", "title": "B"}]}),
        ),
        (
            json!({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1, "uniqueItems": true}),
            json!({"type": "multi_select", "label": "P", "options": ["a", "b"], "validation": {"minItems": 1}}),
        ),
        (
            json!({"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 3, "maximum": 9}]}),
            json!({"type": "number", "label": "P", "validation": {"minimum": 3, "maximum": 9, "multipleOf": 1}}),
        ),
        (json!({"anyOf": [{"type": "null"}, {"type": "boolean"}]}), json!({"type": "boolean", "label": "P"})),
        (
            json!({"type": "string", "writeOnly": true}),
            json!({"type": "text", "label": "P", "rendering": {"inputType": "password"}}),
        ),
    ] {
        assert_eq!(field_of(&property), (expected, vec![]), "{property}");
    }
}

#[test]
fn inexpressible_parts_are_noted_with_their_place() {
    for (property, kind, expected) in [
        (
            json!({"type": "string", "examples": ["x"]}),
            "text",
            "/properties/p/examples: `examples` is left out",
        ),
        (json!({"type": "string", "not": {"const": "x"}}), "text", "/properties/p/not: `not` is not checked"),
        (json!({"type": "string", "pattern": "(?=a)b"}), "text", "/properties/p: `pattern` is not checked"),
        (
            json!({"type": "string", "format": "duration"}),
            "text",
            "/properties/p: the format `duration` is not",
        ),
        (
            json!({"type": "integer", "enum": [1, 2]}),
            "select",
            "/properties/p/enum: the options are texts here",
        ),
        (json!({"type": ["string", "integer"]}), "text", "/properties/p/type: only a string is asked for"),
        (
            json!({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}),
            "number",
            "/properties/p/oneOf: only the first alternative is asked for",
        ),
        (json!({"description": "?"}), "text", "/properties/p: asked for as a text: the schema has no type"),
        (
            json!({"type": "array", "items": {"type": "string"}}),
            "text",
            "/properties/p: asked for as one text",
        ),
        (
            json!({"type": "string", "contentEncoding": "base64"}),
            "file",
            "/properties/p: asked for as a file",
        ),
        (json!({"type": "boolean", "const": true}), "boolean", "/properties/p/const: not checked"),
        (
            json!({"$ref": "other.json", "type": "string"}),
            "text",
            "/properties/p/$ref: not followed: `other.json`",
        ),
    ] {
        let (field, notes) = field_of(&property);
        assert_eq!(field["type"], kind, "{property}");
        assert!(matches!(notes.as_slice(), [only] if only.starts_with(expected)), "{property}: {notes:?}");
    }
    for (property, expected) in [
        (json!({"type": "null"}), "left out: `null`"),
        (json!({"type": "object"}), "left out: an object without listed properties"),
        (json!({"type": "array", "prefixItems": [{}]}), "left out: a list whose items differ"),
        (
            json!({"type": "array", "items": {"type": "object", "properties": {}}}),
            "left out: a list of objects",
        ),
    ] {
        let import = import(&properties(&json!({"p": property, "q": {"type": "boolean"}})));
        assert_eq!(import.form.fields().len(), 1);
        assert!(notes(&import)[0].starts_with(&format!("/properties/p: {expected}")), "{:?}", import.notes);
    }
}

#[test]
fn inner_objects_become_fields() {
    let schema = json!({"type": "object", "title": "Order", "required": ["address"], "properties": {
        "address": {"$ref": "#/$defs/address"},
        "billing": {"$ref": "#/$defs/address", "title": "Bill to"}
    }, "$defs": {"address": {"type": "object", "required": ["city"], "properties": {
        "city": {"type": "string"}, "zip": {"type": "string", "title": "ZIP"}
    }}}});
    let import = import(&schema);
    let fields: Vec<(&str, &str, bool)> =
        import.form.fields().iter().map(|field| (field.id(), field.label(), field.is_required())).collect();
    assert_eq!(
        fields,
        [
            ("address_city", "Address: City", true),
            ("address_zip", "Address: ZIP", false),
            ("billing_city", "Bill to: City", false),
            ("billing_zip", "Bill to: ZIP", false),
        ]
    );
    let notes = notes(&import);
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(notes[0].starts_with("/properties/address: its properties are fields"));
    assert!(notes[2].starts_with("/$defs/address/properties/city: not required here"));
}

#[test]
fn conditions_of_a_schema_become_rules() {
    let schema = json!({"type": "object", "title": "Pay", "required": ["terms"], "properties": {
        "card": {"type": "string"}, "address": {"type": "string"}, "kind": {"enum": ["a", "b"]},
        "why": {"type": "string"}, "terms": {"type": "boolean", "const": true}
    }, "dependentRequired": {"card": ["address"]},
    "allOf": [{"if": {"properties": {"kind": {"const": "b"}}, "required": ["kind"]}, "then": {"required": ["why"]}}]});
    let import = import(&schema);
    assert_eq!(notes(&import), Vec::<String>::new());
    for (answers, accepted) in [
        (json!({"terms": true}), true),
        (json!({"terms": false}), false),
        (json!({"terms": true, "card": "1"}), false),
        (json!({"terms": true, "card": "1", "address": "x"}), true),
        (json!({"terms": true, "kind": "b"}), false),
        (json!({"terms": true, "kind": "b", "why": "x"}), true),
    ] {
        assert_eq!(import.form.accepts(&answers), accepted, "{answers}");
        assert_eq!(jsonschema::is_valid(&schema, &answers), accepted, "{answers}");
    }
    let other = json!({"type": "object", "properties": {"a": {"type": "string"}},
        "if": {"properties": {"a": {"minLength": 3}}}, "then": {"required": ["a"]}});
    assert!(notes(&self::import(&other))[0].starts_with("/if: `if` is not checked"));
}

#[test]
fn rjsf_hints_are_applied_or_noted() {
    let bundle = json!({
        "schema": {"type": "object", "title": "T", "properties": {
            "bio": {"type": "string"}, "age": {"type": "integer"}, "key": {"type": "string"},
            "size": {"type": "string", "enum": ["s", "m"]}, "address": {"type": "object", "properties": {"city": {"type": "string"}}}
        }},
        "uiSchema": {
            "ui:order": ["size", "*", "bio"],
            "ui:submitButtonOptions": {"norender": true},
            "bio": {"ui:widget": "textarea", "ui:options": {"rows": 7}, "ui:help": "About you", "classNames": "wide"},
            "age": {"ui:widget": "range", "ui:autofocus": true},
            "key": {"ui:widget": "password", "ui:title": "Secret key"},
            "size": {"ui:widget": "radio", "ui:enumNames": ["Small", "Medium"]},
            "address": {"city": {"ui:placeholder": "Bern"}, "zip": {}},
            "gone": {}
        },
        "formData": {"age": 42}
    });
    let import = Form::import_rjsf(&bundle).unwrap();
    let document = import.form.to_value();
    let ids: Vec<&str> = import.form.fields().iter().map(askwell_form::Field::id).collect();
    assert_eq!(ids, ["size", "age", "key", "address_city", "bio"]);
    for (pointer, expected) in [
        ("/fields/0/rendering", json!({"displayStyle": "radio"})),
        ("/fields/0/options/1/title", json!("Medium")),
        ("/fields/1/rendering", json!({"displayStyle": "slider"})),
        ("/fields/1/default", json!(42)),
        ("/fields/2/rendering", json!({"inputType": "password"})),
        ("/fields/2/label", json!("Secret key")),
        ("/fields/3/rendering", json!({"placeholder": "Bern"})),
        ("/fields/4/rendering", json!({"rows": 7, "helpText": "About you"})),
    ] {
        assert_eq!(document.pointer(pointer), Some(&expected), "{pointer}\n{document:#}");
    }
    let places: Vec<&str> = import.notes.iter().map(|note| note.pointer.as_str()).collect();
    assert_eq!(
        places,
        [
            "/properties/address",
            "/uiSchema/ui:submitButtonOptions",
            "/uiSchema/address/zip",
            "/uiSchema/gone",
            "/uiSchema/age/ui:autofocus",
            "/uiSchema/bio/classNames",
        ]
    );
}

fn pets(version: &str) -> Value {
    let pet = if version.starts_with("3.0") {
        json!({"type": "object", "required": ["name"], "properties": {
            "id": {"type": "integer", "readOnly": true}, "name": {"type": "string", "nullable": false},
            "age": {"type": "integer", "minimum": 0, "exclusiveMinimum": true, "nullable": true}}})
    } else {
        json!({"type": "object", "required": ["name"], "properties": {
            "id": {"type": "integer", "readOnly": true}, "name": {"type": "string"},
            "age": {"type": ["integer", "null"], "exclusiveMinimum": 0}}})
    };
    json!({"openapi": version, "paths": {
        "/pets": {"post": {"operationId": "createPet", "summary": "Add a pet",
            "parameters": [{"name": "dry", "in": "query"}],
            "requestBody": {"$ref": "#/components/requestBodies/pet"}}, "get": {"operationId": "listPets"}},
        "/pets/{id}/photo": {"put": {"operationId": "putPhoto", "requestBody": {"content": {"multipart/form-data": {
            "schema": {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}, "note": {"type": "string"}}},
            "encoding": {"photo": {"contentType": "image/png, image/jpeg"}}}}}}}
    }, "components": {"requestBodies": {"pet": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
        "application/xml": {}}}}, "schemas": {"Pet": pet}}})
}

#[test]
fn openapi_bodies_become_forms() {
    for version in ["3.0.3", "3.1.0"] {
        let document = pets(version);
        let by_id = Form::import_openapi(&document, &Operation::parse("createPet"), None).unwrap();
        let by_route = Form::import_openapi(&document, &Operation::parse("POST /pets"), None).unwrap();
        assert_eq!(by_id.form.to_value(), by_route.form.to_value());
        assert_eq!((by_id.form.id(), by_id.form.title()), ("createPet", "Add a pet"));
        assert!(by_id.form.accepts(&json!({"name": "Rex", "age": 1})));
        assert!(!by_id.form.accepts(&json!({"name": "Rex", "age": 0})));
        assert!(!by_id.form.accepts(&json!({"age": 1})));
        let places: Vec<&str> = by_id.notes.iter().map(|note| note.pointer.as_str()).collect();
        assert_eq!(
            places,
            [
                "/paths/~1pets/post/parameters/0",
                "/components/requestBodies/pet/content/application~1xml",
                "/components/schemas/Pet/properties/id"
            ]
        );
        let photo = Form::import_openapi(&document, &Operation::Id("putPhoto".into()), None).unwrap();
        let field = &photo.form.to_value()["fields"][0];
        assert_eq!(field["validation"], json!({"allowedMimeTypes": ["image/png", "image/jpeg"]}));
    }
}

#[test]
fn openapi_mistakes_are_explained() {
    let document = pets("3.1.0");
    let refused = |document: &Value, operation: &Operation, media: Option<&str>| {
        Form::import_openapi(document, operation, media).unwrap_err().to_string()
    };
    for (operation, media, says) in [
        (Operation::Only, None, "2 operations have a request body"),
        (Operation::Id("nope".into()), None, "no operation `nope`"),
        (Operation::Id("listPets".into()), None, "has no request body"),
        (
            Operation::Id("createPet".into()),
            Some("text/csv"),
            "the operation takes application/json, application/xml",
        ),
    ] {
        let error = refused(&document, &operation, media);
        assert!(error.contains(says), "{error}");
    }
    assert!(refused(&json!({"swagger": "2.0"}), &Operation::Only, None).contains("Swagger 2"));
}

#[test]
fn hostile_schemas_end_in_notes_or_defects() {
    let cycle = json!({"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"},
        "c": {"type": "boolean"}}});
    assert!(notes(&import(&cycle)).iter().any(|note| note.contains("refers to itself")));
    let tree = json!({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "properties": {
        "name": {"type": "string"}, "left": {"$ref": "#/$defs/node"}, "right": {"$ref": "#/$defs/node"}}}}});
    let import = import(&tree);
    assert!(import.form.fields().len() > 5 && notes(&import).iter().any(|note| note.contains("too deeply")));
    let mut doubling = json!({"type": "string"});
    for _ in 0..25 {
        doubling = json!({"allOf": [doubling.clone(), doubling]});
        if doubling.to_string().len() > 1_000_000 {
            break;
        }
    }
    _ = Form::import_json_schema(&properties(&json!({"p": doubling})));
    for nothing in [json!(null), json!([]), json!({"type": "string"}), json!({}), json!({"properties": 1})] {
        assert!(Form::import_json_schema(&nothing).is_err(), "{nothing}");
    }
}
