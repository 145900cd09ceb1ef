//! What holds for every form and every answer.

use askwell_form::{Answers, Constraint, Form, Kind, Problems, Raw};
use askwell_testkit::answers::{Asked, any_asked};
use askwell_testkit::forms::any_document;
use askwell_testkit::violations::{Expected, Injected, any_injected};
use proptest::prelude::{Just, Strategy, TestCaseError, any, prop_assert, prop_assert_eq, proptest};
use proptest::prop_oneof;
use serde_json::{Map, Value, json};

#[path = "support/effort.rs"]
mod effort;

use effort::config;

/// Any JSON value, shallow and small.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-50..50_i32).prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        "[a-z0-9:/. -]{0,12}".prop_map(Value::from),
        Just(json!("2026-01-31")),
        Just(json!("https://example.com")),
    ];
    leaf.prop_recursive(2, 8, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,12}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A form, and answers to it that may be anything: valid ones with some replaced, removed or added.
fn any_attempt() -> impl Strategy<Value = Asked> {
    let changes = proptest::collection::vec((any::<proptest::sample::Index>(), any_json()), 0..4);
    let strays = proptest::collection::vec(("[a-z0-9]{1,5}", any_json()), 0..2);
    (any_asked(), changes, strays).prop_map(|(mut asked, changes, strays)| {
        let fields = asked.form.fields();
        if let Value::Object(members) = &mut asked.answers {
            for (place, value) in changes {
                members.insert(place.get(fields).id().to_owned(), value);
            }
            members.extend(strays);
        }
        asked
    })
}

/// Valid answers, of which some are emptied: they may be valid no longer.
fn any_emptied() -> impl Strategy<Value = Asked> {
    let emptied = proptest::collection::vec(any::<proptest::sample::Index>(), 1..4);
    (any_asked(), emptied).prop_map(|(mut asked, emptied)| {
        for place in emptied {
            let field = place.get(asked.form.fields());
            let blank = if matches!(field.kind(), Kind::MultiSelect(_)) { json!([]) } else { json!("") };
            asked.answers[field.property()] = blank;
        }
        asked
    })
}

fn any_mistaken() -> impl Strategy<Value = (Asked, Injected)> {
    any_asked().prop_flat_map(|asked| {
        let injected = any_injected(&asked.form, &asked.answers, 4);
        (Just(asked), injected)
    })
}

/// Checks by every way in; they must agree.
fn check_every_way(form: &Form, answers: &Value) -> Result<Result<Answers, Problems>, TestCaseError> {
    let text = answers.to_string();
    let verdict = form.check(answers);
    prop_assert_eq!(&form.check_json(text.as_bytes()), &verdict);
    if let Value::Object(members) = answers {
        let pairs = members.iter().map(|(key, value)| (key.as_str(), Raw::from(value)));
        prop_assert_eq!(&form.check_pairs(pairs), &verdict);
    }
    prop_assert_eq!(form.accepts(answers), verdict.is_ok());
    prop_assert_eq!(form.accepts_json(text.as_bytes()), verdict.is_ok());
    prop_assert_eq!(form.view(answers).is_complete(), verdict.is_ok());
    Ok(verdict)
}

/// Whether a field with a default was emptied on purpose. Answers have no way to say so: what they leave out
/// gets its default back when they are checked again. That is all that may happen.
fn empties_a_default(asked: &Asked) -> bool {
    asked.form.fields().iter().any(|field| {
        let blank = matches!(&asked.answers[field.id()], Value::String(text) if text.is_empty())
            || matches!(&asked.answers[field.id()], Value::Array(items) if items.is_empty());
        blank && field.default_answer().is_some()
    })
}

/// The same answers written by another hand: other order, other white space, escapes.
fn rewritten(answers: &Map<String, Value>, seed: u64) -> String {
    let mut members: Vec<(&String, &Value)> = answers.iter().collect();
    let mut state = seed;
    for index in (1..members.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        members.swap(index, (state >> 33) as usize % (index + 1));
    }
    let escape = |text: &str| text.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<String>();
    let write = |(key, value): (&String, &Value)| {
        // Ids are ASCII, so that each character is one escape.
        let key = if seed.is_multiple_of(3) { escape(key) } else { key.clone() };
        format!("\r\n\t \"{key}\" \t:\n{value:#} ")
    };
    format!(" {{{}}}\n", members.into_iter().map(write).collect::<Vec<_>>().join(","))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn valid_answers_are_accepted(asked in any_asked()) {
        let Asked { form, answers } = &asked;
        let verdict = check_every_way(form, answers)?;
        prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }

    #[test]
    fn all_check_functions_agree(asked in any_attempt()) {
        let _ = check_every_way(&asked.form, &asked.answers)?;
    }

    #[test]
    fn checked_answers_pass_again_unchanged(asked in prop_oneof![any_asked(), any_emptied()]) {
        let Asked { form, answers } = &asked;
        let Ok(checked) = form.check(answers) else { return Ok(()) };
        let again = form.check_json(checked.to_json().as_bytes());
        prop_assert_eq!(&form.check(&checked.to_value()), &again);
        let again = again.map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        if !empties_a_default(&asked) {
            prop_assert_eq!(&again, &checked);
        }
        prop_assert!(checked.iter().all(|(field, answer)| form.allows_partial() || again.get(field.id()) == Some(answer)));
    }

    #[test]
    fn injected_mistakes_are_the_only_problems((asked, injected) in any_mistaken()) {
        let found: Vec<Expected> = match check_every_way(&asked.form, &injected.answers)? {
            Ok(_) => Vec::new(),
            Err(problems) => problems
                .iter()
                .map(|problem| Expected {
                    field: problem.field.to_string(),
                    constraint: problem.constraint,
                    path: problem.path(),
                })
                .collect(),
        };
        let mut sorted = found.clone();
        sorted.sort();
        prop_assert_eq!(sorted, injected.expected);
        // Those of fields come in the order of the form.
        let known = found.iter().filter(|problem| problem.constraint != Constraint::AdditionalProperties);
        let places: Vec<_> = known
            .map(|problem| asked.form.fields().iter().position(|field| field.id() == problem.field))
            .collect();
        prop_assert!(places.is_sorted(), "{:?}", found);
    }

    #[test]
    fn view_shows_the_fields_that_the_check_finds_present(asked in any_attempt()) {
        let Asked { form, answers } = &asked;
        let view = form.view(answers);
        let verdict = form.check(answers);
        let mut seen: Vec<_> = view.fields.iter().flat_map(|view| &view.problems).chain(&view.problems).collect();
        let mut told: Vec<_> = verdict.iter().flat_map(|_| []).chain(verdict.as_ref().err().into_iter().flatten()).collect();
        seen.sort_by_key(|problem| format!("{problem:?}"));
        told.sort_by_key(|problem| format!("{problem:?}"));
        prop_assert_eq!(seen, told);
        for field in &view.fields {
            let id = field.field.id();
            if !field.enabled {
                prop_assert!(field.problems.is_empty() && !field.required, "{id} is not asked");
            }
            prop_assert!(field.visible || !field.enabled || field.field.rendering().hidden, "{id} is asked unseen");
            if let Ok(answers) = &verdict {
                prop_assert!(field.enabled || answers.get(id).is_none(), "{id} is not asked and answered");
                let lacks = field.required && answers.get(id).is_none();
                prop_assert_eq!(lacks, answers.missing().any(|missing| missing.id() == id), "{}", id);
                prop_assert!(!lacks || form.allows_partial());
            }
        }
    }

    #[test]
    fn values_of_hidden_fields_are_ignored(asked in any_asked(), garbage in any_json()) {
        let Asked { form, mut answers } = asked;
        let before = form.check(&answers);
        let hidden: Vec<String> =
            form.view(&answers).fields.iter().filter(|view| !view.enabled).map(|view| view.field.id().to_owned()).collect();
        for id in hidden {
            answers[id] = garbage.clone();
        }
        prop_assert_eq!(form.check(&answers), before);
    }

    #[test]
    fn documents_survive_a_round_trip(document in any_document()) {
        let form = Form::from_value(&document).map_err(|defects| TestCaseError::fail(defects.to_string()))?;
        prop_assert_eq!(form.to_value(), document.clone());
        let again = Form::parse(form.to_json()).map_err(|defects| TestCaseError::fail(defects.to_string()))?;
        prop_assert_eq!(again.to_json(), form.to_json());
        // As a store keeps it while it is not in use.
        let dormant = form.dormant();
        prop_assert!(dormant.is_dormant());
        prop_assert_eq!(dormant.to_json(), form.to_json());
        prop_assert_eq!(format!("{dormant:?}"), format!("{form:?}"));
        let pretty = format!("\u{feff}// a comment\n{document:#} /* and another */");
        prop_assert_eq!(&Form::parse(&pretty).map_err(|defects| TestCaseError::fail(defects.to_string()))?, &form);
        prop_assert_eq!(format!("{again:?}"), format!("{form:?}"));
    }

    #[test]
    fn order_white_space_and_escapes_do_not_matter(asked in any_attempt(), seed in any::<u64>()) {
        let Value::Object(members) = &asked.answers else { unreachable!("answers are objects") };
        let text = rewritten(members, seed);
        let (plain, other) = (asked.form.check(&asked.answers), asked.form.check_json(text.as_bytes()));
        let sorted = |verdict: Result<Answers, Problems>| verdict.map_err(|problems| {
            let mut problems: Vec<String> = problems.iter().map(|problem| format!("{problem:?}")).collect();
            problems.sort();
            problems
        });
        prop_assert_eq!(sorted(other), sorted(plain), "{}", text);
    }

    #[test]
    fn duplicate_keys_are_rejected(asked in any_asked(), place in any::<proptest::sample::Index>(), last in any::<bool>()) {
        let Value::Object(members) = &asked.answers else { unreachable!("answers are objects") };
        let id = place.get(asked.form.fields()).id();
        let again = format!("\"{id}\":{}", members.get(id).unwrap_or(&Value::Null));
        let once = members.iter().map(|(key, value)| format!("{}:{value}", json!(key)));
        let mut parts: Vec<String> = once.filter(|part| !part.starts_with(&format!("\"{id}\":"))).collect();
        parts.insert(0, again.clone());
        let end = if last { parts.len() } else { 1 };
        parts.insert(end, again);
        let text = format!("{{{}}}", parts.join(","));
        prop_assert!(!asked.form.accepts_json(text.as_bytes()), "{}", text);
        let problems = asked.form.check_json(text.as_bytes()).unwrap_err();
        let found: Vec<_> = problems.iter().map(|problem| (&*problem.field, problem.constraint)).collect();
        prop_assert_eq!(found, vec![(id, Constraint::DuplicateKey)]);
    }

    #[test]
    fn secrets_are_never_repeated((asked, injected) in any_mistaken()) {
        let Some(field) = asked.form.fields().iter().find(|field| field.is_secret()) else { return Ok(()) };
        let mut answers = injected.answers.clone();
        answers[field.id()] = json!("hunter2-hunter2");
        let view = format!("{:?}", asked.form.view(&answers));
        let verdict = match asked.form.check(&answers) {
            Ok(answers) => format!("{answers:?} {}", answers.to_masked_value()),
            Err(problems) => format!("{problems:?} {problems} {}", problems.to_json()),
        };
        prop_assert!(!view.contains("hunter2") && !verdict.contains("hunter2"), "{view}\n{verdict}");
    }

    #[test]
    fn every_problem_is_a_sentence_or_the_authors_own((asked, injected) in any_mistaken()) {
        if let Err(problems) = asked.form.check(&injected.answers) {
            for problem in &problems {
                prop_assert!(problem.message.ends_with(['.', '?']), "{}", problem.message);
            }
        }
    }
}

#[test]
fn generated_forms_use_every_feature() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..300 {
        let asked = any_asked().new_tree(&mut runner).unwrap().current();
        let view = asked.form.view(&asked.answers);
        for field in &view.fields {
            let mut count = |what: &str| *seen.entry(what.to_owned()).or_insert(0) += 1;
            count(field.field.kind().name().as_str());
            if matches!(field.field.kind(), Kind::Text(text) if text.pattern.is_some()) {
                count("pattern");
            }
            for (what, is) in [
                ("secret", field.field.is_secret()),
                ("conditional", field.field.is_conditional()),
                ("hidden by rule", !field.visible && !field.field.rendering().hidden),
                ("disabled", field.visible && !field.enabled),
                ("required by rule", field.required && !field.field.is_required()),
                ("default", field.field.default_answer().is_some()),
                ("given unasked", field.filled && !field.enabled),
                ("left out", !field.filled && field.enabled),
                ("partial", asked.form.allows_partial() && field.required && !field.filled),
            ] {
                if is {
                    count(what);
                }
            }
        }
    }
    for (what, count) in &seen {
        assert!(*count >= 5, "{what}: {count}");
    }
    assert_eq!(seen.len(), 19, "{seen:?}");
}
