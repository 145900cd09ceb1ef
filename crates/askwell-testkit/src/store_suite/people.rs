use std::sync::Arc;

use askwell_engine::store::{Op, Query, Verdict};
use askwell_lifecycle::{Audience, ElicitationId, Event, NewElicitation, Person, Scope, Status};

use super::Nodes;
use super::log::follow;
use super::sample::{ROOMY, advance, answer, asked, at, draft, everything};

/// A person finds what is for anyone, for them and for their groups, open or closed, of every client, and nothing else: in
/// lists, by their ids, and in the log.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn people(nodes: &Nodes) {
    let audiences = [
        Audience::Anyone,
        Audience::ClientOnly,
        Audience::Person(Arc::from("reviewer")),
        Audience::Person(Arc::from("approver")),
        Audience::Person(Arc::from("")),
        Audience::LinkHolder,
        Audience::Group(Arc::from("ops")),
        // Groups and people do not share names.
        Audience::Group(Arc::from("reviewer")),
        Audience::SignedIn,
    ];
    let mut all = Vec::new();
    for number in 0..72_usize {
        let now = at(number as u64);
        let audience = audiences[number % audiences.len()].clone();
        let (made, changes) =
            asked(NewElicitation { audience, ..draft(["a", "b", "c"][number % 3], now) }, now);
        let op = Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(number).commit_one(op).await, Ok(Verdict::Committed));
        all.push(match number % 4 {
            0 => made,
            1 => advance(nodes.turn(number), &made, Event::Claim(Arc::from("approver")), now).await,
            2 => advance(nodes.turn(number), &made, answer("x"), now).await,
            _ => advance(nodes.turn(number), &made, Event::decline(), now).await,
        });
    }
    let end = 72 + 54;
    for person in [
        Person::new("reviewer"),
        Person::new("approver").with_groups(["ops", "legal"]),
        Person::new("stranger").with_groups(["reviewer", "ops"]),
        Person::new("").with_groups(["Ops", "approver"]),
        Person::new("Reviewer"),
        Person::in_every_group("local"),
    ] {
        let scope = Scope::Person(person.clone());
        let sees = |audience: &Audience| audience.admits(&person);
        for statuses in [&[][..], &[Status::Pending], &[Status::Completed, Status::Declined]] {
            let found = |one: &&Arc<askwell_lifecycle::Elicitation>| {
                sees(&one.audience) && (statuses.is_empty() || statuses.contains(&one.status()))
            };
            let mut expected: Vec<ElicitationId> = all.iter().filter(found).map(|one| one.id).collect();
            expected.reverse();
            for limit in [5, 1000] {
                let query = Query { scope: scope.clone(), statuses: statuses.to_vec(), ..everything(limit) };
                assert_eq!(pages(nodes, query).await, expected, "{person:?} {statuses:?}");
            }
        }
        for (turn, one) in all.iter().enumerate() {
            let found = nodes.turn(turn).get_within(one.id, scope.clone()).await.unwrap();
            assert_eq!(found.is_some(), sees(&one.audience), "{person:?} {one:?}");
        }
        let log = follow(nodes.turn(0), 0, 1000, &Scope::Everything, end).await;
        let expected: Vec<_> = log.into_iter().filter(|change| sees(&change.audience)).collect();
        assert!(expected.iter().all(|change| sees(&change.audience)));
        assert_eq!(follow(nodes.turn(1), 0, 3, &scope, end).await, expected, "{person:?}");
    }
}

async fn pages(nodes: &Nodes, mut query: Query) -> Vec<ElicitationId> {
    let mut found = Vec::new();
    for turn in 0.. {
        let page = nodes.turn(turn).list(query.clone()).await.unwrap();
        found.extend(page.items.iter().map(|one| one.id));
        match page.next {
            Some(next) => query.before = Some(next),
            None => break,
        }
    }
    found
}
