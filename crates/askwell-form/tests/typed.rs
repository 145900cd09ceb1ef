//! A Rust type becomes a form, and its answers become the type.

use askwell_form::{Constraint, Field, Form, Kind};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

/// Everything that a flat struct can hold.
#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
struct Everything {
    /// Who asks.
    #[schemars(length(min = 3, max = 32), regex(pattern = "^[a-z]+$"))]
    name: String,
    #[schemars(email)]
    mail: Option<String>,
    #[schemars(range(min = 1, max = 65535))]
    port: u32,
    small: i8,
    wide: i32,
    ratio: f64,
    #[serde(default = "yes")]
    tls: bool,
    level: Level,
    #[serde(default)]
    #[schemars(extend("uniqueItems" = true))]
    features: Vec<Feature>,
    fallback: Option<Level>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Level {
    /// Everything.
    Debug,
    /// What matters.
    Info,
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq)]
enum Feature {
    Metrics,
    Tracing,
}

fn answers() -> Value {
    json!({"name": "ops", "port": 8080, "small": -5, "wide": 7, "ratio": 0.5, "level": "info"})
}

#[test]
fn struct_becomes_a_form_and_is_converted_back() {
    let form = Form::of::<Everything>("Everything at once").unwrap();
    assert_eq!(
        (form.title(), form.description()),
        ("Everything at once", Some("Everything that a flat struct can hold."))
    );
    let ids: Vec<&str> = form.fields().iter().map(Field::id).collect();
    assert_eq!(
        ids,
        ["name", "mail", "port", "small", "wide", "ratio", "tls", "level", "features", "fallback"]
    );
    assert_eq!(form.field("name").unwrap().description(), Some("Who asks."));
    assert!(matches!(form.field("level").unwrap().kind(), Kind::Select(_)));
    assert!(matches!(form.field("features").unwrap().kind(), Kind::MultiSelect(_)));

    let value: Everything = form.check(&answers()).unwrap().to().unwrap();
    let expected = Everything {
        name: "ops".into(),
        mail: None,
        port: 8080,
        small: -5,
        wide: 7,
        ratio: 0.5,
        tls: true,
        level: Level::Info,
        features: vec![],
        fallback: None,
    };
    assert_eq!(value, expected);
}

/// What passes the form fits the type: nothing is accepted that serde would then refuse.
#[test]
fn constraints_are_those_of_the_type() {
    let form = Form::of::<Everything>("Everything").unwrap();
    for (field, value, constraint) in [
        ("name", json!("AB"), Constraint::MinLength),
        ("mail", json!("nobody"), Constraint::Format),
        ("port", json!(70000), Constraint::Maximum),
        ("port", json!(1.5), Constraint::MultipleOf),
        ("small", json!(128), Constraint::Maximum),
        ("small", json!(-129), Constraint::Minimum),
        ("wide", json!(3_000_000_000_u32), Constraint::Maximum),
        ("level", json!("loud"), Constraint::Enum),
        ("features", json!(["Metrics", "Metrics"]), Constraint::UniqueItems),
    ] {
        let mut answers = answers();
        answers[field] = value.clone();
        let problems = form.check(&answers).unwrap_err();
        assert!(
            problems.of(field).any(|problem| problem.constraint == constraint),
            "{field} {value}: {problems}"
        );
    }
}

#[derive(JsonSchema)]
struct Nested {
    #[expect(dead_code, reason = "only its schema is looked at")]
    inner: Inner,
}

#[derive(JsonSchema)]
struct Inner {
    #[expect(dead_code, reason = "only its schema is looked at")]
    x: u8,
}

#[derive(JsonSchema)]
struct LookAhead {
    #[schemars(regex(pattern = "^(?=a)"))]
    #[expect(dead_code, reason = "only its schema is looked at")]
    name: String,
}

#[test]
fn unsupported_types_are_rejected() {
    let nested = Form::of::<Nested>("Nested").unwrap_err();
    assert!(nested.to_string().contains("inner"), "{nested}");
    let pattern = Form::of::<LookAhead>("Pattern").unwrap_err();
    assert!(pattern.to_string().contains("name"), "{pattern}");
}
