//! Decides where a program may send something: checks a URL, resolves its host once, and requires every address to
//! be allowed.
//!
//! Connects to nothing. The caller connects to the returned addresses only, and follows no redirects.

use std::net::IpAddr;

use askwell_form::url_guard::{self, PinnedUrl, UrlPolicy, UrlRefusal};

use crate::resolve::Resolver;

/// Why a URL may not be called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PinError {
    /// The URL guard refuses it.
    #[error(transparent)]
    Refused(#[from] UrlRefusal),
    /// Plain HTTP to a public address.
    #[error("plain http is for private networks, and {0} is public")]
    PlainText(IpAddr),
}

/// Resolves the host of a URL once, and returns the URL with its addresses.
///
/// # Errors
/// When the policy does not allow the URL or one of its addresses, or when it is plain HTTP to a public address.
pub async fn pin_url(url: &str, policy: &UrlPolicy, resolver: &dyn Resolver) -> Result<PinnedUrl, PinError> {
    let guarded = url_guard::check(url, policy)?;
    let addresses = match guarded.needs_resolving() {
        Some(name) => resolver.resolve(name).await,
        None => Vec::new(),
    };
    let pinned = guarded.check_resolved(policy, &addresses)?;
    if pinned.url().scheme() != "https"
        && let Some(public) = pinned.addresses().iter().find(|address| is_public(**address))
    {
        return Err(PinError::PlainText(*public));
    }
    Ok(pinned)
}

fn is_public(address: IpAddr) -> bool {
    url_guard::check_address(address, &UrlPolicy::default()).is_ok()
}
