//! `askwell gateway`: stands between an MCP client and MCP servers.
//!
//! Stdout belongs to the protocol from the first byte on; everything else goes to stderr.

mod doctor;
mod gate_settings;
mod log;
mod rules;
mod servers;
pub(crate) mod service_inbox;
mod target;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_client::Client;
use askwell_gateway::rules::GateSettings;
use askwell_gateway::{Announce, Gates, Gateway, GatewayParts, GatewaySettings, RepeatLostCalls, ServerSpec};
use askwell_lifecycle::Audience;
use askwell_mcp::{Hosted, StateKeys};
use askwell_web::PageServer;
use axum::serve::ListenerExt as _;
use tokio::runtime::{Builder, Runtime};

use crate::ExitReason;
use crate::arguments::gates::GatewayCommand;
use crate::arguments::{GatewayArguments, RepeatRule};
use crate::console::Console;
use crate::gateway::service_inbox::{InboxChoice, ServiceInbox};
use crate::mcp::words_here;
use crate::safe_text;
use crate::serve::{AssembledService, Config, config, start_logging, stop_on_signal};

/// How long the connections to servers may take to end.
const END_TIMEOUT: Duration = Duration::from_secs(8);

pub(crate) fn run(arguments: &GatewayArguments, console: &Console) -> Result<ExitReason> {
    match &arguments.subcommand {
        Some(GatewayCommand::Rules(arguments)) => return rules::run(arguments, console),
        Some(GatewayCommand::Log(arguments)) => return log::run(arguments, console),
        Some(GatewayCommand::Doctor(arguments)) => return doctor::run(arguments, console),
        None => {}
    }
    let servers = servers::of_arguments(arguments)?;
    let gates = gate_settings::read_valid(&arguments.rules(), arguments.servers_file.as_deref())?;
    let mut config = config::read(&arguments.settings(), None, console)?;
    config.memory |= config.data.is_none();
    let runtime = runtime()?;
    let served = runtime.block_on(serve(&config, arguments, servers, gates, *console));
    // A blocked read of stdin cannot be cancelled, so the runtime is not awaited.
    runtime.shutdown_background();
    served.map(|()| ExitReason::Success)
}

/// Returns the runtime, with one thread: a message that is passed from one thread to another takes longer than
/// the work on it.
fn runtime() -> Result<Runtime> {
    Builder::new_current_thread().enable_all().build().context("cannot start the runtime")
}

async fn serve(
    config: &Config,
    arguments: &GatewayArguments,
    servers: Vec<ServerSpec>,
    gates: GateSettings,
    console: Console,
) -> Result<()> {
    let telemetry = start_logging(config)?;
    let stop = stop_on_signal(Duration::ZERO)?;
    let parts = AssembledService::new(config).await?;
    let names = match servers.as_slice() {
        [only] => HashMap::from([("local".into(), only.name.to_string())]),
        _ => HashMap::new(),
    };
    let pages = match arguments.no_page {
        true => None,
        false => Some(PageServer::start(&parts.engine, arguments.page, names).await?),
    };
    let mut hosted = pages.as_ref().map(|pages| Arc::new(pages.pages().clone()) as Arc<dyn Hosted>);
    let choice = InboxChoice {
        command: "gateway",
        named: arguments.service.as_deref(),
        key_file: arguments.key_file.as_deref(),
        own_page: arguments.own_page(),
    };
    if let (Some(endpoint), Some(own)) = (service_inbox::endpoint(&choice, &console).await?, &hosted) {
        console.print_report(&format!("questions are in the inbox of {}, too", endpoint.address()));
        let who = match servers.as_slice() {
            [only] => format!("the MCP server “{}”", safe_text::line(&only.name)),
            _ => "an MCP server behind askwell gateway".to_owned(),
        };
        let (client, own) = (Client::new(endpoint)?, Arc::clone(own));
        let inbox = ServiceInbox::start(client, &parts.engine, who, arguments.timeout, own).await?;
        hosted = Some(Arc::new(inbox));
    }
    let announce: Announce = Arc::new(move |message, link| {
        console.print_report(&format!(
            "{}\nanswer on this machine: {}",
            safe_text::line(message),
            safe_text::line(&link.url)
        ));
    });
    let gateway = Gateway::start(GatewayParts {
        servers,
        settings: gates.limits.apply(GatewaySettings {
            wait: arguments.wait,
            question_timeout: arguments.timeout,
            repeat_lost_calls: match arguments.repeat_lost_calls {
                RepeatRule::Never => RepeatLostCalls::Never,
                RepeatRule::Ask => RepeatLostCalls::Ask,
                RepeatRule::Always => RepeatLostCalls::Always,
            },
            ..GatewaySettings::default()
        }),
        engine: parts.engine.clone(),
        hosted,
        page_audience: Audience::Anyone,
        state_keys: Some(StateKeys::load_or_create(&parts.engine).await.context("the store failed")?),
        announce,
        gates: Gates::new(gates, &parts.engine),
        words: words_here(&config.http.languages),
    })
    .await
    .context("the store failed")?;
    match arguments.listen {
        None => {
            tokio::select! {
                served = gateway.server().serve_process() => served.context("cannot write to stdout")?,
                () = stop.triggered() => {}
            }
        }
        Some(address) => {
            let listener = askwell_web::listen(address).await?;
            let bound = listener.local_addr().context("the listener has no address")?;
            console.print_report(&format!("clients connect to http://{bound}/mcp"));
            let router = gateway.http().build().router("/mcp");
            let stopped = stop.clone();
            // A response that is written in parts must not wait for the client's acknowledgement.
            let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
            axum::serve(listener, router)
                .with_graceful_shutdown(async move { stopped.triggered().await })
                .await?;
        }
    }
    // A page that was just answered shows the result first.
    if let Some(pages) = &pages {
        pages.results_loaded().await;
    }
    if tokio::time::timeout(END_TIMEOUT, gateway.shut_down()).await.is_err() {
        tracing::warn!("a server did not end in time");
    }
    drop(gateway);
    if let Some(store) = parts.store {
        store.close().await.context("the store could not be closed in good order; nothing is lost")?;
    }
    if let Some(telemetry) = telemetry {
        telemetry.flush().await;
    }
    Ok(())
}
