//! The URL guard: decides whether this machine may visit an untrusted URL.
//!
//! A URL is read as a browser reads it, but only if it needs no repairs. Its scheme, its host and
//! every address that the host resolves to are checked against a [`UrlPolicy`]. The result is a
//! [`GuardedUrl`], and with resolved addresses a [`PinnedUrl`]: the value to fetch.
//!
//! Does not resolve names or open connections: DNS answers are passed in. Does not follow
//! redirects: pass each hop to [`check`] again. Rejects a text that two programs could read
//! differently.

use std::net::IpAddr;

mod address;
mod fast;
mod guarded;
mod name;
mod refusal;
mod scheme;
mod slow;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod corpus;

pub use guarded::{GuardedUrl, PinnedUrl, UrlHost};
pub use refusal::UrlRefusal;
pub use scheme::{Scheme, SchemeSet};

/// What a URL must keep to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlPolicy {
    /// The schemes a URL may have. Only `https` unless the form says otherwise.
    pub allowed_schemes: SchemeSet,
    /// Refuse every address that is not public, and names that belong to private networks or to cloud
    /// metadata services. Loopback is not this switch's matter.
    pub block_private_ips: bool,
    /// Refuse this machine: 127.0.0.0/8, `::1` and the localhost names. Addresses that reach this machine in
    /// disguise, such as 0.0.0.0 or `::ffff:127.0.0.1`, are refused while either switch is on.
    pub block_localhost: bool,
    /// The longest URL, counted in characters.
    pub max_length: usize,
    /// Refuse a host name that has no address. Matters only where a URL is kept and not fetched at once, see
    /// [`GuardedUrl::check_addresses`]: what is fetched must have an address in any case.
    pub must_resolve: bool,
}

impl Default for UrlPolicy {
    fn default() -> Self {
        Self {
            allowed_schemes: SchemeSet::HTTPS,
            block_private_ips: true,
            block_localhost: true,
            max_length: 2048,
            must_resolve: false,
        }
    }
}

/// Checks a URL by what its text says: syntax, scheme, credentials, and the host as an address or a name.
///
/// A host that is a name still has to be resolved: see [`GuardedUrl::needs_resolving`].
///
/// # Errors
/// Why the policy refuses it.
pub fn check<'a>(text: &'a str, policy: &UrlPolicy) -> Result<GuardedUrl<'a>, UrlRefusal> {
    match fast::read(text) {
        // The fast reader takes ASCII only, so its bytes are characters.
        Some(url) if text.len() <= policy.max_length && policy.allowed_schemes.contains(url.scheme) => {
            name::check_ordinary(url.name, url.last_label, policy)?;
            Ok(url.guarded())
        }
        _ => check_slowly(text, policy),
    }
}

// Apart, so that the fast path stays small enough to live in registers.
#[inline(never)]
fn check_slowly<'a>(text: &'a str, policy: &UrlPolicy) -> Result<GuardedUrl<'a>, UrlRefusal> {
    let url = slow::read(text, policy)?;
    url.check_host(policy)?;
    Ok(url)
}

/// Checks one address, as DNS or a connection gave it.
///
/// # Errors
/// Why the policy refuses it.
pub fn check_address(address: IpAddr, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
    address::check(address, policy)
}

/// Which switch of the policy lets something special through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    /// `block_localhost: false`.
    Localhost,
    /// `block_private_ips: false`.
    Private,
    /// Both together: it looks private, and leads to this machine.
    Both,
}
