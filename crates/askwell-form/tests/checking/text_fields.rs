//! What text fields accept, on both sides of every bound, and the problems of other answers.

use serde_json::{Value, json};

use crate::small_forms::form_of;
use crate::table::Outcome::{LeftOut, No};
use crate::table::{REQUIRED, check, is, told};

#[test]
fn text_within_its_bounds_is_accepted() {
    let not_text = || No(&[("type", "A must be a text.")]);
    check(
        &json!({"type": "text"}),
        &[
            (json!("x"), is(json!("x"))),
            (json!(""), is(json!(""))),
            (json!("  two\nlines\t"), is(json!("  two\nlines\t"))),
            (Value::Null, LeftOut),
            (json!([]), not_text()),
            (json!(5), not_text()),
            (json!(true), not_text()),
            (json!({}), not_text()),
            (json!(["x"]), not_text()),
            (json!("a\u{0}"), No(&[("characters", "A must not contain hidden control characters.")])),
            (json!("a\u{202e}b"), No(&[("characters", "A must not contain hidden control characters.")])),
            (json!("👨\u{200d}👩"), is(json!("👨\u{200d}👩"))),
        ],
    );
    check(
        &json!({"type": "text", "required": true}),
        &[
            (json!("x"), is(json!("x"))),
            (json!(" "), is(json!(" "))),
            (json!(""), No(REQUIRED)),
            (json!([]), No(&[("type", "A must be a text.")])),
            (Value::Null, No(REQUIRED)),
        ],
    );
    let short = || No(&[("minLength", "A must have at least 2 characters.")]);
    let long = || No(&[("maxLength", "A must have at most 3 characters.")]);
    check(
        &json!({"type": "text", "validation": {"minLength": 2, "maxLength": 3}}),
        &[
            (json!("ab"), is(json!("ab"))),
            (json!("abc"), is(json!("abc"))),
            (json!("a"), short()),
            (json!("abcd"), long()),
            // Code points, neither bytes nor what looks like one character.
            (json!("é界"), is(json!("é界"))),
            (json!("é"), short()),
            (json!("👍🏽"), is(json!("👍🏽"))),
            (json!("👍👍👍"), is(json!("👍👍👍"))),
            (json!("👍👍👍👍"), long()),
            (json!("e\u{301}"), is(json!("e\u{301}"))),
            // Left blank.
            (json!(""), LeftOut),
        ],
    );
    check(
        &json!({"type": "text", "validation": {"minLength": 1}}),
        &[(json!(""), LeftOut), (json!("a"), is(json!("a")))],
    );
}

#[test]
fn text_that_matches_its_pattern_is_accepted() {
    let form = || No(&[("pattern", "A does not have the expected form.")]);
    check(
        &json!({"type": "text", "validation": {"pattern": "^[a-z]+$"}}),
        &[
            (json!("abc"), is(json!("abc"))),
            (json!("aBc"), form()),
            (json!("abc\n"), form()),
            (json!(""), LeftOut),
        ],
    );
    check(
        &json!({"type": "text", "validation": {"pattern": "b"}}),
        &[(json!("abc"), is(json!("abc"))), (json!("ac"), form())],
    );
    check(
        &json!({"type": "text", "validation": {"pattern": "^\\p{Lu}\\d$"}}),
        &[(json!("Ä7"), is(json!("Ä7"))), (json!("ä7"), form()), (json!("Ä٧"), form())],
    );
    check(
        &json!({"type": "text", "validation": {"minLength": 3, "pattern": "^[a-z]+$"}}),
        &[(
            json!("1"),
            No(&[
                ("minLength", "A must have at least 3 characters."),
                ("pattern", "A does not have the expected form."),
            ]),
        )],
    );
    // What is too long is not matched as well.
    check(
        &json!({"type": "text", "validation": {"maxLength": 2, "pattern": "^[a-z]+$"}}),
        &[(json!("123"), No(&[("maxLength", "A must have at most 2 characters.")]))],
    );
}

#[test]
fn text_in_its_format_is_accepted() {
    for (format, right, wrong, says) in [
        ("email", "ops@example.com", "ops@", "A must be an email address, like name@example.com."),
        ("uri", "urn:isbn:1", "no scheme", "A must be a full web address, like https://example.com."),
        (
            "uuid",
            "123e4567-e89b-12d3-a456-426614174000",
            "123e4567",
            "A must be a UUID, like 123e4567-e89b-12d3-a456-426614174000.",
        ),
        ("ipv4", "203.0.113.7", "203.0.113.256", "A must be an IPv4 address, like 203.0.113.7."),
        ("ipv6", "2001:db8::7", "2001:db8:::7", "A must be an IPv6 address, like 2001:db8::7."),
        ("hostname", "www.example.com", "www..com", "A must be a host name, like www.example.com."),
        ("time", "09:30", "9:30", "A must be a time of day, like 09:30."),
        ("time", "23:59:59", "23:59:60", "A must be a time of day, like 09:30."),
        ("colour", "#1A7f4b", "green", "A must be a colour, like #1a7f4b."),
        ("date", "2024-02-29", "2023-02-29", "A must be a date, like 2026-01-31."),
        (
            "date-time",
            "2026-01-31T09:30:00Z",
            "2026-01-31T09:30:00",
            "A must be a date and time, like 2026-01-31T09:30:00Z.",
        ),
    ] {
        let form = form_of(&json!({"type": "text", "validation": {"format": format}}));
        assert_eq!(form.check(&json!({"a": right})).unwrap().text("a"), Some(right));
        let problems = form.check(&json!({"a": wrong})).unwrap_err();
        assert_eq!(told(&problems), [("format", says)]);
        assert!(form.check(&json!({"a": ""})).unwrap().is_empty());
    }
}
