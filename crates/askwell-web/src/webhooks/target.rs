//! The connection to an endpoint of an operator: to addresses that the URL guard has checked for this attempt.

use std::net::IpAddr;

use askwell_engine::{PinError, Resolver, pin_url};
use askwell_form::url_guard::{PinnedUrl, UrlPolicy, UrlRefusal};
use askwell_http::client::{build_pinned, describe_chain};
use parking_lot::Mutex;
use reqwest::Client;

/// Why an endpoint cannot be reached.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TargetError {
    #[error("not a place to send requests to: {0}")]
    Refused(UrlRefusal),
    #[error(transparent)]
    PlainText(PinError),
    #[error("no connection can be made ready: {0}")]
    Unprepared(String),
}

impl From<PinError> for TargetError {
    fn from(error: PinError) -> TargetError {
        match error {
            PinError::Refused(refusal) => TargetError::Refused(refusal),
            other => TargetError::PlainText(other),
        }
    }
}

/// Resolves a URL once. Fails unless every address is allowed.
pub(crate) async fn pin(
    url: &str,
    policy: &UrlPolicy,
    resolver: &dyn Resolver,
) -> Result<PinnedUrl, TargetError> {
    Ok(pin_url(url, policy, resolver).await?)
}

/// The HTTP client of one endpoint, reused as long as the addresses are the same.
#[derive(Debug, Default)]
pub(crate) struct EndpointClient(Mutex<Option<(Vec<IpAddr>, Client)>>);

impl EndpointClient {
    /// Returns a client that connects to these addresses only.
    pub(crate) fn to(&self, pinned: &PinnedUrl) -> Result<Client, TargetError> {
        let mut addresses = pinned.addresses().to_vec();
        addresses.sort_unstable();
        let mut kept = self.0.lock();
        if let Some((_, client)) = kept.as_ref().filter(|(of, _)| *of == addresses) {
            return Ok(client.clone());
        }
        let pins: Vec<_> = pinned.socket_addresses().collect();
        let client = build_pinned(pinned.url(), &pins)
            .map_err(|error| TargetError::Unprepared(describe_chain(&error)))?;
        *kept = Some((addresses, client.clone()));
        Ok(client)
    }
}
