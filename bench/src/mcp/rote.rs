//! A client that answers every form by rote, the same in front of every server: it reads what it has to, and checks
//! nothing.

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use askwell_mcp::transport::{Connection, Frame, Outgoing};
use askwell_mcp::wire::{self, Era, InputRequired, Json, Limits, Message, ObjectWriter, Raw, encode};
use tokio::sync::oneshot;

use super::CONTENT;

type Waiting = Arc<Mutex<HashMap<i64, oneshot::Sender<wire::Response>>>>;

/// Whether the server has to be greeted before it is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Handshake {
    Initialize,
    None,
}

/// The client. Clones share one connection.
#[derive(Clone)]
pub(super) struct RoteClient {
    outgoing: Outgoing,
    waiting: Waiting,
    next_id: Arc<AtomicI64>,
    era: Era,
    accept: Arc<Json>,
    meta: Arc<Json>,
}

impl RoteClient {
    /// Connects over a pair of byte streams, as every contender does.
    pub(super) async fn connect(
        connection: Connection,
        era: Era,
        handshake: Handshake,
    ) -> Result<Self, Box<dyn Error>> {
        let Connection { mut incoming, outgoing } = connection;
        let waiting = Waiting::default();
        let accept = format!(r#"{{"action":"accept","content":{CONTENT}}}"#);
        let accept = Arc::new(Json::parse(&accept, &Limits::default())?);
        let (answers, callers, answer) = (outgoing.clone(), Arc::clone(&waiting), Arc::clone(&accept));
        tokio::spawn(async move {
            while let Some(Frame::Text(text)) = incoming.next().await {
                match wire::decode(text, &Limits::default()) {
                    Ok(Message::Request(request)) => {
                        let _ = answers.send(encode::result(request.id(), answer.raw()));
                    }
                    Ok(Message::Response(response)) => {
                        let Some(wire::Id::Integer(id)) = response.id() else { continue };
                        let Some(caller) = callers.lock().ok().and_then(|mut all| all.remove(id)) else {
                            continue;
                        };
                        let _ = caller.send(response);
                    }
                    _ => {}
                }
            }
        });
        let meta = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;
        let client = RoteClient {
            outgoing,
            waiting,
            next_id: Arc::new(AtomicI64::new(1)),
            era,
            accept,
            meta: Arc::new(Json::parse(meta, &Limits::default())?),
        };
        if handshake == Handshake::Initialize {
            let hello = r#"{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"bench","version":"1"}}"#;
            let hello = Json::parse(hello, &Limits::default())?;
            client.request("initialize", hello.raw()).await.ok_or("no answer")?;
        }
        Ok(client)
    }

    async fn request(&self, method: &str, params: Raw<'_>) -> Option<wire::Response> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.waiting.lock().ok()?.insert(id, sender);
        self.outgoing.send(encode::request(&id.into(), method, params)).ok()?;
        answer.await.ok()
    }

    /// Calls the tool that asks, and says whether its result is what was answered.
    pub(super) fn call(&self, message: String) -> impl Future<Output = bool> + Send + 'static {
        let this = self.clone();
        async move {
            let done = match this.era {
                Era::Legacy => this.call_legacy(&message).await,
                Era::Modern => this.call_modern(&message).await,
            };
            done.is_some_and(|done| done)
        }
    }

    async fn call_legacy(&self, message: &str) -> Option<bool> {
        let arguments = ObjectWriter::new().text("message", message).finish();
        let params = ObjectWriter::new().text("name", "ask").raw("arguments", arguments.raw()).finish();
        is_done(&self.request("tools/call", params.raw()).await?)
    }

    async fn call_modern(&self, message: &str) -> Option<bool> {
        let arguments = ObjectWriter::new().text("message", message).finish();
        let mut call = ObjectWriter::with_capacity(512);
        call.text("name", "ask").raw("arguments", arguments.raw()).raw("_meta", self.meta.raw());
        let response = self.request("tools/call", call.finish().raw()).await?;
        let needed = InputRequired::read(response.result().ok()?)?;
        let mut answers = ObjectWriter::new();
        for (key, _) in &needed.requests {
            answers.raw(key, self.accept.raw());
        }
        let mut again = ObjectWriter::with_capacity(1024);
        again.text("name", "ask").raw("arguments", arguments.raw()).raw("_meta", self.meta.raw());
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
