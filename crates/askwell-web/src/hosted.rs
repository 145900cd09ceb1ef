//! Where a person answers: the seam between the service and the pages it hosts.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;

/// Where a person answers one elicitation.
#[derive(Clone, PartialEq, Eq)]
pub struct HostedLink {
    /// The address of the page.
    pub url: String,
    /// What the person types in first, where the link alone does not tell who opens it.
    pub code: Option<String>,
}

/// Whoever has the link can look at the form, so it is not for logs.
impl fmt::Debug for HostedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostedLink")
    }
}

/// Makes such links.
pub trait Hosted: Send + Sync + 'static {
    /// A new link for an elicitation.
    fn link(
        &self,
        id: ElicitationId,
    ) -> Pin<Box<dyn Future<Output = Result<HostedLink, StoreError>> + Send + '_>>;
}
