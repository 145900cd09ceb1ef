//! `askwell mcp`: tools with which an agent asks its person, over stdin and stdout; and the same for `askwell serve`.
//!
//! Stdout belongs to the protocol from the first byte on; whatever else there is to say goes to stderr.

mod http;
mod page;
mod seams;
mod service;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_mcp::StateKeys;
use askwell_mcp::asking::{self, AskingSettings};
use askwell_mcp::server::ServerBuilder;
use askwell_store::OpenError;

use crate::Verdict;
use crate::arguments::McpArguments;
use crate::console::Console;
use crate::serve::{Assembled, Config, config, runtime, start_logging, stop_on_signal};

pub(crate) use http::router;

pub(crate) fn run(arguments: &McpArguments, console: &Console) -> Result<Verdict> {
    if let Some(url) = &arguments.service {
        let runtime = runtime()?;
        let served = runtime.block_on(service::forward(url, arguments.key_file.as_deref()));
        runtime.shutdown_background();
        return served.map(|()| Verdict::Fine);
    }
    let mut config = config::read(&arguments.settings(), None, console)?;
    if let Some(folder) = &arguments.templates {
        config.templates = Some(folder.clone());
    }
    // An agent's questions are about the moment; who wants to keep them says where.
    config.memory |= config.data.is_none();
    let runtime = runtime()?;
    let served = runtime.block_on(serve(&config, arguments));
    // Reading stdin cannot be called off, so that the runtime is not waited for.
    runtime.shutdown_background();
    served.map(|()| Verdict::Fine)
}

async fn serve(config: &Config, arguments: &McpArguments) -> Result<()> {
    let telemetry = start_logging(config)?;
    let stop = stop_on_signal()?;
    let assembled = Assembled::new(config).await.map_err(explain)?;
    let settings = AskingSettings { wait: arguments.wait, ..AskingSettings::default() };
    let mut builder = server(&assembled, settings).await?;
    if let Some(address) = arguments.page {
        let pages = page::serve(&assembled.engine, address).await?;
        builder = builder.hosted(Arc::new(pages));
    }
    let server = builder.build();
    tokio::select! {
        served = server.serve_process() => served.context("cannot write to stdout")?,
        () = stop.triggered() => {}
    }
    drop(server);
    if let Some(store) = assembled.store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}

/// The tools, on these parts.
async fn server(assembled: &Assembled, settings: AskingSettings) -> Result<ServerBuilder> {
    let engine = assembled.engine.clone();
    let keys = StateKeys::kept_by(&engine).await.context("the store failed")?;
    let settings = AskingSettings {
        templates: seams::templates(&assembled.templates),
        pushed_timeout: assembled.pushed_timeout,
        ..settings
    };
    Ok(asking::server(engine, settings).state_keys(keys))
}

/// A folder that is in use is most likely a service's, which has the same tools.
fn explain(error: anyhow::Error) -> anyhow::Error {
    if matches!(error.downcast_ref(), Some(OpenError::InUse { .. })) {
        return error.context(
            "only one process can have a data folder; if it is a service (askwell serve), use askwell mcp --service, or \
             connect your MCP client to its address /mcp instead",
        );
    }
    error
}
