//! Links: where they lead, and whether the operator lets them open.

use url::{Host, Url};

/// The longest address of a link in bytes. A longer one is text.
const LONGEST: usize = 2_048;

/// Where a link leads, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Target {
    /// The address: normalised if it is a web address, otherwise as the author wrote it.
    pub address: String,
    /// The host in its ASCII spelling; `None` if this is no plain web address.
    pub host: Option<String>,
}

impl Target {
    /// Reads the address of a link. Only `https` and `http` without credentials have a host.
    pub(super) fn read(address: &str) -> Target {
        let written = || Target { address: address.chars().take(LONGEST).collect(), host: None };
        if address.len() > LONGEST || address.chars().any(|one| one.is_control() || one.is_whitespace()) {
            return written();
        }
        let Ok(url) = Url::parse(address) else { return written() };
        let is_plain = matches!(url.scheme(), "https" | "http") && url.username().is_empty();
        match url.host() {
            Some(Host::Domain(name)) if is_plain && url.password().is_none() => {
                let host = name.trim_end_matches('.').to_owned();
                Target { host: Some(host), address: url.into() }
            }
            _ => written(),
        }
    }
}

/// The hosts to which links open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkHosts(Vec<String>);

impl LinkHosts {
    /// Reads host names such as `git.example.com`, or `*.example.com` for every name below one.
    ///
    /// # Errors
    /// Returns the first name that is none.
    pub fn read<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<LinkHosts, String> {
        let mut hosts = Vec::new();
        for name in names {
            let bare = name.strip_prefix("*.").unwrap_or(name);
            let is_name = matches!(Host::parse(bare), Ok(Host::Domain(parsed)) if parsed == bare);
            if !is_name || bare.contains('*') || bare.ends_with('.') {
                return Err(name.to_owned());
            }
            hosts.push(name.to_owned());
        }
        Ok(LinkHosts(hosts))
    }

    /// Returns the names, as they were read.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns the address of a link if it may open.
    #[must_use]
    pub fn opens<'t>(&self, target: &'t Target) -> Option<&'t str> {
        let host = target.host.as_deref()?;
        let allowed = |name: &String| match name.strip_prefix('*') {
            Some(suffix) => host.len() > suffix.len() && host.ends_with(suffix),
            None => host == name,
        };
        self.0.iter().any(allowed).then_some(target.address.as_str())
    }
}
