//! Questions that a person answers on the page, because the client cannot ask.

use serde_json::json;
use tempfile::TempDir;

use crate::process::{ERAS, GatewayProcess, answer_page, answered};

#[test]
fn client_without_elicitation_gets_the_answer_of_the_page() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &[]);
        gateway.initialize(&json!({}));
        let id = gateway.call("ask");
        gateway.answer_page(&[("name", "Ada"), (":do", "send")]);
        let answer = answered(&gateway.response(id));
        assert_eq!(answer, json!({"action": "accept", "content": {"name": "Ada"}}), "{era}");

        let id = gateway.modern_call(&json!({"name": "ask", "arguments": {"modern": true}}), &json!({}));
        gateway.answer_page(&[("name", "Eve"), (":do", "send")]);
        let answer = answered(&gateway.response(id));
        assert_eq!(answer["content"]["name"], "Eve", "{era}: {answer}");

        let id = gateway.call("ask");
        gateway.answer_page(&[(":do", "decline")]);
        let answer = answered(&gateway.response(id));
        assert_eq!(answer["action"], "decline", "{era}: {answer}");
    }
}

#[test]
fn call_that_cannot_wait_ends_with_a_link_and_the_same_call_finds_its_result() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &["--wait", "1s"]);
        gateway.initialize(&json!({}));
        let id = gateway.call("ask");
        let text = gateway.response(id)["result"]["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with("The server `asking` asks: What is your name?"), "{text}");
        let url = text.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        answer_page(url, &[("name", "Ada"), (":do", "send")]);
        let id = gateway.call("ask");
        let answer = answered(&gateway.response(id));
        assert_eq!(answer["content"]["name"], "Ada", "{era}: {answer}");
    }
}

#[test]
fn required_page_is_shown_here_or_by_the_client_and_its_completion_arrives() {
    let folder = TempDir::new().unwrap();
    let mut gateway = GatewayProcess::asking(folder.path(), "legacy", &[]);
    gateway.initialize(&json!({"elicitation": {"form": {}, "url": {}}}));
    let id = gateway.call("required");
    let refused = gateway.response(id);
    assert_eq!(refused["error"]["code"], -32042, "{refused}");
    assert_eq!(refused["error"]["data"]["elicitations"][0]["elicitationId"], "e1");
    let id = gateway.call("finish");
    let told = gateway.receive();
    assert_eq!(told["method"], "notifications/elicitation/complete", "{told}");
    assert_eq!(told["params"]["elicitationId"], "e1");
    gateway.response(id);

    std::fs::remove_file(folder.path().join("visited")).unwrap();
    let mut gateway = GatewayProcess::asking(folder.path(), "legacy", &[]);
    gateway.initialize(&json!({}));
    let id = gateway.call("required");
    let url = gateway.logged("answer on this machine: ");
    let finished = gateway.call("finish");
    let response = gateway.receive();
    let (first, second) = match response["id"] == finished {
        true => (response, gateway.response(id)),
        false => (gateway.response(finished), response),
    };
    assert_eq!(first["result"]["structuredContent"]["said"], "told", "{url}");
    assert_eq!(second["result"]["structuredContent"]["said"], "done", "the completion ends the wait");
}
