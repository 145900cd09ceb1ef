//! A store that fails, and callers that leave.

use std::sync::Arc;

use askwell_engine::store::{Store, StoreError};
use askwell_engine::{Ask, CallError, CreateError, SubmitError};
use askwell_lifecycle::{CancelReason, Outcome, Status};
use askwell_testkit::crash_store::CrashStore;

use crate::support::{GOOD, World, a_form, others_work, secs};

fn world() -> (CrashStore, World) {
    let store = CrashStore::new();
    let world = World::over(Arc::new(store.clone()) as Arc<dyn Store>, |builder| builder);
    (store, world)
}

#[tokio::test]
async fn failed_write_changes_nothing_and_can_be_repeated() {
    let (store, world) = world();
    store.fail_commit(1);
    let failed = world.engine.create(&world.client, Ask::form(a_form())).await.unwrap_err();
    assert!(matches!(failed, CreateError::Store(StoreError::Failed(_))));
    assert!(world.log().await.is_empty());
    let asked = world.ask().await.id;
    store.fail_commit(1);
    let failed = world.engine.submit(&world.client, asked, GOOD).await.unwrap_err();
    assert!(matches!(failed, SubmitError::Call(CallError::Store(_))));
    world.engine.submit(&world.client, asked, GOOD).await.unwrap();
    assert_eq!(world.history(asked).await, ["created", "complete"]);
}

#[tokio::test]
async fn lost_acknowledgement_is_recovered_with_the_key() {
    let (store, world) = world();
    let ask = || Ask::form(a_form()).idempotency_key("once");
    store.lose_acknowledgement(1);
    world.engine.create(&world.client, ask()).await.unwrap_err();
    let again = world.ask_with(ask()).await;
    assert_eq!(world.history(again.id).await, ["created"]);
    assert_eq!(world.log().await.len(), 1);
    store.lose_acknowledgement(1);
    world.engine.submit(&world.client, again.id, GOOD).await.unwrap_err();
    let late = world.engine.submit(&world.client, again.id, GOOD).await.unwrap_err();
    assert!(late.to_string().starts_with("already completed"));
}

#[tokio::test]
async fn driver_retries_until_the_store_works() {
    let (store, world) = world();
    let asked = world.ask().await.id;
    world.clock.settle().await;
    store.break_down();
    world.clock.advance_and_settle(secs(300)).await;
    world.clock.advance_and_settle(secs(10)).await;
    store.repair();
    assert_eq!(world.status(asked).await, Status::Pending);
    others_work().await;
    world.clock.advance(secs(1));
    assert_eq!(world.engine.wait(&world.client, asked).await, Ok(Outcome::TimedOut));
    assert_eq!(world.history(asked).await, ["created", "timeout"]);
}

#[tokio::test]
async fn client_that_left_while_the_store_failed_is_abandoned_later() {
    let (store, world) = world();
    let lease = world.engine.lease_presence("a");
    let asked = world.ask_with(Ask::form(a_form()).client_only().timeout(secs(3_600))).await.id;
    world.clock.advance_and_settle(secs(60)).await;
    drop(lease);
    // The driver looks for what is due, finds nothing, and fails when it abandons.
    world.clock.advance_and_settle(secs(29)).await;
    store.fail_commit(1);
    world.clock.advance_and_settle(secs(1)).await;
    world.clock.advance_and_settle(secs(10)).await;
    let outcome = world.engine.status(&world.client, asked).await.unwrap().outcome().cloned();
    assert_eq!(outcome, Some(Outcome::Cancelled(CancelReason::ClientDisconnected)));
}

#[tokio::test]
async fn cancelled_submit_still_wakes_waiters() {
    let (store, world) = world();
    let asked = world.ask().await.id;
    let waiting = tokio::spawn({
        let (engine, client) = (world.engine.clone(), world.client.clone());
        async move { engine.wait(&client, asked).await.unwrap() }
    });
    others_work().await;
    store.hold_acknowledgements();
    let left = tokio::select! {
        biased;
        _ = world.engine.submit(&world.client, asked, GOOD) => false,
        () = others_work() => true,
    };
    assert!(left);
    store.release();
    others_work().await;
    assert!(waiting.is_finished(), "the answer was written, but who waits was not told");
    assert_eq!(waiting.await.unwrap().status(), Status::Completed);
}

#[tokio::test]
async fn cancelled_create_still_schedules_its_deadline() {
    let (store, world) = world();
    world.clock.settle().await;
    store.hold_acknowledgements();
    let left = tokio::select! {
        biased;
        _ = world.engine.create(&world.client, Ask::form(a_form()).timeout(secs(2))) => false,
        () = others_work() => true,
    };
    assert!(left);
    store.release();
    others_work().await;
    world.clock.advance(secs(2));
    others_work().await;
    let names: Vec<_> = world.log().await.iter().map(|change| change.effect.name()).collect();
    assert_eq!(names, ["created", "timeout"]);
}
