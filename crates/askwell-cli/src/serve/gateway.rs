//! The gateway of the service: the MCP servers of its settings, at `/mcp/gateway`.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use askwell_gateway::rules::GateSettings;
use askwell_gateway::{Gates, Gateway, GatewayParts, GatewaySettings, read_server_list};
use askwell_lifecycle::Audience;
use askwell_mcp::StateKeys;
use askwell_web::Pages;

use super::AssembledService;
use super::config::Config;

/// Returns the gateway, if the settings name servers. Everyone on this machine may answer its
/// questions if no other machine can connect; otherwise those who hold the link.
pub(super) async fn start(
    parts: &AssembledService,
    config: &Config,
    pages: &Pages,
) -> Result<Option<Gateway>> {
    let Some(table) = &config.gateway else { return Ok(None) };
    let servers = read_server_list(table, &|name| std::env::var(name).ok())?;
    if servers.is_empty() {
        return Ok(None);
    }
    let gates = GateSettings::from_value(table, &["server"])?;
    let gateway = Gateway::start(GatewayParts {
        servers,
        settings: gates.limits.apply(GatewaySettings::default()),
        engine: parts.engine.clone(),
        hosted: Some(Arc::new(pages.clone())),
        page_audience: if config.is_local() { Audience::Anyone } else { Audience::LinkHolder },
        state_keys: Some(StateKeys::load_or_create(&parts.engine).await.context("the store failed")?),
        announce: Arc::new(|_, _| {}),
        gates: Gates::new(gates, &parts.engine),
        words: config.http.languages.words_in(config.http.languages.language),
    });
    Ok(Some(gateway.await.context("the store failed")?))
}
