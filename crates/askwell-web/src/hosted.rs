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
}

impl Hosted for Pages {
    fn link(&self, id: ElicitationId) -> Pin<Box<dyn Future<Output = Result<Link, StoreError>> + Send + '_>> {
        Box::pin(Pages::link(self, id))
    }
}
