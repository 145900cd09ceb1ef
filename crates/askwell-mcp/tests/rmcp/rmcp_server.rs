//! A server that is written with rmcp.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::tool::{ToolCallContext, ToolRouter};
use ::rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use ::rmcp::service::{RequestContext, RoleServer};
use ::rmcp::{ServerHandler, handler::server::tool::ToolRoute};
use askwell_form::Form;
use askwell_lifecycle::ElicitationId;
use askwell_mcp::rmcp::{RmcpAdapter, ToolRequest};
use askwell_mcp::{Call, Failure, Hosted, HostedError, HostedLink, Reply};
use futures_util::future::BoxFuture;

/// A server with tools that ask.
#[derive(Clone)]
pub(crate) struct RmcpServer(pub(crate) RmcpAdapter);

/// Pages that have links and no server.
pub(crate) struct RmcpPages;

impl Hosted for RmcpPages {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(HostedLink { url: format!("https://ask.example.com/f/{id}"), code: None }) })
    }
}

fn form(document: &str) -> Form {
    Form::parse(document).unwrap()
}

fn text(text: impl Into<String>) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text.into())])
}

async fn register(call: Call) -> Result<CallToolResult, Failure> {
    let form = form(
        r#"{"id": "project", "title": "A new project", "fields": [
        {"id": "name", "type": "text", "label": "Name", "required": true, "validation": {"pattern": "^[a-z]+$"}},
        {"id": "size", "type": "number", "label": "Size"}]}"#,
    );
    Ok(text(match call.asker().ask("project", &form).await? {
        Reply::Accepted(answers) => answers.to_json(),
        Reply::Declined(_) => "declined".to_owned(),
        _ => "no answer".to_owned(),
    }))
}

/// Asks with every kind of field that form mode can carry.
async fn everything(call: Call) -> Result<CallToolResult, Failure> {
    let form = form(
        r#"{"id": "all", "title": "Everything", "fields": [
        {"id": "zeta", "type": "text", "label": "Text", "description": "Said", "default": "x", "validation": {"minLength": 1, "maxLength": 9}},
        {"id": "mail", "type": "text", "label": "Mail", "validation": {"format": "email"}},
        {"id": "whole", "type": "number", "label": "Whole", "default": 3, "validation": {"multipleOf": 1, "minimum": 1, "maximum": 9}},
        {"id": "half", "type": "number", "label": "Half", "validation": {"minimum": 0.5}},
        {"id": "yes", "type": "boolean", "label": "Yes", "default": true},
        {"id": "day", "type": "date", "label": "Day"},
        {"id": "one", "type": "select", "label": "One", "options": ["a", "b"], "default": "a"},
        {"id": "titled", "type": "select", "label": "Titled", "options": [{"value": "a", "title": "A"}]},
        {"id": "some", "type": "multi_select", "label": "Some", "options": ["a", "b"], "validation": {"minItems": 1, "maxItems": 2}},
        {"id": "titles", "type": "multi_select", "label": "Titles", "options": [{"value": "a", "title": "A"}]},
        {"id": "page", "type": "url", "label": "RmcpPages"}]}"#,
    );
    let reply = call.asker().ask("project", &form).await?;
    Ok(text(reply.accepted().map_or("no answer".to_owned(), |answers| answers.to_json())))
}

async fn wizard(call: Call) -> Result<CallToolResult, Failure> {
    let kind = form(
        r#"{"id": "kind", "title": "Which kind?", "fields": [
        {"id": "kind", "type": "select", "label": "ClientKind", "required": true, "options": ["small", "large"]}]}"#,
    );
    let asker = call.asker();
    let Some(kind) = asker.ask("kind", &kind).await?.accepted() else { return Ok(text("no kind")) };
    let kind = kind.text("kind").unwrap_or_default().to_owned();
    let sure = asker.confirm("sure", &format!("Really {kind}?")).await?;
    Ok(text(format!("{kind}: {}", sure.accepted().unwrap_or_default())))
}

async fn login(call: Call) -> Result<CallToolResult, Failure> {
    let form = form(
        r#"{"id": "login", "title": "Log in", "fields": [
        {"id": "password", "type": "text", "label": "Password", "required": true, "rendering": {"inputType": "password"}}]}"#,
    );
    let reply = call.asker().ask("login", &form).await?;
    Ok(text(format!("{} answers", reply.accepted().map_or(0, |answers| answers.len()))))
}

async fn connected(call: Call) -> Result<CallToolResult, Failure> {
    let url = "https://example.com/connect";
    let reply = call.asker().require_url("connect", url, "Please connect.", drop).await?;
    Ok(text(reply.accepted().map_or("no answer".to_owned(), |result| result.text().to_owned())))
}

impl RmcpServer {
    /// Runs a tool as an rmcp tool function does, with the adapter.
    async fn run(&self, request: ToolRequest) -> Result<CallToolResponse, ErrorData> {
        let name = request.params.name.clone();
        let handle = async |call: Call| match &*name {
            "register" => register(call).await,
            "everything" => everything(call).await,
            "wizard" => wizard(call).await,
            "login" => login(call).await,
            "connected" => connected(call).await,
            "failing" => Err(Failure::message("the disk is full")),
            _ => panic!("on purpose"),
        };
        self.0.run(request, handle).await
    }

    fn router() -> ToolRouter<RmcpServer> {
        let mut router = ToolRouter::new();
        for name in ["register", "everything", "wizard", "login", "connected", "failing", "broken"] {
            let mut schema = JsonObject::new();
            schema.insert("type".to_owned(), "object".into());
            let tool = Tool::new(name, "Asks.", schema);
            router.add_route(ToolRoute::new_dyn(tool, |context: ToolCallContext<'_, RmcpServer>| {
                Box::pin(async move {
                    let mut context = context;
                    let request =
                        ::rmcp::handler::server::common::FromContextPart::from_context_part(&mut context)?;
                    context.service.run(request).await
                })
            }));
        }
        router
    }
}

impl ServerHandler for RmcpServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(RmcpServer::router().list_all()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        RmcpServer::router().call(ToolCallContext::new(self, request, context)).await
    }
}
