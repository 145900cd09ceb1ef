//! In a shell: prompts on the terminal while stdout is a pipe, answers that a shell can use.

use tempfile::TempDir;

use crate::pty::{Tty, shell};

#[test]
fn stdout_holds_the_answers_only() {
    let folder = TempDir::new().unwrap();
    let script = r#"name=$($ASKWELL ask --text name --as value); echo "got <$name>, code $?""#;
    let mut tty = Tty::start(shell(folder.path(), script), (80, 24));
    tty.wait_for("F1 help");
    tty.keys("it's; $(date)\r");
    tty.wait_for("got <it's; $(date)>, code 0");
    tty.finish();
}

#[test]
fn form_from_stdin_is_answered_on_the_terminal() {
    let folder = TempDir::new().unwrap();
    let form =
        r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "From the pipe"}]}"#;
    std::fs::write(folder.path().join("form.json"), form).unwrap();
    for plain in ["", "--plain"] {
        let script = format!("cat form.json | $ASKWELL ask - {plain} | tee out; echo END");
        let mut tty = Tty::start(shell(folder.path(), &script), (80, 24));
        tty.wait_for("From the pipe");
        tty.keys("x\r");
        tty.wait_for("END");
        tty.finish();
        assert_eq!(std::fs::read_to_string(folder.path().join("out")).unwrap(), "{\"a\":\"x\"}\n");
    }
}

#[test]
fn exports_are_safe_to_evaluate() {
    let folder = TempDir::new().unwrap();
    let script = r#"eval "$($ASKWELL ask --text name --multi tags=a,b --as export)"; echo "[$answer_name] [$answer_tags]""#;
    let mut tty = Tty::start(shell(folder.path(), script), (80, 24));
    tty.wait_for("F1 help");
    tty.keys("'; touch owned; '\r");
    tty.wait_for("Tags");
    tty.keys(" \x1b[B \r");
    tty.wait_for("Review");
    tty.keys("\r");
    tty.wait_for("['; touch owned; '] [a");
    tty.finish();
    assert!(!folder.path().join("owned").exists());
}

#[test]
fn environment_selects_plain_mode() {
    for (variable, value) in [("TERM", "dumb"), ("ACCESSIBLE", "1")] {
        let folder = TempDir::new().unwrap();
        let mut command = shell(folder.path(), "$ASKWELL ask --text name");
        command.env(variable, value);
        let mut tty = Tty::start(command, (80, 24));
        tty.wait_for("Plain mode: one question at a time.");
        tty.wait_for("Answer:");
        tty.keys("Desk\r");
        tty.wait_for(r#"{"name":"Desk"}"#);
        assert!(!tty.raw().contains(&0x1b));
        tty.finish();
    }
}
