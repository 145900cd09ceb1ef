//! Attacks on memory and connections: the share of each client is bounded, and others are served.

use std::io::Read as _;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::attacks::still_answers;
use crate::http::{Connection, Response};
use crate::server::{GENEROUS, Server, data_in, make_key, name_form, until};

const MIB: usize = 1 << 20;

fn file_form() -> Value {
    json!({"id": "f", "title": "F", "fields": [
        {"id": "dump", "type": "file", "label": "Dump", "validation": {"maxSize": 50 * MIB}}
    ]})
}

fn ask_for_file(server: &Server) -> String {
    let asked = server.call("elicitation/create", json!({"formDefinition": file_form()})).unwrap();
    format!("/uploads/{}", asked["elicitationId"].as_str().unwrap())
}

fn head(server: &Server, path: &str, length: usize) -> String {
    let host = server.address;
    format!(
        "POST {path}/dump?filename=dump.bin HTTP/1.1\r\nhost: {host}\r\n\
         content-type: application/octet-stream\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// A server with a data folder and these settings.
fn server(data: &Path, settings: &[&str]) -> Server {
    let mut arguments = vec!["--data", data.to_str().unwrap()];
    arguments.extend(GENEROUS);
    for setting in settings {
        arguments.extend(["--set", setting]);
    }
    Server::with(Path::new("/"), &arguments)
}

#[test]
fn unfinished_uploads_are_in_the_store_and_not_in_memory() {
    let folder = TempDir::new().unwrap();
    let server = server(&data_in(&folder), &[]);
    let paths: Vec<String> = (0..40).map(|_| ask_for_file(&server)).collect();
    let before = server.peak_memory();
    let part = vec![0; MIB];
    let mut open: Vec<Connection> = paths.iter().map(|_| server.connect()).collect();
    for (connection, path) in open.iter_mut().zip(&paths) {
        connection.write(head(&server, path, 45 * MIB).as_bytes()).unwrap();
    }
    for _ in 0..44 {
        for connection in &mut open {
            connection.write(&part).unwrap();
        }
    }
    still_answers(&server);
    let grown = server.peak_memory().saturating_sub(before);
    assert!(grown < 130 * MIB, "1,760 MiB came, and memory grew by {} MiB", grown / MIB);
    // An aborted upload is removed: the elicitation accepts another one.
    drop(open);
    let path = &paths[0];
    until("what was given up is removed", || {
        let mut connection = server.connect();
        connection.write(head(&server, path, 45 * MIB).as_bytes()).unwrap();
        let refused = connection.reader.get_ref().set_read_timeout(Some(std::time::Duration::from_secs(1)));
        refused.unwrap();
        connection.head().is_err()
    });
    still_answers(&server);
}

#[test]
fn uploads_beyond_the_limit_of_an_elicitation_are_rejected() {
    let server = Server::in_memory();
    let path = ask_for_file(&server);
    let mut first = server.connect();
    first.write(head(&server, &path, 45 * MIB).as_bytes()).unwrap();
    first.write(&[0; 1000]).unwrap();
    // Refused before any byte of it has come. Should one of these be faster than the first, it takes its place.
    let mut admitted = Vec::new();
    until("others are refused", || {
        let mut second = server.connect();
        second.write(head(&server, &path, 45 * MIB).as_bytes()).unwrap();
        second.reader.get_ref().set_read_timeout(Some(std::time::Duration::from_secs(1))).unwrap();
        let is_refused = second.response().is_ok_and(|refused| refused.status == 413);
        admitted.push(second);
        is_refused
    });
    still_answers(&server);
}

#[test]
fn slow_body_is_aborted() {
    let folder = TempDir::new().unwrap();
    let server = server(&data_in(&folder), &["http.upload_timeout_ms=1500"]);
    let path = ask_for_file(&server);
    let asked =
        server.call("elicitation/create", json!({"mode": "url", "formDefinition": file_form()})).unwrap();
    let page = asked["url"].as_str().unwrap().strip_prefix(&format!("http://{}", server.address)).unwrap();
    let post = format!(
        "POST {page} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: 1000000\r\n\r\n",
        server.address
    );
    for (request, statuses) in [(head(&server, &path, 45 * MIB), [408, 408]), (post, [403, 400])] {
        let mut connection = server.connect();
        connection.write(request.as_bytes()).unwrap();
        connection.reader.get_ref().set_read_timeout(Some(std::time::Duration::from_millis(100))).unwrap();
        let mut answer = None;
        until("it is cut off", || {
            let written = connection.write(b"a");
            answer = connection.head().ok();
            answer.is_some() || written.is_err()
        });
        if let Some(Response { status, .. }) = answer {
            assert!(statuses.contains(&status), "{status}");
        }
    }
    still_answers(&server);
}

#[test]
fn unread_downloads_are_bounded_and_aborted() {
    let folder = TempDir::new().unwrap();
    let server =
        server(&data_in(&folder), &["http.write_timeout_ms=2000", "log.filter=info,askwell_web=debug"]);
    let path = ask_for_file(&server);
    let content = vec![7; 20 * MIB];
    let kind = ("content-type", "application/octet-stream");
    let kept = server.ask("POST", &format!("{path}/dump?filename=dump.bin"), &[kind], &content);
    assert_eq!(kept.status, 201, "{kept:?}");
    let location = kept.json()["content"]["location"].as_str().unwrap().to_owned();
    let path = format!("{path}/{location}");
    let before = server.peak_memory();
    let mut readers: Vec<Connection> = (0..30)
        .map(|_| {
            let mut connection = server.connect();
            connection.send("GET", &path, &[], b"").unwrap();
            connection
        })
        .collect();
    for reader in &mut readers {
        let head = reader.head().unwrap();
        assert_eq!(head.header("content-length"), Some((20 * MIB).to_string().as_str()));
    }
    until("all of them are cut off", || server.log().matches("a connection broke").count() >= 30);
    // What is in the buffers of the system can still be read; the rest never comes.
    for reader in &mut readers {
        let mut rest = Vec::new();
        let _ = reader.reader.read_to_end(&mut rest);
        assert!(rest.len() < 20 * MIB, "unread downloads are aborted");
    }
    let grown = server.peak_memory().saturating_sub(before);
    assert!(grown < 80 * MIB, "memory grew by {} MiB", grown / MIB);
    let whole = server.get(&path);
    assert!(whole.status == 200 && whole.body == content, "a reader that reads gets all of it");
}

#[test]
fn secrets_between_pages_are_bounded() {
    let folder = TempDir::new().unwrap();
    let server = server(&data_in(&folder), &[]);
    let form = json!({"id": "s", "title": "Key", "fields": [
        {"id": "key", "type": "text", "label": "Key", "rendering": {"inputType": "password"}}]});
    let asked = server.call("elicitation/create", json!({"formDefinition": form})).unwrap();
    let path = format!("/inbox/{}", asked["elicitationId"].as_str().unwrap());
    let secret = "s".repeat(MIB / 2);
    let type_secret = || {
        let page = server.get(&path);
        let cookie = page.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let text = page.text();
        let pane = text.split_once("data-pane").unwrap().1;
        let token = pane.split_once("name=\":token\" value=\"").unwrap().1.split('"').next().unwrap();
        let body = format!("%3Atoken={token}&key={secret}&%3Ado=update");
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("cookie", cookie.as_str())];
        let held = server.ask("POST", &path, &headers, body.as_bytes());
        assert!(matches!(held.status, 200 | 303), "{held:?}");
    };
    type_secret();
    let before = server.peak_memory();
    (0..300).for_each(|_| type_secret());
    let grown = server.peak_memory().saturating_sub(before);
    assert!(grown < 70 * MIB, "300 secrets of half a MiB were typed, and memory grew by {} MiB", grown / MIB);
}

#[test]
fn connections_of_one_key_are_limited() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (greedy, modest) = (make_key(&data, &["greedy"]), make_key(&data, &["modest"]));
    let mut server = server(&data, &["http.connections=40", "http.streams_per_client=20"]);
    let bearer = format!("Bearer {greedy}");
    let stream = || {
        let mut connection = server.connect();
        connection.send("GET", "/events", &[("authorization", &bearer)], b"").unwrap();
        let head = connection.head().unwrap();
        (head.status, head.header("retry-after").map(str::to_owned), connection)
    };
    let streams: Vec<_> = (0..20).map(|_| stream()).collect();
    assert!(streams.iter().all(|(status, ..)| *status == 200));
    for _ in 0..10 {
        let (status, retry, _) = stream();
        assert_eq!((status, retry.as_deref()), (429, Some("5")));
    }
    // Long polls count as well: three quarters of all connections are the most that one client gets.
    server.key = Some(greedy.clone());
    let id = server.ask_name();
    let wait = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/wait", "params": {"elicitationId": id, "timeoutMs": 300_000}});
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let waits: Vec<Connection> = (0..30)
        .map(|_| {
            let mut connection = server.connect();
            connection.send("POST", "/rpc", &headers, wait.to_string().as_bytes()).unwrap();
            connection
        })
        .collect();
    server.key = Some(modest.clone());
    let metrics = |server: &Server| {
        let bearer = format!("Bearer {modest}");
        server.ask("GET", "/metrics", &[("authorization", &bearer)], b"").text()
    };
    until("ten of them wait", || metrics(&server).contains("askwell_waits_open 10"));
    assert_eq!(server.get("/healthz").status, 200);
    still_answers(&server);
    let mut heard = server.events("/events");
    server.call("elicitation/create", json!({"formDefinition": name_form()})).unwrap();
    assert_eq!(heard.next().unwrap().data["method"], "notifications/elicitation/created");
    server.key = Some(greedy);
    let refused = server.post(&wait);
    let data = &refused.json()["error"]["data"];
    assert_eq!((refused.status, &data["type"], &data["details"]), (429, &json!("system"), &json!("busy")));
    drop((streams, waits));
    until("the others have gone", || metrics(&server).contains("askwell_waits_open 0"));
    let (_, log) = server.stop();
    let told = log.matches("requests were refused").count();
    assert!((1..=3).contains(&told) && log.contains("client greedy"), "{log}");
}
