//! Conversations in which the person is sent to a page.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use askwell_engine::{Engine, Limits};
use askwell_lifecycle::{Actor, ElicitationId, Status, Surface};
use askwell_mcp::{Call, Server, Tool, ToolResult};
use askwell_store::SqliteStore;
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::scripted_client::ScriptedClient;
use crate::test_server::{CreatedElicitations, FakePages, engine, test_server};

const URLS: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;

fn server(created: &CreatedElicitations) -> (Server, Engine) {
    let engine = engine();
    let server = test_server(created)
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .page_wait(Duration::from_millis(1))
        // The tests answer at once, which must not count as an instant refusal.
        .instant_refusal(Duration::ZERO)
        .build();
    (server, engine)
}

/// The elicitation that a URL of ours leads to.
fn behind(url: &Value) -> ElicitationId {
    url.as_str().unwrap().rsplit('/').next().unwrap().parse().unwrap()
}

/// Answers on the page.
async fn fill_in(engine: &Engine, id: ElicitationId) {
    engine.submit(&Actor::operator(Surface::Web), id, br#"{"password":"correct horse"}"#).await.unwrap();
}

#[tokio::test]
async fn secret_is_asked_on_the_hosted_page() {
    let (server, engine) = server(&CreatedElicitations::default());
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("login", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept"}"#);
    fill_in(&engine, behind(&request["params"]["url"])).await;
    let first = client.receive().await;
    // The client's response and the person's answer may arrive in either order.
    if first.get("result").is_none() {
        client.receive().await;
    }
    let transcript = client.transcript();
    assert!(!transcript.contains("correct horse"));
    assert!(transcript.contains("1 answers"), "{transcript}");
}

#[tokio::test]
async fn declined_page_is_a_declined_question() {
    for (action, status, expected) in [
        ("decline", Status::Declined, "declined"),
        ("cancel", Status::Cancelled, "cancelled: user_cancelled"),
    ] {
        let (server, engine) = server(&CreatedElicitations::default());
        let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
        client.call("login", "{}");
        let request = client.receive().await;
        client.answer(&request, &format!(r#"{{"action":"{action}"}}"#));
        assert_eq!(client.receive().await["result"]["content"][0]["text"], expected);
        let id = behind(&request["params"]["url"]);
        let after = engine.status(&Actor::operator(Surface::Mcp), id).await.unwrap();
        assert_eq!(after.status(), status);
    }
}

#[tokio::test]
async fn client_that_opened_the_page_is_notified_of_completion() {
    let created = CreatedElicitations::default();
    let (server, _) = server(&created);
    let mut bystander = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("connect", "{}");
    let request = client.receive().await;
    client.answer(&request, r#"{"action":"accept"}"#);
    // A round trip later the consent has been heard.
    client.send(r#"{"jsonrpc":"2.0","id":50,"method":"ping"}"#);
    client.receive().await;
    let id = created.lock().unwrap()["connect"];
    server.finish(id, json!({"account": 7})).await.unwrap();
    client.receive().await;
    client.receive().await;
    assert_snapshot!("legacy-url-complete", client.transcript());
    bystander.send(r#"{"jsonrpc":"2.0","id":51,"method":"ping"}"#);
    assert_eq!(bystander.receive().await["id"], 51);
}

#[tokio::test]
async fn required_page_is_an_error_until_it_is_complete() {
    let created = CreatedElicitations::default();
    let (server, _) = server(&created);
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("connected", "{}");
    client.receive().await;
    // Asking again too early gives the same elicitation.
    client.call("connected", "{}");
    client.receive().await;
    let id = created.lock().unwrap()["connected"];
    server.finish(id, json!("ok")).await.unwrap();
    client.receive().await;
    client.call("connected", "{}");
    client.receive().await;
    assert_snapshot!("legacy-url-required", client.transcript());
}

/// A client that fails with a mode that it declared gets the next channel: here a link.
#[tokio::test]
async fn client_that_cannot_open_the_page_gets_a_link() {
    for refuses in [true, false] {
        let engine = engine();
        let limit = Duration::from_millis(if refuses { 60_000 } else { 1 });
        let server =
            test_server(&CreatedElicitations::default()).engine(engine.clone()).hosted(Arc::new(FakePages));
        let server = server.call_limit(limit).build();
        let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
        client.call("login", "{}");
        let request = client.receive().await;
        if refuses {
            let error = r#"{"code":-32602,"message":"no URLs, sorry"}"#;
            client.send(&format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, request["id"]));
        }
        let url = &request["params"]["url"];
        let result = client.receive().await["result"].clone();
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(url.as_str().unwrap()) && text.contains("4711"), "{text}");
        fill_in(&engine, behind(url)).await;
        if !refuses {
            // The request to open the page was open beside the link.
            assert_eq!(client.receive().await["method"], "notifications/cancelled");
        }
        client.call("login", "{}");
        assert_eq!(client.receive().await["result"]["content"][0]["text"], "1 answers");
    }
}

#[tokio::test]
async fn client_that_reconnects_is_notified_of_completion() {
    let created = CreatedElicitations::default();
    let (server, _) = server(&created);
    let mut first = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    first.call("connected", "{}");
    let sent = first.receive().await["error"]["data"].clone();
    let waiting = Duration::from_secs(60);
    // Waiting for the person does not keep a connection open.
    assert!(tokio::time::timeout(waiting, first.leave()).await.is_ok());
    let mut second = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    for _ in 0..2 {
        second.call("connected", "{}");
        assert_eq!(second.receive().await["error"]["data"], sent);
    }
    let id = created.lock().unwrap()["connected"];
    server.finish(id, json!("ok")).await.unwrap();
    let told = tokio::time::timeout(waiting, second.receive()).await.unwrap();
    assert_eq!(told["method"], "notifications/elicitation/complete");
    // Once is enough.
    second.call("connected", "{}");
    assert_eq!(second.receive().await["result"]["content"][0]["text"], "\"ok\"");
}

#[tokio::test]
async fn modern_client_retries_until_the_page_is_complete() {
    let (server, engine) = server(&CreatedElicitations::default());
    let mut client = ScriptedClient::with(&server);
    let call = |more: &str| format!(r#""name":"login","arguments":{{}}{more}"#);
    client.request("tools/call", &call(""), URLS);
    let mut last = client.receive().await;
    let url = last["result"]["inputRequests"]["login"]["params"]["url"].clone();
    for round in 0..2 {
        if round == 1 {
            fill_in(&engine, behind(&url)).await;
        }
        let state = &last["result"]["requestState"];
        let retry = format!(r#","inputResponses":{{"login":{{"action":"accept"}}}},"requestState":{state}"#);
        client.request("tools/call", &call(&retry), URLS);
        last = client.receive().await;
    }
    assert_snapshot!("modern-url", client.transcript());
}

/// A handler may make a new URL in every run, with a token of its own: the one that the person was sent to holds.
#[tokio::test]
async fn url_that_changes_in_every_round_stays_the_first_one() {
    for has_engine in [true, false] {
        let runs = Arc::new(AtomicUsize::new(0));
        let (ids, counted) = (Arc::new(std::sync::Mutex::new(Vec::new())), Arc::clone(&runs));
        let created = Arc::clone(&ids);
        let mut builder = Server::builder("visits", "1.0.0").page_wait(Duration::from_millis(1)).tool(
            Tool::new("visit", "Sends the person somewhere."),
            move |call: Call| {
                let (run, created) = (counted.fetch_add(1, Ordering::SeqCst), Arc::clone(&created));
                async move {
                    let url = format!("https://example.com/{run}");
                    let remember = |id| created.lock().unwrap().push(id);
                    let reply = call.asker().ask_url("visit", &url, "Please go there.", remember).await?;
                    Ok(ToolResult::text(format!("{}", reply.accepted().is_some())))
                }
            },
        );
        if has_engine {
            builder = builder.engine(engine());
        }
        let server = builder.build();
        let mut client = ScriptedClient::with(&server);
        client.request("tools/call", r#""name":"visit""#, URLS);
        let mut last = client.receive().await;
        for round in 0..3 {
            let asked = &last["result"]["inputRequests"]["visit"]["params"];
            assert_eq!(asked["url"], "https://example.com/0", "{last}");
            if round == 2 {
                let first = ids.lock().unwrap()[0];
                server.finish(first, json!("ok")).await.unwrap();
            }
            let state = &last["result"]["requestState"];
            let accept = r#""inputResponses":{"visit":{"action":"accept"}}"#;
            client.request("tools/call", &format!(r#""name":"visit",{accept},"requestState":{state}"#), URLS);
            last = client.receive().await;
        }
        assert_eq!(last["result"]["content"][0]["text"], "true", "{last}");
        assert_eq!(ids.lock().unwrap().len(), 1);
    }
}

#[tokio::test]
async fn question_that_was_shown_on_a_page_is_answered_there() {
    let (server, engine) = server(&CreatedElicitations::default());
    let mut client = ScriptedClient::with(&server);
    client.request("tools/call", r#""name":"server""#, r#"{"elicitation":{"url":{}}}"#);
    let first = client.receive().await;
    let asked = &first["result"]["inputRequests"]["server"]["params"];
    assert_eq!(asked["mode"], "url", "{first}");
    let answers = br#"{"host":"example.com"}"#;
    engine.submit(&Actor::operator(Surface::Web), behind(&asked["url"]), answers).await.unwrap();
    let state = &first["result"]["requestState"];
    // By now the client has a dialog: it is not asked there what is answered here.
    client.request("tools/call", &format!(r#""name":"server","requestState":{state}"#), URLS);
    let done = client.receive().await;
    assert_eq!(done["result"]["content"][0]["text"], r#"{"host":"example.com","port":8080}"#, "{done}");
}

#[tokio::test]
async fn modern_client_declines_the_page() {
    let created = CreatedElicitations::default();
    let (server, _) = server(&created);
    let mut client = ScriptedClient::with(&server);
    client.request("tools/call", r#""name":"connected""#, URLS);
    let first = client.receive().await;
    assert!(first.get("error").is_none(), "the modern era has no such error: {first}");
    let state = &first["result"]["requestState"];
    let retry = format!(
        r#""name":"connected","inputResponses":{{"connect":{{"action":"decline"}}}},"requestState":{state}"#
    );
    client.request("tools/call", &retry, URLS);
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "declined");
}

#[tokio::test]
async fn client_without_any_mode_gets_a_link_in_the_result() {
    let (server, engine) = server(&CreatedElicitations::default());
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", "{}").await;
    client.call("login", "{}");
    let first = client.receive().await;
    let text = first["result"]["content"][0]["text"].as_str().unwrap().to_owned();
    let url = text.split_whitespace().find(|word| word.starts_with("https://")).unwrap();
    fill_in(&engine, behind(&json!(url))).await;
    client.call("login", "{}");
    client.receive().await;
    // That answer is used up: the next call asks anew.
    client.call("login", "{}");
    client.receive().await;
    assert_snapshot!("legacy-link-in-text", client.transcript());
}

/// The address in the text of a tool's result.
fn link_in(response: &Value) -> Value {
    let text = response["result"]["content"][0]["text"].as_str().unwrap();
    let link = text.split_whitespace().find(|word| word.starts_with("https://"));
    link.unwrap_or_else(|| panic!("there is no link in: {text}")).into()
}

#[test]
fn link_is_found_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    // Each life has a runtime of its own, which takes everything that runs with it when it ends.
    let live = |life: &dyn Fn(Server, Engine) -> LocalBoxFuture<'static, Value>| {
        let runtime = Runtime::new().unwrap();
        runtime.block_on(async {
            let engine = Engine::builder().limits(Limits::none());
            let engine = engine.store(SqliteStore::open(folder.path()).unwrap()).start();
            let server = test_server(&CreatedElicitations::default())
                .engine(engine.clone())
                .hosted(Arc::new(FakePages))
                .build();
            life(server, engine).await
        })
    };
    let call = async |server: &Server| {
        let mut client = ScriptedClient::legacy(server, "2025-11-25", "{}").await;
        client.call("server", "{}");
        client.receive().await
    };
    let first = live(&|server, _| async move { link_in(&call(&server).await) }.boxed_local());
    let url = first.clone();
    let second = live(&|server, engine| {
        let url = url.clone();
        async move {
            let found = link_in(&call(&server).await);
            let answers = br#"{"host":"example.com"}"#;
            engine.submit(&Actor::operator(Surface::Web), behind(&url), answers).await.unwrap();
            found
        }
        .boxed_local()
    });
    assert_eq!(second, first, "there is still no answer");
    let third = live(&|server, _| {
        async move {
            let answered = call(&server).await;
            assert_eq!(answered["result"]["content"][0]["text"], r#"{"host":"example.com","port":8080}"#);
            link_in(&call(&server).await)
        }
        .boxed_local()
    });
    assert_ne!(third, first, "the answer is used up");
}

#[tokio::test]
async fn answer_older_than_its_lifetime_is_asked_again() {
    let engine = engine();
    let server =
        test_server(&CreatedElicitations::default()).engine(engine.clone()).hosted(Arc::new(FakePages));
    let server = server.state_lifetime(Duration::ZERO).build();
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", "{}").await;
    client.call("login", "{}");
    let first = link_in(&client.receive().await);
    fill_in(&engine, behind(&first)).await;
    client.call("login", "{}");
    assert_ne!(link_in(&client.receive().await), first);
}

#[tokio::test(start_paused = true)]
async fn question_is_cancelled_after_the_grace_time_of_a_client_that_left() {
    let (server, engine) = server(&CreatedElicitations::default());
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("login", "{}");
    let request = client.receive().await;
    let id = behind(&request["params"]["url"]);
    drop(client);
    let operator = Actor::operator(Surface::Mcp);
    let left = tokio::time::Instant::now();
    let outcome = engine.wait(&operator, id).await.unwrap();
    assert_eq!(outcome.reason(), Some("client_disconnected"));
    assert!(left.elapsed() >= Duration::from_secs(30), "{:?}", left.elapsed());
}

/// A server whose question about deleting names a number that changes from call to call.
fn counting(engine: &Engine, counts: &'static [u32], at_url: bool) -> Server {
    let calls = Arc::new(AtomicUsize::new(0));
    Server::builder("counting", "1.0.0")
        .engine(engine.clone())
        .hosted(Arc::new(FakePages))
        .tool(Tool::new("delete", "Deletes files after asking."), move |call: Call| {
            let count = counts[calls.fetch_add(1, Ordering::SeqCst).min(counts.len() - 1)];
            async move {
                let message = format!("Delete {count} files?");
                let agreed = if at_url {
                    let url = "https://example.com/confirm";
                    call.asker().require_url("sure", url, &message, drop).await?.accepted().is_some()
                } else {
                    call.asker().confirm("sure", &message).await?.accepted() == Some(true)
                };
                Ok(ToolResult::text(if agreed { format!("deleted {count}") } else { "kept".to_owned() }))
            }
        })
        .build()
}

#[tokio::test]
async fn answer_does_not_serve_a_question_with_another_message() {
    let engine = engine();
    let server = counting(&engine, &[5, 9, 9], false);
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", "{}").await;
    let link = |message: &Value| {
        let text = message["result"]["content"][0]["text"].as_str().unwrap();
        let start = text.find("elic_").unwrap_or_else(|| panic!("no link in {text}"));
        text[start..start + 37].trim().parse::<ElicitationId>().unwrap()
    };
    client.call("delete", "{}");
    let five = link(&client.receive().await);
    engine.submit(&Actor::operator(Surface::Web), five, br#"{"confirm":true}"#).await.unwrap();
    // The consent was to five files.
    client.call("delete", "{}");
    let nine = link(&client.receive().await);
    assert_ne!(nine, five);
    engine.submit(&Actor::operator(Surface::Web), nine, br#"{"confirm":true}"#).await.unwrap();
    client.call("delete", "{}");
    assert_eq!(client.receive().await["result"]["content"][0]["text"], "deleted 9");
}

#[tokio::test]
async fn visit_to_a_page_does_not_serve_another_message() {
    let engine = engine();
    let server = counting(&engine, &[5, 9], true);
    let mut client = ScriptedClient::legacy(&server, "2025-11-25", URLS).await;
    client.call("delete", "{}");
    let first = client.receive().await["error"]["data"]["elicitations"][0].clone();
    let id: ElicitationId = first["elicitationId"].as_str().unwrap().parse().unwrap();
    server.finish(id, json!("ok")).await.unwrap();
    assert_eq!(client.receive().await["method"], "notifications/elicitation/complete");
    client.call("delete", "{}");
    let second = client.receive().await;
    assert_eq!(second["error"]["code"], -32042, "{second}");
    assert_eq!(second["error"]["data"]["elicitations"][0]["message"], "Delete 9 files?");
}
