//! `askwell serve`: starts the service, prints its address, and shuts it down gracefully.

mod announcement;
mod assembly;
mod banner;
pub(crate) mod cluster;
pub(crate) mod config;
mod file_limits;
mod gateway;
mod listener;
mod logging;
mod notifications;
mod pages;
mod parts;
mod paths;
mod signals;
mod stdio;
mod telemetry;
mod tls;
mod warnings;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_client::discovery;
use askwell_store::OpenError;
use tokio::runtime::{Builder, Runtime};

use crate::ExitReason;
use crate::arguments::serve::{PrintConfig, RpcArguments, ServeArguments};
use crate::console::Console;
use config::LogFormat;

pub(crate) use assembly::{ListeningService, ServiceOptions};
pub(crate) use config::Config;
pub(crate) use logging::start as start_logging;
pub(crate) use parts::{AssembledService, KEYRING};
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
    let stop = stop_on_signal(config.http.announce)?;
    cluster::require_public_url(&config)?;
    let (listener, port_note) = listener::listen(&config).await?;
    let trace = telemetry.as_ref().map(|_| Arc::new(telemetry::join_trace) as askwell_web::JoinTrace);
    let options = ServiceOptions { stop, metrics: Some(metrics), trace, client_names: HashMap::new() };
    let service = ListeningService::new(&config, listener, options, |pages| pages).await;
    let service = match service {
        Ok(service) => service,
        Err(error) => return Err(explain(error).await),
    };
    let published = service.announcement.publish(service.address(), &config).await;
    let notes = [Some(service.notice.clone()), port_note, published.note.clone()];
    let notice = notes.into_iter().flatten().collect::<Vec<_>>().join("\n");
    match config.log.format {
        LogFormat::Human => {
            banner::print_banner(console, service.address(), service.keys.are_required(), &notice, &config);
        }
        LogFormat::Json => tracing::info!(address = %service.address(), %notice, "listening"),
    }
    service.run().await?;
    drop(published);
    tracing::info!("stopped");
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}

/// Explains what to do about a data folder that cannot be used.
async fn explain(error: anyhow::Error) -> anyhow::Error {
    let help = match error.downcast_ref() {
        Some(OpenError::InUse { folder, .. }) => match discovery::find_service().await {
            Ok(running) if is_same_folder(running.data.as_deref(), folder) => format!(
                "your service runs already, at {}: askwell open shows its inbox; a second service needs another folder (--data)",
                running.url.as_str().trim_end_matches('/')
            ),
            _ => {
                "only one process can have a data folder: end the other one, or use another folder (--data)"
                    .to_owned()
            }
        },
        Some(OpenError::Folder { .. } | OpenError::Keyring(_)) => {
            "the data cannot be stored: name a folder that you may write to with --data; the key to its secrets is \
             beside it (setting keyring_file)"
                .to_owned()
        }
        _ => return error,
    };
    error.context(help)
}

fn is_same_folder(one: Option<&Path>, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    one.and_then(real).is_some_and(|one| real(other) == Some(one))
}
