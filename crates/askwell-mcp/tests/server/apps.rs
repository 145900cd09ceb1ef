//! Clients that show apps: what they are offered, and conversations through the app's tool.

use std::time::Duration;

use askwell_form::build::{boolean, form as build_form, text};
use askwell_lifecycle::Reply;
use askwell_mcp::ask_tools::{self, AskToolsSettings};
use askwell_mcp::server::{Server, Tool, ToolResult};
use askwell_mcp::{Call, Failure, StateKeys};
use serde_json::{Value, json};

use crate::scripted_client::ScriptedClient;
use crate::test_server::{FakePages, engine};

const APPS: &str =
    r#"{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}"#;
const NOTHING: &str = "{}";
const CONDITIONAL: &str = r#"{"form":{"id":"send","title":"Where to?","fields":[
    {"id":"how","type":"select","label":"How","required":true,"options":["post","mail"]},
    {"id":"street","type":"text","label":"Street","required":true,
     "rendering":{"conditionalDisplay":{"operator":"equals","field":"how","value":"post"}}}]}}"#;
const SECRET: &str = r#"{"form":{"id":"login","title":"Log in","fields":[{"id":"password","type":"text","label":"Password","rendering":{"inputType":"password"}}]}}"#;

fn ask_server() -> Server {
    ask_tools::server(engine(), AskToolsSettings { wait: Duration::ZERO, ..AskToolsSettings::default() })
        .state_keys(StateKeys::new([7; 32]))
        .instant_refusal(Duration::ZERO)
        .build()
}

async fn deploy(call: Call) -> Result<ToolResult, Failure> {
    let form = build_form("deploy", "Deploy?")
        .field(boolean("go", "Go on").required())
        .field(text("note", "Note"))
        .build()
        .unwrap();
    let reply = call.asker().ask("sure", &form).await?;
    Ok(ToolResult::text(match reply {
        Reply::Accepted(answers) => format!("deployed with {}", answers.to_json()),
        other => format!("not deployed: {other:?}"),
    }))
}

fn handler_server() -> Server {
    Server::builder("deployer", "1")
        .tool(Tool::new("deploy", "Deploys.").asks_in_app(), deploy)
        .instant_refusal(Duration::ZERO)
        .build()
}

/// The two eras with one way to call.
struct Client(ScriptedClient, bool);

impl Client {
    async fn connect(server: &Server, is_modern: bool, capabilities: &str) -> Client {
        if is_modern {
            Client(ScriptedClient::with(server), true)
        } else {
            Client(ScriptedClient::legacy(server, "2025-11-25", capabilities).await, false)
        }
    }

    async fn request(&mut self, method: &str, params: &Value, capabilities: &str) -> Value {
        if self.1 {
            let text = params.to_string();
            let members = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default();
            self.0.request(method, if members.is_empty() { r#""x":1"# } else { members }, capabilities);
        } else {
            self.0.send(
                &json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}).to_string(),
            );
        }
        self.0.receive().await
    }

    async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", &json!({"name": tool, "arguments": arguments}), APPS).await["result"]
            .take()
    }

    async fn app(&mut self, ticket: &str, action: &str, answers: Value) -> Value {
        self.call("askwell_form", json!({"ticket": ticket, "action": action, "answers": answers})).await
    }
}

fn ticket(result: &Value) -> String {
    result["_meta"]["io.askwell/app"]["ticket"].as_str().unwrap_or_else(|| panic!("{result}")).to_owned()
}

fn item<'v>(view: &'v Value, id: &str) -> &'v Value {
    let items = view["structuredContent"]["items"].as_array().unwrap();
    items.iter().find(|item| item["id"] == id).unwrap()
}

#[tokio::test]
async fn only_clients_with_apps_see_the_app_and_its_tool() {
    let server = ask_server();
    for is_modern in [false, true] {
        for (capabilities, shows) in [(APPS, true), (NOTHING, false)] {
            let mut client = Client::connect(&server, is_modern, capabilities).await;
            let tools =
                client.request("tools/list", &json!({}), capabilities).await["result"]["tools"].take();
            let named = |name: &str| tools.as_array().unwrap().iter().find(|tool| tool["name"] == name);
            assert_eq!(named("askwell_form").is_some(), shows);
            let ask = named("ask").unwrap();
            assert_eq!(ask["_meta"]["ui"]["resourceUri"] == "ui://askwell/form", shows);
            if let Some(tool) = named("askwell_form") {
                assert_eq!(tool["_meta"]["ui"]["visibility"], json!(["app"]));
            }
            let read =
                client.request("resources/read", &json!({"uri": "ui://askwell/form"}), capabilities).await;
            let contents = &read["result"]["contents"][0];
            assert_eq!(contents["mimeType"] == "text/html;profile=mcp-app", shows, "{read}");
            assert_eq!(contents["_meta"]["ui"]["csp"]["connectDomains"] == json!([]), shows);
            let called = client
                .request("tools/call", &json!({"name": "askwell_form", "arguments": {}}), capabilities)
                .await;
            assert_eq!(called["error"].is_object(), !shows, "{called}");
        }
    }
}

#[tokio::test]
async fn question_is_evaluated_corrected_and_answered_in_the_app() {
    for is_modern in [false, true] {
        let server = ask_server();
        let mut client = Client::connect(&server, is_modern, APPS).await;
        let asked = client.call("ask", serde_json::from_str(CONDITIONAL).unwrap()).await;
        assert_eq!(asked["structuredContent"]["status"], "waiting", "{asked}");
        let ticket = ticket(&asked);
        // The model reads everything but `_meta`.
        assert!(!asked["content"].to_string().contains(&ticket));
        assert!(!asked["structuredContent"].to_string().contains(&ticket));

        let view = client.app(&ticket, "view", json!({})).await;
        assert_eq!(view["structuredContent"]["title"], "Where to?");
        assert_eq!(item(&view, "street")["visible"], false);
        assert_eq!(item(&view, "how")["problems"], json!([]));
        let evaluated = client.app(&ticket, "evaluate", json!({"how": "post"})).await;
        assert_eq!(item(&evaluated, "street")["visible"], true);
        assert_eq!(item(&evaluated, "street")["required"], true);
        let rejected = client.app(&ticket, "submit", json!({"how": "post"})).await;
        assert_eq!(rejected["structuredContent"]["state"], "open");
        assert!(!item(&rejected, "street")["problems"].as_array().unwrap().is_empty());
        let unknown = client.app(&ticket, "submit", json!({"how": "mail", "extra": 1})).await;
        assert_eq!(unknown["structuredContent"]["problems"].as_array().unwrap().len(), 1, "{unknown}");
        let accepted = client.app(&ticket, "submit", json!({"how": "mail"})).await;
        assert_eq!(accepted["structuredContent"]["state"], "answered");
        // One answer counts.
        let again = client.app(&ticket, "submit", json!({"how": "post", "street": "x"})).await;
        assert_eq!(again["structuredContent"]["state"], "answered");
        let id = asked["structuredContent"]["id"].clone();
        let checked = client.call("check_answer", json!({"id": id})).await;
        assert_eq!(checked["structuredContent"]["answers"], json!({"how": "mail"}), "{checked}");
    }
}

#[tokio::test]
async fn handler_gets_the_answer_of_the_app_when_it_is_called_again() {
    for is_modern in [false, true] {
        let server = handler_server();
        let mut client = Client::connect(&server, is_modern, APPS).await;
        let asked = client.call("deploy", json!({})).await;
        assert!(asked["content"][0]["text"].as_str().unwrap().contains("Nothing was done yet"), "{asked}");
        let ticket = ticket(&asked);
        let done = client.app(&ticket, "submit", json!({"go": true, "note": "now"})).await;
        assert_eq!(done["structuredContent"]["state"], "answered", "{done}");
        let deployed = client.call("deploy", json!({})).await;
        assert_eq!(deployed["content"][0]["text"], r#"deployed with {"go":true,"note":"now"}"#, "{deployed}");
        // One answer serves one call.
        let next = client.call("deploy", json!({})).await;
        assert!(next["_meta"]["io.askwell/app"]["ticket"].is_string(), "{next}");
        let declined = client.app(&self::ticket(&next), "decline", json!({})).await;
        assert_eq!(declined["structuredContent"]["state"], "declined");
        let refused = client.call("deploy", json!({})).await;
        assert!(refused["content"][0]["text"].as_str().unwrap().starts_with("not deployed: Declined"));
    }
}

#[tokio::test]
async fn ticket_opens_only_for_its_principal_and_unchanged() {
    let server = ask_server();
    let mut client = Client::connect(&server, true, APPS).await;
    let asked = client.call("ask_question", json!({"question": "Delete it?", "type": "yes_no"})).await;
    let ticket = ticket(&asked);
    let id = asked["structuredContent"]["id"].as_str().unwrap().to_owned();
    let mut other = Client(ScriptedClient::with_principal(&server, "mallory"), true);
    let changed = format!("{ticket}A");
    let refused = other.app(&ticket, "submit", json!({"answer": true})).await;
    assert_eq!(refused["isError"], true, "{refused}");
    for ticket in [changed.as_str(), &id, ""] {
        let refused = client.app(ticket, "submit", json!({"answer": true})).await;
        assert_eq!(refused["isError"], true, "{ticket}: {refused}");
    }
    let checked = client.app(&ticket, "view", json!({})).await;
    assert_eq!(checked["structuredContent"]["state"], "open");
}

#[tokio::test]
async fn answer_faster_than_a_person_counts_neither_as_yes_nor_as_no() {
    let server =
        ask_tools::server(engine(), AskToolsSettings { wait: Duration::ZERO, ..AskToolsSettings::default() })
            .instant_refusal(Duration::from_secs(3600))
            .build();
    let mut client = Client::connect(&server, false, APPS).await;
    let asked = client.call("ask_question", json!({"question": "Delete it?", "type": "yes_no"})).await;
    let ticket = ticket(&asked);
    for action in ["submit", "decline"] {
        let refused = client.app(&ticket, action, json!({"answer": true})).await;
        assert_eq!(refused["isError"], true, "{refused}");
    }
    assert_eq!(client.app(&ticket, "view", json!({})).await["structuredContent"]["state"], "open");
}

#[tokio::test]
async fn app_gets_the_link_for_a_form_with_secrets_and_no_ticket() {
    let server =
        ask_tools::server(engine(), AskToolsSettings { wait: Duration::ZERO, ..AskToolsSettings::default() })
            .hosted(std::sync::Arc::new(FakePages))
            .build();
    let mut client = Client::connect(&server, false, APPS).await;
    let asked = client.call("ask", serde_json::from_str(SECRET).unwrap()).await;
    let app = &asked["_meta"]["io.askwell/app"];
    assert!(app["url"].is_string() && app["ticket"].is_null(), "{asked}");
}
