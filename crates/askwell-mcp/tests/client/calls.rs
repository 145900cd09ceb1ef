//! Requests and responses that are the same in both eras.

use std::sync::{Arc, Mutex};

use askwell_mcp::client::{CallError, Progress, RequestOptions};
use askwell_mcp::transport::stdio;
use askwell_mcp::wire::{Era, Json, Limits, method};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

use super::scripted_server::{accepting_client, builder, legacy, modern, question};

#[tokio::test]
async fn metadata_is_sent_and_progress_is_received() {
    let (mut server, client) = legacy(builder()).await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let options = RequestOptions::new()
        .trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=b")
        .meta("com.example/tenant", Json::of_text("shop"))
        .progress(move |progress| sink.lock().unwrap().push(progress));
    let script = async {
        let call = server.expect("tools/call").await;
        assert_eq!(
            call["params"]["_meta"],
            json!({
                "progressToken": call["id"], "tracestate": "a=b", "com.example/tenant": "shop",
                "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
            })
        );
        for (token, progress) in [(call["id"].clone(), 0.5), (json!(999), 7.0)] {
            server.send(&json!({"jsonrpc": "2.0", "method": "notifications/progress",
                "params": {"progressToken": token, "progress": progress, "total": 1, "message": "half"}}));
        }
        server.answer(&call, &json!({"content": []}));
    };
    let ((), result) = tokio::join!(script, client.call_tool_with("t", json!({}), &options));
    result.unwrap();
    let half = Progress { progress: 0.5, total: Some(1.0), message: Some("half".to_owned()) };
    assert_eq!(*seen.lock().unwrap(), [half]);
}

#[tokio::test]
async fn dropped_call_is_cancelled_at_the_server() {
    for modern_server in [false, true] {
        let (mut server, client) =
            if modern_server { modern(builder()).await } else { legacy(builder()).await };
        let client = Arc::new(client);
        let caller = Arc::clone(&client);
        let call = tokio::spawn(async move { caller.call_tool("t", json!({})).await });
        let request = server.expect("tools/call").await;
        call.abort();
        let cancelled = server.expect("notifications/cancelled").await;
        assert_eq!(cancelled["params"]["requestId"], request["id"]);
        // A late response is ignored.
        server.answer(&request, &json!({"content": []}));
        let script = async {
            let request = server.expect("tools/call").await;
            server.answer(&request, &json!({"content": []}));
        };
        let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
        result.unwrap();
    }
}

#[tokio::test]
async fn list_is_fetched_page_by_page() {
    let (mut server, client) = modern(builder()).await;
    let schema = json!({"type": "object", "$defs": {"a": {"$anchor": "x"}}, "if": {}, "maximum": 1.50});
    let script = async {
        let first = server.expect("tools/list").await;
        assert_eq!(first["params"].get("cursor"), None);
        server.answer(
            &first,
            &json!({"tools": [
            {"name": "a", "title": "A", "inputSchema": schema},
            {"name": "broken", "inputSchema": {"properties": {"p": {"type": "number", "x-mcp-header": "P"}}}}
        ], "nextCursor": "2"}),
        );
        let second = server.expect("tools/list").await;
        assert_eq!(second["params"]["cursor"], "2");
        server.answer(&second, &json!({"tools": [{"name": "b", "description": "B"}]}));
    };
    let ((), tools) = tokio::join!(script, client.list_tools());
    let tools = tools.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(tools[0].input_schema.raw().to_value(), schema);
    assert_eq!((tools[0].title.as_deref(), tools[1].description.as_deref()), (Some("A"), Some("B")));
    let error = client.call_tool("broken", json!({"p": 1})).await.unwrap_err();
    assert!(matches!(error, CallError::InvalidTool { .. }), "{error}");
}

#[tokio::test]
async fn error_malformed_response_and_bad_arguments_fail_the_call() {
    let (mut server, client) = legacy(builder()).await;
    let script = async {
        let call = server.expect("tools/call").await;
        server.send(&json!({"jsonrpc": "2.0", "id": 4711, "result": {}}));
        server.send(&json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "what?"}}));
        server.send(&json!([]));
        server.refuse(&call, &json!({"code": -32000, "message": "no luck", "data": {"a": 1}}));
        let call = server.expect("tools/call").await;
        server.send(&json!({"jsonrpc": "2.0", "id": call["id"], "result": {}, "error": {"code": 1, "message": "both"}}));
    };
    let calls = async {
        let error = client.call_tool("t", json!({})).await.unwrap_err();
        assert!(matches!(&error, CallError::Server(error) if error.message == "no luck"), "{error}");
        let error = client.call_tool("t", json!({})).await.unwrap_err();
        assert!(matches!(error, CallError::Malformed(_)), "{error}");
        let error = client.call_tool("t", json!([1])).await.unwrap_err();
        assert!(matches!(error, CallError::InvalidArguments(_)), "{error}");
    };
    tokio::join!(script, calls);
}

#[tokio::test]
async fn calls_fail_when_the_server_disconnects() {
    let (mut server, client) = legacy(builder()).await;
    let script = async {
        server.expect("tools/call").await;
        drop(server);
    };
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert!(matches!(result, Err(CallError::Closed)));
    assert!(matches!(client.call_tool("t", json!({})).await, Err(CallError::Closed)));
}

#[tokio::test]
async fn closed_or_dropped_client_closes_its_connection() {
    let (mut server, client) = legacy(builder()).await;
    client.close().await;
    assert!(server.is_disconnected().await);
    let (mut server, client) = modern(builder()).await;
    drop(client);
    assert!(server.is_disconnected().await);
}

#[tokio::test]
async fn parallel_calls_keep_their_states_apart() {
    let (builder, _, _) = accepting_client(json!({"region": "eu"}));
    let (mut server, client) = modern(builder).await;
    let script = async {
        let (first, second) = (server.expect("tools/call").await, server.expect("tools/call").await);
        for (request, state) in [(&second, "second"), (&first, "first")] {
            server.answer(
                request,
                &json!({"resultType": "input_required", "requestState": state,
                "inputRequests": {"q": {"method": "elicitation/create", "params": question()}}}),
            );
        }
        for _ in 0..2 {
            let retry = server.expect("tools/call").await;
            assert_eq!(retry["params"]["name"], retry["params"]["requestState"]);
            server.answer(&retry, &json!({"content": [{"type": "text", "text": retry["params"]["name"]}]}));
        }
    };
    let (first, second) = (client.call_tool("first", json!({})), client.call_tool("second", json!({})));
    let ((), first, second) = tokio::join!(script, first, second);
    assert_eq!((first.unwrap().text().as_str(), second.unwrap().text().as_str()), ("first", "second"));
}

#[tokio::test]
async fn notification_reaches_the_hook() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hook = Arc::clone(&heard);
    let builder = builder()
        .on_notification(move |notification| hook.lock().unwrap().push(notification.method().to_owned()));
    let (mut server, client) = legacy(builder).await;
    let script = async {
        server.send(
            &json!({"jsonrpc": "2.0", "method": method::LOG, "params": {"level": "info", "data": "hello"}}),
        );
        let ping = server.expect("ping").await;
        server.answer(&ping, &json!({}));
    };
    let empty = Json::from(json!({}));
    let options = RequestOptions::new();
    let ((), pong) = tokio::join!(script, client.request(method::PING, &empty, &options));
    pong.unwrap();
    assert_eq!(*heard.lock().unwrap(), [method::LOG]);
}

/// A response that cannot be read is the response all the same: no other one will come.
#[tokio::test]
async fn response_beyond_the_limits_fails_the_call() {
    let (mut server, client) = modern(builder()).await;
    let script = async {
        let request = server.expect("tools/call").await;
        let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
        server.answer(&request, &json!({"content": [], "structuredContent": {"deep": deep}}));
    };
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert!(matches!(result, Err(CallError::Malformed(_))), "{result:?}");

    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (reader, writer) = tokio::io::split(ours);
    let limits = Limits { bytes: 2048, ..Limits::default() };
    let connecting =
        tokio::spawn(builder().only_era(Era::Modern).connect(stdio::connect(reader, writer, &limits)));
    let (reader, mut writer) = tokio::io::split(theirs);
    let mut lines = BufReader::new(reader).lines();
    let mut answer = async |result: Value| {
        let line = lines.next_line().await.unwrap().unwrap();
        let request: Value = serde_json::from_str(&line).unwrap();
        let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        writer.write_all(format!("{answer}\n").as_bytes()).await.unwrap();
    };
    answer(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}})).await;
    let client = connecting.await.unwrap().unwrap();
    let long = answer(json!({"content": [{"type": "text", "text": "x".repeat(5000)}]}));
    let ((), result) = tokio::join!(long, client.call_tool("t", json!({})));
    assert!(matches!(&result, Err(CallError::Malformed(why)) if why.contains("2048")), "{result:?}");
}
