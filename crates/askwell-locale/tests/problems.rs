//! Problems of real answers, said in every language.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what tests share")]

use askwell_form::{Form, Problem};
use askwell_locale::{Language, Words, problem_in_form, problem_sentence};
use serde_json::json;

fn form() -> Form {
    Form::parse(
        r#"{"id": "f", "title": "F",
            "translations": {"de": {"title": "F", "fields": {
                "port": {"label": "Anschluss"}, "name": {"label": "Wie heißen Sie?", "x-messages": {"pattern": "Bitte nur Kleinbuchstaben."}},
                "from": {"label": "Ab"}, "tags": {"label": "Marken", "options": {"a": "A", "b": "B"}}, "code": {"label": "Kürzel"}}}},
            "fields": [
                {"id": "port", "type": "number", "label": "Port", "validation": {"maximum": 0.5}},
                {"id": "name", "type": "text", "label": "What is your name?", "required": true,
                    "validation": {"pattern": "^[a-z]+$"}, "x-messages": {"pattern": "Small letters only, please."}},
                {"id": "from", "type": "date", "label": "From", "validation": {"minimum": "2026-01-31"}},
                {"id": "tags", "type": "multi_select", "label": "Tags", "options": ["a", "b"], "validation": {"minItems": 2}},
                {"id": "code", "type": "text", "label": "Code", "validation": {"maxLength": 1}}
            ]}"#,
    )
    .unwrap()
}

/// Checks an answer against the form and says its problems in a language.
fn sentences(language: Language, raw: &serde_json::Value) -> Vec<String> {
    let (form, shown) = (form(), form().in_language(language.tag()));
    let problems = form.check(raw).unwrap_err();
    let label = |form: &Form, problem: &Problem| {
        form.field(&problem.field).map_or_else(|| problem.field.to_string(), |field| field.label().to_owned())
    };
    let say = |problem: &Problem| {
        problem_sentence(&Words::of(language), problem, &label(&form, problem), &label(&shown, problem))
    };
    problems.iter().map(say).collect()
}

#[test]
fn problems_are_said_in_the_language_with_translated_labels() {
    let raw = json!({ "port": 8080, "from": "2026-01-01", "tags": ["a"], "code": "ab" });
    assert_eq!(
        sentences(Language::German, &raw),
        [
            "Anschluss darf höchstens 0,5 sein.",
            "„Wie heißen Sie?“ ist ein Pflichtfeld.",
            "Ab darf nicht vor dem 31. Januar 2026 liegen.",
            "Marken: Bitte mindestens 2 Optionen auswählen.",
            "Kürzel darf höchstens 1 Zeichen lang sein.",
        ]
    );
    assert_eq!(
        sentences(Language::English, &raw),
        [
            "Port must be at most 0.5.",
            "“What is your name?” is required.",
            "From must be 2026-01-31 or later.",
            "Tags needs at least 2 choices.",
            "Code must have at most 1 character.",
        ]
    );
    assert_eq!(sentences(Language::Polish, &raw)[3], "Tags: wybierz co najmniej 2 opcje.");
    assert_eq!(sentences(Language::Japanese, &raw)[2], "Fromは2026年1月31日以降にしてください。");
}

#[test]
fn sentence_of_the_author_is_kept() {
    let raw = json!({ "name": "A1" });
    assert_eq!(sentences(Language::French, &raw)[0], "Small letters only, please.");
    let problems = form().in_language("de").check(&raw).unwrap_err();
    assert_eq!(problems.iter().next().unwrap().message, "Bitte nur Kleinbuchstaben.");
}

#[test]
fn problem_of_a_row_says_which_row_in_the_language() {
    let form = Form::parse(
        r#"{"id": "o", "title": "Order", "fields": [
                {"id": "count", "type": "number", "label": "Count", "validation": {"maximum": 9.5}},
                {"id": "sku", "type": "text", "label": "Article?", "required": true, "x-messages": {"required": "Name it."}}],
            "groups": [{"id": "lines", "title": "Lines", "repeat": {"minimum": 3, "item": "Line"}, "fields": ["count", "sku"]}],
            "translations": {"de": {"title": "Bestellung",
                "fields": {"count": {"label": "Anzahl"}, "sku": {"label": "Artikel", "x-messages": {"required": "Bitte angeben."}}},
                "groups": {"lines": {"title": "Posten", "repeat": {"item": "Posten"}}}}}}"#,
    )
    .unwrap();
    let problems = form.check(&json!({"lines": [{"sku": "a"}, {"count": 10}]})).unwrap_err();
    let said = |language: Language| -> Vec<String> {
        let shown = form.in_language(language.tag());
        problems.iter().map(|problem| problem_in_form(&Words::of(language), problem, &form, &shown)).collect()
    };
    assert_eq!(
        said(Language::German),
        [
            "Posten 2: Anzahl darf höchstens 9,5 sein.",
            "Posten 2: Name it.",
            "Posten braucht mindestens so viele Einträge: 3.",
        ]
    );
    assert_eq!(said(Language::French)[0], "Line 2 : Count doit être au plus 9,5.");
    let mut overrides = askwell_locale::Overrides::default();
    overrides.add("en", "size-gib", "{ $number } GiB").unwrap();
    let words = Words::of(Language::English).with_overrides(overrides.into());
    for problem in &problems {
        assert_eq!(problem_in_form(&words, problem, &form, &form), problem.message);
        assert_eq!(problem_in_form(&Words::of(Language::English), problem, &form, &form), problem.message);
    }
}

/// The sentences of the English catalogue are those of the form language.
#[test]
fn english_catalogue_agrees_with_the_form_language() {
    let mut overrides = askwell_locale::Overrides::default();
    overrides.add("en", "size-gib", "{ $number } GiB").unwrap();
    let words = Words::of(Language::English).with_overrides(overrides.into());
    for (fields, raw) in [
        (r#"{"id": "x", "type": "text", "label": "X", "validation": {"minLength": 3}}"#, json!({ "x": "a" })),
        (
            r#"{"id": "x", "type": "text", "label": "X", "validation": {"format": "email"}}"#,
            json!({ "x": "a" }),
        ),
        (
            r#"{"id": "x", "type": "number", "label": "X?", "validation": {"multipleOf": 1}}"#,
            json!({ "x": 1.5 }),
        ),
        (
            r#"{"id": "x", "type": "number", "label": "X", "validation": {"maximum": 65535}}"#,
            json!({ "x": 70000 }),
        ),
        (r#"{"id": "x", "type": "select", "label": "X", "options": ["a", "b"]}"#, json!({ "x": "c" })),
        (r#"{"id": "x", "type": "url", "label": "X"}"#, json!({ "x": "ftp://example.com" })),
        (r#"{"id": "x", "type": "boolean", "label": "X"}"#, json!({ "x": [], "y": 1 })),
        (
            r#"{"id": "x", "type": "date", "label": "X", "validation": {"maximum": "2026-01-01"}}"#,
            json!({ "x": "2026-02-01" }),
        ),
    ] {
        let form = Form::parse(&format!(r#"{{"id": "f", "title": "F", "fields": [{fields}]}}"#)).unwrap();
        for problem in &form.check(&raw).unwrap_err() {
            let label = form.field(&problem.field).map_or(&*problem.field, |field| field.label());
            assert_eq!(problem_sentence(&words, problem, label, label), problem.message);
        }
    }
}
