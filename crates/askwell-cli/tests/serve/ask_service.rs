//! `askwell ask --to` and `askwell wait`: scripts ask a person at a running service.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::pty::Tty;
use crate::server::{Server, data_in, make_key, program, until};

fn ask(server: &Server, arguments: &[&str]) -> Command {
    let mut command = program(Path::new("/"));
    command.args(["ask", "--to", &format!("http://{}", server.address)]).args(arguments);
    command
}

fn wait(server: &Server, id: &str, arguments: &[&str]) -> Output {
    let url = format!("http://{}", server.address);
    program(Path::new("/")).args(["wait", id, "--url", &url]).args(arguments).output().unwrap()
}

/// The only open elicitation, as soon as there is one.
fn open(server: &Server) -> String {
    let mut id = None;
    until("a question is open", || {
        let listed = server.call("elicitation/list", json!({"status": ["pending", "active"]})).unwrap();
        id = listed["elicitations"][0]["elicitationId"].as_str().map(str::to_owned);
        id.is_some()
    });
    id.unwrap()
}

fn submit(server: &Server, id: &str, responses: &Value) {
    server.call("elicitation/submit", json!({"elicitationId": id, "responses": responses})).unwrap();
}

fn finish(child: Child) -> (Option<i32>, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn answer_of_the_service_is_printed_like_that_of_a_terminal() {
    let server = Server::in_memory();
    for (format, expected) in
        [("json", "{\"name\":\"Ada\"}\n"), ("value", "Ada\n"), ("export", "export answer_name='Ada'\n")]
    {
        let asking = ask(&server, &["--text", "name", "--as", format]).spawn().unwrap();
        submit(&server, &open(&server), &json!({"name": "Ada"}));
        let (code, stdout, stderr) = finish(asking);
        assert_eq!((code, stdout.as_str()), (Some(0), expected), "{stderr}");
        assert!(stderr.contains(&format!("answer here: http://{}/", server.address)), "{stderr}");
        assert!(!stderr.contains('█'), "no QR code without a terminal: {stderr}");
    }
}

#[test]
fn every_end_has_the_exit_code_of_ask() {
    let server = Server::in_memory();
    for (method, code) in [("elicitation/decline", 3), ("elicitation/cancel", 4)] {
        let asking = ask(&server, &["--confirm", "Deploy?"]).spawn().unwrap();
        let id = open(&server);
        server.call(method, json!({"elicitationId": id})).unwrap();
        let (ended, stdout, stderr) = finish(asking);
        assert_eq!((ended, stdout.as_str()), (Some(code), ""), "{stderr}");
        assert_eq!(wait(&server, &id, &[]).status.code(), Some(code));
    }
    let late = ask(&server, &["--confirm", "Deploy?", "--timeout", "1s"]).output().unwrap();
    assert_eq!(late.status.code(), Some(5));
}

#[test]
fn equal_questions_under_one_key_are_one_question() {
    let server = Server::in_memory();
    let arguments = ["--confirm", "go:Deploy?", "--key", "deploy-1", "--as", "value"];
    let first = ask(&server, &arguments).spawn().unwrap();
    let id = open(&server);
    let detached = ask(&server, &[&arguments[..], &["--detach"]].concat()).output().unwrap();
    assert_eq!(String::from_utf8(detached.stdout).unwrap().trim(), id);
    let early = wait(&server, &id, &["--timeout", "10ms"]);
    assert_eq!(early.status.code(), Some(5));
    assert!(String::from_utf8(early.stderr).unwrap().contains("stays open"));
    submit(&server, &id, &json!({"go": true}));
    assert_eq!(finish(first).1, "true\n");
    // Afterwards, the same question has its answer already.
    let again = ask(&server, &arguments).output().unwrap();
    assert_eq!(String::from_utf8(again.stdout).unwrap(), "true\n");
    assert_eq!(wait(&server, &id, &["--as", "value=go"]).stdout, b"true\n");
    let other = ask(&server, &["--confirm", "go:Deploy now?", "--key", "deploy-1"]).output().unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8(other.stderr).unwrap().contains("key"));
}

#[test]
fn waiting_script_survives_a_restart_of_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    let server = Server::on_disk(&data);
    let address = server.address.to_string();
    let asking = ask(&server, &["--text", "name", "--as", "value"]).stderr(Stdio::piped()).spawn().unwrap();
    let id = open(&server);
    server.kill();
    let arguments = ["--data", data.to_str().unwrap()];
    let server = Server::listening_at(&address, program(Path::new("/")), &arguments);
    submit(&server, &id, &json!({"name": "Ada"}));
    let (code, stdout, stderr) = finish(asking);
    assert_eq!((code, stdout.as_str()), (Some(0), "Ada\n"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn interrupted_question_is_taken_back_unless_it_has_a_key() {
    let server = Server::in_memory();
    for (key, status) in [(&[][..], "cancelled"), (&["--key", "mine"], "pending")] {
        let asking = ask(&server, &[&["--confirm", "Deploy?"], key].concat()).spawn().unwrap();
        let id = open(&server);
        let killed = Command::new("kill").args(["-INT", &asking.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let (code, stdout, stderr) = finish(asking);
        assert_eq!((code, stdout.as_str()), (None, ""), "{stderr}");
        let found = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
        assert_eq!(found["status"], status, "{stderr}");
        if status == "pending" {
            assert!(stderr.contains(&format!("askwell wait {id}")), "{stderr}");
        }
    }
}

#[test]
fn uploaded_file_is_printed() {
    let server = Server::in_memory();
    let asking = ask(&server, &["--file", "report", "--as", "value"]).spawn().unwrap();
    let id = open(&server);
    let path = format!("/uploads/{id}/report?filename=report.txt");
    let answer = server.ask("POST", &path, &[("content-type", "text/plain")], b"All is well.").json();
    submit(&server, &id, &json!({"report": answer}));
    let (code, stdout, stderr) = finish(asking);
    assert_eq!((code, stdout.as_str()), (Some(0), "All is well."), "{stderr}");
}

#[test]
fn key_person_and_code_reach_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["deployer"]);
    let file = folder.path().join("key");
    std::fs::write(&file, &key).unwrap();
    let arguments = ["--data", data.to_str().unwrap(), "--set", "people.identity=code"];
    let mut server = Server::with(folder.path(), &arguments);
    server.key = Some(key);
    let refused = ask(&server, &["--confirm", "Deploy?"]).output().unwrap();
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && told.contains("ASKWELL_KEY"), "{told}");
    let arguments = ["--confirm", "go", "--key-file", file.to_str().unwrap(), "--person", "ada", "--detach"];
    let asked = ask(&server, &arguments).output().unwrap();
    let told = String::from_utf8(asked.stderr).unwrap();
    assert!(told.contains("the code for this page: "), "{told}");
    let id = String::from_utf8(asked.stdout).unwrap();
    let found = server.call("elicitation/status", json!({"elicitationId": id.trim()})).unwrap();
    assert_eq!(found["person"], "ada");
}

#[test]
fn terminal_shows_a_qr_code_of_a_link_that_a_phone_can_open() {
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["deployer"]);
    let arguments = ["--data", data.to_str().unwrap(), "--set", "public_url=https://ask.example.com"];
    let mut server = Server::with(folder.path(), &arguments);
    server.key = Some(key.clone());
    for (environment, has_code, has_colour) in [
        (&[("TERM", "xterm"), ("LANG", "C.UTF-8")][..], true, true),
        (&[("TERM", "xterm"), ("LANG", "C.UTF-8"), ("NO_COLOR", "1")], true, false),
        (&[("TERM", "xterm"), ("LANG", "C")], false, false),
        (&[("TERM", "dumb"), ("LANG", "C.UTF-8")], false, false),
        (&[("TERM", "xterm"), ("LANG", "C.UTF-8"), ("ACCESSIBLE", "1")], false, false),
    ] {
        let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_askwell"));
        command.args(["ask", "--confirm", "go", "--detach", "--to", &format!("http://{}", server.address)]);
        command.env_clear();
        command.env("ASKWELL_KEY", &key);
        command.env("HOME", folder.path());
        for (name, value) in environment {
            command.env(name, value);
        }
        let (status, raw) = Tty::start(command, (100, 50)).finish_raw();
        assert!(status.success(), "{raw}");
        assert!(raw.contains("answer here: https://ask.example.com/"), "{raw}");
        assert_eq!(raw.contains('▀'), has_code, "{environment:?}: {raw}");
        assert_eq!(raw.contains("\u{1b}[97"), has_colour, "{environment:?}: {raw}");
    }
}
