//! Our client with our server, over memory and HTTP, in both eras.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

use std::sync::{Arc, Mutex};

use askwell_form::Form;
use askwell_mcp::client::{
    Address, Client, ClientBuilder, FormReply, FormRequest, RequestOptions, UrlReply, UrlRequest,
};
use askwell_mcp::server::TaskSupport;
use askwell_mcp::transport::memory;
use askwell_mcp::wire::Era;
use askwell_mcp::{Call, Failure, Reply, Server, Tool, ToolResult};
use serde_json::{Value, json};

const ERAS: [Era; 2] = [Era::Legacy, Era::Modern];

/// How client and server are connected.
#[derive(Debug, Clone, Copy)]
enum TestTransport {
    Memory,
    Http,
}

fn host() -> Form {
    Form::parse(
        r#"{"id": "host", "title": "Which host?", "fields": [
            {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"format": "hostname"}},
            {"id": "port", "type": "number", "label": "Port", "default": 8080, "validation": {"maximum": 65535}}]}"#,
    )
    .unwrap()
}

fn result_of<T>(reply: Reply<T>, answer: impl FnOnce(T) -> String) -> ToolResult {
    ToolResult::text(match reply {
        Reply::Accepted(given) => answer(given),
        Reply::Declined(_) => "declined".to_owned(),
        Reply::Cancelled(_) => "cancelled".to_owned(),
        Reply::TimedOut => "timed out".to_owned(),
    })
}

/// Returns a server that asks for hosts, and for a page that is done at once.
fn server() -> Server {
    let itself: Arc<Mutex<Option<Server>>> = Arc::default();
    let finishing = Arc::clone(&itself);
    let server = Server::builder("hosts", "1")
        .tool(Tool::new("host", "Asks for a host."), async |call: Call| {
            Ok(result_of(call.asker().ask("host", &host()).await?, |answers| answers.to_json()))
        })
        .tool(Tool::new("two", "Asks for two hosts."), async |call: Call| {
            let first = call.asker().ask("first", &host()).await?;
            let second = call.asker().ask("second", &host()).await?;
            let names = [first, second].map(|reply| reply.accepted().map(|answers| answers.to_json()));
            Ok(ToolResult::text(format!("{names:?}")))
        })
        .tool(Tool::new("empty", "Asks for nothing."), async |call: Call| {
            let schema = json!({"type": "object", "properties": {}});
            let form = Form::import(&schema, "Please").unwrap().form;
            let refused = call.asker().ask("empty", &form).await.unwrap_err();
            Ok(ToolResult::text(refused.to_string()))
        })
        .tool(Tool::new("chatty", "Tells a lot before it ends."), async |call: Call| {
            for step in 1..=10_000_u16 {
                call.progress(step.into(), None, "");
            }
            Ok(ToolResult::text("done").with_meta(json!({})))
        })
        .tool(Tool::new("page", "Sends the person to a page."), move |call: Call| {
            let finishing = Arc::clone(&finishing);
            async move {
                let finish = |id| {
                    let server = finishing.lock().unwrap().clone().unwrap();
                    tokio::spawn(async move { server.finish(id, json!("done")).await });
                };
                let page =
                    call.asker().ask_url("page", "https://example.com/page", "Go there.", finish).await?;
                Ok(result_of(page, |result| result.text().to_owned()))
            }
        })
        .build();
    *itself.lock().unwrap() = Some(server.clone());
    server
}

async fn connect(builder: ClientBuilder, era: Era, transport: TestTransport) -> Client {
    connect_to(server(), builder, era, transport).await
}

async fn connect_to(server: Server, builder: ClientBuilder, era: Era, transport: TestTransport) -> Client {
    let builder = builder.only_era(era);
    match transport {
        TestTransport::Memory => {
            let (left, right) = memory::pair();
            tokio::spawn(async move { server.serve(right).await });
            builder.connect(left).await.unwrap()
        }
        TestTransport::Http => {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = Address::new(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
            let router = server.http().build().router("/mcp");
            tokio::spawn(async move { axum::serve(listener, router).await });
            builder.connect(address).await.unwrap()
        }
    }
}

/// Calls a tool over every transport and in every era; `answers` are the person's answers in order.
async fn check(tool: &str, answers: &[Value], expected: &str) {
    for era in ERAS {
        for transport in [TestTransport::Memory, TestTransport::Http] {
            let seen: Arc<Mutex<Vec<FormRequest>>> = Arc::default();
            let (asked, script) = (Arc::clone(&seen), Arc::new(answers.to_vec()));
            let builder = Client::builder("test", "1")
                .on_form(move |ask: FormRequest| {
                    let (asked, script) = (Arc::clone(&asked), Arc::clone(&script));
                    async move {
                        let turn = asked.lock().unwrap().len();
                        asked.lock().unwrap().push(ask.clone());
                        match &script[turn] {
                            Value::Null => FormReply::Decline,
                            answer => ask.accept(answer).unwrap_or(FormReply::Cancel),
                        }
                    }
                })
                .on_url(|ask: UrlRequest| async move {
                    assert_eq!(ask.link.url(), "https://example.com/page");
                    UrlReply::Consent
                });
            let client = connect(builder, era, transport).await;
            let result = client.call_tool(tool, json!({})).await.unwrap();
            assert_eq!(result.text(), expected, "{era:?} {transport:?}");
            client.close().await;
            let seen = seen.lock().unwrap();
            assert_eq!(seen.len(), answers.len(), "{era:?} {transport:?}");
            assert!(
                seen.iter().all(|ask| ask.form.id() == "host"),
                "the whole form is there: {era:?} {transport:?}"
            );
            assert!(seen.iter().all(|ask| ask.server.peer.name == "hosts"));
        }
    }
}

#[tokio::test]
async fn answers_arrive_with_defaults() {
    check("host", &[json!({"name": "example.com"})], r#"{"name":"example.com","port":8080}"#).await;
}

#[tokio::test]
async fn decline_reaches_the_handler() {
    check("host", &[Value::Null], "declined").await;
}

#[tokio::test]
async fn answer_that_only_the_whole_form_rejects_is_not_sent() {
    check("host", &[json!({"name": "no host!"})], "cancelled").await;
}

#[tokio::test]
async fn form_without_fields_is_refused_before_it_is_sent() {
    let expected = "the form has no fields, so there is nothing to ask; give it at least one property";
    check("empty", &[], expected).await;
}

#[tokio::test]
async fn two_questions_are_asked_one_after_the_other() {
    let answers = [json!({"name": "a.example"}), json!({"name": "b.example", "port": 1})];
    let expected =
        r#"[Some("{\"name\":\"a.example\",\"port\":8080}"), Some("{\"name\":\"b.example\",\"port\":1}")]"#;
    check("two", &answers, expected).await;
}

#[tokio::test]
async fn page_is_opened_and_completed() {
    check("page", &[], r#""done""#).await;
}

#[tokio::test]
async fn call_on_behalf_of_another_carries_its_trace() {
    let far = Server::builder("far", "1")
        .tool(Tool::new("trace", "Says where it was called from."), async |call: Call| {
            Ok(ToolResult::text(call.meta().get("traceparent").map_or("nowhere", |parent| parent.text())))
        })
        .build();
    for era in ERAS {
        let (ours, theirs) = memory::pair();
        let serving = far.clone();
        tokio::spawn(async move { serving.serve(theirs).await });
        let further = Arc::new(Client::builder("near", "1").only_era(era).connect(ours).await.unwrap());
        let near = Server::builder("near", "1")
            .tool(Tool::new("trace", "Asks the far one."), move |call: Call| {
                let further = Arc::clone(&further);
                async move {
                    let options = RequestOptions::new().on_behalf_of(&call);
                    let said = further.call_tool_with("trace", (), &options).await;
                    Ok(ToolResult::text(said.map_or_else(|error| error.to_string(), |said| said.text())))
                }
            })
            .build();
        let (ours, theirs) = memory::pair();
        tokio::spawn(async move { near.serve(theirs).await });
        let client = Client::builder("c", "1").only_era(era).connect(ours).await.unwrap();
        let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        for (options, expected) in [
            (RequestOptions::new().trace(parent, "a=b"), format!("\"{parent}\"")),
            (RequestOptions::new(), "nowhere".to_owned()),
        ] {
            let said = client.call_tool_with("trace", (), &options).await.unwrap();
            assert_eq!(said.text(), expected, "{era:?}");
        }
    }
}

/// Progress and metadata of a handler do not delay or lose its response.
#[tokio::test]
async fn response_follows_many_progress_notifications() {
    for (era, transport) in
        ERAS.into_iter().flat_map(|era| [(era, TestTransport::Memory), (era, TestTransport::Http)])
    {
        let seen = Arc::new(Mutex::new(0));
        let count = Arc::clone(&seen);
        let options = RequestOptions::new().progress(move |_| *count.lock().unwrap() += 1);
        let client = connect(Client::builder("test", "1"), era, transport).await;
        let result = client.call_tool_with("chatty", json!({}), &options).await.unwrap();
        assert_eq!(result.text(), "done", "{era:?} {transport:?}");
        assert!(*seen.lock().unwrap() > 0, "{era:?} {transport:?}");
    }
}

/// A server whose tools run as tasks: one asks twice, one fails, one never ends.
fn task_server(dropped: &Arc<tokio::sync::Notify>) -> Server {
    struct NotifyOnDrop(Arc<tokio::sync::Notify>);
    impl Drop for NotifyOnDrop {
        fn drop(&mut self) {
            self.0.notify_one();
        }
    }
    let dropped = Arc::clone(dropped);
    let task = |name: &str| Tool::new(name, "A task.").task(TaskSupport::Required);
    Server::builder("tasks", "1")
        .tool(task("two"), async |call: Call| {
            let first = call.asker().ask("first", &host()).await?;
            let second = call.asker().ask("second", &host()).await?;
            let names = [first, second].map(|reply| reply.accepted().map(|answers| answers.to_json()));
            Ok(ToolResult::text(format!("{names:?}")))
        })
        .tool(task("fails"), async |_: Call| -> Result<ToolResult, Failure> {
            Err(askwell_mcp::wire::RpcError::invalid_params("no such thing").into())
        })
        .tool(task("endless"), move |_: Call| {
            let guard = NotifyOnDrop(Arc::clone(&dropped));
            async move {
                let _guard = guard;
                std::future::pending::<()>().await;
                Ok(ToolResult::text("never"))
            }
        })
        .build()
}

#[tokio::test]
async fn client_follows_a_task_answers_it_and_gets_its_result() {
    for transport in [TestTransport::Memory, TestTransport::Http] {
        let builder = Client::builder("test", "1")
            .on_form(async |ask: FormRequest| {
                ask.accept(&json!({"name": "example.com"})).unwrap_or(FormReply::Cancel)
            })
            .follow_tasks();
        let client = connect_to(task_server(&Arc::default()), builder, Era::Modern, transport).await;
        let result = client.call_tool("two", json!({})).await.unwrap();
        assert!(result.text().matches("example.com").count() == 2, "{}", result.text());
        let failed = client.call_tool("fails", json!({})).await.unwrap_err();
        assert!(failed.to_string().contains("no such thing"), "{failed}");
    }
}

#[tokio::test]
async fn dropped_call_cancels_its_task() {
    let dropped = Arc::new(tokio::sync::Notify::new());
    let server = task_server(&dropped);
    let builder = Client::builder("test", "1").follow_tasks();
    let client = connect_to(server, builder, Era::Modern, TestTransport::Memory).await;
    let call = client.call_tool("endless", json!({}));
    assert!(tokio::time::timeout(std::time::Duration::from_millis(200), call).await.is_err());
    tokio::time::timeout(std::time::Duration::from_secs(30), dropped.notified()).await.unwrap();
}
