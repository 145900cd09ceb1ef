//! What file fields accept, and the problems of other answers.

use serde_json::{Value, json};

use crate::small_forms::form_of;
use crate::table::Outcome::{LeftOut, No};
use crate::table::{check, check_text, is};

fn file(name: &str, media_type: &str, size: usize, content: &str) -> Value {
    json!({"filename": name, "content_type": media_type, "size": size, "content": content})
}

#[test]
fn file_whose_name_type_and_content_agree_is_accepted() {
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
