//! Where a person answers: the seam between the API and the pages.

use std::future::Future;
use std::pin::Pin;

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;

use crate::links::Link;
use crate::pages::Pages;

/// Makes links to where a person answers.
pub trait Hosted: Send + Sync + 'static {
    /// A new link for an elicitation.
    fn link(&self, id: ElicitationId) -> Pin<Box<dyn Future<Output = Result<Link, StoreError>> + Send + '_>>;

    /// A link for an elicitation that is the same each time, also after a restart. Unless a surface says otherwise,
    /// a new one.
    fn stable_link(
        &self,
        id: ElicitationId,
    ) -> Pin<Box<dyn Future<Output = Result<Link, StoreError>> + Send + '_>> {
        self.link(id)
    }
}

impl Hosted for Pages {
    fn link(&self, id: ElicitationId) -> Pin<Box<dyn Future<Output = Result<Link, StoreError>> + Send + '_>> {
        Box::pin(Pages::link(self, id))
    }

    fn stable_link(
        &self,
        id: ElicitationId,
    ) -> Pin<Box<dyn Future<Output = Result<Link, StoreError>> + Send + '_>> {
        Box::pin(Pages::stable_link(self, id))
    }
}
