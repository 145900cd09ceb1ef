//! The four combinations of eras, with every ending of a question.

use std::time::Duration;

use askwell_lifecycle::{Actor, CancelReason, Outcome, Surface};
use serde_json::{Value, json};

use crate::harness::{Client, Speaks, TestGateway, patient, scripted, text_of};

/// Longer than a client takes that refuses by itself.
const READING: Duration = Duration::from_millis(450);

fn forms() -> Value {
    json!({"elicitation": {"form": {}}, "sampling": {}, "roots": {}})
}

/// Sends a call again, as a modern client does, until the server needs nothing more.
async fn modern_rounds(client: &mut Client, tool: &str, capabilities: &Value, answers: &[Value]) -> Value {
    let mut params = json!({"name": tool, "arguments": {"a": 1}});
    let mut answers = answers.iter();
    loop {
        let id = client.modern("tools/call", &params, capabilities);
        let response = client.response(id).await;
        if response["result"]["resultType"] != "input_required" {
            assert!(answers.next().is_none(), "{response}");
            return response;
        }
        params["requestState"] = response["result"]["requestState"].clone();
        let requests = response["result"]["inputRequests"].as_object().unwrap();
        let given = requests.keys().map(|key| (key.clone(), answers.next().unwrap().clone()));
        params["inputResponses"] = Value::Object(given.collect());
    }
}

#[tokio::test]
async fn answer_of_a_dialog_reaches_the_server_in_every_combination() {
    let accept = json!({"action": "accept", "content": {"name": "Ada"}});
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, _) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        let greeting = client.initialize(&forms()).await;
        assert_eq!(greeting["result"]["serverInfo"]["name"], "scripted", "{greeting}");
        let id = client.call("ask", &json!({}));
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        assert_eq!(question["params"]["message"], "What is your name?");
        client.answer(&question, &accept);
        let response = client.response(id).await;
        assert_eq!(serde_json::from_str::<Value>(&text_of(&response)).unwrap(), accept, "{speaks:?}");

        let mut client = gateway.client();
        let response = modern_rounds(&mut client, "ask", &forms(), std::slice::from_ref(&accept)).await;
        assert_eq!(serde_json::from_str::<Value>(&text_of(&response)).unwrap(), accept, "{speaks:?}");
    }
}

#[tokio::test]
async fn decline_and_cancel_stay_what_they_are_in_every_combination() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        for action in ["decline", "cancel"] {
            let (server, _) = scripted("s", speaks);
            let gateway = TestGateway::new(vec![server], patient()).await;
            let refusal = json!({"action": action});
            let mut client = gateway.client();
            client.initialize(&forms()).await;
            let id = client.call("ask", &json!({}));
            let question = client.receive().await;
            // A person takes a moment to read.
            tokio::time::sleep(READING).await;
            client.answer(&question, &refusal);
            let response = client.response(id).await;
            assert_eq!(serde_json::from_str::<Value>(&text_of(&response)).unwrap(), refusal, "{speaks:?}");
        }
    }
}

#[tokio::test]
async fn invalid_answer_is_asked_again_before_the_server_gets_it() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, script) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&forms()).await;
        let id = client.call("ask", &json!({}));
        let question = client.receive().await;
        client.answer(&question, &json!({"action": "accept", "content": {"name": "x"}}));
        let again = client.receive().await;
        assert!(again["params"]["message"].as_str().unwrap().contains("Please correct this"), "{again}");
        client.answer(&again, &json!({"action": "accept", "content": {"name": "Ada"}}));
        let response = client.response(id).await;
        assert!(text_of(&response).contains("Ada"), "{response}");
        assert!(!script.received.lock().iter().any(|text| text.contains(r#""x""#)));
    }
}

#[tokio::test]
async fn several_rounds_and_questions_reach_the_server_in_order() {
    let name = json!({"action": "accept", "content": {"name": "Ada"}});
    let age = json!({"action": "accept", "content": {"age": 36}});
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, _) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&forms()).await;
        let id = client.call("ask_twice", &json!({}));
        for answer in [&name, &age] {
            let question = client.receive().await;
            client.answer(&question, answer);
        }
        let response = client.response(id).await;
        assert_eq!(text_of(&response), format!("{name} {age}"), "{speaks:?}");

        let mut client = gateway.client();
        let response = modern_rounds(&mut client, "ask_twice", &forms(), &[name.clone(), age.clone()]).await;
        assert_eq!(text_of(&response), format!("{name} {age}"), "{speaks:?}");
    }
}

#[tokio::test]
async fn questions_at_the_same_time_are_all_asked() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&forms()).await;
    let id = client.call("ask_both", &json!({}));
    let (first, second) = (client.receive().await, client.receive().await);
    for question in [&second, &first] {
        let is_name = question["params"]["message"] == "What is your name?";
        let content = if is_name { json!({"name": "Ada"}) } else { json!({"age": 36}) };
        client.answer(question, &json!({"action": "accept", "content": content}));
    }
    let response = client.response(id).await;
    assert!(text_of(&response).contains("Ada") && text_of(&response).contains("36"), "{response}");
}

#[tokio::test(start_paused = true)]
async fn questions_of_a_moment_reach_a_modern_client_in_one_round() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    let mut params = json!({"name": "ask_apart", "arguments": {}});
    let id = client.modern("tools/call", &params, &forms());
    let round = client.response(id).await;
    let requests = round["result"]["inputRequests"].as_object().unwrap();
    assert_eq!(requests.len(), 2, "{round}");
    let answered = requests.iter().map(|(key, request)| {
        let is_name = request["params"]["message"] == "What is your name?";
        let content = if is_name { json!({"name": "Ada"}) } else { json!({"age": 36}) };
        (key.clone(), json!({"action": "accept", "content": content}))
    });
    params["inputResponses"] = Value::Object(answered.collect());
    params["requestState"] = round["result"]["requestState"].clone();
    let id = client.modern("tools/call", &params, &forms());
    let response = client.response(id).await;
    assert!(text_of(&response).contains("Ada") && text_of(&response).contains("36"), "{response}");
}

#[tokio::test]
async fn sampling_and_roots_are_translated_between_the_eras() {
    let sampled = json!({"role": "assistant", "content": {"type": "text", "text": "hi"}, "model": "m"});
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, _) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&forms()).await;
        let id = client.call("sample", &json!({}));
        let request = client.receive().await;
        assert_eq!(request["method"], "sampling/createMessage", "{request}");
        client.answer(&request, &sampled);
        let response = client.response(id).await;
        assert_eq!(serde_json::from_str::<Value>(&text_of(&response)).unwrap(), sampled, "{speaks:?}");

        let mut client = gateway.client();
        let response = modern_rounds(&mut client, "sample", &forms(), std::slice::from_ref(&sampled)).await;
        assert_eq!(serde_json::from_str::<Value>(&text_of(&response)).unwrap(), sampled, "{speaks:?}");
    }
}

#[tokio::test]
async fn client_without_elicitation_waits_for_the_page() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, _) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        for version in ["2024-11-05", "2025-03-26", "2025-06-18"] {
            let mut client = gateway.client();
            let greeting = client.initialize_as(version, &json!({})).await;
            assert_eq!(greeting["result"]["protocolVersion"], version, "{greeting}");
            let id = client.call("ask", &json!({"version": version}));
            gateway.submit(gateway.question().await, &json!({"name": "Ada"})).await;
            let response = client.response(id).await;
            assert!(text_of(&response).contains("Ada"), "{speaks:?} {response}");
        }
        let mut client = gateway.client();
        let id = client.modern("tools/call", &json!({"name": "ask", "arguments": {}}), &json!({}));
        gateway.submit(gateway.question().await, &json!({"name": "Ada"})).await;
        let response = client.response(id).await;
        assert!(text_of(&response).contains("Ada"), "{speaks:?} {response}");
    }
}

#[tokio::test]
async fn instant_refusal_and_error_move_the_question_to_the_page() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        for refusal in [
            json!({"result": {"action": "decline"}}),
            json!({"result": {"action": "cancel"}}),
            json!({"error": {"code": -32601, "message": "no dialog"}}),
        ] {
            let (server, _) = scripted("s", speaks);
            let gateway = TestGateway::new(vec![server], patient()).await;
            let mut client = gateway.client();
            client.initialize(&forms()).await;
            let id = client.call("ask", &json!({}));
            let question = client.receive().await;
            let mut response = json!({"jsonrpc": "2.0", "id": question["id"]});
            response.as_object_mut().unwrap().extend(refusal.as_object().unwrap().clone());
            client.send(&response);
            gateway.submit(gateway.question().await, &json!({"name": "Ada"})).await;
            let response = client.response(id).await;
            assert!(text_of(&response).contains(r#""accept""#), "{speaks:?} {response}");
        }
    }
}

#[tokio::test]
async fn page_answers_withdraw_the_dialog() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&forms()).await;
    let id = client.call("ask", &json!({}));
    let question = client.receive().await;
    gateway.submit(gateway.question().await, &json!({"name": "Ada"})).await;
    let withdrawn = client.receive().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled", "{withdrawn}");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    assert!(text_of(&client.response(id).await).contains("Ada"));
}

#[tokio::test]
async fn cancelled_call_withdraws_its_dialog_and_its_page() {
    for speaks in [Speaks::Legacy, Speaks::Modern] {
        let (server, _) = scripted("s", speaks);
        let gateway = TestGateway::new(vec![server], patient()).await;
        let mut client = gateway.client();
        client.initialize(&forms()).await;
        let id = client.call("ask", &json!({}));
        let question = client.receive().await;
        assert_eq!(question["method"], "elicitation/create", "{speaks:?} {question}");
        let asked = gateway.question().await;
        let params = json!({"requestId": id, "reason": "not needed"});
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
        let withdrawn = client.receive().await;
        assert_eq!(withdrawn["method"], "notifications/cancelled", "{speaks:?} {withdrawn}");
        assert_eq!(withdrawn["params"]["requestId"], question["id"], "{speaks:?}");
        let operator = Actor::operator(Surface::Library);
        let ended = gateway.engine.wait(&operator, asked).await.unwrap();
        assert!(matches!(ended, Outcome::Cancelled(CancelReason::UserCancelled)), "{speaks:?} {ended:?}");
        // The same call asks anew.
        let id = client.call("ask", &json!({}));
        let question = client.receive().await;
        client.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
        assert!(text_of(&client.response(id).await).contains("Ada"), "{speaks:?}");
    }
}

#[tokio::test]
async fn url_is_shown_by_clients_that_can_and_consent_is_an_accept() {
    let (server, _) = scripted("s", Speaks::Legacy);
    let gateway = TestGateway::new(vec![server], patient()).await;
    let mut client = gateway.client();
    client.initialize(&json!({"elicitation": {"form": {}, "url": {}}})).await;
    let id = client.call("visit", &json!({}));
    let question = client.receive().await;
    assert_eq!(question["params"]["mode"], "url", "{question}");
    assert_eq!(question["params"]["url"], "https://example.com/in");
    client.answer(&question, &json!({"action": "accept"}));
    let response = client.response(id).await;
    assert_eq!(text_of(&response), r#"{"action":"accept"}"#);
}
