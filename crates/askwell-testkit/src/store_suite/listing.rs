use std::sync::Arc;

use askwell_engine::store::{Op, Query, Verdict};
use askwell_lifecycle::{
    CancelReason, Elicitation, ElicitationId, Event, Mode, NewElicitation, Scope, Status,
};

use super::Nodes;
use super::sample::{ROOMY, advance, answer, ask, asked, at, draft, everything};

/// Lists contain the matching elicitations, newest first, page by page, also during changes.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn listing(nodes: &Nodes) {
    let all = populate(nodes).await;
    let clients =
        [Scope::Everything, Scope::Client("a".into()), Scope::Client("b".into()), Scope::Client("z".into())];
    let statuses: [&[Status]; 6] = [
        &[],
        &[Status::Pending],
        &[Status::Pending, Status::Active],
        &[Status::Completed],
        &[Status::Active, Status::Declined],
        &[Status::Timeout],
    ];
    for scope in &clients {
        for statuses in statuses {
            for mode in [None, Some(Mode::Form), Some(Mode::Terminal)] {
                let query =
                    Query { scope: scope.clone(), statuses: statuses.to_vec(), mode, ..everything(0) };
                let expected = matching(&all, &query);
                for limit in [1, 7, expected.len().max(1), 1000] {
                    let query = Query { limit, ..query.clone() };
                    assert_eq!(pages(nodes, query.clone()).await, expected, "{query:?}");
                }
            }
        }
    }
    for turn in 0..2 {
        let counted = nodes.turn(turn).open_by_mode().await.unwrap();
        for (_, mode) in Mode::ALL {
            let expected = all.iter().filter(|one| one.mode == mode && one.status().is_open()).count();
            let of_mode = counted.iter().filter(|(other, _)| *other == mode);
            assert_eq!(of_mode.map(|(_, open)| open).sum::<usize>(), expected, "{mode:?}");
        }
    }
    changes_while_paging(nodes, &all).await;
}

async fn populate(nodes: &Nodes) -> Vec<Arc<Elicitation>> {
    let mut all = Vec::new();
    for number in 0..60_usize {
        let now = at(number as u64 / 3);
        let mode = [Mode::Form, Mode::Terminal][number % 2];
        let (made, changes) = asked(NewElicitation { mode, ..draft(["a", "b", "c"][number % 3], now) }, now);
        let op = Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(number).commit_one(op).await, Ok(Verdict::Committed));
        let events = match number % 5 {
            0 => Vec::new(),
            1 => vec![Event::Open],
            2 => vec![Event::Open, answer("Ops")],
            3 => vec![Event::decline()],
            _ => vec![Event::Cancel(CancelReason::SessionExpired)],
        };
        let mut elicitation = made;
        for event in events {
            elicitation = advance(nodes.turn(number + 1), &elicitation, event, now).await;
        }
        all.push(elicitation);
    }
    all
}

fn matching(all: &[Arc<Elicitation>], query: &Query) -> Vec<(ElicitationId, Status)> {
    let mut found: Vec<_> = all
        .iter()
        .filter(|one| query.scope.includes(&one.client, &one.audience))
        .filter(|one| query.statuses.is_empty() || query.statuses.contains(&one.status()))
        .filter(|one| query.mode.is_none_or(|mode| one.mode == mode))
        .map(|one| (one.id, one.status()))
        .collect();
    found.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
    found
}

async fn pages(nodes: &Nodes, mut query: Query) -> Vec<(ElicitationId, Status)> {
    let mut found = Vec::new();
    for turn in 0.. {
        let page = nodes.turn(turn).list(query.clone()).await.unwrap();
        assert!(page.items.len() <= query.limit);
        assert!(page.next.is_none() || page.items.len() == query.limit, "only the last page is not full");
        found.extend(page.items.iter().map(|one| (one.id, one.status())));
        match page.next {
            Some(next) => query.before = Some(next),
            None => break,
        }
    }
    found
}

/// An elicitation that stays is listed exactly once, also if others change between two pages.
async fn changes_while_paging(nodes: &Nodes, all: &[Arc<Elicitation>]) {
    let mut query = everything(10);
    let mut seen = Vec::new();
    let mut open = all.iter().filter(|one| one.status().is_open());
    for turn in 0.. {
        let page = nodes.turn(turn).list(query.clone()).await.unwrap();
        seen.extend(page.items.iter().map(|one| one.id));
        ask(nodes.turn(turn), "a", at(1000)).await;
        if let Some(one) = open.next() {
            advance(nodes.turn(turn), one, Event::decline(), at(1000)).await;
        }
        match page.next {
            Some(next) => query.before = Some(next),
            None => break,
        }
    }
    let mut expected: Vec<_> = all.iter().map(|one| one.id).collect();
    expected.sort();
    expected.reverse();
    assert_eq!(seen, expected);
}
