//! Calls that go on as tasks.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Engine, ListFilter};
use askwell_form::Form;
use askwell_lifecycle::{Actor, ElicitationId, Surface};
use askwell_locale::{Language, Words};
use askwell_mcp::server::{TaskLimits, TaskSupport};
use askwell_mcp::{Call, Failure, Reply, Server, Tool, ToolResult};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::scripted_client::ScriptedClient;
use crate::test_server::{FakePages, engine, form, server_form};

/// The limit of each wait.
const PATIENCE: Duration = Duration::from_secs(30);

const TASKS: &str = r#"{"elicitation":{},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
const TASKS_AND_URLS: &str =
    r#"{"elicitation":{"url":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;
const ONLY_TASKS: &str = r#"{"extensions":{"io.modelcontextprotocol/tasks":{}}}"#;

fn said<T>(reply: Reply<T>, answer: impl FnOnce(T) -> String) -> ToolResult {
    ToolResult::text(match reply {
        Reply::Accepted(given) => answer(given),
        Reply::TimedOut => "timed out".to_owned(),
        _ => "refused".to_owned(),
    })
}

fn asking(
    name: &str,
    form: Form,
) -> (Tool, impl Fn(Call) -> BoxFuture<'static, Result<ToolResult, Failure>>) {
    let tool = Tool::new(name, "Asks.").task(TaskSupport::Optional);
    let handle = move |call: Call| {
        let form = form.clone();
        let work: BoxFuture<'static, _> =
            Box::pin(async move { Ok(said(call.ask("server", &form).await?, |answers| answers.to_json())) });
        work
    };
    (tool, handle)
}

fn server() -> Server {
    let (tool, handle) = asking("server", server_form());
    Server::builder("workshop", "1.0.0").tool(tool, handle).build()
}

async fn request(client: &mut ScriptedClient, method: &str, params: &str, capabilities: &str) -> Value {
    client.request(method, params, capabilities);
    client.receive().await
}

/// Calls a tool and returns the id of its task.
async fn start(client: &mut ScriptedClient, tool: &str, capabilities: &str) -> String {
    let params = format!(r#""name":"{tool}","arguments":{{}}"#);
    let created = request(client, "tools/call", &params, capabilities).await;
    assert_eq!(created["result"]["resultType"], "task", "{created}");
    created["result"]["taskId"].as_str().unwrap().to_owned()
}

async fn get(client: &mut ScriptedClient, id: &str) -> Value {
    request(client, "tasks/get", &format!(r#""taskId":"{id}""#), TASKS).await["result"].clone()
}

/// Asks for the status until it is this one.
async fn reach(client: &mut ScriptedClient, id: &str, status: &str) -> Value {
    until(client, id, |task| task["status"] == status).await
}

/// Asks for the status until it fits.
async fn until(client: &mut ScriptedClient, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let reached = async {
        loop {
            let task = get(client, id).await;
            if fits(&task) {
                return task;
            }
            assert!(matches!(task["status"].as_str(), Some("working" | "input_required")), "{task}");
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.unwrap()
}

async fn update(client: &mut ScriptedClient, id: &str, responses: Value) {
    let params = format!(r#""taskId":"{id}","inputResponses":{responses}"#);
    let updated = request(client, "tasks/update", &params, TASKS).await;
    assert_eq!(updated["result"]["resultType"], "complete", "{updated}");
}

fn text_of(task: &Value) -> &Value {
    &task["result"]["content"][0]["text"]
}

#[tokio::test]
async fn rejected_answer_is_asked_again_under_a_new_key() {
    let mut client = ScriptedClient::with(&server());
    let id = start(&mut client, "server", TASKS).await;
    let first = reach(&mut client, &id, "input_required").await;
    assert_eq!(first["inputRequests"]["server"]["method"], "elicitation/create");
    // The whole form says more than its schema, and goes along under the same key.
    assert_eq!(first["_meta"]["io.askwell/form"]["server"]["id"], "server");
    let answer = |host: &str| json!({"action": "accept", "content": {"host": host}});
    update(&mut client, &id, json!({"server": answer("not a host!"), "unknown": {}})).await;
    let second = until(&mut client, &id, |task| task["inputRequests"]["server#2"].is_object()).await;
    assert_eq!(second["inputRequests"].as_object().unwrap().len(), 1);
    let message = second["inputRequests"]["server#2"]["params"]["message"].as_str().unwrap();
    assert!(message.contains("Please correct this"), "{message}");
    // The first key is used up.
    update(&mut client, &id, json!({"server": answer("example.com")})).await;
    assert!(get(&mut client, &id).await["inputRequests"]["server#2"].is_object());
    update(&mut client, &id, json!({"server#2": answer("example.com")})).await;
    let done = reach(&mut client, &id, "completed").await;
    assert_eq!(*text_of(&done), r#"{"host":"example.com","port":8080}"#);
}

#[tokio::test]
async fn task_belongs_to_its_principal() {
    let server = server();
    let mut owner = ScriptedClient::with_principal(&server, "owner");
    let id = start(&mut owner, "server", TASKS).await;
    reach(&mut owner, &id, "input_required").await;
    let mut other = ScriptedClient::with_principal(&server, "other");
    for method in ["tasks/get", "tasks/update", "tasks/cancel"] {
        let params = format!(r#""taskId":"{id}","inputResponses":{{"server":{{"action":"decline"}}}}"#);
        let refused = request(&mut other, method, &params, TASKS).await;
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        let undeclared = request(&mut owner, method, &params, "{}").await;
        assert_eq!(undeclared["error"]["code"], -32021, "{undeclared}");
    }
    reach(&mut owner, &id, "input_required").await;
    // The task outlives the connection that started it.
    owner.leave().await;
    let mut owner = ScriptedClient::with_principal(&server, "owner");
    update(&mut owner, &id, json!({"server": {"action": "decline"}})).await;
    assert_eq!(*text_of(&reach(&mut owner, &id, "completed").await), "refused");
}

#[tokio::test]
async fn cancelled_task_drops_its_handler_and_its_question() {
    let engine = engine();
    let (held, dropped) = oneshot::channel::<()>();
    let held = std::sync::Mutex::new(Some(held));
    let tool = Tool::new("wait", "Waits for ever.").task(TaskSupport::Optional);
    let (asking_tool, handle) = asking("server", server_form());
    let server = Server::builder("workshop", "1.0.0")
        .engine(engine.clone())
        .tool(asking_tool, handle)
        .tool(tool, move |_: Call| {
            let held = held.lock().unwrap().take();
            async move {
                let _held = held;
                std::future::pending::<Result<ToolResult, Failure>>().await
            }
        })
        .build();
    let mut client = ScriptedClient::with(&server);
    let id = start(&mut client, "wait", TASKS).await;
    assert_eq!(get(&mut client, &id).await["status"], "working");
    for _ in 0..2 {
        let params = format!(r#""taskId":"{id}""#);
        let acknowledged = request(&mut client, "tasks/cancel", &params, TASKS).await;
        assert_eq!(acknowledged["result"].as_object().unwrap().len(), 2, "{acknowledged}");
    }
    assert_eq!(get(&mut client, &id).await["status"], "cancelled");
    // Dropping the handler drops what it holds.
    assert!(dropped.await.is_err());
    let asked = start(&mut client, "server", TASKS).await;
    reach(&mut client, &asked, "input_required").await;
    assert_eq!(open_questions(&engine).await, 1);
    request(&mut client, "tasks/cancel", &format!(r#""taskId":"{asked}""#), TASKS).await;
    while open_questions(&engine).await > 0 {
        tokio::task::yield_now().await;
    }
}

async fn open_questions(engine: &Engine) -> usize {
    let actor = Actor::operator(Surface::Web);
    let page = engine.list(&actor, ListFilter::default()).await.unwrap();
    page.items.iter().filter(|elicitation| elicitation.outcome().is_none()).count()
}

#[tokio::test]
async fn tool_that_requires_tasks_is_refused_without_them() {
    let tool = Tool::new("job", "Works.").task(TaskSupport::Required);
    let server = Server::builder("workshop", "1.0.0")
        .task_limits(TaskLimits { per_principal: 1, ..TaskLimits::default() })
        .tool(tool, async |_: Call| Ok(ToolResult::text("done")))
        .build();
    let mut client = ScriptedClient::with(&server);
    let refused = request(&mut client, "tools/call", r#""name":"job""#, "{}").await;
    let required = json!({"requiredCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}}});
    assert_eq!((&refused["error"]["code"], &refused["error"]["data"]), (&json!(-32021), &required));
    let id = start(&mut client, "job", TASKS).await;
    reach(&mut client, &id, "completed").await;
    let busy = request(&mut client, "tools/call", r#""name":"job""#, TASKS).await;
    assert_eq!(busy["error"]["code"], -32010, "{busy}");
    let mut legacy = ScriptedClient::legacy(&server, "2025-11-25", "{}").await;
    legacy.call("job", "{}");
    assert_eq!(legacy.receive().await["error"]["code"], -32601);
}

#[tokio::test]
async fn call_above_the_limit_of_tasks_waits_for_its_result() {
    let (tool, handle) = asking("server", server_form());
    let limits = TaskLimits { per_principal: 1, ..TaskLimits::default() };
    let server = Server::builder("workshop", "1.0.0").task_limits(limits).tool(tool, handle).build();
    let mut client = ScriptedClient::with(&server);
    start(&mut client, "server", TASKS).await;
    let asked = request(&mut client, "tools/call", r#""name":"server""#, TASKS).await;
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
}

#[tokio::test]
async fn result_above_the_limit_of_bytes_fails_the_task() {
    let tool = Tool::new("large", "Returns much.").task(TaskSupport::Optional);
    let limits = TaskLimits { bytes_per_principal: 10_000, ..TaskLimits::default() };
    let server = Server::builder("workshop", "1.0.0")
        .task_limits(limits)
        .tool(tool, async |_: Call| Ok(ToolResult::text("x".repeat(10_000))))
        .build();
    let mut client = ScriptedClient::with(&server);
    let id = start(&mut client, "large", TASKS).await;
    let failed = reach(&mut client, &id, "failed").await;
    assert_eq!((&failed["error"]["code"], &failed["result"]), (&json!(-32010), &Value::Null));
}

#[tokio::test(start_paused = true)]
async fn task_ends_with_its_ttl_and_a_question_with_its_deadline() {
    let clock = askwell_testkit::paused_clock::PausedClock::new();
    let (stopped, waits) = oneshot::channel::<()>();
    let stopped = std::sync::Mutex::new(Some(stopped));
    let (tool, handle) = asking(
        "server",
        form(
            r#"{"id": "quick", "title": "Quick", "timeout": 60000, "fields": [{"id": "a", "type": "text", "label": "A"}]}"#,
        ),
    );
    let server = Server::builder("workshop", "1.0.0")
        .clock(clock)
        .task_limits(TaskLimits { ttl: Duration::from_secs(600), ..TaskLimits::default() })
        .tool(tool, handle)
        .tool(Tool::new("wait", "Waits.").task(TaskSupport::Optional), move |_: Call| {
            let held = stopped.lock().unwrap().take();
            async move {
                let _held = held;
                std::future::pending::<Result<ToolResult, Failure>>().await
            }
        })
        .build();
    let mut client = ScriptedClient::with(&server);
    let waiting = start(&mut client, "wait", TASKS).await;
    let asked = start(&mut client, "server", TASKS).await;
    reach(&mut client, &asked, "input_required").await;
    tokio::time::sleep(Duration::from_secs(90)).await;
    assert_eq!(*text_of(&reach(&mut client, &asked, "completed").await), "timed out");
    // Dropping the handler drops what it holds.
    assert!(waits.await.is_err());
    tokio::time::sleep(Duration::from_secs(1)).await;
    for id in [waiting, asked] {
        let gone = request(&mut client, "tasks/get", &format!(r#""taskId":"{id}""#), TASKS).await;
        assert_eq!(gone["error"]["code"], -32602, "{gone}");
    }
}

fn server_with_pages(engine: &Engine) -> Server {
    let secret = form(
        r#"{"id": "login", "title": "Log in", "fields": [
        {"id": "password", "type": "text", "label": "Password", "required": true, "rendering": {"inputType": "password"}}]}"#,
    );
    let tool = Tool::new("login", "Asks for a secret.").task(TaskSupport::Optional);
    Server::builder("workshop", "1.0.0")
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .page_wait(Duration::from_millis(1))
        .instant_refusal(Duration::ZERO)
        .tool(tool, move |call: Call| {
            let form = secret.clone();
            async move { Ok(said(call.ask("login", &form).await?, |_| "logged in".to_owned())) }
        })
        .build()
}

/// The elicitation of the first address of ours in a text.
fn behind(text: &str) -> ElicitationId {
    let url = text.split_whitespace().find(|word| word.starts_with("https://")).unwrap();
    url.rsplit('/').next().unwrap().parse().unwrap()
}

async fn fill_in(engine: &Engine, id: ElicitationId) {
    engine.submit(&Actor::operator(Surface::Web), id, br#"{"password":"correct horse"}"#).await.unwrap();
}

#[tokio::test]
async fn consent_to_a_page_is_asked_once_and_its_answer_completes_the_task() {
    let engine = engine();
    let mut client = ScriptedClient::with(&server_with_pages(&engine));
    let id = start(&mut client, "login", TASKS_AND_URLS).await;
    let asked = reach(&mut client, &id, "input_required").await;
    let url = asked["inputRequests"]["login"]["params"]["url"].as_str().unwrap().to_owned();
    update(&mut client, &id, json!({"login": {"action": "accept"}})).await;
    reach(&mut client, &id, "working").await;
    fill_in(&engine, behind(&url)).await;
    assert_eq!(*text_of(&reach(&mut client, &id, "completed").await), "logged in");
}

#[tokio::test]
async fn answer_on_the_page_completes_a_task_that_waits_for_its_client() {
    let engine = engine();
    let mut client = ScriptedClient::with(&server_with_pages(&engine));
    let id = start(&mut client, "login", TASKS_AND_URLS).await;
    let asked = reach(&mut client, &id, "input_required").await;
    fill_in(&engine, behind(asked["inputRequests"]["login"]["params"]["url"].as_str().unwrap())).await;
    assert_eq!(*text_of(&reach(&mut client, &id, "completed").await), "logged in");
}

#[tokio::test]
async fn status_shows_the_link_to_a_client_without_elicitation() {
    let engine = engine();
    let mut client = ScriptedClient::with(&server_with_pages(&engine));
    let id = start(&mut client, "login", ONLY_TASKS).await;
    let task = until(&mut client, &id, |task| task["statusMessage"].is_string()).await;
    assert_eq!(task["status"], "working", "{task}");
    let message = task["statusMessage"].as_str().unwrap().to_owned();
    assert!(message.contains("4711"), "{message}");
    fill_in(&engine, behind(&message)).await;
    assert_eq!(*text_of(&reach(&mut client, &id, "completed").await), "logged in");
}

#[tokio::test]
async fn handler_continues_as_a_task_with_the_answers_it_has() {
    for engine in [None, Some(engine())] {
        let tool = Tool::new("greet", "Asks first.").task_by_handler(TaskSupport::Optional);
        let mut builder = Server::builder("workshop", "1.0.0").tool(tool, async |call: Call| {
            let first = call.prompt("name", "Who are you?").await?;
            call.continue_as_task()?;
            let second = call.prompt("colour", "Which colour?").await?;
            let (Reply::Accepted(name), Reply::Accepted(colour)) = (first, second) else {
                return Ok(ToolResult::text("refused"));
            };
            Ok(ToolResult::text(format!("{name} likes {colour}")))
        });
        if let Some(engine) = engine {
            builder = builder.engine(engine);
        }
        let mut client = ScriptedClient::with(&builder.build());
        let asked = request(&mut client, "tools/call", r#""name":"greet""#, TASKS).await;
        let field = |asked: &Value, key: &str| {
            let schema = &asked["inputRequests"][key]["params"]["requestedSchema"]["properties"];
            schema.as_object().unwrap().keys().next().unwrap().clone()
        };
        let answer = |field: String, text: &str| json!({"action": "accept", "content": {field: text}});
        let name = answer(field(&asked["result"], "name"), "Ada");
        let again = format!(
            r#""name":"greet","inputResponses":{{"name":{name}}},"requestState":{}"#,
            asked["result"]["requestState"]
        );
        let created = request(&mut client, "tools/call", &again, TASKS).await;
        assert_eq!(created["result"]["resultType"], "task", "{created}");
        let id = created["result"]["taskId"].as_str().unwrap().to_owned();
        let second = reach(&mut client, &id, "input_required").await;
        let colour = answer(field(&second, "colour"), "blue");
        update(&mut client, &id, json!({"colour": colour})).await;
        assert_eq!(*text_of(&reach(&mut client, &id, "completed").await), "Ada likes blue");
    }
}

#[tokio::test]
async fn status_of_a_task_is_in_the_language_of_the_operator() {
    let (tool, handle) = asking("server", server_form());
    let words = Words::of(Language::German);
    let server = Server::builder("workshop", "1.0.0").words(words).tool(tool, handle).build();
    let mut client = ScriptedClient::with(&server);
    let id = start(&mut client, "server", TASKS).await;
    let task = reach(&mut client, &id, "input_required").await;
    assert_eq!(task["statusMessage"], "Die Person muss antworten.", "{task}");
}
