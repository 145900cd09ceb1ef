//! Builds the HTTP clients of Askwell, all by the same rules.
//!
//! TLS uses `ring`. A client follows no redirects, as each hop would need the checks that the first one had. It uses no
//! proxy for this machine itself. A client for plain HTTP loads no certificate authorities, as a small machine may have
//! none. Whether a URL may be visited at all is for the URL guard to say.

use std::error::Error;
use std::io;
use std::iter::successors;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use url::Url;

use crate::host_guard::is_loopback;

/// How long a pinned client keeps an idle connection.
const IDLE: Duration = Duration::from_secs(30);

const AGENT: &str = concat!("askwell/", env!("CARGO_PKG_VERSION"));

/// No client can be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// For HTTPS: most likely there are no certificate authorities.
    #[error(
        "no encrypted connection can be made: is there a list of certificate authorities on this machine? \
         A package `ca-certificates` brings one, or SSL_CERT_FILE names one"
    )]
    Encrypted(#[source] reqwest::Error),
    /// For plain HTTP.
    #[error("no HTTP client can be built")]
    Plain(#[source] reqwest::Error),
}

/// Makes `ring` the cryptography of TLS, unless the program has chosen another one. Calling it again does nothing.
///
/// Without a choice, the HTTP library panics when it builds a client.
pub fn install_crypto() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Builds a client for this URL, with further settings of the caller's.
///
/// # Errors
/// When the system's part of TLS cannot be set up.
pub fn build(url: &Url, settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Client, BuildError> {
    install_crypto();
    let mut builder = settings(Client::builder().redirect(Policy::none()));
    if is_loopback(url) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "https" {
        builder.build().map_err(BuildError::Encrypted)
    } else {
        builder.tls_certs_only([]).build().map_err(BuildError::Plain)
    }
}

/// Builds a client that connects to the host of this URL at these addresses only: it uses no proxy and resolves no
/// name.
///
/// # Errors
/// When the system's part of TLS cannot be set up.
pub fn build_pinned(url: &Url, addresses: &[SocketAddr]) -> Result<Client, BuildError> {
    let host = url.host_str().unwrap_or_default();
    build(url, |client| {
        client
            .user_agent(AGENT)
            .no_proxy()
            .resolve_to_addrs(host, addresses)
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

/// Returns what went wrong with all its reasons, without the URL, which may contain secrets.
#[must_use]
pub fn describe_error(error: reqwest::Error) -> String {
    describe_chain(&error.without_url())
}

/// Returns an error and all its sources, each said once.
#[must_use]
pub fn describe_chain(error: &dyn Error) -> String {
    let mut reasons: Vec<String> = reasons(error).collect();
    reasons.dedup();
    reasons.join(": ")
}

/// Returns why the server's certificate is not trusted, if that is what went wrong.
#[must_use]
pub fn certificate_problem(error: &reqwest::Error) -> Option<String> {
    reasons(error).skip(1).find(|reason| reason.contains("certificate"))
}

fn reasons(error: &dyn Error) -> impl Iterator<Item = String> {
    successors(Some(error), |&error| error.source()).map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use url::Url;

    use super::{build, describe_error};

    #[tokio::test]
    async fn redirect_is_returned_and_not_followed() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url: Url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut head = [0; 1024];
            let _ = stream.read(&mut head).await.unwrap();
            let response = "HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(response.as_bytes()).await.unwrap();
        });
        let client = build(&url, |client| client).unwrap();
        assert_eq!(client.get(url).send().await.unwrap().status(), 302);
        server.await.unwrap();
    }

    #[tokio::test]
    async fn description_has_the_reasons_and_not_the_url() {
        let url: Url = "http://127.0.0.1:1/secret-path".parse().unwrap();
        let client = build(&url, |client| client).unwrap();
        let described = describe_error(client.get(url).send().await.unwrap_err());
        assert!(described.contains(": ") && !described.contains("secret-path"), "{described}");
    }
}
