//! The hosted pages: their address, and how people are identified there.

use std::collections::HashMap;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::{Context as _, Result, bail};
use askwell_engine::Engine;
use askwell_lifecycle::ClientId;
use askwell_web::brand::{Accent, Brand, ClientBrand};
use askwell_web::{AttemptLimits, Identity, Pages, PagesSettings, ProxySettings, SignInSettings};

use super::config::{BrandConfig, Config, IdentityMode};

/// Returns the pages of a service that listens at an address. A client without a name is shown by its
/// id.
pub(super) fn pages(
    engine: &Engine,
    config: &Config,
    address: SocketAddr,
    client_names: HashMap<ClientId, String>,
) -> Result<Pages> {
    let base = base_url(config, address);
    let base_url = base.parse().with_context(|| format!("the public URL {base:?} is not one"))?;
    let identity = identity(config);
    let link_hosts = config.link_hosts.clone();
    let pages = Pages::new(engine.clone(), PagesSettings { base_url, identity, client_names, link_hosts });
    pages.set_brand(brand(&config.brand)?);
    pages.set_languages(config.http.languages.clone());
    pages.set_roles(config.roles.clone(), directory_groups(config));
    let trusted = config.people.trusted_proxies.clone();
    pages.limit_attempts(AttemptLimits { trusted, ..config.attempts.clone() });
    pages.limit_people(config.person_limits);
    pages.hold_decisions(config.undo);
    Ok(pages)
}

/// Returns the brand of the settings.
///
/// # Errors
/// When the logo cannot be read, or the pages could not be read with the colours.
fn brand(config: &BrandConfig) -> Result<Brand> {
    let mut brand = Brand::default();
    if let Some(name) = &config.name {
        brand = brand.with_name(name).context("brand.name")?;
    }
    if let Some(file) = &config.logo {
        let bytes =
            std::fs::read(file).with_context(|| format!("brand.logo: {} cannot be read", file.display()))?;
        brand = brand.with_logo(bytes).context("brand.logo")?;
    }
    match (&config.accent_light, &config.accent_dark) {
        (Some(light), Some(dark)) => {
            brand = brand
                .with_accent(Accent::parse(light, dark).context("brand.accent_light and brand.accent_dark")?);
        }
        (None, None) => {}
        _ => bail!("brand.accent_light and brand.accent_dark belong together: set both, or none"),
    }
    if let Some(footer) = &config.footer {
        brand = brand.with_footer(footer).context("brand.footer")?;
    }
    for link in &config.links {
        let (label, url) = link.trim().rsplit_once(' ').with_context(|| {
            format!(
                "brand.links: {link:?} is not a label and a URL, such as Privacy https://example.com/privacy"
            )
        })?;
        brand = brand.with_link(label, url).context("brand.links")?;
    }
    for client in &config.clients {
        let mut parts = client.split(';').map(str::trim);
        let mut part = || parts.next().filter(|part| !part.is_empty());
        let Some(id) = part() else {
            bail!("brand.clients: {client:?} names no client; write client; name; light accent; dark accent")
        };
        let (name, light, dark) = (part().map(str::to_owned), part(), part());
        let accent = match (light, dark) {
            (Some(light), Some(dark)) => Some(Accent::parse(light, dark).context("brand.clients")?),
            (None, None) => None,
            _ => bail!("brand.clients: {client:?} has one accent; write a light and a dark one, or none"),
        };
        brand = brand.with_client(id, ClientBrand { name, accent });
    }
    Ok(brand)
}

/// Returns the base URL of the pages as people reach them.
pub(super) fn base_url(config: &Config, address: SocketAddr) -> String {
    let public = config.http.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
    public.unwrap_or_else(|| format!("{}://{}", config.scheme(), reachable(address)))
}

/// Returns how people are identified on the pages.
pub(super) fn identity(config: &Config) -> Identity {
    match (config.people.identity, &config.people.header) {
        (IdentityMode::Proxy, Some(header)) => Identity::Proxy(Box::new(ProxySettings {
            person_header: header.clone(),
            groups_header: config.people.groups_header.clone(),
            trusted: config.people.trusted_proxies.clone(),
        })),
        (IdentityMode::Loopback, _) => Identity::Loopback,
        (IdentityMode::SignIn, _) => sign_in(config),
        (IdentityMode::Auto, _) if !config.sign_in.oidc.is_empty() || config.mail_codes => sign_in(config),
        (IdentityMode::Auto, _) if config.is_local() => Identity::Loopback,
        _ => Identity::Code,
    }
}

/// Returns sign-in with the groups of the directory.
fn sign_in(config: &Config) -> Identity {
    let settings = SignInSettings {
        groups: directory_groups(config),
        mailed_codes: config.mail_codes.then_some(config.code_limits),
        ..config.sign_in.clone()
    };
    Identity::SignIn(Box::new(settings))
}

/// Returns the groups of each person in the directory.
fn directory_groups(config: &Config) -> HashMap<String, Vec<String>> {
    let mut groups: HashMap<String, Vec<String>> = HashMap::new();
    for group in config.directory.groups() {
        for member in &group.members {
            groups.entry(member.to_string()).or_default().push(group.name.to_string());
        }
    }
    groups
}

/// Returns an address to connect to for one that may be unspecified (`0.0.0.0`).
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::from((Ipv4Addr::LOCALHOST, v4.port())),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::from((Ipv6Addr::LOCALHOST, v6.port())),
        other => other,
    }
}
