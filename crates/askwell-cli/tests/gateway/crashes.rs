//! Killed clients, servers and gateways.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use crate::process::{ERAS, GatewayProcess, answered, asking_script, server_runs};

#[test]
fn client_that_leaves_ends_gateway_and_server() {
    let folder = TempDir::new().unwrap();
    for era in ERAS {
        let mut gateway = GatewayProcess::asking(folder.path(), era, &[]);
        gateway.initialize(&json!({"elicitation": {}}));
        gateway.call("ask");
        gateway.question();
        assert!(server_runs(folder.path()));
        gateway.leave();
        assert!(!server_runs(folder.path()), "{era}");
    }
}

#[test]
fn crashed_server_is_named_and_restarted_and_others_keep_working() {
    let folder = TempDir::new().unwrap();
    let script = asking_script();
    let server = |era: &str, name: &str| {
        let own = folder.path().join(name);
        fs::create_dir_all(&own).unwrap();
        json!({"command": "sh", "args": [script, era], "cwd": own, "prefix": true})
    };
    let file = json!({"mcpServers": {"one": server("legacy", "one"), "two": server("modern", "two")}});
    fs::write(folder.path().join("mcp.json"), file.to_string()).unwrap();
    let mut gateway = GatewayProcess::start(folder.path(), &["--config".into(), "mcp.json".into()]);
    gateway.initialize(&json!({}));
    let call = |gateway: &mut GatewayProcess, name: &str| {
        let id = gateway.call(name);
        gateway.response(id)
    };
    let id = gateway.call("one_ask");
    gateway.answer_page(&[("name", "Ada"), (":do", "send")]);
    assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada");
    let id = gateway.call("two_ask");
    gateway.logged("answer on this machine: ");
    let killed = fs::read_to_string(folder.path().join("two/server.pid")).unwrap();
    let killed = std::process::Command::new("kill").args(["-9", killed.trim()]).status().unwrap();
    assert!(killed.success());
    // The open question waits for its person, and the other server works meanwhile.
    let waiting = gateway.call("one_ask");
    gateway.answer_page(&[("name", "Eve"), (":do", "send")]);
    assert_eq!(answered(&gateway.response(waiting))["content"]["name"], "Eve");
    let _ = id;
    let again = call(&mut gateway, "two_ask");
    assert!(again.get("result").is_some() || again.get("error").is_some(), "{again}");

    let mut gateway = GatewayProcess::asking(folder.path(), "legacy", &[]);
    gateway.initialize(&json!({}));
    let failed = call(&mut gateway, "die");
    let message = failed["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("the server `asking` ended before it answered"), "{message}");
    let restarted = call(&mut gateway, "plain");
    assert_eq!(restarted["result"]["structuredContent"]["said"]["name"], "plain", "{restarted}");
}

#[test]
fn killed_gateway_loses_the_servers_half_and_says_so_or_asks() {
    for (rule, client) in [("never", json!({})), ("ask", json!({"elicitation": {}})), ("always", json!({}))] {
        let folder = TempDir::new().unwrap();
        let options = ["--data", "data", "--wait", "1s", "--repeat-lost-calls", rule];
        let mut gateway = GatewayProcess::asking(folder.path(), "legacy", &options);
        gateway.initialize(&json!({}));
        let id = gateway.call("ask");
        let text = gateway.response(id)["result"]["content"][0]["text"].to_string();
        assert!(text.contains("call again with the same arguments"), "{text}");
        gateway.kill();

        let mut gateway = GatewayProcess::asking(folder.path(), "legacy", &options);
        gateway.initialize(&client);
        let id = gateway.call("ask");
        match rule {
            "never" => {
                let text = gateway.response(id)["result"]["content"][0]["text"].to_string();
                assert!(text.contains("the gateway was restarted"), "{text}");
            }
            "ask" => {
                let question = gateway.question();
                let message = question["params"]["message"].as_str().unwrap();
                assert!(message.contains("The gateway was restarted while `ask` waited"), "{question}");
                let field = question["params"]["requestedSchema"]["properties"].as_object().unwrap();
                let field = field.keys().next().unwrap().clone();
                gateway.answer(&question, &json!({"action": "accept", "content": {field: true}}));
                let question = gateway.question();
                assert_eq!(question["params"]["message"], "What is your name?", "{question}");
                gateway.answer(&question, &json!({"action": "accept", "content": {"name": "Ada"}}));
                assert_eq!(answered(&gateway.response(id))["content"]["name"], "Ada");
            }
            _ => {
                let text = gateway.response(id)["result"]["content"][0]["text"].to_string();
                assert!(text.contains("What is your name?"), "{text}");
            }
        }
    }
}
