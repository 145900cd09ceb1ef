use askwell_engine::store::{Op, Verdict};
use askwell_lifecycle::{Event, ShortList};
use std::sync::Arc;

use super::Nodes;
use super::sample::{ROOMY, advance, answer, ask, asked, assert_same, at, create_op, draft, moved};

/// Each operation has a verdict of its own, in the order given, and sees those before it.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn verdicts(nodes: &Nodes) {
    let (first, second) = (nodes.turn(0), nodes.turn(1));
    let made = ask(first, "a", at(0)).await;
    assert_same(&second.get(made.id).await.unwrap().unwrap(), &made);
    assert_eq!(first.get(draft("a", at(0)).id).await.unwrap().map(|found| found.id), None);

    let again =
        Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes: ShortList::none() };
    assert_eq!(second.commit(vec![again.clone()]).await, Ok(vec![Verdict::Conflict]), "a name is used once");

    // One commit: made, opened, opened again from the old revision, an unknown one, made again.
    let (fresh, changes) = asked(draft("a", at(1)), at(1));
    let (opened, open) = moved(&fresh, Event::Open, at(2));
    let (_, stale) = moved(&fresh, answer("too late"), at(2));
    let (_, unknown) = moved(&asked(draft("a", at(1)), at(1)).0, Event::Open, at(2));
    let create = Op::Create { elicitation: Arc::clone(&fresh), key: None, quota: ROOMY, changes };
    let verdicts = first.commit(vec![create.clone(), open, stale, unknown, create]).await;
    let expected =
        vec![Verdict::Committed, Verdict::Committed, Verdict::Conflict, Verdict::NotFound, Verdict::Conflict];
    assert_eq!(verdicts, Ok(expected));
    assert_same(&second.get(fresh.id).await.unwrap().unwrap(), &opened);

    // What is closed is not closed a second time, nor made again.
    let closed = advance(second, &opened, answer("Ops"), at(3)).await;
    let (_, late) = moved(&opened, Event::decline(), at(4));
    let remake =
        Op::Create { elicitation: Arc::clone(&fresh), key: None, quota: ROOMY, changes: ShortList::none() };
    assert_eq!(second.commit_one(remake.clone()).await, Ok(Verdict::Conflict), "alone in its commit");
    let verdicts = first.commit(vec![late, remake]).await;
    assert_eq!(verdicts, Ok(vec![Verdict::Conflict, Verdict::Conflict]));
    assert_same(&first.get(fresh.id).await.unwrap().unwrap(), &closed);

    assert_eq!(first.commit_one(create_op("a", at(5), None, ROOMY)).await, Ok(Verdict::Committed));
    assert_eq!(first.commit(Vec::new()).await, Ok(Vec::new()), "nothing asked, nothing done");
}
