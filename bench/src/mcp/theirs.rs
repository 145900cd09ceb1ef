//! rmcp's server, behind any client or its own, as its documentation has it: a schema made once, answers read into a
//! type and not checked.

use std::error::Error;
use std::sync::Arc;

use askwell_mcp::transport::{Connection, stdio};
use askwell_mcp::wire::{Era, Limits};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, ElicitRequest,
    ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, Implementation,
    InitializeRequestParams, InitializeResult, InputRequest, InputRequests, InputRequiredResult,
    ProtocolVersion, ServerCapabilities,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService, serve_directly};
use rmcp::{ClientHandler, ErrorData, ServerHandler};
use serde::Deserialize;
use serde_json::Value;
use tokio::io::DuplexStream;

use super::{BUFFER, CONTENT};
use crate::engine::small_form;

struct Asking {
    era: Era,
    schema: ElicitationSchema,
}

impl Asking {
    fn params(&self, request: &CallToolRequestParams) -> ElicitRequestParams {
        let message = request.arguments.as_ref().and_then(|arguments| arguments.get("message"));
        ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: message.and_then(Value::as_str).unwrap_or_default().to_owned(),
            requested_schema: self.schema.clone(),
        }
    }
}

struct Answering {
    content: Value,
}

/// What the answers are read into.
#[derive(Deserialize)]
#[expect(dead_code, reason = "reading is what is measured")]
struct RegisterAnswer {
    host: String,
    port: u16,
    tls: bool,
    zone: String,
}

fn filled(content: Option<Value>) -> Result<RegisterAnswer, ErrorData> {
    let content = content.ok_or_else(|| ErrorData::invalid_params("no content", None))?;
    serde_json::from_value(content).map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

impl ServerHandler for Asking {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let content = match self.era {
            Era::Legacy => {
                let asked = context.peer.create_elicitation(self.params(&request)).await;
                asked.map_err(|error| ErrorData::internal_error(error.to_string(), None))?.content
            }
            Era::Modern => match request.input_responses.as_ref().and_then(|given| given.get("server")) {
                Some(response) => response.get("content").cloned(),
                None => {
                    let ask = InputRequest::Elicitation(ElicitRequest::new(self.params(&request)));
                    let requests = InputRequests::from_iter([("server".to_owned(), ask)]);
                    return Ok(InputRequiredResult::new(Some(requests), Some("state".into())).into());
                }
            },
        };
        let filled = filled(content)?;
        Ok(CallToolResult::success(vec![ContentBlock::text(filled.host)]).into())
    }
}

impl ClientHandler for Answering {
    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(self.content.clone()))
    }
}

/// rmcp's client, connected to its server.
pub(super) struct RmcpPair {
    client: Arc<RunningService<RoleClient, Answering>>,
    _server: RunningService<RoleServer, Asking>,
}

fn version(era: Era) -> ProtocolVersion {
    match era {
        Era::Legacy => ProtocolVersion::V_2025_11_25,
        Era::Modern => ProtocolVersion::V_2026_07_28,
    }
}

/// Starts rmcp's server for a client that needs not greet it.
fn start(era: Era, far: DuplexStream) -> Result<RunningService<RoleServer, Asking>, Box<dyn Error>> {
    let schema = small_form()?.to_mcp_schema(askwell_form::schema::Revision::V2025_11_25).schema;
    let capabilities = ClientCapabilities::builder().enable_elicitation().build();
    let client_info = InitializeRequestParams::new(capabilities, Implementation::new("bench", "1"))
        .with_protocol_version(version(era));
    let asking = Asking { era, schema: serde_json::from_value(schema)? };
    Ok(serve_directly::<RoleServer, _, _, _, _>(asking, far, Some(client_info)))
}

/// Starts rmcp's server, and gives the client's end of the connection to it.
pub(super) fn serve(era: Era) -> Result<Connection, Box<dyn Error>> {
    let (near, far) = tokio::io::duplex(BUFFER);
    let server = start(era, far)?;
    tokio::spawn(async move { server.waiting().await });
    let (reader, writer) = tokio::io::split(near);
    Ok(stdio::connect(reader, writer, &Limits::default()))
}

pub(super) async fn connect(era: Era) -> Result<RmcpPair, Box<dyn Error>> {
    let (near, far) = tokio::io::duplex(BUFFER);
    let server = start(era, far)?;
    let mut server_info = InitializeResult::new(ServerCapabilities::builder().enable_tools().build());
    server_info.protocol_version = version(era);
    let answering = Answering { content: serde_json::from_str(CONTENT)? };
    let client = serve_directly::<RoleClient, _, _, _, _>(answering, near, Some(server_info.into()));
    Ok(RmcpPair { client: Arc::new(client), _server: server })
}

impl RmcpPair {
    pub(super) fn call(&self, message: String) -> impl Future<Output = bool> + Send + 'static {
        let client = Arc::clone(&self.client);
        async move {
            let mut arguments = serde_json::Map::new();
            arguments.insert("message".to_owned(), message.into());
            let call = CallToolRequestParams::new("ask").with_arguments(arguments);
            let result = client.call_tool(call).await;
            let text = result.ok().and_then(|result| Some(result.content.first()?.as_text()?.text.clone()));
            text.as_deref() == Some("example.com")
        }
    }
}
