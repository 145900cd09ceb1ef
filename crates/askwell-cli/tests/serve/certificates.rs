//! A machine without certificate authorities, such as a slim container: unencrypted connections
//! work, and encrypted ones report what is missing.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::authority::Authority;
use crate::server::{GENEROUS, Server, program, until};

fn without_authorities(folder: &Path) -> Command {
    let mut command = program(folder);
    command.env("SSL_CERT_FILE", folder.join("none")).env("SSL_CERT_DIR", folder.join("none"));
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    without_authorities(folder).args(arguments).output().unwrap()
}

fn complaint(ran: Output) -> String {
    assert_eq!(ran.status.code(), Some(2), "{ran:?}");
    String::from_utf8(ran.stderr).unwrap()
}

#[test]
fn http_works_without_certificate_authorities() {
    let folder = TempDir::new().unwrap();
    let hook = TcpListener::bind("127.0.0.1:0").unwrap();
    let settings = format!(
        "[telemetry]\notlp_endpoint = \"http://127.0.0.1:9/v1/traces\"\n\n\
         [[webhooks]]\nname = \"crm\"\nurl = \"http://{}/hook\"\nsecret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"\nallow_private = true\n",
        hook.local_addr().unwrap()
    );
    fs::write(folder.path().join("askwell.toml"), settings).unwrap();
    let server = Server::from(without_authorities(folder.path()), &[&["--memory"], &GENEROUS[..]].concat());
    let id = server.ask_name();
    let url = format!("http://{}", server.address);
    let listed = run(folder.path(), &["inbox", "--list", "--url", &url]);
    assert!(listed.status.success(), "{listed:?}");
    assert!(String::from_utf8(listed.stdout).unwrap().contains(&id));
    let called = run(folder.path(), &["call", &format!("{url}/mcp"), "--list"]);
    assert!(called.status.success(), "{called:?}");
    server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
    let (mut stream, _) = hook.accept().unwrap();
    let mut first = [0; 10];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"POST /hook");
}

#[test]
fn https_without_certificate_authorities_reports_it() {
    let folder = TempDir::new().unwrap();
    let told = complaint(run(folder.path(), &["inbox", "--list", "--url", "https://127.0.0.1:1"]));
    assert!(told.contains("SSL_CERT_FILE"), "{told}");
    let told = complaint(run(folder.path(), &["call", "https://127.0.0.1:1/mcp", "--list"]));
    assert!(told.contains("No CA certificates"), "{told}");
    let settings = "[[webhooks]]\nname = \"crm\"\nurl = \"https://127.0.0.1:9/\"\nsecret = \"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"\nallow_private = true\nattempts = 1\n";
    fs::write(folder.path().join("askwell.toml"), settings).unwrap();
    let server = Server::from(without_authorities(folder.path()), &[&["--memory"], &GENEROUS[..]].concat());
    let id = server.ask_name();
    server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
    let mut dead = Value::Null;
    until("it was given up", || {
        dead = server.call("webhooks/deliveries", json!({})).unwrap()["deliveries"][0].clone();
        dead.is_object()
    });
    assert!(dead.to_string().contains("No CA certificates"), "{dead}");
}

#[test]
fn proxy_of_the_environment_is_not_used_for_this_machine() {
    let folder = TempDir::new().unwrap();
    let server = Server::from(program(folder.path()), &[&["--memory"], &GENEROUS[..]].concat());
    let id = server.ask_name();
    let url = format!("http://{}", server.address);
    let mcp = format!("{url}/mcp");
    for (arguments, expected) in
        [(["inbox", "--list", "--url", &url], id.as_str()), (["call", &mcp, "--list", "--plain"], "ask")]
    {
        let mut command = program(folder.path());
        // Nothing listens there.
        command.env("http_proxy", "http://127.0.0.1:9").env_remove("no_proxy").env_remove("NO_PROXY");
        let ran = command.args(arguments).output().unwrap();
        assert!(ran.status.success(), "{arguments:?}: {ran:?}");
        assert!(String::from_utf8(ran.stdout).unwrap().contains(expected), "{arguments:?}");
    }
}

/// A service with an untrusted certificate, and a redirect: both are reported, neither is followed.
#[test]
fn connection_errors_state_the_cause() {
    let folder = TempDir::new().unwrap();
    let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
    fs::create_dir(&ours).and_then(|()| fs::create_dir(&other)).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    let config = Authority::new(&ours).certify("localhost");
    let guard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut session = rustls::ServerConnection::new(config).unwrap();
        assert!(session.complete_io(&mut stream).is_err(), "the client breaks off");
    });
    let listed = program(folder.path())
        .env("SSL_CERT_FILE", Authority::new(&other).file)
        .args(["inbox", "--list", "--url", &address])
        .output();
    let told = complaint(listed.unwrap());
    assert!(told.contains("cannot be reached") && told.contains("certificate"), "{told}");
    guard.join().unwrap();

    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let guard = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]).unwrap();
        stream
            .write_all(
                b"HTTP/1.1 301 Moved\r\nlocation: https://ask.example.com/rpc\r\ncontent-length: 0\r\n\r\n",
            )
            .unwrap();
    });
    let told = complaint(run(folder.path(), &["inbox", "--list", "--url", &address]));
    assert!(told.contains("it redirects to https://ask.example.com/rpc"), "{told}");
    guard.join().unwrap();
}
