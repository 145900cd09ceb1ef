//! Clients that come and go.

use askwell_engine::Ask;
use askwell_lifecycle::{CancelReason, OnDisconnect, Outcome, Status};

use crate::support::{World, a_form, client, others_work, secs};

fn only_here() -> Ask {
    Ask::form(a_form()).client_only()
}

#[tokio::test]
async fn client_back_within_the_grace_time_keeps_its_elicitations() {
    let world = World::new();
    let lease = world.engine.lease_presence("a");
    let asked = world.ask_with(only_here()).await.id;
    world.clock.advance_and_settle(secs(100)).await;
    drop(lease);
    world.clock.advance_and_settle(secs(29)).await;
    let lease = world.engine.lease_presence("a");
    world.clock.advance_and_settle(secs(100)).await;
    assert_eq!(world.status(asked).await, Status::Pending);
    let second = world.engine.lease_presence("a");
    drop(lease);
    world.clock.advance_and_settle(secs(40)).await;
    assert_eq!(world.status(asked).await, Status::Pending, "another lease is held");
    drop(second);
    assert_eq!(world.history(asked).await, ["created", "timeout_warning"]);
}

#[tokio::test]
async fn client_only_elicitations_are_abandoned_after_the_grace_time() {
    let world = World::new();
    let leases = (world.engine.lease_presence("a"), world.engine.lease_presence("b"));
    let (mine, anyones) = (world.ask_with(only_here()).await.id, world.ask().await.id);
    let another = world.engine.create(&client("b"), only_here()).await.unwrap().id;
    let waiting = tokio::spawn({
        let (engine, client) = (world.engine.clone(), world.client.clone());
        async move { engine.wait(&client, mine).await.unwrap() }
    });
    world.clock.settle().await;
    drop(leases.0);
    others_work().await;
    world.clock.advance_and_settle(secs(29)).await;
    assert!(!waiting.is_finished());
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(waiting.await.unwrap(), Outcome::Cancelled(CancelReason::ClientDisconnected));
    assert_eq!(world.status(anyones).await, Status::Pending);
    assert_eq!(world.engine.status(&client("b"), another).await.unwrap().status(), Status::Pending);
    assert_eq!(world.history(mine).await, ["created", "cancelled"]);
}

#[tokio::test]
async fn ask_without_a_lease_starts_the_grace_time() {
    let world = World::new();
    world.clock.advance_and_settle(secs(60)).await;
    let first = world.ask_with(only_here()).await.id;
    world.clock.advance_and_settle(secs(20)).await;
    let second = world.ask_with(only_here()).await.id;
    world.clock.advance_and_settle(secs(20)).await;
    assert_eq!(world.status(first).await, Status::Pending, "it asked again twenty seconds ago");
    assert_eq!(world.status(second).await, Status::Pending);
    world.clock.advance_and_settle(secs(10)).await;
    for id in [first, second] {
        assert_eq!(world.status(id).await, Status::Cancelled);
    }
}

#[tokio::test]
async fn grace_time_starts_anew_after_a_restart() {
    let world = World::new();
    let lease = world.engine.lease_presence("a");
    let mine = world.ask_with(only_here()).await.id;
    let lost = world.engine.create(&client("lost"), only_here()).await.unwrap().id;
    let World { clock, store, engine, .. } = world;
    clock.settle().await;
    drop((engine, lease));
    others_work().await;

    let world = World::over(store, |builder| builder);
    world.clock.advance_and_settle(secs(29)).await;
    let lease = world.engine.lease_presence("a");
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.status(mine).await, Status::Pending);
    let lost = world.engine.wait(&client("lost"), lost).await.unwrap();
    assert_eq!(lost, Outcome::Cancelled(CancelReason::ClientDisconnected));
    drop(lease);
}

fn abandoned() -> Ask {
    Ask::form(a_form()).on_disconnect(OnDisconnect::Abandon)
}

const GONE: Outcome = Outcome::Cancelled(CancelReason::ClientDisconnected);

#[tokio::test]
async fn disconnect_abandons_elicitations_with_on_disconnect_abandon() {
    let world = World::new();
    let lease = world.engine.lease_presence("a");
    let (asked, kept) = (world.ask_with(abandoned()).await.id, world.ask().await.id);
    world.clock.advance_and_settle(secs(100)).await;
    assert_eq!(world.status(asked).await, Status::Pending, "the client is there");
    drop(lease);
    world.clock.advance_and_settle(secs(29)).await;
    world.engine.renew_presence(&"a".into());
    world.clock.advance_and_settle(secs(29)).await;
    assert_eq!(world.status(asked).await, Status::Pending, "it was heard of meanwhile");
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.engine.wait(&world.client, asked).await, Ok(GONE));
    assert_eq!(world.status(kept).await, Status::Pending);
}

#[tokio::test]
async fn final_disconnect_abandons_without_grace_time() {
    let world = World::new();
    let _lease = world.engine.lease_presence("a");
    let (asked, kept) = (world.ask_with(abandoned()).await.id, world.ask().await.id);
    let others = world.engine.create(&client("b"), abandoned()).await.unwrap().id;
    world.engine.disconnect("a").await.unwrap();
    assert_eq!(world.engine.wait(&world.client, asked).await, Ok(GONE));
    assert_eq!(world.status(kept).await, Status::Pending);
    assert_eq!(world.engine.status(&client("b"), others).await.unwrap().status(), Status::Pending);
}

#[tokio::test]
async fn abandoning_waits_for_the_grace_time_after_a_restart() {
    let world = World::new();
    let mine = world.ask_with(abandoned()).await.id;
    let others = world.engine.create(&client("b"), abandoned()).await.unwrap().id;
    let World { clock, store, engine, .. } = world;
    clock.settle().await;
    drop(engine);
    others_work().await;

    let world = World::over(store, |builder| builder);
    world.clock.advance_and_settle(secs(29)).await;
    assert_eq!(world.status(mine).await, Status::Pending);
    let _back = world.engine.lease_presence("a");
    world.clock.advance_and_settle(secs(1)).await;
    assert_eq!(world.status(mine).await, Status::Pending, "it is back");
    assert_eq!(world.engine.wait(&client("b"), others).await, Ok(GONE));
}
