use proptest::prelude::{Just, Strategy, any};
use proptest::{prop_assert, prop_assert_eq, prop_oneof, proptest};
use serde_json::{Map, Value, json};

use super::text_places;
use crate::definition::Form;

const FORMS: [&str; 4] = [
    include_str!("../../../../examples/forms/api-key.json"),
    include_str!("../../../../examples/forms/oauth.json"),
    include_str!("../../../../examples/forms/all-kinds.json"),
    include_str!("../../../../examples/forms/deployment-approval.json"),
];

/// Returns a document with every text translated: in front of each stands a mark.
fn translated(text: &str) -> Value {
    let mut document: Value = serde_json::from_str(Form::parse(text).unwrap().to_json()).unwrap();
    let mut translation = Value::Object(Map::new());
    for place in text_places(&document) {
        let mut at = &mut translation;
        for key in &place.path {
            if !at.is_object() {
                *at = Value::Object(Map::new());
            }
            at = at.as_object_mut().unwrap().entry(key.clone()).or_insert(Value::Null);
        }
        *at = format!("ä{}", place.path.last().unwrap()).into();
    }
    document.as_object_mut().unwrap().insert("translations".to_owned(), json!({ "de": translation }));
    document
}

fn defects(document: &Value) -> Vec<String> {
    let defects = Form::from_value(document).err().map(|defects| defects.0).unwrap_or_default();
    defects.iter().map(|defect| format!("{} {}", defect.pointer, defect.message)).collect()
}

#[test]
fn translated_form_has_the_texts_of_its_language() {
    for text in FORMS {
        let document = translated(text);
        let form = Form::from_value(&document).unwrap();
        assert_eq!(form.translations(), ["de"]);
        for (tag, is_translated) in [("de", true), ("de-AT", true), ("fr", false), ("", false)] {
            let other = form.in_language(tag);
            assert_eq!(other.title() == "ätitle", is_translated, "{tag}");
            assert_eq!(other.id(), form.id());
            let label = |field: &crate::Field| field.label() == "älabel";
            assert!(
                other.fields().iter().filter(|field| field.id() != "comment").all(label) == is_translated
                    || form.decision().is_some()
            );
        }
        assert_eq!(form.in_language("de").in_language("de").title(), "ätitle");
    }
}

#[test]
fn missing_and_unknown_texts_are_defects() {
    let form = |translations: Value| {
        json!({
            "id": "f", "title": "F", "translations": translations,
            "fields": [{ "id": "size", "type": "select", "label": "Size", "options": ["s", "m"] }],
        })
    };
    let whole = json!({ "title": "F", "fields": { "size": { "label": "Größe", "options": { "s": "klein", "m": "mittel" } } } });
    assert_eq!(defects(&form(json!({ "de": whole }))), Vec::<String>::new());
    for (translations, expected) in [
        (
            json!({ "de": {} }),
            &[
                "/translations/de the translation of `title` is missing",
                "/translations/de the translation of `fields` is missing",
            ][..],
        ),
        (
            json!({ "de": { "titel": "x", "title": "F", "fields": { "size": { "label": "G", "options": { "s": "k" } } } } }),
            &[
                "/translations/de/titel the form has no text `titel` here",
                "/translations/de/fields/size/options the translation of `m` is missing",
            ],
        ),
        (json!({ "deutsch": whole }), &["/translations/deutsch `deutsch` is not a language tag"]),
        (json!({ "de": 3 }), &["/translations/de wrong type of value"]),
        (json!([]), &["/translations wrong type of value"]),
    ] {
        assert_eq!(defects(&form(translations)), expected);
    }
    let long = json!({ "title": "x".repeat(257), "fields": { "size": { "label": "", "options": { "s": "k", "m": "m" } } } });
    assert_eq!(defects(&form(json!({ "de": long }))).len(), 2);
}

#[test]
fn texts_of_groups_are_translated() {
    let inner = json!([{ "id": "small", "title": "Small", "description": "Not large.", "fields": ["a"] }]);
    let group = |inner: &Value| json!([{ "id": "outer", "title": "Outer", "groups": inner }]);
    let translation = json!({ "title": "F", "fields": { "a": { "label": "A" } }, "groups": { "outer": {
        "title": "Außen", "groups": { "small": { "title": "Klein", "description": "Nicht groß." } }
    } } });
    let document = json!({
        "id": "f", "title": "F", "groups": group(&inner), "translations": { "de": translation },
        "fields": [{ "id": "a", "type": "text", "label": "A" }],
    });
    let german = Form::from_value(&document).unwrap().in_language("de");
    assert!(german.to_json().contains("Nicht groß.") && german.to_json().contains("Außen"));
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z0-9:/.@-]{0,30}".prop_map(Value::from),
        prop_oneof!["production", "staging", "https://example.com", "2026-01-31", "a@b.example"]
            .prop_map(Value::from),
        proptest::collection::vec("[a-z]{1,10}".prop_map(Value::from), 0..4).prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn form_validates_identically_in_every_language(which in 0..FORMS.len(), values in proptest::collection::vec(value(), 40)) {
        let form = Form::from_value(&translated(FORMS[which])).unwrap();
        let german = form.in_language("de");
        let pairs = form.fields().iter().map(|field| field.id().to_owned()).zip(values);
        let raw = Value::Object(pairs.collect());
        match (form.check(&raw), german.check(&raw)) {
            (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours.to_json(), theirs.to_json()),
            (Err(ours), Err(theirs)) => {
                let facts = |problems: &crate::Problems| {
                    let fact = |problem: &crate::Problem| (problem.field.clone(), problem.constraint, problem.item);
                    problems.iter().map(fact).collect::<Vec<_>>()
                };
                prop_assert_eq!(facts(&ours), facts(&theirs));
            }
            _ => prop_assert!(false, "one language accepts what the other refuses"),
        }
    }
}
