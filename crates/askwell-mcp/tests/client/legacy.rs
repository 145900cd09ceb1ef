//! The legacy era: elicitations of the server while a request waits.

use std::sync::Arc;

use askwell_mcp::client::{FormReply, FormRequest, UrlReply, UrlRequest};
use serde_json::{Value, json};
use tokio::sync::Notify;

use super::scripted_server::{ScriptedServer, accepting_client, builder, legacy, question};

fn push(server: &ScriptedServer, id: impl Into<Value>, params: &Value) {
    server
        .send(&json!({"jsonrpc": "2.0", "id": id.into(), "method": "elicitation/create", "params": params}));
}

#[tokio::test]
async fn elicitations_are_answered_while_the_call_waits() {
    let (builder, forms, urls) = accepting_client(json!({"region": "eu"}));
    let (mut server, client) = legacy(builder).await;
    let script = async {
        let call = server.expect("tools/call").await;
        assert_eq!(call["params"], json!({"name": "deploy", "arguments": {"app": "shop"}}));
        push(&server, "q-1", &question());
        let answer = server.next().await;
        assert_eq!(
            answer,
            json!({"jsonrpc": "2.0", "id": "q-1", "result": {
                "action": "accept", "content": {"region": "eu", "replicas": 2}
            }})
        );
        push(
            &server,
            2,
            &json!({"mode": "url", "elicitationId": "e", "message": "Go", "url": "https://bücher.example/"}),
        );
        assert_eq!(server.next().await, json!({"jsonrpc": "2.0", "id": 2, "result": {"action": "accept"}}));
        server.answer(&call, &json!({"content": [{"type": "text", "text": "done"}], "isError": true}));
    };
    let ((), result) = tokio::join!(script, client.call_tool("deploy", json!({"app": "shop"})));
    let result = result.unwrap();
    assert_eq!((result.text().as_str(), result.is_error()), ("done", true));
    assert_eq!(forms.lock().unwrap().len(), 1);
    let asked = urls.lock().unwrap();
    assert_eq!(
        (asked[0].link.url(), asked[0].link.host()),
        ("https://bücher.example/", "xn--bcher-kva.example")
    );
    assert_eq!(asked[0].server.address, "a connection of this program");
}

#[tokio::test]
async fn undeclared_mode_and_invalid_params_are_refused() {
    let form_only = || builder().on_form(|_: FormRequest| async { FormReply::Decline });
    let url_only = || builder().on_url(|_: UrlRequest| async { UrlReply::Decline });
    let url = |url: &str| json!({"mode": "url", "elicitationId": "e", "message": "Go", "url": url});
    for (builder, params, code) in [
        (builder(), question(), -32601),
        (form_only(), url("https://example.com/"), -32602),
        (url_only(), question(), -32602),
        (form_only(), json!({"mode": "voice", "message": "Speak"}), -32602),
        (form_only(), json!({"message": "x"}), -32602),
        (
            form_only(),
            json!({"message": "x", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}),
            -32602,
        ),
        (url_only(), url("javascript:alert(1)"), -32602),
        (url_only(), url("https://example.com/\u{202e}"), -32602),
    ] {
        let (mut server, _client) = legacy(builder).await;
        push(&server, 1, &params);
        let answer = server.next().await;
        assert_eq!(answer["error"]["code"], code, "{params}: {answer}");
    }
}

#[tokio::test]
async fn ping_is_answered_and_unknown_method_refused() {
    let (mut server, _client) = legacy(builder()).await;
    for (method, expected) in [
        ("ping", json!({"jsonrpc": "2.0", "id": 1, "result": {}})),
        (
            "roots/list",
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "there is no method `roots/list`"}}),
        ),
    ] {
        server.send(&json!({"jsonrpc": "2.0", "id": 1, "method": method}));
        assert_eq!(server.next().await, expected);
    }
}

#[tokio::test]
async fn cancelled_elicitation_drops_its_handler() {
    let (began, dropped) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (handler_began, handler_dropped) = (Arc::clone(&began), Arc::clone(&dropped));
    let builder = builder().on_form(move |_: FormRequest| {
        let (began, dropped) = (Arc::clone(&handler_began), DropSignal(Arc::clone(&handler_dropped)));
        async move {
            began.notify_one();
            let _dropped = dropped;
            std::future::pending().await
        }
    });
    let (mut server, client) = legacy(builder).await;
    push(&server, "q", &question());
    began.notified().await;
    push(&server, "q", &question());
    assert_eq!(server.next().await["error"]["code"], -32600, "the id is in use");
    server
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "q"}}));
    dropped.notified().await;

    push(&server, "again", &question());
    began.notified().await;
    drop(server);
    dropped.notified().await;
    drop(client);
}

#[tokio::test]
async fn panicking_handler_is_answered_with_an_error() {
    let builder = builder().on_form(|_: FormRequest| async { panic!("on purpose") });
    let (mut server, _client) = legacy(builder).await;
    for id in [1, 1] {
        push(&server, id, &question());
        assert_eq!(server.next().await["error"]["code"], -32603);
    }
}

struct DropSignal(Arc<Notify>);

impl Drop for DropSignal {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[tokio::test]
async fn whole_form_in_meta_is_used_and_checked() {
    let document = json!({"id": "f", "title": "Which host?", "fields": [
        {"id": "host", "type": "text", "label": "Host", "required": true, "validation": {"format": "hostname"}}
    ]});
    let form = askwell_form::Form::from_value(&document).unwrap();
    let schema = form.to_mcp_schema(askwell_form::schema::Revision::V2025_11_25).schema;
    let params =
        json!({"message": "Which host?", "requestedSchema": schema, "_meta": {"io.askwell/form": document}});
    let (builder, forms, _) = accepting_client(json!({"host": "no host"}));
    let (mut server, _client) = legacy(builder).await;
    push(&server, 1, &params);
    assert_eq!(
        server.next().await["result"],
        json!({"action": "cancel"}),
        "the answer does not pass the whole form"
    );
    assert_eq!(forms.lock().unwrap()[0].form.id(), "f");
}
