//! `askwell call` with a shell script as the server: arguments, output, and clean-up.

use std::process::Stdio;

use insta::assert_snapshot;

use crate::process::{Folder, RunOutput};

/// A legacy server. Its tools ask, and say in their result what they were answered.
const SERVER: &str = include_str!("../servers/asking.sh");

fn folder() -> Folder {
    Folder::with(&[
        ("server.sh", SERVER),
        ("good.json", r#"{"project": "harbour", "note": "none", "other": 1}"#),
        ("bad.json", r#"{"project": "h"}"#),
    ])
}

fn call(arguments: &[&str]) -> RunOutput {
    folder().run(&[&["call", "sh server.sh"], arguments].concat())
}

/// What a person would see who types these lines.
fn typed(arguments: &[&str], lines: &str) -> RunOutput {
    folder().run_with_stdin(&[&["call", "sh server.sh"], arguments].concat(), lines.as_bytes())
}

#[test]
fn tools_are_listed() {
    assert_snapshot!("list", call(&["--list"]).transcript());
    let json = call(&["--list", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(list["tools"][0]["name"], "register");
    assert!(!json.stdout.contains('\u{1b}'));
}

#[test]
fn answers_come_from_a_file() {
    for (name, arguments) in [
        ("good", &["register", "team=a", "--answers", "good.json"][..]),
        ("bad", &["register", "team=a", "--answers", "bad.json"]),
        ("both", &["both", "--answers", "good.json"]),
        ("page", &["connect", "--answers", "good.json"]),
        ("page-consent", &["connect", "--answers", "good.json", "--consent", "xn--pple-43d.example"]),
        ("decline", &["register", "--decline"]),
        ("cancel", &["connect", "--cancel"]),
        ("fail", &["fail", "--cancel"]),
        ("json", &["fail", "--cancel", "--json"]),
    ] {
        assert_snapshot!(name, call(arguments).transcript());
    }
}

#[test]
fn person_answers_line_by_line() {
    for (name, tool, lines) in [
        ("typed", "register", "h\nharbour\n\ny\n"),
        ("typed-both", "both", "harbour\nlarge\ny\nhello\ny\n"),
        ("typed-page", "connect", "y\n"),
        ("typed-page-no", "connect", "n\n"),
        ("typed-end", "register", "harbour\n"),
    ] {
        assert_snapshot!(name, typed(&[tool], lines).transcript());
    }
}

#[test]
fn unknown_tools_and_servers_are_reported() {
    for (name, arguments) in [
        ("no-tool", &["regist", "--cancel"][..]),
        ("no-argument", &["register", "team", "--cancel"]),
        ("wrong-argument", &["register", "count=many", "--cancel"]),
        ("no-answers", &["register", "--answers", "none.json"]),
    ] {
        assert_snapshot!(name, call(arguments).transcript());
    }
    let folder = folder();
    for (name, server) in
        [("no-program", "./no-such-program"), ("no-server", "true"), ("no-address", "http://127.0.0.1:9/mcp")]
    {
        let ran = folder.run(&["call", server, "t", "--cancel"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{name}");
        assert!(ran.stderr.starts_with("error: cannot speak with"), "{name}: {}", ran.stderr);
    }
}

fn pushing(era: &str, arguments: &[&str]) -> RunOutput {
    let folder = folder();
    folder.put("pushing.sh", include_bytes!("../servers/pushing.sh"));
    folder.run(&[&["call", &format!("sh pushing.sh {era}")], arguments].concat())
}

#[test]
fn modern_server_that_sends_requests_gets_a_hint_for_era_legacy() {
    for (tool, code) in [("push", 0), ("failing", 1)] {
        let ran = pushing("modern", &[tool, "--decline"]);
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert_eq!(ran.stderr.matches("--era legacy").count(), 1, "{}", ran.stderr);
        let ran = pushing("legacy", &[tool, "--decline"]);
        assert!(!ran.stderr.contains("--era legacy"), "{}", ran.stderr);
    }
}

#[test]
fn call_without_a_person_stops_after_the_question_limit() {
    for arguments in [&["endless", "--decline"][..], &["endless", "--cancel", "--most-questions", "3"]] {
        let ran = pushing("legacy", arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{}", ran.stderr);
        let most = if arguments.len() > 2 { 3 } else { 20 };
        assert!(ran.stderr.contains(&format!("more than {most} questions")), "{}", ran.stderr);
    }
}

#[test]
fn wait_for_a_required_page_is_reported_and_ends() {
    let consent = ["page", "--answers", "good.json", "--consent", "example.com", "--page-wait", "1s"];
    let ran = pushing("legacy", &consent);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("waiting up to 1 s until the server says"), "{}", ran.stderr);
    assert!(ran.stderr.contains("the server did not report it as complete in time"), "{}", ran.stderr);
}

/// Only the program that the person named opens the page, and only after consent.
#[test]
fn pages_are_opened_only_with_consent() {
    let folder = folder();
    folder.put("browser", b"#!/bin/sh\nprintf '%s' \"$1\" > opened.part && mv opened.part opened\n");
    let browser = folder.path().join("browser");
    std::process::Command::new("chmod").arg("+x").arg(&browser).status().unwrap();
    let opened = folder.path().join("opened");
    let arguments = ["call", "sh server.sh", "connect", "--open-with", browser.to_str().unwrap()];
    folder.run_with_stdin(&arguments, b"n\n");
    assert!(!opened.exists());
    folder.run_with_stdin(&arguments, b"y\n");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !opened.exists() {
        assert!(std::time::Instant::now() < deadline, "nothing was opened");
        std::thread::yield_now();
    }
    assert_eq!(folder.read("opened"), "http://xn--pple-43d.example/sign-in?x=1");
}

/// Ctrl-C ends the call, and the server with it.
#[cfg(target_os = "linux")]
#[test]
fn interrupt_ends_the_call_and_the_server() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = folder();
    let mut child =
        folder.command(&["call", "sh server.sh", "silent"]).stdin(Stdio::piped()).spawn().unwrap();
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let pid = loop {
        let text = std::fs::read_to_string(folder.path().join("silent.pid")).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(std::time::Instant::now() < deadline, "the tool was not called");
        std::thread::yield_now();
    };
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    assert_eq!(status.signal(), Some(2), "{status}");
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().unwrap_or_default().trim_start().chars().next();
    assert!(matches!(state, None | Some('Z')), "the server still runs: {stat}");
}
