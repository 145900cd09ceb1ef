//! `askwell mcp` with a running service: forwards MCP over stdin and stdout to a running service.
//!
//! Elicitations and pages belong to the service. They outlive this process, which some MCP clients
//! start for each call.

use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_client::{Key, ServiceChoice, ServiceEndpoint, ServiceEndpointError};
use askwell_mcp::client::{Address, forward as carry};
use askwell_mcp::transport::stdio;
use askwell_mcp::wire::Limits;

use crate::arguments::{McpArguments, usage_error};
use crate::console::Console;
use crate::remote;
use crate::serve::stop_on_signal;

/// How long a client may take to read the last messages after it has closed its input.
const LAST_MESSAGES: Duration = Duration::from_secs(5);

/// Returns the service to ask through, or `None` to ask from this process: if none is named and none
/// of this user runs, or if an option concerns this process only.
pub(super) async fn endpoint(arguments: &McpArguments, console: &Console) -> Result<Option<ServiceEndpoint>> {
    let key_file = arguments.key_file.as_deref();
    let named = arguments.service.as_deref();
    if let Some(option) = arguments.own_option() {
        if named.is_none_or(|name| name == "none") {
            return Ok(None);
        }
        usage_error(
            "mcp",
            &format!("{option} cannot be used with --service: the service has its own settings"),
        );
    }
    if named == Some("") {
        return remote::endpoint(None, key_file).await.map(Some);
    }
    let named = named.map(str::parse::<ServiceChoice>).transpose()?;
    let key = key_file.map(Key::read).transpose()?;
    match ServiceEndpoint::resolve_optional(named.clone(), key).await {
        Ok(found) => Ok(found),
        // Without a service that was asked for, an agent can still ask.
        Err(error @ ServiceEndpointError::Find(_)) if named.is_none() => {
            console.warning(&format!("{error}; asking from this process"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Forwards messages between this process and a service until stdin ends.
pub(super) async fn forward(endpoint: &ServiceEndpoint) -> Result<()> {
    let stop = stop_on_signal(Duration::ZERO)?;
    let base = endpoint.url().as_str().trim_end_matches('/');
    let mut address = Address::new(&format!("{}/mcp", base.trim_end_matches("/mcp")))?;
    if let Some(key) = endpoint.key() {
        address = address.header("authorization", &format!("Bearer {}", key.reveal()))?;
    }
    let limits = Limits::default();
    let (connection, mut writing) = stdio::process_stdio(&limits);
    tokio::select! {
        carried = carry(connection, address, limits) => carried?,
        written = writing.finished() => return written.context("cannot write to stdout"),
        () = stop.triggered() => return Ok(()),
    }
    // A client that does not read the last messages is gone.
    let written = tokio::time::timeout(LAST_MESSAGES, writing.finished()).await;
    written.unwrap_or(Ok(())).context("cannot write to stdout")
}
