//! A panic in the middle of a form leaves the terminal as it was.

use std::path::Path;

use askwell_form::{Answers, Form};
use askwell_term::{Asker, Colours, Look, Manner, Reception, Session, Signs, Stdin, Waiting};

use crate::{on_terminal, task};

struct Clumsy;

impl Asker for Clumsy {
    fn waiting(&mut self) -> Waiting {
        Waiting::Unhurried
    }

    fn extend(&mut self) {}

    #[expect(clippy::panic, reason = "that is what it is for")]
    fn submit(&mut self, _answers: &Answers) -> Reception {
        panic!("dropped the answers")
    }
}

#[test]
fn whoever_asks_panics() {
    let Some(task) = task() else { return };
    let manner = if task == "plain" { Manner::Plain } else { Manner::Automatic };
    let form = r#"{"id": "f", "title": "F", "fields": [{"id": "key", "type": "text", "label": "Your key",
        "rendering": {"inputType": "password"}}]}"#;
    let mut session = Session::new(Form::parse(form).unwrap());
    let look = Look { colours: Colours::Sixteen, signs: Signs::Unicode };
    let _ = askwell_term::ask(&mut session, &mut Clumsy, manner, Stdin::Taken, look);
}

#[test]
fn the_terminal_is_as_it_was() {
    for (task, ready) in [("wizard", "F1 help"), ("plain", "(not shown):")] {
        let seen = on_terminal("panic::whoever_asks_panics", task, Path::new("/"), &[(ready, "hunter2\r")]);
        let screen = seen.screen();
        let contents = screen.contents();
        assert!(contents.contains("dropped the answers"), "{task}: the panic is seen:\n{contents}");
        assert!(contents.contains("SAME MODES, CODE 101"), "{task}:\n{contents}");
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste(), "{task}");
        assert!(!contents.contains("hunter2"), "{task}:\n{contents}");
    }
}
