//! The server.

use std::sync::Arc;

use anyhow::Result;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest,
    ElicitRequestParams, ElicitResult, ElicitationAction, ErrorData, InputRequest, InputRequests,
    InputRequiredResult, JsonObject, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ServerHandler, ServiceExt};

use interop_rust::{self as contract, Serve};

struct Asking;

/// Serves until the client leaves.
pub(crate) async fn serve(serve: Serve) -> Result<()> {
    match serve.http {
        None => drop(Asking.serve((tokio::io::stdin(), tokio::io::stdout())).await?.waiting().await?),
        Some(port) => {
            let sessions = Arc::new(LocalSessionManager::default());
            let service =
                StreamableHttpService::new(|| Ok(Asking), sessions, StreamableHttpServerConfig::default());
            let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
            axum::serve(listener, axum::Router::new().route_service("/mcp", service)).await?;
        }
    }
    Ok(())
}

impl ServerHandler for Asking {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut schema = JsonObject::new();
        schema.insert("type".to_owned(), "object".into());
        Ok(ListToolsResult::with_all_items(vec![
            Tool::new("register", "Ask for a project and say what came of it", schema.clone()),
            Tool::new("connect", "Send the person to a page", schema),
        ]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let question = match request.name.as_ref() {
            "register" => form()?,
            "connect" => link(),
            _ => return Err(ErrorData::invalid_params("no such tool", None)),
        };
        if context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28) {
            return Ok(round(&request, question));
        }
        let outcome = context.peer.create_elicitation(question).await;
        let ElicitResult { action, content, .. } =
            outcome.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(text(contract::said(name(&action), content.as_ref())).into())
    }
}

/// One round of the modern era: what came of the question if it was answered, else the question.
fn round(request: &CallToolRequestParams, question: ElicitRequestParams) -> CallToolResponse {
    let answer = request.input_responses.as_ref().and_then(|responses| responses.get("answer"));
    match answer.and_then(|answer| Some((answer["action"].as_str()?, answer.get("content")))) {
        Some((action, content)) => text(contract::said(action, content)).into(),
        None => {
            let mut requests = InputRequests::new();
            requests.insert("answer".to_owned(), InputRequest::Elicitation(ElicitRequest::new(question)));
            InputRequiredResult::new(Some(requests), None).into()
        }
    }
}

fn form() -> Result<ElicitRequestParams, ErrorData> {
    let requested_schema = serde_json::from_value(contract::schema())
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let message = contract::QUESTION.to_owned();
    Ok(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}

fn link() -> ElicitRequestParams {
    ElicitRequestParams::UrlElicitationParams {
        meta: None,
        message: contract::LINK_QUESTION.to_owned(),
        url: contract::LINK.to_owned(),
        elicitation_id: contract::LINK_ID.to_owned(),
    }
}

fn name(action: &ElicitationAction) -> &'static str {
    match action {
        ElicitationAction::Accept => "accept",
        ElicitationAction::Decline => "decline",
        _ => "cancel",
    }
}

fn text(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}
