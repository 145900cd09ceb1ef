//! Responses and connections as they should not be.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use askwell_client::{Ask, Client, ClientError, ClientSettings, Delivery, ServiceEndpoint};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// What the server does with a connection after it has read the request.
enum Reply {
    Close,
    Bytes(Vec<u8>),
    Hang,
}

/// A server with one reply for each connection. Returns its client and the bodies of the requests.
async fn serve(replies: Vec<Reply>) -> (Client, Arc<Mutex<Vec<Value>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let bodies = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&bodies);
    tokio::spawn(async move {
        let mut hanging = Vec::new();
        for reply in replies {
            let (mut stream, _) = listener.accept().await.unwrap();
            let body = body(&mut stream).await;
            seen.lock().unwrap().push(body);
            match reply {
                Reply::Close => {}
                Reply::Bytes(bytes) => drop(stream.write_all(&bytes).await),
                Reply::Hang => hanging.push(stream),
            }
        }
        std::future::pending::<()>().await;
    });
    let mut settings = ClientSettings::default();
    settings.call_timeout = Duration::from_secs(5);
    settings.max_response_bytes = 1 << 16;
    settings.max_outage = Duration::from_millis(1);
    let endpoint = ServiceEndpoint::at(format!("http://{address}").parse().unwrap(), None);
    (Client::with_settings(endpoint, settings).unwrap(), bodies)
}

/// Reads a request to its end and returns its body.
async fn body(stream: &mut TcpStream) -> Value {
    let mut read = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let count = stream.read(&mut piece).await.unwrap();
        read.extend_from_slice(&piece[..count]);
        let text = String::from_utf8_lossy(&read);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if count == 0 || body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return serde_json::from_str(body).unwrap_or_default();
            }
        }
    }
}

fn response(status: &str, body: &str) -> Reply {
    let head = format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    Reply::Bytes([head.as_bytes(), body.as_bytes()].concat())
}

fn created() -> Reply {
    let result = json!({"elicitationId": "elic_1", "mode": "inline", "status": "pending", "createdAt": 1});
    response("200 OK", &json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string())
}

fn failed(kind: &str, retry_after: Option<u64>) -> Reply {
    let data = json!({"type": kind, "retry_after_ms": retry_after});
    let error = json!({"code": -32000, "message": "no", "data": data});
    response("200 OK", &json!({"jsonrpc": "2.0", "id": 1, "error": error}).to_string())
}

#[tokio::test]
async fn create_is_repeated_with_the_same_key_after_a_lost_connection() {
    let (client, bodies) = serve(vec![Reply::Close, failed("system", Some(1)), created()]).await;
    assert_eq!(client.create(&Ask::prompt("Name?")).await.unwrap().id, "elic_1");
    let bodies = bodies.lock().unwrap();
    let keys: Vec<&Value> = bodies.iter().map(|body| &body["params"]["idempotencyKey"]).collect();
    assert_eq!(keys.len(), 3);
    assert!(keys[0].is_string() && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
}

#[tokio::test]
async fn submit_is_not_repeated_after_it_was_sent() {
    let (client, bodies) = serve(vec![Reply::Close, created()]).await;
    let error = client.submit("elic_1", &json!({})).await.unwrap_err();
    assert!(matches!(error, ClientError::Unreachable { delivery: Delivery::Unknown, .. }), "{error:?}");
    assert_eq!(bodies.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn submit_is_repeated_if_the_service_did_nothing() {
    let (client, bodies) = serve(vec![failed("system", Some(1)), created()]).await;
    client.submit("elic_1", &json!({})).await.unwrap();
    assert_eq!(bodies.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn long_pauses_are_left_to_the_caller() {
    let (client, bodies) = serve(vec![failed("rate_limited", Some(60_000)), created()]).await;
    let error = client.create(&Ask::prompt("Name?")).await.unwrap_err();
    assert_eq!(error.rejection().unwrap().retry_after(), Some(Duration::from_secs(60)));
    assert_eq!(bodies.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn response_beyond_the_limit_is_an_error() {
    let (client, _) = serve(vec![response("200 OK", &"x".repeat(1 << 17))]).await;
    let error = client.status("elic_1").await.unwrap_err();
    assert!(matches!(error, ClientError::TooLarge { limit: 65_536, .. }), "{error:?}");
}

#[tokio::test]
async fn other_servers_are_recognised() {
    for (reply, expected) in [
        (response("200 OK", "<html>"), "does not answer as an Askwell service does"),
        (response("404 Not Found", ""), "404"),
        (response("200 OK", "{}"), "without a message"),
        (response("200 OK", r#"{"result":{"status":"new"}}"#), "missing field"),
        (
            Reply::Bytes(b"HTTP/1.1 302 Found\r\nlocation: https://x\r\ncontent-length: 0\r\n\r\n".to_vec()),
            "redirects to https://x",
        ),
        // What a TLS server answers to plain HTTP.
        (Reply::Bytes(vec![0x15, 0x03, 0x03, 0, 2, 2, 10]), "use https://"),
    ] {
        let (client, _) = serve(vec![reply]).await;
        let error = client.extend("elic_1").await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn https_to_a_plain_server_names_the_mistake() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut piece = [0; 1024];
            let _ = stream.read(&mut piece).await;
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await;
        }
    });
    let mut settings = ClientSettings::default();
    settings.attempts = 1;
    let client = Client::with_settings(ServiceEndpoint::at(url.parse().unwrap(), None), settings).unwrap();
    let error = client.status("elic_1").await.unwrap_err();
    assert!(error.to_string().contains("use http://"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn silent_service_times_out() {
    let (client, _) = serve(vec![Reply::Hang]).await;
    let error = client.cancel("elic_1").await.unwrap_err();
    assert!(error.to_string().contains("does not answer"), "{error}");
}

#[tokio::test]
async fn wait_gives_up_after_the_longest_outage() {
    let (client, _) = serve(vec![Reply::Close, Reply::Close, Reply::Close]).await;
    let mut outages = 0;
    let waited = client.wait_reporting("elic_1", |_| outages += 1).await;
    assert!(matches!(waited, Err(ClientError::Unreachable { .. })));
    assert_eq!(outages, 1);
}
