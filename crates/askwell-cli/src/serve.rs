//! `askwell serve`: the service. Puts the parts together, says where to look, and stops in good order.

mod announce;
mod assemble;
pub(crate) mod config;
mod descriptors;
mod folders;
mod logging;
mod signals;
mod stdio;
mod telemetry;

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_web::{HttpSettings, Service, ServiceParts, StartError};
use tokio::runtime::{Builder, Runtime};

use crate::Verdict;
use crate::arguments::serve::{RpcArguments, ServeArguments};
use crate::console::Console;
use crate::mcp;
use config::LogFormat;

pub(crate) use assemble::Assembled;
pub(crate) use config::Config;
pub(crate) use folders::{data_folder, keys_file};
pub(crate) use logging::start as start_logging;
pub(crate) use signals::stop_on_signal;

/// Runs the service until it is told to stop.
pub(crate) fn run(arguments: &ServeArguments, console: &Console) -> Result<Verdict> {
    if arguments.print_config {
        return console.print(config::sample().as_bytes()).map(|()| Verdict::Fine);
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
    let metrics = telemetry::metrics()?;
    let stop = stop_on_signal()?;
    let assembled = Assembled::new(&config, stop.clone()).await?;
    let pages = mcp::router(&assembled).await?;
    let Assembled { engine, rpc, keys, store, notice, .. } = assembled;
    let parts = ServiceParts {
        engine,
        rpc,
        keys: keys.clone(),
        settings: HttpSettings {
            connections: descriptors::connections(config.http.connections),
            ..config.http
        },
        metrics: Some(metrics),
        trace: telemetry.as_ref().map(|_| Arc::new(telemetry::take_up) as askwell_web::TakeUpTrace),
        pages,
        stop,
    };
    let service = match Service::bind(config.listen, parts).await {
        Ok(service) => service,
        Err(error @ StartError::Unprotected { .. }) => {
            let help = "make a key first (askwell keys create NAME), or listen on 127.0.0.1";
            return Err(anyhow::Error::new(error).context(help));
        }
        Err(error) => return Err(error.into()),
    };
    match config.log.format {
        LogFormat::Human => announce::announce(console, service.address(), keys.are_needed(), &notice),
        LogFormat::Json => tracing::info!(address = %service.address(), %notice, "listening"),
    }
    service.run().await;
    if let Some(store) = store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    tracing::info!("stopped");
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}
