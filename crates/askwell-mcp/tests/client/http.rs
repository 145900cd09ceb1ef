//! Streamable HTTP against a server that follows a script.

use std::sync::{Arc, Mutex};

use askwell_mcp::client::{Address, CallError, Client, ConnectError};
use askwell_mcp::wire::{Era, Limits};
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::scripted_server::{accepting_client, builder, question};

/// A request that the server saw.
#[derive(Debug, Clone)]
struct SeenRequest {
    method: Method,
    headers: HeaderMap,
    message: Value,
}

impl SeenRequest {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    fn is(&self, method: &str) -> bool {
        self.message["method"] == method
    }

    fn result(&self, result: &Value) -> HttpReply {
        let message = json!({"jsonrpc": "2.0", "id": self.message["id"], "result": result});
        reply(200, "application/json", message.to_string())
    }

    fn error(&self, status: u16, error: &Value) -> HttpReply {
        let message = json!({"jsonrpc": "2.0", "id": self.message["id"], "error": error});
        reply(status, "application/json", message.to_string())
    }
}

type HttpReply = Response<Body>;
type RequestLog = Arc<Mutex<Vec<SeenRequest>>>;
type ScriptFn = Arc<dyn Fn(&SeenRequest) -> HttpReply + Send + Sync>;
type Expected = fn(&CallError) -> bool;
/// The id of a call, and the sender for its response.
type OpenCall = (Value, mpsc::UnboundedSender<String>);

fn reply(status: u16, kind: &str, body: impl Into<Body>) -> HttpReply {
    Response::builder().status(status).header("content-type", kind).body(body.into()).unwrap()
}

fn accepted() -> HttpReply {
    reply(202, "text/plain", "")
}

/// Starts a server that answers as `script` says. Returns its address and the requests that it saw.
async fn serve(
    script: impl Fn(&SeenRequest) -> HttpReply + Clone + Send + Sync + 'static,
) -> (Address, RequestLog) {
    let log = RequestLog::default();
    let seen = Arc::clone(&log);
    let handler = move |method: Method, headers: HeaderMap, body: Bytes| {
        let message = serde_json::from_slice(&body).unwrap_or(Value::Null);
        let request = SeenRequest { method, headers, message };
        seen.lock().unwrap().push(request.clone());
        let reply = script(&request);
        async { reply }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::new(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    let router = axum::Router::new().fallback(handler);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, log)
}

fn discovered(seen: &SeenRequest) -> HttpReply {
    seen.result(&json!({"supportedVersions": ["2026-07-28"], "capabilities": {}, "resultType": "complete"}))
}

/// Answers the legacy handshake; `None` for everything else.
fn begins(seen: &SeenRequest) -> Option<HttpReply> {
    if seen.is("server/discover") {
        return Some(reply(400, "text/plain", "what?"));
    }
    if seen.is("initialize") {
        let mut reply = seen.result(&json!({"protocolVersion": "2025-11-25", "capabilities": {}}));
        reply.headers_mut().insert("mcp-session-id", "s-1".parse().unwrap());
        return Some(reply);
    }
    if seen.is("notifications/initialized") {
        return Some(accepted());
    }
    (seen.method == Method::DELETE).then(|| reply(200, "text/plain", ""))
}

fn done() -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]})
}

#[tokio::test]
async fn era_follows_from_the_first_response() {
    let legacy_only = json!({"code": -32022, "message": "no", "data": {"supported": ["2025-11-25"]}});
    let (version, unknown) =
        (json!({"code": -32022, "message": "no"}), json!({"code": -32601, "message": "no"}));
    let cases: Vec<(&str, ScriptFn, Option<Era>)> = vec![
        ("a modern answer", Arc::new(discovered), Some(Era::Modern)),
        ("400 without a message", Arc::new(|_| reply(400, "text/plain", "no session")), Some(Era::Legacy)),
        ("404", Arc::new(|_| reply(404, "text/plain", "")), Some(Era::Legacy)),
        ("405", Arc::new(|_| reply(405, "text/plain", "")), Some(Era::Legacy)),
        ("400 with a version error", Arc::new(move |seen| seen.error(400, &version)), Some(Era::Legacy)),
        ("400 with legacy versions", Arc::new(move |seen| seen.error(400, &legacy_only)), Some(Era::Legacy)),
        ("200 with an error", Arc::new(move |seen| seen.error(200, &unknown)), Some(Era::Legacy)),
        ("nonsense", Arc::new(|_| reply(200, "application/json", "hello")), Some(Era::Legacy)),
        ("401", Arc::new(|_| reply(401, "text/plain", "")), None),
        ("403", Arc::new(|_| reply(403, "text/plain", "")), None),
        ("503", Arc::new(|_| reply(503, "text/plain", "")), None),
        (
            "a redirect",
            Arc::new(|_| {
                Response::builder()
                    .status(307)
                    .header("location", "http://127.0.0.1:9/")
                    .body(Body::empty())
                    .unwrap()
            }),
            None,
        ),
    ];
    for (name, first, era) in cases {
        let (address, log) = serve(move |seen| {
            if seen.is("server/discover") {
                return first(seen);
            }
            begins(seen).unwrap_or_else(|| reply(405, "text/plain", ""))
        })
        .await;
        let connected = builder().connect(address).await;
        let spoken = connected.as_ref().ok().map(|client| Era::of(client.server().revision));
        assert_eq!(spoken, era, "{name}: {:?}", connected.err());
        let probe = log.lock().unwrap().first().cloned().unwrap();
        assert_eq!(probe.header("mcp-protocol-version"), Some("2026-07-28"), "{name}");
        assert_eq!(probe.header("mcp-method"), Some("server/discover"), "{name}");
    }
}

#[tokio::test]
async fn legacy_session_sends_its_headers_until_it_ends() {
    let (address, log) = serve(|seen| {
        begins(seen).unwrap_or_else(|| match seen.method {
            Method::GET => reply(405, "text/plain", ""),
            _ => seen.result(&done()),
        })
    })
    .await;
    let address = address.header("Authorization", "Bearer secret").unwrap();
    let client = builder().connect(address).await.unwrap();
    assert_eq!(client.call_tool("t", json!({})).await.unwrap().text(), "done");
    client.close().await;
    let log = log.lock().unwrap();
    assert!(log.iter().all(|seen| seen.header("authorization") == Some("Bearer secret")));
    let find = |method: &str| log.iter().find(|seen| seen.is(method)).unwrap();
    let initialize = find("initialize");
    assert_eq!(
        (initialize.header("mcp-session-id"), initialize.header("mcp-protocol-version")),
        (None, None)
    );
    let call = find("tools/call");
    assert_eq!(call.header("mcp-session-id"), Some("s-1"));
    assert_eq!(call.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!((call.header("mcp-method"), call.header("mcp-name")), (None, None));
    assert_eq!(call.header("accept"), Some("application/json, text/event-stream"));
    let last = log.iter().rfind(|seen| seen.method != Method::GET).unwrap();
    assert_eq!((&last.method, last.header("mcp-session-id")), (&Method::DELETE, Some("s-1")));
}

#[tokio::test]
async fn modern_request_repeats_method_name_and_arguments_in_headers() {
    let (address, log) = serve(|seen| {
        if seen.is("server/discover") {
            return discovered(seen);
        }
        if seen.is("tools/list") {
            return seen.result(&json!({"tools": [{"name": "déploy", "inputSchema": {"properties": {
                "region": {"type": "string", "x-mcp-header": "Region"}, "note": {"type": "string", "x-mcp-header": "Note"},
                "plain": {"type": "string"}
            }}}]}));
        }
        seen.result(&done())
    })
    .await;
    let client = builder().connect(address).await.unwrap();
    client.list_tools().await.unwrap();
    client.call_tool("déploy", json!({"region": "eu", "note": " ü", "plain": "x"})).await.unwrap();
    client.read_resource("file:///a%20b", &Default::default()).await.unwrap();
    client.close().await;
    let log = log.lock().unwrap();
    let call = log.iter().find(|seen| seen.is("tools/call")).unwrap();
    for (header, value) in [
        ("mcp-protocol-version", Some("2026-07-28")),
        ("mcp-method", Some("tools/call")),
        ("mcp-name", Some("=?base64?ZMOpcGxveQ==?=")),
        ("mcp-param-region", Some("eu")),
        ("mcp-param-note", Some("=?base64?IMO8?=")),
        ("mcp-param-plain", None),
        ("mcp-session-id", None),
    ] {
        assert_eq!(call.header(header), value, "{header}");
    }
    let read = log.iter().find(|seen| seen.is("resources/read")).unwrap();
    assert_eq!(read.header("mcp-name"), Some("file:///a%20b"));
    assert!(
        log.iter().all(|seen| seen.method == Method::POST),
        "a modern client neither listens nor says goodbye"
    );
}

/// Returns a body that is written in pieces.
fn stream() -> (mpsc::UnboundedSender<String>, HttpReply) {
    let (sender, receiver) = mpsc::unbounded_channel::<String>();
    let pieces = futures_util::stream::unfold(receiver, |mut receiver| async {
        let piece = receiver.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(piece), receiver))
    });
    (sender, reply(200, "text/event-stream; charset=utf-8", Body::from_stream(pieces)))
}

fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

#[tokio::test]
async fn elicitation_on_the_stream_of_a_call_is_answered() {
    let open: Arc<Mutex<Option<OpenCall>>> = Arc::default();
    let calls = Arc::clone(&open);
    let (address, log) = serve(move |seen| {
        if let Some(reply) = begins(seen) {
            return reply;
        }
        if seen.is("tools/call") {
            let (sender, reply) = stream();
            let ask =
                json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": question()});
            sender.send(format!(": hello\n\n{}", event(&ask))).unwrap();
            *calls.lock().unwrap() = Some((seen.message["id"].clone(), sender));
            return reply;
        }
        if let (Some(answer), Some((id, sender))) = (seen.message.get("result"), calls.lock().unwrap().take())
        {
            let text = answer["content"]["region"].as_str().unwrap_or_default();
            let result = json!({"content": [{"type": "text", "text": text}]});
            sender.send(event(&json!({"jsonrpc": "2.0", "id": id, "result": result}))).unwrap();
            return accepted();
        }
        reply(405, "text/plain", "")
    })
    .await;
    let (builder, forms, _) = accepting_client(json!({"region": "us"}));
    let client = builder.connect(address).await.unwrap();
    assert_eq!(client.call_tool("t", json!({})).await.unwrap().text(), "us");
    assert_eq!(forms.lock().unwrap().len(), 1);
    assert!(forms.lock().unwrap()[0].server.address.starts_with("http://127.0.0.1:"));
    client.close().await;
    let log = log.lock().unwrap();
    let answer = log.iter().find(|seen| seen.message.get("result").is_some()).unwrap();
    assert_eq!((&answer.message["id"], answer.header("mcp-session-id")), (&json!("q"), Some("s-1")));
}

#[tokio::test]
async fn broken_stream_resumes_after_its_last_event() {
    let call: Arc<Mutex<Value>> = Arc::default();
    let pending = Arc::clone(&call);
    let (address, log) = serve(move |seen| {
        if let Some(reply) = begins(seen) {
            return reply;
        }
        match (seen.is("tools/call"), seen.header("last-event-id")) {
            (true, _) => {
                *pending.lock().unwrap() = seen.message["id"].clone();
                reply(200, "text/event-stream", "id: e-1\nretry: 1\ndata: \n\n")
            }
            (false, Some("e-1")) => reply(200, "text/event-stream", "id: e-2\n: nothing yet\n\n"),
            (false, Some("e-2")) => {
                let message = json!({"jsonrpc": "2.0", "id": *pending.lock().unwrap(), "result": done()});
                reply(200, "text/event-stream", event(&message))
            }
            _ => reply(405, "text/plain", ""),
        }
    })
    .await;
    let client = builder().connect(address).await.unwrap();
    assert_eq!(client.call_tool("t", json!({})).await.unwrap().text(), "done");
    let calls = log.lock().unwrap().iter().filter(|seen| seen.is("tools/call")).count();
    assert_eq!(calls, 1, "a request is sent once");
}

#[tokio::test]
async fn messages_on_the_server_stream_are_received() {
    let (sender, listening) = stream();
    let listening = Arc::new(Mutex::new(Some(listening)));
    let (address, log) = serve(move |seen| {
        begins(seen).unwrap_or_else(|| match seen.method {
            Method::GET => listening.lock().unwrap().take().unwrap_or_else(|| reply(405, "text/plain", "")),
            _ => accepted(),
        })
    })
    .await;
    let (builder, forms, _) = accepting_client(json!({"region": "eu"}));
    let _client = builder.connect(address).await.unwrap();
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": question()});
    sender.send(event(&ask)).unwrap();
    while !log.lock().unwrap().iter().any(|seen| seen.message.get("result").is_some()) {
        tokio::task::yield_now().await;
    }
    assert_eq!(forms.lock().unwrap().len(), 1);
}

/// A server that sends only to its own stream would lose an elicitation before that is open.
#[tokio::test]
async fn call_waits_until_the_server_stream_is_open() {
    for answer in [reply(405, "text/plain", ""), stream().1] {
        let answer = Arc::new(Mutex::new(Some(answer)));
        let (address, log) = serve(move |seen| {
            begins(seen).unwrap_or_else(|| answer.lock().unwrap().take().unwrap_or_else(accepted))
        })
        .await;
        let _client = builder().connect(address).await.unwrap();
        assert!(log.lock().unwrap().iter().any(|seen| seen.method == Method::GET));
    }
}

async fn client_of(
    script: impl Fn(&SeenRequest) -> HttpReply + Clone + Send + Sync + 'static,
    limits: Limits,
) -> Client {
    let (address, _) = serve(move |seen| begins(seen).unwrap_or_else(|| script(seen))).await;
    builder().limits(limits).only_era(Era::Legacy).connect(address).await.unwrap()
}

#[tokio::test]
async fn malformed_http_responses_fail_the_call() {
    let limits = Limits { bytes: 4096, ..Limits::default() };
    let long = format!("\"{}\"", "x".repeat(5000));
    let unread = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"bad"}}"#;
    let (other, told) = (
        r#"{"jsonrpc":"2.0","id":4711,"result":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/message"}"#,
    );
    let cases: Vec<(HttpReply, Expected)> = vec![
        (reply(404, "text/plain", ""), |error| matches!(error, CallError::SessionEnded)),
        (reply(500, "text/plain", ""), |error| matches!(error, CallError::Status { status: 500 })),
        (reply(400, "application/json", unread), |error| matches!(error, CallError::Server(_))),
        // A message other than the response must not leave the call waiting.
        (reply(200, "application/json", unread), |error| matches!(error, CallError::Server(_))),
        (reply(200, "application/json", other), |error| matches!(error, CallError::Malformed(_))),
        (reply(200, "application/json", told), |error| matches!(error, CallError::Malformed(_))),
        (reply(200, "application/json", "{}"), |error| matches!(error, CallError::Malformed(_))),
        (reply(200, "application/json", long.clone()), |error| matches!(error, CallError::Malformed(_))),
        (reply(200, "text/event-stream", format!("data: {long}\n\n")), |error| {
            matches!(error, CallError::Malformed(_))
        }),
        (reply(200, "text/event-stream", ""), |error| matches!(error, CallError::Http(_))),
        (accepted(), |error| matches!(error, CallError::Malformed(_))),
    ];
    for (index, (answer, expected)) in cases.into_iter().enumerate() {
        let answer = Arc::new(Mutex::new(Some(answer)));
        let client = client_of(
            move |seen| match seen.is("tools/call") {
                true => answer.lock().unwrap().take().unwrap(),
                false => reply(405, "text/plain", ""),
            },
            limits,
        )
        .await;
        let error = client.call_tool("t", json!({})).await.unwrap_err();
        assert!(expected(&error), "case {index}: {error}");
    }
}

#[tokio::test]
async fn unreachable_server_is_a_connect_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::new(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
    drop(listener);
    let error = builder().connect(address).await.unwrap_err();
    assert!(matches!(error, ConnectError::Refused(CallError::Http(_))), "{error}");
}
