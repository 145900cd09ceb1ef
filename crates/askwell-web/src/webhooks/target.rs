//! Connects to an endpoint only: checks the URL, resolves the host once per attempt, and connects
//! to a checked address.
//!
//! Follows no redirects, uses no proxies, and resolves no name a second time.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::Resolver;
use askwell_form::url_guard::{self, PinnedUrl, UrlPolicy, UrlRefusal};
use askwell_http::client::{BuildError, describe_chain};
use parking_lot::Mutex;
use reqwest::Client;
use reqwest::dns::{Name, Resolve, Resolving};

/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);

const AGENT: &str = concat!("askwell/", env!("CARGO_PKG_VERSION"));

/// Why an endpoint cannot be reached.
#[derive(Debug, thiserror::Error)]
pub(super) enum TargetError {
    #[error("not a place to send webhooks to: {0}")]
    Refused(#[from] UrlRefusal),
    #[error("plain http is for private networks, and {0} is public")]
    PlainText(IpAddr),
    #[error("no connection can be made ready: {0}")]
    Unprepared(String),
}

/// Resolves a URL once. Fails unless every address is allowed.
pub(super) async fn pin(
    url: &str,
    policy: &UrlPolicy,
    resolver: &dyn Resolver,
) -> Result<PinnedUrl, TargetError> {
    let guarded = url_guard::check(url, policy)?;
    let addresses = match guarded.needs_resolving() {
        Some(name) => resolver.resolve(name).await,
        None => Vec::new(),
    };
    let pinned = guarded.check_resolved(policy, &addresses)?;
    if pinned.url().scheme() != "https"
        && let Some(public) = pinned.addresses().iter().find(|address| is_public(**address))
    {
        return Err(TargetError::PlainText(*public));
    }
    Ok(pinned)
}

fn is_public(address: IpAddr) -> bool {
    url_guard::check_address(address, &UrlPolicy::default()).is_ok()
}

/// The HTTP client of one endpoint, reused as long as the addresses are the same.
#[derive(Debug, Default)]
pub(super) struct EndpointClient(Mutex<Option<(Vec<IpAddr>, Client)>>);

impl EndpointClient {
    /// Returns a client that connects to these addresses only.
    pub(super) fn to(&self, pinned: &PinnedUrl) -> Result<Client, TargetError> {
        let mut addresses = pinned.addresses().to_vec();
        addresses.sort_unstable();
        let mut kept = self.0.lock();
        if let Some((_, client)) = kept.as_ref().filter(|(of, _)| *of == addresses) {
            return Ok(client.clone());
        }
        let client = client(pinned).map_err(|error| TargetError::Unprepared(describe_chain(&error)))?;
        *kept = Some((addresses, client.clone()));
        Ok(client)
    }
}

fn client(pinned: &PinnedUrl) -> Result<Client, BuildError> {
    let host = pinned.url().host_str().unwrap_or_default();
    let addresses: Vec<_> = pinned.socket_addresses().collect();
    askwell_http::client::build(pinned.url(), |client| {
        client
            .user_agent(AGENT)
            .no_proxy()
            .resolve_to_addrs(host, &addresses)
            .dns_resolver(Arc::new(PinnedNameResolver))
            .pool_idle_timeout(IDLE)
    })
}

/// A DNS resolver that resolves no name: the checked addresses are pinned.
struct PinnedNameResolver;

impl Resolve for PinnedNameResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let refused = io::Error::other(format!("{} was not checked", name.as_str()));
        Box::pin(std::future::ready(Err(refused.into())))
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::url_guard::{Scheme, SchemeSet, UrlPolicy};
    use askwell_testkit::scripted_resolver::ScriptedResolver;

    use super::pin;

    fn private() -> UrlPolicy {
        UrlPolicy {
            allowed_schemes: SchemeSet::HTTPS.with(Scheme::Http),
            block_private_ips: false,
            block_localhost: false,
            ..UrlPolicy::default()
        }
    }

    fn resolver() -> ScriptedResolver {
        ScriptedResolver::new()
            .name("public.example.com", ["93.184.216.34", "2606:2800:220:1::1"])
            .name("inside.example.com", ["10.0.0.1"])
            .name("metadata.example.com", ["169.254.169.254"])
            .name("both.example.com", ["93.184.216.34", "127.0.0.1"])
            .name("mapped.example.com", ["::ffff:127.0.0.1"])
            .fails("nowhere.example.com")
    }

    async fn way(url: &str, policy: &UrlPolicy) -> Result<Vec<String>, String> {
        let pinned = pin(url, policy, &resolver()).await.map_err(|no_way| no_way.to_string())?;
        Ok(pinned.socket_addresses().map(|address| address.to_string()).collect())
    }

    #[tokio::test]
    async fn url_with_any_private_address_is_rejected() {
        let found = way("https://public.example.com/hook", &UrlPolicy::default()).await.unwrap();
        assert_eq!(found, ["93.184.216.34:443", "[2606:2800:220:1::1]:443"]);
        for (url, expected) in [
            ("https://inside.example.com/", "the address 10.0.0.1 is not public"),
            ("https://metadata.example.com/", "the address 169.254.169.254 is not public"),
            ("https://both.example.com/", "the host is this machine"),
            ("https://mapped.example.com/", "the address ::ffff:127.0.0.1 is not public"),
            ("https://nowhere.example.com/", "the host name does not resolve"),
            ("https://127.0.0.1/", "the host is this machine"),
            ("https://0x7f.1/", "the host is this machine"),
            ("https://[::1]/", "the host is this machine"),
            ("https://192.168.1.1/", "the address 192.168.1.1 is not public"),
            ("http://public.example.com/", "the scheme `http` is not allowed"),
        ] {
            let refused = way(url, &UrlPolicy::default()).await.unwrap_err();
            assert!(refused.contains(expected), "{url}: {refused}");
        }
    }

    #[tokio::test]
    async fn plain_http_to_public_address_is_rejected() {
        assert_eq!(way("http://inside.example.com:81/", &private()).await.unwrap(), ["10.0.0.1:81"]);
        assert_eq!(way("http://127.0.0.1/", &private()).await.unwrap(), ["127.0.0.1:80"]);
        for url in ["http://public.example.com/", "http://both.example.com/", "http://93.184.216.34/"] {
            let refused = way(url, &private()).await.unwrap_err();
            assert_eq!(refused, "plain http is for private networks, and 93.184.216.34 is public", "{url}");
        }
        assert!(way("https://both.example.com/", &private()).await.is_ok());
    }
}
