//! Attacks on the service. Each is rejected, and the service keeps answering.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::{Connection, PATIENCE};
use crate::server::{GENEROUS, Server, data_in, make_key};

pub(crate) fn still_answers(server: &Server) {
    assert_eq!(server.get("/readyz").status, 200, "{}", server.log());
    let id = server.ask_name();
    let done = server.call("elicitation/submit", json!({"elicitationId": id, "responses": {"name": "x"}}));
    assert_eq!(done, Ok(json!({"status": "completed"})));
}

#[test]
fn foreign_hosts_and_origins_are_rejected() {
    let server = Server::in_memory();
    let port = server.address.port();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"}).to_string();
    let json = ("content-type", "application/json");
    for path in [
        "/rpc",
        "/mcp",
        "/events",
        "/",
        "/healthz",
        "/readyz",
        "/metrics",
        "/openrpc.json",
        "/uploads/a/b",
        "/nothing",
    ] {
        let method = if path == "/rpc" || path == "/mcp" { "POST" } else { "GET" };
        let rebound = format!("rebound.example:{port}");
        let hosts = [rebound.as_str(), "192.168.1.7", "127.0.0.1.rebound.example", "a@127.0.0.1", ""];
        for host in hosts {
            let refused = server.ask(method, path, &[("host", host), json], call.as_bytes());
            assert_eq!(
                (refused.status, &refused.json()["error"]["data"]["type"]),
                (421, &json!("host")),
                "{path} {host}"
            );
        }
        for origin in ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1"] {
            let refused = server.ask(method, path, &[("origin", origin), json], call.as_bytes());
            assert_eq!(
                (refused.status, &refused.json()["error"]["data"]["type"]),
                (403, &json!("origin")),
                "{path} {origin}"
            );
        }
        let refused = server.ask(method, path, &[("sec-fetch-site", "cross-site"), json], call.as_bytes());
        assert_eq!(refused.status, 403);
    }
    let mut two_hosts = server.connect();
    two_hosts
        .write(format!("GET / HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nhost: evil.example\r\n\r\n").as_bytes())
        .unwrap();
    assert_eq!(two_hosts.response().unwrap().status, 421);
    let own = format!("http://{}", server.address);
    assert_eq!(server.ask("POST", "/rpc", &[("origin", &own), json], call.as_bytes()).status, 200);
    still_answers(&server);
}

/// Requests that a cross-site page can send without a preflight.
#[test]
fn other_content_types_are_rejected() {
    let server = Server::in_memory();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/list"}).to_string();
    for kind in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""]
    {
        let refused = server.ask("POST", "/rpc", &[("content-type", kind)], call.as_bytes());
        assert_eq!(refused.status, 415, "{kind}");
    }
    assert_eq!(server.ask("POST", "/rpc", &[], call.as_bytes()).status, 415);
    let fine =
        server.ask("POST", "/rpc", &[("content-type", "Application/JSON; charset=utf-8")], call.as_bytes());
    assert_eq!(fine.status, 200);
}

#[test]
fn hostile_json_is_rejected() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let deep_params = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/submit","params":{{"elicitationId":"{id}","responses":{deep}}}}}"#
    );
    let many_keys: Vec<String> = (0..50_000).map(|number| format!("\"k{number}\":0")).collect();
    let wide = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/submit","params":{{"elicitationId":"{id}","responses":{{{}}}}}}}"#,
        many_keys.join(",")
    );
    let twice = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/submit","params":{{"elicitationId":"{id}","responses":{{"name":"a","name":"b"}}}}}}"#
    );
    for (text, code) in [
        (deep, -32700),
        (deep_params, -32700),
        ("\u{feff}{}".to_owned(), -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\ud800\"}".to_owned(), -32700),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\nb\"}".to_owned(), -32700),
        ("NaN".to_owned(), -32700),
        (twice, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"elicitation/list"}"#.to_owned(), -32600),
        (
            r#"[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}]"#
                .to_owned(),
            -32600,
        ),
        (wide, -32007),
        (format!(r#"{{"jsonrpc":"2.0","id":{},"method":"x"}}"#, "9".repeat(100_000)), -32600),
        (r#"{"jsonrpc":"2.0","id":1e3,"method":"x"}"#.to_owned(), -32601),
    ] {
        let start = Instant::now();
        let response = server.post_text(&text);
        assert_eq!(response.json()["error"]["code"], code, "{}", &text[..text.len().min(200)]);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    let not_text =
        server.ask("POST", "/rpc", &[("content-type", "application/json")], b"{\"jsonrpc\":\"\xff\"}");
    assert_eq!((not_text.status, &not_text.json()["error"]["code"]), (400, &json!(-32700)));
    let status = server.call("elicitation/status", json!({"elicitationId": id})).unwrap();
    assert_eq!(status["retryCount"], 1, "only what was read as an answer counts as one");
    still_answers(&server);
}

#[test]
fn oversized_batches_are_rejected() {
    let server = Server::in_memory();
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {"prompt": "?"}});
    let refused = server.post(&Value::from(vec![call.clone(); 5_000]));
    let error = &refused.json()["error"];
    assert_eq!(
        (&error["code"], &error["data"]),
        (&json!(-32600), &json!({"type": "batch_too_large", "limit": 100}))
    );
    assert_eq!(server.call("elicitation/list", json!({})).unwrap()["elicitations"], json!([]));
    let taken = server.post(&Value::from(vec![call; 100]));
    assert_eq!(taken.json().as_array().unwrap().len(), 100);
    still_answers(&server);
}

#[test]
fn oversized_or_endless_bodies_are_rejected() {
    let server = Server::with(
        Path::new("/"),
        &[&["--memory", "--set", "http.body_timeout_ms=500"], &GENEROUS[..]].concat(),
    );
    let json = ("content-type", "application/json");
    // Announced.
    let mut connection = server.connect();
    let head = format!(
        "POST /rpc HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n",
        server.address
    );
    connection.write(head.as_bytes()).unwrap();
    let refused = connection.response().unwrap();
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (413, &json!(-32011)));
    // Not announced.
    let mut connection = server.connect();
    let head = format!(
        "POST /rpc HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
        server.address
    );
    connection.write(head.as_bytes()).unwrap();
    let chunk = [b"10000\r\n".to_vec(), vec![b' '; 0x10000], b"\r\n".to_vec()].concat();
    let mut sent = 0;
    while sent < 100 && connection.write(&chunk).is_ok() {
        sent += 1;
    }
    assert!(sent < 100 || connection.response().is_ok_and(|refused| refused.status == 413));
    // Slowly: one byte now and then, for as long as the service lets it.
    let mut connection = server.connect();
    connection.send("POST", "/rpc", &[json, ("x-slow", "1")], b"").unwrap();
    connection.response().unwrap();
    let head = format!(
        "POST /rpc HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n",
        server.address
    );
    connection.write(head.as_bytes()).unwrap();
    let refused = drip(&mut connection);
    assert_eq!(refused, Some(408));
    // A length that is a lie, or none at all.
    for head in [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: -1",
        "content-length: 5\r\ntransfer-encoding: chunked",
        "transfer-encoding: gzip",
    ] {
        let mut connection = server.connect();
        connection
            .write(
                format!(
                    "POST /rpc HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{head}\r\n\r\nhello",
                    server.address
                )
                .as_bytes(),
            )
            .unwrap();
        let status = connection.response().map(|response| response.status);
        assert!(!matches!(status, Ok(200..=299 | 500..)), "{head}: {status:?}");
    }
    still_answers(&server);
}

/// Sends a byte every few milliseconds until there is an answer.
fn drip(connection: &mut Connection) -> Option<u16> {
    let stream = connection.reader.get_ref().try_clone().unwrap();
    let writer = std::thread::spawn(move || {
        let mut stream = stream;
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline && stream.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let status = connection.response().ok().map(|response| response.status);
    let _ = connection.reader.get_ref().shutdown(std::net::Shutdown::Both);
    writer.join().unwrap();
    status
}

#[test]
fn endless_or_invalid_heads_are_rejected() {
    let server = Server::with(
        Path::new("/"),
        &[&["--memory", "--set", "http.head_timeout_ms=500"], &GENEROUS[..]].concat(),
    );
    let mut slow = server.connect();
    slow.write(b"GET / HTTP/1.1\r\nhost: 127").unwrap();
    let mut rest = Vec::new();
    slow.reader.read_to_end(&mut rest).unwrap();
    assert!(!rest.starts_with(b"HTTP/1.1 2"), "closed after its time");
    let mut idle = server.connect();
    idle.reader.read_to_end(&mut rest).unwrap();
    let huge = format!("GET /{} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n", "a".repeat(200_000));
    let headers: String = (0..5_000).map(|number| format!("x-{number}: y\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}\r\n");
    for bytes in [
        huge.as_bytes(),
        many.as_bytes(),
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET http://evil.example/rpc HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"GET /../../etc/passwd HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
    ] {
        let mut connection = server.connect();
        let _ = connection.write(bytes);
        let status = connection.response().map(|response| response.status);
        assert!(
            !matches!(status, Ok(200..=299 | 500..)),
            "{:?}: {status:?}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
        );
    }
    still_answers(&server);
}

/// The response time does not reveal whether an id exists: the work is the same.
#[test]
fn unknown_and_foreign_ids_take_equal_time() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (mine, theirs) = (make_key(&data, &["mine"]), make_key(&data, &["theirs"]));
    let mut server = Server::on_disk(&data);
    server.key = Some(theirs);
    let (open, closed) = (server.ask_name(), server.ask_name());
    server.call("elicitation/decline", json!({"elicitationId": closed})).unwrap();
    let ids = ["elic_0198c0ffee007000a000000000000000", &open, &closed];
    let calls = ids.map(|id| {
        let params = json!({"elicitationId": id});
        json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/status", "params": params}).to_string()
    });
    let authorization = format!("Bearer {mine}");
    let headers = [("content-type", "application/json"), ("authorization", authorization.as_str())];
    let mut connection = server.connect();
    // In turns, and the quickest of many: what else the machine does takes its time from all of them. On a busy
    // machine the quickest of a batch may be too slow to compare; a difference in the work stays in every batch.
    let mut quickest = [Duration::MAX; 3];
    let is_same = |quickest: [Duration; 3]| {
        let [none, open, closed] = quickest.map(|time| time.as_secs_f64());
        [open / none, closed / none].into_iter().all(|ratio| (0.9..1.1).contains(&ratio))
    };
    for _ in 0..5 {
        for _ in 0..1_000 {
            for (call, quickest) in calls.iter().zip(&mut quickest) {
                let start = Instant::now();
                let response = connection.ask("POST", "/rpc", &headers, call.as_bytes()).unwrap();
                *quickest = start.elapsed().min(*quickest);
                assert_eq!(response.json()["error"]["code"], -32001);
            }
        }
        if is_same(quickest) {
            return;
        }
    }
    panic!("none, open, closed: {quickest:?}");
}

/// Random requests: every response is a valid JSON-RPC response without an internal error.
#[test]
fn random_requests_get_json_rpc_errors() {
    let server = Server::in_memory();
    let id = server.ask_name();
    let mut random = Random(0x5eed);
    let methods: Vec<&str> = askwell_web::rpc::Method::ALL.iter().map(|(name, _)| *name).collect();
    let mut connection = server.connect();
    for round in 0..3_000 {
        let method = if random.below(20) == 0 { "x" } else { methods[random.below(methods.len())] };
        let mut params = random_value(&mut random, 0, &id);
        if random.below(3) > 0 {
            let mut members = serde_json::Map::new();
            for _ in 0..random.below(5) {
                let name = PARAMETERS[random.below(PARAMETERS.len())];
                members.insert(name.to_owned(), random_value(&mut random, 0, &id));
            }
            params = members.into();
        }
        let mut message = json!({"jsonrpc": "2.0", "id": round, "method": method, "params": params});
        if random.below(10) == 0 {
            message = json!([message, random_value(&mut random, 0, &id)]);
        }
        let mut text = message.to_string().into_bytes();
        if random.below(5) == 0 {
            let at = random.below(text.len());
            text[at] = u8::try_from(random.below(256)).unwrap();
        }
        let response =
            connection.ask("POST", "/rpc", &[("content-type", "application/json")], &text).unwrap();
        let shown = String::from_utf8_lossy(&text).into_owned();
        assert!(matches!(response.status, 200 | 204 | 400), "{}: {shown}", response.status);
        if response.status == 204 {
            continue;
        }
        let json = response.json();
        let answers = json.as_array().cloned().unwrap_or_else(|| vec![json.clone()]);
        for answer in answers {
            assert_eq!(answer["jsonrpc"], "2.0", "{shown}");
            let internal = answer["error"]["code"] == -32603;
            assert!(
                (answer.get("result").is_some() ^ answer["error"]["code"].is_i64()) && !internal,
                "{shown}: {answer}"
            );
        }
    }
    still_answers(&server);
}

const PARAMETERS: [&str; 20] = [
    "elicitationId",
    "responses",
    "result",
    "reason",
    "extensionDuration",
    "timeoutMs",
    "status",
    "mode",
    "limit",
    "cursor",
    "formDefinition",
    "template",
    "parameters",
    "prompt",
    "url",
    "timeout",
    "size_limit",
    "person",
    "idempotencyKey",
    "message",
];

/// The same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

fn random_value(random: &mut Random, depth: usize, id: &str) -> Value {
    match random.below(if depth > 3 { 9 } else { 12 }) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(random.below(10)),
        3 => json!(-1.5e300),
        4 => json!(u64::MAX),
        5 => json!(id),
        6 => json!("\u{202e}\0é\u{10ffff}"),
        7 => json!("form"),
        8 => json!("x".repeat(random.below(2_000))),
        9 => (0..random.below(4)).map(|_| random_value(random, depth + 1, id)).collect(),
        10 => {
            json!({"id": "a", "title": "A", "fields": random_value(random, depth + 1, id), "timeout": random_value(random, depth + 1, id)})
        }
        _ => {
            let members = (0..random.below(4)).map(|_| {
                let key = PARAMETERS[random.below(PARAMETERS.len())].to_owned();
                (key, random_value(random, depth + 1, id))
            });
            Value::Object(members.collect())
        }
    }
}
