//! Hosts in the answers of dialogs are checked as on pages, in both eras.

use askwell_engine::{Engine, Limits};
use askwell_mcp::{Call, Reply, Server, Tool, ToolResult};
use askwell_testkit::scripted_resolver::ScriptedResolver;

use crate::scripted_client::ScriptedClient;
use crate::test_server::form;

const FORMS: &str = r#"{"elicitation":{}}"#;

fn server() -> Server {
    let resolver = ScriptedResolver::new()
        .name("private.example.com", ["10.0.0.1"])
        .name("public.example.com", ["93.184.216.34"])
        .fails("unknown.example.com");
    let engine = Engine::builder().limits(Limits::none()).resolver(resolver).start();
    let ask = |call: Call| async move {
        let form = form(
            r#"{"id": "hook", "title": "Hook", "fields": [{"id": "url", "type": "url", "label": "Hook", "required": true}]}"#,
        );
        Ok(match call.asker().ask("hook", &form).await? {
            Reply::Accepted(answers) => ToolResult::text(answers.to_json()),
            other => ToolResult::text(format!("{other:?}")),
        })
    };
    Server::builder("hosts", "1").engine(engine).tool(Tool::new("hook", "Asks for a hook."), ask).build()
}

fn accept(name: &str) -> String {
    format!(r#"{{"action":"accept","content":{{"url":"https://{name}.example.com/"}}}}"#)
}

#[tokio::test]
async fn private_host_is_asked_again_and_unknown_host_is_accepted_legacy() {
    for name in ["public", "unknown"] {
        let mut client = ScriptedClient::legacy(&server(), "2025-11-25", FORMS).await;
        client.call("hook", "{}");
        let request = client.receive().await;
        client.answer(&request, &accept("private"));
        let again = client.receive().await;
        let message = again["params"]["message"].as_str().unwrap();
        assert!(message.contains("must not lead into a private network"), "{message}");
        client.answer(&again, &accept(name));
        let result = client.receive().await.to_string();
        assert!(result.contains(&format!("https://{name}.example.com/")), "{result}");
    }
}

#[tokio::test]
async fn private_host_is_asked_again_and_unknown_host_is_accepted_modern() {
    let call = |client: &mut ScriptedClient, more: &str| {
        client.request("tools/call", &format!(r#""name":"hook","arguments":{{}}{more}"#), FORMS);
    };
    for name in ["public", "unknown"] {
        let mut client = ScriptedClient::with(&server());
        call(&mut client, "");
        let mut before = client.receive().await;
        for (host, expected) in [
            ("private", "must not lead into a private network".to_owned()),
            (name, format!("https://{name}.")),
        ] {
            let state = &before["result"]["requestState"];
            let answer = accept(host);
            call(&mut client, &format!(r#","inputResponses":{{"hook":{answer}}},"requestState":{state}"#));
            before = client.receive().await;
            assert!(before.to_string().contains(&expected), "{before}");
        }
    }
}
