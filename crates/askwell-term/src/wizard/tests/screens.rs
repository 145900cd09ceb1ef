//! How the inputs look and what their keys do, without a terminal.

use super::{outcome, screen, type_keys, wizard};
use crate::asker::NoDeadline;
use crate::outcome::Outcome;

fn form(field: &str) -> String {
    format!(
        r#"{{"id": "f", "title": "F", "fields": [{field}, {{"id": "z", "type": "text", "label": "Last"}}]}}"#
    )
}

#[test]
fn keys_change_inputs_and_entries() {
    for (field, keys, expected) in [
        (
            r#"{"id": "n", "type": "number", "label": "N", "rendering": {"step": 0.5}, "validation": {"minimum": 1, "maximum": 9}}"#,
            "\x1b[A\x1b[A\x1b[A\x1b[B\r\r\r",
            r#"{"n":1.5}"#,
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "validation": {"minimum": 1, "maximum": 9}}"#,
            "5\x1b[5~\r\r\r",
            r#"{"n":9}"#,
        ),
        // Typing replaces a prefilled date; moving the cursor first edits it.
        (
            r#"{"id": "d", "type": "date", "label": "D", "default": "2026-05-04"}"#,
            "2026-01-31\r\r\r",
            r#"{"d":"2026-01-31"}"#,
        ),
        (
            r#"{"id": "d", "type": "date", "label": "D", "default": "2026-05-04"}"#,
            "\x7f5\r\r\r",
            r#"{"d":"2026-05-05"}"#,
        ),
        (r#"{"id": "b", "type": "boolean", "label": "B"}"#, "\x1b[C\x1b[C\r\r\r", r#"{"b":false}"#),
        (r#"{"id": "b", "type": "boolean", "label": "B"}"#, "y\x7f\r\r\r", "{}"),
        (
            r#"{"id": "s", "type": "select", "label": "S", "options": ["a", "b", "c"]}"#,
            "\x1b[B\x1b[B\r\r\r",
            r#"{"s":"b"}"#,
        ),
        (
            r#"{"id": "s", "type": "select", "label": "S", "options": ["a", "b", "c"]}"#,
            "\x1b[A\r\r\r",
            r#"{"s":"c"}"#,
        ),
        (
            r#"{"id": "s", "type": "select", "label": "S", "default": "b", "options": ["a", "b", "c"]}"#,
            "\x1b[A\x1b[A\r\r\r",
            "{}",
        ),
        (
            r#"{"id": "s", "type": "select", "label": "S", "options": ["a", "b", "c"]}"#,
            "zz\r\x15b\r\r\r",
            r#"{"s":"b"}"#,
        ),
        (
            r#"{"id": "m", "type": "multi_select", "label": "M", "options": ["a", "b", "c"]}"#,
            "\x1b[B \x1b[A \r\r\r",
            r#"{"m":["b","a"]}"#,
        ),
        (
            r#"{"id": "m", "type": "multi_select", "label": "M", "options": ["ax", "b", "cx"]}"#,
            "x\x01\r\r\r",
            r#"{"m":["ax","cx"]}"#,
        ),
        (
            r#"{"id": "m", "type": "multi_select", "label": "M", "options": ["a", "b"]}"#,
            "\x01\x01 \r\r\r",
            r#"{"m":["a"]}"#,
        ),
        (r#"{"id": "d", "type": "date", "label": "D"}"#, "\x1b[B\x1b[C\r\r\r", r#"{"d":"2026-02-28"}"#),
        (
            r#"{"id": "d", "type": "date", "label": "D"}"#,
            "2026-01-31\x1b[B\x1b[6~\r\r\r",
            r#"{"d":"2026-02-28"}"#,
        ),
        (
            r#"{"id": "d", "type": "date", "label": "D"}"#,
            "\x1b[B\x1b[B\x1b|tomorrow\r\r\r",
            r#"{"d":"2026-02-28"}"#,
        ),
        (
            r#"{"id": "d", "type": "date", "label": "D", "validation": {"format": "date-time"}}"#,
            "2026-02-01 10:30\x1b[B\x1b[B\r\r\r",
            r#"{"d":"2026-02-08T10:30:00Z"}"#,
        ),
        (
            r#"{"id": "t", "type": "text", "label": "T", "rendering": {"rows": 4}}"#,
            "ab\ncd\x1b[AX\x1b[BY\x1b\rZ\r\r\r",
            r#"{"t":"abX\ncdY\nZ"}"#,
        ),
        (r#"{"id": "t", "type": "text", "label": "T"}"#, "ab\x0e\r\r", r#"{"t":"ab"}"#),
    ] {
        let mut wizard = wizard(&form(field));
        let end = type_keys(&mut wizard, &mut NoDeadline, keys.as_bytes());
        let Some(Outcome::Accepted(answers)) = end else {
            panic!("{field} {keys:?}: {end:?}\n{}", screen(&wizard, (80, 24)))
        };
        assert_eq!(answers.to_json(), expected, "{field} {keys:?}");
    }
}

#[test]
fn secret_is_never_drawn() {
    let field = r#"{"id": "k", "type": "text", "label": "Key", "rendering": {"inputType": "password"}}"#;
    let mut wizard = wizard(&form(field));
    for keys in ["hunter2", "\r", "\x1b[Z", "\r", "\r"] {
        let shown = screen(&wizard, (80, 24));
        assert!(!shown.contains("hunter2"), "{shown}");
        type_keys(&mut wizard, &mut NoDeadline, keys.as_bytes());
    }
    assert!(screen(&wizard, (80, 24)).contains("••••••"));
    assert!(!format!("{wizard:?}").contains("hunter2"));
}

#[test]
fn search_works_on_ten_thousand_options() {
    let options: Vec<String> = (0..10_000).map(|n| format!("option number {n}")).collect();
    let options = serde_json::to_string(&options).unwrap();
    let field =
        format!(r#"{{"id": "s", "type": "select", "label": "S", "required": true, "options": {options}}}"#);
    let end = outcome(&form(&field), b"9876\r\r\r");
    assert!(
        matches!(end, Some(Outcome::Accepted(answers)) if answers.text("s") == Some("option number 9876"))
    );
}

#[test]
fn every_screen_size_is_drawn_without_panic() {
    let all_kinds = include_str!("../../../../../examples/forms/all-kinds.json");
    let styles = include_str!("../../../../../examples/forms/styles.json");
    for width in [1, 3, 10, 19, 20, 21, 33, 60, 101, 300] {
        for (height, form) in
            [1, 2, 5, 6, 7, 9, 12, 30].into_iter().flat_map(|height| [(height, all_kinds), (height, styles)])
        {
            let mut wizard = wizard(form);
            for _ in 0..20 {
                screen(&wizard, (width, height));
                type_keys(&mut wizard, &mut NoDeadline, b"\x0e");
            }
            screen(&wizard, (width, height));
        }
    }
}

/// A field that a later answer makes appear is not ticked before it was shown, and is shown before
/// anything is submitted.
#[test]
fn field_that_was_never_shown_is_not_ticked() {
    let document = r#"{"id": "f", "title": "F", "fields": [
        {"id": "wipe", "type": "boolean", "label": "Wipe", "required": true, "default": true,
         "rendering": {"conditionalDisplay": {"operator": "equals", "field": "env", "value": "prod"}}},
        {"id": "env", "type": "select", "label": "Env", "required": true, "options": ["dev", "prod"]},
        {"id": "note", "type": "text", "label": "Note"}]}"#;
    let mut wizard = wizard(document);
    assert_eq!(type_keys(&mut wizard, &mut NoDeadline, b"prod\r"), None);
    let shown = screen(&wizard, (80, 24));
    assert!(shown.contains("· Wipe") && !shown.contains("✓ Wipe"), "{shown}");
    assert_eq!(type_keys(&mut wizard, &mut NoDeadline, b"\r"), None);
    let shown = screen(&wizard, (80, 24));
    assert!(shown.contains("┃ Wipe") && !shown.contains("Review"), "{shown}");
    assert_eq!(type_keys(&mut wizard, &mut NoDeadline, b"n\r"), None);
    let shown = screen(&wizard, (80, 24));
    assert!(shown.contains("Review") && shown.contains("✓ Wipe  no"), "{shown}");
}
