//! An MCP client that calls a tool and lets a person answer in the terminal what the tool asks.
//!
//! `cargo run --example mcp_client -- TOOL PROGRAM [ARGUMENTS]`, for example with the server of these examples:
//! `cargo build --examples && cargo run --example mcp_client -- deploy target/debug/examples/mcp_server`

use askwell::mcp::client::{Client, Command, FormReply, FormRequest};
use askwell::{Askwell, Reply};

/// Shows the server's question in the terminal. Nothing is sent that does not fit the server's form.
async fn answer(askwell: Askwell, request: FormRequest) -> FormReply {
    let message = format!("{} asks: {}", request.server.peer.name, request.message);
    match askwell.ask(&request.form).message(message).await {
        Ok(Reply::Accepted(answers)) => FormReply::Accept(answers),
        Ok(Reply::Declined(_)) => FormReply::Decline,
        Ok(Reply::Cancelled(_) | Reply::TimedOut) | Err(_) => FormReply::Cancel,
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [tool, program, arguments @ ..] = words.as_slice() else {
        return Err("usage: mcp_client TOOL PROGRAM [ARGUMENTS]".into());
    };
    let askwell = Askwell::in_terminal();
    let client = Client::builder("example-client", "1.0.0")
        .on_form(move |request: FormRequest| answer(askwell.clone(), request))
        .connect(Command::new(program).arguments(arguments))
        .await?;
    let result = client.call_tool(tool, serde_json::json!({})).await;
    client.close().await;
    println!("{}", result?.text());
    Ok(())
}
