//! The likely mistakes of the first minutes, in the order of docs/cli.md: each error says what to do.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use crate::pty::Tty;
use crate::server::{Server, data_in, make_key, program, until};

/// The program of a user with this home, who has no other settings.
fn user(home: &Path) -> Command {
    let mut command = program(home);
    command.env_remove("ASKWELL_SERVICE");
    command
}

#[track_caller]
fn check(output: &Output, code: i32, says: &[&str]) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
    for part in says {
        assert!(told.contains(part), "{part:?} is not in: {told}");
    }
}

#[test]
fn missing_service_wrong_port_and_wrong_scheme_are_told_apart() {
    let home = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let wrong = format!("http://{free}");
    let run = |arguments: &[&str]| user(home.path()).args(arguments).output().unwrap();
    check(&run(&["inbox", "--list", "--url", &wrong]), 2, &["cannot be reached", "askwell serve starts"]);
    check(&run(&["ask", "--confirm", "go", "--to", "local"]), 2, &["start one with askwell serve"]);
    check(&run(&["open"]), 2, &["askwell serve starts"]);

    let server = Server::from(user(home.path()), &["--memory"]);
    let right = format!("http://{}", server.address);
    check(&run(&["inbox", "--list", "--url", &wrong]), 2, &[&format!("your service runs at {right}")]);
    let secure = format!("https://{}", server.address);
    check(&run(&["inbox", "--list", "--url", &secure]), 2, &["use http:// in the address"]);
    check(&run(&["inbox", "--list", "--url", &server.address.to_string()]), 2, &["give a URL such as"]);
    let opened = run(&["open", "--print"]);
    assert_eq!(String::from_utf8(opened.stdout).unwrap(), format!("{right}/inbox\n"));
}

#[test]
fn missing_and_wrong_keys_are_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = data_in(&folder);
    make_key(&data, &["deployer"]);
    let server = Server::on_disk(&data);
    let url = format!("http://{}", server.address);
    for key in [None, Some("ask_wrong")] {
        let mut command = program(folder.path());
        command.args(["inbox", "--list", "--url", &url]).envs(key.map(|key| ("ASKWELL_KEY", key)));
        check(&command.output().unwrap(), 2, &["set ASKWELL_KEY", "askwell keys create NAME"]);
    }
}

#[test]
fn taken_port_is_replaced_if_it_is_the_default_and_reported_if_it_was_set() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let refused = program(folder.path()).args(["serve", "--memory", "--listen", &address]).output().unwrap();
    check(&refused, 2, &["another program has this port", "--listen"]);
    // Perhaps another program of this machine has the default port already.
    let default = TcpListener::bind("127.0.0.1:8787");
    let mut child = program(folder.path()).args(["serve", "--memory"]).spawn().unwrap();
    let mut told = String::new();
    let mut reader = std::io::BufReader::new(child.stderr.take().unwrap());
    until("the banner is there", || {
        std::io::BufRead::read_line(&mut reader, &mut told).unwrap();
        told.contains("Port 8787 is taken by another program, so this is a free one.")
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told.contains("Askwell listens on http://127.0.0.1:"), "{told}");
    assert!(!told.contains("http://127.0.0.1:8787"), "{told}");
    drop(default);
    let set = program(folder.path())
        .args([
            "serve",
            "--memory",
            "--set",
            "public_url=https://ask.example.com",
            "--set",
            &format!("listen={address}"),
        ])
        .output()
        .unwrap();
    check(&set, 2, &["another program has this port"]);
}

#[test]
fn data_folders_in_use_and_not_writable_are_reported() {
    let home = tempfile::tempdir().unwrap();
    let server = Server::from(user(home.path()), &["--data", "data"]);
    let run = |data: &str| {
        user(home.path()).args(["serve", "--listen", "127.0.0.1:0", "--data", data]).output().unwrap()
    };
    let running = format!("your service runs already, at http://{}", server.address);
    check(&run("data"), 2, &[&running, "askwell open", "--data"]);
    std::fs::write(home.path().join("file"), "").unwrap();
    check(&run("file/data"), 2, &["file/data", "--data"]);
}

#[test]
fn asking_without_a_terminal_names_the_other_ways() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path());
    // Stdin is the form, so that the person cannot answer there.
    std::fs::write(folder.path().join("form.json"), FORM).unwrap();
    command.args(["ask", "-"]).stdin(std::fs::File::open(folder.path().join("form.json")).unwrap());
    let mut detached = Command::new("setsid");
    detached.arg("-w").arg(command.get_program()).args(["ask", "-"]).current_dir(folder.path());
    detached.stdin(std::fs::File::open(folder.path().join("form.json")).unwrap());
    let ran = detached.output().unwrap();
    check(&ran, 2, &["no terminal", "--answers FILE", "--to local"]);
}

const FORM: &str = r#"{"id": "a", "title": "A", "fields": [{"id": "b", "type": "text", "label": "B"}]}"#;

#[test]
fn broken_form_files_are_reported_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text.json"), "hello").unwrap();
    std::fs::write(folder.path().join("comma.json"), FORM.replace("}]}", "},]}")).unwrap();
    let run = |arguments: &[&str]| program(folder.path()).args(arguments).output().unwrap();
    check(&run(&["ask", "missing.json"]), 2, &["missing.json", "there is no such file"]);
    check(&run(&["ask", "missing"]), 2, &["files here: comma.json, text.json"]);
    check(&run(&["ask", "text.json"]), 1, &["text.json:1:1"]);
    check(&run(&["ask", "comma.json"]), 1, &["comma.json:1:", "comma"]);
    check(&run(&["chekc", "text.json"]), 2, &["'check'"]);
}

#[test]
fn mcp_server_in_a_terminal_says_what_it_is() {
    let home = tempfile::tempdir().unwrap();
    let mut command = portable_pty::CommandBuilder::new(env!("CARGO_BIN_EXE_askwell"));
    command.args(["mcp", "--service", "none"]);
    command.env("HOME", home.path());
    command.cwd(home.path());
    let mut tty = Tty::start(command, (100, 30));
    tty.wait_for("an MCP client starts it");
    tty.wait_for("askwell setup");
    tty.keys("\x03");
    tty.finish();
}
