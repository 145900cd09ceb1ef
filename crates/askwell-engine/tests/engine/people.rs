//! People: what is for them, what they say they are at, and what surfaces note down.

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Ask, CallError, ListFilter, Record, RecordWrite, SubmitError, WatchEvent};
use askwell_lifecycle::{Actor, CancelReason, ElicitationId, Outcome, Refusal, State, Surface};

use crate::support::{GOOD, World, a_form, client, others_work, secs};

fn person(name: &str) -> Actor {
    Actor::person(name, Surface::Web)
}

/// One for anyone, one for the client alone, one for each of two people; of two clients.
async fn ask_everybody(world: &World) -> Vec<ElicitationId> {
    let mut asked = Vec::new();
    for asker in [client("a"), client("b")] {
        for ask in [
            Ask::form(a_form()),
            Ask::form(a_form()).client_only(),
            Ask::form(a_form()).for_person("reviewer"),
            Ask::form(a_form()).for_person("approver"),
        ] {
            world.clock.advance(secs(1));
            asked.push(world.engine.create(&asker, ask).await.unwrap().id);
        }
    }
    asked
}

#[tokio::test]
async fn person_sees_elicitations_for_anyone_and_for_them() {
    let world = World::new();
    let engine = &world.engine;
    let asked = ask_everybody(&world).await;
    for (name, visible) in
        [("reviewer", &[0_usize, 2, 4, 6][..]), ("approver", &[0, 3, 4, 7]), ("stranger", &[0, 4])]
    {
        let actor = person(name);
        let own: Vec<_> = visible.iter().rev().map(|number| asked[*number]).collect();
        let listed = engine.list(&actor, ListFilter::default()).await.unwrap().items;
        assert_eq!(listed.iter().map(|one| one.id).collect::<Vec<_>>(), own, "{name}");
        for (number, id) in asked.iter().enumerate() {
            assert_eq!(
                engine.status(&actor, *id).await.is_ok(),
                visible.contains(&number),
                "{name} {number}"
            );
        }
        let mut watch = engine.watch(&actor, Some(0)).await.unwrap();
        let mut seen = Vec::new();
        while seen.len() < own.len() {
            let WatchEvent::Change(change) = watch.next().await.unwrap() else { panic!("missed") };
            seen.push(change.id);
        }
        seen.reverse();
        assert_eq!(seen, own);
        let nothing_more = tokio::select! {
            biased;
            _ = watch.next() => false,
            () = others_work() => true,
        };
        assert!(nothing_more, "{name}");
        assert_eq!(watch.position(), 8);
    }
}

#[tokio::test]
async fn elicitation_for_another_person_is_not_found() {
    let world = World::new();
    let engine = &world.engine;
    let asked = ask_everybody(&world).await;
    let (reviewer, nothing) = (person("reviewer"), CallError::NotFound);
    for hidden in [asked[1], asked[3]] {
        assert_eq!(engine.open(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.decline(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.extend(&reviewer, hidden, None).await.unwrap_err(), nothing);
        assert_eq!(engine.claim(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.release(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.history(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.wait(&reviewer, hidden).await.unwrap_err(), nothing);
        assert_eq!(engine.download(&reviewer, hidden, "x").await.unwrap_err(), nothing);
        let cancel = engine.cancel(&reviewer, hidden, CancelReason::UserCancelled).await;
        assert_eq!(cancel.unwrap_err(), nothing);
        let submitted = engine.submit(&reviewer, hidden, GOOD).await;
        assert_eq!(submitted.unwrap_err(), SubmitError::Call(nothing.clone()));
        assert_eq!(world.history(hidden).await, ["created"]);
    }
    // Of two clients, one person answers both.
    for mine in [asked[2], asked[6]] {
        engine.submit(&reviewer, mine, GOOD).await.unwrap();
        assert!(matches!(engine.wait(&reviewer, mine).await, Ok(Outcome::Answered(_))));
    }
    assert!(matches!(engine.wait(&client("b"), asked[6]).await, Ok(Outcome::Answered(_))));
    assert_eq!(engine.status(&client("a"), asked[6]).await.unwrap_err(), nothing);
}

#[tokio::test]
async fn one_of_several_concurrent_claims_succeeds() {
    let world = World::new();
    let engine = &world.engine;
    let asked = world.ask().await.id;
    let (reviewer, approver) = (person("reviewer"), person("approver"));
    assert_eq!(engine.claim_if_free(&world.client, asked).await.unwrap_err(), CallError::NoPerson);
    let tries = futures_util::future::join_all((0..8).map(|_| engine.claim_if_free(&reviewer, asked))).await;
    assert_eq!(tries.iter().filter(|tried| tried.as_ref().unwrap().1).count(), 1);
    let (held, taken) = engine.claim_if_free(&approver, asked).await.unwrap();
    assert_eq!((held.revision, taken), (2, false), "no claim is replaced");
    engine.release(&reviewer, asked).await.unwrap();
    assert!(engine.claim_if_free(&approver, asked).await.unwrap().1);
    engine.submit(&reviewer, asked, GOOD).await.unwrap();
    let late = engine.claim_if_free(&approver, asked).await.unwrap_err();
    assert!(matches!(late, CallError::Refused(Refusal::Closed { .. })));
}

#[tokio::test]
async fn claim_does_not_stop_other_answers() {
    let world = World::new();
    let engine = &world.engine;
    let asked = world.ask().await.id;
    let (reviewer, approver) = (person("reviewer"), person("approver"));
    let holder = |elicitation: &askwell_lifecycle::Elicitation| match &elicitation.state {
        State::Open(open) => open.claimed_by.clone(),
        State::Closed(_) => None,
    };
    let claimed = engine.claim(&reviewer, asked).await.unwrap();
    assert_eq!((holder(&claimed).as_deref(), claimed.revision), (Some("reviewer"), 2));
    assert_eq!(engine.claim(&reviewer, asked).await.unwrap().revision, 2, "nothing new");
    let claimed = engine.claim(&approver, asked).await.unwrap();
    assert_eq!(holder(&claimed).as_deref(), Some("approver"));
    assert_eq!(engine.claim(&world.client, asked).await.unwrap_err(), CallError::NoPerson);
    let released = engine.release(&approver, asked).await.unwrap();
    assert_eq!((holder(&released), released.revision), (None, 4));
    assert_eq!(engine.release(&approver, asked).await.unwrap().revision, 4, "nothing to release");
    engine.claim(&approver, asked).await.unwrap();
    engine.submit(&reviewer, asked, GOOD).await.unwrap();
    let late = engine.claim(&approver, asked).await.unwrap_err();
    assert!(matches!(late, CallError::Refused(Refusal::Closed { .. })));

    let history = engine.history(&reviewer, asked).await.unwrap();
    let told: Vec<_> = history
        .iter()
        .map(|change| (change.effect.name(), change.person.as_deref().unwrap_or("-")))
        .collect();
    let expected = [
        ("created", "-"),
        ("claimed", "reviewer"),
        ("claimed", "approver"),
        ("released", "approver"),
        ("claimed", "approver"),
        ("complete", "reviewer"),
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn history_is_of_one_elicitation_and_bounded() {
    let world = World::new();
    let engine = &world.engine;
    let (quiet, busy) = (world.ask().await.id, world.ask().await.id);
    for round in 0..1_200 {
        let name = if round % 2 == 0 { "reviewer" } else { "approver" };
        engine.claim(&person(name), busy).await.unwrap();
    }
    assert_eq!(engine.history(&world.client, quiet).await.unwrap().len(), 1);
    let long = engine.history(&world.client, busy).await.unwrap();
    assert_eq!((long.len(), long[0].revision, long[999].revision), (1_000, 202, 1_201));
}

#[tokio::test]
async fn records_are_purged_with_their_elicitation() {
    let world = World::with(|builder| builder.retention(secs(60)));
    let records = world.engine.records();
    let asked = world.ask().await.id;
    let put = |key: &str, owner, expected| {
        let record = Record { owner, ..Record::new("link", key, key.as_bytes()) };
        RecordWrite::Put { record, expected }
    };
    let written = records.write(vec![put("cursor", None, 0), put("token", Some(asked), 0)]).await;
    assert_eq!(written, Ok(vec![Verdict::Committed; 2]));
    assert_eq!(records.write(vec![put("cursor", None, 0)]).await, Ok(vec![Verdict::Conflict]));
    assert_eq!(records.write(vec![put("cursor", None, 1)]).await, Ok(vec![Verdict::Committed]));
    let found = records.get("link", "token").await.unwrap().unwrap();
    assert_eq!((found.owner, found.revision, &*found.value), (Some(asked), 1, &b"token"[..]));
    assert_eq!(format!("{found:?}"), "Record(link/token 1: 5 bytes)");
    let listed = records.list("link", Some(Arc::from("cursor")), 10).await.unwrap();
    assert_eq!(listed, [found]);
    world.engine.decline(&world.client, asked).await.unwrap();
    world.clock.advance_and_settle(secs(61)).await;
    assert_eq!(records.get("link", "token").await, Ok(None), "forgotten together");
    assert_eq!(records.get("link", "cursor").await.unwrap().unwrap().revision, 2);
}
