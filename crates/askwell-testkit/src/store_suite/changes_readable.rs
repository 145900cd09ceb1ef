use std::sync::Arc;

use askwell_engine::store::{Change, Store};
use askwell_lifecycle::{Effect, Event, Scope};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{advance, answer, ask, at};

/// Every change that the log or a history returns speaks of an elicitation that can be read, at the revision the change
/// led to or at a later one, also while many write.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn changes_readable(nodes: &Nodes) {
    const WRITERS: usize = 16;
    const EACH: usize = 40;
    let end = (WRITERS * EACH * 3) as u64;
    let mut readers = JoinSet::new();
    for turn in 0..4 {
        let store = Arc::clone(nodes.turn(turn));
        readers.spawn(async move {
            let mut after = 0;
            // Reads without waiting for a hint: a change may be visible before it is announced.
            while after < end {
                let stretch = store.changes_since(after, 8, Scope::Client("a".into())).await.unwrap();
                for change in &stretch.list {
                    assert_readable(&store, change).await;
                }
                after = stretch.upto;
                tokio::task::yield_now().await;
            }
        });
    }
    let mut writers = JoinSet::new();
    for turn in 0..WRITERS {
        let store = Arc::clone(nodes.turn(turn));
        writers.spawn(async move {
            for _ in 0..EACH {
                let made = ask(&store, "a", at(0)).await;
                let opened = advance(&store, &made, Event::Open, at(1)).await;
                advance(&store, &opened, answer("Ops"), at(2)).await;
                for change in store.history(made.id, 10).await.unwrap() {
                    assert_readable(&store, &change).await;
                }
            }
        });
    }
    writers.join_all().await;
    readers.join_all().await;
}

async fn assert_readable(store: &Arc<dyn Store>, change: &Change) {
    let found = store.get_within(change.id, Scope::Client("a".into())).await.unwrap();
    assert!(found.is_some(), "the log has {change:?}, and its elicitation is not there");
    let found = found.unwrap();
    assert!(found.revision >= change.revision, "{found:?} is older than {change:?}");
    if let Effect::Closed { status, .. } = &change.effect {
        assert_eq!(found.status(), *status);
    }
}
