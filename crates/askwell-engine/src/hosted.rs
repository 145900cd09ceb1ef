//! Where a person answers: the seam between those who ask and those who serve pages.

use std::fmt;

use askwell_lifecycle::ElicitationId;
use futures_util::future::BoxFuture;

use crate::error::CallError;
use crate::store::StoreError;

/// Makes links to pages where people answer elicitations of an engine. Surfaces that serve such pages implement it.
pub trait Hosted: Send + Sync + 'static {
    /// Makes a new link to an elicitation.
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>>;

    /// Makes a link to an elicitation that is the same each time, also after a restart. Unless an implementation says
    /// otherwise, it is a new one.
    fn stable_link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        self.link(id)
    }
}

/// Where a person answers. Displays its URL; does not show it when it is debugged, as it is not for logs.
#[derive(Clone, PartialEq, Eq)]
pub struct HostedLink {
    /// The whole address. Give it to the person who is asked, and to nobody else.
    pub url: String,
    /// What the page asks for first, where people are known by a code: show it in the asking program.
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

/// There is no page to answer on at the moment.
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
