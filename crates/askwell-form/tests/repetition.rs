//! Repeating groups: parsing, checking, views, typed answers, schemas.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what tests share")]

use askwell_form::{Answer, Constraint, Form, Kind, Raw};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

fn order() -> Form {
    Form::parse(
        r#"{"id": "order", "title": "Order", "fields": [
            {"id": "customer", "type": "text", "label": "Customer", "required": true},
            {"id": "gift", "type": "boolean", "label": "Gift"},
            {"id": "sku", "type": "text", "label": "Article", "required": true, "validation": {"maxLength": 8}},
            {"id": "count", "type": "number", "label": "Count", "default": 1, "validation": {"minimum": 1, "maximum": 99}},
            {"id": "kind", "type": "select", "label": "Kind", "options": ["plain", "engraved"]},
            {"id": "engraving", "type": "text", "label": "Engraving", "required": true,
                "rendering": {"conditionalDisplay": {"operator": "equals", "field": "kind", "value": "engraved"}}},
            {"id": "from", "type": "date", "label": "From"},
            {"id": "to", "type": "date", "label": "To"},
            {"id": "note", "type": "text", "label": "Note"}
        ],
        "groups": [
            {"id": "head", "title": "Head", "fields": ["customer", "gift"]},
            {"id": "lines", "title": "Lines", "description": "What to send.",
                "repeat": {"minimum": 1, "maximum": 3, "item": "Line", "rules": [
                    {"expression": "to >= from", "message": "The end is before the start.", "fields": ["to"]}
                ]},
                "fields": ["sku", "count", "kind", "engraving", "from", "to"]},
            {"id": "tail", "title": "Tail", "fields": ["note"]}
        ],
        "validation": {"rules": [{"expression": "!gift || size(lines) == 1", "message": "A gift is one line.", "fields": ["lines"]}]}}"#,
    )
    .unwrap()
}

fn messages(form: &Form, answers: &Value) -> Vec<String> {
    let problems = form.check(answers).unwrap_err();
    problems.iter().map(|problem| format!("{}: {}", problem.path().join("/"), problem.message)).collect()
}

#[test]
fn repeating_group_is_one_field_in_the_place_of_its_fields() {
    let form = order();
    let ids: Vec<&str> = form.fields().iter().map(askwell_form::Field::id).collect();
    assert_eq!(ids, ["customer", "gift", "lines", "note"]);
    let Kind::Rows(rows) = form.fields()[2].kind() else { panic!() };
    assert_eq!((rows.minimum, rows.maximum, rows.item.as_str()), (1, 3, "Line"));
    assert_eq!(rows.form.fields().len(), 6);
    let groups: Vec<_> =
        form.groups().iter().map(|group| (group.id(), group.fields(), group.repeats())).collect();
    assert_eq!(groups, [("head", 0..2, false), ("lines", 2..3, true), ("tail", 3..4, false)]);
    assert_eq!(form.outline().len(), 4 + 6);
    assert_eq!(Form::reparse(rows.form.to_json()).unwrap().fields().len(), 6, "a row is a form of its own");
}

#[test]
fn rows_are_checked_like_small_forms() {
    let form = order();
    let given = json!({"customer": "Zoë", "lines": [
        {"sku": "A1", "count": "2"},
        {"sku": "B2", "kind": "engraved", "engraving": "Hi", "from": "2026-01-01", "to": "2026-01-02"},
        {"sku": "C3", "kind": "plain", "engraving": "ignored"},
    ]});
    let expected = r#"{"customer":"Zoë","lines":[{"sku":"A1","count":2},{"sku":"B2","count":1,"kind":"engraved","engraving":"Hi","from":"2026-01-01","to":"2026-01-02"},{"sku":"C3","count":1,"kind":"plain"}]}"#;
    let answers = form.check(&given).unwrap();
    assert_eq!(answers.to_json(), expected);
    assert_eq!(answers.to_value().to_string(), expected);
    assert_eq!(answers.to_masked_json(), expected);
    assert_eq!(form.check_json(given.to_string().as_bytes()).unwrap(), answers);
    assert_eq!(form.restore(expected.as_bytes()).unwrap(), answers);
    assert!(form.accepts(&given) && form.accepts_json(given.to_string().as_bytes()));
    let rows = answers.rows("lines");
    assert_eq!((rows.len(), rows[1].text("engraving"), rows[0].get("kind")), (3, Some("Hi"), None));
    assert_eq!(answers.leaves().filter(|leaf| leaf.field.id() == "sku").count(), 3);
    assert_eq!(answers.leaves().count(), 1 + 2 + 6 + 3);
}

#[test]
fn problem_names_the_row_and_the_field() {
    let form = order();
    let given = json!({"customer": "Zoë", "gift": true, "lines": [
        {"sku": "A1", "count": 200},
        {"kind": "engraved"},
        {"sku": "C3", "from": "2026-01-02", "to": "2026-01-01", "colour": "red"},
    ]});
    assert_eq!(
        messages(&form, &given),
        [
            "lines/0/count: Line 1: Count must be at most 99.",
            "lines/1/sku: Line 2: Article is required.",
            "lines/1/engraving: Line 2: Engraving is required.",
            "lines/2/to: Line 3: The end is before the start.",
            "lines/2/colour: Line 3: This form has no field “colour”.",
        ]
    );
    let problems = form.check(&given).unwrap_err();
    let first = serde_json::to_value(problems.iter().next().unwrap()).unwrap();
    assert_eq!((&first["field"], &first["path"]), (&json!("lines"), &json!(["lines", "0", "count"])));
    assert_eq!(problems.to_json(), serde_json::to_string(&problems).unwrap());
    assert!(!form.accepts(&given));
}

#[test]
fn number_of_rows_is_checked() {
    let form = order();
    let line = json!({"sku": "A1"});
    assert_eq!(messages(&form, &json!({"customer": "Z"})), ["lines: Lines is required."]);
    assert_eq!(messages(&form, &json!({"customer": "Z", "lines": []})), ["lines: Lines is required."]);
    let many = json!({"customer": "Z", "lines": [line, line, line, line]});
    assert_eq!(messages(&form, &many), ["lines: The maximum number of entries in Lines is 3."]);
    let gift = json!({"customer": "Z", "gift": true, "lines": [line, line]});
    assert_eq!(messages(&form, &gift), ["lines: A gift is one line."]);
    for (wrong, message) in [
        (json!("A1"), "lines: Lines must be a list of entries."),
        (json!({"sku": "A1"}), "lines: Lines must be a list of entries."),
        (json!(["A1"]), "lines/0: Line 1: This must be an object with one value for each field."),
    ] {
        assert_eq!(messages(&form, &json!({"customer": "Z", "lines": wrong})), [message]);
    }
}

#[test]
fn optional_group_without_rows_answers_with_an_empty_list() {
    let form = parse(r#"{"id": "a", "title": "A", "repeat": {}, "fields": ["x"]}"#, "").unwrap();
    for given in [json!({}), json!({"a": []}), json!({"a": null}), json!({"a": ""})] {
        assert_eq!(form.check(&given).unwrap().to_json(), r#"{"a":[]}"#, "{given}");
    }
    assert_eq!(form.check(&json!({"a": [{}]})).unwrap().to_json(), r#"{"a":[{}]}"#);
    assert_eq!(form.fields()[0].label(), "A");
    let Kind::Rows(rows) = form.fields()[0].kind() else { panic!() };
    assert_eq!((rows.title(1).as_str(), rows.maximum), ("A 2", 100));
}

fn parse(groups: &str, more: &str) -> Result<Form, askwell_form::Defects> {
    Form::parse(&format!(
        r#"{{"id": "f", "title": "F", "fields": [
            {{"id": "x", "type": "text", "label": "X"}},
            {{"id": "y", "type": "text", "label": "Y"}},
            {{"id": "u", "type": "url", "label": "U"}},
            {{"id": "s", "type": "text", "label": "S", "rendering": {{"inputType": "password"}}}},
            {{"id": "f", "type": "file", "label": "F"}},
            {{"id": "d", "type": "display", "label": "D", "content": "Look."}}
        ], "groups": [{groups}]{more}}}"#
    ))
}

#[test]
fn mistakes_of_a_repeating_group_are_found_where_they_are() {
    let group = |repeat: &str, fields: &str| {
        format!(r#"{{"id": "g", "title": "G", "repeat": {repeat}, "fields": [{fields}]}}"#)
    };
    for (groups, more, pointer, message) in [
        (group("true", "\"x\""), "", "/groups/0/repeat", "wrong type of value"),
        (group(r#"{"maximum": 1001}"#, "\"x\""), "", "/groups/0/repeat/maximum", "out of range"),
        (group(r#"{"maximum": 0}"#, "\"x\""), "", "/groups/0/repeat/maximum", "out of range"),
        (group(r#"{"minimum": -1}"#, "\"x\""), "", "/groups/0/repeat/minimum", "out of range"),
        (group(r#"{"minimum": 3, "maximum": 2}"#, "\"x\""), "", "/groups/0/repeat/minimum", "leaves nothing"),
        (group(r#"{"rows": 2}"#, "\"x\""), "", "/groups/0/repeat/rows", "unknown key"),
        (group(r#"{"item": ""}"#, "\"x\""), "", "/groups/0/repeat/item", "a text of 0 characters"),
        (group(r#"{"maximum": 101}"#, "\"u\""), "", "/groups/0/repeat", "101 rows have 101 URLs together"),
        (group("{}", "\"s\""), "", "/fields/3/id", "a secret cannot be part"),
        (group("{}", "\"f\""), "", "/fields/4/id", "a file cannot be part"),
        (group("{}", "\"d\""), "", "/groups/0/fields", "the display `d` cannot be part"),
        (group("{}", "\"z\""), "", "/groups/0/fields/0", "no field has the id `z`"),
        (group("{}", ""), "", "/groups/0/fields", "an empty list"),
        (group(r#"{"rules": [{"expression": "y == ''", "message": "M"}]}"#, "\"x\""), "", "/groups/0/repeat/rules/0/expression", "no field has the id `y`"),
        (
            r#"{"id": "x", "title": "G", "repeat": {}, "fields": ["x"]}"#.to_owned(),
            "", "/groups/0/id", "a field has the id `x` already",
        ),
        (
            r#"{"id": "g", "title": "G", "repeat": {}, "groups": [{"id": "h", "title": "H", "fields": ["x"]}]}"#.to_owned(),
            "", "/groups/0/groups", "a repeating group has no groups in it",
        ),
        (
            group("{}", "\"x\""),
            r#", "validation": {"dependencies": {"x": {"action": "show", "condition": {"operator": "equals", "field": "y", "value": "1"}}}}"#,
            "/validation/dependencies/x/condition/field", "`y` cannot be seen from here",
        ),
        (
            group("{}", "\"x\""),
            r#", "validation": {"dependencies": {"y": {"action": "show", "condition": {"operator": "equals", "field": "x", "value": "1"}}}}"#,
            "/validation/dependencies/y/condition/field", "`x` cannot be seen from here",
        ),
        (
            group("{}", "\"x\""),
            r#", "validation": {"rules": [{"expression": "g == g", "message": "M"}]}"#,
            "/validation/rules/0/expression", "",
        ),
    ] {
        let defects = parse(&groups, more).unwrap_err();
        let found: Vec<_> = defects.iter().map(|defect| (defect.pointer.as_str(), defect.message.as_str())).collect();
        assert!(
            found.iter().any(|(at, says)| *at == pointer && says.contains(message)),
            "{groups} {more}: {found:?}"
        );
    }
}

#[test]
fn condition_of_the_group_hides_all_rows() {
    let group = r#"{"id": "g", "title": "G", "repeat": {"minimum": 1}, "fields": ["x"],
        "condition": {"operator": "equals", "field": "y", "value": "yes"}}"#;
    let form = parse(group, "").unwrap();
    assert_eq!(form.check(&json!({"g": [{"x": "1"}, 7]})).unwrap().to_json(), "{}");
    assert!(!form.accepts(&json!({"y": "yes"})));
    assert!(form.accepts(&json!({"y": "yes", "g": [{"x": "1"}]})));
    let empty = json!({});
    let view = form.view(&empty);
    assert!(!view.field("g").unwrap().visible && !view.groups[0].visible);
}

#[test]
fn conditions_see_whether_there_are_rows() {
    let group = r#"{"id": "g", "title": "G", "repeat": {}, "fields": ["x"]}"#;
    let more = r#", "validation": {"dependencies": {"y": {"action": "show", "condition": {"operator": "not_equals", "field": "g", "value": null}}}}"#;
    let form = parse(group, more).unwrap();
    assert_eq!(form.check(&json!({"y": "1"})).unwrap().to_json(), r#"{"g":[]}"#);
    assert_eq!(form.check(&json!({"g": [{}], "y": "1"})).unwrap().to_json(), r#"{"g":[{}],"y":"1"}"#);
    let value = r#", "validation": {"dependencies": {"y": {"action": "show", "condition": {"operator": "equals", "field": "g", "value": 1}}}}"#;
    let defects = parse(group, value).unwrap_err().to_string();
    assert!(defects.contains("`g` is a rows field"), "{defects}");
}

#[test]
fn view_has_a_view_of_each_row() {
    let form = order();
    let given = json!({"lines": [{"sku": "A1"}, {"kind": "engraved", "count": "x"}]});
    let view = form.view(&given);
    let lines = view.field("lines").unwrap();
    assert!(lines.visible && lines.filled && lines.required);
    let shown: Vec<Vec<(&str, bool, usize)>> = lines
        .rows
        .iter()
        .map(|row| row.fields.iter().map(|f| (f.field.id(), f.visible, f.problems.len())).collect())
        .collect();
    let plain = |engraving, sku, count, lacks| {
        vec![
            ("sku", true, sku),
            ("count", true, count),
            ("kind", true, 0),
            ("engraving", engraving, lacks),
            ("from", true, 0),
            ("to", true, 0),
        ]
    };
    assert_eq!(shown, [plain(false, 0, 0, 0), plain(true, 1, 1, 1)]);
    assert_eq!(lines.rows[0].fields[1].value, Some(Raw::Integer(1)), "the default");
    assert_eq!(lines.problems.len(), 3);
    assert_eq!(lines.rows[1].fields[0].problems[0], lines.problems[0]);
    assert_eq!(lines.problems[0].path(), ["lines", "1", "sku"]);
    assert!(!view.is_complete());
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Order {
    /// Who ordered.
    customer: String,
    lines: Vec<Line>,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Line {
    sku: String,
    #[schemars(range(min = 1, max = 99))]
    count: u32,
    note: Option<String>,
    tags: Option<Vec<Tag>>,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Tag {
    Fragile,
    Heavy,
}

#[test]
fn list_of_structs_is_a_repeating_group() {
    let form = Form::of::<Order>("Order").unwrap();
    let given = json!({"customer": "Zoë", "lines": [{"sku": "A1", "count": 2, "tags": ["heavy"]}, {"sku": "B", "count": "3"}]});
    let order: Order = form.check(&given).unwrap().to().unwrap();
    let line = |sku: &str, count, tags| Line { sku: sku.to_owned(), count, note: None, tags };
    assert_eq!(order.lines, [line("A1", 2, Some(vec![Tag::Heavy])), line("B", 3, None)]);
    let none: Order = form.check(&json!({"customer": "Zoë"})).unwrap().to().unwrap();
    assert!(none.lines.is_empty());
    assert!(!form.accepts(&json!({"customer": "Zoë", "lines": [{"sku": "A1", "count": 0}]})));
}

#[test]
fn dormant_form_and_answers_keep_rows() {
    let form = order();
    let answers = form.check(&json!({"customer": "Z", "lines": [{"sku": "A"}]})).unwrap();
    let dormant = form.dormant();
    let kept = answers.with_dormant(&dormant);
    assert!(dormant.is_dormant());
    assert_eq!(kept, answers);
    assert_eq!(dormant.restore(answers.to_json().as_bytes()).unwrap(), answers);
}

#[test]
fn restored_row_is_not_filled_with_defaults() {
    let form = order();
    let restored =
        form.restore(br#"{"customer":"Z","lines":[{"sku":"longer than allowed today"}]}"#).unwrap();
    assert_eq!(restored.rows("lines")[0].iter().count(), 1);
    assert_eq!(form.restore(br#"{"lines":[{"stranger":1}]}"#), None);
    assert_eq!(form.restore(br#"{"lines":[1]}"#), None);
}

#[test]
fn translation_covers_rows() {
    let document = json!({"id": "o", "title": "Order", "fields": [{"id": "sku", "type": "text", "label": "Article", "required": true}],
        "groups": [{"id": "lines", "title": "Lines", "repeat": {"item": "Line", "rules": [{"expression": "sku != 'x'", "message": "Not x."}]}, "fields": ["sku"],
            "x-messages": {"maxItems": "Too many."}}],
        "translations": {"de": {"title": "Bestellung", "fields": {"sku": {"label": "Artikel"}},
            "groups": {"lines": {"title": "Posten", "repeat": {"item": "Posten", "rules": {"1": {"message": "Nicht x."}}}, "x-messages": {"maxItems": "Zu viele."}}}}}});
    let german = Form::from_value(&document).unwrap().in_language("de");
    let problems = german.check(&json!({"lines": [{}, {"sku": "x"}]})).unwrap_err();
    assert_eq!(problems.to_string(), "Posten 1: Artikel is required. Posten 2: Nicht x.");
    let many: Vec<Value> = (0..101).map(|_| json!({"sku": "a"})).collect();
    assert_eq!(german.check(&json!({ "lines": many })).unwrap_err().to_string(), "Zu viele.");
}

#[test]
fn problems_of_many_rows_are_bounded() {
    let form =
        parse(r#"{"id": "g", "title": "G", "repeat": {"maximum": 1000}, "fields": ["x", "y"]}"#, "").unwrap();
    let rows: Vec<Value> = (0..1000).map(|_| json!({"x": 1, "y": 2})).collect();
    let problems = form.check(&json!({ "g": rows })).unwrap_err();
    assert_eq!(problems.len(), 100);
    assert!(problems.iter().all(|problem| problem.constraint == Constraint::Type));
    let good: Vec<Value> = (0..1000).map(|_| json!({"x": "a", "y": "b"})).collect();
    let answers = form.check(&json!({ "g": good })).unwrap();
    let Some(Answer::Rows(rows)) = answers.get("g") else { panic!() };
    assert_eq!(rows.len(), 1000);
}

#[test]
fn partial_answers_may_leave_fields_of_rows_out() {
    let group = r#"{"id": "g", "title": "G", "repeat": {"minimum": 2}, "fields": ["x"]}"#;
    let form = parse(group, r#", "allowPartial": true"#).unwrap();
    assert!(form.accepts(&json!({})) && form.accepts(&json!({"g": []})));
    assert!(!form.accepts(&json!({"g": [{}]})) && form.accepts(&json!({"g": [{}, {}]})));
}

#[test]
fn schema_has_an_array_of_objects() {
    let export = order().to_json_schema();
    let lines = &export.schema["properties"]["lines"];
    assert_eq!(
        (&lines["type"], &lines["minItems"], &lines["maxItems"]),
        (&json!("array"), &json!(1), &json!(3))
    );
    assert_eq!((&lines["title"], &lines["items"]["title"]), (&json!("Lines"), &json!("Line")));
    assert_eq!(lines["items"]["required"], json!(["sku"]));
    assert_eq!(lines["items"]["properties"]["count"]["maximum"], 99);
    for revision in askwell_form::schema::Revision::ALL {
        let export = order().to_mcp_schema(revision);
        assert!(export.schema["properties"].get("lines").is_none());
        let losses: Vec<String> = export.losses.iter().map(ToString::to_string).collect();
        assert!(
            losses.contains(&"lines: a repeating group cannot be carried; the field is left out".to_owned()),
            "{losses:?}"
        );
    }
}
