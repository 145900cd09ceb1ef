//! Reminders, escalation and delegation, by the deadlines of the engine.

use std::sync::Arc;

use askwell_engine::{Ask, CallError};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Audience, Escalation, FollowUp, Outcome, Person, State, Status, Surface};

use crate::support::{GOOD, World, a_form, secs};

fn plan(reminders: &[u64], escalation: Option<(u64, &str)>) -> FollowUp {
    let escalation = escalation
        .map(|(after, group)| Escalation { after: secs(after), to: Audience::Group(Arc::from(group)) });
    FollowUp::new(reminders.iter().map(|before| secs(*before)).collect(), escalation).unwrap()
}

fn ask(plan: FollowUp) -> Ask {
    Ask::form(a_form()).timeout(secs(300)).for_person("ada").follow_up(plan)
}

#[tokio::test]
async fn reminder_and_escalation_happen_once_at_their_time_on_several_nodes() {
    let world = World::new();
    let _others = [world.another_engine(), world.another_engine()];
    let asked = world.ask_with(ask(plan(&[200, 100], Some((150, "leads"))))).await.id;
    world.clock.advance_and_settle(secs(99)).await;
    assert_eq!(world.history(asked).await, ["created"]);
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.history(asked).await, ["created", "reminded"]);
    world.clock.advance_and_settle(secs(50)).await;
    assert_eq!(world.history(asked).await, ["created", "reminded", "escalated"]);
    world.clock.advance_and_settle(secs(149)).await;
    let all = ["created", "reminded", "escalated", "reminded", "timeout_warning"];
    assert_eq!(world.history(asked).await, all);
    assert_eq!(world.status(asked).await, Status::Pending);
}

#[tokio::test]
async fn escalated_question_belongs_to_the_new_people() {
    let world = World::new();
    let asked = world.ask_with(ask(plan(&[], Some((100, "leads"))))).await.id;
    let ada = Actor::person("ada", Surface::Web);
    let eve = Actor::person(Person::new("eve").with_groups(["leads"]), Surface::Web);
    world.engine.claim(&ada, asked).await.unwrap();
    assert_eq!(world.engine.submit(&eve, asked, GOOD).await.unwrap_err().to_string(), not_found());
    world.clock.advance_and_settle(secs(100)).await;
    let State::Open(open) = world.engine.status(&eve, asked).await.unwrap().state.clone() else {
        panic!("open")
    };
    assert_eq!(open.claimed_by, None);
    assert_eq!(world.engine.submit(&ada, asked, GOOD).await.unwrap_err().to_string(), not_found());
    world.engine.submit(&eve, asked, GOOD).await.unwrap();
    assert!(matches!(world.engine.wait(&world.client, asked).await, Ok(Outcome::Answered(_))));
}

fn not_found() -> String {
    CallError::NotFound.to_string()
}

#[tokio::test]
async fn answered_question_is_neither_reminded_of_nor_escalated() {
    let world = World::new();
    let asked = world.ask_with(ask(plan(&[200], Some((150, "leads"))))).await.id;
    world.engine.submit(&world.client, asked, GOOD).await.unwrap();
    world.clock.advance_and_settle(secs(400)).await;
    assert_eq!(world.history(asked).await, ["created", "complete"]);
}

#[tokio::test]
async fn what_was_due_during_an_outage_happens_once_afterwards() {
    let world = World::new();
    let asked = world.ask_with(ask(plan(&[200, 150, 100], Some((50, "leads"))))).await.id;
    let (clock, store) = (world.clock.clone(), Arc::clone(&world.store));
    drop(world);
    clock.advance(secs(160));
    let world = World::over(store, |builder| builder.clock(clock.clone()));
    clock.settle().await;
    assert_eq!(world.history(asked).await, ["created", "escalated", "reminded"]);
    clock.advance_and_settle(secs(40)).await;
    assert_eq!(world.history(asked).await, ["created", "escalated", "reminded", "reminded"]);
}

#[tokio::test]
async fn reminder_moves_with_the_deadline_and_one_that_is_too_early_is_left_out() {
    let world = World::new();
    let asked = world.ask_with(ask(plan(&[100, 1000], None))).await.id;
    world.engine.extend(&world.client, asked, Some(secs(100))).await.unwrap();
    world.clock.advance_and_settle(secs(299)).await;
    assert_eq!(world.history(asked).await, ["created", "extended"]);
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.history(asked).await, ["created", "extended", "reminded"]);
}

#[tokio::test]
async fn form_names_reminders_and_escalation_itself() {
    let world = World::new();
    let document = r#"{"id": "q", "title": "Deploy?", "fields": [{"id": "name", "type": "text", "label": "Name"}],
        "x-reminders": ["2m"], "x-escalate": {"after": 60000, "person": "bob"}}"#;
    let form = Form::parse(document).unwrap();
    let for_ada = Ask::form(form.clone()).timeout(secs(300)).for_person("ada");
    let (asked, anyone) =
        (world.ask_with(for_ada).await.id, world.ask_with(Ask::form(form).timeout(secs(300))).await.id);
    world.clock.advance_and_settle(secs(180)).await;
    assert_eq!(world.history(asked).await, ["created", "escalated", "reminded"]);
    assert_eq!(
        world.history(anyone).await,
        ["created", "reminded"],
        "a question for anyone is not escalated"
    );
}

#[tokio::test]
async fn delegated_question_belongs_to_the_new_person() {
    let world = World::new();
    let asked = world.ask_with(Ask::form(a_form()).for_person("ada")).await.id;
    let (ada, bob) = (Actor::person("ada", Surface::Web), Actor::person("bob", Surface::Web));
    let to_bob = || Audience::Person(Arc::from("bob"));
    assert!(world.engine.delegate(&bob, asked, to_bob()).await.is_err());
    world.engine.delegate(&ada, asked, to_bob()).await.unwrap();
    assert!(world.engine.delegate(&ada, asked, to_bob()).await.is_err());
    world.engine.delegate(&bob, asked, Audience::Anyone).await.unwrap();
    assert_eq!(world.history(asked).await, ["created", "delegated"]);
    world.engine.submit(&bob, asked, GOOD).await.unwrap();
}

#[tokio::test]
async fn program_says_what_happens_without_an_answer() {
    let world = World::new();
    let sentence = async |ask: Ask| {
        let asked = world.ask_with(ask).await.id;
        let found = world.engine.status(&world.client, asked).await.unwrap();
        let said = found.without_answer().unwrap();
        (said.sentence(), said.escalation.map(|(at, _)| found.created_at.until(at)))
    };
    let own = Form::parse(
        r#"{"id": "deploy", "title": "Deploy?", "x-withoutAnswer": "not deployed",
            "fields": [{"id": "go", "type": "boolean", "label": "Go"}]}"#,
    )
    .unwrap();
    assert_eq!(sentence(Ask::form(own.clone())).await.0, "Without an answer: not deployed.");
    // The ask says it in place of the form, also beside an escalation.
    let ask = ask(plan(&[], Some((100, "leads")))).without_answer("the old version stays.");
    assert_eq!(
        sentence(ask).await,
        ("Without an answer: the old version stays.".to_owned(), Some(secs(100)))
    );
    // What cannot be shown is left out.
    let usual = "Without an answer it expires, and the program is told so.";
    assert_eq!(sentence(Ask::form(own).without_answer("two\nlines")).await.0, usual);
    assert_eq!(sentence(Ask::form(a_form())).await.0, usual);
}
