//! Askwell as a server that asks and as a client that answers, for `cargo xtask interop`: what other SDKs get to see.

mod answering;
mod asking;

use anyhow::Result;
use clap::Parser;
use interop_rust::Role;

#[tokio::main]
async fn main() -> Result<()> {
    match Role::parse() {
        Role::Server(serve) => asking::serve(serve).await,
        Role::Client(call) => answering::call(call).await,
    }
}
