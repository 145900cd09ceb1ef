//! What boolean, date, select and URL fields accept, and the problems of other answers.

use serde_json::{Value, json};

use crate::small_forms::form_of;
use crate::table::Outcome::{LeftOut, No};
use crate::table::{REQUIRED, check, is};

#[test]
fn only_true_and_false_are_booleans() {
    let neither = || No(&[("type", "A must be true or false.")]);
    check(
        &json!({"type": "boolean", "required": true}),
        &[
            (json!(true), is(json!(true))),
            (json!(false), is(json!(false))),
            (json!("true"), is(json!(true))),
            (json!("false"), is(json!(false))),
            (json!("TRUE"), neither()),
            (json!("on"), neither()),
            (json!(1), neither()),
            (json!([true]), neither()),
            (json!(""), No(REQUIRED)),
            (Value::Null, No(REQUIRED)),
        ],
    );
    check(
        &json!({"type": "boolean"}),
        &[(json!(""), LeftOut), (Value::Null, LeftOut), (json!([]), neither())],
    );
}

#[test]
fn date_within_its_bounds_is_accepted() {
    let not_date = || No(&[("format", "A must be a date, like 2026-01-31.")]);
    check(
        &json!({"type": "date", "validation": {"minimum": "2026-01-01", "maximum": "2026-12-31"}}),
        &[
            (json!("2026-01-01"), is(json!("2026-01-01"))),
            (json!("2026-12-31"), is(json!("2026-12-31"))),
            (json!("2025-12-31"), No(&[("minimum", "A must be 2026-01-01 or later.")])),
            (json!("2027-01-01"), No(&[("maximum", "A must be 2026-12-31 or earlier.")])),
            (json!("2026-02-29"), not_date()),
            (json!("2026-06-01T00:00:00Z"), not_date()),
            (json!("06/01/2026"), not_date()),
            (json!(" 2026-06-01"), not_date()),
            (json!(""), LeftOut),
            (json!(20_260_601), No(&[("type", "A must be a date.")])),
        ],
    );
    let not_moment = || No(&[("format", "A must be a date and time, like 2026-01-31T09:30:00Z.")]);
    let bounds =
        json!({"format": "date-time", "minimum": "2026-01-01T00:00:00+01:00", "maximum": "2026-12-31"});
    check(
        &json!({"type": "date", "validation": bounds}),
        &[
            (json!("2025-12-31T23:00:00Z"), is(json!("2025-12-31T23:00:00Z"))),
            (json!("2026-01-01T01:00:00+02:00"), is(json!("2026-01-01T01:00:00+02:00"))),
            (
                json!("2025-12-31T22:59:59.999Z"),
                No(&[("minimum", "A must be 2026-01-01T00:00:00+01:00 or later.")]),
            ),
            // A day as the upper bound lasts until its end in UTC.
            (json!("2026-12-31T23:59:59.9Z"), is(json!("2026-12-31T23:59:59.9Z"))),
            (json!("2027-01-01T00:30:00+01:00"), is(json!("2027-01-01T00:30:00+01:00"))),
            (json!("2026-12-31T23:30:00-01:00"), No(&[("maximum", "A must be 2026-12-31 or earlier.")])),
            (json!("2026-06-01"), not_moment()),
            (json!("2026-06-01T10:00:00"), not_moment()),
            (json!("2026-06-01 10:00:00Z"), not_moment()),
            (json!("2026-06-01T25:00:00Z"), not_moment()),
        ],
    );
    check(
        &json!({"type": "date", "rendering": {"enableTime": true}}),
        &[
            (json!("2026-06-01T10:00:00Z"), is(json!("2026-06-01T10:00:00Z"))),
            (json!("2026-06-01"), not_moment()),
        ],
    );
}

#[test]
fn date_with_enable_time_and_no_format_asks_for_a_time() {
    let field = json!({"type": "date", "default": "2026-02-02", "rendering": {"enableTime": true}});
    let form = form_of(&field);
    assert_eq!(form.check(&json!({})).unwrap().to_value(), json!({"a": "2026-02-02T00:00:00Z"}));
    assert!(form.check(&json!({"a": "2026-02-02T09:30:00+01:00"})).is_ok());
    assert!(form.check(&json!({"a": "2026-02-02"})).is_err());
    // A format that is written down outweighs a hint.
    let form = form_of(
        &json!({"type": "date", "validation": {"format": "date"}, "rendering": {"enableTime": true}}),
    );
    assert!(form.check(&json!({"a": "2026-02-02"})).is_ok());
}

#[test]
fn only_options_are_accepted() {
    let none = || No(&[("enum", "A must be one of: x, y.")]);
    check(
        &json!({"type": "select", "options": ["x", "y"]}),
        &[
            (json!("x"), is(json!("x"))),
            (json!("z"), none()),
            (json!("X"), none()),
            (json!("x "), none()),
            (json!(""), LeftOut),
            (json!(1), No(&[("type", "A must be one of the options.")])),
            (json!(["x"]), No(&[("type", "A must be one of the options.")])),
        ],
    );
    let titled = json!([{"value": "x", "title": "The X"}, {"value": "y", "title": "The Y"}]);
    check(
        &json!({"type": "select", "options": titled}),
        &[(json!("x"), is(json!("x"))), (json!("The X"), none())],
    );
    let options: Vec<String> = (0..9).map(|n| n.to_string()).collect();
    check(
        &json!({"type": "select", "options": options}),
        &[(json!("9"), No(&[("enum", "A must be one of the options.")]))],
    );
    let several = json!({"type": "multi_select", "options": ["w", "x", "y", "z"], "validation": {"minItems": 2, "maxItems": 3}});
    check(
        &several,
        &[
            (json!(["y", "x"]), is(json!(["y", "x"]))),
            (json!(["x", "y", "z"]), is(json!(["x", "y", "z"]))),
            (json!(["x"]), No(&[("minItems", "A needs at least 2 choices.")])),
            (json!(["w", "x", "y", "z"]), No(&[("maxItems", "A takes at most 3 choices.")])),
            (json!(["x", "x"]), No(&[("uniqueItems", "A has the same choice twice.")])),
            (json!(["x", "q"]), No(&[("enum", "A must be one of: w, x, y, z.")])),
            (json!(["x", 1]), No(&[("type", "A must be one of the options.")])),
            (json!("x"), No(&[("type", "A must be a list of choices.")])),
            (json!([]), LeftOut),
            (json!(""), LeftOut),
        ],
    );
    check(&json!({"type": "multi_select", "options": ["x"]}), &[(json!([]), is(json!([])))]);
    check(&json!({"type": "multi_select", "options": ["x"], "required": true}), &[(json!([]), No(REQUIRED))]);
    let problems = form_of(&several).check(&json!({"a": ["x", "q", "x", 5]})).unwrap_err();
    let paths: Vec<Vec<String>> = problems.iter().map(askwell_form::Problem::path).collect();
    assert_eq!(paths, [vec!["a", "1"], vec!["a", "2"], vec!["a", "3"], vec!["a"]]);
}

#[test]
fn url_that_passes_the_guard_is_accepted() {
    let not_url = || No(&[("format", "A must be a full web address, like https://example.com.")]);
    check(
        &json!({"type": "url"}),
        &[
            (json!("https://example.com"), is(json!("https://example.com"))),
            (json!("https://EXAMPLE.com:8443/a?b#c"), is(json!("https://EXAMPLE.com:8443/a?b#c"))),
            (json!("http://example.com"), No(&[("allowedSchemes", "A must begin with https://.")])),
            (
                json!("https://10.0.0.1/"),
                No(&[("blockPrivateIPs", "A must not lead into a private network.")]),
            ),
            (
                json!("https://[fd00::1]/"),
                No(&[("blockPrivateIPs", "A must not lead into a private network.")]),
            ),
            (
                json!("https://localhost/"),
                No(&[("blockLocalhost", "A must not lead back to the local machine.")]),
            ),
            (
                json!("https://127.1/"),
                No(&[("blockLocalhost", "A must not lead back to the local machine.")]),
            ),
            (json!("https://user:pw@example.com/"), not_url()),
            (json!("example.com"), not_url()),
            (json!("https://"), not_url()),
            (json!("https://exa mple.com"), not_url()),
            (json!(""), LeftOut),
            (json!(7), No(&[("type", "A must be a text.")])),
        ],
    );
    let open = json!({"allowedSchemes": ["http", "ws"], "blockPrivateIPs": false, "blockLocalhost": false, "maxLength": 22});
    check(
        &json!({"type": "url", "validation": open}),
        &[
            (json!("http://192.168.1.1/"), is(json!("http://192.168.1.1/"))),
            (json!("ws://localhost:9/"), is(json!("ws://localhost:9/"))),
            (json!("http://example.com/abc"), is(json!("http://example.com/abc"))),
            (json!("http://example.com/abcd"), No(&[("maxLength", "A must have at most 22 characters.")])),
            (json!("https://example.com"), No(&[("allowedSchemes", "A must begin with http:// or ws://.")])),
        ],
    );
}
