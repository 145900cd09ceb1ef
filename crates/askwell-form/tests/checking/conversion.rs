//! Answers as a program's own types.

use serde::Deserialize;
use serde_json::json;

use crate::small_forms::{form_of, load};

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Level {
    Debug,
    Info,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Server {
    name: String,
    port: u16,
    ratio: f64,
    price: String,
    tls: bool,
    level: Level,
    tags: Vec<String>,
    levels: Vec<Level>,
    start: String,
    at: String,
    webhook: Option<String>,
    limit: Option<u32>,
    token: String,
}

#[test]
fn struct_with_every_type_round_trips() {
    let form = load(&json!({"id": "f", "title": "F", "fields": [
        {"id": "name", "type": "text", "label": "N"},
        {"id": "port", "type": "number", "label": "P"},
        {"id": "ratio", "type": "number", "label": "R"},
        {"id": "price", "type": "number", "label": "P"},
        {"id": "tls", "type": "boolean", "label": "T"},
        {"id": "level", "type": "select", "label": "L", "options": ["debug", "info"]},
        {"id": "tags", "type": "multi_select", "label": "T", "options": ["a", "b", "c"]},
        {"id": "levels", "type": "multi_select", "label": "L", "options": ["debug", "info"]},
        {"id": "start", "type": "date", "label": "S"},
        {"id": "at", "type": "date", "label": "A", "validation": {"format": "date-time"}},
        {"id": "webhook", "type": "url", "label": "W"},
        {"id": "limit", "type": "number", "label": "L"},
        {"id": "token", "type": "text", "label": "T", "rendering": {"inputType": "password"}}
    ]}));
    let answers = form.check_json(
        br#"{"name": "web", "port": "8080", "ratio": 1, "price": 19.990000000000000000000000001, "tls": "true",
             "level": "info", "tags": ["b", "a"], "levels": ["debug"], "start": "2026-02-28",
             "at": "2026-02-28T12:00:00+01:00", "limit": "", "token": "hunter2"}"#,
    );
    let server: Server = answers.unwrap().to().unwrap();
    let expected = Server {
        name: "web".into(),
        port: 8080,
        ratio: 1.0,
        price: "19.990000000000000000000000001".into(),
        tls: true,
        level: Level::Info,
        tags: vec!["b".into(), "a".into()],
        levels: vec![Level::Debug],
        start: "2026-02-28".into(),
        at: "2026-02-28T12:00:00+01:00".into(),
        webhook: None,
        limit: None,
        token: "hunter2".into(),
    };
    assert_eq!(server, expected);
}

#[derive(Debug, Deserialize)]
struct One<T> {
    a: T,
}

#[track_caller]
fn converts<T: serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str, expected: &Option<T>) {
    let form = form_of(&json!({"type": "number"}));
    let answers = form.check_json(format!("{{\"a\":{text}}}").as_bytes()).unwrap();
    let found = answers.to::<One<T>>().ok().map(|one| one.a);
    assert_eq!(&found, expected, "{text}");
}

#[test]
fn number_that_does_not_fit_its_type_is_refused() {
    converts("255", &Some(255_u8));
    converts::<u8>("256", &None);
    converts::<u8>("-1", &None);
    converts::<u8>("1.5", &None);
    converts("1.0", &Some(1_i32));
    converts("18446744073709551615", &Some(u64::MAX));
    converts("-9223372036854775808", &Some(i64::MIN));
    converts("0.1", &Some(0.1_f64));
    converts("3", &Some(3.0_f32));
    converts("1e300", &Some("1e300".to_owned()));
    converts("5", &Some(Some(5_u16)));
    converts::<bool>("1", &None);
}

#[derive(Debug, Deserialize, PartialEq)]
struct Upload {
    filename: String,
    size: u64,
    content: String,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Port(u16);

#[test]
fn answers_convert_to_files_newtypes_and_maps() {
    let form = form_of(&json!({"type": "file"}));
    let file = json!({"filename": "a.txt", "content_type": "text/plain", "size": 2, "content": "aGk="});
    let upload = form.check(&json!({"a": file})).unwrap().to::<One<Upload>>().unwrap().a;
    assert_eq!(upload, Upload { filename: "a.txt".into(), size: 2, content: "aGk=".into() });
    converts("80", &Some(Port(80)));
    let text = form_of(&json!({"type": "text"})).check(&json!({"a": "x"})).unwrap();
    let map: std::collections::BTreeMap<String, String> = text.to().unwrap();
    assert_eq!(map.get("a").map(String::as_str), Some("x"));
    assert_eq!(text.to::<serde_json::Value>().unwrap(), json!({"a": "x"}));
}

#[test]
fn conversion_errors_state_the_reason() {
    let answers = form_of(&json!({"type": "text"})).check(&json!({})).unwrap();
    let error = answers.to::<One<String>>().unwrap_err();
    assert_eq!(error.to_string(), "the answers do not fit the type: missing field `a`");
    let secret = form_of(&json!({"type": "text", "rendering": {"inputType": "password"}}));
    let error = secret.check(&json!({"a": "hunter2"})).unwrap().to::<One<u8>>().unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
}
