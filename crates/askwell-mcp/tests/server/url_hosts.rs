//! Hosts in the answers of dialogs are checked as on pages, in both eras.

use askwell_engine::{Engine, Limits};
use askwell_mcp::{Call, Reply, Server, Tool, ToolResult};
use askwell_testkit::scripted_resolver::ScriptedResolver;

use crate::script::Script;
use crate::workshop::form;

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
async fn a_host_that_leads_inside_is_asked_again_and_one_without_address_is_accepted_legacy() {
    for name in ["public", "unknown"] {
        let mut script = Script::legacy(&server(), "2025-11-25", FORMS).await;
        script.call("hook", "{}");
        let request = script.receive().await;
        script.answer(&request, &accept("private"));
        let again = script.receive().await;
        let message = again["params"]["message"].as_str().unwrap();
        assert!(message.contains("must not lead into a private network"), "{message}");
        script.answer(&again, &accept(name));
        let result = script.receive().await.to_string();
        assert!(result.contains(&format!("https://{name}.example.com/")), "{result}");
    }
}

#[tokio::test]
async fn a_host_that_leads_inside_is_asked_again_and_one_without_address_is_accepted_modern() {
    let call = |script: &mut Script, more: &str| {
        script.ask("tools/call", &format!(r#""name":"hook","arguments":{{}}{more}"#), FORMS);
    };
    for name in ["public", "unknown"] {
        let mut script = Script::with(&server());
        call(&mut script, "");
        let mut before = script.receive().await;
        for (host, expected) in [
            ("private", "must not lead into a private network".to_owned()),
            (name, format!("https://{name}.")),
        ] {
            let state = &before["result"]["requestState"];
            let answer = accept(host);
            call(&mut script, &format!(r#","inputResponses":{{"hook":{answer}}},"requestState":{state}"#));
            before = script.receive().await;
            assert!(before.to_string().contains(&expected), "{before}");
        }
    }
}
