//! `askwell demo`: the page is answered by a browser without a screen, and the answer is printed.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::ChildStderr;

use crate::ask_web::{Browser, Page, Program, between};
use crate::server::program;

/// The running demo and the rest of what it reports.
fn start(arguments: &[&str]) -> (Page, BufReader<ChildStderr>, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path());
    command.arg("demo").args(arguments).env("TMPDIR", home.path());
    for name in ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"] {
        command.env_remove(name);
    }
    let mut program = Program(Some(command.spawn().unwrap()));
    let mut reader = BufReader::new(program.child().stderr.take().unwrap());
    let mut told = String::new();
    while !told.contains("Ctrl-C ends the demo.") {
        assert!(reader.read_line(&mut told).unwrap() > 0, "{told}");
    }
    let (address, path) = between(&told, "answer here: http://", "\n").split_once('/').unwrap();
    let page = Page { program, address: address.parse().unwrap(), path: format!("/{path}") };
    (page, reader, home)
}

#[test]
fn answer_on_the_page_is_printed_with_three_suggestions() {
    let (page, mut reports, home) = start(&[]);
    let mut browser = Browser::open(&page);
    let shown = browser.get(&page.path).text();
    for part in ["Deploy shop 1.4.2 to production?", "412 passed, 0 failed", "release-train"] {
        assert!(shown.contains(part), "{shown}");
    }
    for part in ["Time left", "until <time", "data-extend"] {
        assert!(!shown.contains(part), "the question does not expire: {shown}");
    }
    let sent = browser.press(&page, "approve", "comment=Go");
    assert_eq!(sent.status, 303, "{sent:?}");
    let result = browser.get(sent.header("location").unwrap());
    assert_eq!(result.status, 200, "the page with the result is still served: {result:?}");
    let mut told = String::new();
    reports.read_to_string(&mut told).unwrap();
    let output = page.finish();
    assert!(output.status.success(), "{told}");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(stdout, "{\"approved\":true,\"comment\":\"Go\"}\n");
    assert_eq!(told.matches("\n  askwell ").count(), 3, "{told}");
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "nothing is left on disk");
}

#[test]
fn interrupt_ends_the_demo_and_leaves_nothing() {
    let (mut page, mut reports, home) = start(&["--no-browser"]);
    page.interrupt();
    let mut told = String::new();
    reports.read_to_string(&mut told).unwrap();
    assert_eq!(page.finish().status.code(), Some(4), "{told}");
    assert!(told.contains("nothing was kept"), "{told}");
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
}
