//! rmcp at both ends, as its documentation has it: a schema made once, answers read into a type and not checked.

use std::error::Error;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock, ElicitRequest,
    ElicitRequestParams, ElicitResult, ElicitationAction, Implementation, InitializeRequestParams,
    InitializeResult, InputRequest, InputRequests, InputRequiredResult, ProtocolVersion, ServerCapabilities,
};
use rmcp::service::{RequestContext, RoleClient, RoleServer, RunningService, serve_directly};
use rmcp::{ClientHandler, ErrorData, ServerHandler};
use serde::Deserialize;
use serde_json::Value;

use super::CONTENT;
use crate::engine::small_form;

/// How the server asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Push,
    Rounds,
}

struct Asking {
    kind: Kind,
    params: ElicitRequestParams,
}

struct Answering {
    content: Value,
}

/// What the answers are read into.
#[derive(Deserialize)]
#[expect(dead_code, reason = "reading is what is measured")]
struct Filled {
    host: String,
    port: u16,
    tls: bool,
    zone: String,
}

fn filled(content: Option<Value>) -> Result<Filled, ErrorData> {
    let content = content.ok_or_else(|| ErrorData::invalid_params("no content", None))?;
    serde_json::from_value(content).map_err(|error| ErrorData::invalid_params(error.to_string(), None))
}

impl ServerHandler for Asking {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let content = match self.kind {
            Kind::Push => {
                let asked = context.peer.create_elicitation(self.params.clone()).await;
                asked.map_err(|error| ErrorData::internal_error(error.to_string(), None))?.content
            }
            Kind::Rounds => match request.input_responses.as_ref().and_then(|given| given.get("server")) {
                Some(response) => response.get("content").cloned(),
                None => {
                    let ask = InputRequest::Elicitation(ElicitRequest::new(self.params.clone()));
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

/// A client and a server that are connected.
pub(super) struct Pair {
    client: Arc<RunningService<RoleClient, Answering>>,
    _server: RunningService<RoleServer, Asking>,
}

pub(super) async fn connect(kind: Kind) -> Result<Pair, Box<dyn Error>> {
    let version = match kind {
        Kind::Push => ProtocolVersion::V_2025_11_25,
        Kind::Rounds => ProtocolVersion::V_2026_07_28,
    };
    let schema = small_form()?.to_mcp_schema(askwell_form::schema::Revision::V2025_11_25).schema;
    let params = ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: "A new server".to_owned(),
        requested_schema: serde_json::from_value(schema)?,
    };
    let (near, far) = tokio::io::duplex(1 << 16);
    let capabilities = ClientCapabilities::builder().enable_elicitation().build();
    let client_info = InitializeRequestParams::new(capabilities, Implementation::new("bench", "1"))
        .with_protocol_version(version.clone());
    let mut server_info = InitializeResult::new(ServerCapabilities::builder().enable_tools().build());
    server_info.protocol_version = version;
    let server = serve_directly::<RoleServer, _, _, _, _>(Asking { kind, params }, far, Some(client_info));
    let answering = Answering { content: serde_json::from_str(CONTENT)? };
    let client = serve_directly::<RoleClient, _, _, _, _>(answering, near, Some(server_info.into()));
    Ok(Pair { client: Arc::new(client), _server: server })
}

impl Pair {
    pub(super) fn call(&self) -> impl Future<Output = bool> + Send + 'static {
        let client = Arc::clone(&self.client);
        async move {
            let result = client.call_tool(CallToolRequestParams::new("ask")).await;
            let text = result.ok().and_then(|result| Some(result.content.first()?.as_text()?.text.clone()));
            text.as_deref() == Some("example.com")
        }
    }
}
