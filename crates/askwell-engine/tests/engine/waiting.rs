//! Waiting for an outcome.

use askwell_engine::CallError;
use askwell_lifecycle::{CancelReason, Decline, Outcome, Status};

use crate::support::{GOOD, World, others_work, secs};

#[tokio::test]
async fn all_waiters_get_the_same_outcome() {
    let world = World::new();
    let asked = world.ask().await.id;
    let wait = || {
        let (engine, client) = (world.engine.clone(), world.client.clone());
        tokio::spawn(async move { engine.wait(&client, asked).await.unwrap() })
    };
    let mut waiting: Vec<_> = (0..100).map(|_| wait()).collect();
    others_work().await;
    assert!(waiting.iter().all(|waiter| !waiter.is_finished()));
    world.engine.decline(&world.client, asked).await.unwrap();
    waiting.push(wait());
    for waiter in waiting {
        assert_eq!(waiter.await.unwrap(), Outcome::Declined(Decline::default()));
    }
}

#[tokio::test]
async fn cancelled_wait_can_be_repeated() {
    let world = World::new();
    let asked = world.ask().await.id;
    for _ in 0..10 {
        let gave_up = tokio::select! {
            biased;
            _ = world.engine.wait(&world.client, asked) => false,
            () = others_work() => true,
        };
        assert!(gave_up);
    }
    let waiting = world.engine.wait(&world.client, asked);
    let deciding = async {
        others_work().await;
        world.engine.cancel(&world.client, asked, CancelReason::FormInvalidated).await.unwrap();
    };
    let (outcome, ()) = tokio::join!(waiting, deciding);
    assert_eq!(outcome, Ok(Outcome::Cancelled(CancelReason::FormInvalidated)));
}

#[tokio::test]
async fn wait_continues_after_a_restart() {
    let world = World::new();
    let (answered, open) = (world.ask().await.id, world.ask().await.id);
    world.engine.submit(&world.client, answered, GOOD).await.unwrap();
    let World { clock, store, engine, client } = world;
    clock.settle().await;
    drop(engine);
    others_work().await;
    assert_eq!(clock.sleepers(), 0, "the driver of an engine that is gone has gone, too");

    let world = World::over(store, |builder| builder);
    assert_eq!(world.engine.wait(&client, answered).await.unwrap().status(), Status::Completed);
    let waiting = tokio::spawn({
        let (engine, client) = (world.engine.clone(), client.clone());
        async move { engine.wait(&client, open).await.unwrap() }
    });
    others_work().await;
    world.clock.advance_and_settle(secs(300)).await;
    assert_eq!(waiting.await.unwrap(), Outcome::TimedOut);
}

#[tokio::test]
async fn wait_for_a_purged_elicitation_is_not_found() {
    let world = World::with(|builder| builder.retention(secs(60)));
    let asked = world.ask().await.id;
    world.engine.decline(&world.client, asked).await.unwrap();
    world.clock.advance_and_settle(secs(61)).await;
    assert_eq!(world.engine.wait(&world.client, asked).await, Err(CallError::NotFound));
}
