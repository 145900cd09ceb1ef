use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{CLAIM_DURATION, Op, Verdict};
use askwell_lifecycle::{ElicitationId, Event, NewElicitation, Terms};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{ROOMY, TERMS, asked, at, draft, moved};

const DUE: usize = 60;

/// Several nodes that claim at once get different elicitations, if the store is shared. What a node has
/// claimed and left can be claimed again after the time for which claims are hidden.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn claims(nodes: &Nodes) {
    let is_shared = nodes.turn(0).is_shared();
    for _ in 0..DUE {
        let terms = Terms { timeout: Duration::from_secs(1), warn_before: Duration::ZERO, ..TERMS };
        let (elicitation, changes) = asked(NewElicitation { terms, ..draft("a", at(0)) }, at(0));
        let op = Op::Create { elicitation, key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(0).commit_one(op).await, Ok(Verdict::Committed));
    }
    let now = at(1_000);
    let first = claim_at_once(nodes, now).await;
    if is_shared {
        assert!(first.values().all(|times| *times == 1), "two nodes have the same: {first:?}");
    }
    // All nodes crash before they fire anything.
    let hidden = nodes.turn(1).claim_due(now, DUE).await.unwrap();
    assert!(!is_shared || hidden.len() + first.len() <= DUE, "claimed ones are claimed again at once");
    let later = now + CLAIM_DURATION;
    let again = claim_all(nodes, later).await;
    assert_eq!(again.len(), DUE, "what was left is found again");

    // A transition ends the claim: what is extended is due when it says.
    for (number, id) in again.iter().enumerate() {
        let found = nodes.turn(number).get(*id).await.unwrap().unwrap();
        let event = if number == 0 { Event::Extend(None) } else { Event::Tick };
        let time = if number == 0 { at(500) } else { later };
        let (next, op) = moved(&found, event, time);
        assert_eq!(nodes.turn(number).commit_one(op).await, Ok(Verdict::Committed));
        assert!(number > 0 || next.next_due() == Some(at(31_000)), "{:?}", next.next_due());
    }
    assert_eq!(nodes.turn(1).next_due().await, Ok(Some(at(31_000))));
    assert_eq!(nodes.turn(0).claim_due(at(30_999), DUE).await.unwrap().len(), 0);
    assert_eq!(nodes.turn(1).claim_due(at(31_000), DUE).await.unwrap().len(), 1);
}

/// Claims on all nodes at the same time, and counts how often each elicitation is returned.
async fn claim_at_once(nodes: &Nodes, now: askwell_lifecycle::Timestamp) -> BTreeMap<ElicitationId, usize> {
    let mut claims = JoinSet::new();
    for turn in 0..12 {
        let store = Arc::clone(nodes.turn(turn));
        claims.spawn(async move { store.claim_due(now, 4).await.unwrap() });
    }
    let mut counts = BTreeMap::new();
    for claimed in claims.join_all().await {
        assert!(claimed.len() <= 4);
        for one in claimed {
            *counts.entry(one.id).or_insert(0) += 1;
        }
    }
    assert!(!counts.is_empty());
    counts
}

/// Claims until all that is due is known. A claim may skip what another one has locked.
async fn claim_all(nodes: &Nodes, now: askwell_lifecycle::Timestamp) -> Vec<ElicitationId> {
    let mut found = std::collections::BTreeSet::new();
    for turn in 0..50 {
        found.extend(nodes.turn(turn).claim_due(now, DUE).await.unwrap().iter().map(|one| one.id));
        if found.len() == DUE {
            break;
        }
    }
    found.into_iter().collect()
}
