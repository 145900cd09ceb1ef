//! Time running out.

use std::collections::BTreeMap;

use askwell_engine::{Ask, CallError, Clock as _};
use askwell_lifecycle::{Effect, ElicitationId, Outcome, Refusal, State, Status};

use crate::support::{GOOD, World, a_form, ms, others_work, secs};

#[tokio::test]
async fn warning_comes_before_the_timeout() {
    let world = World::new();
    let asked = world.ask().await;
    world.clock.advance_and_settle(secs(239)).await;
    assert_eq!(world.history(asked.id).await, ["created"]);
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.history(asked.id).await, ["created", "timeout_warning"]);
    assert_eq!(
        world.log().await[1].effect,
        Effect::Warned { remaining: secs(60), extension: Some(secs(300)) }
    );
    world.clock.advance_and_settle(secs(59)).await;
    assert_eq!(world.status(asked.id).await, Status::Pending);
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.history(asked.id).await, ["created", "timeout_warning", "timeout"]);
    let refused = world.engine.submit(&world.client, asked.id, GOOD).await.unwrap_err();
    assert_eq!(refused.to_string(), format!("timed out at {}", asked.created_at + secs(300)));
}

#[tokio::test]
async fn extension_moves_warning_and_deadline() {
    let world = World::new();
    let asked = world.ask().await.id;
    world.clock.advance_and_settle(secs(240)).await;
    world.engine.extend(&world.client, asked, None).await.unwrap();
    world.clock.advance_and_settle(secs(240)).await;
    assert_eq!(world.history(asked).await, ["created", "timeout_warning", "extended"]);
    world.clock.advance_and_settle(secs(60)).await;
    assert_eq!(world.history(asked).await, ["created", "timeout_warning", "extended", "timeout_warning"]);
    world.engine.extend(&world.client, asked, Some(secs(1))).await.unwrap();
    let third = world.engine.extend(&world.client, asked, Some(secs(1))).await.unwrap_err();
    assert_eq!(third, CallError::Refused(Refusal::NoExtensionLeft { used: 2, limit: 2 }));
    world.clock.advance_and_settle(secs(61)).await;
    assert_eq!(world.status(asked).await, Status::Timeout);
}

#[tokio::test]
async fn earlier_deadline_wakes_the_driver() {
    let world = World::new();
    world.ask().await;
    world.clock.settle().await;
    let soon = world.ask_with(Ask::form(a_form()).timeout(secs(2))).await.id;
    // Not settled, which would make the driver look: it has to wake by itself.
    others_work().await;
    world.clock.advance(secs(2));
    others_work().await;
    assert_eq!(world.status(soon).await, Status::Timeout);
}

#[tokio::test]
async fn thousands_of_deadlines_fire_once_each() {
    let world = World::new();
    let waiting = {
        let first = world.ask().await.id;
        let (engine, client) = (world.engine.clone(), world.client.clone());
        tokio::spawn(async move { engine.wait(&client, first).await.unwrap() })
    };
    for _ in 1..3_500 {
        world.ask().await;
    }
    world.clock.advance_and_settle(secs(250)).await;
    world.clock.advance_and_settle(secs(50)).await;
    assert_eq!(waiting.await.unwrap(), Outcome::TimedOut);
    let mut told = BTreeMap::<&str, usize>::new();
    for change in world.log().await {
        *told.entry(change.effect.name()).or_default() += 1;
    }
    assert_eq!(told, BTreeMap::from([("created", 3_500), ("timeout_warning", 3_500), ("timeout", 3_500)]));
}

#[tokio::test]
async fn deadline_that_passed_while_stopped_fires_once() {
    let world = World::new();
    let mut asked: Vec<ElicitationId> = Vec::new();
    for _ in 0..1_500 {
        asked.push(world.ask().await.id);
    }
    let World { clock, store, engine, .. } = world;
    clock.settle().await;
    drop(engine);
    others_work().await;
    let world = World::over(store, |builder| builder);
    world.clock.advance(secs(3_600));
    let second = world.another_engine();
    world.clock.settle().await;
    let third = world.another_engine();
    world.clock.settle().await;
    drop((second, third));
    let mut histories = BTreeMap::<ElicitationId, Vec<&str>>::new();
    for change in world.log().await {
        histories.entry(change.id).or_default().push(change.effect.name());
    }
    assert_eq!(histories.len(), asked.len());
    for id in asked {
        assert_eq!(histories[&id], ["created", "timeout"]);
    }
}

#[tokio::test]
async fn clock_jump_neither_repeats_nor_loses_deadlines() {
    let world = World::new();
    let asked = world.ask().await;
    let start = asked.created_at;
    world.clock.set(start + secs(245));
    world.clock.settle().await;
    for back in [244, 100, 0] {
        world.clock.set(start.minus(secs(500)) + secs(500 + back));
        world.clock.settle().await;
        world.clock.set(start + secs(250));
        world.clock.settle().await;
    }
    assert_eq!(world.history(asked.id).await, ["created", "timeout_warning"]);
    // An hour back: the deadline is a time of day, so there is an hour more.
    world.clock.set(start.minus(secs(3_600)));
    world.clock.settle().await;
    world.clock.advance_and_settle(secs(3_600)).await;
    assert_eq!(world.status(asked.id).await, Status::Pending);
    let later = world.ask().await;
    // Half a day forward.
    world.clock.advance_and_settle(secs(12 * 3_600)).await;
    assert_eq!(world.history(asked.id).await, ["created", "timeout_warning", "timeout"]);
    assert_eq!(world.history(later.id).await, ["created", "timeout"]);
    world.clock.set(start);
    world.clock.settle().await;
    assert_eq!(world.status(asked.id).await, Status::Timeout);
}

#[tokio::test]
async fn answer_after_the_deadline_is_refused_before_the_timeout_is_recorded() {
    let world = World::new();
    let asked = world.ask().await;
    world.clock.settle().await;
    world.clock.advance(secs(300));
    let deadline = asked.created_at + secs(300);
    let late = CallError::Refused(Refusal::TooLate { deadline, elapsed: secs(300), timeout: secs(300) });
    let refused = world.engine.submit(&world.client, asked.id, GOOD).await.unwrap_err();
    assert_eq!(refused.to_string(), late.to_string());
    assert_eq!(world.history(asked.id).await, ["created", "timeout"], "who came too late has recorded it");
    assert!(world.engine.decline(&world.client, asked.id).await.is_err());
    assert_eq!(world.engine.wait(&world.client, asked.id).await, Ok(Outcome::TimedOut));
}

#[tokio::test]
async fn clock_jump_purges_nothing_and_elapsed_time_does() {
    let world = World::with(|builder| builder.retention(secs(3600)));
    let asked = world.ask().await.id;
    world.engine.submit(&world.client, asked, GOOD).await.unwrap();
    let year = secs(365 * 24 * 3600);
    world.clock.set(world.clock.now() + year);
    world.clock.settle().await;
    assert_eq!(world.status(asked).await, Status::Completed);
    // Another engine on the same store does not know when the clock was set.
    let another = world.another_engine();
    world.clock.settle().await;
    assert_eq!(world.status(asked).await, Status::Completed);
    drop(another);
    world.clock.advance_and_settle(secs(3600)).await;
    assert_eq!(world.status(asked).await, Status::Completed);
    world.clock.advance_and_settle(ms(1)).await;
    let gone = world.engine.status(&world.client, asked).await.unwrap_err();
    assert_eq!(gone, CallError::NotFound);
}

#[tokio::test]
async fn clock_set_back_records_no_time_before_creation() {
    let world = World::new();
    let asked = world.ask().await;
    world.clock.set(asked.created_at.minus(secs(3600)));
    world.engine.submit(&world.client, asked.id, GOOD).await.unwrap();
    let closed = world.engine.status(&world.client, asked.id).await.unwrap();
    let State::Closed(closed) = &closed.state else { panic!("it is open") };
    assert_eq!(closed.at, asked.created_at);
    assert!(world.log().await.iter().all(|change| change.at >= asked.created_at));
}
