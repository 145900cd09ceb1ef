//! Checked URLs, and URLs with checked addresses.
//!
//! Only the guard's own readers create them: a value is the proof of the check.

use super::{Scheme, UrlPolicy, UrlRefusal, address, name};
use std::borrow::Cow;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use url::{Host, Url};

/// Where a URL leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UrlHost<'a> {
    /// An address, however it was spelled.
    Address(IpAddr),
    /// A name in lower case, international labels in punycode, without a trailing dot.
    Name(Cow<'a, str>),
}

impl fmt::Display for UrlHost<'_> {
    /// As the host stands in a URL: an IPv6 address in brackets.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(IpAddr::V4(address)) => Host::<&str>::Ipv4(*address).fmt(formatter),
            Self::Address(IpAddr::V6(address)) => Host::<&str>::Ipv6(*address).fmt(formatter),
            Self::Name(name) => formatter.write_str(name),
        }
    }
}

/// A URL that passed [`check`](super::check). If its host is a name, its addresses are still unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardedUrl<'a> {
    text: &'a str,
    scheme: Scheme,
    host: UrlHost<'a>,
    port: Option<u16>,
    /// Path, query and fragment as the author wrote them.
    rest: &'a str,
}

impl<'a> GuardedUrl<'a> {
    pub(super) fn new(
        text: &'a str,
        scheme: Scheme,
        host: UrlHost<'a>,
        port: Option<u16>,
        rest: &'a str,
    ) -> Self {
        Self { text, scheme, host, port, rest }
    }

    /// Returns the author's own text.
    pub fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the host.
    pub fn host(&self) -> &UrlHost<'a> {
        &self.host
    }

    /// Returns the port to connect to: the one written, else the scheme's own.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(self.scheme.default_port())
    }

    /// Returns the name to resolve before anything is fetched, if the host is a name.
    pub fn needs_resolving(&self) -> Option<&str> {
        match &self.host {
            UrlHost::Address(_) => None,
            UrlHost::Name(name) => Some(name),
        }
    }

    /// Returns the URL in normal form, put together from the parts that were checked and from
    /// nothing else.
    ///
    /// # Errors
    /// When the `url` crate reads the parts differently.
    pub fn to_url(&self) -> Result<Url, UrlRefusal> {
        let Self { scheme, host, rest, .. } = self;
        let port = self.port.map_or_else(String::new, |port| format!(":{port}"));
        let url = Url::parse(&format!("{scheme}://{host}{port}{rest}")).map_err(|_| UrlRefusal::Syntax)?;
        // Two readers, one answer: what will be fetched is what was checked.
        let same_host = url.host_str().is_some_and(|written| written == host.to_string());
        let same_port = url.port().unwrap_or(scheme.default_port()) == self.port();
        if same_host && same_port && url.scheme() == scheme.name() {
            Ok(url)
        } else {
            Err(UrlRefusal::Syntax)
        }
    }

    /// Checks what the host's name resolved to, and pins it. Every answer must be allowed: a single bad one
    /// refuses the whole name. Fresh answers need a fresh check.
    ///
    /// A host that is an address needs no answers: it is checked and pinned itself, and `answers` is ignored.
    ///
    /// # Errors
    /// Why the policy refuses one of the addresses, or that there is none.
    pub fn check_resolved(&self, policy: &UrlPolicy, answers: &[IpAddr]) -> Result<PinnedUrl, UrlRefusal> {
        // This policy may be another one than the URL was first checked by.
        if !policy.allowed_schemes.contains(self.scheme) {
            let found = self.scheme.name().to_owned();
            return Err(UrlRefusal::Scheme { found, allowed: policy.allowed_schemes });
        }
        self.check_host(policy)?;
        let addresses = match self.host {
            UrlHost::Address(address) => vec![address],
            UrlHost::Name(_) => answers.to_vec(),
        };
        if addresses.is_empty() {
            return Err(UrlRefusal::Unresolved);
        }
        for &answer in &addresses {
            address::check(answer, policy)?;
        }
        Ok(PinnedUrl { url: self.to_url()?, port: self.port(), addresses })
    }

    /// Checks what the host's name resolved to, for a URL that is kept and not fetched now. Every address must be
    /// allowed. A name without any address is refused only if the policy says
    /// [`must_resolve`](UrlPolicy::must_resolve): networks differ, and what fetches the URL later resolves the name
    /// again and calls [`GuardedUrl::check_resolved`].
    ///
    /// A host that is an address is checked itself, and `answers` is ignored.
    ///
    /// # Errors
    /// When an address is not allowed, or there is none and there has to be one.
    pub fn check_addresses(&self, policy: &UrlPolicy, answers: &[IpAddr]) -> Result<(), UrlRefusal> {
        self.check_host(policy)?;
        if self.needs_resolving().is_none() {
            return Ok(());
        }
        if answers.is_empty() && policy.must_resolve {
            return Err(UrlRefusal::Unresolved);
        }
        answers.iter().try_for_each(|&answer| address::check(answer, policy))
    }

    pub(super) fn check_host(&self, policy: &UrlPolicy) -> Result<(), UrlRefusal> {
        match &self.host {
            UrlHost::Address(address) => address::check(*address, policy),
            UrlHost::Name(name) => name::check(name, policy),
        }
    }
}

/// A URL with its checked addresses. Connect to these addresses and do not resolve the name again,
/// because a second DNS answer could lead to another host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PinnedUrl {
    url: Url,
    port: u16,
    addresses: Vec<IpAddr>,
}

impl PinnedUrl {
    /// Returns the URL to fetch. Its host has no trailing dot, so it is the name that was resolved.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the addresses that were checked: at least one, in the order in which they were
    /// given.
    pub fn addresses(&self) -> &[IpAddr] {
        &self.addresses
    }

    /// Returns the same addresses, each with the port to connect to.
    pub fn socket_addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.addresses.iter().map(|&address| SocketAddr::new(address, self.port))
    }
}
