//! What number fields accept, on both sides of every bound, and the problems of other answers.

use askwell_form::Form;
use serde_json::json;

use crate::small_forms::form_of;
use crate::table::Outcome::{LeftOut, No};
use crate::table::{REQUIRED, check, is, told};

#[test]
fn number_within_its_bounds_is_accepted() {
    let not_number = || No(&[("type", "A must be a number.")]);
    check(
        &json!({"type": "number"}),
        &[
            (json!(5), is(json!(5))),
            (json!(-0.5), is(json!(-0.5))),
            (json!("8080"), is(json!(8080))),
            (json!(" 08.50 "), is(json!(8.5))),
            (json!("1e3"), is(json!(1000))),
            (json!("-0"), is(json!(0))),
            (json!(""), LeftOut),
            (json!(" "), not_number()),
            (json!("abc"), not_number()),
            (json!("1,5"), not_number()),
            (json!("+1"), not_number()),
            (json!("0x1F"), not_number()),
            (json!("NaN"), not_number()),
            (json!(true), not_number()),
            (json!([1]), not_number()),
            (json!({}), not_number()),
        ],
    );
    let range = json!({"type": "number", "validation": {"minimum": 1, "maximum": 10}});
    check(
        &range,
        &[
            (json!(1), is(json!(1))),
            (json!(10), is(json!(10))),
            (json!(10.0), is(json!(10))),
            (json!(0.999), No(&[("minimum", "A must be at least 1.")])),
            (json!(10.001), No(&[("maximum", "A must be at most 10.")])),
            (json!("-5"), No(&[("minimum", "A must be at least 1.")])),
        ],
    );
    let open = json!({"type": "number", "validation": {"exclusiveMinimum": 0, "exclusiveMaximum": 1}});
    check(
        &open,
        &[
            (json!(0.5), is(json!(0.5))),
            (json!(1e-300), is(json!(1e-300))),
            (json!(0), No(&[("exclusiveMinimum", "A must be more than 0.")])),
            (json!(1.0), No(&[("exclusiveMaximum", "A must be less than 1.")])),
        ],
    );
    let both = json!({"type": "number", "required": true, "validation": {"maximum": 9, "multipleOf": 2}});
    check(
        &both,
        &[
            (json!(8), is(json!(8))),
            (json!(0), is(json!(0))),
            (json!(-2), is(json!(-2))),
            (
                json!(11),
                No(&[("maximum", "A must be at most 9."), ("multipleOf", "A must be a multiple of 2.")]),
            ),
            (json!(""), No(REQUIRED)),
        ],
    );
}

#[test]
fn numbers_are_compared_exactly() {
    for (step, given, multiple) in [
        ("3", "9007199254740993", true),
        ("3", "9007199254740992", false),
        ("0.01", "19.99", true),
        ("0.01", "19.999", false),
        ("0.1", "0.3", true),
        ("0.1", "0.30000000000000004", false),
        ("1", "1.0", true),
        ("1", "1.5", false),
        ("1", "1e2", true),
        ("1e-7", "0.0000001", true),
        ("7", "123456789012345678901234567890123456", false),
        ("2", "123456789012345678901234567890123456", true),
    ] {
        let text = format!(
            r#"{{"id": "f", "title": "F", "fields": [{{"id": "a", "type": "number", "label": "A", "validation": {{"multipleOf": {step}}}}}]}}"#
        );
        let form = Form::parse(&text).unwrap();
        for given in [given.to_owned(), format!("\"{given}\"")] {
            let accepted = form.accepts_json(format!("{{\"a\":{given}}}").as_bytes());
            assert_eq!(accepted, multiple, "{given} is a multiple of {step}");
        }
    }
    let form = form_of(&json!({"type": "number", "validation": {"maximum": 9_007_199_254_740_992_i64}}));
    assert!(!form.accepts_json(br#"{"a":9007199254740993}"#));
    let answers = form_of(&json!({"type": "number"}))
        .check_json(br#"{"a":0.1000000000000000055511151231257827}"#)
        .unwrap();
    assert_eq!(answers.to_json(), r#"{"a":0.1000000000000000055511151231257827}"#);
    let any = form_of(&json!({"type": "number"}));
    for beyond in ["1e400", "-1e400", "1e-400", "1234567890123456789012345678901234567890123"] {
        let problems = any.check_json(format!("{{\"a\":{beyond}}}").as_bytes()).unwrap_err();
        assert_eq!(told(&problems)[0].0, "type", "{beyond}");
    }
}

#[test]
fn integer_bound_is_named_in_the_problem() {
    check(
        &json!({"type": "number", "validation": {"multipleOf": 1}}),
        &[(json!(1.5), No(&[("multipleOf", "A must be a whole number.")])), (json!("2.0"), is(json!(2)))],
    );
}
