//! A panic in the middle of a form leaves the terminal as it was, on a real terminal.
//!
//! The test runs itself again on a terminal of its own, and there the one who asks panics.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

use std::io::{Read as _, Write as _};
use std::num::NonZero;

use askwell_form::{Answers, Form};
use askwell_term::{Asker, Colours, Look, Manner, Reception, Session, Signs, Stdin, Waiting};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Set for the run on the terminal: `wizard` or `plain`.
const MANNER: &str = "PANIC_IN";

struct Clumsy;

impl Asker for Clumsy {
    fn waiting(&mut self) -> Waiting {
        Waiting::Unhurried
    }

    fn extend(&mut self) {}

    fn submit(&mut self, _answers: &Answers) -> Reception {
        panic!("dropped the answers")
    }
}

/// Does nothing unless it is run on the terminal below.
#[test]
fn whoever_asks_panics() {
    let Ok(manner) = std::env::var(MANNER) else { return };
    let manner = if manner == "plain" { Manner::Plain } else { Manner::Automatic };
    let form = r#"{"id": "f", "title": "F", "fields": [{"id": "key", "type": "text", "label": "Your key",
        "rendering": {"inputType": "password"}}]}"#;
    let mut session = Session::new(Form::parse(form).unwrap());
    let look = Look { colours: Colours::Sixteen, signs: Signs::Unicode };
    let _ = askwell_term::ask(&mut session, &mut Clumsy, manner, Stdin::Taken, look);
}

#[test]
fn the_terminal_is_as_it_was() {
    for manner in ["wizard", "plain"] {
        let script = "before=$(stty -a); \"$PROGRAM\" --exact whoever_asks_panics --nocapture; code=$?; \
                      after=$(stty -a); [ \"$before\" = \"$after\" ] && echo SAME MODES, CODE $code";
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new("/bin/sh");
        command.args(["-c", script]);
        command.env("PROGRAM", std::env::current_exe().unwrap());
        command.env(MANNER, manner);
        command.env("TERM", "xterm");
        command.env("RUST_BACKTRACE", "0");
        command.env_remove("ACCESSIBLE");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut keyboard = pair.master.take_writer().unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let some = |number| NonZero::new(number).unwrap();
        let mut parser = vt100::Parser::new(some(24), some(100), 0);
        let (mut bytes, mut typed) = ([0; 4096], false);
        while let Ok(read @ 1..) = reader.read(&mut bytes) {
            parser.process(&bytes[..read]);
            let ready = if manner == "plain" { "(not shown):" } else { "F1 help" };
            if !typed && parser.screen().contents().contains(ready) {
                keyboard.write_all(b"secret\r").unwrap();
                typed = true;
            }
        }
        child.wait().unwrap();
        let screen = parser.screen();
        let contents = screen.contents();
        assert!(contents.contains("dropped the answers"), "{manner}: the panic is seen:\n{contents}");
        assert!(contents.contains("SAME MODES, CODE 101"), "{manner}:\n{contents}");
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste(), "{manner}");
        assert!(!contents.contains("secret"), "{manner}:\n{contents}");
    }
}
