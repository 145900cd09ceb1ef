//! Clients and servers that send anything: the gateway answers the next request, and never panics.

use std::sync::Arc;

use askwell_gateway::{ServerSpec, ServerTarget};
use askwell_mcp::transport::{Connection, Frame};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::harness::{Client, Speaks, TestGateway, patient, pipes, scripted};

const METHODS: [&str; 16] = [
    "initialize",
    "server/discover",
    "ping",
    "tools/list",
    "tools/call",
    "prompts/get",
    "resources/read",
    "resources/subscribe",
    "subscriptions/listen",
    "logging/setLevel",
    "completion/complete",
    "elicitation/create",
    "sampling/createMessage",
    "notifications/cancelled",
    "notifications/progress",
    "notifications/elicitation/complete",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..12).prop_map(Value::from),
        "[a-z/]{0,6}".prop_map(Value::from),
        Just(json!("2026-07-28")),
        Just(json!("form")),
        Just(json!("https://example.com/in")),
    ];
    let key = prop_oneof![
        Just("name"),
        Just("arguments"),
        Just("uri"),
        Just("_meta"),
        Just("progressToken"),
        Just("requestId"),
        Just("requestState"),
        Just("inputResponses"),
        Just("inputRequests"),
        Just("resultType"),
        Just("mode"),
        Just("message"),
        Just("requestedSchema"),
        Just("notifications"),
        Just("io.modelcontextprotocol/protocolVersion"),
        Just("io.modelcontextprotocol/clientCapabilities"),
        Just("io.modelcontextprotocol/subscriptionId"),
    ];
    leaf.prop_recursive(3, 16, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::hash_map(key.clone(), inner, 0..5).prop_map(|members| {
                Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

/// A line that looks like a message more or less.
fn line() -> impl Strategy<Value = String> {
    let id = prop_oneof![
        Just(json!(null)),
        (0_i64..8).prop_map(Value::from),
        "[a-z]{0,3}".prop_map(Value::from),
        value()
    ];
    let message =
        (prop::sample::select(&METHODS[..]), prop::option::of(id), prop::option::of(value()), 0..4_u8);
    let message = message.prop_map(|(method, id, body, kind)| {
        let mut message = json!({"jsonrpc": "2.0"});
        if let Some(id) = id {
            message["id"] = id;
        }
        let body = body.unwrap_or_else(|| json!({}));
        match kind {
            0 => message["result"] = body,
            1 => message["error"] = json!({"code": -32042, "message": "x", "data": {"elicitations": [body]}}),
            _ => {
                message["method"] = json!(method);
                message["params"] = body;
            }
        }
        message.to_string()
    });
    let message = message.boxed();
    let cut = (message.clone(), 0..60_usize).prop_map(|(text, at)| text.chars().take(at).collect());
    prop_oneof![6 => message, 1 => cut, 1 => "[ -~]{0,40}"]
}

/// Waits until the client gets the response to this request; everything else is ignored.
async fn answered(client: &mut Client, id: u64) -> Value {
    client.response(id).await
}

/// A server that sends these lines before each of its responses.
fn babbling(lines: Vec<String>) -> ServerSpec {
    let connect = move || {
        let (ours, theirs) = pipes();
        tokio::spawn(babble(ours, lines.clone()));
        theirs
    };
    ServerSpec::new("s", ServerTarget::Connect(Arc::new(connect)))
}

async fn babble(connection: Connection, lines: Vec<String>) {
    let Connection { mut incoming, outgoing } = connection;
    while let Some(Frame::Text(text)) = incoming.next().await {
        let message: Value = serde_json::from_str(&text).unwrap();
        let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) else { continue };
        let result = match method {
            "initialize" => json!({"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "babbling", "version": "1"}}),
            "server/discover" => {
                let error = json!({"code": -32601, "message": "no"});
                let _ = outgoing.send(json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string());
                continue;
            }
            _ => {
                for line in &lines {
                    let _ = outgoing.send(line.clone());
                }
                json!({"content": []})
            }
        };
        let _ = outgoing.send(json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
    }
}

fn run(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(test);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn client_that_sends_anything_is_still_served(
        lines in prop::collection::vec(line(), 1..12), is_modern in any::<bool>(),
    ) {
        run(async {
            let speaks = if is_modern { Speaks::Modern } else { Speaks::Legacy };
            let (server, _) = scripted("s", speaks);
            let gateway = TestGateway::new(vec![server], patient()).await;
            let mut client = gateway.client();
            client.initialize(&json!({"elicitation": {}})).await;
            for line in &lines {
                client.send_text(line);
            }
            let id = client.call("echo", &json!({"last": true}));
            let response = answered(&mut client, id).await;
            assert_eq!(response["result"]["structuredContent"]["last"], true, "{response}");
        });
    }

    #[test]
    fn server_that_sends_anything_is_still_used(lines in prop::collection::vec(line(), 1..12)) {
        run(async {
            let gateway = TestGateway::new(vec![babbling(lines)], patient()).await;
            let mut client = gateway.client();
            client.initialize(&json!({})).await;
            for _ in 0..3 {
                let id = client.call("echo", &json!({}));
                answered(&mut client, id).await;
            }
            let mut modern = gateway.client();
            for _ in 0..2 {
                let id = modern.modern("tools/call", &json!({"name": "echo", "arguments": {}}), &json!({}));
                answered(&mut modern, id).await;
            }
        });
    }
}
