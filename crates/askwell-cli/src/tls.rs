//! Connections of this program to others, and the cryptography of those that are encrypted.

use anyhow::{Context as _, Result};
use reqwest::{Client, ClientBuilder, Url};

/// Makes `ring` what TLS works with. Again does nothing.
pub(crate) fn install() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// A client for one address. What is not encrypted needs no list of certificate authorities, and a small machine may
/// have none.
pub(crate) fn client(url: &Url, settings: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Result<Client> {
    install();
    let builder = settings(Client::builder());
    if url.scheme() == "https" {
        builder.build().context(
            "no encrypted connection can be made: is there a list of certificate authorities on this machine? \
             A package `ca-certificates` brings one, or SSL_CERT_FILE names one",
        )
    } else {
        Ok(builder.tls_certs_only([]).build()?)
    }
}
