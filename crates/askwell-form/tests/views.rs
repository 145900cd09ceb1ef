//! What a renderer sees, while a form is being filled in.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist, and so may what tests share")]

use askwell_form::{Form, Kind, OutlineEntry, Raw, View};
use serde_json::{Value, json};

#[path = "support/small_forms.rs"]
mod small_forms;

use small_forms::{form_of, load};

/// A field's view in a few words: flags, then what stands in the input.
fn brief(view: &View<'_>, id: &str) -> String {
    let field = view.field(id).unwrap();
    let flags = [
        (field.visible, "visible"),
        (field.enabled, "enabled"),
        (field.required, "required"),
        (field.filled, "filled"),
    ];
    let mut words: Vec<String> =
        flags.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()).collect();
    words.extend(field.value.as_ref().map(|value| format!("{value:?}")));
    words.extend(field.problems.iter().map(|problem| problem.constraint.to_string()));
    words.join(" ")
}

#[test]
fn groups_are_shown_while_their_conditions_hold_and_something_is_in_them() {
    let form = load(&json!({"id": "f", "title": "F", "layout": "steps",
    "fields": [
        {"id": "kind", "type": "select", "label": "Kind", "options": ["a", "b"]},
        {"id": "note", "type": "display", "content": "Note"},
        {"id": "why", "type": "text", "label": "Why", "required": true},
        {"id": "who", "type": "text", "label": "Who",
         "rendering": {"conditionalDisplay": {"operator": "equals", "field": "why", "value": "x"}}}
    ],
    "groups": [
        {"id": "first", "title": "First", "fields": ["kind"]},
        {"id": "second", "title": "Second", "condition": {"operator": "equals", "field": "kind", "value": "b"},
         "groups": [{"id": "inner", "title": "Inner", "fields": ["note", "why"]}]},
        {"id": "third", "title": "Third", "fields": ["who"]}
    ]}));
    for (answers, groups, steps, wrong) in [
        (json!({}), [true, false, false, false], vec![0], 0),
        (json!({"kind": "b"}), [true, true, true, false], vec![0, 1], 1),
        (json!({"kind": "b", "why": "x"}), [true, true, true, true], vec![0, 1, 3], 0),
        // What is hidden does not count, also for others.
        (json!({"kind": "a", "why": "x"}), [true, false, false, false], vec![0], 0),
    ] {
        let view = form.view(&answers);
        let shown: Vec<bool> = view.groups.iter().map(|group| group.visible).collect();
        assert_eq!((shown, view.steps()), (groups.to_vec(), steps), "{answers}");
        let problems: usize = view.fields.iter().map(|field| field.problems.len()).sum();
        assert_eq!(problems, wrong, "{answers}");
    }
    assert_eq!((form.step_of(1), form.step_of(2), form.groups()[1].fields()), (Some(1), Some(3), 1..2));
    let outline: Vec<String> = form
        .outline()
        .iter()
        .map(|entry| match entry {
            OutlineEntry::GroupStart(_, group) => format!("<{}", group.id()),
            OutlineEntry::GroupEnd(_, group) => format!("{}>", group.id()),
            OutlineEntry::Display(display) => display.id().to_owned(),
            OutlineEntry::Field(place) => form.fields()[*place].id().to_owned(),
        })
        .collect();
    let expected = "<first kind first> <second <inner note why inner> second> <third who third>";
    assert_eq!(outline.join(" "), expected);
}

#[test]
fn view_of_one_field_has_its_parts() {
    let number = json!({"type": "number", "validation": {"maximum": 9}});
    let required = json!({"type": "text", "required": true});
    let defaulted = json!({"type": "number", "default": 5});
    let secret =
        json!({"type": "text", "rendering": {"inputType": "password"}, "validation": {"minLength": 9}});
    let carried = json!({"type": "text", "default": "x", "rendering": {"hidden": true}});
    for (field, answers, expected) in [
        (&number, json!({}), "visible enabled"),
        (&number, json!({"a": 5}), "visible enabled filled Integer(5)"),
        (&number, json!({"a": "5"}), "visible enabled filled Text(\"5\")"),
        (&number, json!({"a": 10}), "visible enabled filled Integer(10) maximum"),
        (&number, json!({"a": "x"}), "visible enabled filled Text(\"x\") type"),
        (&number, json!({"a": ""}), "visible enabled Text(\"\")"),
        (&number, json!({"a": null}), "visible enabled"),
        (&number, json!({"a": 1.5}), "visible enabled filled Number(\"1.5\")"),
        (&required, json!({}), "visible enabled required required"),
        (&required, json!({"a": ""}), "visible enabled required Text(\"\") required"),
        (&required, json!({"a": "x"}), "visible enabled required filled Text(\"x\")"),
        (&defaulted, json!({}), "visible enabled Integer(5)"),
        (&defaulted, json!({"a": null}), "visible enabled Integer(5)"),
        (&defaulted, json!({"a": ""}), "visible enabled Text(\"\")"),
        (&secret, json!({"a": "hunter2"}), "visible enabled filled minLength"),
        (&secret, json!({"a": "hunter2hunter2"}), "visible enabled filled"),
        (&secret, json!({}), "visible enabled"),
        (&carried, json!({}), "enabled Text(\"x\")"),
        (&json!({"type": "boolean", "default": false}), json!({}), "visible enabled Bool(false)"),
        (
            &json!({"type": "date", "default": "2026-01-31"}),
            json!({}),
            "visible enabled Text(\"2026-01-31\")",
        ),
        (
            &json!({"type": "multi_select", "options": ["x", "y"], "default": ["y"]}),
            json!({}),
            "visible enabled List([Text(\"y\")])",
        ),
    ] {
        let form = form_of(field);
        assert_eq!(brief(&form.view(&answers), "a"), expected, "{field} {answers}");
    }
}

#[test]
fn conditional_fields_appear_and_disappear() {
    let condition = json!({"operator": "equals", "field": "s", "value": true});
    let form = |action: &str| {
        load(&json!({"id": "f", "title": "F",
            "fields": [
                {"id": "s", "type": "boolean", "label": "S"},
                {"id": "t", "type": "text", "label": "T", "required": true, "default": "d"}
            ],
            "validation": {"dependencies": {"t": {"action": action, "condition": condition}}}}))
    };
    for (action, answers, expected) in [
        ("show", json!({}), "Text(\"d\")"),
        ("show", json!({"t": 5}), "filled Integer(5)"),
        ("show", json!({"s": true}), "visible enabled required Text(\"d\") required"),
        ("disable", json!({"s": true, "t": "x"}), "visible filled Text(\"x\")"),
        ("disable", json!({"s": false, "t": "x"}), "visible enabled required filled Text(\"x\")"),
    ] {
        let form = form(action);
        assert_eq!(brief(&form.view(&answers), "t"), expected, "{action} {answers}");
    }
}

#[test]
fn unknown_keys_are_problems_of_the_view() {
    let form = form_of(&json!({"type": "text"}));
    let answers = json!({"b": 1, "a": "x"});
    let view = form.view(&answers);
    let strays: Vec<&str> = view.problems.iter().map(|problem| &*problem.field).collect();
    assert_eq!(strays, ["b"]);
    assert!(!view.is_complete());
    assert!(view.field("b").is_none());
    let whole = json!([1]);
    assert!(!form.view(&whole).is_complete());
    let nothing = json!({});
    assert!(form.view(&nothing).is_complete());
}

#[test]
fn view_of_pairs_equals_view_of_values() {
    let form = form_of(&json!({"type": "number", "validation": {"maximum": 9}}));
    let pairs = form.view_pairs([("a", Raw::from("12"))]);
    assert_eq!(brief(&pairs, "a"), "visible enabled filled Text(\"12\") maximum");
    let twice = form.view_pairs([("a", Raw::from("1")), ("a", Raw::from("2"))]);
    assert_eq!(brief(&twice, "a"), "visible enabled filled Text(\"1\")");
    assert_eq!(twice.problems.len(), 1);
}

#[test]
fn view_keeps_the_order_of_the_form() {
    let form = load(&json!({"id": "f", "title": "F", "fields": [
        {"id": "b", "type": "text", "label": "B", "rendering": {"conditionalDisplay": {"operator": "equals", "field": "a", "value": "x"}}},
        {"id": "a", "type": "text", "label": "A"}
    ]}));
    let answers: Value = json!({"a": "x"});
    let view = form.view(&answers);
    let ids: Vec<&str> = view.fields.iter().map(|view| view.field.id()).collect();
    assert_eq!(ids, ["b", "a"]);
    assert!(view.field("b").unwrap().enabled);
}

#[test]
fn unknown_hints_are_kept_and_passed_on() {
    let text = r#"{"id": "f", "title": "F", "fields": [
        {"id": "a", "type": "select", "label": "A",
         "options": [{"value": "x", "title": "X", "icon": "star"}, {"value": "y", "title": "Y"}],
         "validation": {"enum": ["x", "y"], "uniqueItems": true},
         "rendering": {"colour": "red", "x-own": 1, "enableTime": "odd", "inputType": "range", "ariaLabel": "Choose",
                       "tabIndex": 3, "accessibility": {"tabIndex": 2, "role": "listbox"}}}
    ]}"#;
    let form = Form::parse(text).unwrap_or_else(|defects| panic!("{defects}"));
    assert_eq!(Form::parse(form.to_json()).unwrap(), form, "the document keeps them");
    assert_eq!(form.to_value(), serde_json::from_str::<Value>(text).unwrap());
    let answers = json!({});
    let view = form.view(&answers);
    let field = view.field("a").unwrap().field;
    let hints = field.rendering();
    let kept = json!({"colour": "red", "x-own": 1, "enableTime": "odd", "inputType": "range"});
    assert_eq!(Value::from(hints.extensions.clone()), kept);
    assert_eq!(hints.accessibility.aria_label.as_deref(), Some("Choose"), "beside `accessibility`");
    assert_eq!(hints.accessibility.tab_index, Some(2), "inside comes first");
    assert_eq!(Value::from(hints.accessibility.extensions.clone()), json!({"role": "listbox"}));
    let Kind::Select(select) = field.kind() else { panic!("{field:?}") };
    assert_eq!(Value::from(select.extensions.clone()), json!({"uniqueItems": true}));
    let kept: Vec<_> = select.options.iter().map(|choice| choice.extensions().cloned()).collect();
    assert_eq!(kept, [json!({"icon": "star"}).as_object().cloned(), None]);
}

#[test]
fn known_hints_still_have_their_types() {
    for rendering in [
        r#"{"placeholder": 5}"#,
        r#"{"gridColumn": 13}"#,
        r#"{"ariaLabel": true}"#,
        r#"{"tabIndex": "first"}"#,
        r#"{"inputType": "password"}"#,
        r#"{"enableTime": "yes"}"#,
        r#"{"displayStyle": 1}"#,
    ] {
        let text = format!(
            r#"{{"id": "f", "title": "F", "fields": [{{"id": "a", "type": "date", "label": "A", "rendering": {rendering}}}]}}"#
        );
        assert!(Form::parse(&text).is_err(), "{rendering}");
    }
}

#[test]
fn near_misses_among_open_keys_are_warned_about() {
    for (field, pointer, suggestion) in [
        (
            r#""type": "text", "rendering": {"placholder": "x"}"#,
            "/fields/0/rendering/placholder",
            Some("placeholder"),
        ),
        (
            r#""type": "text", "rendering": {"aria-label": "x"}"#,
            "/fields/0/rendering/aria-label",
            Some("ariaLabel"),
        ),
        (r#""type": "text", "rendering": {"searchable": true}"#, "/fields/0/rendering/searchable", None),
        (
            r#""type": "number", "rendering": {"inputType": "numbr"}"#,
            "/fields/0/rendering/inputType",
            Some("number"),
        ),
        (
            r#""type": "select", "options": [{"value": "a", "title": "A", "titel": "B"}]"#,
            "/fields/0/options/0/titel",
            Some("title"),
        ),
        (
            r#""type": "multi_select", "options": ["a"], "validation": {"minitem": 1}"#,
            "/fields/0/validation/minitem",
            Some("minItems"),
        ),
        (
            r#""type": "date", "validation": {"format": "date"}, "rendering": {"enableTime": true}"#,
            "/fields/0/validation/format",
            Some("date-time"),
        ),
    ] {
        let text =
            format!(r#"{{"id": "f", "title": "F", "fields": [{{"id": "a", "label": "A", {field}}}]}}"#);
        let (_, warnings) = Form::parse_with_warnings(&text).unwrap_or_else(|defects| panic!("{defects}"));
        let found: Vec<_> = warnings.iter().map(|w| (w.pointer.as_str(), w.suggestion.as_deref())).collect();
        assert_eq!(found, [(pointer, suggestion)], "{field}");
        assert!(warnings.iter().all(|warning| warning.place.is_some()));
    }
    let fine = r#"{"id": "f", "title": "F", "fields": [
        {"id": "a", "type": "text", "label": "A", "rendering": {"colour": "red", "x-placeholder": 1, "helpText": "h"}}]}"#;
    assert_eq!(Form::parse_with_warnings(fine).unwrap().1, []);
}
