//! `askwell serve`: starts the service, prints its address, and shuts it down gracefully.

mod banner;
pub(crate) mod config;
mod file_limits;
mod logging;
mod pages;
mod parts;
mod paths;
mod signals;
mod stdio;
mod telemetry;
mod warnings;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_web::{HttpSettings, Service, ServiceParts, StartError};
use tokio::runtime::{Builder, Runtime};

use crate::ExitReason;
use crate::arguments::serve::{PrintConfig, RpcArguments, ServeArguments};
use crate::console::Console;
use crate::mcp;
use config::LogFormat;

pub(crate) use config::Config;
pub(crate) use logging::start as start_logging;
pub(crate) use parts::{AssembledService, KEYRING};
pub(crate) use paths::keyring_file;
pub(crate) use signals::stop_on_signal;

/// Runs the service until it is stopped.
pub(crate) fn run(arguments: &ServeArguments, console: &Console) -> Result<ExitReason> {
    if let Some(which) = arguments.print_config {
        let text = match which {
            PrintConfig::Defaults => config::sample(),
            PrintConfig::Effective => config::effective(&arguments.settings, arguments.listen, console)?,
        };
        return console.print_text(&text).map(|()| ExitReason::Success);
    }
    let config = config::read(&arguments.settings, arguments.listen, console)?;
    runtime()?.block_on(serve(config, console)).map(|()| ExitReason::Success)
}

/// Serves one program over stdin and stdout.
pub(crate) fn run_stdio(arguments: &RpcArguments, console: &Console) -> Result<ExitReason> {
    let config = config::read(&arguments.settings, None, console)?;
    runtime()?.block_on(stdio::serve(config)).map(|()| ExitReason::Success)
}

pub(crate) fn runtime() -> Result<Runtime> {
    Builder::new_multi_thread().enable_all().build().context("cannot start the runtime")
}

async fn serve(config: Config, console: &Console) -> Result<()> {
    let telemetry = logging::start(&config)?;
    warnings::warn_about(&config);
    let metrics = telemetry::metrics()?;
    let stop = stop_on_signal()?;
    let listener = askwell_web::listen(config.listen).await?;
    let address = listener.local_addr().context("the listener has no address")?;
    let assembled = AssembledService::new(&config).await?;
    let pages = pages::pages(&assembled.engine, &config, address)?;
    let mcp = mcp::router(&assembled, Some(&pages)).await?;
    let parts = ServiceParts {
        engine: assembled.engine.clone(),
        rpc: assembled.rpc(&config, Some(Arc::new(pages.clone())), stop.clone()),
        keys: assembled.keys.clone(),
        settings: HttpSettings {
            connections: file_limits::connections(config.http.connections),
            ..config.http.clone()
        },
        metrics: Some(metrics),
        trace: telemetry.as_ref().map(|_| Arc::new(telemetry::join_trace) as askwell_web::JoinTrace),
        more_api: mcp,
        pages: pages.router(),
        stop,
    };
    let AssembledService { keys, webhooks, store, notice, .. } = assembled;
    let service = match Service::new(listener, parts) {
        Ok(service) => service,
        Err(error @ StartError::Unprotected { .. }) => {
            let help =
                "make a key first (askwell keys create NAME), or listen on 127.0.0.1 without a public URL";
            return Err(anyhow::Error::new(error).context(help));
        }
        Err(error) => return Err(error.into()),
    };
    match config.log.format {
        LogFormat::Human => {
            banner::print_banner(console, service.address(), keys.are_required(), &notice, &config);
        }
        LogFormat::Json => tracing::info!(address = %service.address(), %notice, "listening"),
    }
    service.run().await;
    // Deliveries that have not succeeded by then are repeated by the next run.
    if tokio::time::timeout(config.http.drain, webhooks.stop()).await.is_err() {
        tracing::warn!("some webhooks were still on their way; they will be sent again");
    }
    if let Some(store) = store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    tracing::info!("stopped");
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}
