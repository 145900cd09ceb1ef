//! The audit log of MCP questions: which tool asks which question, in both eras. No answer is in it.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist")]

use std::io;
use std::sync::Arc;

use askwell_mcp::{Call, Server, Tool, ToolResult};
use parking_lot::Mutex;

use scripted_client::ScriptedClient;

#[path = "server/scripted_client.rs"]
#[expect(dead_code, reason = "most of it is for the tests of the server")]
mod scripted_client;

const FORMS: &str = r#"{"elicitation":{}}"#;
const ANSWER: &str = "never-logged";

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl io::Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn server() -> Server {
    Server::builder("audited", "1")
        .tool(Tool::new("name_it", "Asks for a name."), |call: Call| async move {
            Ok(ToolResult::text(format!("{:?}", call.prompt("which", "Which name?").await?)))
        })
        .build()
}

/// Returns the lines of the audit log, without what stands before the event.
fn audited(captured: &Captured) -> Vec<String> {
    let text = String::from_utf8(std::mem::take(&mut *captured.0.lock())).unwrap();
    assert!(!text.contains(ANSWER), "{text}");
    text.lines().filter_map(|line| Some(line.split_once(" askwell::audit: ")?.1.to_owned())).collect()
}

fn assert_events(lines: &[String], expected: &[(&str, &str)]) {
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    let id = lines[0].split(" id=").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    for (line, (event, facts)) in lines.iter().zip(expected) {
        assert!(
            line.contains(&format!("event=\"{event}\" id={id} ")) && line.contains(facts),
            "{event}: {line}"
        );
    }
}

#[tokio::test]
async fn tool_and_key_of_each_question_are_logged() {
    let captured = Captured::default();
    let writer = captured.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let asked = ("asked", r#"surface="mcp" tool="name_it" key="which" joined=false"#);
    let created = ("created", "timeout_ms=");

    let mut legacy = ScriptedClient::legacy(&server(), "2025-11-25", FORMS).await;
    legacy.call("name_it", "{}");
    let dialog = legacy.receive().await;
    let field = dialog["params"]["requestedSchema"]["properties"].as_object().unwrap().keys().next().unwrap();
    let accepted = format!(r#"{{"action":"accept","content":{{"{field}":"{ANSWER}"}}}}"#);
    legacy.answer(&dialog, &accepted);
    assert!(legacy.receive().await.to_string().contains(ANSWER));
    assert_events(&audited(&captured), &[created, asked, ("completed", "result_bytes="), ("taken", "")]);

    let mut modern = ScriptedClient::with(&server());
    let call = r#""name":"name_it","arguments":{}"#;
    modern.request("tools/call", call, FORMS);
    let state = modern.receive().await["result"]["requestState"].to_string();
    let responses = format!(r#"{call},"inputResponses":{{"which":{accepted}}},"requestState":{state}"#);
    modern.request("tools/call", &responses, FORMS);
    assert!(modern.receive().await.to_string().contains(ANSWER));
    assert_events(&audited(&captured), &[created, asked, ("completed", "result_bytes=")]);
}
