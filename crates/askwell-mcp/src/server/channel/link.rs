//! Returns a link in the text of a result, for the model to show to its person.

use std::time::Duration;

use askwell_lifecycle::{ElicitationId, Scope, Timestamp};
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::server::app;
use crate::server::ask::{AskError, AskStatus, PendingAsk, PlannedAsk, Wait};
use crate::server::call::CallState;
use askwell_engine::{HostedError, HostedLink};

/// How long the same link is returned. After that a new one is made, as the page may have locked
/// the old one.
const LIFETIME: Duration = Duration::from_secs(600);
/// The most links in the cache.
const CAPACITY: usize = 1024;

/// Ends the wait with a link: as the status of a durable question, or by telling the client to call
/// again.
///
/// # Errors
/// Always, for a question whose handler waits until the end; otherwise when there is no page.
pub(super) async fn end_with_link(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
    unseen: bool,
) -> Result<AskStatus, AskError> {
    match ask.spec.wait {
        Wait::AtMost(_) | Wait::UntilConsent => open_status(ask.call(), id, unseen).await,
        Wait::UntilClosed => {
            let link = link_to(ask.call(), id).await?;
            expect_client(ask, id).await?;
            app::show_link(ask.call(), &link);
            Err(PendingAsk::Link(link).into())
        }
    }
}

/// Counts the client as present while the question is open, because the person has the link.
///
/// Returns the deadline.
pub(super) async fn expect_client(
    ask: &PlannedAsk<'_>,
    id: ElicitationId,
) -> Result<Option<Timestamp>, AskError> {
    let elicitation = ask.engine().status(ask.actor(), id).await?;
    if let (Scope::Client(client), Some(deadline)) = (&ask.actor().scope, elicitation.deadline()) {
        ask.engine().expect_client(client, deadline);
    }
    Ok(elicitation.deadline())
}

/// Returns the status of an open question, with the link to its page if there is one.
///
/// # Errors
/// When the page is not available.
pub(super) async fn open_status(
    call: &CallState,
    id: ElicitationId,
    unseen: bool,
) -> Result<AskStatus, AskError> {
    let link = if call.server.ask.pages.is_some() { Some(link_to(call, id).await?) } else { None };
    if let Some(link) = &link {
        app::show_link(call, link);
    }
    Ok(AskStatus::Open { id, link, unseen })
}

/// Returns the link to the page of an elicitation; the same one for a while.
///
/// # Errors
/// When there is no page.
pub(super) async fn link_to(call: &CallState, id: ElicitationId) -> Result<HostedLink, AskError> {
    let parts = &call.server.ask;
    let Some(pages) = &parts.pages else {
        return Err(HostedError::NoPages.into());
    };
    if let Some(link) = parts.links.get(id) {
        return Ok(link);
    }
    let link = pages.link(id).await?;
    parts.links.put(id, &link);
    Ok(link)
}

/// The newest links by elicitation.
#[derive(Default)]
pub(crate) struct LinkCache(Mutex<HashMap<ElicitationId, (Instant, HostedLink)>>);

impl LinkCache {
    /// Returns the link of an elicitation, if it is fresh.
    fn get(&self, id: ElicitationId) -> Option<HostedLink> {
        let links = self.0.lock();
        links.get(&id).filter(|(made, _)| made.elapsed() < LIFETIME).map(|(_, link)| link.clone())
    }

    /// Adds a link. If the cache is full, drops those that are too old, and all of them if that is
    /// not enough.
    fn put(&self, id: ElicitationId, link: &HostedLink) {
        let mut links = self.0.lock();
        if links.len() >= CAPACITY {
            links.retain(|_, (made, _)| made.elapsed() < LIFETIME);
        }
        if links.len() >= CAPACITY {
            links.clear();
        }
        links.insert(id, (Instant::now(), link.clone()));
    }
}
