//! What holds for every expression: it loads or is refused at its place, and all ways to check agree.

#![expect(clippy::unwrap_used, reason = "a test may insist")]

use askwell_form::{DefectCode, Form, Raw};
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::prop_oneof;
use proptest::sample::select;
use serde_json::{Value, json};

#[path = "support/effort.rs"]
mod effort;

use effort::config;

/// A form in which the expression computes a truth value, or prefills one; another field depends on that.
fn derived_document(key: &str, expression: &str) -> Value {
    let mut document = document("true");
    let fields = document["fields"].as_array_mut().unwrap();
    fields.push(json!({"id": "v", "type": "boolean", "label": "V", key: expression}));
    fields.push(json!({"id": "w", "type": "text", "label": "W", "prefill": "v ? t + k : k"}));
    fields.push(json!({"id": "y", "type": "number", "label": "Y", "computed": "size(w) + (v ? n : m)",
        "validation": {"maximum": 50}}));
    fields.push(json!({"id": "z", "type": "text", "label": "Z", "required": true, "rendering":
        {"conditionalDisplay": {"operator": "gt", "field": "y", "value": 10}}}));
    document
}

fn document(expression: &str) -> Value {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "t", "type": "text", "label": "T", "validation": {"minLength": 2}},
        {"id": "k", "type": "text", "label": "K", "default": "kk"},
        {"id": "n", "type": "number", "label": "N", "validation": {"maximum": 50}},
        {"id": "m", "type": "number", "label": "M", "default": 5},
        {"id": "b", "type": "boolean", "label": "B"},
        {"id": "c", "type": "boolean", "label": "C", "default": true},
        {"id": "d", "type": "date", "label": "D", "rendering": {"conditionalDisplay":
            {"operator": "equals", "field": "b", "value": true}}},
        {"id": "e", "type": "date", "label": "E"},
        {"id": "s", "type": "select", "label": "S", "options": ["dev", "prod"], "default": "dev"},
        {"id": "l", "type": "multi_select", "label": "L", "options": ["x", "y"], "default": ["x"]}
    ], "validation": {"rules": [{"expression": expression, "message": "Broken.", "fields": ["d"]}]}})
}

/// An expression of truth values that mostly loads.
fn any_rule() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        select(
            &[
                "n",
                "m",
                "3",
                "0.5",
                "-2",
                "size(t)",
                "size(l)",
                "1e30",
                "d.getDayOfWeek()",
                "round(n * 0.155, 2)",
                "min(n, m)",
                "(d - e).getDays()"
            ][..]
        )
        .prop_map(str::to_owned),
    ]
    .prop_recursive(3, 12, 2, |inner| {
        (inner.clone(), select(&["+", "-", "*"][..]), inner).prop_map(|(a, o, b)| format!("({a} {o} {b})"))
    });
    let text = select(&["t", "k", "'a'", "answers['t']", "(t + k)", "s"][..]).prop_map(str::to_owned);
    let date = select(&["d", "e", "timestamp('2026-01-31')"][..]).prop_map(str::to_owned);
    let relation = || select(&["==", "!=", "<", "<=", ">", ">="][..]);
    let leaf = prop_oneof![
        select(
            &[
                "b",
                "c",
                "true",
                "has(t)",
                "has(l)",
                "'x' in l",
                "s in ['dev']",
                "l == ['x', 'y']",
                "t.matches('^a')"
            ][..]
        )
        .prop_map(str::to_owned),
        (number.clone(), relation(), number).prop_map(|(a, o, b)| format!("{a} {o} {b}")),
        (text.clone(), relation(), text).prop_map(|(a, o, b)| format!("{a} {o} {b}")),
        (date.clone(), relation(), date.clone()).prop_map(|(a, o, b)| format!("{a} {o} {b}")),
        (date.clone(), date).prop_map(|(a, b)| format!("{a} - {b} < duration('36h')")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), select(&["&&", "||", "==", "!="][..]), inner.clone())
                .prop_map(|(a, o, b)| format!("({a}) {o} ({b})")),
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(a, b, c)| format!("({a}) ? ({b}) : ({c})")),
        ]
    })
}

fn any_answers() -> impl Strategy<Value = Value> {
    let text = || select(vec![json!(null), json!(""), json!("a"), json!("ab"), json!("kk")]);
    let number = || select(vec![json!(null), json!(""), json!(3), json!("5"), json!(99), json!("x")]);
    let truth = || select(vec![json!(null), json!(""), json!(true), json!("false")]);
    let date =
        || select(vec![json!(null), json!(""), json!("2026-01-30"), json!("2026-02-02"), json!("soon")]);
    let option = select(vec![json!(null), json!(""), json!("dev"), json!("prod")]);
    let list = select(vec![json!(null), json!([]), json!(["x"]), json!(["y", "x"])]);
    ((text(), text(), number(), number()), (truth(), truth(), date(), date()), (option, list)).prop_map(
        |((t, k, n, m), (b, c, d, e), (s, l))| json!({"t": t, "k": k, "n": n, "m": m, "b": b, "c": c, "d": d, "e": e, "s": s, "l": l}),
    )
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_way_to_check_a_rule_agrees(rule in any_rule(), answers in any_answers()) {
        let Ok(form) = Form::from_value(&document(&rule)) else { return Ok(()) };
        let verdict = form.check(&answers);
        prop_assert_eq!(&form.check_json(answers.to_string().as_bytes()), &verdict);
        let pairs = answers.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), Raw::from(value)));
        prop_assert_eq!(&form.check_pairs(pairs), &verdict);
        prop_assert_eq!(form.accepts(&answers), verdict.is_ok());
        prop_assert_eq!(form.view(&answers).is_complete(), verdict.is_ok());
        if let Ok(checked) = verdict {
            let again = form.check_json(checked.to_json().as_bytes());
            prop_assert!(again.is_ok(), "{} {}: {:?}", rule, answers, again);
        }
    }

    #[test]
    fn every_way_to_check_derived_values_agrees(
        key in select(&["computed", "prefill"][..]),
        rule in any_rule(),
        answers in any_answers(),
        more in (select(vec![json!(null), json!(""), json!("w")]), select(vec![json!(null), json!(""), json!("z")]),
            select(vec![json!(null), json!(true), json!("false")]), select(vec![json!(null), json!(8)])),
    ) {
        let Ok(form) = Form::from_value(&derived_document(key, &rule)) else { return Ok(()) };
        let mut answers = answers;
        (answers["w"], answers["z"], answers["v"], answers["y"]) = more;
        let verdict = form.check(&answers);
        prop_assert_eq!(&form.check_json(answers.to_string().as_bytes()), &verdict);
        prop_assert_eq!(form.accepts(&answers), verdict.is_ok());
        let view = form.view(&answers);
        prop_assert_eq!(view.is_complete(), verdict.is_ok());
        if let Ok(checked) = &verdict {
            let given = |id: &str| checked.to_value().get(id).cloned();
            let shown = |id: &str| view.field(id).and_then(|view| view.value.clone());
            prop_assert_eq!(given("y").is_some(), shown("y").is_some());
            let again = form.check_json(checked.to_json().as_bytes());
            prop_assert!(again.is_ok(), "{} {}: {:?}", rule, answers, again);
            let again = again.unwrap();
            prop_assert_eq!(again.get("y"), checked.get("y"));
        }
    }

    #[test]
    fn changed_expression_loads_or_is_refused_at_its_place(
        rule in prop_oneof![any_rule(), "[a-z0-9()\\[\\]'\"+*<>=&|!?:. -]{0,60}"],
        place in 0..80_usize,
        insert in prop_oneof![Just(""), select(&["(", ")", "'", "\\", "&&", "answers[", "é", "has(", "1e999", "\u{0}"][..])],
    ) {
        let place = rule.char_indices().map(|(at, _)| at).take_while(|at| *at <= place).last().unwrap_or(0);
        let mut changed = rule;
        changed.insert_str(place, insert);
        if let Err(defects) = Form::parse(&document(&changed).to_string()) {
            for defect in &defects {
                prop_assert_eq!(defect.pointer.as_str(), "/validation/rules/0/expression");
                let known = matches!(
                    defect.code,
                    DefectCode::Expression | DefectCode::UnknownReference | DefectCode::OutOfRange
                );
                prop_assert!(known, "{}", defect);
            }
        }
    }
}

#[test]
fn most_generated_rules_load() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let loads = |_: &u32| {
        let rule = any_rule().new_tree(&mut runner).unwrap().current();
        Form::from_value(&document(&rule)).is_ok()
    };
    let loaded = (0..200).filter(loads).count();
    assert!(loaded > 120, "{loaded} of 200");
}
