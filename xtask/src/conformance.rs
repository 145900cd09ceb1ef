//! `cargo xtask test --only conformance`: the official MCP suite against programs built on our library, and through
//! the gateway.
//!
//! Installs the suite, and a Node that can run it, below target/ the first time; after that it needs no network. Lists
//! of what does not apply are strict both ways: what fails must be listed with its reason, and what is listed must fail.

mod client;
mod gateway;
mod server;
mod suite;

use std::path::Path;

use anyhow::{Result, bail};

use suite::Suite;

/// Runs all of it.
pub(crate) fn run(root: &Path) -> Result<()> {
    let suite = Suite::installed(root)?;
    let failures: Vec<String> =
        [server::run(root, &suite), client::run(root, &suite), gateway::run(root, &suite)]
            .into_iter()
            .filter_map(|side| side.err().map(|error| format!("{error:#}")))
            .collect();
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("; ")) }
}
