//! A panic in the middle of a form leaves the terminal as it was.

use std::path::Path;

use askwell_form::{Answers, Form};
use askwell_term::{Asker, Colours, FormSession, InputMode, Stdin, SubmitResult, Symbols, Theme, WaitStatus};

use crate::{on_terminal, task};

struct PanickingAsker;

impl Asker for PanickingAsker {
    fn wait_status(&mut self) -> WaitStatus {
        WaitStatus::NoDeadline
    }

    fn extend_deadline(&mut self) {}

    #[expect(clippy::panic, reason = "that is what it is for")]
    fn submit(&mut self, _answers: &Answers) -> SubmitResult {
        panic!("dropped the answers")
    }
}

#[test]
fn asker_panics_on_submit() {
    let Some(task) = task() else { return };
    let mode = if task == "plain" { InputMode::Plain } else { InputMode::Automatic };
    let form = r#"{"id": "f", "title": "F", "fields": [{"id": "key", "type": "text", "label": "Your key",
        "rendering": {"inputType": "password"}}]}"#;
    let mut session = FormSession::new(Form::parse(form).unwrap());
    let theme = Theme { colours: Colours::Sixteen, symbols: Symbols::Unicode };
    let _ = askwell_term::ask(&mut session, &mut PanickingAsker, mode, Stdin::Taken, theme);
}

#[test]
fn terminal_is_restored_after_a_panic() {
    for (task, ready) in [("wizard", "F1 help"), ("plain", "(not shown):")] {
        let seen =
            on_terminal("panic::asker_panics_on_submit", task, Path::new("/"), &[(ready, "hunter2\r")]);
        let screen = seen.screen();
        let contents = screen.contents();
        assert!(contents.contains("dropped the answers"), "{task}: the panic is visited:\n{contents}");
        assert!(contents.contains("SAME MODES, CODE 101"), "{task}:\n{contents}");
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste(), "{task}");
        assert!(!contents.contains("hunter2"), "{task}:\n{contents}");
    }
}
