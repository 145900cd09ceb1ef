//! `askwell inbox` and `askwell answer` against a service that sends terminal escapes in everything that it says.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;

use serde_json::{Value, json};

use crate::pty::{Tty, askwell, assert_harmless};

/// Cursor movement, the clipboard (OSC 52), C1 controls, turned and hidden text, carriage return, line end.
const HOSTILE: &str =
    "a\u{1b}[2J\u{1b}]52;c;ZXZpbA==\u{7}b\u{9b}31mc\u{202e}d\u{2066}e\rf\nerror: g\0\u{200b}";

/// Answers every call with the same reply, for as long as the test runs.
fn service(reply: Value) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let reply = reply.clone();
            std::thread::spawn(move || answer(stream, &reply));
        }
    });
    address
}

/// Answers every call with a body that has no end.
fn endless_service() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                read_request(&stream);
                let spaces = [b' '; 1 << 16];
                let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
                let mut sent = stream.write_all(head.as_bytes());
                while sent.is_ok() {
                    sent = stream.write_all(&spaces);
                }
            });
        }
    });
    address
}

fn read_request(stream: &TcpStream) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut length = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        if let Some(bytes) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap();
        }
        line.clear();
    }
    reader.take(length).read_to_end(&mut Vec::new()).unwrap();
}

fn answer(stream: TcpStream, reply: &Value) {
    read_request(&stream);
    let body = reply.to_string();
    let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut stream = stream;
    // A client that has what it wants may be gone.
    let _ = stream.write_all((head + &body).as_bytes());
}

fn seen(address: SocketAddr, arguments: &[&str]) -> (u32, String) {
    let mut command = askwell(Path::new("/"), arguments);
    command.env("ASKWELL_URL", format!("http://{address}"));
    command.env_remove("ASKWELL_KEY");
    let (status, raw) = Tty::start(command, (200, 50)).finish_raw();
    (status.exit_code(), raw)
}

#[test]
fn escapes_in_an_error_never_reach_the_terminal() {
    let error = json!({"code": -32000, "message": HOSTILE, "data": {"type": HOSTILE}});
    let address = service(json!({"jsonrpc": "2.0", "id": 1, "error": error}));
    for arguments in [&["inbox", "--list"][..], &["inbox"], &["answer"], &["answer", "\u{1b}]0;x\u{7}"]] {
        let (code, raw) = seen(address, arguments);
        assert_eq!(code, 2, "{arguments:?}: {raw}");
        assert!(raw.contains("\u{fffd}]52;"), "{arguments:?}: {raw}");
        assert!(!raw.contains("\nerror: g"), "a line was forged: {raw}");
        assert_harmless(&raw);
    }
}

#[test]
fn escapes_in_a_listed_entry_never_reach_the_terminal() {
    let entry = json!({"elicitationId": HOSTILE, "mode": HOSTILE, "status": "pending", "createdAt": 1, "prompt": HOSTILE, "clientName": HOSTILE,
        "client": HOSTILE, "claimedBy": HOSTILE});
    let address =
        service(json!({"jsonrpc": "2.0", "id": 1, "result": {"elicitations": [entry.clone(), entry]}}));
    let (code, raw) = seen(address, &["inbox", "--list"]);
    assert_eq!((code, raw.lines().count()), (0, 2), "{raw}");
    assert!(raw.contains("\u{fffd}]52;"), "{raw}");
    assert_harmless(&raw.replace('\t', " "));
}

#[test]
fn endless_response_is_an_error() {
    let (code, raw) = seen(endless_service(), &["inbox", "--list"]);
    assert_eq!(code, 2, "{raw}");
    assert!(raw.contains("is longer than 67108864 bytes"), "{raw}");
}
