//! `askwell serve`: the service. Puts the parts together, says where to look, and stops in good order.

mod announce;
mod assemble;
pub(crate) mod config;
mod descriptors;
mod folders;
mod hosting;
mod logging;
mod signals;
mod stdio;
mod telemetry;
mod warnings;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_web::{HttpSettings, Service, ServiceParts, StartError};
use tokio::runtime::{Builder, Runtime};

use crate::Verdict;
use crate::arguments::serve::{PrintConfig, RpcArguments, ServeArguments};
use crate::console::Console;
use crate::mcp;
use config::LogFormat;

pub(crate) use assemble::{Assembled, KEYRING};
pub(crate) use config::Config;
pub(crate) use folders::keyring_file;
pub(crate) use logging::start as start_logging;
pub(crate) use signals::stop_on_signal;

/// Runs the service until it is told to stop.
pub(crate) fn run(arguments: &ServeArguments, console: &Console) -> Result<Verdict> {
    if let Some(which) = arguments.print_config {
        let text = match which {
            PrintConfig::Defaults => config::sample(),
            PrintConfig::Effective => config::effective(&arguments.settings, arguments.listen, console)?,
        };
        return console.print_text(&text).map(|()| Verdict::Fine);
    }
    let config = config::read(&arguments.settings, arguments.listen, console)?;
    runtime()?.block_on(serve(config, console)).map(|()| Verdict::Fine)
}

/// Serves one program over stdin and stdout.
pub(crate) fn run_stdio(arguments: &RpcArguments, console: &Console) -> Result<Verdict> {
    let config = config::read(&arguments.settings, None, console)?;
    runtime()?.block_on(stdio::serve(config)).map(|()| Verdict::Fine)
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
    let assembled = Assembled::new(&config).await?;
    let pages = hosting::pages(&assembled.engine, &config, address)?;
    let mcp = mcp::router(&assembled, Some(&pages)).await?;
    let parts = ServiceParts {
        engine: assembled.engine.clone(),
        rpc: assembled.rpc(&config, Some(Arc::new(pages.clone())), stop.clone()),
        keys: assembled.keys.clone(),
        settings: HttpSettings {
            connections: descriptors::connections(config.http.connections),
            ..config.http.clone()
        },
        metrics: Some(metrics),
        trace: telemetry.as_ref().map(|_| Arc::new(telemetry::join_trace) as askwell_web::JoinTrace),
        more_api: mcp,
        pages: pages.router(),
        stop,
    };
    let Assembled { keys, webhooks, store, notice, .. } = assembled;
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
            announce::announce(console, service.address(), keys.are_required(), &notice, &config);
        }
        LogFormat::Json => tracing::info!(address = %service.address(), %notice, "listening"),
    }
    service.run().await;
    // What has not arrived by then is sent again by the next run.
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
