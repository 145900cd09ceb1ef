//! Which requests a server answers: those for its own hosts, sent by its own pages or by no page.
//!
//! A page that points a name of its own at this machine (DNS rebinding) sends that name as the host of its requests; a
//! page of another site sends its origin. Both are refused. The guard never looks a name up, and does not know who sends
//! a request: keys and sessions are for the surface to check.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, Uri};
use url::{Host, Url};

/// The header in which browsers say how the page that sends a request is related to its target.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Decides by `Host` and `Origin` whether a request is answered.
#[derive(Debug, Clone)]
pub struct HostGuard {
    /// Lower-case names, and addresses without brackets, that are served at any port.
    hosts: Vec<String>,
    /// Lower-case hosts as most clients write them, so that most requests need no parser; and hosts that are served at
    /// one port only.
    authorities: Vec<String>,
    addresses: AddressRule,
    origins: OriginRule,
    public: Option<url::Origin>,
}

/// Which pages may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginRule {
    /// Pages of the host and port that the request is for, and of the public URL.
    SameOrigin,
    /// Pages of every host that is served, at any port: a development tool on another port of this machine may call.
    ServedHost,
}

/// Why a request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HostRefusal {
    /// The request names a host that is not served, several hosts, or none.
    #[error("this host is not served here")]
    Host,
    /// A page of another origin sent the request.
    #[error("pages of this origin may not call")]
    Origin,
}

/// The text is not an absolute `http` or `https` URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the public URL is not an absolute http or https URL")]
pub struct InvalidPublicUrl;

/// Which IP addresses are served that are not listed. No name is looked up for an address, so no stranger can have
/// pointed it here.
#[derive(Debug, Clone, Copy)]
enum AddressRule {
    /// None.
    Listed,
    /// This machine's own.
    Loopback,
    /// This machine's own if the listener is bound to one of them; else all.
    Listening(SocketAddr),
}

impl HostGuard {
    /// Serves `localhost` and loopback addresses at any port.
    #[must_use]
    pub fn loopback(origins: OriginRule) -> HostGuard {
        let (hosts, authorities) = (Vec::new(), Vec::new());
        let guard = HostGuard { hosts, authorities, addresses: AddressRule::Loopback, origins, public: None };
        ["localhost", "127.0.0.1", "[::1]"].into_iter().fold(guard, HostGuard::allow_host)
    }

    /// The same for a listener that is bound to `address`. If that is no loopback address, every IP address is served.
    #[must_use]
    pub fn listening(address: SocketAddr, origins: OriginRule) -> HostGuard {
        let mut guard =
            HostGuard { addresses: AddressRule::Listening(address), ..HostGuard::loopback(origins) };
        guard.authorities = guard.authorities.iter().flat_map(|host| guard.spellings(host)).collect();
        guard
    }

    /// Serves exactly the host and port of this URL; if it is a loopback URL, also the other loopback names at its port.
    #[must_use]
    pub fn for_url(url: &Url) -> HostGuard {
        let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
        let others = ["127.0.0.1", "[::1]", "localhost"].into_iter().filter(|_| is_loopback(url));
        let authorities = url.host_str().into_iter().chain(others);
        let authorities = authorities.map(|host| format!("{host}{port}").to_ascii_lowercase()).collect();
        HostGuard {
            hosts: Vec::new(),
            authorities,
            addresses: AddressRule::Listed,
            origins: OriginRule::SameOrigin,
            public: Some(url.origin()),
        }
    }

    /// Also serves this host: `ask.example.com` at any port, `ask.example.com:8443` at that port only.
    #[must_use]
    pub fn allow_host(mut self, host: &str) -> HostGuard {
        let host = host.to_ascii_lowercase();
        let name = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
        let has_port = name.parse::<IpAddr>().is_err() && name.contains(':');
        if !has_port {
            self.hosts.push(name.to_owned());
        }
        self.authorities.extend(self.spellings(&host));
        self
    }

    /// Also serves the host of this URL, and lets its pages call.
    ///
    /// # Errors
    /// When the text is no absolute `http` or `https` URL.
    pub fn allow_public_url(self, text: &str) -> Result<HostGuard, InvalidPublicUrl> {
        let url = Url::parse(text).map_err(|_| InvalidPublicUrl)?;
        let is_http = matches!(url.scheme(), "http" | "https");
        let host = url.host_str().filter(|_| is_http).ok_or(InvalidPublicUrl)?;
        Ok(HostGuard { public: Some(url.origin()), ..self.allow_host(host) })
    }

    /// Returns a host as clients write it: alone, and with the port of the listener.
    fn spellings(&self, host: &str) -> Vec<String> {
        match self.addresses {
            AddressRule::Listening(address) => vec![host.to_owned(), format!("{host}:{}", address.port())],
            AddressRule::Listed | AddressRule::Loopback => vec![host.to_owned()],
        }
    }

    /// Returns where other machines reach the server, if they can: at the address that it listens on, or at a public URL
    /// that is not a loopback URL.
    #[must_use]
    pub fn reachable_from_outside(&self) -> Option<String> {
        if let AddressRule::Listening(address) = self.addresses
            && !address.ip().is_loopback()
        {
            return Some(address.to_string());
        }
        let Some(url::Origin::Tuple(_, host, _)) = &self.public else { return None };
        let is_outside = !is_loopback_host(host);
        self.public.as_ref().filter(|_| is_outside).map(url::Origin::ascii_serialization)
    }

    /// Checks that a request is for a host that is served.
    ///
    /// # Errors
    /// [`HostRefusal::Host`] when it is not, or when the request names no host or several.
    pub fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), HostRefusal> {
        let host = requested_host(uri, headers)?;
        if self.authorities.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Ok(());
        }
        self.served_authority(host).map(drop)
    }

    /// Checks that no page of another origin sent a request. Not for pages that people open by links, which may be
    /// followed from anywhere.
    ///
    /// # Errors
    /// [`HostRefusal::Origin`] when the [`OriginRule`] does not admit an `Origin` of the request, or when a browser says
    /// that another site's page sent it; [`HostRefusal::Host`] when the host is not served.
    pub fn check_origin(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), HostRefusal> {
        let origins = headers.get_all(ORIGIN);
        let is_cross_site = headers.get(FETCH_SITE).is_some_and(|site| site == "cross-site");
        // To a browser, `localhost` and `127.0.0.1` are different sites: the origin says more where it may differ.
        let is_judged_by_origin = self.origins == OriginRule::ServedHost && origins.iter().next().is_some();
        if is_cross_site && !is_judged_by_origin {
            return Err(HostRefusal::Origin);
        }
        for origin in origins {
            let origin = origin.to_str().ok().and_then(|text| Url::parse(text).ok());
            let origin = origin.ok_or(HostRefusal::Origin)?;
            let is_admitted = match self.origins {
                OriginRule::SameOrigin => {
                    let host = self.served_authority(requested_host(uri, headers)?)?;
                    is_same_origin(&origin, &host)
                        || self.public.as_ref().is_some_and(|public| *public == origin.origin())
                }
                OriginRule::ServedHost => self.serves(&origin),
            };
            if !is_admitted {
                return Err(HostRefusal::Origin);
            }
        }
        Ok(())
    }

    /// Checks that a form was sent from a page of this server. Browsers say where a request comes from; for those that do
    /// not, the token that every form carries is the only proof, so that a missing origin passes.
    ///
    /// # Errors
    /// [`HostRefusal::Origin`] when a page of another origin sent it: other ports of the same host included, as they may
    /// belong to others.
    pub fn check_form(&self, headers: &HeaderMap) -> Result<(), HostRefusal> {
        let refuse_unless = |is_own: bool| if is_own { Ok(()) } else { Err(HostRefusal::Origin) };
        if let Some(site) = headers.get(FETCH_SITE) {
            return refuse_unless(site == "same-origin");
        }
        // A page that sends no referrer sends `null` as its origin.
        let mut origins = headers.get_all(ORIGIN).iter().filter(|origin| *origin != "null");
        refuse_unless(origins.all(|origin| {
            let origin = origin.to_str().ok().and_then(|text| text.split_once("://"));
            origin.is_some_and(|(scheme, host)| {
                let is_own_scheme = match &self.public {
                    Some(url::Origin::Tuple(own, ..)) => own == scheme,
                    _ => matches!(scheme, "http" | "https"),
                };
                is_own_scheme && self.authorities.iter().any(|known| known == host)
            })
        }))
    }

    /// Returns the host that a request is for as a URL, if it is served.
    fn served_authority(&self, host: &str) -> Result<Url, HostRefusal> {
        let authority = Url::parse(&format!("http://{host}/")).map_err(|_| HostRefusal::Host)?;
        let is_plain = authority.username().is_empty() && authority.password().is_none();
        if is_plain && self.serves(&authority) { Ok(authority) } else { Err(HostRefusal::Host) }
    }

    fn serves(&self, url: &Url) -> bool {
        let is_known_host = match url.host() {
            Some(Host::Domain(name)) => {
                self.hosts.iter().any(|known| *known == name.trim_end_matches('.').to_ascii_lowercase())
            }
            Some(Host::Ipv4(address)) => self.serves_address(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.serves_address(IpAddr::V6(address)),
            None => return false,
        };
        is_known_host || self.authorities.iter().any(|known| known.as_str() == url.authority())
    }

    fn serves_address(&self, address: IpAddr) -> bool {
        let is_served = match self.addresses {
            AddressRule::Listed => false,
            AddressRule::Loopback => address.is_loopback(),
            AddressRule::Listening(own) => !own.ip().is_loopback() || address.is_loopback(),
        };
        is_served || self.hosts.contains(&address.to_string())
    }
}

/// Returns whether a URL is of this machine: a loopback address, `localhost` or a name below it.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    url.host().is_some_and(|host| is_loopback_host(&host.to_owned()))
}

fn is_loopback_host(host: &Host<String>) -> bool {
    match host {
        Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

/// Compares host and port. Whether the outside is encrypted is known to a proxy only.
fn is_same_origin(origin: &Url, host: &Url) -> bool {
    let ports =
        origin.port() == host.port() || origin.port_or_known_default() == host.port_or_known_default();
    origin.host() == host.host() && ports
}

/// Returns the one host that a request names.
fn requested_host<'r>(uri: &'r Uri, headers: &'r HeaderMap) -> Result<&'r str, HostRefusal> {
    let mut hosts = headers.get_all(HOST).iter();
    match (uri.authority(), hosts.next(), hosts.next()) {
        (Some(authority), _, None) => Ok(authority.as_str()),
        (None, Some(host), None) => host.to_str().map_err(|_| HostRefusal::Host),
        _ => Err(HostRefusal::Host),
    }
}

#[cfg(test)]
mod tests;
