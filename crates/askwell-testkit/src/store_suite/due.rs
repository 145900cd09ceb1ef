use std::collections::BTreeMap;

use askwell_engine::store::Verdict;
use askwell_lifecycle::{Event, NewElicitation, State, Terms};
use std::time::Duration;

use super::Nodes;
use super::sample::{ROOMY, TERMS, advance, ask, asked, at, draft, moved};

/// What is due is found, the earliest first, and fires once; what is moved or closed is not.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn due(nodes: &Nodes) {
    assert_eq!(nodes.turn(0).next_due().await, Ok(None));
    let moving = ask(nodes.turn(0), "a", at(0)).await;
    assert_eq!(nodes.turn(1).next_due().await, Ok(Some(at(50_000))), "ten seconds before the end");
    let warned = advance(nodes.turn(1), &moving, Event::Tick, at(50_000)).await;
    assert_eq!(nodes.turn(0).next_due().await, Ok(Some(at(60_000))), "then the end");
    let extended = advance(nodes.turn(0), &warned, Event::Extend(None), at(50_001)).await;
    assert_eq!(nodes.turn(1).next_due().await, Ok(Some(at(80_000))), "then a later end's warning");
    advance(nodes.turn(1), &extended, Event::decline(), at(50_002)).await;
    assert_eq!(nodes.turn(0).next_due().await, Ok(None), "and nothing when it is over");

    // Fifty with deadlines in no order, two of each.
    for number in 0..50_u64 {
        let timeout = Duration::from_secs(1 + (number * 7) % 25);
        let terms = Terms { timeout, warn_before: Duration::ZERO, ..TERMS };
        let (elicitation, changes) = asked(NewElicitation { terms, ..draft("a", at(0)) }, at(0));
        let op = askwell_engine::store::Op::Create { elicitation, key: None, quota: ROOMY, changes };
        assert_eq!(nodes.turn(0).commit_one(op).await, Ok(Verdict::Committed));
    }
    assert!(nodes.turn(1).claim_due(at(999), 100).await.unwrap().is_empty(), "nothing is due yet");
    assert_eq!(nodes.turn(0).next_due().await, Ok(Some(at(1_000))));

    let now = at(20_000);
    let mut fired = BTreeMap::new();
    for turn in 0.. {
        let claimed = nodes.turn(turn).claim_due(now, 7).await.unwrap();
        if claimed.is_empty() && nodes.turn(turn + 1).claim_due(now, 7).await.unwrap().is_empty() {
            break;
        }
        assert!(turn < 100, "what has fired is claimed again and again");
        assert!(claimed.len() <= 7);
        let dues: Vec<_> = claimed.iter().map(|one| one.next_due().unwrap()).collect();
        assert!(dues.is_sorted() && dues.iter().all(|due| *due <= now), "{dues:?}");
        for one in &claimed {
            assert!(matches!(one.state, State::Open(_)));
            let (_, op) = moved(one, Event::Tick, now);
            if nodes.turn(turn + 1).commit_one(op).await == Ok(Verdict::Committed) {
                *fired.entry(one.id).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(fired.len(), 40, "all that is due, and nothing else");
    assert!(fired.values().all(|times| *times == 1), "once each");
    assert_eq!(nodes.turn(0).next_due().await, Ok(Some(at(21_000))));
}
