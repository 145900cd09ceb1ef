//! The hosted pages: their address, and how people are identified there.

use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::{Context as _, Result};
use askwell_engine::Engine;
use askwell_web::{Identity, Pages, PagesSettings};

use super::config::{Config, IdentityMode};

/// Returns the pages of a service that listens at an address.
pub(super) fn pages(engine: &Engine, config: &Config, address: SocketAddr) -> Result<Pages> {
    let base = base_url(config, address);
    let base_url = base.parse().with_context(|| format!("the public URL {base:?} is not one"))?;
    let identity = identity(config);
    Ok(Pages::new(engine.clone(), PagesSettings { base_url, identity, client_names: HashMap::new() }))
}

/// Returns the base URL of the pages as people reach them.
pub(super) fn base_url(config: &Config, address: SocketAddr) -> String {
    let public = config.http.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
    public.unwrap_or_else(|| format!("http://{}", reachable(address)))
}

/// Returns how people are identified on the pages.
pub(super) fn identity(config: &Config) -> Identity {
    match (config.people.identity, &config.people.header) {
        (IdentityMode::Proxy, Some(header)) => Identity::ProxyHeader(header.clone()),
        (IdentityMode::Loopback, _) => Identity::Loopback,
        (IdentityMode::Auto, _) if config.is_local() => Identity::Loopback,
        _ => Identity::Code,
    }
}

/// Returns an address to connect to for one that may be unspecified (`0.0.0.0`).
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, v6.port())),
        other => other,
    }
}
