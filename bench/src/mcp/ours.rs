//! Our server, and our client, which reads the form and checks the answers.

use std::error::Error;
use std::sync::Arc;

use askwell_mcp::client::{Client, FormReply, FormRequest};
use askwell_mcp::transport::{Connection, stdio};
use askwell_mcp::wire::{Era, Limits};
use askwell_mcp::{Call, Failure, Server, Tool, ToolResult};

use super::{BUFFER, CONTENT, TOGETHER};
use crate::engine::small_form;

/// Our client, connected to our server.
pub(super) struct AskwellPair(Arc<Client>);

/// Starts our server, and gives the client's end of the connection to it.
pub(super) fn serve() -> Result<Connection, Box<dyn Error>> {
    let form = small_form()?;
    let server = Server::builder("bench", "1.0.0")
        .tool(Tool::new("ask", "Asks for a server."), move |call: Call| {
            let form = form.clone();
            async move {
                let message = call.text("message").unwrap_or_default();
                let answers = call.asker().ask_with("server", &form, &message).await?.accepted();
                let answers = answers.ok_or_else(|| Failure::message("no answer"))?;
                Ok(ToolResult::text(answers.text("host").unwrap_or_default()))
            }
        })
        .build();
    let (near, far) = tokio::io::duplex(BUFFER);
    let (reader, writer) = tokio::io::split(far);
    let connection = stdio::connect(reader, writer, &Limits::default());
    tokio::spawn(async move { server.serve(connection).await });
    let (reader, writer) = tokio::io::split(near);
    Ok(stdio::connect(reader, writer, &Limits::default()))
}

pub(super) async fn connect(era: Era) -> Result<AskwellPair, Box<dyn Error>> {
    let client = Client::builder("bench", "1.0.0")
        .only_era(era)
        .max_open_elicitations(TOGETHER)
        .on_form(|ask: FormRequest| async move {
            ask.form.check_json(CONTENT.as_bytes()).map_or(FormReply::Cancel, FormReply::Accept)
        })
        .connect(serve()?)
        .await?;
    Ok(AskwellPair(Arc::new(client)))
}

impl AskwellPair {
    pub(super) fn call(&self, message: String) -> impl Future<Output = bool> + Send + 'static {
        let client = Arc::clone(&self.0);
        async move {
            let mut arguments = serde_json::Map::new();
            arguments.insert("message".to_owned(), message.into());
            let result = client.call_tool("ask", arguments).await;
            result.is_ok_and(|result| result.text() == "example.com")
        }
    }
}
