//! Interrupts, hang-ups, suspensions and resize storms: the terminal is as it was, and the exit code says why.

use tempfile::TempDir;

use crate::pty::{Tty, askwell, hang_up_after, shell};

const FORM: &str = r#"{"id": "f", "title": "Two questions", "fields": [
    {"id": "name", "type": "text", "label": "Your name", "required": true},
    {"id": "key", "type": "text", "label": "Your key", "rendering": {"inputType": "password"}}]}"#;

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("form.json"), FORM).unwrap();
    folder
}

#[test]
fn signals_restore_the_terminal() {
    for (arguments, ready) in
        [(&["ask", "form.json"][..], "F1 help"), (&["ask", "form.json", "--plain"], "Answer:")]
    {
        for (signal, expected) in
            [("TERM", Some("Terminated")), ("HUP", Some("Hangup")), ("QUIT", Some("Quit")), ("INT", None)]
        {
            let folder = folder();
            let tty = Tty::start(askwell(folder.path(), arguments), (80, 24));
            tty.wait_for(ready);
            tty.signal(signal);
            let (status, _) = tty.finish();
            match expected {
                Some(name) => assert_eq!(status.signal(), Some(name), "{arguments:?} {signal}"),
                None => assert_eq!(status.exit_code(), 4, "{arguments:?} {signal}"),
            }
        }
    }
}

/// What a shell says about the terminal before and after must be the same.
#[test]
fn terminal_modes_are_restored() {
    for (ask, keys) in [
        ("$ASKWELL ask form.json", "\x03"),
        ("$ASKWELL ask form.json", "Desk\r\r\r"),
        ("$ASKWELL ask form.json --plain", "Desk\r\r!decline\r"),
        ("$ASKWELL ask form.json --plain", "Desk\r\x03"),
        ("$ASKWELL ask form.json --plain", "Desk\r\x1c"),
    ] {
        let folder = folder();
        let script = format!(
            "stty -a > before; trap : INT QUIT; {ask} > out; stty -a > after; cmp before after && echo SAME"
        );
        let mut tty = Tty::start(shell(folder.path(), &script), (80, 24));
        tty.wait_for("Your name");
        tty.keys(keys);
        tty.wait_for("SAME");
        let raw = String::from_utf8_lossy(&tty.raw()).into_owned();
        let (entered, left) = (raw.matches("\x1b[?1049h").count(), raw.matches("\x1b[?1049l").count());
        assert_eq!(entered, left, "{ask}");
        tty.finish();
    }
}

#[test]
fn secrets_are_not_echoed_in_plain_mode() {
    let folder = folder();
    let mut tty = Tty::start(
        shell(folder.path(), "$ASKWELL ask form.json --plain --as value=key > out; cat out | wc -c"),
        (80, 24),
    );
    tty.wait_for("Answer:");
    tty.keys("Desk\r");
    tty.wait_for("(not shown):");
    tty.keys("hunter2\r");
    tty.wait_for("Review");
    tty.keys("y\r");
    tty.wait_for("Sent. Thank you.");
    let raw = String::from_utf8_lossy(&tty.raw()).into_owned();
    assert!(!raw.contains("hunter2") && raw.contains("••••••"), "{raw}");
    tty.finish();
    assert_eq!(std::fs::read_to_string(folder.path().join("out")).unwrap(), "hunter2\n");
}

#[test]
fn hang_up_ends_the_program() {
    for arguments in [&["ask", "form.json"][..], &["ask", "form.json", "--plain"]] {
        let folder = folder();
        let status = hang_up_after(askwell(folder.path(), arguments), "Your name");
        assert!(!status.success(), "{arguments:?}: {status:?}");
    }
}

#[test]
fn repeated_resizes_keep_the_form() {
    let folder = folder();
    let mut tty = Tty::start(askwell(folder.path(), &["ask", "form.json"]), (80, 24));
    tty.wait_for("F1 help");
    tty.keys("A");
    for round in 0..60 {
        tty.resize((20 + round * 3 % 90, 3 + round * 7 % 40));
        tty.keys("d");
    }
    tty.resize((100, 30));
    tty.keys("a");
    tty.wait_for(&format!("A{}a", "d".repeat(60)));
    tty.wait_for("F1 help");
    tty.keys("\r\r\r");
    let (status, screen) = tty.finish();
    assert_eq!(status.exit_code(), 0, "{screen}");
}

#[test]
fn form_is_suspended_and_resumed() {
    let folder = folder();
    let script = "set -m; $ASKWELL ask form.json > out; echo PUT ASIDE; fg > /dev/null; echo DONE";
    let mut tty = Tty::start(shell(folder.path(), script), (80, 24));
    tty.wait_for("Your name");
    tty.keys("Desk\x1a");
    tty.wait_until("the form again", |screen| {
        screen.alternate_screen() && screen.contents().contains("Desk")
    });
    tty.keys("\r\r\r");
    tty.wait_for("DONE");
    tty.finish();
    assert_eq!(std::fs::read_to_string(folder.path().join("out")).unwrap(), "{\"name\":\"Desk\"}\n");
}
