//! The schema of a form accepts what the form accepts; without losses, nothing else.

use askwell_form::schema::Revision;
use askwell_form::{Form, Kind};
use serde_json::{Map, Value, json};

use super::{form_of, validator};

/// Stands for a key that is left out.
const ABSENT: &str = "\u{0}absent";

pub(crate) fn absent() -> Value {
    ABSENT.into()
}

/// Every combination of one candidate for each field.
fn answers(candidates: &[(&str, Vec<Value>)]) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (field, values) in candidates {
        let with = |answer: &Map<String, Value>, value: &Value| {
            let mut answer = answer.clone();
            if value != ABSENT {
                answer.insert((*field).to_owned(), value.clone());
            }
            answer
        };
        all = all.iter().flat_map(|answer| values.iter().map(move |value| with(answer, value))).collect();
    }
    all.into_iter().map(Value::Object).collect()
}

/// Puts every combination to the form and to its schemas.
pub(crate) fn compare(form: &Form, candidates: &[(&str, Vec<Value>)]) {
    let export = form.to_json_schema();
    let validator = validator(&export.schema);
    let mcp = Revision::ALL.map(|revision| super::validator(&form.to_mcp_schema(revision).schema));
    let has_url = form.fields().iter().any(|field| matches!(field.kind(), Kind::Url(_)));
    let mut verdicts = [0, 0];
    for answer in answers(candidates) {
        let checked = form.check(&answer);
        let accepted = validator.is_valid(&answer);
        verdicts[usize::from(checked.is_ok())] += 1;
        match &checked {
            Ok(answers) => {
                // The format `uri` has no room for addresses in letters of every script, which the form takes.
                let is_foreign_url = has_url && !answer.to_string().is_ascii();
                assert!(accepted || is_foreign_url, "the schema refuses {answer}\n{:#}", export.schema);
                let settled = answers.to_value();
                assert!(
                    validator.is_valid(&settled) || is_foreign_url,
                    "the schema refuses {settled}, from {answer}\n{:#}",
                    export.schema
                );
                // MCP has no format for URLs in letters of every script.
                let carried = mcp.iter().all(|mcp| mcp.is_valid(&settled)) || !settled.to_string().is_ascii();
                assert!(carried, "MCP's schema refuses {settled}: {:#}", form.to_value());
            }
            Err(problems) => {
                let sees_less = !export.losses.is_empty();
                assert!(
                    !accepted || sees_less,
                    "the schema accepts {answer}: {problems}\n{:#}",
                    export.schema
                );
            }
        }
    }
    assert!(verdicts[1] > 0, "nothing was accepted: {:#}", form.to_value());
}

#[test]
fn schema_of_each_kind_agrees_with_the_form() {
    let texts = || json!(["", "a", "ab", "abc", "abcd", "äö😀", "a\nb", "a\u{7}", "\u{202e}ab", "ab\u{85}"]);
    let table = [
        (json!({"type": "text"}), texts()),
        (json!({"type": "text", "validation": {"minLength": 3, "maxLength": 3}}), texts()),
        (json!({"type": "text", "validation": {"pattern": "^[a-c]*$"}}), texts()),
        (json!({"type": "text", "validation": {"pattern": "^a+$", "minLength": 1}}), texts()),
        (
            json!({"type": "text", "rendering": {"inputType": "password"}, "validation": {"minLength": 2}}),
            texts(),
        ),
        (
            json!({"type": "text", "validation": {"format": "email"}}),
            json!([
                "",
                "a@b.org",
                "a.b+c@d-e.f",
                "a@b@c",
                "\"a b\"@c.org",
                "a@[10.0.0.1]",
                "Ops <a@b.org>",
                ".a@b.org",
                "ä@b.org"
            ]),
        ),
        (
            json!({"type": "text", "validation": {"format": "uuid"}}),
            json!(["", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08aa9811eab4aa73b441d16380", "x"]),
        ),
        (
            json!({"type": "text", "validation": {"format": "ipv4"}}),
            json!(["", "10.0.0.1", "10.0.0.01", "::1"]),
        ),
        (
            json!({"type": "text", "validation": {"format": "ipv6"}}),
            json!(["", "::1", "fe80::1%eth0", "10.0.0.1"]),
        ),
        (
            json!({"type": "text", "validation": {"format": "hostname"}}),
            json!(["", "a.b", "localhost", "-a", "a b"]),
        ),
        (
            json!({"type": "text", "validation": {"format": "uri", "maxLength": 20}}),
            json!(["", "https://a.b/c", "urn:x:y", "//a/b", "a b", "https://example.org/much/too/long"]),
        ),
        (json!({"type": "text", "validation": {"format": "date"}}), json!(["", "2026-02-28", "2026-02-29"])),
        (
            json!({"type": "date"}),
            json!(["", "2026-02-28", "2026-02-30", "2026-2-3", "2026-02-28T00:00:00Z"]),
        ),
        (
            json!({"type": "date", "validation": {"format": "date-time"}}),
            json!([
                "",
                "2026-02-28T01:02:03Z",
                "2026-02-28t01:02:03.5+01:00",
                "2026-02-28T01:02:03",
                "2026-02-28",
                "2026-12-31T23:59:60Z",
                "2026-12-31T22:59:60Z"
            ]),
        ),
        (json!({"type": "number"}), json!([0, -1, 1.5, 1e300, 18446744073709551615_u64, true])),
        (
            json!({"type": "number", "validation": {"multipleOf": 1, "minimum": 1, "maximum": 40}}),
            json!([0, 1, 1.0, 1.5, 40, 41]),
        ),
        (
            json!({"type": "number", "validation": {"exclusiveMinimum": 0, "exclusiveMaximum": 1, "multipleOf": 0.25}}),
            json!([0, 0.25, 0.3, 0.75, 1]),
        ),
        (json!({"type": "number", "validation": {"multipleOf": 5}}), json!([0, 4, 5, 10.0, 12.5, -15])),
        (json!({"type": "number", "validation": {"multipleOf": 0.01}}), json!([27.35, 0.07, 0.001, 1.1])),
        (json!({"type": "boolean"}), json!([true, false, 0])),
        (json!({"type": "select", "options": ["a", "b"]}), json!(["", "a", "c"])),
        (
            json!({"type": "select", "options": [{"value": "a", "title": "A"}, {"value": "b", "title": "B"}]}),
            json!(["", "a", "A", "c"]),
        ),
        (
            json!({"type": "multi_select", "options": ["a", "b", "c"]}),
            json!([[], ["a"], ["c", "a"], ["a", "a"], ["d"], [1], "a"]),
        ),
        (
            json!({"type": "multi_select", "options": ["a", "b", "c"], "validation": {"minItems": 2, "maxItems": 2}}),
            json!([[], ["a"], ["c", "a"], ["a", "a"], ["a", "b", "c"]]),
        ),
    ];
    for (field, values) in table {
        for required in [false, true] {
            for more in [json!({}), json!({"allowPartial": true})] {
                let mut field = field.clone();
                let keys = json!({"id": "f", "label": "F", "required": required});
                field.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
                let form = form_of(&json!([field]), &more);
                assert_eq!(form.to_json_schema().losses, []);
                let mut values = values.as_array().unwrap().clone();
                values.push(absent());
                compare(&form, &[("f", values), ("unknown", vec![absent(), 1.into()])]);
            }
        }
    }
}

#[test]
fn inexpressible_rules_are_listed_as_losses() {
    let file = |name: &str, kind: &str, size: u64, content: Value| json!({"filename": name, "content_type": kind, "size": size, "content": content});
    let stored = json!({"type": "s3", "location": "bucket/key"});
    let table = [
        (
            json!({"type": "date", "validation": {"minimum": "2026-01-01"}}),
            json!(["", "2026-01-01", "2025-01-01"]),
            json!(["date_range"]),
            json!(["2025-01-01"]),
        ),
        (
            json!({"type": "url", "validation": {"allowedSchemes": ["https", "ftp"], "maxLength": 40}}),
            json!([
                "",
                "https://example.org/",
                "HTTPS://example.org/",
                "https://bücher.example/",
                "ftp://example.org/x",
                "http://example.org/",
                "https://127.0.0.1/",
                "https://example.org/much-too-long-to-be-accepted"
            ]),
            json!(["url_guard"]),
            json!(["https://127.0.0.1/"]),
        ),
        (
            json!({"type": "number", "validation": {"minimum": 0.5, "maximum": 1e20}}),
            json!([0, 0.5, 1e20, 1e21]),
            json!([]),
            json!([]),
        ),
        (
            json!({"type": "file", "validation": {"maxSize": 10, "allowedExtensions": [".yaml", ".txt"],
                "allowedMimeTypes": ["text/yaml", "text/plain", "image/*"]}}),
            json!([
                file("a.txt", "text/plain", 3, "YWJj".into()),
                file("a.TXT", "Text/Plain; charset=utf-8", 3, "YWJj".into()),
                file("a.yaml", "application/yaml", 3, stored.clone()),
                file("a.png", "image/png", 3, "YWJj".into()),
                file("a.txt", "application/pdf", 3, "YWJj".into()),
                file("a.txt", "text/plain", 30, stored.clone()),
                file("../a.txt", "text/plain", 3, "YWJj".into()),
                {"filename": "a.txt"},
                "a.txt"
            ]),
            json!(["content"]),
            json!([file("../a.txt", "text/plain", 3, "YWJj".into())]),
        ),
    ];
    for (mut field, values, losses, too_much) in table {
        let keys = json!({"id": "f", "label": "F"});
        field.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        let form = form_of(&json!([field]), &json!({}));
        let mut values = values.as_array().unwrap().clone();
        let export = form.to_json_schema();
        let names: Vec<&str> = export.losses.iter().map(|loss| loss.feature.name()).collect();
        assert_eq!(json!(names), losses);
        let validator = validator(&export.schema);
        let answer = |value: &Value| json!({"f": value});
        let accepted_wrongly =
            |value: &&Value| validator.is_valid(&answer(value)) && !form.accepts(&answer(value));
        assert_eq!(json!(values.iter().filter(accepted_wrongly).collect::<Vec<_>>()), too_much);
        values.push(absent());
        compare(&form, &[("f", values)]);
    }
}

#[test]
fn inexact_bounds_are_left_out() {
    let text = r#"{"id": "t", "title": "T", "fields": [{"id": "n", "type": "number", "label": "N",
        "validation": {"minimum": 0.1000000000000000055, "maximum": 2}}]}"#;
    let export = Form::parse(text).unwrap().to_json_schema();
    assert_eq!(export.schema["properties"]["n"], json!({"title": "N", "type": "number", "maximum": 2}));
    assert_eq!(export.losses[0].feature.name(), "precision");
}

#[test]
fn answer_rules_are_listed_as_losses() {
    let more = json!({"validation": {"rules": [{"expression": "has(f)", "message": "Say something."}]}});
    let form = form_of(&json!([{"id": "f", "type": "text", "label": "F"}]), &more);
    let expected = json!([{"field": null, "feature": "answer_rules", "effect": "weakened"}]);
    assert_eq!(serde_json::to_value(&form.to_json_schema().losses).unwrap(), expected);
    for revision in Revision::ALL {
        assert_eq!(serde_json::to_value(&form.to_mcp_schema(revision).losses).unwrap(), expected);
    }
}

#[test]
fn headings_of_groups_are_listed_as_losses_of_mcp() {
    let form = json!({"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}],
        "groups": [{"id": "g", "title": "G", "fields": ["a"]}]});
    let form = Form::from_value(&form).unwrap();
    assert_eq!(form.to_json_schema().losses, []);
    for revision in Revision::ALL {
        let losses = serde_json::to_value(&form.to_mcp_schema(revision).losses).unwrap();
        assert_eq!(losses, json!([{"field": null, "feature": "groups", "effect": "unsaid"}]));
    }
}

#[test]
fn custom_validators_are_listed_as_losses() {
    let more = json!({"validation": {"customValidators": ["unique_name"]}});
    let form = form_of(&json!([{"id": "f", "type": "text", "label": "F"}]), &more);
    let losses = form.to_json_schema().losses;
    assert_eq!(
        serde_json::to_value(&losses).unwrap(),
        json!([{"field": null, "feature": "custom_validators", "effect": "weakened"}])
    );
}
