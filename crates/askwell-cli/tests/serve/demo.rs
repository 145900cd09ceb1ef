//! `askwell demo`: the page is answered by a browser without a screen, and the answer is printed.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::UdpSocket;
use std::process::ChildStderr;

use crate::ask_web::{Browser, Page, Program, between};
use crate::pty::Tty;
use crate::server::program;

/// Variables that decide whether there is a browser.
const BROWSER_VARIABLES: [&str; 5] = ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"];

/// The running demo and the rest of what it reports.
fn start(arguments: &[&str]) -> (Page, BufReader<ChildStderr>, tempfile::TempDir) {
    let (page, _, reader, home) = start_with(arguments, &[]);
    (page, reader, home)
}

/// The running demo, what it has reported, and the rest of it.
fn start_with(
    arguments: &[&str],
    environment: &[(&str, &str)],
) -> (Page, String, BufReader<ChildStderr>, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path());
    command.arg("demo").args(arguments).env("TMPDIR", home.path());
    for name in BROWSER_VARIABLES {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    let mut program = Program(Some(command.spawn().unwrap()));
    let mut reader = BufReader::new(program.child().stderr.take().unwrap());
    let mut told = String::new();
    while !told.contains("Ctrl-C ends the demo.") {
        assert!(reader.read_line(&mut told).unwrap() > 0, "{told}");
    }
    let (address, path) = between(&told, "answer here: http://", "\n").split_once('/').unwrap();
    let page = Page { program, address: address.parse().unwrap(), path: format!("/{path}") };
    (page, told, reader, home)
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

#[test]
fn demo_over_ssh_prints_the_link_and_the_tunnel_to_it() {
    let environment = [("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.9 22"), ("USER", "person")];
    let (mut page, told, mut reports, _home) = start_with(&[], &environment);
    let port = page.address.port();
    let tunnel = format!("on your own computer: ssh -N -L {port}:127.0.0.1:{port} person@192.0.2.9\n");
    assert!(told.contains(&tunnel) && !told.contains("opened in your browser"), "{told}");
    page.interrupt();
    reports.read_to_string(&mut String::new()).unwrap();
    assert_eq!(page.finish().status.code(), Some(4));
}

#[test]
fn demo_for_a_phone_prints_a_qr_code_or_says_that_there_is_no_network() {
    let home = tempfile::tempdir().unwrap();
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_askwell"));
    command.args(["demo", "--phone"]);
    command.env_clear();
    for (name, value) in [("TERM", "xterm"), ("LANG", "C.UTF-8"), ("ASKWELL_SERVICE", "none")] {
        command.env(name, value);
    }
    command.env("HOME", home.path());
    command.env("TMPDIR", home.path());
    let mut tty = Tty::start(command, (100, 60));
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    let has_network = socket.connect("192.0.2.1:9").is_ok()
        && socket.local_addr().is_ok_and(|address| !address.ip().is_loopback());
    if has_network {
        tty.wait_for("Ctrl-C ends the demo.");
        tty.keys("\x03");
        let (_, raw) = tty.finish_raw();
        assert!(raw.contains("the code for this page: ") && raw.contains('▀'), "{raw}");
        assert!(!raw.contains("answer here: http://127.0.0.1"), "{raw}");
    } else {
        let (status, raw) = tty.finish_raw();
        assert!(!status.success() && raw.contains("try askwell demo without --phone"), "{raw}");
    }
    assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0, "nothing is left on disk");
}
