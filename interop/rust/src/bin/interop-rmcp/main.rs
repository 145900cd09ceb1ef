//! rmcp as a server that asks and as a client that answers, for `cargo xtask interop`.
//!
//! Says what rmcp does, and mends nothing of it.

mod answering;
mod asking;

use anyhow::{Result, bail};
use clap::Parser;
use interop_rust::{Role, Serve};

#[tokio::main]
async fn main() -> Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    match Role::parse() {
        Role::Server(Serve { http: None }) => asking::serve().await,
        Role::Server(Serve { http: Some(_) }) => bail!("this peer serves on standard input and output only"),
        Role::Client(call) => answering::call(call).await,
    }
}
