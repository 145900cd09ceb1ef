//! `askwell mcp`: MCP tools with which an agent asks its person, over stdin and stdout. Also used
//! by `askwell serve`.
//!
//! Stdout belongs to the protocol from the first byte on; everything else goes to stderr.

mod adapters;
mod http;
mod service;

use std::collections::HashMap;
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_locale::{Words, from_environment};
use askwell_mcp::StateKeys;
use askwell_mcp::ask_tools::{self, AskToolsSettings};
use askwell_mcp::server::ServerBuilder;
use askwell_store::OpenError;
use askwell_web::{LanguageSettings, PageServer};

use crate::ExitReason;
use crate::arguments::McpArguments;
use crate::console::Console;
use crate::serve::{AssembledService, Config, config, runtime, start_logging, stop_on_signal};

pub(crate) use http::{gateway_router, router};

/// How long a call waits for an answer: many clients abandon a call after a minute.
const DEFAULT_WAIT: Duration = Duration::from_secs(50);

/// The hint for a person who starts the server in a terminal.
const BY_HAND: &str = "\
This is an MCP server: an MCP client starts it and speaks JSON with it over stdin and stdout.
To add it to the clients on this machine: askwell setup
To try its tools by hand: askwell call 'askwell mcp' --list
To see a question now: askwell demo
Waiting for a client; Ctrl-C ends.";

pub(crate) fn run(arguments: &McpArguments, console: &Console) -> Result<ExitReason> {
    if std::io::stdin().is_terminal() {
        console.print_report(BY_HAND);
    }
    let runtime = runtime()?;
    if let Some(endpoint) = runtime.block_on(service::endpoint(arguments, console))? {
        let served = runtime.block_on(service::forward(&endpoint));
        runtime.shutdown_background();
        return served.map(|()| ExitReason::Success);
    }
    let mut config = config::read(&arguments.settings(), None, console)?;
    if let Some(folder) = &arguments.templates {
        config.templates = Some(folder.clone());
    }
    // Without a data folder, an agent's questions are not stored.
    config.memory |= config.data.is_none();
    let served = runtime.block_on(serve(&config, arguments));
    // A blocked read of stdin cannot be cancelled, so the runtime is not awaited.
    runtime.shutdown_background();
    served.map(|()| ExitReason::Success)
}

/// Returns the words for the person at this machine: in the language of the environment, or else in the operator's.
pub(crate) fn words_here(languages: &LanguageSettings) -> Words {
    let wanted = from_environment(|name| std::env::var(name).ok()).unwrap_or(languages.language);
    languages.words_in(wanted)
}

async fn serve(config: &Config, arguments: &McpArguments) -> Result<()> {
    let telemetry = start_logging(config)?;
    let stop = stop_on_signal(Duration::ZERO)?;
    let parts = AssembledService::new(config).await.map_err(explain)?;
    let wait = arguments.wait.unwrap_or(DEFAULT_WAIT);
    let settings = AskToolsSettings { wait, ..AskToolsSettings::default() };
    let languages = &config.http.languages;
    let mut builder = server(&parts, settings).await?.words(words_here(languages));
    let pages = match arguments.page {
        Some(address) => Some(PageServer::start(&parts.engine, address, HashMap::new()).await?),
        None => None,
    };
    if let Some(pages) = &pages {
        pages.pages().set_languages(languages.clone());
        builder = builder.hosted(Arc::new(pages.pages().clone()));
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
async fn server(parts: &AssembledService, settings: AskToolsSettings) -> Result<ServerBuilder> {
    let engine = parts.engine.clone();
    let keys = StateKeys::load_or_create(&engine).await.context("the store failed")?;
    let settings = AskToolsSettings {
        templates: adapters::templates(&parts.templates),
        pushed_timeout: parts.pushed_timeout,
        ..settings
    };
    Ok(ask_tools::server(engine, settings).state_keys(keys))
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
