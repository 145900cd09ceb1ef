//! Pages that a legacy server requires before it does anything.

use std::time::Duration;

use askwell_mcp::client::{CallError, UrlReply};
use serde_json::{Value, json};

use super::scripted_server::{accepting_client, builder, legacy};

fn required(url: &str) -> Value {
    json!({"code": -32042, "message": "visit first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": url, "message": "Sign in"}
    ]}})
}

fn complete(id: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": id}})
}

#[tokio::test]
async fn call_is_repeated_after_the_required_page() {
    for early in [true, false] {
        let (builder, _, urls) = accepting_client(json!({}));
        let (mut server, client) = legacy(builder).await;
        let script = async {
            let first = server.expect("tools/call").await;
            server.send(&complete("another"));
            if early {
                server.send(&complete("e-1"));
            }
            server.refuse(&first, &required("https://example.com/sign-in"));
            if !early {
                server.send(&complete("e-1"));
            }
            let second = server.expect("tools/call").await;
            assert_eq!(first["params"], second["params"]);
            assert_ne!(first["id"], second["id"]);
            server.answer(&second, &json!({"content": [{"type": "text", "text": "in"}]}));
        };
        let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
        assert_eq!(result.unwrap().text(), "in");
        let asked = urls.lock().unwrap();
        assert_eq!(
            (asked.len(), asked[0].message.as_str(), asked[0].link.host()),
            (1, "Sign in", "example.com")
        );
    }
}

#[tokio::test]
async fn call_fails_if_the_required_page_is_not_opened() {
    for (handler, url) in [
        (Some(UrlReply::Decline), "https://example.com/"),
        (Some(UrlReply::Cancel), "https://example.com/"),
        (Some(UrlReply::Consent), "javascript:alert(1)"),
        (None, "https://example.com/"),
    ] {
        let builder = match handler {
            Some(reply) => builder().on_url(move |_| async move { reply }),
            None => builder(),
        };
        let (mut server, client) = legacy(builder).await;
        let script = async {
            let request = server.expect("tools/call").await;
            server.refuse(&request, &required(url));
        };
        let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
        let error = result.unwrap_err();
        let expected = match handler {
            Some(UrlReply::Consent) => matches!(error, CallError::Link(_)),
            Some(_) => matches!(&error, CallError::UrlRefused { urls } if urls == &[url]),
            None => matches!(&error, CallError::Server(error) if error.code.0 == -32042),
        };
        assert!(expected, "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn wait_for_a_required_page_times_out() {
    let (builder, _, _) = accepting_client(json!({}));
    let (mut server, client) = legacy(builder.page_timeout(Duration::from_secs(60))).await;
    let script = async {
        let request = server.expect("tools/call").await;
        server.refuse(&request, &required("https://example.com/"));
    };
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert!(matches!(result, Err(CallError::PageTimeout)));
}
