//! Traces: sent to a collector, in the trace that the caller is in.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::sync::mpsc;

use serde_json::json;

use crate::http::PATIENCE;
use crate::server::{Server, until};

/// Accepts all posted traces until the receiver is dropped.
fn collector() -> (String, mpsc::Receiver<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}/v1/traces", listener.local_addr().unwrap());
    let (found, bodies) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let found = found.clone();
            std::thread::spawn(move || {
                let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
                while let Ok(length @ 1..) = stream.read(&mut part) {
                    bytes.extend_from_slice(&part[..length]);
                    let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
                    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
                    let expected = text
                        .split("content-length: ")
                        .nth(1)
                        .and_then(|rest| rest.split("\r\n").next()?.parse::<usize>().ok());
                    if bytes.len() >= end + 4 + expected.unwrap_or_default() {
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                        let _ = found.send(std::mem::take(&mut bytes));
                    }
                }
            });
        }
    });
    (endpoint, bodies)
}

#[test]
fn trace_of_the_caller_continues_in_the_service() {
    let (endpoint, bodies) = collector();
    let setting = format!("telemetry.otlp_endpoint={endpoint}");
    let server = Server::with(Path::new("/"), &["--memory", "--set", &setting]);
    let trace: [u8; 16] =
        [0x4b, 0xf9, 0x2f, 0x35, 0x77, 0xb3, 0x4d, 0xa6, 0xa3, 0xce, 0x92, 0x9d, 0x0e, 0x0e, 0x47, 0x36];
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"prompt": "a secret question"}});
    let headers = [
        ("content-type", "application/json"),
        ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
    ];
    assert_eq!(server.ask("POST", "/rpc", &headers, body.to_string().as_bytes()).status, 200);
    // Ending sends what is left.
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    let sent = bodies.recv_timeout(PATIENCE).unwrap();
    let holds = |part: &[u8]| sent.windows(part.len()).any(|window| window == part);
    assert!(holds(&trace), "the spans are in the caller's trace");
    assert!(holds(b"elicitation/create") && holds(b"askwell"));
    assert!(!holds(b"a secret question"));
}

#[test]
fn missing_collector_is_logged_once() {
    // This address does not accept connections.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let setting = format!("telemetry.otlp_endpoint=http://{}/v1/traces", taken.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in taken.incoming() {
            drop(stream);
        }
    });
    let server = Server::with(Path::new("/"), &["--memory", "--set", &setting]);
    server.ask_name();
    until("it is told", || server.log().contains("traces cannot be sent"));
    server.ask_name();
    let (status, log) = server.stop();
    assert!(status.success(), "{log}");
    assert_eq!(log.matches("traces cannot be sent").count(), 1, "{log}");
}
