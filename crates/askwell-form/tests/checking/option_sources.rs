//! Fields whose options a service has: what is taken before the service is asked, and who must ask it.

use askwell_form::Form;
use askwell_form::schema::Revision;
use serde_json::{Value, json};

fn form() -> Form {
    let fields = json!([
        {"id": "city", "type": "select", "label": "City", "required": true, "optionsSource": {"name": "cities"}},
        {"id": "via", "type": "multi_select", "label": "Via", "optionsSource": {"name": "cities"},
            "validation": {"maxItems": 3}},
        {"id": "note", "type": "text", "label": "Note", "rendering": {"conditionalDisplay":
            {"operator": "equals", "field": "city", "value": "ber"}}}
    ]);
    Form::from_value(&json!({"id": "f", "title": "F", "fields": fields}))
        .unwrap_or_else(|defects| panic!("{defects}"))
}

#[test]
fn form_accepts_nothing_until_somebody_confirms_options() {
    let answers = json!({"city": "ber"});
    let problems = form().check(&answers).unwrap_err();
    assert_eq!(problems.to_string(), "This form cannot be answered here: a service has its options.");
    assert!(!form().accepts(&answers));
    assert!(form().view(&answers).is_complete());
    assert!(form().confirming_options().accepts(&answers));
    assert!(form().checked_by_service().accepts(&answers));
    assert_eq!(form().option_sources(), ["cities"]);
}

#[test]
fn values_are_bounded_before_the_service_is_asked() {
    let long = "x".repeat(257);
    let many: Vec<String> = (0..101).map(|n| n.to_string()).collect();
    let form = form().confirming_options();
    for (answers, wrong) in [
        (json!({"city": "ber", "via": ["par", "rom"]}), None),
        (json!({"city": long}), Some("enum")),
        (json!({"city": "b\u{202e}er"}), Some("enum")),
        (json!({"city": 1}), Some("type")),
        (json!({"city": "ber", "via": ["par", "par"]}), Some("uniqueItems")),
        (json!({"city": "ber", "via": ["a", "b", "c", "d"]}), Some("maxItems")),
        (json!({"city": "ber", "via": many}), Some("maxItems")),
        (json!({"city": "ber", "via": [""]}), Some("enum")),
    ] {
        let verdict = form.check(&answers);
        let found = verdict.as_ref().err().and_then(|problems| problems.iter().next());
        assert_eq!(found.map(|problem| problem.constraint.name()), wrong, "{answers}");
        assert_eq!(form.accepts(&answers), wrong.is_none(), "{answers}");
    }
}

#[test]
fn found_options_have_titles_and_change_no_verdict() {
    let found = [("city", vec![("ber".to_owned(), "Berlin".to_owned())]), ("note", vec![])];
    let shown = form().confirming_options().with_found_options(&found);
    let options = shown.field("city").unwrap().kind().options().unwrap();
    assert_eq!((options.get("ber").unwrap().title(), options.source()), ("Berlin", Some("cities")));
    assert!(shown.accepts(&json!({"city": "somewhere else"})));
}

#[test]
fn schemas_say_that_a_service_has_the_options() {
    let schema = form().to_json_schema();
    assert_eq!(schema.schema["properties"]["city"]["minLength"], 1);
    let losses: Vec<String> = schema.losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses[0],
        "city: a list of options that a service has cannot be carried; the schema accepts more"
    );
    for revision in Revision::ALL {
        let exported = form().to_mcp_schema(revision);
        assert_eq!(exported.schema["properties"].get("city"), None);
        assert!(exported.losses.iter().any(|loss| loss.feature.name() == "options_source"));
    }
}

#[test]
fn mistakes_with_a_source_are_defects() {
    for (field, message) in [
        (json!({"type": "select"}), "`options` is missing"),
        (json!({"type": "select", "optionsSource": {}}), "`name` is missing"),
        (json!({"type": "select", "optionsSource": "cities"}), "wrong type of value"),
        (json!({"type": "select", "optionsSource": {"name": "a b"}}), "not an id"),
        (json!({"type": "select", "optionsSource": {"name": "c", "url": "https://x"}}), "unknown key `url`"),
        (json!({"type": "text", "optionsSource": {"name": "c"}}), "unknown key `optionsSource`"),
        (
            json!({"type": "select", "optionsSource": {"name": "c"}, "validation": {"enum": ["a"]}}),
            "a service has them",
        ),
    ] {
        let mut field: Value = field;
        (field["id"], field["label"]) = (json!("x"), json!("X"));
        let document = json!({"id": "f", "title": "F", "fields": [field]});
        let defects = Form::from_value(&document).expect_err(message);
        assert!(defects.to_string().contains(message), "{document}: {defects}");
    }
}
