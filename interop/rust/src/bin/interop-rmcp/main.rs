//! rmcp as a server that asks and as a client that answers, for `cargo xtask interop`.
//!
//! Says what rmcp does, and mends nothing of it.

mod answering;
mod asking;

use anyhow::Result;
use clap::Parser;
use interop_rust::Role;

#[tokio::main]
async fn main() -> Result<()> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    match Role::parse() {
        Role::Server(serve) => asking::serve(serve).await,
        Role::Client(call) => answering::call(call).await,
    }
}
