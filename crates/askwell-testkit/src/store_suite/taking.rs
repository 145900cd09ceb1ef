use std::sync::Arc;

use askwell_engine::store::{Change, Op, Verdict};
use askwell_lifecycle::{Actor, Effect, Elicitation, ElicitationId, Event, ShortList, Surface};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{ROOMY, advance, answer, asked, assert_same, at, changes, create_op, draft};

const RACERS: usize = 32;

/// Something asked under the key `k` of client `a`.
async fn ask(nodes: &Nodes, turn: usize) -> Arc<Elicitation> {
    let (made, changes) = asked(draft("a", at(0)), at(0));
    let key = Some(Arc::from("k"));
    let op = Op::Create { elicitation: Arc::clone(&made), key, quota: ROOMY, changes };
    assert_eq!(nodes.turn(turn).commit_one(op).await, Ok(Verdict::Committed));
    made
}

fn taken(one: &Elicitation) -> ShortList<Change> {
    changes(one, ShortList::one(Effect::Taken), at(5))
}

fn take(one: &Elicitation) -> Op {
    Op::Take { id: one.id, client: one.client.clone(), key: Arc::from("k"), changes: taken(one) }
}

fn give_back(one: &Elicitation) -> Op {
    Op::GiveBack { id: one.id, client: one.client.clone(), key: Arc::from("k") }
}

async fn find(nodes: &Nodes, turn: usize) -> Option<ElicitationId> {
    let found = nodes.turn(turn).find_key("a".into(), Arc::from("k")).await.unwrap();
    let now = nodes.turn(turn).find_key_now(&"a".into(), "k");
    assert!(now.is_none_or(|now| now == found), "both ways to look agree");
    found
}

/// One of several concurrent takers gets an answer; later ones get none.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn take_succeeds_once_over_n_handles(nodes: &Nodes) {
    for round in 0..10 {
        let made = ask(nodes, round).await;
        let closed = advance(nodes.turn(round), &made, answer("x"), at(1)).await;
        let mut racing = JoinSet::new();
        for turn in 0..RACERS {
            let (store, op) = (Arc::clone(nodes.turn(turn)), take(&closed));
            racing.spawn(async move { store.commit_one(op).await.unwrap() });
        }
        let verdicts = racing.join_all().await;
        let won = verdicts.iter().filter(|verdict| **verdict == Verdict::Committed).count();
        let lost = verdicts.iter().filter(|verdict| **verdict == Verdict::NotFound).count();
        assert_eq!((won, lost), (1, RACERS - 1), "{verdicts:?}");
        assert_eq!(nodes.turn(round + 1).commit_one(take(&closed)).await, Ok(Verdict::NotFound));
        assert_same(&nodes.turn(round).get(made.id).await.unwrap().unwrap(), &closed);
    }
}

/// A key whose answer was taken is free for another elicitation, and takes no other client's
/// answer.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn taken_key_can_be_used_again(nodes: &Nodes) {
    let made = ask(nodes, 0).await;
    let closed = advance(nodes.turn(1), &made, answer("x"), at(1)).await;
    let again = || create_op("a", at(2), Some("k"), ROOMY);
    assert_eq!(nodes.turn(0).commit_one(again()).await, Ok(Verdict::Exists(made.id)));
    let of_another =
        Op::Take { id: closed.id, client: "b".into(), key: Arc::from("k"), changes: taken(&closed) };
    assert_eq!(nodes.turn(0).commit_one(of_another).await, Ok(Verdict::NotFound));
    assert_eq!(find(nodes, 1).await, Some(made.id));
    assert_eq!(nodes.turn(0).commit_one(take(&closed)).await, Ok(Verdict::Committed));
    assert_eq!(find(nodes, 1).await, None);
    let second = ask(nodes, 1).await;
    assert_eq!(find(nodes, 0).await, Some(second.id));
    assert_eq!(nodes.turn(1).commit_one(take(&closed)).await, Ok(Verdict::NotFound), "the key is another's");
    assert_eq!(find(nodes, 0).await, Some(second.id));
}

/// Taking is the last entry of the elicitation's history, and in the log.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn take_is_in_the_history(nodes: &Nodes) {
    let made = ask(nodes, 0).await;
    let closed = advance(nodes.turn(1), &made, answer("x"), at(1)).await;
    assert_eq!(nodes.turn(0).commit_one(take(&closed)).await, Ok(Verdict::Committed));
    let history = nodes.turn(1).history(made.id, 100).await.unwrap();
    let names: Vec<_> = history.iter().map(|change| change.effect.name()).collect();
    assert_eq!(names, ["created", "complete", "taken"]);
    let last = history.last().unwrap();
    assert_eq!((last.at, last.revision, last.surface), (at(5), closed.revision, Surface::Api));
    let scope = Actor::client("a", Surface::Api).scope;
    let log = nodes.turn(0).changes_since(last.seq - 1, 10, scope).await.unwrap();
    assert_eq!(log.list.as_slice(), std::slice::from_ref(last));
    // Closed and taken in one commit.
    let (made, created) = asked(draft("a", at(0)), at(0));
    let create = Op::Create {
        elicitation: Arc::clone(&made),
        key: Some(Arc::from("k")),
        quota: ROOMY,
        changes: created,
    };
    let (closed, close) = super::sample::moved(&made, Event::decline(), at(1));
    let verdicts = nodes.turn(1).commit(vec![create, close, take(&closed), take(&closed)]).await;
    let expected = vec![Verdict::Committed, Verdict::Committed, Verdict::Committed, Verdict::NotFound];
    assert_eq!(verdicts, Ok(expected));
    let history = nodes.turn(0).history(made.id, 100).await.unwrap();
    assert_eq!(history.last().map(|change| change.effect.name()), Some("taken"));
    assert_eq!(history.len(), 3);
}

/// Only what is closed can be taken or given back.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn open_elicitation_cannot_be_taken(nodes: &Nodes) {
    let made = ask(nodes, 0).await;
    assert_eq!(nodes.turn(1).commit_one(take(&made)).await, Ok(Verdict::Conflict));
    assert_eq!(nodes.turn(0).commit_one(give_back(&made)).await, Ok(Verdict::Conflict));
    assert_eq!(find(nodes, 0).await, Some(made.id));
    let unknown = asked(draft("a", at(0)), at(0)).0;
    assert_eq!(nodes.turn(0).commit_one(take(&unknown)).await, Ok(Verdict::NotFound));
    assert_eq!(nodes.turn(1).commit_one(give_back(&unknown)).await, Ok(Verdict::NotFound));
}

/// An answer that was given back is found under its key again, unless the key has been used.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn answer_given_back_is_found_again(nodes: &Nodes) {
    let made = ask(nodes, 0).await;
    let closed = advance(nodes.turn(1), &made, answer("x"), at(1)).await;
    for turn in 0..3 {
        assert_eq!(nodes.turn(turn).commit_one(take(&closed)).await, Ok(Verdict::Committed));
        assert_eq!(nodes.turn(turn + 1).commit_one(give_back(&closed)).await, Ok(Verdict::Committed));
        assert_eq!(find(nodes, turn).await, Some(made.id));
    }
    assert_eq!(nodes.turn(0).commit_one(give_back(&closed)).await, Ok(Verdict::Exists(made.id)));
    assert_eq!(nodes.turn(1).commit_one(take(&closed)).await, Ok(Verdict::Committed));
    let second = ask(nodes, 0).await;
    assert_eq!(nodes.turn(1).commit_one(give_back(&closed)).await, Ok(Verdict::Exists(second.id)));
    assert_eq!(find(nodes, 0).await, Some(second.id));
    // What was given back is purged with its key.
    let closed = advance(nodes.turn(1), &second, answer("x"), at(1)).await;
    assert_eq!(nodes.turn(1).commit_one(take(&closed)).await, Ok(Verdict::Committed));
    assert_eq!(nodes.turn(1).commit_one(give_back(&closed)).await, Ok(Verdict::Committed));
    assert_eq!(nodes.turn(0).purge(at(10), 10).await, Ok(2));
    assert_eq!(find(nodes, 1).await, None);
}
