//! How display styles look in the wizard, and what their keys do.

use super::{outcome, screen, type_keys, wizard};
use crate::asker::NoDeadline;
use crate::outcome::Outcome;

fn form(field: &str) -> String {
    format!(
        r#"{{"id": "f", "title": "F", "fields": [{field}, {{"id": "z", "type": "text", "label": "Last"}}]}}"#
    )
}

/// Returns the screen after some keys.
fn after(field: &str, keys: &str) -> String {
    let mut wizard = wizard(&form(field));
    type_keys(&mut wizard, &mut NoDeadline, keys.as_bytes());
    screen(&wizard, (60, 16))
}

#[test]
fn styles_show_what_was_entered() {
    let plans = r#"{"id": "s", "type": "select", "label": "S", "required": true, "options": [
        {"value": "s", "title": "Small", "description": "For one person."}, {"value": "l", "title": "Large", "description": "For many.\nWith support."}]}"#;
    for (field, keys, expected) in [
        (r#"{"id": "t", "type": "text", "label": "T", "validation": {"maxLength": 8}}"#, "", "0 of 8"),
        (r#"{"id": "t", "type": "text", "label": "T", "validation": {"maxLength": 8}}"#, "añ界", "3 of 8"),
        (r#"{"id": "t", "type": "text", "label": "T", "validation": {"maxLength": 2}}"#, "abc", "▲ 3 of 2"),
        (
            r#"{"id": "t", "type": "text", "label": "T", "validation": {"maxLength": 8}, "rendering": {"rows": 3}}"#,
            "ab",
            "2 of 8",
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "rendering": {"displayStyle": "rating"}}"#,
            "3",
            "★★★☆☆",
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "rendering": {"displayStyle": "rating"}}"#,
            "9",
            "☆☆☆☆☆",
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "validation": {"maximum": 4}, "rendering": {"displayStyle": "scale", "lowLabel": "Never", "highLabel": "Always"}}"#,
            "2",
            " 0  1 [2] 3  4",
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "validation": {"maximum": 4}, "rendering": {"displayStyle": "scale", "lowLabel": "Never", "highLabel": "Always"}}"#,
            "",
            "0: Never – 4: Always",
        ),
        (plans, "", "For one person."),
        (plans, "\x1b[B", "With support."),
        (
            r#"{"id": "t", "type": "text", "label": "T", "validation": {"format": "time"}}"#,
            "",
            "a time of day, like 09:30",
        ),
    ] {
        let screen = after(field, keys);
        assert!(screen.contains(expected), "{expected} after {keys:?} in\n{screen}");
    }
}

#[test]
fn keys_stay_between_the_ends_and_numbers_are_taken_as_typed() {
    for (field, keys, expected) in [
        (
            r#"{"id": "n", "type": "number", "label": "N", "rendering": {"displayStyle": "rating"}}"#,
            "\x1b[A\x1b[B\x1b[B\r\r\r",
            r#"{"n":1}"#,
        ),
        (
            r#"{"id": "n", "type": "number", "label": "N", "rendering": {"displayStyle": "rating"}}"#,
            "4\x1b[A\x1b[A\r\r\r",
            r#"{"n":5}"#,
        ),
        (
            r#"{"id": "t", "type": "text", "label": "T", "validation": {"pattern": "^\\+[0-9]{6,15}$"}, "rendering": {"displayStyle": "phone"}}"#,
            "+49 (30) 123-456\r\r\r",
            r#"{"t":"+4930123456"}"#,
        ),
        (
            r#"{"id": "t", "type": "text", "label": "T", "rendering": {"displayStyle": "address"}}"#,
            "1 Road\nTown\r\r\r",
            r#"{"t":"1 Road\nTown"}"#,
        ),
    ] {
        match outcome(&form(field), keys.as_bytes()) {
            Some(Outcome::Accepted(answers)) => assert_eq!(answers.to_json(), expected),
            other => panic!("{field}: {other:?}"),
        }
    }
}
