//! The interface between the parts that ask and the parts that serve pages.

use std::fmt;

use askwell_lifecycle::ElicitationId;
use futures_util::future::BoxFuture;

use crate::error::CallError;
use crate::store::StoreError;

/// Creates links to pages where people answer elicitations. Surfaces that serve such pages implement it.
pub trait Hosted: Send + Sync + 'static {
    /// Creates a new link to an elicitation.
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>>;

    /// Returns the same link for an elicitation each time, also after a restart. The default creates a new
    /// link.
    fn stable_link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        self.link(id)
    }
}

/// A link to a page where a person answers. `Display` writes the URL; `Debug` does not, as links do not
/// belong in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct HostedLink {
    /// The URL. Give it only to the person who is asked.
    pub url: String,
    /// The code that the page asks for first, if it does: show it in the asking program.
    pub code: Option<String>,
}

impl fmt::Display for HostedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl fmt::Debug for HostedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostedLink")
    }
}

/// No page is available.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostedError {
    /// No pages are served.
    #[error("the page to answer on is not available: none is configured")]
    NoPages,
    /// The link could not be kept.
    #[error("the page to answer on is not available: the link could not be kept")]
    Store(#[from] StoreError),
    /// The elicitation could not be read.
    #[error("the page to answer on is not available: the elicitation could not be read")]
    Call(#[from] CallError),
    /// Anything else.
    #[error("the page to answer on is not available: {0}")]
    Unavailable(String),
}
