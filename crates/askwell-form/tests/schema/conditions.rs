//! Conditions mean the same to the form and to its schema.

use serde_json::{Value, json};

use super::agreement::{absent, compare};
use super::form_of;

/// Fields of every kind that a condition can ask about, with and without default, and values for each.
fn sources() -> Vec<(Value, Vec<Value>)> {
    let tests = |list: Value| list.as_array().unwrap().clone();
    vec![
        (json!({"type": "text"}), tests(json!([absent(), "", "a", "b.c", "bxc"]))),
        (json!({"type": "text", "default": "a"}), tests(json!([absent(), "a", "b.c"]))),
        (json!({"type": "text", "default": "a", "required": true}), tests(json!([absent(), "", "a", "b.c"]))),
        (json!({"type": "number"}), tests(json!([absent(), -1, 3, 3.0, 3.5, 4]))),
        (json!({"type": "number", "default": 3}), tests(json!([absent(), 3, 4]))),
        (json!({"type": "boolean"}), tests(json!([absent(), true, false]))),
        (json!({"type": "boolean", "default": true}), tests(json!([absent(), true, false]))),
        (json!({"type": "select", "options": ["a", "b.c"]}), tests(json!([absent(), "", "a", "b.c"]))),
        (
            json!({"type": "multi_select", "options": ["a", "b", "c"]}),
            tests(json!([absent(), [], ["a"], ["b", "a"], ["c"]])),
        ),
        (
            json!({"type": "multi_select", "options": ["a", "b", "c"], "default": ["a", "b"]}),
            tests(json!([absent(), [], ["a"], ["b", "a"], ["a", "b", "c"]])),
        ),
        (json!({"type": "date"}), tests(json!([absent(), "", "2026-01-01", "2026-01-02"]))),
        (json!({"type": "url"}), tests(json!([absent(), "", "https://a.example/", "https://b.example/"]))),
    ]
}

/// The operators with values, for each kind.
fn tests_of(kind: &str) -> Vec<(&'static str, Value)> {
    let mut tests = vec![("equals", Value::Null), ("not_equals", Value::Null)];
    let more = match kind {
        "text" => vec![
            ("equals", json!("a")),
            ("not_equals", json!("a")),
            ("contains", json!(".")),
            ("contains", json!("")),
            ("regex", json!("^b.c$")),
            ("regex", json!(".*")),
        ],
        "url" => vec![
            ("contains", json!("a.example")),
            ("regex", json!("^https")),
            ("equals", json!("https://a.example/")),
        ],
        "number" => vec![
            ("equals", json!(3)),
            ("not_equals", json!(3)),
            ("gt", json!(3)),
            ("lt", json!(3)),
            ("gte", json!(3)),
            ("lte", json!(3)),
            ("gt", json!(3.25)),
        ],
        "boolean" => vec![("equals", json!(true)), ("not_equals", json!(true)), ("equals", json!(false))],
        "select" => vec![("equals", json!("a")), ("not_equals", json!("a")), ("regex", json!("^b"))],
        "multi_select" => vec![
            ("equals", json!(["a", "b"])),
            ("not_equals", json!(["a", "b"])),
            ("equals", json!([])),
            ("equals", json!(["a", "a"])),
            ("contains", json!("a")),
        ],
        _ => vec![("equals", json!("2026-01-01")), ("not_equals", json!("2026-01-01"))],
    };
    tests.extend(more);
    tests
}

#[test]
fn schema_of_every_operator_agrees_with_the_form() {
    for (source, values) in sources() {
        for (operator, value) in tests_of(source["type"].as_str().unwrap()) {
            for action in ["show", "hide", "enable", "disable", "validate"] {
                for required in [false, true] {
                    let mut source = source.clone();
                    source
                        .as_object_mut()
                        .unwrap()
                        .extend([("id".to_owned(), "s".into()), ("label".to_owned(), "S".into())]);
                    let target = json!({"id": "t", "type": "text", "label": "T", "required": required, "validation": {"minLength": 2}});
                    let condition = json!({"operator": operator, "field": "s", "value": value});
                    let rules = json!({"validation": {"dependencies": {"t": {"condition": condition, "action": action}}}});
                    let form = form_of(&json!([target, source]), &rules);
                    compare(
                        &form,
                        &[
                            ("s", values.clone()),
                            ("t", vec![absent(), "".into(), "x".into(), "xy".into(), 7.into()]),
                        ],
                    );
                }
            }
        }
    }
}

#[test]
fn chains_see_through_hidden_fields_blanks_and_defaults() {
    let is = |field: &str, value: &str| json!({"operator": "equals", "field": field, "value": value});
    let field = |id: &str, more: Value| {
        let mut field = json!({"id": id, "type": "text", "label": id});
        field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        field
    };
    let shown = |condition: Value| json!({"rendering": {"conditionalDisplay": condition}});
    let both = |operator: &str, conditions: Value| json!({"operator": operator, "conditions": conditions});
    let long = json!({"minLength": 2});
    let values = || vec![absent(), "".into(), "y".into(), "yes".into(), 7.into()];
    let table = [
        // b is there while a is "y"; c while b is "yes"; d while it is not.
        json!([
            field("a", json!({})),
            field("b", shown(is("a", "y"))),
            field(
                "c",
                json!({"required": true, "validation": long, "rendering": {"conditionalDisplay": is("b", "yes")}})
            ),
            field(
                "d",
                json!({"validation": long, "rendering": {"conditionalDisplay":
                {"operator": "not_equals", "field": "b", "value": "yes"}}})
            )
        ]),
        // A default counts while its field is there, and only then.
        json!([
            field("a", json!({})),
            field("b", json!({"default": "yes", "rendering": {"conditionalDisplay": is("a", "y")}})),
            field("c", json!({"required": true, "rendering": {"conditionalDisplay": is("b", "yes")}})),
            field(
                "d",
                json!({"required": true, "rendering": {"conditionalDisplay":
                {"operator": "equals", "field": "b", "value": null}}})
            )
        ]),
        // Listed dependencies, in any order of the fields.
        json!([
            field("d", json!({"required": true, "dependencies": ["c"]})),
            field("c", json!({"dependencies": ["b", "a"], "validation": long})),
            field("b", shown(both("or", json!([is("a", "y"), is("a", "yes")])))),
            field("a", json!({"validation": {"pattern": "^(y|yes)$"}}))
        ]),
        json!([
            field("a", json!({})),
            field("b", shown(is("a", "y"))),
            field(
                "c",
                shown(both(
                    "and",
                    json!([is("a", "y"), is("b", "yes"), both("or", json!([is("a", "y"), is("b", "y")]))])
                ))
            ),
            field(
                "d",
                shown(both("or", json!([is("c", "y"), both("and", json!([is("b", "y"), is("b", "yes")]))])))
            )
        ]),
    ];
    for fields in table {
        let rules = |action: &str, condition: Value| json!({"dependencies": {"d": {"action": action, "condition": condition}}});
        for validation in [
            json!({}),
            rules("validate", is("a", "y")),
            rules("validate", is("c", "yes")),
            rules("hide", is("c", "yes")),
            rules("disable", both("and", json!([is("a", "y"), is("b", "y")]))),
        ] {
            for partial in [false, true] {
                // A rule must not make a round of the chain.
                let document = json!({"id": "t", "title": "T", "fields": fields, "validation": validation, "allowPartial": partial});
                let Ok(form) = askwell_form::Form::from_value(&document) else { continue };
                assert_eq!(form.to_json_schema().losses, []);
                let candidates = ["a", "b", "c", "d"].map(|id| (id, values()));
                compare(&form, &candidates);
            }
        }
    }
}

#[test]
fn inexpressible_condition_leaves_its_fields_unconstrained() {
    let later = json!({"operator": "gt", "field": "day", "value": "2026-06-01"});
    let form = form_of(
        &json!([
            {"id": "day", "type": "date", "label": "Day"},
            {"id": "why", "type": "text", "label": "Why", "required": true, "validation": {"minLength": 3},
                "rendering": {"conditionalDisplay": later}},
            {"id": "more", "type": "text", "label": "More", "dependencies": ["why"], "validation": {"minLength": 3}},
            {"id": "less", "type": "text", "label": "Less", "validation": {"minLength": 3}, "rendering": {"conditionalDisplay":
                {"operator": "not_equals", "field": "why", "value": "abc"}}},
            {"id": "who", "type": "text", "label": "Who"}
        ]),
        &json!({"validation": {"dependencies": {"who": {"action": "validate", "condition": later}}}}),
    );
    let losses: Vec<String> = form.to_json_schema().losses.iter().map(ToString::to_string).collect();
    let expected = ["why", "more", "less", "who"]
        .map(|id| format!("{id}: a condition on other answers cannot be carried; the schema accepts more"));
    assert_eq!(losses, expected);
    let texts = || vec![absent(), "ab".into(), "abc".into()];
    compare(
        &form,
        &[
            ("day", vec![absent(), "2026-01-01".into(), "2026-07-01".into()]),
            ("why", texts()),
            ("more", texts()),
            ("less", texts()),
            ("who", texts()),
        ],
    );
}

#[test]
fn long_chains_stay_small() {
    let fields: Vec<Value> = (0..100)
        .map(|n| {
            let before = format!("f{}", if n == 0 { 0 } else { n - 1 });
            let condition = |field: &str, value: &str| json!({"operator": "equals", "field": field, "value": value});
            let mut field = json!({"id": format!("f{n}"), "type": "text", "label": "F", "required": true});
            if n > 0 {
                field["rendering"] = json!({"conditionalDisplay": {"operator": "or", "conditions": [
                    condition(&before, "a"), {"operator": "and", "conditions": [condition(&before, "b"), condition("f0", "b")]}
                ]}});
            }
            field
        })
        .collect();
    let form = form_of(&fields.into(), &json!({}));
    let export = form.to_json_schema();
    assert!(export.schema.to_string().len() < 60_000, "{}", export.schema.to_string().len());
    let all: serde_json::Map<String, Value> = (0..100).map(|n| (format!("f{n}"), "a".into())).collect();
    let validator = super::validator(&export.schema);
    assert!(form.accepts(&all.clone().into()) && validator.is_valid(&all.clone().into()));
    let mut broken = all;
    broken.remove("f99");
    assert!(!form.accepts(&broken.clone().into()) && !validator.is_valid(&broken.into()));
}
