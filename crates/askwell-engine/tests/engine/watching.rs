//! Watching what happens.

use askwell_engine::{Ask, Change, Watch, WatchEvent};
use askwell_lifecycle::{Actor, Surface};

use crate::support::{World, a_form, client, others_work, secs};

/// What there is to see without waiting.
async fn see(watch: &mut Watch) -> Vec<String> {
    let mut seen = Vec::new();
    loop {
        let next = tokio::select! {
            biased;
            next = watch.next() => next.unwrap(),
            () = others_work() => return seen,
        };
        seen.push(match next {
            WatchEvent::Change(Change { seq, effect, .. }) => format!("{seq} {}", effect.name()),
            WatchEvent::Missed => "missed".to_owned(),
        });
        assert!(seen.len() < 10_000, "there is no end to it");
    }
}

#[tokio::test]
async fn changes_come_in_order_and_can_be_resumed() {
    let world = World::new();
    world.ask().await;
    let operator = Actor::operator(Surface::Web);
    let mut from_now = world.engine.watch(&operator, None).await.unwrap();
    let mut from_the_start = world.engine.watch(&operator, Some(0)).await.unwrap();
    assert!(see(&mut from_now).await.is_empty());
    let asked = world.ask().await.id;
    world.engine.open(&world.client, asked).await.unwrap();
    world.engine.decline(&world.client, asked).await.unwrap();
    assert_eq!(see(&mut from_now).await, ["2 created", "3 opened", "4 declined"]);
    assert_eq!(see(&mut from_the_start).await, ["1 created", "2 created", "3 opened", "4 declined"]);
    assert_eq!(from_now.position(), 4);

    let mut watch = world.engine.watch(&operator, Some(1)).await.unwrap();
    watch.next().await.unwrap();
    watch.next().await.unwrap();
    let position = watch.position();
    assert_eq!(position, 3);
    drop(watch);
    let mut resumed = world.engine.watch(&operator, Some(position)).await.unwrap();
    assert_eq!(see(&mut resumed).await, ["4 declined"]);
}

#[tokio::test]
async fn watch_shows_a_client_its_own_changes() {
    let world = World::new();
    let mut mine = world.engine.watch(&world.client, Some(0)).await.unwrap();
    for _ in 0..1_000 {
        world.engine.create(&client("b"), Ask::form(a_form())).await.unwrap();
    }
    world.ask().await;
    assert_eq!(see(&mut mine).await, ["1001 created"]);
    world.engine.create(&client("b"), Ask::form(a_form())).await.unwrap();
    assert!(see(&mut mine).await.is_empty());
    assert_eq!(mine.position(), 1_002);
}

#[tokio::test]
async fn watch_returns_more_changes_than_one_fetch() {
    let world = World::new();
    for _ in 0..600 {
        world.ask().await;
    }
    let mut watch = world.engine.watch(&world.client, Some(0)).await.unwrap();
    let expected: Vec<_> = (1..=600).map(|seq| format!("{seq} created")).collect();
    assert_eq!(see(&mut watch).await, expected);
}

#[tokio::test]
async fn purged_changes_are_reported_as_missed_once() {
    let world = World::with(|builder| builder.retention(secs(60)));
    for _ in 0..3 {
        let asked = world.ask().await.id;
        world.engine.decline(&world.client, asked).await.unwrap();
    }
    let mut watch = world.engine.watch(&world.client, Some(2)).await.unwrap();
    world.clock.advance_and_settle(secs(61)).await;
    assert_eq!(world.log().await, []);
    assert_eq!(see(&mut watch).await, ["missed"], "everything was forgotten");
    world.ask().await;
    assert_eq!(see(&mut watch).await, ["7 created"]);
    let mut late = world.engine.watch(&world.client, Some(1)).await.unwrap();
    assert_eq!(see(&mut late).await, ["missed", "7 created"], "the beginning was forgotten");
}

#[tokio::test]
async fn watch_after_an_unknown_number_reports_missed() {
    let world = World::new();
    world.ask().await;
    for ahead in [2, 1_000, u64::MAX] {
        let mut watch = world.engine.watch(&world.client, Some(ahead)).await.unwrap();
        assert_eq!(see(&mut watch).await, ["missed"], "{ahead}");
        assert_eq!(watch.position(), 1);
    }
}
