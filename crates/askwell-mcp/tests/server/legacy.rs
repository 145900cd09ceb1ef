//! Conversations with clients of 2025-06-18 and 2025-11-25.

use std::sync::Arc;
use std::time::Duration;

use askwell_mcp::transport::memory;
use askwell_mcp::{Call, Server, Tool, ToolResult};
use insta::assert_snapshot;

use crate::scripted_client::ScriptedClient;
use crate::test_server::{CreatedElicitations, FakePages, engine, test_server};

const FORMS: &str = r#"{"elicitation":{}}"#;

/// Starts a client with these capabilities, on a server without pages.
async fn client(version: &str, capabilities: &str) -> ScriptedClient {
    let server = test_server(&CreatedElicitations::default()).build();
    ScriptedClient::legacy(&server, version, capabilities).await
}

#[tokio::test]
async fn accepted_form_reaches_the_handler() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("server", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"host":"example.com","port":443}}"#);
    client.receive().await;
    assert_snapshot!("legacy-accept", client.transcript());
}

#[tokio::test]
async fn request_of_the_first_revision_has_no_mode() {
    let mut client = client("2025-06-18", FORMS).await;
    client.call("wizard", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"kind":"small"}}"#);
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"size":3}}"#);
    client.receive().await;
    assert_snapshot!("legacy-wizard-2025-06-18", client.transcript());
}

#[tokio::test]
async fn decline_and_cancel_reach_the_handler() {
    for (name, result) in [
        ("decline", r#"{"action":"decline"}"#),
        ("decline-null", r#"{"action":"decline","content":null}"#),
        ("cancel", r#"{"action":"cancel"}"#),
    ] {
        let mut client = client("2025-11-25", FORMS).await;
        client.call("delete", r#"{"path":"/tmp/a"}"#);
        let request = client.receive().await;
        client.answer(&request, result);
        client.receive().await;
        assert_snapshot!(format!("legacy-{name}"), client.transcript());
    }
}

#[tokio::test]
async fn invalid_answer_is_asked_again() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("server", "{}");
    for content in [r#"{"port":70000}"#, "null", r#"{"host":"example.com"}"#] {
        let request = client.receive().await;
        client.answer(&request, &format!(r#"{{"action":"accept","content":{content}}}"#));
    }
    client.receive().await;
    assert_snapshot!("legacy-invalid-then-valid", client.transcript());
}

#[tokio::test]
async fn too_many_invalid_answers_cancel_the_question() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("server", "{}");
    for _ in 0..4 {
        let request = client.receive().await;
        client.answer(&request, r#"{"action":"accept"}"#);
    }
    let end = client.receive().await;
    assert_eq!(end["result"]["content"][0]["text"], "cancelled: max_retries_exceeded");
}

#[tokio::test]
async fn missing_content_is_an_empty_answer() {
    for content in ["", r#","content":null"#, r#","content":{}"#] {
        let mut client = client("2025-11-25", FORMS).await;
        client.call("note", "{}");
        let request = client.receive().await;
        client.answer(&request, &format!(r#"{{"action":"accept"{content}}}"#));
        assert_eq!(client.receive().await["result"]["content"][0]["text"], "{}", "{content}");
    }
}

#[tokio::test]
async fn several_questions_are_sent_at_once() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("both", "{}");
    let (server, note) = (client.receive().await, client.receive().await);
    client.answer(&note, r#"{"action":"accept","content":{"note":"soon"}}"#);
    client.answer(&server, r#"{"action":"accept","content":{"host":"example.com"}}"#);
    let end = client.receive().await;
    let expected = r#"{"host":"example.com","port":8080} {"note":"soon"}"#;
    assert_eq!(end["result"]["content"][0]["text"], expected);
}

#[tokio::test(start_paused = true)]
async fn question_times_out_and_late_answer_is_dropped() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("server", "{}");
    let request = client.receive().await;
    // Without an answer the paused clock moves on.
    client.receive().await;
    client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"host":"late.example.com"}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#);
    client.receive().await;
    assert_snapshot!("legacy-timeout-late-reply", client.transcript());
}

#[tokio::test(start_paused = true)]
async fn waiting_call_sends_progress() {
    let mut client = client("2025-11-25", FORMS).await;
    client.send(
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"note","_meta":{"progressToken":"t"}}}"#,
    );
    let request = client.receive().await;
    for _ in 0..2 {
        assert_eq!(client.receive().await["params"]["progressToken"], "t");
    }
    client.answer(&request, r#"{"action":"accept","content":{"note":"done"}}"#);
    client.receive().await;
    assert_snapshot!("legacy-progress", client.transcript());
}

#[tokio::test]
async fn cancelled_call_gets_no_response() {
    let mut client = client("2025-11-25", FORMS).await;
    let id = client.call("note", "{}");
    let request = client.receive().await;
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    ));
    // The dialog stays: a client that gave up on the call looks the same as a person who stopped it.
    client.answer(&request, r#"{"action":"accept","content":{"note":"too late"}}"#);
    client.send(r#"{"jsonrpc":"2.0","id":99,"method":"ping"}"#);
    client.receive().await;
    assert_snapshot!("legacy-cancelled-call", client.transcript());
}

#[tokio::test]
async fn missing_capability_is_an_error() {
    for (name, capabilities, tool) in [
        ("no-elicitation", "{}", "server"),
        ("no-page-for-a-secret", FORMS, "login"),
        ("no-forms", r#"{"elicitation":{"url":{}}}"#, "server"),
        ("no-urls", FORMS, "connect"),
        ("required-without-urls", FORMS, "connected"),
        ("private-address", r#"{"elicitation":{"url":{}}}"#, "inside"),
    ] {
        let mut client = client("2025-11-25", capabilities).await;
        client.call(tool, "{}");
        client.receive().await;
        assert_snapshot!(format!("legacy-unable-{name}"), client.transcript());
    }
}

#[tokio::test]
async fn error_of_the_client_reaches_the_handler() {
    let mut client = client("2025-11-25", FORMS).await;
    client.call("server", "{}");
    let request = client.receive().await;
    let id = &request["id"];
    client.send(&format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"message":"no such mode"}}}}"#
    ));
    client.receive().await;
    client.call("server", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"perhaps"}"#);
    client.receive().await;
    assert_snapshot!("legacy-client-errors", client.transcript());
}

#[tokio::test]
async fn failing_and_panicking_handlers_are_answered_with_errors() {
    let mut client = client("2025-11-25", FORMS).await;
    for tool in ["broken", "failing", "unheard-of"] {
        client.call(tool, "{}");
        client.receive().await;
    }
    client.call("twice", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"note":"a"}}"#);
    client.receive().await;
    assert_snapshot!("legacy-wrong-handlers", client.transcript());
}

#[tokio::test]
async fn prompts_and_resources_can_ask() {
    let mut client = client("2025-11-25", FORMS).await;
    client.send(r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet"}}"#);
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"name":"world"}}"#);
    client.receive().await;
    client.send(r#"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"memo:///one"}}"#);
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept","content":{"confirm":true}}"#);
    client.receive().await;
    client.send(r#"{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"other:///one"}}"#);
    client.receive().await;
    assert_snapshot!("legacy-prompt-and-resource", client.transcript());
}

#[tokio::test(start_paused = true)]
async fn call_without_an_answer_ends_with_a_link() {
    let server = test_server(&CreatedElicitations::default())
        .engine(engine())
        .hosted(Arc::new(FakePages))
        .call_limit(Duration::from_secs(5))
        .build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", FORMS).await;
    client.call("server", "{}");
    // The dialog stays open beside the link.
    for _ in 0..2 {
        client.receive().await;
    }
    assert_snapshot!("legacy-silence-falls-back", client.transcript());
}

#[tokio::test]
async fn question_carries_the_trace_of_its_call() {
    let mut client = client("2025-11-25", FORMS).await;
    let trace = r#""traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a=b","baggage":"k=v""#;
    for (id, tool, meta, expected) in [
        (1, "server", trace, Some("a=b")),
        // Without a parent, the rest of a trace means nothing.
        (2, "server", r#""tracestate":"a=b""#, None),
        (3, "server", r#""traceparent":7,"tracestate":"a=b""#, None),
    ] {
        client.send(&format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","_meta":{{{meta}}}}}}}"#
        ));
        let request = client.receive().await;
        let passed_on = &request["params"]["_meta"];
        assert_eq!(passed_on["tracestate"].as_str(), expected, "{request}");
        assert_eq!(passed_on["traceparent"].is_string(), expected.is_some(), "{request}");
        client.answer(&request, r#"{"action":"decline"}"#);
        client.receive().await;
    }
}

#[tokio::test]
async fn handler_ends_when_its_connection_is_dropped() {
    let held = Arc::new(());
    let of_handler = Arc::clone(&held);
    let server = Server::builder("test", "1")
        .tool(Tool::new("ask", "Asks."), move |call: Call| {
            let held = Arc::clone(&of_handler);
            async move {
                let _ = call.asker().confirm("sure", "Sure?").await?;
                drop(held);
                Ok(ToolResult::text("done"))
            }
        })
        .build();
    let (mut ours, theirs) = memory::pair();
    let serving = tokio::spawn(async move { server.serve(theirs).await });
    for message in [
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"script","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{}}}"#,
    ] {
        ours.outgoing.send(message.to_owned()).unwrap();
        assert!(ours.incoming.next().await.is_some());
    }
    assert_eq!(Arc::strong_count(&held), 3, "the handler waits");
    serving.abort();
    assert!(serving.await.unwrap_err().is_cancelled());
    let ended = async {
        while Arc::strong_count(&held) > 1 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), ended).await.unwrap();
}
