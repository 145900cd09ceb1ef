//! Untrusted text is harmless on the screen, in both front ends and in every size.

use askwell_form::Answers;

use super::{screen, type_keys, wizard};
use crate::asker::{Asker, NoDeadline, SubmitResult, WaitStatus};
use crate::outcome::TermError;
use crate::plain::{PipedLines, ask_plain};
use crate::session::FormSession;

/// Returns whether a character must never reach a terminal.
fn is_harmful(character: char) -> bool {
    (character.is_control() && character != '\n')
        || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}'..='\u{200f}'
            | '\u{61c}' | '\u{2060}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

fn hostile_form() -> String {
    // Characters that a form accepts.
    let nasty = "txt\u{200b}\u{200f}\u{feff}\u{e0041}\u{61c}\u{2060}\u{2028}\r\n\t日本\u{301}\u{200d}";
    let long = "long ".repeat(50);
    let huge = "x".repeat(1 << 20);
    let tower = format!("a{}", "\u{301}".repeat(200));
    let field = |id: usize, kind: &str, more: serde_json::Value| {
        let huge = if id == 0 { huge.as_str() } else { "" };
        let mut field = serde_json::json!({
            "id": format!("f{id}"), "type": kind, "label": nasty, "description": format!("{nasty}{long}"),
            "rendering": {"placeholder": format!("{nasty}{huge}"), "helpText": format!("{tower}{nasty}{huge}")},
        });
        for (key, value) in more.as_object().unwrap() {
            field[key] = value.clone();
        }
        field
    };
    let options = serde_json::json!({"options": [nasty, huge, tower, format!("{nasty}2")]});
    serde_json::json!({"id": "f", "title": nasty, "description": format!("{nasty}\n{long}"), "fields": [
        field(0, "text", serde_json::json!({"default": "typed"})),
        field(1, "select", options.clone()),
        field(2, "multi_select", options),
        field(3, "number", serde_json::json!({})),
        field(4, "boolean", serde_json::json!({})),
        field(5, "date", serde_json::json!({})),
        field(6, "url", serde_json::json!({})),
        field(7, "file", serde_json::json!({})),
    ]})
    .to_string()
}

#[test]
fn hostile_labels_options_and_messages_are_drawn_safely() {
    let form = hostile_form();
    for size in [(80, 24), (40, 15), (20, 6), (5, 2), (200, 60)] {
        let mut wizard = wizard(&form);
        for keys in [
            "\r",
            "\u{1b}[B\r",
            " \r",
            "abc\r\u{15}\r",
            "y\r",
            "soon\r\u{15}\r",
            "x\u{202e}\r\u{15}\r",
            "\r",
            "\x1b",
            "\x1b",
            "\x1bOP",
        ] {
            let shown = screen(&wizard, size);
            assert!(!shown.chars().any(is_harmful), "{size:?}: {shown:?}");
            type_keys(&mut wizard, &mut NoDeadline, keys.as_bytes());
        }
        assert!(!screen(&wizard, size).chars().any(is_harmful));
    }
    let lines =
        "?\n\n2\n!\n1,2\nabc\n\u{1b}[2J\n!clear\n\ny\nsoon\n!clear\n\nx\n!clear\n\n/none\u{1b}\n\ny\n";
    let mut session = FormSession::new(askwell_form::Form::parse(&form).unwrap());
    let mut person = PipedLines { input: lines.as_bytes(), output: Vec::new() };
    ask_plain(&mut session, &mut NoDeadline, &mut person).unwrap();
    let transcript = String::from_utf8(person.output).unwrap();
    let harm = transcript.chars().position(is_harmful);
    assert_eq!(harm, None);
    assert!(transcript.contains("Review"), "{transcript}");
}

#[test]
fn hostile_sentence_of_the_asker_is_drawn_safely() {
    struct HostileAsker;
    impl Asker for HostileAsker {
        fn wait_status(&mut self) -> WaitStatus {
            WaitStatus::NoDeadline
        }
        fn extend_deadline(&mut self) {}
        fn submit(&mut self, _answers: &Answers) -> SubmitResult {
            SubmitResult::Unreachable("\u{1b}[2J\u{9b}31m\u{202e}gone".to_owned())
        }
    }
    let form = r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#;
    let mut wizard = wizard(form);
    type_keys(&mut wizard, &mut HostileAsker, b"x\r");
    let shown = screen(&wizard, (80, 24));
    assert!(shown.contains("gone") && !shown.chars().any(is_harmful), "{shown:?}");
    let mut session = FormSession::new(askwell_form::Form::parse(form).unwrap());
    let mut person = PipedLines { input: &b"x\n"[..], output: Vec::new() };
    let ended = ask_plain(&mut session, &mut HostileAsker, &mut person);
    assert!(matches!(ended, Err(TermError::InputEnded)), "{ended:?}");
    let transcript = String::from_utf8(person.output).unwrap();
    assert!(transcript.contains("gone") && !transcript.chars().any(is_harmful), "{transcript:?}");
}

#[test]
fn hostile_paste_is_drawn_safely_and_rejected() {
    let form = r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"},
        {"id": "b", "type": "text", "label": "B", "rendering": {"rows": 4}}]}"#;
    let mut wizard = wizard(form);
    type_keys(&mut wizard, &mut NoDeadline, b"\x1b[200~a\x1b[31mb\x1b[201~\r");
    let shown = screen(&wizard, (80, 24));
    assert!(
        shown.contains("must not contain hidden control characters") && !shown.chars().any(is_harmful),
        "{shown}"
    );
}
