use std::time::Duration;

use askwell_engine::store::{CreateQuota, RateLimit, Verdict};
use std::sync::Arc;
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{at, create_op};

/// Creates are limited in any sliding window, whichever node they come from; only committed ones count.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn rates(nodes: &Nodes) {
    let rate = Some(RateLimit { per_window: 3, window: Duration::from_secs(60) });
    let quota = CreateQuota { rate, ..CreateQuota::NONE };
    let create = |turn: usize, client: &'static str, time: u64, quota| async move {
        nodes.turn(turn).commit_one(create_op(client, at(time), None, quota)).await.unwrap()
    };
    for (turn, time) in [0, 10, 20].into_iter().enumerate() {
        assert_eq!(create(turn, "a", time, quota).await, Verdict::Committed);
    }
    let refused = Verdict::TooFast { retry_at: at(60_000) };
    assert_eq!(create(0, "a", 30, quota).await, refused);
    assert_eq!(create(1, "a", 59_999, quota).await, refused);
    assert_eq!(create(1, "b", 30, quota).await, Verdict::Committed, "each client has its own");
    assert_eq!(create(1, "a", 30, CreateQuota::NONE).await, Verdict::Committed, "without a limit");
    assert_eq!(create(0, "a", 60_000, quota).await, Verdict::Committed, "the first has left the window");
    assert_eq!(create(1, "a", 60_000, quota).await, Verdict::TooFast { retry_at: at(60_010) });

    // What another limit refuses does not count, nor does what exists.
    let full = CreateQuota { per_client: 0, ..quota };
    for turn in 0..5 {
        assert_eq!(create(turn, "c", 0, full).await, Verdict::ClientFull);
    }
    let keyed = |time| create_op("c", at(time), Some("k"), quota);
    assert_eq!(nodes.turn(0).commit_one(keyed(0)).await, Ok(Verdict::Committed));
    for turn in 0..5 {
        let again = nodes.turn(turn).commit_one(keyed(1)).await.unwrap();
        assert!(matches!(again, Verdict::Exists(_)), "{again:?}");
    }
    for turn in 0..2 {
        assert_eq!(create(turn, "c", 2, quota).await, Verdict::Committed);
    }
    assert_eq!(create(0, "c", 3, quota).await, refused);

    // At once, and several in one commit.
    let mut racing = JoinSet::new();
    for turn in 0..10_usize {
        let store = Arc::clone(nodes.turn(turn));
        let ops = (0..3).map(|_| create_op("d", at(0), None, quota)).collect();
        racing.spawn(async move { store.commit(ops).await.unwrap() });
    }
    let verdicts: Vec<_> = racing.join_all().await.into_iter().flatten().collect();
    assert_eq!(verdicts.iter().filter(|verdict| **verdict == Verdict::Committed).count(), 3, "{verdicts:?}");
}
