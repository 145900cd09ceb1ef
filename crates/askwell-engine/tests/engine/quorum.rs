//! Quorums: several people decide, and the rules of the lifecycle say when.

use std::sync::Arc;

use askwell_engine::{Ask, CallError, CreateError, Limits, SubmitError};
use askwell_form::Form;
use askwell_form::build::{decision, form};
use askwell_lifecycle::{
    Actor, CancelReason, ElicitationId, OnRejection, Outcome, Person, Quorum, Refusal, Status, Surface,
};
use askwell_testkit::quorum_races::race_votes;

use crate::support::{World, a_form, secs};

fn deploy() -> Form {
    form("deploy", "Deploy?").decision(decision()).build().unwrap()
}

fn quorum(approvals: u8, on_rejection: OnRejection) -> Quorum {
    Quorum { approvals, on_rejection, requester: Some(Arc::from("owner")) }
}

async fn ask(world: &World, quorum: Quorum) -> ElicitationId {
    world.ask_with(Ask::form(deploy()).for_group("ops").quorum(quorum)).await.id
}

async fn vote(world: &World, id: ElicitationId, name: &str, approved: bool) -> Result<Status, SubmitError> {
    let actor = Actor::person(Person::new(name).with_groups(["ops"]), Surface::Web);
    let json = format!(r#"{{"approved":{approved},"comment":"{name}"}}"#);
    world.engine.submit(&actor, id, json.as_bytes()).await.map(|accepted| accepted.elicitation.status())
}

fn refusal(result: Result<Status, SubmitError>) -> Refusal {
    match result {
        Err(SubmitError::Call(CallError::Refused(refusal))) => refusal,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn elicitation_closes_with_the_last_approval_that_is_needed() {
    let world = World::new();
    let id = ask(&world, quorum(2, OnRejection::Close)).await;
    assert_eq!(vote(&world, id, "ada", true).await.unwrap(), Status::Active);
    assert_eq!(vote(&world, id, "ada", true).await.unwrap(), Status::Active, "one person has one vote");
    assert_eq!(vote(&world, id, "grace", true).await.unwrap(), Status::Completed);
    let end = world.engine.status(&world.client, id).await.unwrap();
    let Some(Outcome::Answered(answers)) = end.outcome() else { panic!("{end:?}") };
    let decided = answers.decision().unwrap();
    assert_eq!((decided.approved, decided.comment.as_deref()), (true, Some("grace")));
    let voters: Vec<&str> = end.votes.iter().map(|vote| &*vote.by).collect();
    assert_eq!(voters, ["ada", "grace"]);
    assert_eq!(world.history(id).await, ["created", "voted", "voted", "complete"]);
    assert!(matches!(refusal(vote(&world, id, "alan", true).await), Refusal::Closed { .. }));
}

#[tokio::test]
async fn rejection_closes_or_not_as_the_requester_chose() {
    let world = World::new();
    let id = ask(&world, quorum(2, OnRejection::Close)).await;
    vote(&world, id, "ada", true).await.unwrap();
    assert_eq!(vote(&world, id, "grace", false).await.unwrap(), Status::Completed);
    let end = world.engine.status(&world.client, id).await.unwrap();
    let Some(Outcome::Answered(answers)) = end.outcome() else { panic!("{end:?}") };
    assert!(!answers.decision().unwrap().approved);

    let id = ask(&world, quorum(2, OnRejection::Continue)).await;
    assert_eq!(vote(&world, id, "grace", false).await.unwrap(), Status::Active);
    assert_eq!(vote(&world, id, "ada", true).await.unwrap(), Status::Active);
    // A person may change their mind while it is open.
    assert_eq!(vote(&world, id, "grace", true).await.unwrap(), Status::Completed);
    assert_eq!(world.engine.status(&world.client, id).await.unwrap().approvals(), 2);
}

#[tokio::test]
async fn requester_strangers_and_unknown_people_do_not_vote() {
    let world = World::new();
    let id = ask(&world, quorum(1, OnRejection::Close)).await;
    assert_eq!(refusal(vote(&world, id, "owner", true).await), Refusal::OwnRequest);
    assert_eq!(refusal(vote(&world, id, "owner", false).await), Refusal::OwnRequest);
    let stranger = Actor::person("ada", Surface::Web);
    let error = world.engine.submit(&stranger, id, br#"{"approved":true}"#).await.unwrap_err();
    assert_eq!(error, SubmitError::Call(CallError::NotFound));
    let nobody = Actor::operator(Surface::Web);
    let error = world.engine.submit(&nobody, id, br#"{"approved":true}"#).await.unwrap_err();
    assert_eq!(error, SubmitError::Call(CallError::Refused(Refusal::UnknownVoter)));
    let member = Actor::person(Person::new("grace").with_groups(["ops"]), Surface::Web);
    let error = world.engine.decline(&member, id).await.unwrap_err();
    assert_eq!(error, CallError::Refused(Refusal::VoteNeeded), "one cannot decline for all");
    let error = world.engine.cancel(&member, id, CancelReason::UserCancelled).await.unwrap_err();
    assert_eq!(error, CallError::Refused(Refusal::VoteNeeded), "nor cancel");
    assert_eq!(world.status(id).await, Status::Pending);
    for _ in 0..20 {
        // Nor end it with answers that do not pass.
        world.engine.submit(&member, id, b"{}").await.unwrap_err();
    }
    assert_eq!(world.status(id).await, Status::Active);
    world.clock.advance(secs(3_600));
    assert!(matches!(
        refusal(vote(&world, id, "grace", true).await),
        Refusal::TooLate { .. } | Refusal::TimedOut { .. }
    ));
}

#[tokio::test]
async fn only_a_decision_can_have_a_quorum() {
    let world = World::new();
    for (form, approvals) in [(a_form(), 1), (deploy(), 0), (deploy(), Quorum::MOST_APPROVALS + 1)] {
        let ask = Ask::form(form).quorum(quorum(approvals, OnRejection::Close));
        let error = world.engine.create(&world.client, ask).await.unwrap_err();
        assert!(matches!(error, CreateError::Quorum), "{error:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thousands_of_racing_votes_have_one_outcome_each() {
    let world = World::with(|builder| builder.limits(Limits::none()));
    race_votes(&world.engine, 3_000).await;
}
