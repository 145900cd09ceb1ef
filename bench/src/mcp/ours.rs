//! Our server, with a plain client that answers by rote, and with our own, which reads the form and checks.

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use askwell_mcp::client::{Client, FormReply, FormRequest};
use askwell_mcp::transport::{Arrival, Connection, Outgoing, memory};
use askwell_mcp::wire::{self, InputRequired, Json, Limits, Message, ObjectWriter, Raw, encode};
use askwell_mcp::{Call, Failure, Server, Tool, ToolResult};
use tokio::sync::oneshot;

use super::CONTENT;
use crate::engine::small_form;

pub(super) use askwell_mcp::wire::Era;

type Waiting = Arc<Mutex<HashMap<i64, oneshot::Sender<wire::Response>>>>;

/// A client that answers by rote.
pub(super) struct Plain {
    outgoing: Outgoing,
    waiting: Waiting,
    next_id: Arc<AtomicI64>,
    era: Era,
    accept: Arc<Json>,
    meta: Arc<Json>,
}

/// Our own client.
pub(super) struct Whole(Arc<Client>);

fn serve() -> Result<Connection, Box<dyn Error>> {
    let form = small_form()?;
    let server = Server::builder("bench", "1.0.0")
        .tool(Tool::new("ask", "Asks for a server."), move |call: Call| {
            let form = form.clone();
            async move {
                let answers = call.asker().ask("server", &form).await?.accepted();
                let answers = answers.ok_or_else(|| Failure::said("no answer"))?;
                Ok(ToolResult::text(answers.text("host").unwrap_or_default()))
            }
        })
        .build();
    let (ours, theirs) = memory::pair();
    tokio::spawn(async move { server.serve(theirs).await });
    Ok(ours)
}

pub(super) async fn connect(era: Era) -> Result<Plain, Box<dyn Error>> {
    let Connection { mut incoming, outgoing } = serve()?;
    let waiting = Waiting::default();
    let (answers, those_who_wait) = (outgoing.clone(), Arc::clone(&waiting));
    tokio::spawn(async move {
        let accept = format!(r#"{{"action":"accept","content":{CONTENT}}}"#);
        let Ok(accept) = Json::parse(&accept, &Limits::default()) else { return };
        while let Some(Arrival::Text(text)) = incoming.next().await {
            match wire::decode(text, &Limits::default()) {
                Ok(Message::Request(request)) => {
                    let _ = answers.send(encode::result(request.id(), accept.raw()));
                }
                Ok(Message::Response(response)) => {
                    let Some(wire::Id::Integer(id)) = response.id() else { continue };
                    let Some(waits) = those_who_wait.lock().ok().and_then(|mut all| all.remove(id)) else {
                        continue;
                    };
                    let _ = waits.send(response);
                }
                _ => {}
            }
        }
    });
    let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;
    let accept = format!(r#"{{"action":"accept","content":{CONTENT}}}"#);
    let plain = Plain {
        outgoing,
        waiting,
        next_id: Arc::new(AtomicI64::new(1)),
        era,
        accept: Arc::new(Json::parse(&accept, &Limits::default())?),
        meta: Arc::new(Json::parse(meta, &Limits::default())?),
    };
    if era == Era::Legacy {
        let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"bench","version":"1"}}"#;
        let hello = Json::parse(hello, &Limits::default())?;
        plain.request("initialize", hello.raw()).await.ok_or("no answer")?;
    }
    Ok(plain)
}

impl Plain {
    fn same(&self) -> Self {
        Plain {
            outgoing: self.outgoing.clone(),
            waiting: Arc::clone(&self.waiting),
            next_id: Arc::clone(&self.next_id),
            era: self.era,
            accept: Arc::clone(&self.accept),
            meta: Arc::clone(&self.meta),
        }
    }

    async fn request(&self, method: &str, params: Raw<'_>) -> Option<wire::Response> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.waiting.lock().ok()?.insert(id, sender);
        self.outgoing.send(encode::request(&id.into(), method, params)).ok()?;
        answer.await.ok()
    }

    pub(super) fn call(&self) -> impl Future<Output = bool> + Send + 'static {
        let this = self.same();
        async move {
            let done = match this.era {
                Era::Legacy => this.call_legacy().await,
                Era::Modern => this.call_modern().await,
            };
            done.is_some_and(|done| done)
        }
    }

    async fn call_legacy(&self) -> Option<bool> {
        let params = ObjectWriter::new().text("name", "ask").raw("arguments", Raw::EMPTY).finish();
        is_done(&self.request("tools/call", params.raw()).await?)
    }

    async fn call_modern(&self) -> Option<bool> {
        let mut call = ObjectWriter::with_room(256);
        call.text("name", "ask").raw("arguments", Raw::EMPTY).raw("_meta", self.meta.raw());
        let response = self.request("tools/call", call.finish().raw()).await?;
        let needed = InputRequired::read(response.result().ok()?)?;
        let mut answers = ObjectWriter::new();
        for (key, _) in &needed.requests {
            answers.raw(key, self.accept.raw());
        }
        let mut again = ObjectWriter::with_room(512);
        again.text("name", "ask").raw("arguments", Raw::EMPTY).raw("_meta", self.meta.raw());
        again
            .raw("inputResponses", answers.finish().raw())
            .text("requestState", needed.request_state.as_deref()?);
        is_done(&self.request("tools/call", again.finish().raw()).await?)
    }
}

/// Whether the result is what the person answered.
fn is_done(response: &wire::Response) -> Option<bool> {
    let content = response.result().ok()?.get("content")?.items().next()?;
    Some(content.get("text")?.as_text()? == "example.com")
}

pub(super) async fn connect_client(era: Era) -> Result<Whole, Box<dyn Error>> {
    let client = Client::builder("bench", "1.0.0")
        .only(era)
        .on_form(|ask: FormRequest| async move {
            ask.form.check_json(CONTENT.as_bytes()).map_or(FormReply::Cancel, FormReply::Accept)
        })
        .connect(serve()?)
        .await?;
    Ok(Whole(Arc::new(client)))
}

impl Whole {
    pub(super) fn call(&self) -> impl Future<Output = bool> + Send + 'static {
        let client = Arc::clone(&self.0);
        async move {
            let result = client.call_tool("ask", serde_json::Map::new()).await;
            result.is_ok_and(|result| result.text() == "example.com")
        }
    }
}
