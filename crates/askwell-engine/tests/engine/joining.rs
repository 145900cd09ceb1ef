//! Asking again: joining what is open, taking what was answered, once.

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::Store;
use askwell_engine::{Ask, AskKey, CallError, MemoryStore, TakeResult, WaitHandle};
use askwell_lifecycle::{CancelReason, Status};
use tokio::task::JoinSet;

use super::support::{GOOD, World, a_form, client, ms, others_work, secs};

const FRESH: Duration = Duration::from_secs(600);

fn key(number: u8) -> AskKey {
    AskKey::of_digest(&[number; 32])
}

async fn ask(world: &World) -> WaitHandle {
    let ask = Ask::form(a_form()).timeout(secs(300));
    world.engine.create_or_join(&world.client, ask, &key(1), FRESH).await.unwrap()
}

#[test]
fn ask_key_is_a_prefix_and_the_digest() {
    assert_eq!(key(0).as_str(), format!("mcp:{}", "A".repeat(43)));
    assert_eq!(key(255).as_str(), format!("mcp:{}8", "_".repeat(42)));
    assert!(AskKey::is_reserved(key(1).as_str()) && !AskKey::is_reserved("deploy-1"));
}

#[tokio::test]
async fn call_that_waits_gets_the_closed_elicitation() {
    let world = World::new();
    let mut handle = ask(&world).await;
    assert!(handle.is_new());
    let id = handle.elicitation().id;
    let waiting = tokio::spawn(async move { handle.outcome().await.map(|closed| closed.status()) });
    others_work().await;
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    assert_eq!(waiting.await.unwrap(), Ok(Status::Completed));
}

#[tokio::test]
async fn parallel_equal_calls_ask_twice() {
    let world = World::new();
    let (mut first, mut second) = (ask(&world).await, ask(&world).await);
    let (one, other) = (first.elicitation().id, second.elicitation().id);
    assert_ne!(one, other);
    world.engine.submit(&world.client, other, GOOD).await.unwrap();
    world.engine.decline(&world.client, one).await.unwrap();
    assert_eq!(first.outcome().await.unwrap().status(), Status::Declined);
    assert_eq!(second.outcome().await.unwrap().status(), Status::Completed);
    // Each takes its own, once, with its own key or with the key of the ask.
    for (handle, key) in [(&first, first.key().clone()), (&second, key(1))] {
        let id = handle.elicitation().id;
        assert_eq!(world.engine.take(&world.client, id, &key).await, Ok(TakeResult::Taken));
        assert_eq!(world.engine.take(&world.client, id, &key).await, Ok(TakeResult::AlreadyTaken));
    }
}

#[tokio::test]
async fn waiting_call_gets_the_answer_before_a_new_call() {
    let world = World::new();
    let mut first = ask(&world).await;
    let id = first.elicitation().id;
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    // Answered, and the call has not got to it yet.
    let second = ask(&world).await;
    assert_ne!(second.elicitation().id, id);
    assert_eq!(first.outcome().await.unwrap().status(), Status::Completed);
    assert_eq!(world.engine.take(&world.client, id, first.key()).await, Ok(TakeResult::Taken));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn equal_concurrent_calls_get_one_answer_each() {
    let world = Arc::new(World::new());
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        let world = Arc::clone(&world);
        calls.spawn(async move {
            for _ in 0..500 {
                let mut handle = ask(&world).await;
                let id = handle.elicitation().id;
                assert!(handle.is_new(), "no call has left before it got its answer");
                world.engine.submit(&world.client, id, GOOD).await.unwrap();
                assert_eq!(handle.outcome().await.unwrap().status(), Status::Completed);
                let taken = world.engine.take(&world.client, id, handle.key()).await;
                assert_eq!(taken, Ok(TakeResult::Taken));
            }
        });
    }
    while let Some(call) = calls.join_next().await {
        call.unwrap();
    }
}

#[tokio::test]
async fn repeated_call_joins_the_open_elicitation() {
    let world = World::new();
    let first = ask(&world).await;
    let id = first.elicitation().id;
    drop(first);
    let mut second = ask(&world).await;
    assert_eq!((second.elicitation().id, second.is_new()), (id, false));
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    assert_eq!(second.outcome().await.unwrap().status(), Status::Completed);
    assert_eq!(world.log().await.len(), 2);
}

#[tokio::test]
async fn call_after_ten_seconds_supersedes_the_one_that_waits() {
    let world = World::new();
    let mut first = ask(&world).await;
    let id = first.elicitation().id;
    let waiting = tokio::spawn(async move { [first.outcome().await.err(), first.outcome().await.err()] });
    others_work().await;
    world.clock.advance_and_settle(ms(9_999)).await;
    assert_ne!(ask(&world).await.elicitation().id, id, "too young");
    world.clock.advance_and_settle(ms(1)).await;
    let mut second = ask(&world).await;
    assert_eq!(second.elicitation().id, id);
    assert_eq!(waiting.await.unwrap(), [Some(CallError::Superseded), Some(CallError::Superseded)]);
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    assert_eq!(second.outcome().await.unwrap().status(), Status::Completed);
}

#[tokio::test]
async fn held_elicitation_is_not_joined() {
    let world = World::new();
    let first = ask(&world).await;
    let id = first.elicitation().id;
    drop(first);
    world.engine.hold(id, world.engine.now() + secs(5));
    let separate = ask(&world).await;
    assert_ne!(separate.elicitation().id, id);
    world.clock.advance_and_settle(secs(5)).await;
    assert_eq!(ask(&world).await.elicitation().id, id, "not held any more");
}

#[tokio::test]
async fn untaken_answer_is_joined_until_it_is_taken() {
    let world = World::new();
    let id = ask(&world).await.elicitation().id;
    assert_eq!(world.engine.take(&world.client, id, &key(1)).await, Err(CallError::StillOpen));
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    let mut again = ask(&world).await;
    assert_eq!(again.outcome().await.unwrap().id, id);
    let stranger = world.engine.take(&client("b"), id, &key(1)).await;
    assert_eq!(stranger, Err(CallError::NotFound));
    assert_eq!(world.engine.take(&world.client, id, &key(1)).await, Ok(TakeResult::Taken));
    assert_eq!(world.history(id).await, ["created", "complete", "taken"]);
    assert_ne!(ask(&world).await.elicitation().id, id, "one answer, one call");
}

#[tokio::test]
async fn answer_given_back_is_joined_again() {
    let world = World::new();
    let id = ask(&world).await.elicitation().id;
    assert_eq!(world.engine.give_back(&world.client, id, &key(1)).await, Err(CallError::StillOpen));
    world.engine.decline(&world.client, id).await.unwrap();
    world.engine.take(&world.client, id, &key(1)).await.unwrap();
    world.engine.give_back(&world.client, id, &key(1)).await.unwrap();
    assert_eq!(ask(&world).await.elicitation().id, id);
    // A new ask in between: the answer stays with its elicitation.
    world.engine.take(&world.client, id, &key(1)).await.unwrap();
    let second = ask(&world).await.elicitation().id;
    world.engine.give_back(&world.client, id, &key(1)).await.unwrap();
    assert_eq!(ask(&world).await.elicitation().id, second);
}

#[tokio::test]
async fn timeouts_cancellations_and_old_answers_are_not_joined() {
    let world = World::new();
    let first = ask(&world).await.elicitation().id;
    world.engine.cancel(&world.client, first, CancelReason::UserCancelled).await.unwrap();
    let second = ask(&world).await.elicitation().id;
    assert_ne!(second, first);
    world.clock.advance_and_settle(secs(300)).await;
    assert_eq!(world.status(second).await, Status::Timeout);
    let third = ask(&world).await.elicitation().id;
    assert_ne!(third, second);
    world.engine.submit(&world.client, third, GOOD).await.unwrap();
    world.clock.advance_and_settle(FRESH).await;
    assert_ne!(ask(&world).await.elicitation().id, third);
    let names = world.history(third).await;
    assert_eq!(names, ["created", "complete"], "an answer that was never delivered was not taken");
}

#[tokio::test]
async fn limits_apply_to_creates_and_not_to_joins() {
    let limits = askwell_engine::Limits { per_window: 1, ..askwell_engine::Limits::none() };
    let world = World::with(|builder| builder.limits(limits));
    let id = ask(&world).await.elicitation().id;
    for _ in 0..5 {
        assert_eq!(ask(&world).await.elicitation().id, id);
    }
    let other = Ask::form(a_form());
    assert!(world.engine.create_or_join(&world.client, other, &key(2), FRESH).await.is_err());
}

/// Two engines on one store: each answer is delivered once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_answer_is_taken_by_one_call() {
    let world = World::new();
    let engines = [world.engine.clone(), world.another_engine()];
    for round in 0..250 {
        let id = ask(&world).await.elicitation().id;
        world.engine.submit(&world.client, id, GOOD).await.unwrap();
        let mut racing = JoinSet::new();
        for engine in engines.iter().chain(&engines) {
            let (engine, client) = (engine.clone(), world.client.clone());
            racing.spawn(async move { engine.take(&client, id, &key(1)).await.unwrap() });
        }
        let won = racing.join_all().await.into_iter().filter(|result| *result == TakeResult::Taken).count();
        assert_eq!(won, 1, "round {round}");
    }
}

/// Calls that ask the same at the same time: each hears of the end of its elicitation, or that a newer call has it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_calls_all_end() {
    let world = World::new();
    for _ in 0..50 {
        let mut racing = JoinSet::new();
        for _ in 0..8 {
            let (engine, client) = (world.engine.clone(), world.client.clone());
            racing.spawn(async move {
                let ask = Ask::form(a_form());
                let mut handle = engine.create_or_join(&client, ask, &key(1), FRESH).await.unwrap();
                let id = handle.elicitation().id;
                let closing = async {
                    tokio::task::yield_now().await;
                    let _ = engine.submit(&client, id, GOOD).await;
                };
                let (outcome, ()) = tokio::join!(handle.outcome(), closing);
                outcome.map(|closed| closed.status())
            });
        }
        for outcome in racing.join_all().await {
            assert!(matches!(outcome, Ok(Status::Completed) | Err(CallError::Superseded)), "{outcome:?}");
        }
    }
}

#[tokio::test]
async fn transient_store_keeps_the_newest_taken_elicitations() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::transient(3));
    let world = World::over(store, |builder| builder);
    let mut ids = Vec::new();
    for _ in 0..10 {
        let id = ask(&world).await.elicitation().id;
        world.engine.submit(&world.client, id, GOOD).await.unwrap();
        world.engine.take(&world.client, id, &key(1)).await.unwrap();
        ids.push(id);
    }
    let mut kept = Vec::new();
    for id in &ids {
        kept.push(world.engine.status(&world.client, *id).await.is_ok());
    }
    assert_eq!(kept, [[false; 7].as_slice(), &[true; 3]].concat());
    assert_eq!(world.history(ids[9]).await, ["created", "complete", "taken"]);
    let log = world.store.changes_since(0, 100, askwell_lifecycle::Scope::Everything).await.unwrap();
    assert!(log.truncated && log.list.len() == 12, "{}", log.list.len());
}

#[tokio::test]
async fn transient_store_removes_untaken_answers() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::transient(3));
    let world = World::over(store, |builder| builder);
    let id = ask(&world).await.elicitation().id;
    world.engine.submit(&world.client, id, GOOD).await.unwrap();
    world.clock.advance_and_settle(secs(599)).await;
    world.ask().await;
    assert!(world.engine.status(&world.client, id).await.is_ok());
    world.clock.advance_and_settle(secs(2)).await;
    world.ask().await;
    assert_eq!(world.engine.status(&world.client, id).await.unwrap_err(), CallError::NotFound);
}

#[tokio::test]
async fn elicitation_of_an_expected_client_is_not_abandoned() {
    let world = World::with(|builder| builder.grace(secs(10)));
    let asked = world.ask_with(Ask::form(a_form()).client_only()).await;
    let askwell_lifecycle::Scope::Client(name) = &world.client.scope else { panic!("no client") };
    world.engine.expect_client(name, world.engine.now() + secs(60));
    world.clock.advance_and_settle(secs(59)).await;
    assert_eq!(world.status(asked.id).await, Status::Pending);
    // A shorter expectation changes nothing, nor does a call in between.
    world.engine.expect_client(name, world.engine.now());
    world.engine.renew_presence(name);
    world.clock.advance_and_settle(secs(9)).await;
    assert_eq!(world.status(asked.id).await, Status::Pending);
    world.clock.advance_and_settle(secs(2)).await;
    assert_eq!(world.status(asked.id).await, Status::Cancelled);
}
