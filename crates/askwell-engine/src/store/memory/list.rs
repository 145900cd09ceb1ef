//! Lists of a memory store.

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;

use askwell_lifecycle::{Elicitation, ElicitationId, Scope};

use super::MemoryState;
use crate::store::{InboxPage, InboxQuery, ListPage, Query};

impl MemoryState {
    /// Returns a page of the elicitations that match, newest first.
    pub(super) fn list(&self, query: &Query) -> ListPage {
        let empty = BTreeSet::new();
        let older = (Bound::Unbounded, query.before.map_or(Bound::Unbounded, Bound::Excluded));
        let ids: Box<dyn DoubleEndedIterator<Item = &ElicitationId>> = match &query.scope {
            Scope::Everything | Scope::Person(_) => Box::new(self.by_id.range(older).map(|(id, _)| id)),
            Scope::Client(client) => {
                Box::new(self.by_client.get(client).map_or(&empty, |client| &client.all).range(older))
            }
        };
        let matches = |elicitation: &&Arc<Elicitation>| {
            query.scope.includes(&elicitation.client, &elicitation.audience)
                && query.mode.is_none_or(|mode| elicitation.mode == mode)
                && (query.statuses.is_empty() || query.statuses.contains(&elicitation.status()))
        };
        let found = ids.rev().filter_map(|id| self.by_id.get(id)).map(|entry| &entry.elicitation);
        let mut items: Vec<Arc<Elicitation>> =
            found.filter(matches).take(query.limit.saturating_add(1)).cloned().collect();
        let more = items.len() > query.limit;
        items.truncate(query.limit);
        let next = items.last().filter(|_| more).map(|last| last.id);
        ListPage { items, next }
    }

    /// Returns a page of the open elicitations that match, the earliest deadline first.
    pub(super) fn list_inbox(&self, query: &InboxQuery) -> InboxPage {
        let found = self.inbox.places(query).filter_map(|place| self.by_id.get(&place.id));
        let found = found.map(|entry| &entry.elicitation).filter(|elicitation| query.matches(elicitation));
        InboxPage::of(found.take(query.limit.saturating_add(1)).cloned().collect(), query.limit)
    }
}
