use std::sync::Arc;

use askwell_engine::store::{Op, Query, Verdict};
use askwell_lifecycle::{Event, ShortList, Status};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{ROOMY, asked, assert_same, at, draft, everything, moved};

const TASKS: usize = 20;
const EACH: usize = 500;

/// Ten thousand, written by many at once and in large batches; a quarter of them closed.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn many(nodes: &Nodes) {
    let mut writers = JoinSet::new();
    for turn in 0..TASKS {
        let store = Arc::clone(nodes.turn(turn));
        writers.spawn(async move {
            let made: Vec<_> =
                (0..EACH).map(|number| asked(draft("a", at(number as u64)), at(number as u64))).collect();
            let create = |(elicitation, changes): &(Arc<_>, ShortList<_>)| Op::Create {
                elicitation: Arc::clone(elicitation),
                key: None,
                quota: ROOMY,
                changes: changes.clone(),
            };
            let verdicts = store.commit(made.iter().map(create).collect()).await.unwrap();
            assert!(verdicts.len() == EACH && verdicts.iter().all(|verdict| *verdict == Verdict::Committed));
            let close = made.iter().step_by(4).map(|(one, _)| moved(one, Event::decline(), at(1_000)));
            let (_, ops): (Vec<_>, Vec<_>) = close.unzip();
            let verdicts = store.commit(ops).await.unwrap();
            assert!(verdicts.iter().all(|verdict| *verdict == Verdict::Committed));
            made.into_iter().map(|(elicitation, _)| elicitation).collect::<Vec<_>>()
        });
    }
    let made: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
    for (turn, one) in
        made.iter().enumerate().filter(|(turn, _)| !(turn % EACH).is_multiple_of(4)).step_by(97)
    {
        assert_same(&nodes.turn(turn).get(one.id).await.unwrap().unwrap(), one);
    }
    let mut expected: Vec<_> = made.iter().map(|one| one.id).collect();
    expected.sort();
    expected.reverse();
    let mut listed = Vec::new();
    let mut open = 0;
    let mut query = everything(999);
    for turn in 0.. {
        let page = nodes.turn(turn).list(query.clone()).await.unwrap();
        listed.extend(page.items.iter().map(|one| one.id));
        open += page.items.iter().filter(|one| one.status().is_open()).count();
        match page.next {
            Some(next) => query = Query { before: Some(next), ..query },
            None => break,
        }
    }
    assert_eq!(listed, expected);
    assert_eq!(open, TASKS * EACH * 3 / 4);
    let closed = Query { statuses: vec![Status::Declined], ..everything(TASKS * EACH) };
    assert_eq!(nodes.turn(0).list(closed).await.unwrap().items.len(), TASKS * EACH / 4);
    assert_eq!(nodes.turn(1).claim_due(at(1_000_000), 1_000).await.unwrap().len(), 1_000);
}
