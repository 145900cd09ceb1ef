//! Runs every Rust example as a user does: real processes, answers over stdin, a page or MCP.
//!
//! `cargo test` builds the examples first; with `--test examples` alone, run `cargo build --examples` before.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

#[path = "support/browser.rs"]
mod browser;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use askwell::form::Field;
use askwell::mcp::client::{Client, Command as ServerCommand, FormReply, FormRequest};
use askwell::mcp::wire::Era;
use browser::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Returns the built program of an example.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().and_then(Path::parent).unwrap().join("examples").join(name);
    assert!(path.exists(), "{} is not there: run cargo build --examples", path.display());
    path
}

/// A running example, which is killed and waited for when it is dropped.
struct Running {
    child: Child,
    stdout: BufReader<ChildStdout>,
}

impl Running {
    fn start(name: &str, arguments: &[&str]) -> Running {
        let mut command = Command::new(program(name));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Running { child, stdout }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Returns the link in the next line.
    fn link(&mut self) -> String {
        let line = self.line();
        let (_, link) = line.split_once("here: ").unwrap_or_else(|| panic!("no link: {line:?}"));
        link.to_owned()
    }

    /// Waits for the end and returns the rest of stdout.
    fn finish(mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(self.child.wait().unwrap().success(), "{rest}\n{errors}");
        rest
    }

    /// Types lines into stdin, and returns what the program printed until its end.
    fn type_lines(mut self, lines: &str) -> String {
        self.child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        self.finish()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn terminal_asks_again_after_a_mistake() {
    let printed = Running::start("terminal", &[]).type_lines("one\n1.4.2\n30\n3\ny\n");
    assert_eq!(printed, "deploying 3 × 1.4.2\n");
    assert_eq!(Running::start("terminal", &[]).type_lines("!decline\n"), "not deployed\n");
}

#[test]
fn conditions_ask_only_what_matters() {
    let printed = Running::start("conditions", &[]).type_lines("production\n12\nCHG-1\nBlack Friday\ny\n");
    let expected =
        json!({"environment": "production", "replicas": 12, "ticket": "CHG-1", "reason": "Black Friday"});
    assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), expected);
    let printed = Running::start("conditions", &[]).type_lines("staging\n2\ny\n");
    assert_eq!(
        serde_json::from_str::<Value>(&printed).unwrap(),
        json!({"environment": "staging", "replicas": 2})
    );
}

#[test]
fn hosted_page_finds_its_question_after_a_crash() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let arguments = ["127.0.0.1:0", data.to_str().unwrap()];
    let token = |link: &str| link.rsplit('/').next().unwrap().to_owned();

    let mut crashed = Running::start("hosted_page", &arguments);
    let first = token(&crashed.link());
    drop(crashed);

    let mut running = Running::start("hosted_page", &arguments);
    let link = running.link();
    assert_eq!(token(&link), first);
    let shown = Browser::open(&link).press("send", "answer=1.4.2");
    assert!(shown.starts_with("HTTP/1.1 200"), "{shown}");
    assert_eq!(running.finish(), "releasing 1.4.2\n");

    let mut again = Running::start("hosted_page", &arguments);
    assert_eq!(token(&again.link()), first);
    assert_eq!(again.finish(), "releasing 1.4.2\n");
}

#[test]
fn approval_prints_who_decided_what() {
    for (button, fields, expected) in [
        ("approve", "comment=Go.", "approved by ops@example.com: Go.\n"),
        ("reject", "comment=Friday.", "rejected: Friday.\n"),
    ] {
        let mut running = Running::start("approval", &["127.0.0.1:0"]);
        let browser = Browser::open(&running.link());
        for shown in
            ["412 passed, <strong>0 failed</strong>", "<ins>connections = 500</ins>", "noon", "deploy-bot"]
        {
            assert!(browser.text.contains(shown), "{shown}: {}", browser.text);
        }
        browser.press(button, fields);
        assert_eq!(running.finish(), expected);
    }
}

#[test]
fn secret_is_never_printed_nor_stored_in_the_clear() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let mut running = Running::start("secrets", &["127.0.0.1:0", data.to_str().unwrap()]);
    Browser::open(&running.link()).press("send", "account=ci&token=swordfish-1");
    let printed = running.finish();
    assert!(printed.contains("ci has a token of 11 characters"), "{printed}");
    assert!(!printed.contains("swordfish"), "{printed}");
    for entry in std::fs::read_dir(&data).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(9).any(|part| part == b"swordfish"));
    }
}

#[test]
fn uploaded_file_is_read() {
    let mut running = Running::start("uploads", &["127.0.0.1:0"]);
    let browser = Browser::open(&running.link());
    browser.press_with_file("send", "log", "run.log", "started\nfailed\n");
    assert_eq!(running.finish(), "run.log: 15 bytes, 2 lines\n");
}

/// Answers a form by the names of its fields.
async fn answer(request: FormRequest) -> FormReply {
    let answers = match request.form.fields().iter().map(Field::id).collect::<Vec<_>>().as_slice() {
        ["region", "replicas"] => json!({"region": "america", "replicas": 4}),
        ["confirm"] => json!({"confirm": true}),
        other => panic!("unexpected fields: {other:?}"),
    };
    request.accept(&answers).unwrap_or(FormReply::Cancel)
}

async fn call_tool(example: &str, era: Era) -> String {
    let client = Client::builder("tests", "1").on_form(answer).only_era(era);
    let client = client.connect(ServerCommand::new(program(example))).await.unwrap();
    let result = client.call_tool("deploy", json!({})).await.unwrap().text();
    client.close().await;
    result
}

#[tokio::test]
async fn mcp_servers_ask_clients_of_both_eras() {
    for era in [Era::Legacy, Era::Modern] {
        assert_eq!(call_tool("mcp_server", era).await, "Deployed 4 copies to America.", "{era:?}");
        assert_eq!(call_tool("rmcp_adapter", era).await, "Deployed.", "{era:?}");
    }
}

#[test]
fn mcp_client_asks_in_the_terminal() {
    for (server, typed, expected) in [
        ("mcp_server", "europe\n2\ny\nyes\n", "Deployed 2 copies to Europe.\n"),
        ("mcp_server", "!decline\n", "The person declined.\n"),
        ("rmcp_adapter", "no\n", "Nothing was deployed.\n"),
    ] {
        let running = Running::start("mcp_client", &["deploy", program(server).to_str().unwrap()]);
        assert_eq!(running.type_lines(typed), expected);
    }
}

#[test]
fn testing_runs_every_scenario() {
    let printed = Running::start("testing", &[]).finish();
    assert_eq!(printed.lines().count(), 4, "{printed}");
    assert!(printed.contains("Declines: no version"), "{printed}");
}

#[test]
fn examples_are_listed_short_and_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let list = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(folder.join("rust")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(list.contains(&format!("rust/{name}.rs")), "examples/README.md does not list {name}");
        assert!(text.lines().count() <= 60 && text.starts_with("//! "), "{name}");
        assert!(text.contains("`cargo run --example "), "{name} does not say how to run it");
        count += 1;
    }
    assert_eq!(count, 10);
}
