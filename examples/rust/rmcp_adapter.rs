//! A server that is written with rmcp, and asks through Askwell: answers are checked, mistakes are asked again, and
//! clients of both eras are served.
//!
//! `cargo run --example mcp_client -- deploy target/debug/examples/rmcp_adapter`

use askwell::mcp::rmcp::{RmcpAdapter, ToolRequest};
use askwell::mcp::{Call, Failure, Server};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};

struct Deployer {
    adapter: RmcpAdapter,
}

async fn deploy(call: Call) -> Result<CallToolResult, Failure> {
    let sure = call.confirm("sure", "Deploy 1.4.2 to production?").await?;
    let text = if sure.accepted() == Some(true) { "Deployed." } else { "Nothing was deployed." };
    Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
}

impl ServerHandler for Deployer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = JsonObject::from_iter([("type".to_owned(), "object".into())]);
        Ok(ListToolsResult::with_all_items(vec![Tool::new("deploy", "Deploys after asking.", schema)]))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.adapter.run(ToolRequest { params, context }, deploy).await
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // This server is never served itself: it holds the settings for asking.
    let adapter = RmcpAdapter::new(Server::builder("deployer", "1.0.0").build());
    let running = Deployer { adapter }.serve((tokio::io::stdin(), tokio::io::stdout())).await?;
    running.waiting().await?;
    Ok(())
}
