//! Any form with conditions and any answers to it: what is shown is what is checked.
//!
//! The first 32 bytes are the seed of the testkit's generators, so that every input is a form that loads with
//! answers that satisfy it. What follows are answers to put in the place of those, one a line.
#![no_main]

use askwell_form::Raw;
use askwell_testkit::answers::{Asked, any_asked_with};
use askwell_testkit::forms::FormShape;
use askwell_testkit::violations::{Expected, any_injected};
use libfuzzer_sys::fuzz_target;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let Some((seed, lines)) = data.split_at_checked(32) else { return };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let shape = FormShape { most_fields: 6, hints: false, ..FormShape::default() };
    let Ok(tree) = any_asked_with(shape).new_tree(&mut runner) else { return };
    let mut asked = tree.current();
    assert_eq!(agree(&asked), Vec::<String>::new(), "{asked:?}");
    if let Ok(tree) = any_injected(&asked.form, &asked.answers, 3).new_tree(&mut runner) {
        let injected = tree.current();
        let mistaken = Asked { form: asked.form.clone(), answers: injected.answers };
        let mut found = agree(&mistaken);
        found.sort();
        let name = |problem: &Expected| format!("{} {}", problem.field, problem.constraint);
        let mut expected: Vec<String> = injected.expected.iter().map(name).collect();
        expected.sort();
        assert_eq!(found, expected, "{mistaken:?}");
    }
    replace(&mut asked, lines);
    agree(&asked);
});

/// Answers fields anew: the first byte of a line chooses the field, the rest is JSON or else a text.
fn replace(asked: &mut Asked, lines: &[u8]) {
    let fields = asked.form.fields();
    let Value::Object(members) = &mut asked.answers else { return };
    for line in lines.split(|byte| *byte == b'\n') {
        let Some((choice, rest)) = line.split_first() else { continue };
        let Some(field) = fields.get(usize::from(*choice) % fields.len()) else { continue };
        let text = String::from_utf8_lossy(rest);
        let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.into_owned()));
        members.insert(field.id().to_owned(), value);
    }
}

/// Checks and shows; both must come to the same. What they find.
fn agree(asked: &Asked) -> Vec<String> {
    let Asked { form, answers } = asked;
    let verdict = form.check(answers);
    let view = form.view(answers);
    assert_eq!(view.is_complete(), verdict.is_ok(), "{asked:?}");
    assert_eq!(form.check_json(answers.to_string().as_bytes()), verdict, "{asked:?}");
    if let Value::Object(members) = answers {
        let pairs = members.iter().map(|(key, value)| (key.as_str(), Raw::from(value)));
        assert_eq!(form.check_pairs(pairs), verdict, "{asked:?}");
    }
    for field in &view.fields {
        assert!(field.enabled || field.problems.is_empty(), "{asked:?}");
        if let Ok(answers) = &verdict {
            assert!(field.enabled || answers.get(field.field.id()).is_none(), "{asked:?}");
        }
    }
    let problems = verdict.err().into_iter().flatten();
    problems.map(|problem| format!("{} {}", problem.field, problem.constraint)).collect()
}
