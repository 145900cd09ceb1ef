//! Corrections of an answer that did not pass.

use askwell_engine::{Ask, Submission, SubmitError};
use askwell_form::build::{form, number, text};
use askwell_lifecycle::{Actor, Outcome, State, Surface};

use crate::support::World;

fn answers(outcome: Option<&Outcome>) -> String {
    match outcome {
        Some(Outcome::Answered(answers)) => answers.to_json(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn corrections_are_checked_together_with_the_previous_attempt() {
    let world = World::new();
    let id = world.ask().await.id;
    let wrong = br#"{"host": "db1", "port": 70000.000000000000000001, "nonsense": 1}"#;
    world.engine.submit(&world.client, id, wrong).await.unwrap_err();
    // Still wrong: the second attempt holds what the first one had, too.
    let still = world.engine.submit_with(&world.client, id, Submission::corrections(br#"{"port": 0}"#)).await;
    let Err(SubmitError::Invalid { problems, retry_count: 2, .. }) = still else { panic!("{still:?}") };
    assert_eq!(problems.to_string(), "Port must be at least 1.");
    let done = Submission::corrections(br#"{"port": 1}"#).metadata(r#"{"locale":"de"}"#);
    let accepted = world.engine.submit_with(&world.client, id, done).await.unwrap();
    assert_eq!(answers(accepted.elicitation.outcome()), r#"{"host":"db1","port":1}"#);
    let State::Closed(closed) = &accepted.elicitation.state else { panic!("open") };
    assert_eq!(closed.metadata.as_deref(), Some(r#"{"locale":"de"}"#));
}

#[tokio::test]
async fn corrections_by_another_person_or_without_an_attempt_stand_alone() {
    let world = World::new();
    let id = world.ask().await.id;
    let alone = || Submission::corrections(br#"{"port": 1}"#);
    let missing = "the answer did not pass: Host is required.";
    let first = world.engine.submit_with(&world.client, id, alone()).await.unwrap_err();
    assert_eq!(first.to_string(), missing, "there is nothing to correct");
    let one = world.client.clone().with_person("one");
    world.engine.submit(&one, id, br#"{"host": "db1", "port": 0}"#).await.unwrap_err();
    let other = world.client.clone().with_person("other");
    let refused = world.engine.submit_with(&other, id, alone()).await.unwrap_err();
    assert_eq!(refused.to_string(), missing);
}

#[tokio::test]
async fn secrets_and_answers_of_pages_are_not_kept_for_corrections() {
    let world = World::new();
    let fields = form("login", "Log in")
        .field(text("user", "User").required())
        .field(text("password", "Password").required().secret())
        .field(number("port", "Port").range(1, 2));
    let ask = || Ask::form(fields.clone().build().unwrap());
    let wrong = br#"{"user": "ops", "password": "hunter2", "port": 9}"#;
    let attempt = async |actor: &Actor| {
        let id = world.ask_with(ask()).await.id;
        world.engine.submit(actor, id, wrong).await.unwrap_err();
        let State::Open(open) = &world.engine.status(&world.client, id).await.unwrap().state else {
            panic!("closed")
        };
        open.attempt.as_ref().map(|attempt| attempt.as_json().to_owned())
    };
    assert_eq!(attempt(&world.client).await.as_deref(), Some(r#"{"user":"ops","port":9}"#));
    assert_eq!(attempt(&Actor::person("ops", Surface::Web)).await, None);
}
