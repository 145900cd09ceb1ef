//! The tools for agents at `/mcp`: both eras, each key for itself.

use std::sync::{Arc, Mutex};

use askwell_mcp::client::{
    Address, Client, Command, FormReply, FormRequest, PriorConsent, UrlReply, UrlRequest,
};
use askwell_mcp::wire::{Era, Raw};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::http::Connection;
use crate::server::{Server, data_in, make_key};

/// A client of the service that answers every form with this.
async fn client(server: &Server, key: Option<&str>, era: Era, answers: Value) -> Client {
    let mut address = Address::new(&format!("http://{}/mcp", server.address)).unwrap();
    if let Some(key) = key {
        address = address.header("authorization", &format!("Bearer {key}")).unwrap();
    }
    let builder = Client::builder("test", "1").only_era(era).on_form(move |ask: FormRequest| {
        let reply = ask.accept(&answers).unwrap_or(FormReply::Cancel);
        async move { reply }
    });
    builder.connect(address).await.unwrap()
}

async fn call(client: &Client, tool: &str, arguments: Value) -> Value {
    let result = client.call_tool(tool, arguments).await.unwrap();
    result.structured().map_or_else(|| json!({"said": result.text()}), Raw::to_value)
}

#[tokio::test]
async fn agent_asks_through_the_service() {
    let server = Server::in_memory();
    for era in [Era::Legacy, Era::Modern] {
        let client = client(&server, None, era, json!({"answer": "b"})).await;
        let asked = call(&client, "ask_question", json!({"question": "Which?", "options": ["a", "b"]})).await;
        assert_eq!(
            (&asked["status"], &asked["answers"]),
            (&json!("answered"), &json!({"answer": "b"})),
            "{era:?}"
        );
        // What an agent asks is an elicitation like any other.
        let status = server.call("elicitation/status", json!({"elicitationId": asked["id"]})).unwrap();
        assert_eq!(status["status"], "completed", "{status}");
        client.close().await;
    }
}

/// Answers the only question of a page as a browser does.
fn answer_on_page(url: &str, answer: &str) {
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let (address, path, origin) = (address.parse().unwrap(), format!("/{path}"), format!("http://{address}"));
    let page = Connection::open(address).ask("GET", &path, &[], b"").unwrap();
    let cookie = page.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let text = page.text();
    let (_, token) = text.split_once("name=\":token\" value=\"").unwrap();
    let token = token.split_once('"').unwrap().0;
    let headers = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("cookie", cookie.as_str()),
        ("origin", origin.as_str()),
    ];
    let body = format!("%3Atoken={token}&%3Ado=send&answer={answer}");
    let sent = Connection::open(address).ask("POST", &path, &headers, body.as_bytes()).unwrap();
    assert_eq!(sent.status, 303, "{sent:?}");
}

#[tokio::test]
async fn person_answers_an_agent_on_a_page() {
    let server = Server::in_memory();
    for era in [Era::Legacy, Era::Modern] {
        let visits = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&visits);
        // A client without a dialog for forms, which opens pages.
        let client = Client::builder("test", "1").only_era(era).on_url(move |ask: UrlRequest| {
            let seen = Arc::clone(&seen);
            async move {
                let first = ask.prior_consent == PriorConsent::None;
                seen.lock().unwrap().push(ask.link.url().to_owned());
                if first {
                    let url = ask.link.url().to_owned();
                    tokio::task::spawn_blocking(move || answer_on_page(&url, "a+gardener")).await.unwrap();
                }
                UrlReply::Consent
            }
        });
        let address = Address::new(&format!("http://{}/mcp", server.address)).unwrap();
        let client = client.connect(address).await.unwrap();
        let asked =
            call(&client, "ask_question", json!({"question": format!("Who goes there, {era:?}?")})).await;
        assert_eq!(asked["status"], "answered", "{era:?}: {asked}");
        assert_eq!(asked["answers"], json!({"answer": "a gardener"}), "{era:?}");
        let visits = visits.lock().unwrap().clone();
        assert!(visits[0].starts_with(&format!("http://{}/f/", server.address)), "{visits:?}");
        client.close().await;
    }
}

#[tokio::test]
async fn keys_see_only_their_own_questions() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let (ci, other) = (make_key(&data, &["ci"]), make_key(&data, &["other"]));
    let person = make_key(&data, &["phone", "--role", "answers", "--person", "person@example.com"]);
    let server = Server::on_disk(&data);
    for (key, status, asks) in [
        (None, 401, Some("Bearer")),
        (Some("ask_x"), 401, Some("Bearer")),
        (Some(person.as_str()), 403, None),
    ] {
        let authorization = format!("Bearer {}", key.unwrap_or_default());
        let mut headers = vec![("content-type", "application/json")];
        headers.extend(key.map(|_| ("authorization", authorization.as_str())));
        let denied = server.ask("POST", "/mcp", &headers, br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
        assert_eq!((denied.status, denied.header("www-authenticate")), (status, asks), "{key:?}");
    }
    let mine = client(&server, Some(&ci), Era::Modern, json!({"answer": "x"})).await;
    let asked = call(&mine, "ask_question", json!({"question": "Who?"})).await;
    let others = client(&server, Some(&other), Era::Modern, json!({})).await;
    let foreign = call(&others, "check_answer", json!({"id": asked["id"]})).await;
    assert!(foreign["said"].as_str().unwrap().starts_with("there is no"), "{foreign}");
    assert_eq!(call(&mine, "check_answer", json!({"id": asked["id"]})).await, asked);
    assert_eq!(call(&mine, "list_templates", json!({})).await, json!({"templates": []}));
    mine.close().await;
    others.close().await;
}

#[tokio::test]
async fn limits_of_a_key_apply_to_tools() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["ci", "--per-window", "1"]);
    let server = Server::on_disk(&data);
    let client = client(&server, Some(&key), Era::Legacy, json!({"answer": "x"})).await;
    let question = json!({"question": "Who?"});
    assert_eq!(call(&client, "ask_question", question.clone()).await["status"], "answered");
    let refused = call(&client, "ask_question", json!({"question": "Who else?"})).await;
    assert!(refused["said"].as_str().unwrap().contains("asks too often"), "{refused}");
    client.close().await;
}

/// A process that uses the service, as an MCP client starts one.
async fn process(server: &Server, era: Era, key: Option<&str>) -> Client {
    let url = format!("http://{}", server.address);
    let mut command =
        Command::new(env!("CARGO_BIN_EXE_askwell")).arguments(["mcp", "--service", url.as_str()]);
    if let Some(key) = key {
        command = command.variable("ASKWELL_KEY", key);
    }
    Client::builder("test", "1").only_era(era).connect(command).await.unwrap()
}

#[tokio::test]
async fn questions_of_a_process_per_call_stay_at_the_service() {
    let folder = TempDir::new().unwrap();
    let data = data_in(&folder);
    let key = make_key(&data, &["agent"]);
    for (server, key) in [(Server::in_memory(), None), (Server::on_disk(&data), Some(key.as_str()))] {
        for era in [Era::Legacy, Era::Modern] {
            let first = process(&server, era, key).await;
            let asked =
                call(&first, "ask_question", json!({"question": format!("Who asks, {era:?}?")})).await;
            assert_eq!(asked["status"], "waiting", "{asked}");
            // The process is over; the link works all the same.
            first.close().await;
            let url = asked["link"].as_str().unwrap().to_owned();
            let code = asked["code"].as_str().map(str::to_owned);
            if code.is_none() {
                tokio::task::spawn_blocking(move || answer_on_page(&url, "a+gardener")).await.unwrap();
            }
            let second = process(&server, era, key).await;
            let answered = call(&second, "check_answer", json!({"id": asked["id"], "wait_seconds": 1})).await;
            let expected = if code.is_none() { "answered" } else { "waiting" };
            assert_eq!(
                (&answered["status"], &answered["id"]),
                (&json!(expected), &asked["id"]),
                "{answered}"
            );
            second.close().await;
        }
    }
}

#[tokio::test]
async fn dialogs_work_through_a_process_that_uses_the_service() {
    let server = Server::in_memory();
    let url = format!("http://{}", server.address);
    for era in [Era::Legacy, Era::Modern] {
        let command =
            Command::new(env!("CARGO_BIN_EXE_askwell")).arguments(["mcp", "--service", url.as_str()]);
        let builder = Client::builder("test", "1").only_era(era).on_form(|ask: FormRequest| async move {
            ask.accept(&json!({"answer": "b"})).unwrap_or(FormReply::Cancel)
        });
        let client = builder.connect(command).await.unwrap();
        let question = json!({"question": format!("Which, {era:?}?"), "options": ["a", "b"]});
        let asked = call(&client, "ask_question", question).await;
        assert_eq!(asked["answers"], json!({"answer": "b"}), "{era:?}: {asked}");
        client.close().await;
    }
}

#[tokio::test]
async fn service_that_does_not_run_is_named() {
    let closed_address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("http://{closed_address}");
    let command = Command::new(env!("CARGO_BIN_EXE_askwell")).arguments(["mcp", "--service", url.as_str()]);
    let refused = Client::builder("test", "1").only_era(Era::Legacy).connect(command).await.unwrap_err();
    assert!(refused.to_string().contains(&format!("the server at {url}/mcp cannot be used")), "{refused}");
}

#[test]
fn cross_site_requests_are_rejected() {
    let server = Server::in_memory();
    let message = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for stranger in [("origin", "https://evil.example"), ("host", "evil.example")] {
        let refused = server.ask("POST", "/mcp", &[("content-type", "application/json"), stranger], message);
        assert!(matches!(refused.status, 400 | 403 | 421), "{stranger:?}: {refused:?}");
    }
}
