//! rmcp as a server that asks and as a client that answers, for `cargo xtask interop`.
//!
//! Says what rmcp does, and mends nothing of it.

mod answering;
mod asking;
mod contract;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use contract::Script;

#[derive(Debug, Parser)]
enum Role {
    /// Ask on stdin and stdout
    Server,
    /// Call a tool and answer its questions
    Client(Call),
}

#[derive(Debug, clap::Args)]
struct Call {
    #[arg(long, default_value = "legacy")]
    era: Era,
    #[arg(long)]
    tool: String,
    #[arg(long)]
    script: Script,
    /// The server's address
    #[arg(long, conflicts_with = "command")]
    url: Option<String>,
    /// The server's command
    #[arg(last = true)]
    command: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Era {
    Legacy,
    Modern,
}

#[tokio::main]
async fn main() -> Result<()> {
    match Role::parse() {
        Role::Server => asking::serve().await,
        Role::Client(call) => answering::call(call).await,
    }
}
