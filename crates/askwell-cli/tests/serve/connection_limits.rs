//! More connections than the service allows.

use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;

use serde_json::json;

use crate::attacks::still_answers;
use crate::http::{Connection, PATIENCE};
use crate::server::{GENEROUS, Server, until};

#[test]
fn idle_connections_are_closed_for_new_ones() {
    let server = Server::with(
        Path::new("/"),
        &[&["--memory", "--set", "http.connections=300"], &GENEROUS[..]].concat(),
    );
    // A long poll and a stream are at work, so they stay.
    let id = server.ask_name();
    let mut stream = server.events("/events");
    let mut waiting = server.connect();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/wait", "params": {"elicitationId": id, "timeoutMs": 300_000}});
    waiting
        .send("POST", "/rpc", &[("content-type", "application/json")], call.to_string().as_bytes())
        .unwrap();
    until("a wait is open", || server.get("/metrics").text().contains("askwell_waits_open 1"));
    let idle: Vec<TcpStream> = (0..3_000)
        .map(|number| {
            let mut stream = TcpStream::connect_timeout(&server.address, PATIENCE).unwrap();
            // Some say nothing, some begin to speak.
            if number % 2 == 0 {
                let _ = stream.write_all(b"POST /rpc HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{");
            }
            stream
        })
        .collect();
    still_answers(&server);
    server.call("elicitation/decline", json!({"elicitationId": id})).unwrap();
    assert_eq!(waiting.response().unwrap().json()["result"]["status"], "declined");
    assert_eq!(stream.next().unwrap().data["method"], "notifications/elicitation/created");
    drop(idle);
    still_answers(&server);
}

#[test]
fn client_with_too_many_streams_is_rejected_and_health_checks_work() {
    let server = Server::with(
        Path::new("/"),
        &[&["--memory", "--set", "http.connections=20"], &GENEROUS[..]].concat(),
    );
    // Each is heard before the next one comes.
    let open = || {
        let mut connection = Connection::open(server.address);
        connection.send("GET", "/events", &[], b"").unwrap();
        (connection.head().unwrap().status, connection)
    };
    let mut streams: Vec<Connection> = std::iter::from_fn(|| match open() {
        (200, connection) => Some(connection),
        (status, _) => {
            assert_eq!(status, 429);
            None
        }
    })
    .take(1_000)
    .collect();
    assert_eq!(streams.len(), 15, "three quarters of the connections");
    for _ in 0..200 {
        assert_eq!(server.get("/healthz").status, 200);
        assert_eq!(open().0, 429);
    }
    streams.clear();
    until("there is room again", || open().0 == 200);
    still_answers(&server);
}
