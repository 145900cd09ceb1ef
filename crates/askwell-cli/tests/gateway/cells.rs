//! The four combinations of eras, with every ending of a question.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::{ERAS, GatewayProcess, READING, answered};

fn forms() -> Value {
    json!({"elicitation": {"form": {}}})
}

/// Calls `ask` as a modern client does: again with each answer, until there is a result.
fn modern_ask(gateway: &mut GatewayProcess, answers: &[Value]) -> Value {
    let mut params = json!({"name": "ask", "arguments": {}});
    let mut answers = answers.iter();
    loop {
        let id = gateway.modern_call(&params, &forms());
        let response = gateway.response(id);
        if response["result"]["resultType"] != "input_required" {
            assert!(answers.next().is_none(), "an answer was not asked for: {response}");
            return response;
        }
        let requests = response["result"]["inputRequests"].as_object().unwrap();
        let key = requests.keys().next().unwrap().clone();
        assert_eq!(requests[&key]["method"], "elicitation/create", "{response}");
        params["requestState"] = response["result"]["requestState"].clone();
        std::thread::sleep(READING);
        params["inputResponses"] = json!({key: answers.next().unwrap_or_else(|| panic!("{response}"))});
    }
}

#[test]
fn dialog_answers_reach_servers_of_both_eras() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &[]);
        gateway.initialize(&forms());
        let wrong = json!({"action": "accept", "content": {"name": "A"}});
        for (answers, action) in [
            (vec![json!({"action": "accept", "content": {"name": "Ada"}})], "accept"),
            (vec![wrong, json!({"action": "accept", "content": {"name": "Ada"}})], "accept"),
            (vec![json!({"action": "decline"})], "decline"),
            (vec![json!({"action": "cancel"})], "cancel"),
        ] {
            let id = gateway.call("ask");
            for answer in &answers {
                let question = gateway.question();
                std::thread::sleep(READING);
                gateway.answer(&question, answer);
            }
            let answer = answered(&gateway.response(id));
            assert_eq!(answer["action"], action, "{era}: {answer}");
            assert_eq!(answer["content"]["name"] == "Ada", action == "accept", "{era}: {answer}");
        }
    }
}

#[test]
fn modern_clients_answer_servers_of_both_eras() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &[]);
        let accept = json!({"action": "accept", "content": {"name": "Ada"}});
        let wrong = json!({"action": "accept", "content": {"name": "A"}});
        for (answers, action) in [
            (vec![accept.clone()], "accept"),
            (vec![wrong, accept], "accept"),
            (vec![json!({"action": "decline"})], "decline"),
            (vec![json!({"action": "cancel"})], "cancel"),
        ] {
            let answer = answered(&modern_ask(&mut gateway, &answers));
            assert_eq!(answer["action"], action, "{era}: {answer}");
            assert_eq!(answer["content"]["name"] == "Ada", action == "accept", "{era}: {answer}");
        }
    }
}

#[test]
fn question_that_nobody_answers_ends_as_cancelled() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let options = ["--timeout", "1s", "--set", "timeouts.min_ms=1000"];
        let mut gateway = GatewayProcess::asking(folder.path(), era, &options);
        let id = gateway.modern_call(&json!({"name": "ask", "arguments": {}}), &json!({}));
        let answer = answered(&gateway.response(id));
        assert_eq!(answer["action"], "cancel", "{era}, modern client without forms: {answer}");
        gateway.initialize(&forms());
        let id = gateway.call("ask");
        let question = gateway.question();
        let answer = answered(&gateway.response(id));
        assert_eq!(answer["action"], "cancel", "{era}: {answer}");
        // A late answer changes nothing.
        gateway.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
        let id = gateway.call("plain");
        assert_eq!(gateway.response(id)["result"]["structuredContent"]["said"]["name"], "plain", "{era}");
    }
}

#[test]
fn cancelled_call_frees_the_server_and_late_answers_change_nothing() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &[]);
        gateway.initialize(&forms());
        let id = gateway.call("ask");
        let question = gateway.question();
        let params = json!({"requestId": id, "reason": "not needed"});
        gateway.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
        let id = gateway.call("plain");
        assert_eq!(gateway.response(id)["result"]["structuredContent"]["said"]["name"], "plain", "{era}");
        gateway.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
        let id = gateway.call("plain");
        assert_eq!(gateway.response(id)["result"]["structuredContent"]["said"]["name"], "plain", "{era}");
    }
}
