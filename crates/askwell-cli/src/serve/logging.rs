//! Starts logging to stderr, as text or JSON. Answers and keys are never logged.

use anyhow::{Context as _, Result};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};

use super::config::{Config, LogFormat};
use super::telemetry::Telemetry;
use crate::console::{json_log, text_log};

/// Starts logging, and traces if an endpoint is set.
pub(crate) fn start(config: &Config) -> Result<Option<Telemetry>> {
    let filter = || EnvFilter::try_new(&config.log.filter).context("the log filter cannot be read");
    let lines = match config.log.format {
        LogFormat::Human => fmt::layer().with_writer(text_log).with_ansi(false).with_target(false).boxed(),
        LogFormat::Json => fmt::layer().json().with_writer(json_log).boxed(),
    };
    let telemetry = config.otlp_endpoint.as_deref().map(Telemetry::start).transpose()?;
    let traces = telemetry.as_ref().map(Telemetry::layer);
    tracing_subscriber::registry()
        .with(lines.with_filter(filter()?))
        .with(traces.map(|layer| filter().map(|filter| layer.with_filter(filter))).transpose()?)
        .try_init()
        .context("logging cannot be started")?;
    Ok(telemetry)
}
