//! Computed and prefilled values: what they come to, what may be sent for them, what a document may say.

use askwell_form::schema::Revision;
use askwell_form::{Form, Raw};
use serde_json::{Value, json};

fn form(fields: &Value) -> Form {
    Form::from_value(&json!({"id": "f", "title": "F", "fields": fields}))
        .unwrap_or_else(|defects| panic!("{defects}"))
}

/// Count and price are asked; the total and the tax follow from them.
fn order() -> Form {
    form(&json!([
        {"id": "count", "type": "number", "label": "Count", "required": true, "validation": {"minimum": 1}},
        {"id": "price", "type": "number", "label": "Price"},
        {"id": "total", "type": "number", "label": "Total", "computed": "count * price",
            "validation": {"maximum": 1000}},
        {"id": "tax", "type": "number", "label": "Tax", "computed": "round(total * 0.19, 2)",
            "validation": {"multipleOf": 0.01, "maximum": 100}},
        {"id": "reason", "type": "text", "label": "Reason", "required": true, "rendering": {"conditionalDisplay":
            {"operator": "gt", "field": "total", "value": 500}}}
    ]))
}

/// Checks answers, and returns them or the fields and sentences of their problems.
fn checked(form: &Form, answers: &Value) -> Result<Value, Vec<(String, String)>> {
    let verdict = form.check(answers);
    assert_eq!(form.accepts(answers), verdict.is_ok(), "{answers}");
    assert_eq!(form.view(answers).is_complete(), verdict.is_ok(), "{answers}");
    match verdict {
        Ok(answers) => Ok(answers.to_value()),
        Err(problems) => Err(problems
            .iter()
            .map(|problem| (problem.field.to_string(), problem.message.to_string()))
            .collect()),
    }
}

fn refused(problems: &[(&str, &str)]) -> Result<Value, Vec<(String, String)>> {
    Err(problems.iter().map(|(field, message)| ((*field).to_owned(), (*message).to_owned())).collect())
}

#[test]
fn computed_value_follows_from_other_answers() {
    let too_much = "Total must be at most 1000.";
    let fixed = "Total is computed from other answers and cannot be changed.";
    for (answers, expected) in [
        (
            json!({"count": 3, "price": 1.55}),
            Ok(json!({"count": 3, "price": 1.55, "total": 4.65, "tax": 0.88})),
        ),
        (json!({"count": 3}), Ok(json!({"count": 3}))),
        (json!({"count": "3", "price": "2"}), Ok(json!({"count": 3, "price": 2, "total": 6, "tax": 1.14}))),
        // What was computed may be repeated, and nothing else may be sent.
        (
            json!({"count": 3, "price": 2, "total": "6", "tax": null}),
            Ok(json!({"count": 3, "price": 2, "total": 6, "tax": 1.14})),
        ),
        (json!({"count": 3, "price": 2, "total": 5}), refused(&[("total", fixed)])),
        (json!({"count": 3, "total": 5}), refused(&[("total", fixed)])),
        (json!({"count": 3, "price": 2, "total": "x"}), refused(&[("total", fixed)])),
        // Its own constraints are problems of the fields that a person can change.
        (json!({"count": 30, "price": 40}), refused(&[("count", too_much), ("price", too_much)])),
        (
            json!({"count": 1, "price": 600, "reason": "r"}),
            refused(&[("count", "Tax must be at most 100."), ("price", "Tax must be at most 100.")]),
        ),
        // A problem of an answer hides what would follow from it.
        (json!({"count": 0, "price": 2, "total": 7}), refused(&[("count", "Count must be at least 1.")])),
        // Conditions see it.
        (json!({"count": 1, "price": 510}), refused(&[("reason", "Reason is required.")])),
        (
            json!({"count": 1, "price": format!("{}.5", "9".repeat(37))}),
            refused(&[("count", too_much), ("price", too_much)]),
        ),
        (
            json!({"count": "1.5", "price": format!("{}.5", "9".repeat(37))}),
            refused(&[
                ("count", "Total cannot be computed from these answers."),
                ("price", "Total cannot be computed from these answers."),
            ]),
        ),
    ] {
        assert_eq!(checked(&order(), &answers), expected, "{answers}");
    }
}

#[test]
fn problem_of_a_computed_value_names_its_expression_and_no_answer() {
    let problems = order().check(&json!({"count": 30, "price": 40})).unwrap_err();
    assert_eq!(
        serde_json::to_value(&problems).unwrap()[0],
        json!({"field": "count", "code": -32007, "message": "Total must be at most 1000.",
            "constraint": "computed", "expected": "count * price", "path": ["count"]})
    );
}

#[test]
fn hidden_computed_value_is_absent_and_what_is_sent_for_it_is_ignored() {
    let form = form(&json!([
        {"id": "on", "type": "boolean", "label": "On"},
        {"id": "n", "type": "number", "label": "N"},
        {"id": "twice", "type": "number", "label": "Twice", "computed": "n * 2", "rendering":
            {"conditionalDisplay": {"operator": "equals", "field": "on", "value": true}}}
    ]));
    assert_eq!(checked(&form, &json!({"n": 2, "twice": 9})), Ok(json!({"n": 2})));
    assert_eq!(checked(&form, &json!({"on": true, "n": 2})), Ok(json!({"on": true, "n": 2, "twice": 4})));
}

#[test]
fn prefilled_value_stands_until_another_is_given() {
    let form = form(&json!([
        {"id": "name", "type": "text", "label": "Name"},
        {"id": "start", "type": "date", "label": "Start"},
        {"id": "login", "type": "text", "label": "Login", "required": true,
            "prefill": "name.trim().lowerAscii()", "validation": {"pattern": "^[a-z]*$"}},
        {"id": "end", "type": "date", "label": "End", "prefill": "start + duration('48h')"}
    ]));
    for (answers, expected) in [
        (
            json!({"name": " Ada ", "start": "2026-02-27"}),
            Ok(json!({"name": " Ada ", "start": "2026-02-27", "login": "ada", "end": "2026-03-01"})),
        ),
        (json!({"name": "Ada", "login": "lovelace"}), Ok(json!({"name": "Ada", "login": "lovelace"}))),
        // Cleared stays cleared.
        (
            json!({"name": "Ada", "start": "2026-02-27", "end": ""}),
            Ok(json!({"name": "Ada", "start": "2026-02-27", "login": "ada"})),
        ),
        (json!({"name": "Ada", "login": ""}), refused(&[("login", "Login is required.")])),
        // Without the answers it needs, and where the field would refuse it, there is none.
        (json!({}), refused(&[("login", "Login is required.")])),
        (json!({"name": "Ada 2"}), refused(&[("login", "Login is required.")])),
    ] {
        assert_eq!(checked(&form, &answers), expected, "{answers}");
    }
    let answers = json!({"name": "Ada", "end": ""});
    let view = form.view(&answers);
    let login = view.field("login").unwrap();
    assert!(login.prefilled && !login.filled && login.is_asked());
    assert_eq!(login.value, Some(Raw::from("ada")));
    let end = view.field("end").unwrap();
    assert!(!end.prefilled);
    assert_eq!(end.value, Some(Raw::from("")));
}

#[test]
fn view_shows_a_computed_value_and_does_not_ask_for_it() {
    let form = order();
    let answers = json!({"count": 3, "price": 2, "total": 7});
    let view = form.view(&answers);
    let total = view.field("total").unwrap();
    assert_eq!(total.value, Some(Raw::Integer(6)));
    assert!(total.visible && total.enabled && !total.required && !total.is_asked() && !total.prefilled);
    assert_eq!(form.field("total").unwrap().computed(), Some("count * price"));
    let nothing = json!({});
    assert_eq!(form.view(&nothing).field("total").unwrap().value, None);
}

#[test]
fn dates_fit_the_field_that_takes_them() {
    let form = form(&json!([
        {"id": "day", "type": "date", "label": "Day"},
        {"id": "at", "type": "date", "label": "At", "validation": {"format": "date-time"}},
        {"id": "begin", "type": "date", "label": "Begin", "validation": {"format": "date-time"}, "computed": "day"},
        {"id": "utc", "type": "date", "label": "UTC", "computed": "at"},
        {"id": "later", "type": "date", "label": "Later", "validation": {"format": "date-time"},
            "computed": "at + duration('90m')"},
        {"id": "hours", "type": "number", "label": "Hours", "computed": "(at - timestamp('2026-01-01T00:00:00Z')).getHours()"}
    ]));
    assert_eq!(
        checked(&form, &json!({"day": "2026-02-28", "at": "2026-01-02T00:30:00+01:00"})),
        Ok(json!({"day": "2026-02-28", "at": "2026-01-02T00:30:00+01:00", "begin": "2026-02-28T00:00:00Z",
            "utc": "2026-01-01", "later": "2026-01-02T02:00:00+01:00", "hours": 23}))
    );
    assert!(form.check(&json!({"at": "9999-12-31T23:30:00Z"})).is_err(), "beyond the calendar");
}

#[test]
fn mistakes_of_authors_are_defects() {
    let n = json!({"id": "n", "type": "number", "label": "N"});
    for (field, message) in [
        (json!({"type": "number", "computed": "n + 'a'"}), "this is a text; expected a number"),
        (json!({"type": "text", "computed": "n"}), "this is a number; expected a text"),
        (json!({"type": "number", "computed": "1 + 1"}), "this is the same for all answers"),
        (json!({"type": "number", "computed": "x + 1"}), "these fields' value depends on itself: x → x"),
        (json!({"type": "number", "computed": "n", "required": true}), "a computed field is never asked"),
        (json!({"type": "number", "computed": "n", "default": 1}), "a computed field is never asked"),
        (json!({"type": "number", "computed": "n", "prefill": "n"}), "a computed field is never asked"),
        (json!({"type": "number", "prefill": "n", "default": 1}), "the value comes from `prefill`"),
        (json!({"type": "file", "computed": "n"}), "a file cannot have `computed`"),
        (
            json!({"type": "text", "prefill": "string(n)", "rendering": {"inputType": "password"}}),
            "a secret cannot have",
        ),
        (
            json!({"type": "text", "computed": "secret + '!'"}),
            "`secret` is a secret, which the value would give away",
        ),
        (json!({"type": "number", "computed": "round(n, m)"}), "not a number of digits"),
        (json!({"type": "number", "computed": 1}), "wrong type of value"),
    ] {
        let mut field = field;
        (field["id"], field["label"]) = (json!("x"), json!("X"));
        let secret =
            json!({"id": "secret", "type": "text", "label": "S", "rendering": {"inputType": "password"}});
        let document = json!({"id": "f", "title": "F", "fields": [n, secret, field]});
        let defects = Form::from_value(&document).expect_err(message);
        assert!(defects.to_string().contains(message), "{field}: {defects}");
    }
    let round = json!([
        {"id": "a", "type": "number", "label": "A", "computed": "b"},
        {"id": "b", "type": "number", "label": "B", "prefill": "a"}
    ]);
    let defects = Form::from_value(&json!({"id": "f", "title": "F", "fields": round})).unwrap_err();
    assert!(defects.to_string().contains("a → b → a"), "{defects}");
    let demanded = json!({"id": "f", "title": "F", "fields": [n, {"id": "x", "type": "number", "label": "X", "computed": "n"}],
        "validation": {"dependencies": {"x": {"action": "validate", "condition":
            {"operator": "equals", "field": "n", "value": 1}}}}});
    let defects = Form::from_value(&demanded).unwrap_err();
    assert!(defects.to_string().contains("a computed field is never asked"), "{defects}");
}

#[test]
fn schemas_list_what_they_cannot_say() {
    let form = form(&json!([
        {"id": "n", "type": "number", "label": "N"},
        {"id": "twice", "type": "number", "label": "Twice", "computed": "n * 2"},
        {"id": "note", "type": "text", "label": "Note", "required": true, "prefill": "string(n)"}
    ]));
    let schema = form.to_json_schema();
    assert_eq!(schema.schema["properties"]["twice"]["readOnly"], true);
    assert_eq!(schema.schema.get("required"), None);
    let losses =
        |losses: &[askwell_form::schema::Loss]| losses.iter().map(ToString::to_string).collect::<Vec<_>>();
    let prefill = "note: a prefilled value cannot be carried; the schema accepts more";
    assert_eq!(
        losses(&schema.losses),
        ["twice: a computed value cannot be carried; the schema accepts more", prefill]
    );
    for revision in Revision::ALL {
        let exported = form.to_mcp_schema(revision);
        assert_eq!(exported.schema["properties"].get("twice"), None);
        assert_eq!(
            losses(&exported.losses),
            ["twice: a computed value cannot be carried; the field is left out", prefill]
        );
    }
}
