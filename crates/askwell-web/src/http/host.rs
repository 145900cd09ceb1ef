//! Under which names the service is known. A page that points a name of its own at this machine (DNS rebinding)
//! sends that name along, and is refused; so is a page that calls from another origin.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};
use url::{Host, Url};

use super::refusal::Refused;
use crate::service::StartError;
use crate::settings::HttpSettings;

/// The names that are ours.
#[derive(Debug)]
pub(super) struct KnownHosts {
    names: Vec<String>,
    /// How most callers write them, so that most requests need no parser.
    spelled: Vec<String>,
    /// Who listens on this machine only is not known by other addresses.
    address: SocketAddr,
    public: Option<url::Origin>,
}

impl KnownHosts {
    pub(super) fn new(address: SocketAddr, settings: &HttpSettings) -> Result<KnownHosts, StartError> {
        let mut names: Vec<String> =
            settings.allowed_hosts.iter().map(|name| name.to_ascii_lowercase()).collect();
        names.push("localhost".to_owned());
        let mut public = None;
        if let Some(text) = &settings.public_url {
            let wrong = || StartError::PublicUrl { url: text.clone() };
            let url = Url::parse(text).map_err(|_| wrong())?;
            let host =
                url.host_str().filter(|_| matches!(url.scheme(), "http" | "https")).ok_or_else(wrong)?;
            names.push(host.to_ascii_lowercase());
            public = Some(url.origin());
        }
        let spelled = (names.iter().map(String::as_str).chain(["127.0.0.1", "[::1]"]))
            .flat_map(|name| [name.to_owned(), format!("{name}:{}", address.port())])
            .collect();
        Ok(KnownHosts { names, spelled, address, public })
    }

    /// Where people and programs of other machines reach the service, if they do: at its address, or through a proxy,
    /// wherever this end of it listens.
    pub(super) fn reached_by_others_at(&self) -> Option<String> {
        if !self.address.ip().is_loopback() {
            return Some(self.address.to_string());
        }
        let Some(url::Origin::Tuple(_, host, _)) = &self.public else { return None };
        let own = match host {
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        self.public.as_ref().filter(|_| !own).map(url::Origin::ascii_serialization)
    }

    /// Refuses requests for other hosts.
    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        let host = named(uri, headers)?;
        if self.spelled.iter().any(|known| known == host) {
            return Ok(());
        }
        self.authority(host).map(|_| ())
    }

    /// The host that a request is for, if it is ours.
    fn authority(&self, host: &str) -> Result<Url, Refused> {
        let authority = Url::parse(&format!("http://{host}/")).map_err(|_| Refused::Host)?;
        let plain = authority.username().is_empty() && authority.password().is_none();
        let known = match authority.host() {
            Some(Host::Domain(name)) => self.names.iter().any(|known| known == name.trim_end_matches('.')),
            Some(Host::Ipv4(address)) => self.knows(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.knows(IpAddr::V6(address)),
            None => false,
        };
        if known && plain { Ok(authority) } else { Err(Refused::Host) }
    }

    /// No name is looked up for an address, so nobody can have pointed it here.
    fn knows(&self, address: IpAddr) -> bool {
        !self.address.ip().is_loopback() || address.is_loopback() || self.names.contains(&address.to_string())
    }

    /// Refuses what another origin's page sends. For the API only: a link to a page may well be followed from elsewhere.
    pub(super) fn check_origin(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refused> {
        if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
            return Err(Refused::Origin);
        }
        let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
        let host = self.authority(named(uri, headers)?)?;
        let origin = origin.to_str().ok().and_then(|text| Url::parse(text).ok()).ok_or(Refused::Origin)?;
        // Whether the outside is encrypted is for a proxy to know.
        let same = origin.host() == host.host()
            && (origin.port() == host.port()
                || origin.port_or_known_default() == host.port_or_known_default());
        let public = self.public.as_ref().is_some_and(|public| *public == origin.origin());
        if same || public { Ok(()) } else { Err(Refused::Origin) }
    }
}

/// The one host that a request names.
fn named<'r>(uri: &'r Uri, headers: &'r HeaderMap) -> Result<&'r str, Refused> {
    let mut hosts = headers.get_all(HOST).iter();
    match (uri.authority(), hosts.next(), hosts.next()) {
        (Some(authority), _, None) => Ok(authority.as_str()),
        (None, Some(host), None) => host.to_str().map_err(|_| Refused::Host),
        _ => Err(Refused::Host),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, Uri};

    use super::KnownHosts;
    use crate::settings::HttpSettings;

    fn judge(listen: &str, host: &str, origin: Option<&str>) -> bool {
        let settings = HttpSettings {
            allowed_hosts: vec!["Ask.Internal".to_owned()],
            public_url: Some("https://ask.example.com".to_owned()),
            ..HttpSettings::default()
        };
        let hosts = KnownHosts::new(listen.parse().unwrap(), &settings).unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("host", HeaderValue::from_bytes(host.as_bytes()).unwrap());
        if let Some(origin) = origin {
            headers.insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        let uri = Uri::from_static("/rpc");
        hosts.check(&uri, &headers).is_ok() && hosts.check_origin(&uri, &headers).is_ok()
    }

    #[test]
    fn known_hosts_pass_and_others_do_not() {
        let (local, public) = ("127.0.0.1:8787", "0.0.0.0:8787");
        for (listen, host, expected) in [
            (local, "127.0.0.1:8787", true),
            (local, "localhost:8787", true),
            (local, "LOCALHOST", true),
            (local, "[::1]:8787", true),
            (local, "ask.internal", true),
            (local, "ask.example.com", true),
            (local, "ask.example.com.", true),
            (local, "evil.example:8787", false),
            (local, "localhost.evil.example", false),
            (local, "192.168.1.7:8787", false),
            (local, "evil@localhost", false),
            (local, "localhost/../x", true),
            (local, "", false),
            (local, "a b", false),
            (public, "192.168.1.7:8787", true),
            (public, "evil.example", false),
        ] {
            assert_eq!(judge(listen, host, None), expected, "{listen} {host}");
        }
    }

    #[test]
    fn others_come_by_the_address_or_by_the_public_url() {
        let (local, public) = ("127.0.0.1:8787", "0.0.0.0:8787");
        for (listen, url, expected) in [
            (local, None, None),
            (local, Some("http://localhost:8080"), None),
            (local, Some("https://127.0.0.1"), None),
            (local, Some("http://[::1]:80/"), None),
            (local, Some("https://ask.example.com/x"), Some("https://ask.example.com")),
            (local, Some("http://192.0.2.1"), Some("http://192.0.2.1")),
            (public, None, Some(public)),
            (public, Some("http://localhost"), Some(public)),
        ] {
            let settings = HttpSettings { public_url: url.map(str::to_owned), ..HttpSettings::default() };
            let hosts = KnownHosts::new(listen.parse().unwrap(), &settings).unwrap();
            assert_eq!(hosts.reached_by_others_at().as_deref(), expected, "{listen} {url:?}");
        }
    }

    #[test]
    fn only_our_own_pages_may_call() {
        for (host, origin, expected) in [
            ("localhost:8787", "http://localhost:8787", true),
            ("localhost:8787", "http://localhost:3000", false),
            ("localhost:8787", "http://127.0.0.1:8787", false),
            ("localhost:8787", "null", false),
            ("localhost:8787", "https://evil.example", false),
            ("ask.example.com", "https://ask.example.com", true),
            ("127.0.0.1:8787", "https://ask.example.com", true),
            ("127.0.0.1:8787", "https://ask.example.com:444", false),
        ] {
            assert_eq!(judge("127.0.0.1:8787", host, Some(origin)), expected, "{host} {origin}");
        }
    }
}
