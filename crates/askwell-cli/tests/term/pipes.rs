//! Plain mode over a pipe: what a script or `expect` sees.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

struct RunOutput {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> RunOutput {
    run_in("C.UTF-8", folder, arguments, input)
}

/// Runs the program in a language of the terminal.
fn run_in(locale: &str, folder: &Path, arguments: &[&str], input: &str) -> RunOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_askwell"));
    command.current_dir(folder).args(arguments).env_remove("ACCESSIBLE");
    command.env_remove("LANGUAGE").env("LC_ALL", locale);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunOutput { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let form = include_str!("../../../../examples/forms/deployment-approval.json");
    std::fs::write(folder.path().join("form.json"), form).unwrap();
    let answers = include_str!("../../../../examples/forms/deployment-approval.answers.json");
    std::fs::write(folder.path().join("answers.json"), answers).unwrap();
    std::fs::write(folder.path().join("some.json"), r#"{"environment": "production"}"#).unwrap();
    std::fs::write(folder.path().join("change.txt"), "Approved by the board.\n").unwrap();
    folder
}

#[test]
fn dialog_over_a_pipe() {
    let folder = folder();
    let input = "3\none\n?\n1.4.2\ny\nFixes the checkout\n.\n2026-03-02 18:00\n1, 2\nhttps://wiki.example.com/\nchange.txt\ny\n";
    let ran = run(folder.path(), &["ask", "form.json"], input);
    insta::assert_snapshot!("conversation", steady(&ran.stderr));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with(r#"{"environment":"production","version":"1.4.2","approve":true"#),
        "{}",
        ran.stdout
    );
}

/// Without the seconds that have passed.
fn steady(transcript: &str) -> String {
    let line = |line: &str| if line.contains(" left") { "(time left)".to_owned() } else { line.to_owned() };
    transcript.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_outcome_over_a_pipe_has_its_exit_code() {
    let folder = folder();
    for (arguments, input, code, says) in [
        (&["ask", "form.json"][..], "!decline\n", 3, "Declined. Nothing was sent."),
        (&["ask", "form.json"], "!cancel\n", 4, "Cancelled. Nothing was sent."),
        (&["ask", "form.json"], "", 4, "Left. Nothing was sent."),
        (&["ask", "form.json"], "3\n1.4.2", 4, "Left. Nothing was sent."),
        (&["ask", "--text", "name"], "Desk\n", 0, "Sent. Thank you."),
        (&["ask", "--text", "name", "--as", "value"], "\n", 4, "Name is required."),
        (&["ask", "nonesuch.json"], "", 2, "there is no such file"),
        (&["ask", "some.json"], "", 1, "`fields` is missing"),
        (
            &["ask", "--text", "name", "--select", "env"],
            "",
            2,
            "--select env: an empty list; expected at least one item; options follow the name: env=dev,prod\n",
        ),
        (&["ask", "--number", "n=abc"], "", 2, "--number n=abc: wrong type of value; expected a number"),
        (&["ask", "--text", "a", "--title", ""], "", 2, "title: a text of 0 characters"),
        (&["ask", "form.json", "--as", "value"], "", 2, "more than one field"),
        (&["ask", "form.json", "--as", "value=nonesuch"], "", 2, "no field `nonesuch`"),
        (&["ask", "form.json", "--text", "x"], "", 2, "cannot be used with"),
        (&["ask"], "", 2, "required arguments"),
        (&["ask", "form.json", "--timeout", "soon"], "", 2, "90s, 5m or 1h"),
        (&["ask", "-", "--answers", "-"], "", 2, "only one of"),
    ] {
        let ran = run(folder.path(), arguments, input);
        assert_eq!(ran.code, Some(code), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{arguments:?}: {}", ran.stderr);
        assert!(code == 0 || ran.stdout.is_empty(), "{arguments:?}: {}", ran.stdout);
    }
}

#[test]
fn questions_from_the_command_line_keep_their_order() {
    let folder = folder();
    let arguments = [
        "ask",
        "--confirm",
        "Deploy?",
        "--text",
        "name",
        "--select",
        "env=dev,*prod",
        "--text",
        "[nick]",
        "--number",
        "port=80",
    ];
    let ran = run(folder.path(), &arguments, "yes\nDesk\n\n\n\ny\n");
    assert_eq!(
        ran.stdout, "{\"deploy\":true,\"name\":\"Desk\",\"env\":\"prod\",\"port\":80}\n",
        "{}",
        ran.stderr
    );
}

#[test]
fn answers_from_a_file_are_checked_and_not_asked_for() {
    let folder = folder();
    let ran =
        run(folder.path(), &["ask", "form.json", "--answers", "answers.json", "--as", "value=version"], "");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "1.4.2\n", ""));
    let ran = run(folder.path(), &["ask", "form.json", "--answers", "some.json"], "");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.stderr.contains("Version is required.") && ran.stderr.contains("`version` is not here"),
        "{}",
        ran.stderr
    );
    let answers = std::fs::read_to_string(folder.path().join("answers.json")).unwrap();
    let ran = run(folder.path(), &["ask", "form.json", "--answers", "-"], &answers);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}

#[test]
fn bytes_after_the_answers_stay_on_the_pipe() {
    let folder = folder();
    let script = "$ASKWELL ask --text first --as value; $ASKWELL ask --text second --as value; cat";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).env("ASKWELL", env!("CARGO_BIN_EXE_askwell")).current_dir(folder.path());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"one\ntwo\nthree\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"one\ntwo\nthree\n");
}

#[test]
fn silent_pipe_times_out() {
    let folder = folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_askwell"));
    command.current_dir(folder.path()).args(["ask", "form.json", "--timeout", "100ms"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let held_open = child.stdin.take();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    drop(held_open);
}

#[test]
fn translated_form_is_asked_in_the_language_of_the_terminal() {
    let folder = folder();
    let form = r#"{"id": "f", "title": "Trip", "fields": [
        {"id": "days", "type": "number", "label": "Days", "required": true, "validation": {"maximum": 9}}],
        "translations": {"de": {"title": "Reise", "fields": {"days": {"label": "Tage"}}}}}"#;
    std::fs::write(folder.path().join("trip.json"), form).unwrap();
    let english = run(folder.path(), &["ask", "trip.json"], "12\n3\n");
    let german = run_in("de_DE.UTF-8", folder.path(), &["ask", "trip.json"], "12\n3\n");
    for shown in ["Trip", "Days must be at most 9."] {
        assert!(english.stderr.contains(shown), "{}", english.stderr);
        assert!(!german.stderr.contains(shown), "{}", german.stderr);
    }
    for shown in ["Reise", "Tage"] {
        assert!(german.stderr.contains(shown), "{}", german.stderr);
    }
    assert_eq!((german.code, &german.stdout), (english.code, &english.stdout));
    assert_eq!(german.code, Some(0));
}
