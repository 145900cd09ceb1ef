use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Op, Query, Verdict};
use askwell_lifecycle::{
    Audience, Effect, ElicitationId, Escalation, Event, FollowUp, NewElicitation, Person, Scope, State,
    create,
};

use super::Nodes;
use super::sample::{ROOMY, advance, at, changes, draft, everything};

/// An elicitation that is passed on is found by the new people and not by those before, and reminders and escalations
/// are due at their times, also when the store is read anew.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn delegation(nodes: &Nodes) {
    let escalation = Escalation { after: Duration::from_secs(20), to: Audience::Group(Arc::from("leads")) };
    let plan = FollowUp::new(vec![Duration::from_secs(30)], Some(escalation)).unwrap();
    let audience = Audience::Person(Arc::from("ada"));
    let step = create(NewElicitation { audience, ..draft("a", at(0)) }, at(0)).with_follow_up(Some(plan));
    let changes = changes(&step.next, step.effects, at(0));
    let made = Arc::new(step.next);
    let op = Op::Create { elicitation: Arc::clone(&made), key: None, quota: ROOMY, changes };
    assert_eq!(nodes.turn(0).commit_one(op).await, Ok(Verdict::Committed));
    assert_eq!(nodes.turn(1).next_due().await, Ok(Some(at(20_000))), "the escalation");
    assert_eq!(found_by(nodes, &Person::new("ada")).await, [made.id]);

    let delegated =
        advance(nodes.turn(0), &made, Event::Delegate(Audience::Person(Arc::from("bob"))), at(1)).await;
    assert_eq!(found_by(nodes, &Person::new("ada")).await, []);
    assert_eq!(found_by(nodes, &Person::new("bob")).await, [made.id]);
    let claimed = advance(nodes.turn(1), &delegated, Event::Claim(Arc::from("bob")), at(2)).await;

    let escalated = advance(nodes.turn(0), &claimed, Event::Tick, at(20_000)).await;
    assert!(matches!(&escalated.state, State::Open(open) if open.claimed_by.is_none()));
    assert_eq!(found_by(nodes, &Person::new("bob")).await, []);
    assert_eq!(found_by(nodes, &Person::new("eve").with_groups(["leads"])).await, [made.id]);
    assert_eq!(nodes.turn(1).next_due().await, Ok(Some(at(30_000))), "the reminder");
    let reminded = advance(nodes.turn(1), &escalated, Event::Tick, at(30_000)).await;
    assert_eq!(nodes.turn(0).get(made.id).await.unwrap().unwrap().follow_up, reminded.follow_up);
    assert_eq!(nodes.turn(0).next_due().await, Ok(Some(at(50_000))), "the warning");

    let history = nodes.turn(0).history(made.id, 10).await.unwrap();
    let effects: Vec<&Effect> = history.iter().map(|change| &change.effect).collect();
    assert!(
        matches!(
            effects[..],
            [
                Effect::Created,
                Effect::Delegated { to: Audience::Person(_) },
                Effect::Claimed { .. },
                Effect::Escalated { to: Audience::Group(_) },
                Effect::Reminded { .. },
            ]
        ),
        "{effects:?}"
    );
    let closed = advance(nodes.turn(0), &reminded, Event::decline(), at(31_000)).await;
    assert_eq!(found_by(nodes, &Person::new("eve").with_groups(["leads"])).await, [closed.id]);
    assert_eq!(found_by(nodes, &Person::new("ada")).await, []);
}

async fn found_by(nodes: &Nodes, person: &Person) -> Vec<ElicitationId> {
    let query = Query { scope: Scope::Person(person.clone()), ..everything(10) };
    let page = nodes.turn(0).list(query).await.unwrap();
    page.items.iter().map(|found| found.id).collect()
}
