//! Any bytes as an answer: every way in agrees, and what is accepted is accepted again.
#![no_main]

use std::sync::LazyLock;

use askwell_form::{Form, Kind, Raw};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// The forms that are answered; the first byte of the input chooses one.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let examples = [
        include_str!("../../examples/forms/all-kinds.json"),
        include_str!("../../examples/forms/api-key.json"),
        include_str!("../../examples/forms/deployment-approval.json"),
        include_str!("../../examples/forms/oauth.json"),
        include_str!("../../examples/forms/order.json"),
    ];
    let mut forms: Vec<Form> =
        examples.iter().map(|text| Form::parse(text).expect("examples load")).collect();
    forms.push(askwell_testkit::forms::comprehensive());
    forms.push(askwell_testkit::forms::minimal());
    forms
});

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else { return };
    let form = &FORMS[usize::from(*choice) % FORMS.len()];
    let verdict = form.check_json(text);
    assert_eq!(form.accepts_json(text), verdict.is_ok());
    match &verdict {
        Err(problems) => {
            assert!(!problems.is_empty());
            let wire: Value = serde_json::from_str(&problems.to_json()).expect("problems are JSON");
            assert_eq!(wire.as_array().map(Vec::len), Some(problems.len()));
        }
        Ok(answers) => {
            let again = form.check_json(answers.to_json().as_bytes());
            // A default that was emptied on purpose comes back: answers cannot say "nothing" of it.
            let emptied = form
                .fields()
                .iter()
                .any(|field| field.default_answer().is_some() && answers.get(field.id()).is_none());
            assert!(emptied || again.as_ref() == Ok(answers), "{answers:?} became {again:?}");
        }
    }
    let Ok(value) = serde_json::from_slice::<Value>(text) else {
        assert!(verdict.is_err(), "what is not JSON was accepted");
        return;
    };
    let by_value = form.check(&value);
    assert_eq!(form.check_json(value.to_string().as_bytes()), by_value);
    assert_eq!(form.accepts(&value), by_value.is_ok());
    if form.custom_validators().is_empty() {
        assert_eq!(form.view(&value).is_complete(), by_value.is_ok());
    }
    if let Value::Object(members) = &value {
        let pairs = members.iter().map(|(key, value)| (key.as_str(), Raw::from(value)));
        assert_eq!(form.check_pairs(pairs), by_value);
    }
    // A value has lost the digits that a double cannot hold; but for those the two agree.
    let numbers = form.fields().iter().any(|field| matches!(field.kind(), Kind::Number(_) | Kind::File(_)));
    if !numbers && verdict.is_ok() {
        assert_eq!(by_value, verdict);
    }
});
