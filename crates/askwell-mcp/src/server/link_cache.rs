//! Links that were made a moment ago, so that asking for a link again gives the same one.

use std::time::Duration;

use askwell_lifecycle::ElicitationId;
use hashbrown::HashMap;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::deliver::HostedLink;

/// How long a link is given again; after that, a new one is made: a page may have locked the old one.
const LIFETIME: Duration = Duration::from_secs(600);
/// The most links that are kept.
const CAPACITY: usize = 1024;

/// The links that were made last, by elicitation.
#[derive(Default)]
pub(crate) struct LinkCache(Mutex<HashMap<ElicitationId, (Instant, HostedLink)>>);

impl LinkCache {
    /// Returns the link that was made for an elicitation, if that was a moment ago.
    pub(super) fn get(&self, id: ElicitationId) -> Option<HostedLink> {
        let links = self.0.lock();
        links.get(&id).filter(|(made, _)| made.elapsed() < LIFETIME).map(|(_, link)| link.clone())
    }

    /// Keeps a link. Drops those that are too old when there are too many, and all of them if that is not enough.
    pub(super) fn put(&self, id: ElicitationId, link: &HostedLink) {
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
