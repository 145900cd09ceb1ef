//! `askwell mcp --service`: forwards MCP over stdin and stdout to a running service.
//!
//! Elicitations and pages belong to the service. They outlive this process, which some MCP clients
//! start for each call.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_mcp::client::{Address, forward as carry};
use askwell_mcp::transport::stdio;
use askwell_mcp::wire::Limits;

use crate::remote;
use crate::serve::stop_on_signal;

/// How long a client may take to read the last messages after it has closed its input.
const LAST_MESSAGES: Duration = Duration::from_secs(5);

/// Forwards messages between this process and the service at a URL (`None`: the default one) until
/// stdin ends.
pub(super) async fn forward(url: &str, key_file: Option<&Path>) -> Result<()> {
    let stop = stop_on_signal()?;
    let (base, key) = remote::resolve_endpoint(Some(url).filter(|url| !url.is_empty()), key_file)?;
    let base = base.as_str().trim_end_matches('/');
    let mut address = Address::new(&format!("{}/mcp", base.trim_end_matches("/mcp")))?;
    if let Some(key) = key {
        address = address.header("authorization", &format!("Bearer {key}"))?;
    }
    let limits = Limits::default();
    let (connection, mut writing) = stdio::of_process(&limits);
    tokio::select! {
        carried = carry(connection, address, limits) => carried?,
        written = writing.done() => return written.context("cannot write to stdout"),
        () = stop.triggered() => return Ok(()),
    }
    // A client that does not read the last messages is gone.
    let written = tokio::time::timeout(LAST_MESSAGES, writing.done()).await;
    written.unwrap_or(Ok(())).context("cannot write to stdout")
}
