use std::collections::BTreeMap;
use std::sync::Arc;

use askwell_engine::store::{Change, CreateQuota, Store};
use askwell_lifecycle::{ElicitationId, Event, Scope, Surface};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{advance, answer, ask, at, create_op, draft};

/// Every change has its place, without gaps; reading can go on from any of them.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn log(nodes: &Nodes) {
    let newest = nodes.turn(0).subscribe();
    let empty = nodes.turn(0).changes_since(0, 10, Scope::Everything).await.unwrap();
    assert_eq!((empty.list.len(), empty.upto, empty.truncated, *newest.borrow()), (0, 0, false, 0));
    for number in 0..10 {
        let made = ask(nodes.turn(number), ["a", "b"][number % 2], at(number as u64)).await;
        let opened = advance(nodes.turn(number + 1), &made, Event::Open, at(10)).await;
        advance(nodes.turn(number), &opened, answer("Ops"), at(20)).await;
    }
    // What was refused leaves no trace.
    let refused = CreateQuota { per_client: 0, ..CreateQuota::NONE };
    nodes.turn(0).commit_one(create_op("a", at(0), None, refused)).await.unwrap();

    let all = follow(nodes.turn(1), 0, 7, &Scope::Everything, 30).await;
    assert_eq!(all.iter().map(|change| change.seq).collect::<Vec<_>>(), (1..=30).collect::<Vec<_>>());
    let names: Vec<_> = all.iter().map(|change| change.effect.name()).collect();
    assert_eq!(names, ["created", "opened", "complete"].repeat(10));
    assert!(all.iter().all(|one| one.person.as_deref() == Some("ops") && one.surface == Surface::Api));
    for after in 0..=30 {
        let rest = follow(nodes.turn(0), after, 4, &Scope::Everything, 30).await;
        assert_eq!(rest, all[usize::try_from(after).unwrap()..]);
    }
    let own: Vec<_> = all.iter().filter(|change| change.client.as_str() == "b").cloned().collect();
    assert_eq!(follow(nodes.turn(1), 0, 2, &Scope::Client("b".into()), 30).await, own);
    assert!(follow(nodes.turn(1), 0, 2, &Scope::Client("z".into()), 30).await.is_empty());
    let mut newest = nodes.turn(0).subscribe();
    newest.wait_for(|newest| *newest == 30).await.expect("a subscription comes to the newest change");
    let end = nodes.turn(0).changes_since(30, 10, Scope::Everything).await.unwrap();
    assert_eq!((end.list.len(), end.upto, end.truncated), (0, 30, false));
    // A reader whose position is beyond this log.
    for after in [31, 5_000, u64::MAX] {
        let beyond = nodes.turn(1).changes_since(after, 10, Scope::Everything).await.unwrap();
        assert_eq!((beyond.list.len(), beyond.upto, beyond.truncated), (0, 30, true), "{after}");
    }
}

/// Reads on until the log has been looked through up to `end`.
pub(super) async fn follow(
    store: &Arc<dyn Store>,
    after: u64,
    limit: usize,
    scope: &Scope,
    end: u64,
) -> Vec<Change> {
    let mut newest = store.subscribe();
    let (mut after, mut seen) = (after, Vec::new());
    while after < end {
        newest.mark_unchanged();
        let stretch = store.changes_since(after, limit, scope.clone()).await.unwrap();
        assert!(stretch.list.len() <= limit && !stretch.truncated);
        assert!(stretch.list.iter().all(|change| change.seq > after && change.seq <= stretch.upto));
        seen.extend(stretch.list);
        if stretch.upto == after {
            newest.changed().await.unwrap();
        }
        after = stretch.upto;
    }
    assert!(seen.is_sorted_by_key(|change| change.seq));
    seen
}

/// One elicitation's changes are found among all others, as far as the log goes back.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn history(nodes: &Nodes) {
    let unknown = draft("a", at(0)).id;
    assert_eq!(nodes.turn(0).history(unknown, 10).await, Ok(Vec::new()));
    let mut lives = Vec::new();
    for number in 0..20_usize {
        lives.push(ask(nodes.turn(number), "a", at(number as u64)).await);
    }
    let events = [Event::Open, Event::Claim(Arc::from("reviewer")), Event::reject(), Event::Extend(None)];
    for (step, event) in events.iter().enumerate() {
        for life in &mut lives {
            *life = advance(nodes.turn(step), life, event.clone(), at(100 + step as u64)).await;
        }
    }
    // The last of three rejections more also closes: two changes in one transition.
    for life in lives.iter_mut().step_by(2) {
        for step in 0..3 {
            *life = advance(nodes.turn(step), life, Event::reject(), at(200 + step as u64)).await;
        }
    }
    let all = follow(nodes.turn(0), 0, 1000, &Scope::Everything, 20 * 5 + 10 * 4).await;
    for (turn, life) in lives.iter().enumerate() {
        let expected: Vec<_> = all.iter().filter(|change| change.id == life.id).cloned().collect();
        assert_eq!(nodes.turn(turn).history(life.id, 1000).await.unwrap(), expected);
        let newest = nodes.turn(turn + 1).history(life.id, 2).await.unwrap();
        assert_eq!(newest, expected[expected.len() - 2..], "the newest");
    }
    // What the log has forgotten is not there; what is purged has no history.
    nodes.turn(0).purge(at(101), 100).await.unwrap();
    for life in &lives {
        let names: Vec<_> = nodes.turn(1).history(life.id, 1000).await.unwrap();
        assert_eq!(names[0].effect.name(), "claimed");
    }
    nodes.turn(0).purge(at(10_000), 100).await.unwrap();
    for (number, life) in lives.iter().enumerate() {
        assert_eq!(nodes.turn(number).history(life.id, 1000).await, Ok(Vec::new()));
    }
    let on = advance(nodes.turn(0), &lives[1], Event::Release, at(10_001)).await;
    let after = nodes.turn(1).history(on.id, 1000).await.unwrap();
    assert_eq!(after.iter().map(|change| change.effect.name()).collect::<Vec<_>>(), ["released"]);
}

/// A reader during many writes gets every change exactly once.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn log_under_load(nodes: &Nodes) {
    const WRITERS: usize = 16;
    const EACH: usize = 10;
    let end = (WRITERS * EACH * 3) as u64;
    let mut readers = JoinSet::new();
    for turn in 0..2 {
        let store = Arc::clone(nodes.turn(turn));
        readers.spawn(async move { follow(&store, 0, 5, &Scope::Everything, end).await });
    }
    let mut writers = JoinSet::new();
    for turn in 0..WRITERS {
        let store = Arc::clone(nodes.turn(turn));
        writers.spawn(async move {
            for _ in 0..EACH {
                let made = ask(&store, "a", at(0)).await;
                let opened = advance(&store, &made, Event::Open, at(1)).await;
                advance(&store, &opened, answer("Ops"), at(2)).await;
            }
        });
    }
    writers.join_all().await;
    for seen in readers.join_all().await {
        assert_eq!(seen.iter().map(|change| change.seq).collect::<Vec<_>>(), (1..=end).collect::<Vec<_>>());
        let mut revisions: BTreeMap<ElicitationId, u64> = BTreeMap::new();
        for change in &seen {
            let revision = revisions.entry(change.id).or_default();
            *revision += 1;
            assert_eq!(change.revision, *revision, "each elicitation's changes in their order");
        }
        assert_eq!(revisions.len(), WRITERS * EACH);
    }
}
