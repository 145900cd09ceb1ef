use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Guard, LeaseRequest, Node, Record, RecordWrite, StoreLease, Verdict};
use tokio::task::JoinSet;

use super::Nodes;

const LONG: Duration = Duration::from_secs(600);

fn request(name: &str, holder: &str, duration: Duration) -> LeaseRequest {
    LeaseRequest { name: Arc::from(name), holder: Arc::from(holder), duration }
}

async fn acquire(nodes: &Nodes, turn: usize, name: &str, holder: &str, duration: Duration) -> StoreLease {
    let leases = nodes.turn(turn).acquire_leases(vec![request(name, holder, duration)]).await.unwrap();
    leases.into_iter().next().expect("a lease for each request")
}

async fn names(nodes: &Nodes, turn: usize, prefix: &str, after: Option<&str>, limit: usize) -> Vec<String> {
    let leases = nodes.turn(turn).list_leases(Arc::from(prefix), after.map(Arc::from), limit).await.unwrap();
    leases.iter().map(|lease| lease.name.to_string()).collect()
}

/// A lease has one holder until it expires or is released, by the store's clock.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn leases(nodes: &Nodes) {
    let first = acquire(nodes, 0, "job", "x", LONG).await;
    assert_eq!((&*first.name, &*first.holder), ("job", "x"));
    let now = nodes.turn(0).clock().now();
    assert!(first.until > now + LONG / 2 && first.until < now + LONG * 2, "{first:?} at {now:?}");
    let refused = acquire(nodes, 1, "job", "y", LONG).await;
    assert_eq!((&*refused.holder, refused.term), ("x", first.term), "it is held");
    let renewed = acquire(nodes, 1, "job", "x", LONG * 2).await;
    assert_eq!(renewed.term, first.term, "renewing keeps the term");
    assert!(renewed.until > first.until);
    assert_eq!(acquire(nodes, 0, "job", "x", LONG).await.until, renewed.until, "renewing never shortens");

    nodes.turn(1).release_leases(vec![Arc::from("job")], Arc::from("y")).await.unwrap();
    assert_eq!(&*acquire(nodes, 0, "job", "y", LONG).await.holder, "x", "not released by another");
    nodes.turn(1).release_leases(vec![Arc::from("job"), Arc::from("none")], Arc::from("x")).await.unwrap();
    let second = acquire(nodes, 0, "job", "y", Duration::ZERO).await;
    assert_eq!(&*second.holder, "y");
    assert_ne!(second.term, first.term);
    let third = acquire(nodes, 1, "job", "z", LONG).await;
    assert_eq!(&*third.holder, "z", "the second has expired");
    assert!(third.term > second.term);

    let several = ["p/1", "p/2", "q", "p/3"].map(|name| request(name, "x", LONG));
    let got = nodes.turn(1).acquire_leases(several.to_vec()).await.unwrap();
    assert_eq!(got.iter().map(|lease| &*lease.name).collect::<Vec<_>>(), ["p/1", "p/2", "q", "p/3"]);
    assert_eq!(names(nodes, 0, "p/", None, 10).await, ["p/1", "p/2", "p/3"]);
    assert_eq!(names(nodes, 1, "p/", Some("p/1"), 1).await, ["p/2"]);
    assert_eq!(names(nodes, 0, "r", None, 10).await, Vec::<String>::new());

    let mut racing = JoinSet::new();
    for turn in 0..12_usize {
        let store = Arc::clone(nodes.turn(turn));
        let holder = turn.to_string();
        racing.spawn(async move {
            let leases = store.acquire_leases(vec![request("race", &holder, LONG)]).await.unwrap();
            leases[0].clone()
        });
    }
    let holders = racing.join_all().await;
    assert!(holders.iter().all(|lease| *lease == holders[0]), "all learn of one holder: {holders:?}");
}

/// Records are written only while their guard holds.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn guards(nodes: &Nodes) {
    let put =
        |key: &str, expected| RecordWrite::Put { record: Record::new("guarded", key, &b"x"[..]), expected };
    let write = |turn: usize, writes, guard| async move {
        nodes.turn(turn).write_records(writes, guard).await.unwrap()
    };
    let on = |revision| Guard::Record { namespace: "guarded", key: Arc::from("guard"), revision };
    assert_eq!(write(0, vec![put("a", 0)], on(1)).await, [Verdict::GuardFailed], "there is none yet");
    assert_eq!(write(1, vec![put("a", 0)], on(0)).await, [Verdict::Committed], "there must be none");
    assert_eq!(write(0, vec![put("guard", 0)], Guard::None).await, [Verdict::Committed]);
    assert_eq!(write(1, vec![put("a", 1), put("b", 0)], on(0)).await, [Verdict::GuardFailed; 2]);
    assert_eq!(nodes.turn(0).get_record("guarded", Arc::from("b")).await, Ok(None));
    // The writes may change the guard itself.
    let both = write(0, vec![put("guard", 1), put("a", 5), put("a", 1)], on(1)).await;
    assert_eq!(both, [Verdict::Committed, Verdict::Conflict, Verdict::Committed]);
    assert_eq!(write(1, vec![put("a", 2)], on(1)).await, [Verdict::GuardFailed]);

    let lease = acquire(nodes, 0, "writer", "x", Duration::ZERO).await;
    let term = |term| Guard::Lease { name: Arc::from("writer"), term };
    let held = write(0, vec![put("c", 0)], term(lease.term)).await;
    assert_eq!(held, [Verdict::Committed], "expired, and no other holder has it");
    let next = acquire(nodes, 1, "writer", "y", LONG).await;
    assert_eq!(write(0, vec![put("c", 1)], term(lease.term)).await, [Verdict::GuardFailed]);
    assert_eq!(write(0, vec![put("c", 1)], term(next.term)).await, [Verdict::Committed]);
    nodes.turn(1).release_leases(vec![Arc::from("writer")], Arc::from("y")).await.unwrap();
    assert_eq!(write(1, vec![put("c", 2)], term(next.term)).await, [Verdict::GuardFailed], "released");
}

/// Nodes are registered, and seen by the store's clock, on which all nodes agree.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn registry(nodes: &Nodes) {
    let node = |id: &str, version: &str| Node {
        id: Arc::from(id),
        address: Arc::from("10.0.0.1:8080"),
        version: Arc::from(version),
        seen: askwell_lifecycle::Timestamp::default(),
    };
    assert_eq!(nodes.turn(0).list_nodes().await, Ok(Vec::new()));
    nodes.turn(1).announce_node(node("b", "1")).await.unwrap();
    nodes.turn(0).announce_node(node("a", "1")).await.unwrap();
    nodes.turn(0).announce_node(node("b", "2")).await.unwrap();
    let found = nodes.turn(1).list_nodes().await.unwrap();
    let known: Vec<_> = found.iter().map(|node| (&*node.id, &*node.version)).collect();
    assert_eq!(known, [("a", "1"), ("b", "2")]);
    for (turn, node) in found.iter().enumerate() {
        let now = nodes.turn(turn).clock().now();
        let apart = node.seen.until(now).max(now.until(node.seen));
        assert!(apart < Duration::from_secs(10), "{apart:?} between a node's clock and the store's");
    }
    nodes.turn(0).remove_node(Arc::from("a")).await.unwrap();
    assert_eq!(nodes.turn(1).list_nodes().await.unwrap().len(), 1);
    // Read one after the other, on all nodes in turn: no clock is behind by more than a sample's error.
    let mut last = nodes.turn(0).clock().now();
    for turn in 0..100 {
        let now = nodes.turn(turn).clock().now();
        assert!(now.until(last) < Duration::from_millis(250), "{last:?} then {now:?}");
        last = now.max(last);
    }
    nodes.turn(0).ready().unwrap();
}
