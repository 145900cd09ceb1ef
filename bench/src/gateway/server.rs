//! The server behind the proxies: this program, with tools that do next to nothing.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use askwell_form::Form;
use askwell_mcp::server::{Call, Tool, ToolResult};
use askwell_mcp::wire::Limits;
use askwell_mcp::{Failure, Server};

/// Tells this program to be the server.
pub(super) const ARGUMENT: &str = "--mcp-server";

/// If this program was started as the server, is that until its client leaves.
pub(crate) fn be_the_server() -> Result<bool, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(ARGUMENT) {
        return Ok(false);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match arguments.next().as_deref() {
        Some("stdio") => runtime.block_on(async { server()?.serve_process().await.map_err(Into::into) }),
        _ => runtime.block_on(serve_http()),
    }?;
    Ok(true)
}

fn server() -> Result<Server, Box<dyn Error>> {
    let schema = serde_json::json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    let form = Form::import(&schema, "What is your name?").map_err(|error| error.to_string())?.form;
    let limits = Limits { bytes: 64 << 20, ..Limits::default() };
    let builder = Server::builder("bench", "1").limits(limits);
    let builder = builder.tool(Tool::new("echo", "Returns its text."), async |call: Call| {
        Ok(ToolResult::text(call.text("text").unwrap_or_default().into_owned()))
    });
    let builder = builder.tool(Tool::new("large", "Returns a long text."), async |call: Call| {
        let bytes: usize = call.argument("bytes")?;
        Ok(ToolResult::text("x".repeat(bytes.min(32 << 20))))
    });
    let builder = builder.tool(Tool::new("ask", "Asks for a name."), move |call: Call| {
        let form = form.clone();
        async move {
            let reply = call.asker().ask("name", &form).await?;
            Ok::<_, Failure>(ToolResult::text(format!("{reply:?}")))
        }
    });
    Ok(builder.build())
}

async fn serve_http() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/mcp", listener.local_addr()?);
    std::io::stdout().flush()?;
    axum::serve(listener, server()?.http().build().router("/mcp")).await?;
    Ok(())
}

/// The server over HTTP. It ends with this.
pub(super) struct ServerProcess {
    child: Child,
    pub(super) url: String,
}

impl ServerProcess {
    pub(super) fn start() -> Result<ServerProcess, Box<dyn Error>> {
        let mut child = Command::new(std::env::current_exe()?)
            .args([ARGUMENT, "http"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut server = ServerProcess { child, url: String::new() };
        BufReader::new(output).read_line(&mut server.url)?;
        server.url = server.url.trim().to_owned();
        Ok(server)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
