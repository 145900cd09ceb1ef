//! `askwell mcp`: MCP tools with which an agent asks its person, over stdin and stdout. Also used
//! by `askwell serve`.
//!
//! Stdout belongs to the protocol from the first byte on; everything else goes to stderr.

mod adapters;
mod http;
mod page;
mod service;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_mcp::StateKeys;
use askwell_mcp::asking::{self, AskingSettings};
use askwell_mcp::server::ServerBuilder;
use askwell_store::OpenError;

use crate::ExitReason;
use crate::arguments::McpArguments;
use crate::console::Console;
use crate::serve::{AssembledService, Config, config, runtime, start_logging, stop_on_signal};

pub(crate) use http::router;

pub(crate) fn run(arguments: &McpArguments, console: &Console) -> Result<ExitReason> {
    if let Some(url) = &arguments.service {
        let runtime = runtime()?;
        let served = runtime.block_on(service::forward(url, arguments.key_file.as_deref()));
        runtime.shutdown_background();
        return served.map(|()| ExitReason::Success);
    }
    let mut config = config::read(&arguments.settings(), None, console)?;
    if let Some(folder) = &arguments.templates {
        config.templates = Some(folder.clone());
    }
    // Without a data folder, an agent's questions are not stored.
    config.memory |= config.data.is_none();
    let runtime = runtime()?;
    let served = runtime.block_on(serve(&config, arguments));
    // A blocked read of stdin cannot be cancelled, so the runtime is not awaited.
    runtime.shutdown_background();
    served.map(|()| ExitReason::Success)
}

async fn serve(config: &Config, arguments: &McpArguments) -> Result<()> {
    let telemetry = start_logging(config)?;
    let stop = stop_on_signal()?;
    let parts = AssembledService::new(config).await.map_err(explain)?;
    let settings = AskingSettings { wait: arguments.wait, ..AskingSettings::default() };
    let mut builder = server(&parts, settings).await?;
    if let Some(address) = arguments.page {
        let pages = page::serve(&parts.engine, address).await?;
        builder = builder.hosted(Arc::new(pages));
    }
    let server = builder.build();
    tokio::select! {
        served = server.serve_process() => served.context("cannot write to stdout")?,
        () = stop.triggered() => {}
    }
    drop(server);
    if let Some(store) = parts.store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}

/// Returns the server with the tools.
async fn server(parts: &AssembledService, settings: AskingSettings) -> Result<ServerBuilder> {
    let engine = parts.engine.clone();
    let keys = StateKeys::kept_by(&engine).await.context("the store failed")?;
    let settings = AskingSettings {
        templates: adapters::templates(&parts.templates),
        pushed_timeout: parts.pushed_timeout,
        ..settings
    };
    Ok(asking::server(engine, settings).state_keys(keys))
}

/// Explains that a folder in use most likely belongs to a service, which has the same tools.
fn explain(error: anyhow::Error) -> anyhow::Error {
    if matches!(error.downcast_ref(), Some(OpenError::InUse { .. })) {
        return error.context(
            "only one process can have a data folder; if it is a service (askwell serve), use askwell mcp --service, or \
             connect your MCP client to its address /mcp instead",
        );
    }
    error
}
