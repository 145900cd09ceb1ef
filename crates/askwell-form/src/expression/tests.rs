//! Expressions as data: what they come to, and what is wrong with them.

use serde_json::{Value as Json, json};

use crate::definition::Form;

/// A form with one field of each kind and this rule.
fn form(expression: &str) -> Result<Form, crate::Defects> {
    Form::from_value(&document(expression))
}

fn document(expression: &str) -> Json {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "t", "type": "text", "label": "T"},
        {"id": "other-text", "type": "text", "label": "O"},
        {"id": "n", "type": "number", "label": "N"},
        {"id": "m", "type": "number", "label": "M", "default": 5},
        {"id": "b", "type": "boolean", "label": "B"},
        {"id": "d", "type": "date", "label": "D"},
        {"id": "i", "type": "date", "label": "I", "validation": {"format": "date-time"}},
        {"id": "s", "type": "select", "label": "S", "options": ["dev", "prod"]},
        {"id": "l", "type": "multi_select", "label": "L", "options": ["x", "y", "z"]},
        {"id": "u", "type": "url", "label": "U"},
        {"id": "f", "type": "file", "label": "F"}
    ], "validation": {"rules": [{"expression": expression, "message": "Broken.", "fields": ["t"]}]}})
}

#[test]
fn rule_holds_is_broken_or_does_not_apply() {
    let big = "9".repeat(38);
    let overflow = format!("n + {big} > 0");
    for (expression, answers, holds) in [
        ("n > 3", json!({"n": 4}), true),
        ("n > 3", json!({"n": 3}), false),
        ("n > 3", json!({}), true),
        ("m == 5", json!({}), true),
        ("m != 5", json!({}), false),
        ("n + 0.2 == 0.3", json!({"n": 0.1}), true),
        ("n * 2 - 1 == 5", json!({"n": 3}), true),
        ("-n < -2", json!({"n": 3}), true),
        ("1 + 2 * 3 == 7 && (1 + 2) * 3 == 9", json!({}), true),
        (overflow.as_str(), json!({"n": 1.5}), false),
        ("t == 'a' || t == \"b\"", json!({"t": "b"}), true),
        ("t + '!' == 'a!'", json!({"t": "a"}), true),
        ("size(t) == 3", json!({"t": "añ😀"}), true),
        ("t.size() <= 2", json!({"t": "abc"}), false),
        ("t.startsWith('ab') && t.endsWith('c') && t.contains('b')", json!({"t": "abc"}), true),
        ("t.matches(r'^\\d+$')", json!({"t": "12"}), true),
        ("t.matches('^\\\\d+$')", json!({"t": "1a"}), false),
        ("answers[\"other-text\"] == t", json!({"t": "a", "other-text": "a"}), true),
        ("answers.t < 'b'", json!({"t": "a"}), true),
        ("has(t)", json!({}), false),
        ("has(t)", json!({"t": ""}), false),
        ("has(answers.t) || has(n)", json!({"n": 1}), true),
        ("has(f)", json!({}), false),
        ("b", json!({}), false),
        ("!b", json!({}), true),
        ("has(b)", json!({"b": false}), true),
        ("s == 'prod' ? n >= 3 : true", json!({"s": "dev", "n": 1}), true),
        ("s == 'prod' ? n >= 3 : true", json!({"s": "prod", "n": 1}), false),
        ("s in ['dev', 'prod']", json!({"s": "dev"}), true),
        ("n in [1, -2, 3]", json!({"n": -2}), true),
        ("'x' in l", json!({}), false),
        ("'x' in l", json!({"l": ["y", "x"]}), true),
        ("size(l) == 0", json!({"l": []}), true),
        ("l == ['x', 'y']", json!({"l": ["y", "x"]}), true),
        ("d >= timestamp('2026-01-31')", json!({"d": "2026-01-31"}), true),
        (
            "i - timestamp('2026-01-01T00:00:00Z') <= duration('1h30m')",
            json!({"i": "2026-01-01T01:30:00Z"}),
            true,
        ),
        (
            "i - timestamp('2026-01-01T00:00:00Z') < duration('1h30m')",
            json!({"i": "2026-01-01T01:30:00Z"}),
            false,
        ),
        ("d - timestamp('2026-01-01') == duration('48h')", json!({"d": "2026-01-03"}), true),
        ("d.getDayOfWeek() == 6", json!({"d": "2026-01-31"}), true),
        // Either side decides, whichever answer is missing.
        ("n > 3 || t == 'a'", json!({"t": "a"}), true),
        ("n > 3 && t == 'a'", json!({"t": "b"}), false),
        ("t == 'a' && n > 3", json!({"t": "b"}), false),
        ("n > 3 && t == 'a'", json!({"t": "a"}), true),
        ("u.startsWith('https://example.com/')", json!({"u": "https://example.org/"}), false),
        ("true", json!({}), true),
        ("false", json!({}), false),
    ] {
        let form = form(expression).unwrap_or_else(|defects| panic!("{expression}: {defects}"));
        let verdict = form.check(&answers);
        assert_eq!(verdict.is_ok(), holds, "{expression} {answers}: {verdict:?}");
        assert_eq!(form.view(&answers).is_complete(), holds, "{expression} {answers}");
        if let Err(problems) = verdict {
            assert_eq!(
                serde_json::to_value(&problems).unwrap(),
                json!([{"field": "t", "code": -32007, "message": "Broken.", "constraint": "rules",
                    "expected": expression, "path": ["t"]}])
            );
        }
    }
}

#[test]
fn mistake_is_reported_at_its_place() {
    let deep = format!("{}true{}", "(".repeat(40), ")".repeat(40));
    let large = format!("true{}", " && true".repeat(200));
    for (expression, part, message) in [
        ("n > 'a'", "'a'", "this is a text; expected a number"),
        ("t", "t", "this is a text; expected true or false"),
        ("n > 3 && t", "t", "this is a text; expected true or false"),
        ("nn > 3", "nn", "no field has the id `nn`"),
        (
            "other_text == t",
            "other_text",
            "no field has the id `other_text`; did you mean `answers[\"other-text\"]`?",
        ),
        ("answers['tt'] == t", "'tt'", "no field has the id `tt`"),
        ("s == 'prd'", "'prd'", "`prd` is not one of the options of `s`; did you mean `\"prod\"`?"),
        ("s in ['dev', 'prd']", "'prd'", "`prd` is not one of the options of `s`; did you mean `\"prod\"`?"),
        ("'q' in l", "'q'", "`q` is not one of the options of `l`"),
        ("n = 3", "=", "unexpected character `=`; did you mean `==`?"),
        (
            "n / 2 > 1",
            "n / 2",
            "`/` is not part of the language: results would not be exact; expected a product instead",
        ),
        ("f == 'x'", "f", "`f` is a file, which has no value here; expected has(f)"),
        ("t != null", "null", "no answer is null; expected `has(field)`, to ask whether there is an answer"),
        ("b < true", "b", "this is true or false; expected numbers, texts, dates or durations to compare"),
        ("t.matches('(')", "'('", "at character"),
        ("t.matches(u)", "u", "not a constant; expected a text in quotation marks"),
        ("d > timestamp('2026-02-30')", "'2026-02-30'", "not a date"),
        ("duration('1 day') == duration('1h')", "'1 day'", "not a duration"),
        ("length(t) > 1", "length(t)", "no function is called `length`"),
        ("n.size", "n", "only `answers` has members"),
        ("n in [1, 'a']", "'a'", "a list holds constants of one type"),
        ("n in []", "[]", "an empty list"),
        ("n >", "", "the expression ends too early; expected a value"),
        ("n > 3 3", "3", "unexpected `3`; expected an operator or the end"),
        ("'abc", "'abc", "a text without an end"),
        (deep.as_str(), "(", "the expression is nested too deeply"),
        (large.as_str(), "", "the expression is too large"),
    ] {
        let text = serde_json::to_string(&document(expression)).unwrap();
        let defects = Form::parse(&text).expect_err(expression);
        let defect = defects.iter().next().unwrap();
        assert_eq!(defects.iter().count(), 1, "{expression}: {defects}");
        assert_eq!(defect.pointer, "/validation/rules/0/expression");
        let plain = crate::Defect { place: None, pointer: String::new(), ..defect.clone() };
        assert!(plain.to_string().contains(message), "{expression}: {plain}");
        if !expression.contains('"') && !part.is_empty() {
            let span = defect.place.clone().unwrap().span;
            assert_eq!(&text[span], part, "{expression}: {defects}");
        }
    }
}

#[test]
fn place_of_a_mistake_is_counted_in_a_text_with_escapes() {
    let text = document("n > 1 && t == \"a\" && q").to_string();
    let defects = Form::parse(&text).unwrap_err();
    assert!(defects.to_string().contains("at character 21: no field has the id `q`"), "{defects}");
}
