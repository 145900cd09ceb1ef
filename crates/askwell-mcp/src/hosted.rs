//! Pages on which people answer elicitations of the engine, as the server side needs them.

use askwell_lifecycle::ElicitationId;
use futures_util::future::BoxFuture;

/// A page where a person can answer an elicitation of the engine: whoever serves such pages implements this.
pub trait Hosted: Send + Sync + 'static {
    /// Where the person answers this one.
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>>;
}

/// Where a person answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostedLink {
    /// The address. Whoever has it is not yet known to be the right person.
    pub url: String,
    /// What the page will ask for to know the person, where it has to.
    pub code: Option<String>,
}

/// There is no page at the moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the page to answer on is not available: {0}")]
pub struct HostedError(pub String);
