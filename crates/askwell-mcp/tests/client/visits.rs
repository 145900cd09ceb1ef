//! Pages that a legacy server wants visited before it does anything.

use std::time::Duration;

use askwell_mcp::client::{CallError, UrlReply};
use serde_json::{Value, json};

use super::scripted::{builder, legacy, willing};

fn required(url: &str) -> Value {
    json!({"code": -32042, "message": "visit first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": url, "message": "Sign in"}
    ]}})
}

fn complete(id: &str) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": id}})
}

#[tokio::test]
async fn a_page_is_visited_and_the_call_made_again() {
    for early in [true, false] {
        let (builder, _, urls) = willing(json!({}));
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
async fn who_does_not_agree_gets_no_result() {
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
            Some(_) => matches!(&error, CallError::NotVisited { urls } if urls == &[url]),
            None => matches!(&error, CallError::Server(error) if error.code.0 == -32042),
        };
        assert!(expected, "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let (builder, _, _) = willing(json!({}));
    let (mut server, client) = legacy(builder.visit_within(Duration::from_secs(60))).await;
    let script = async {
        let request = server.expect("tools/call").await;
        server.refuse(&request, &required("https://example.com/"));
    };
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert!(matches!(result, Err(CallError::NotFinished)));
}
