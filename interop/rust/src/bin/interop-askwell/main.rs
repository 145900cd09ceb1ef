//! Askwell as a client that answers, for `cargo xtask interop`: what other SDKs' servers get to see of us.

mod answering;

use anyhow::{Result, bail};
use clap::Parser;
use interop_rust::Role;

#[tokio::main]
async fn main() -> Result<()> {
    match Role::parse() {
        Role::Server(_) => bail!("not yet"),
        Role::Client(call) => answering::call(call).await,
    }
}
