//! The modern era: input-required results and repeated requests.

use std::time::Duration;

use askwell_mcp::client::{CallError, FormReply, FormRequest, PriorConsent};
use serde_json::{Value, json};

use super::scripted_server::{accepting_client, builder, modern, question};

fn needs(requests: &Value, state: Option<&str>) -> Value {
    let mut result = json!({"resultType": "input_required", "inputRequests": requests});
    if let Some(state) = state {
        result["requestState"] = state.into();
    }
    result
}

fn form() -> Value {
    json!({"where": {"method": "elicitation/create", "params": question()}})
}

fn done(text: &str) -> Value {
    json!({"resultType": "complete", "content": [{"type": "text", "text": text}]})
}

#[tokio::test]
async fn request_is_repeated_with_answers_and_state() {
    let (builder, forms, _) = accepting_client(json!({"region": "eu"}));
    let (mut server, client) = modern(builder).await;
    let state = "st.ate/+= \"quoted\"\n\ttab \u{1F511} \\u0041";
    let script = async {
        let first = server.expect("tools/call").await;
        server.answer(&first, &needs(&form(), Some(state)));
        let second = server.expect("tools/call").await;
        server.answer(&second, &done("deployed"));
        let third = server.expect("tools/call").await;
        server.answer(&third, &done("other"));
        [first, second, third]
    };
    let calls = async {
        let result = client.call_tool("deploy", json!({"app": "shop"})).await.unwrap();
        assert_eq!((result.text().as_str(), result.is_error()), ("deployed", false));
        client.call_tool("status", json!({})).await.unwrap()
    };
    let ([first, second, third], _) = tokio::join!(script, calls);

    let mut expected = first["params"].clone();
    assert_eq!((&expected["name"], &expected["arguments"]), (&json!("deploy"), &json!({"app": "shop"})));
    expected["inputResponses"] =
        json!({"where": {"action": "accept", "content": {"region": "eu", "replicas": 2}}});
    expected["requestState"] = state.into();
    assert_eq!(second["params"], expected);
    assert_ne!(first["id"], second["id"]);
    for other in ["inputResponses", "requestState"] {
        assert_eq!((first["params"].get(other), third["params"].get(other)), (None, None));
    }
    let asked = forms.lock().unwrap();
    assert_eq!(
        (asked.len(), asked[0].message.as_str(), asked[0].server.peer.name.as_str()),
        (1, "Which region?", "scripted")
    );
}

#[tokio::test]
async fn all_inputs_are_sent_at_once_and_no_state_without_one() {
    let (builder, forms, urls) = accepting_client(json!({"region": "us", "replicas": 3}));
    let (mut server, client) = modern(builder).await;
    let requests = json!({
        "a": {"method": "elicitation/create", "params": question()},
        "page": {"method": "elicitation/create", "params": {"mode": "url", "message": "Go", "url": "https://example.com/x"}},
        "b": {"method": "elicitation/create", "params": question()}
    });
    let script = async {
        let first = server.expect("tools/call").await;
        server.answer(&first, &needs(&requests, None));
        let second = server.expect("tools/call").await;
        // The server waits for the page, and asks for nothing else.
        server.answer(&second, &needs(&json!({"page": requests["page"]}), Some("s")));
        let third = server.expect("tools/call").await;
        server.answer(&third, &done("ok"));
        (second, third)
    };
    let ((second, third), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert_eq!(result.unwrap().text(), "ok");
    let answered = json!({"action": "accept", "content": {"region": "us", "replicas": 3}});
    let expected = json!({"a": answered, "page": {"action": "accept"}, "b": answered});
    assert_eq!(second["params"]["inputResponses"], expected);
    assert_eq!(second["params"].get("requestState"), None);
    assert_eq!(third["params"]["inputResponses"], json!({"page": {"action": "accept"}}));
    assert_eq!(third["params"]["requestState"], "s");
    assert_eq!(forms.lock().unwrap().len(), 2);
    let occasions: Vec<_> = urls.lock().unwrap().iter().map(|ask| ask.prior_consent).collect();
    assert_eq!(occasions, [PriorConsent::None, PriorConsent::Given]);
}

#[tokio::test]
async fn decline_and_cancel_are_sent_to_the_server() {
    for (reply, action) in [(FormReply::Decline, "decline"), (FormReply::Cancel, "cancel")] {
        let builder = builder().on_form(move |_| {
            let reply = reply.clone();
            async { reply }
        });
        let (mut server, client) = modern(builder).await;
        let script = async {
            let first = server.expect("tools/call").await;
            server.answer(&first, &needs(&form(), None));
            let second = server.expect("tools/call").await;
            assert_eq!(second["params"]["inputResponses"], json!({"where": {"action": action}}));
            server.answer(&second, &done(action));
        };
        let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
        assert_eq!(result.unwrap().text(), action);
    }
}

#[tokio::test(start_paused = true)]
async fn call_fails_after_the_most_rounds() {
    let (builder, forms, _) = accepting_client(json!({"region": "eu"}));
    let (mut server, client) = modern(builder.max_rounds(3)).await;
    let script = async {
        for _ in 0..=3 {
            let request = server.expect("tools/call").await;
            server.answer(&request, &needs(&form(), Some("again")));
        }
    };
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert!(matches!(result, Err(CallError::TooManyRounds { limit: 3 })));
    // The person is not asked for an answer that would not be sent.
    assert_eq!(forms.lock().unwrap().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn server_that_needs_only_time_is_asked_again_after_a_pause() {
    let (mut server, client) = modern(builder()).await;
    let script = async {
        let first = server.expect("tools/call").await;
        server.answer(&first, &json!({"resultType": "input_required", "requestState": "wait"}));
        let second = server.expect("tools/call").await;
        assert_eq!(
            (&second["params"]["requestState"], second["params"].get("inputResponses")),
            (&json!("wait"), None)
        );
        server.answer(&second, &done("ready"));
    };
    let began = tokio::time::Instant::now();
    let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
    assert_eq!(result.unwrap().text(), "ready");
    assert!(began.elapsed() >= Duration::from_millis(50));
}

#[tokio::test]
async fn undeclared_input_request_fails_the_call() {
    let form_only =
        || builder().on_form(|ask: FormRequest| async move { ask.accept(&json!({"region": "eu"})).unwrap() });
    let url = json!({"mode": "url", "message": "Go", "url": "https://example.com/"});
    let nested = json!({"message": "x", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}});
    for (builder, method, params) in [
        (builder(), "elicitation/create", question()),
        (form_only(), "elicitation/create", url),
        (form_only(), "elicitation/create", json!({"mode": "voice", "message": "Speak"})),
        (form_only(), "elicitation/create", nested),
        (form_only(), "elicitation/create", json!({})),
        (form_only(), "sampling/createMessage", json!({"messages": []})),
        (form_only(), "roots/list", json!({})),
    ] {
        let (mut server, client) = modern(builder).await;
        let script = async {
            let request = server.expect("tools/call").await;
            server.answer(&request, &needs(&json!({"k": {"method": method, "params": params}}), Some("s")));
        };
        let ((), result) = tokio::join!(script, client.call_tool("t", json!({})));
        let error = result.unwrap_err();
        assert!(matches!(error, CallError::Unanswerable(_)), "{method} {params}: {error}");
    }
}

#[tokio::test]
async fn result_without_a_type_is_complete_and_empty_input_required_is_malformed() {
    let (mut server, client) = modern(builder()).await;
    for (result, complete) in [
        (json!({"content": []}), true),
        (json!({"resultType": "later", "content": []}), true),
        (json!({"resultType": "input_required"}), false),
        (json!({"resultType": "input_required", "inputRequests": {}}), false),
        (json!({"resultType": "input_required", "inputRequests": {"a": 1}, "requestState": "s"}), false),
    ] {
        let script = async {
            let request = server.expect("tools/call").await;
            server.answer(&request, &result);
        };
        let ((), outcome) = tokio::join!(script, client.call_tool("t", json!({})));
        assert_eq!(outcome.is_ok(), complete, "{result}");
    }
}

#[tokio::test]
async fn prompts_and_resources_can_require_input() {
    let (builder, _, _) = accepting_client(json!({"region": "eu"}));
    let (mut server, client) = modern(builder).await;
    let script = async {
        for method in ["prompts/get", "resources/read"] {
            let first = server.expect(method).await;
            server.answer(&first, &needs(&form(), Some("s")));
            let second = server.expect(method).await;
            assert_eq!(second["params"]["requestState"], "s");
            server.answer(&second, &json!({"resultType": "complete", "of": method}));
        }
    };
    let calls = async {
        let options = askwell_mcp::client::RequestOptions::new();
        let prompt = client.get_prompt("p", json!({"a": "b"}), &options).await.unwrap();
        let resource = client.read_resource("file:///x", &options).await.unwrap();
        (prompt.raw().to_value(), resource.raw().to_value())
    };
    let ((), (prompt, resource)) = tokio::join!(script, calls);
    assert_eq!((&prompt["of"], &resource["of"]), (&json!("prompts/get"), &json!("resources/read")));
}

#[tokio::test]
async fn elicitation_request_of_a_modern_server_is_refused() {
    let (builder, forms, _) = accepting_client(json!({"region": "eu"}));
    let (mut server, _client) = modern(builder).await;
    server.send(&json!({"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": question()}));
    assert_eq!(server.next().await["error"]["code"], -32601);
    assert!(forms.lock().unwrap().is_empty());
}
