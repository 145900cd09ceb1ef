//! An MCP server with a tool that asks the person behind the client. It serves clients of both eras: a legacy client is
//! sent a request while the handler waits; a modern client gets the question as the result of its call, and the handler
//! runs again with the answer.
//!
//! Have an MCP client start `cargo run --example mcp_server`, or use the client of these examples:
//! `cargo run --example mcp_client -- deploy target/debug/examples/mcp_server`

use askwell::Reply;
use askwell::mcp::{Call, Failure, Server, Tool, ToolResult};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
struct Target {
    /// Where to run it.
    region: Region,
    /// How many copies run.
    #[schemars(range(min = 1, max = 20))]
    replicas: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Region {
    Europe,
    America,
}

/// Everything before a question may run more than once, so do the work after the last one.
async fn deploy(call: Call) -> Result<ToolResult, Failure> {
    let target = match call.ask_as::<Target>("target", "Where shall it run?").await? {
        Reply::Accepted(target) => target,
        Reply::Declined(_) => return Ok(ToolResult::text("The person declined.")),
        Reply::Cancelled(_) | Reply::TimedOut => return Ok(ToolResult::text("There was no answer.")),
    };
    let Target { region, replicas } = target;
    let question = format!("Deploy {replicas} copies to {region:?}?");
    Ok(ToolResult::text(match call.confirm("sure", question).await? {
        Reply::Accepted(true) => format!("Deployed {replicas} copies to {region:?}."),
        _ => "Nothing was deployed.".to_owned(),
    }))
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let tool = Tool::new("deploy", "Deploys the application where the person wants it.");
    Server::builder("deployer", "1.0.0").tool(tool, deploy).build().serve_process().await
}
