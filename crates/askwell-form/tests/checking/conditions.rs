//! When fields are asked: every operator on every kind, and what rules do to each other.

use askwell_form::Form;
use serde_json::{Value, json};

use crate::small_forms::load;
use crate::table::told;

/// Whether `target` is asked, given a condition on the field `a`, for each answer to `a`.
#[track_caller]
fn holds(field: &Value, operator: &str, value: &Value, cases: &[(Value, bool)]) {
    let mut field = field.clone();
    field["id"] = json!("a");
    field["label"] = json!("A");
    let condition = json!({"operator": operator, "field": "a", "value": value});
    let form = load(&json!({"id": "f", "title": "F", "fields": [
        {"id": "target", "type": "text", "label": "T", "rendering": {"conditionalDisplay": condition}}, field
    ]}));
    for (answer, expected) in cases {
        let answers = json!({"a": answer});
        let view = form.view(&answers);
        let found = view.field("target").unwrap().enabled;
        assert_eq!(found, *expected, "{operator} {value} of {answer}");
    }
}

#[test]
fn condition_on_text_holds_as_listed() {
    let text = json!({"type": "text"});
    let yes_no = [
        (json!("x"), true),
        (json!("y"), false),
        (json!("X"), false),
        (json!(""), false),
        (Value::Null, false),
    ];
    holds(&text, "equals", &json!("x"), &yes_no);
    holds(&text, "not_equals", &json!("x"), &yes_no.map(|(value, holds)| (value, !holds)));
    holds(&text, "contains", &json!("b"), &[(json!("abc"), true), (json!("ac"), false), (json!(""), false)]);
    holds(
        &text,
        "regex",
        &json!("^a.c$"),
        &[(json!("abc"), true), (json!("ac"), false), (json!(""), false), (json!(5), false)],
    );
    holds(&text, "regex", &json!("^$"), &[(json!(""), false), (Value::Null, false)]);
    let secret = json!({"type": "text", "rendering": {"inputType": "password"}});
    holds(&secret, "equals", &json!("x"), &[(json!("x"), true), (json!("y"), false)]);
    holds(&secret, "regex", &json!("x"), &[(json!("axb"), true), (json!("y"), false)]);
    // What breaks a rule is still what was typed.
    let short = json!({"type": "text", "validation": {"minLength": 9}});
    holds(&short, "equals", &json!("x"), &[(json!("x"), true)]);
}

#[test]
fn condition_on_number_holds_as_listed() {
    let number = json!({"type": "number"});
    let given = [json!(1), json!(2), json!("2.0"), json!(2.5), Value::Null, json!("two")];
    for (operator, expected) in [
        ("equals", [false, true, true, false, false, false]),
        ("not_equals", [true, false, false, true, true, true]),
        ("gt", [false, false, false, true, false, false]),
        ("gte", [false, true, true, true, false, false]),
        ("lt", [true, false, false, false, false, false]),
        ("lte", [true, true, true, false, false, false]),
    ] {
        let cases: Vec<(Value, bool)> = given.iter().cloned().zip(expected).collect();
        holds(&number, operator, &json!(2), &cases);
        holds(&number, operator, &json!(2.0), &cases);
    }
    holds(
        &number,
        "gt",
        &json!(9_007_199_254_740_992_i64),
        &[(json!("9007199254740993"), true), (json!("9007199254740992"), false)],
    );
}

#[test]
fn condition_on_boolean_holds_as_listed() {
    let boolean = json!({"type": "boolean"});
    holds(
        &boolean,
        "equals",
        &json!(true),
        &[(json!(true), true), (json!("true"), true), (json!(false), false), (Value::Null, false)],
    );
    holds(&boolean, "equals", &json!(false), &[(json!(false), true), (Value::Null, false)]);
    holds(
        &boolean,
        "not_equals",
        &json!(true),
        &[(json!(true), false), (json!(false), true), (Value::Null, true)],
    );
}

#[test]
fn condition_on_date_holds_as_listed() {
    let date = json!({"type": "date"});
    holds(
        &date,
        "gte",
        &json!("2026-06-01"),
        &[(json!("2026-06-01"), true), (json!("2026-05-31"), false), (json!("no"), false)],
    );
    holds(
        &date,
        "lt",
        &json!("2026-06-01"),
        &[(json!("2026-06-01"), false), (json!("2026-05-31"), true), (json!(""), false)],
    );
    holds(
        &date,
        "equals",
        &json!("2026-06-01"),
        &[(json!("2026-06-01"), true), (json!("2026-06-02"), false)],
    );
    let moment = json!({"type": "date", "validation": {"format": "date-time"}});
    holds(&moment, "equals", &json!("2026-06-01T00:00:00Z"), &[(json!("2026-06-01T02:00:00+02:00"), true)]);
    holds(
        &moment,
        "gt",
        &json!("2026-06-01T00:00:00Z"),
        &[(json!("2026-06-01T00:00:00.001Z"), true), (json!("2026-06-01T01:00:00+01:00"), false)],
    );
    // A day against a moment: the day in UTC.
    holds(
        &moment,
        "equals",
        &json!("2026-06-01"),
        &[(json!("2026-06-02T00:30:00+01:00"), true), (json!("2026-06-01T23:30:00-01:00"), false)],
    );
}

#[test]
fn condition_on_choice_or_url_holds_as_listed() {
    let select = json!({"type": "select", "options": ["x", "y", "xy"]});
    holds(&select, "equals", &json!("x"), &[(json!("x"), true), (json!("y"), false), (json!("q"), false)]);
    holds(&select, "regex", &json!("^x"), &[(json!("x"), true), (json!("xy"), true), (json!("y"), false)]);
    let several = json!({"type": "multi_select", "options": ["x", "y", "xy"]});
    holds(
        &several,
        "contains",
        &json!("x"),
        &[(json!(["y", "x"]), true), (json!(["xy"]), false), (json!([]), false)],
    );
    holds(
        &several,
        "equals",
        &json!(["x", "y"]),
        &[(json!(["y", "x"]), true), (json!(["x"]), false), (json!(["x", "y", "xy"]), false)],
    );
    holds(
        &several,
        "not_equals",
        &json!(["x"]),
        &[(json!(["x"]), false), (json!([]), true), (Value::Null, true)],
    );
    let url = json!({"type": "url"});
    holds(
        &url,
        "contains",
        &json!("example"),
        &[(json!("https://example.com"), true), (json!("https://other.com"), false)],
    );
    holds(
        &url,
        "regex",
        &json!("^https://a\\."),
        &[(json!("https://a.example"), true), (json!("https://b.example"), false)],
    );
}

#[test]
fn condition_on_missing_value_holds_as_listed() {
    let file = json!({"filename": "a.txt", "content_type": "text/plain", "size": 0, "content": ""});
    for (field, something) in [
        (json!({"type": "text"}), json!("x")),
        (json!({"type": "number"}), json!(0)),
        (json!({"type": "boolean"}), json!(false)),
        (json!({"type": "date"}), json!("2026-01-01")),
        (json!({"type": "select", "options": ["x"]}), json!("x")),
        (json!({"type": "multi_select", "options": ["x"]}), json!(["x"])),
        (json!({"type": "url"}), json!("https://example.com")),
        (json!({"type": "file"}), file),
    ] {
        let cases = [(something, false), (Value::Null, true), (json!(""), true), (json!([]), true)];
        holds(&field, "equals", &Value::Null, &cases);
        holds(&field, "not_equals", &Value::Null, &cases.map(|(value, holds)| (value, !holds)));
    }
}

#[test]
fn conditions_combine_by_and_and_or() {
    let test = |field: &str| json!({"operator": "equals", "field": field, "value": true});
    let form = |condition: Value| {
        load(&json!({"id": "f", "title": "F", "fields": [
            {"id": "a", "type": "boolean", "label": "A"}, {"id": "b", "type": "boolean", "label": "B"},
            {"id": "c", "type": "boolean", "label": "C"},
            {"id": "t", "type": "text", "label": "T", "rendering": {"conditionalDisplay": condition}}
        ]}))
    };
    let nested = json!({"operator": "or", "conditions": [test("c"), {"operator": "and", "value": [test("a"), test("b")]}]});
    for (condition, truths) in [
        (json!({"operator": "and", "conditions": [test("a"), test("b")]}), [false, false, false, true]),
        (
            json!({"operator": "and", "value": [test("a"), test("b")], "field": "ignored"}),
            [false, false, false, true],
        ),
        (json!({"operator": "or", "conditions": [test("a"), test("b")]}), [false, true, true, true]),
        (nested, [false, false, false, true]),
    ] {
        let form = form(condition.clone());
        for (index, (a, b)) in
            [(false, false), (true, false), (false, true), (true, true)].into_iter().enumerate()
        {
            let answers = json!({"a": a, "b": b});
            assert_eq!(
                form.view(&answers).field("t").unwrap().enabled,
                truths[index],
                "{condition} {answers}"
            );
        }
    }
}

/// A form with the switch `s`, and `t` under a rule on it.
fn ruled(action: &str, required: bool) -> Form {
    load(&json!({"id": "f", "title": "F",
        "fields": [
            {"id": "s", "type": "boolean", "label": "S"},
            {"id": "t", "type": "text", "label": "T", "required": required, "validation": {"minLength": 3}}
        ],
        "validation": {"dependencies": {"t": {"action": action, "condition": {"operator": "equals", "field": "s", "value": true}}}}
    }))
}

#[test]
fn each_action_has_its_effect() {
    // For each action and each state of the switch: visible, enabled, required.
    for (action, on, off) in [
        ("show", (true, true, true), (false, false, false)),
        ("hide", (false, false, false), (true, true, true)),
        ("enable", (true, true, true), (true, false, false)),
        ("disable", (true, false, false), (true, true, true)),
        ("validate", (true, true, true), (true, true, true)),
    ] {
        let form = ruled(action, true);
        for (switch, (visible, enabled, required)) in [(true, on), (false, off)] {
            let answers = json!({"s": switch});
            let view = form.view(&answers);
            let field = view.field("t").unwrap();
            assert_eq!(
                (field.visible, field.enabled, field.required),
                (visible, enabled, required),
                "{action} {switch}"
            );
            assert_eq!(form.check(&answers).is_ok(), !required, "{action} {switch}");
            let given = form.check(&json!({"s": switch, "t": "x"}));
            // What is asked is always checked, what is not asked never is.
            assert_eq!(given.is_ok(), !enabled, "{action} {switch}");
        }
    }
}

#[test]
fn validate_asks_for_an_answer_while_it_holds() {
    let form = ruled("validate", false);
    let needed = [("required", "T is required.")];
    assert_eq!(told(&form.check(&json!({"s": true})).unwrap_err()), needed);
    assert_eq!(told(&form.check(&json!({"s": true, "t": ""})).unwrap_err()), needed);
    assert!(form.accepts(&json!({"s": true, "t": "abc"})) && form.accepts(&json!({"s": false})));
    assert_eq!(told(&form.check(&json!({"s": false, "t": "x"})).unwrap_err())[0].0, "minLength");
    // Each may require the other: that is no cycle.
    let filled = |field: &str| json!({"action": "validate", "condition": {"operator": "not_equals", "field": field, "value": null}});
    let pair = load(&json!({"id": "f", "title": "F",
        "fields": [{"id": "a", "type": "text", "label": "A"}, {"id": "b", "type": "text", "label": "B"}],
        "validation": {"dependencies": {"a": filled("b"), "b": filled("a")}}}));
    for (answers, accepted) in [
        (json!({}), true),
        (json!({"a": "x"}), false),
        (json!({"b": "x"}), false),
        (json!({"a": "x", "b": "y"}), true),
        (json!({"a": "", "b": ""}), true),
    ] {
        assert_eq!(pair.accepts(&answers), accepted, "{answers}");
    }
}

#[test]
fn field_of_a_hidden_parent_is_hidden() {
    let show = |field: &str, value: &str| json!({"conditionalDisplay": {"operator": "equals", "field": field, "value": value}});
    // Written backwards: each looks at a later one.
    let form = load(&json!({"id": "f", "title": "F", "fields": [
        {"id": "d", "type": "text", "label": "D", "required": true, "dependencies": ["c"]},
        {"id": "c", "type": "text", "label": "C", "required": true, "rendering": show("b", "y")},
        {"id": "b", "type": "text", "label": "B", "required": true, "rendering": show("a", "x")},
        {"id": "a", "type": "text", "label": "A"}
    ]}));
    for (answers, asked) in [
        (json!({}), vec!["a"]),
        (json!({"a": "x"}), vec!["b", "a"]),
        (json!({"a": "x", "b": "y"}), vec!["d", "c", "b", "a"]),
        (json!({"a": "x", "b": "n"}), vec!["b", "a"]),
        // A hidden field's answer counts for nothing, further down the chain either.
        (json!({"b": "y", "c": "z", "d": "z"}), vec!["a"]),
    ] {
        let view = form.view(&answers);
        let enabled: Vec<&str> =
            view.fields.iter().filter(|view| view.enabled).map(|view| view.field.id()).collect();
        assert_eq!(enabled, asked, "{answers}");
    }
    let kept = form.check(&json!({"b": "y", "c": "z", "d": 5})).unwrap();
    assert_eq!(kept.to_json(), "{}");
    let problems = form.check(&json!({"a": "x", "b": "y"})).unwrap_err();
    let fields: Vec<&str> = problems.iter().map(|problem| &*problem.field).collect();
    assert_eq!(fields, ["d", "c"], "in the order of the form, not of evaluation");
}

#[test]
fn dependencies_inherit_how_the_parent_is_away() {
    for (action, visible) in [("show", false), ("enable", true)] {
        let form = load(&json!({"id": "f", "title": "F",
            "fields": [
                {"id": "s", "type": "boolean", "label": "S"},
                {"id": "p", "type": "text", "label": "P"},
                {"id": "t", "type": "text", "label": "T", "dependencies": ["p"]}
            ],
            "validation": {"dependencies": {"p": {"action": action, "condition": {"operator": "equals", "field": "s", "value": true}}}}}));
        let answers = json!({"s": false});
        let view = form.view(&answers);
        let field = view.field("t").unwrap();
        assert_eq!((field.visible, field.enabled), (visible, false), "{action}");
        assert!(
            form.view(&json!({"s": true})).field("t").unwrap().enabled,
            "a parent needs no answer, only to be asked"
        );
    }
}

#[test]
fn conditions_see_defaults() {
    let form = load(&json!({"id": "f", "title": "F", "fields": [
        {"id": "mode", "type": "select", "label": "M", "options": ["simple", "expert"], "default": "expert"},
        {"id": "level", "type": "number", "label": "L", "required": true,
            "rendering": {"conditionalDisplay": {"operator": "equals", "field": "mode", "value": "expert"}}}
    ]}));
    for (answers, accepted) in [
        (json!({}), false),
        (json!({"mode": null}), false),
        (json!({"level": 1}), true),
        (json!({"mode": "simple"}), true),
        // Emptied: a missing member would mean the default to a reader of the answers.
        (json!({"mode": ""}), false),
        (json!({"mode": "nonsense"}), false),
    ] {
        assert_eq!(form.accepts(&answers), accepted, "{answers}");
    }
    let emptied = json!({"mode": ""});
    assert_eq!(form.check(&emptied).unwrap_err().to_string(), "M is required.");
    assert!(form.view(&emptied).field("mode").unwrap().required);
    assert!(!form.view(&json!({})).field("mode").unwrap().required);
}

#[test]
fn field_with_default_in_a_condition_cannot_be_emptied() {
    let steered = |field: Value, rules: Value| {
        let mut field = field;
        field["id"] = json!("a");
        field["label"] = json!("A");
        load(&json!({"id": "f", "title": "F", "allowPartial": false, "fields": [
            field, {"id": "b", "type": "text", "label": "B"}], "validation": {"dependencies": rules}}))
    };
    let condition = json!({"operator": "not_equals", "field": "a", "value": null});
    let rules = json!({"b": {"action": "validate", "condition": condition}});
    for (field, looked_at, emptied, accepted) in [
        (json!({"type": "number", "default": 5}), true, json!(""), false),
        (
            json!({"type": "multi_select", "options": ["x"], "default": ["x"], "validation": {"minItems": 1}}),
            true,
            json!([]),
            false,
        ),
        (json!({"type": "text", "default": "x", "validation": {"minLength": 1}}), true, json!(""), false),
        // No condition refers to it, it has no default, or empty is an answer.
        (json!({"type": "number", "default": 5}), false, json!(""), true),
        (json!({"type": "number"}), true, json!(""), true),
        (json!({"type": "text", "default": "x"}), true, json!(""), true),
        (json!({"type": "multi_select", "options": ["x"], "default": ["x"]}), true, json!([]), true),
    ] {
        let form = steered(field.clone(), if looked_at { rules.clone() } else { json!({}) });
        let answers = json!({"a": emptied, "b": "given"});
        assert_eq!(form.accepts(&answers), accepted, "{field}");
        if let Ok(checked) = form.check(&answers) {
            assert!(form.accepts(&checked.to_value()), "{field}");
        }
    }
}

#[test]
fn rules_that_require_each_other_are_all_asked_before_one_is_answered() {
    let form = Form::parse(
        r#"{"id": "f", "title": "F", "fields": [
            {"id": "a", "type": "text", "label": "A", "default": "d"},
            {"id": "b", "type": "text", "label": "B", "default": "d"}],
        "validation": {"dependencies": {
            "a": {"action": "validate", "condition": {"operator": "equals", "field": "b", "value": "d"}},
            "b": {"action": "validate", "condition": {"operator": "equals", "field": "a", "value": "d"}}}}}"#,
    )
    .unwrap();
    assert_eq!(form.check(&json!({})).unwrap_err().to_string(), "A is required. B is required.");
}
