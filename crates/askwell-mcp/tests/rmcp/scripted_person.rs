//! Clients of both kinds, with a person who gives prepared answers.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::{Arc, Mutex};

use ::rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult,
    ElicitationAction, ElicitationCapability, ErrorData, FormElicitationCapability, Implementation,
    ProtocolVersion,
};
use ::rmcp::service::{RequestContext, RoleClient};
use ::rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, ServiceExt};
use askwell_mcp::client::{Client, FormReply, FormRequest, UrlReply, UrlRequest};
use askwell_mcp::transport::{Connection, stdio};
use askwell_mcp::wire::{Era, Limits};
use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use crate::rmcp_server::RmcpServer;

/// Which client library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClientKind {
    Rmcp,
    Ours,
}

/// A person who gives prepared answers and records the questions.
#[derive(Clone)]
pub(crate) struct ScriptedPerson {
    answers: Arc<Mutex<VecDeque<Value>>>,
    asked: Arc<Mutex<Vec<Value>>>,
    visit: UrlHook,
}

type UrlHook = Arc<dyn Fn(&str) -> BoxFuture<'static, ()> + Send + Sync>;

impl ScriptedPerson {
    pub(crate) fn with(answers: &[Value]) -> ScriptedPerson {
        let answers = Arc::new(Mutex::new(answers.iter().cloned().collect()));
        ScriptedPerson { answers, asked: Arc::default(), visit: Arc::new(|_| Box::pin(async {})) }
    }

    /// Sets what happens when the person opens a URL.
    pub(crate) fn on_url<F: Future<Output = ()> + Send + 'static>(
        mut self,
        visit: impl Fn(&str) -> F + Send + Sync + 'static,
    ) -> ScriptedPerson {
        self.visit = Arc::new(move |url| Box::pin(visit(url)));
        self
    }

    pub(crate) fn asked(&self) -> Vec<Value> {
        self.asked.lock().unwrap().clone()
    }

    fn answer(&self, question: Value) -> Value {
        self.asked.lock().unwrap().push(question);
        self.answers.lock().unwrap().pop_front().unwrap_or_else(|| json!({"action": "cancel"}))
    }

    /// Calls a tool and returns its text or its error.
    pub(crate) async fn call(&self, kind: ClientKind, era: Era, server: RmcpServer, tool: &str) -> String {
        match kind {
            ClientKind::Rmcp => self.through_rmcp(era, server, tool).await,
            ClientKind::Ours => self.through_ours(era, server, tool).await,
        }
    }

    async fn through_rmcp(&self, era: Era, server: RmcpServer, tool: &str) -> String {
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
        let lifecycle = match era {
            Era::Legacy => ClientLifecycleMode::Initialize,
            Era::Modern => {
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] }
            }
        };
        let client = self.clone().serve_with_lifecycle(ours, lifecycle).await.unwrap();
        let said = match client.call_tool(CallToolRequestParams::new(tool.to_owned())).await {
            Ok(result) => {
                let texts = result.content.iter().filter_map(|block| Some(block.as_text()?.text.as_str()));
                let text: String = texts.collect();
                if result.is_error == Some(true) { format!("failed: {text}") } else { text }
            }
            Err(error) => format!("{error:?}"),
        };
        client.cancel().await.unwrap();
        said
    }

    async fn through_ours(&self, era: Era, server: RmcpServer, tool: &str) -> String {
        let (form, url) = (self.clone(), self.clone());
        let client = Client::builder("ours", "1")
            .only_era(era)
            .on_form(move |ask: FormRequest| {
                let answer = form.answer(json!({"message": ask.message, "form": ask.form.to_value()}));
                let reply = match answer["action"].as_str() {
                    Some("accept") => ask.accept(&answer["content"]).unwrap_or(FormReply::Cancel),
                    Some("decline") => FormReply::Decline,
                    _ => FormReply::Cancel,
                };
                async move { reply }
            })
            .on_url(move |ask: UrlRequest| {
                let visit = (url.visit)(ask.link.url());
                async move {
                    visit.await;
                    UrlReply::Consent
                }
            })
            .connect(connection(server))
            .await
            .unwrap();
        let result = client.call_tool(tool, json!({})).await;
        client.close().await;
        result.map_or_else(|error| format!("{error:?}"), |result| result.text())
    }
}

/// Connects to a new server.
fn connection(server: RmcpServer) -> Connection {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(theirs).await.unwrap().waiting().await });
    let (reader, writer) = tokio::io::split(ours);
    stdio::connect(reader, writer, &Limits::default())
}

/// Returns the first message of a call, as it is on the wire.
pub(crate) async fn first_message(era: Era, server: RmcpServer, tool: &str) -> Value {
    let mut connection = connection(server);
    let capabilities = json!({"elicitation": {"form": {}}});
    let info = json!({"name": "raw", "version": "1"});
    let mut call = json!({"name": tool, "arguments": {}});
    match era {
        Era::Legacy => {
            let params =
                json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": info});
            send(&connection, &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}));
            receive(&mut connection).await;
            send(&connection, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        }
        Era::Modern => {
            call["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": capabilities,
                "io.modelcontextprotocol/clientInfo": info,
            });
            let meta = json!({"_meta": call["_meta"]});
            send(
                &connection,
                &json!({"jsonrpc": "2.0", "id": 0, "method": "server/discover", "params": meta}),
            );
            receive(&mut connection).await;
        }
    }
    send(&connection, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}));
    receive(&mut connection).await
}

fn send(connection: &Connection, message: &Value) {
    connection.outgoing.send(message.to_string()).unwrap();
}

async fn receive(connection: &mut Connection) -> Value {
    let Some(askwell_mcp::transport::Frame::Text(text)) = connection.incoming.next().await else {
        return Value::Null;
    };
    serde_json::from_str(&text).unwrap()
}

impl ClientHandler for ScriptedPerson {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation =
            Some(ElicitationCapability::new().with_form(FormElicitationCapability::default()));
        ClientConfig::new(capabilities, Implementation::new("rmcp", "3.8.0"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let answer = self.answer(serde_json::to_value(&request).unwrap());
        let mut result = ElicitResult::new(match answer["action"].as_str() {
            Some("accept") => ElicitationAction::Accept,
            Some("decline") => ElicitationAction::Decline,
            _ => ElicitationAction::Cancel,
        });
        result.content = answer.get("content").cloned();
        Ok(result)
    }
}
