use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use askwell_engine::store::{CreateQuota, Op, Store, Verdict};
use askwell_lifecycle::{CancelReason, ElicitationId, Event};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{ROOMY, advance, answer, ask, asked, assert_same, at, create_op, draft, moved};

const RACERS: usize = 32;

/// Runs operations at the same time, from all nodes.
async fn race(nodes: &Nodes, ops: Vec<Op>) -> Vec<Verdict> {
    let mut racing = JoinSet::new();
    for (turn, op) in ops.into_iter().enumerate() {
        let store: Arc<dyn Store> = Arc::clone(nodes.turn(turn));
        racing.spawn(async move { (turn, store.commit_one(op).await.unwrap()) });
    }
    let mut verdicts = racing.join_all().await;
    verdicts.sort_by_key(|(turn, _)| *turn);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

fn count(verdicts: &[Verdict], wanted: Verdict) -> usize {
    verdicts.iter().filter(|verdict| **verdict == wanted).count()
}

/// One of several concurrent submits, declines, cancels and timeouts wins, and all nodes see the
/// same result.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn one_winner(nodes: &Nodes) {
    for round in 0..10 {
        let made = ask(nodes.turn(round), "a", at(0)).await;
        let attempts = (0..RACERS).map(|racer| match racer % 4 {
            0 => moved(&made, answer(&racer.to_string()), at(1)),
            1 => moved(&made, Event::decline(), at(1)),
            2 => moved(&made, Event::Cancel(CancelReason::UserCancelled), at(1)),
            _ => moved(&made, Event::Tick, at(60_000)),
        });
        let (nexts, ops): (Vec<_>, Vec<_>) = attempts.unzip();
        let verdicts = race(nodes, ops).await;
        assert_eq!(count(&verdicts, Verdict::Committed), 1, "one wins: {verdicts:?}");
        assert_eq!(count(&verdicts, Verdict::Conflict), RACERS - 1);
        let winner = verdicts.iter().position(|verdict| *verdict == Verdict::Committed).unwrap();
        for turn in 0..2 {
            assert_same(&nodes.turn(turn).get(made.id).await.unwrap().unwrap(), &nexts[winner]);
        }
    }
}

/// A key stands for one elicitation of its client, however many use it at once, and after it is closed.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn keys(nodes: &Nodes) {
    let create = |client: &str, key| create_op(client, at(0), Some(key), ROOMY);
    let verdicts = race(nodes, (0..RACERS).map(|_| create("a", "k")).collect()).await;
    assert_eq!(count(&verdicts, Verdict::Committed), 1, "one is made: {verdicts:?}");
    let id = find(nodes, "a", "k").await.expect("the key is known");
    assert_eq!(count(&verdicts, Verdict::Exists(id)), RACERS - 1, "all others learn which: {verdicts:?}");

    assert_eq!(
        nodes.turn(0).commit_one(create("b", "k")).await,
        Ok(Verdict::Committed),
        "another client's key"
    );
    assert_ne!(find(nodes, "b", "k").await, Some(id));
    assert_eq!((find(nodes, "c", "k").await, find(nodes, "a", "K").await), (None, None));

    // Within one commit, too; and a key comes before a quota.
    let none = CreateQuota { per_client: 0, total: 0, rate: None };
    let verdicts = nodes.turn(1).commit(vec![
        create("a", "l"),
        create("a", "l"),
        create_op("a", at(0), Some("k"), none),
    ]);
    let verdicts = verdicts.await.unwrap();
    let second = find(nodes, "a", "l").await.unwrap();
    assert_eq!(verdicts, [Verdict::Committed, Verdict::Exists(second), Verdict::Exists(id)]);

    let made = nodes.turn(0).get(id).await.unwrap().unwrap();
    advance(nodes.turn(1), &made, Event::decline(), at(1)).await;
    assert_eq!(
        nodes.turn(0).commit_one(create("a", "k")).await,
        Ok(Verdict::Exists(id)),
        "closed, not forgotten"
    );
}

async fn find(nodes: &Nodes, client: &str, key: &str) -> Option<ElicitationId> {
    let found = nodes.turn(0).find_key(client.into(), Arc::from(key)).await.unwrap();
    assert_eq!(nodes.turn(1).find_key(client.into(), Arc::from(key)).await.unwrap(), found);
    found
}

/// Never more open than allowed, however many ask at once; closing makes room.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn ceilings(nodes: &Nodes) {
    let quota = CreateQuota { per_client: 5, total: 12, rate: None };
    let create = |client: &str| create_op(client, at(0), None, quota);
    let verdicts = race(nodes, (0..RACERS).map(|_| create("a")).collect()).await;
    assert_eq!(
        (count(&verdicts, Verdict::Committed), count(&verdicts, Verdict::ClientFull)),
        (5, RACERS - 5)
    );
    let verdicts = race(nodes, (0..RACERS).map(|racer| create(["b", "c", "d"][racer % 3])).collect()).await;
    assert_eq!(count(&verdicts, Verdict::Committed), 7, "five of one client and twelve in all: {verdicts:?}");
    assert_eq!(
        nodes.turn(0).commit_one(create("a")).await,
        Ok(Verdict::ClientFull),
        "the nearer quota first"
    );
    assert_eq!(nodes.turn(1).commit_one(create("e")).await, Ok(Verdict::TotalFull));

    // Within one commit: room is made, used, and used up.
    let page = nodes.turn(0).list(super::sample::everything(100)).await.unwrap();
    let of_a = page.items.iter().find(|one| one.client.as_str() == "a").unwrap();
    let (_, close) = moved(of_a, Event::decline(), at(1));
    let verdicts = nodes.turn(1).commit(vec![create("a"), close, create("a"), create("a")]).await.unwrap();
    let expected = [Verdict::ClientFull, Verdict::Committed, Verdict::Committed, Verdict::ClientFull];
    assert_eq!(verdicts, expected);
}

/// Dropping the future of a commit is harmless: the commit is done, or it is not.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn dropped_futures(nodes: &Nodes) {
    let store = nodes.turn(0);
    for _ in 0..50 {
        let (made, changes) = asked(draft("a", at(0)), at(0));
        let create = Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes };
        {
            let mut started = pin!(store.commit(vec![create.clone()]));
            std::future::poll_fn(|context| Poll::Ready(started.as_mut().poll(context).is_ready())).await;
        }
        // What was handed over before is done before.
        let verdict = store.commit_one(create).await.unwrap();
        assert!(matches!(verdict, Verdict::Committed | Verdict::Conflict), "{verdict:?}");
        assert_same(&nodes.turn(1).get(made.id).await.unwrap().unwrap(), &made);
    }
}
