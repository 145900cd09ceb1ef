//! Pages as the place where people answer.

use askwell_engine::{Hosted, HostedError, HostedLink};
use askwell_lifecycle::ElicitationId;
use futures_util::future::BoxFuture;

use crate::pages::Pages;

impl Hosted for Pages {
    fn link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(Pages::link(self, id).await?) })
    }

    fn stable_link(&self, id: ElicitationId) -> BoxFuture<'_, Result<HostedLink, HostedError>> {
        Box::pin(async move { Ok(Pages::stable_link(self, id).await?) })
    }
}
