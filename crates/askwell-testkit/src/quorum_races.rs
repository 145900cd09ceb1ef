//! Races of votes: many people decide at the same time, and exactly one outcome follows.

#![expect(clippy::expect_used, clippy::panic, reason = "a check insists, as any test does")]

use std::sync::Arc;

use askwell_engine::{Ask, CallError, Engine, SubmitError};
use askwell_form::Form;
use askwell_form::build::{decision, form};
use askwell_lifecycle::{
    Actor, CancelReason, Effect, Elicitation, OnRejection, Outcome, Person, Quorum, Refusal, State, Surface,
};

/// Lets people of a group vote at once on one question after the other, while the asking program may cancel, and
/// checks after each that the log tells one consistent story.
///
/// # Panics
/// Panics if two outcomes, a lost vote, or an outcome without its quorum is found.
pub async fn race_votes(engine: &Engine, rounds: u32) {
    let client = Actor::client("release-train", Surface::Api);
    for round in 0..rounds {
        let quorum = Quorum {
            approvals: 1 + (round % 4) as u8,
            on_rejection: if round % 3 == 0 { OnRejection::Continue } else { OnRejection::Close },
            requester: Some(Arc::from("voter-0")),
        };
        let ask = Ask::form(question()).for_group("ops").quorum(quorum.clone());
        let asked = engine.create(&client, ask).await.expect("asked");
        let mut voters = tokio::task::JoinSet::new();
        for number in 0..6 {
            let (engine, id) = (engine.clone(), asked.id);
            voters.spawn(async move {
                let name = format!("voter-{number}");
                let person = Person::new(&name).with_groups(if number == 5 { ["legal"] } else { ["ops"] });
                let actor = Actor::person(person, Surface::Web);
                let approves = (round + number) % 7 != 0;
                let json = format!(r#"{{"approved":{approves},"comment":"{name}"}}"#);
                (number, approves, engine.submit(&actor, id, json.as_bytes()).await.map(|_| ()))
            });
        }
        if round % 11 == 0 {
            let (engine, client, id) = (engine.clone(), client.clone(), asked.id);
            voters.spawn(async move {
                let _ = engine.cancel(&client, id, CancelReason::UserCancelled).await;
                (u32::MAX, false, Ok(()))
            });
        }
        let results = voters.join_all().await;
        let counted: Vec<u32> =
            results.iter().filter(|(_, _, result)| result.is_ok()).map(|(number, ..)| *number).collect();
        for (number, _, result) in &results {
            match (number, result) {
                (0, result) => {
                    assert!(is_refused(result), "the requester voted: {result:?}");
                }
                (5, result) => {
                    assert!(
                        matches!(result, Err(SubmitError::Call(CallError::NotFound))),
                        "a stranger voted: {result:?}"
                    );
                }
                (_, Ok(())) => {}
                (_, Err(SubmitError::Call(CallError::Refused(Refusal::Closed { .. }) | CallError::Busy))) => {
                }
                other => panic!("{other:?}"),
            }
        }
        check_story(engine, &client, &asked, &quorum, &counted).await;
        // What nobody decided must not pile up.
        let _ = engine.cancel(&client, asked.id, CancelReason::UserCancelled).await;
    }
}

fn is_refused(result: &Result<(), SubmitError>) -> bool {
    matches!(
        result,
        Err(SubmitError::Call(
            CallError::Refused(Refusal::OwnRequest | Refusal::Closed { .. }) | CallError::Busy
        ))
    )
}

/// Replays the log: every vote that was accepted is in it once, and the outcome follows from the last one.
async fn check_story(engine: &Engine, client: &Actor, asked: &Elicitation, quorum: &Quorum, counted: &[u32]) {
    let history = engine.history(client, asked.id).await.expect("history");
    let end = engine.status(client, asked.id).await.expect("status");
    let closings = history.iter().filter(|change| matches!(change.effect, Effect::Closed { .. })).count();
    assert!(closings <= 1, "{closings} outcomes");
    assert_eq!(closings == 1, end.outcome().is_some());
    let (mut approved, mut rejected, mut voted) = (0_usize, 0_usize, Vec::new());
    for change in &history {
        let Effect::Voted { by, approved: verdict, approvals, needed } = &change.effect else { continue };
        if *verdict {
            approved += 1;
        } else {
            rejected += 1;
        }
        assert_eq!((usize::from(*approvals), *needed), (approved, quorum.approvals));
        assert!(&**by != "voter-0" && !voted.contains(by), "{by} voted twice");
        voted.push(Arc::clone(by));
    }
    let expected: Vec<String> =
        counted.iter().filter(|n| **n != u32::MAX).map(|n| format!("voter-{n}")).collect();
    assert_eq!(voted.len(), expected.len(), "{voted:?} {expected:?}");
    assert_eq!(end.votes.len(), voted.len());
    assert!(end.votes.iter().all(|vote| vote.comment.as_deref() == Some(&*vote.by)));
    let reached = approved >= usize::from(quorum.approvals);
    let vetoed = rejected > 0 && quorum.on_rejection == OnRejection::Close;
    match end.outcome() {
        Some(Outcome::Answered(answers)) => {
            let decided = answers.decision().expect("a decision");
            assert_eq!(decided.approved, reached, "{approved} approved, {rejected} rejected");
            assert!(decided.approved != vetoed || !vetoed);
            assert!(approved <= usize::from(quorum.approvals), "a vote was counted after the end");
        }
        Some(Outcome::Cancelled(_)) => assert!(!reached && !vetoed),
        None => {
            assert!(!reached && !vetoed && matches!(end.state, State::Open(_)));
        }
        other => panic!("{other:?}"),
    }
}

fn question() -> Form {
    form("release", "Deploy?").decision(decision()).build().expect("a form")
}
