//! What each kind of field accepts, on both sides of every bound, and what people are told otherwise.

use askwell_form::Form;
use serde_json::{Value, json};

use crate::small_forms::form_of;
use crate::table::Outcome::{LeftOut, No};
use crate::table::{REQUIRED, check, check_text, is, told};

#[test]
fn texts() {
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
fn patterns() {
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
fn formats() {
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

#[test]
fn numbers() {
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
fn numbers_are_exact() {
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
fn whole_numbers_are_called_so() {
    check(
        &json!({"type": "number", "validation": {"multipleOf": 1}}),
        &[(json!(1.5), No(&[("multipleOf", "A must be a whole number.")])), (json!("2.0"), is(json!(2)))],
    );
}

#[test]
fn truth_values() {
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
fn dates() {
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
fn choices() {
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
fn web_addresses() {
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

fn file(name: &str, media_type: &str, size: usize, content: &str) -> Value {
    json!({"filename": name, "content_type": media_type, "size": size, "content": content})
}

#[test]
fn files() {
    let rules = json!({"maxSize": 5, "allowedMimeTypes": ["text/plain", "image/*"], "allowedExtensions": [".TXT", ".png"]});
    let right = file("a.txt", "text/plain", 5, "aGVsbG8=");
    let not_file = || No(&[("type", "A must be a file.")]);
    let stored = |kind: &str, location: &str| json!({"filename": "a.png", "content_type": "image/png", "size": 5, "content": {"type": kind, "location": location}});
    let misplaced = || No(&[("content", "A has content that is neither base64 nor a reference.")]);
    check(
        &json!({"type": "file", "validation": rules}),
        &[
            (right.clone(), is(right.clone())),
            (
                file("A.TXT", "text/plain; charset=utf-8", 5, "aGVsbG8="),
                is(file("A.TXT", "text/plain; charset=utf-8", 5, "aGVsbG8=")),
            ),
            (file("a.txt", "text/plain", 6, "aGVsbG8h"), No(&[("maxSize", "A must be at most 5 bytes.")])),
            (
                file("a.txt", "text/plain", 4, "aGVsbG8="),
                No(&[("content", "A has 5 bytes of content, but says 4.")]),
            ),
            (
                file("a.txt", "text/plain", 1, "aGVsbG8h"),
                No(&[
                    ("content", "A has 6 bytes of content, but says 1."),
                    ("maxSize", "A must be at most 5 bytes."),
                ]),
            ),
            (
                file("a.txt", "text/plain", 5, "aGVsbG8"),
                No(&[("content", "A has content that is not base64.")]),
            ),
            (
                file("a.csv", "text/plain", 5, "aGVsbG8="),
                No(&[("allowedExtensions", "A must be a file that ends in .txt or .png.")]),
            ),
            (
                file("a.txt", "text/csv", 5, "aGVsbG8="),
                No(&[
                    ("allowedMimeTypes", "A must be a file of type text/plain or image/*."),
                    ("content", "A has a name that ends in .txt but the type text/csv."),
                ]),
            ),
            (
                file("../a.txt", "text/plain", 5, "aGVsbG8="),
                No(&[("filename", "A has a file name that cannot be used; rename the file.")]),
            ),
            (
                file("a.png", "image/png", 5, "aGVsbG8="),
                No(&[("content", "A has content of the type text/plain, not image/png.")]),
            ),
            (
                json!({"filename": "a.txt", "content_type": "text/plain", "size": 5}),
                No(&[("content", "A has no content.")]),
            ),
            (stored("local", "upload-1"), is(stored("local", "upload-1"))),
            (stored("url", "https://files.example.com/1"), is(stored("url", "https://files.example.com/1"))),
            (stored("s3", "s3://bucket/a.png"), is(stored("s3", "s3://bucket/a.png"))),
            (
                stored("url", "https://169.254.169.254/"),
                No(&[("content", "A refers to a web address that is not allowed.")]),
            ),
            (
                stored("s3", "/etc/passwd"),
                No(&[("content", "A refers to a place in S3 that is not s3://bucket/key.")]),
            ),
            (
                stored("local", "../a.png"),
                No(&[("content", "A refers to an upload by something that is no name.")]),
            ),
            (stored("ftp", "x"), misplaced()),
            (stored("s3", ""), misplaced()),
            (json!("a.txt"), not_file()),
            (json!({"filename": "a.txt"}), not_file()),
            (
                json!({"filename": "a.txt", "content_type": "text/plain", "size": "5", "content": ""}),
                not_file(),
            ),
            (
                json!({"filename": "a.txt", "content_type": "text/plain", "size": 5, "content": "", "path": "/"}),
                not_file(),
            ),
            (json!(""), LeftOut),
        ],
    );
    let form = form_of(&json!({"type": "file"}));
    check_text(
        &form,
        r#"{"filename":"a.dat","content_type":"application/x-own","size":3,"content":"AQID","size":3}"#,
        &not_file(),
    );
    let answers = form.check(&json!({"a": right})).unwrap();
    assert_eq!(answers.to_masked_value(), json!({"a": "a.txt (5 bytes)"}));
    assert_eq!(answers.to_masked_json(), r#"{"a":"a.txt (5 bytes)"}"#);
    assert!(!format!("{answers:?}").contains("hello") && !format!("{answers:?}").contains("104, 101"));
}

#[test]
fn file_problems_say_what_was_expected_and_found() {
    let form = form_of(&json!({"type": "file"}));
    let with = |name: &str, kind: &str, size: usize, content: Value| json!({"a": {"filename": name, "content_type": kind, "size": size, "content": content}});
    let reference = "base64, or an object with type (url, s3, local) and location";
    for (answer, expected, actual) in [
        (with("a.png", "image/png", 5, json!("aGVsbG8=")), json!("image/png"), json!("text/plain")),
        (with("a.txt", "text/csv", 5, json!("aGVsbG8=")), json!("text/plain"), json!("text/csv")),
        (with("a.txt", "text/plain", 4, json!("aGVsbG8=")), json!(4), json!(5)),
        (with("a.txt", "text/plain", 5, json!("***")), json!("base64"), Value::Null),
        (with("a.txt", "text/plain", 5, json!(7)), json!(reference), Value::Null),
        (
            with("a.txt", "text/plain", 5, json!({"type": "s3", "location": "nowhere"})),
            json!("s3://bucket/key"),
            json!("nowhere"),
        ),
        (
            with("a.txt", "text/plain", 5, json!({"type": "url", "location": "https://10.0.0.1/a"})),
            json!("a public https address"),
            json!("https://10.0.0.1/a"),
        ),
        (
            with("a.txt", "text/plain", 5, json!({"type": "url", "location": "https://u:pw@example.com/"})),
            json!("a public https address"),
            Value::Null,
        ),
    ] {
        let problems = form.check(&answer).unwrap_err();
        let problems: Value = serde_json::from_str(&problems.to_json()).unwrap();
        let [problem] = problems.as_array().unwrap().as_slice() else { panic!("{problems}") };
        assert_eq!((&problem["expected"], &problem["actual"]), (&expected, &actual), "{answer}");
    }
}

#[test]
fn a_date_with_enable_time_and_no_format_asks_for_a_time() {
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
