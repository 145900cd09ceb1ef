//! Concurrent actions: one wins, and all callers get the same outcome.

use std::sync::Arc;

use askwell_engine::{CallError, SubmitError};
use askwell_lifecycle::{CancelReason, Elicitation, Refusal};
use tokio::sync::Barrier;

use crate::support::{BAD, GOOD, World, secs};

/// The result of an action.
type Got = Result<Arc<Elicitation>, CallError>;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_events_have_one_winner_and_refusals_name_it() {
    let world = World::new();
    let mut winners = std::collections::BTreeMap::<&str, usize>::new();
    for round in 0..400 {
        let asked = world.ask().await.id;
        let barrier = Arc::new(Barrier::new(7));
        let act = |which: usize| {
            let (engine, client) = (world.engine.clone(), world.client.clone());
            let (barrier, clock) = (Arc::clone(&barrier), world.clock.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                let got: Got = match which {
                    0 | 1 => match engine.submit(&client, asked, GOOD).await {
                        Ok(accepted) => Ok(accepted.elicitation),
                        Err(SubmitError::Call(error)) => Err(error),
                        Err(other) => panic!("{other:?}"),
                    },
                    2 => engine.decline(&client, asked).await,
                    3 => engine.cancel(&client, asked, CancelReason::UserCancelled).await,
                    _ => {
                        // Every third round the deadline takes part.
                        if round % 3 == 0 {
                            clock.advance(secs(300));
                        }
                        let _ = engine.submit(&client, asked, BAD).await;
                        Err(CallError::Busy)
                    }
                };
                got
            })
        };
        let wait = || {
            let (engine, client, barrier) =
                (world.engine.clone(), world.client.clone(), Arc::clone(&barrier));
            tokio::spawn(async move {
                barrier.wait().await;
                engine.wait(&client, asked).await.unwrap()
            })
        };
        let acting: Vec<_> = (0..5).map(act).collect();
        let waiting = [wait(), wait()];
        let mut outcomes = Vec::new();
        for waiter in waiting {
            outcomes.push(waiter.await.unwrap());
        }
        let outcome = world.engine.wait(&world.client, asked).await.unwrap();
        assert!(outcomes.iter().all(|other| *other == outcome));

        let mut won = 0;
        for actor in acting {
            match actor.await.unwrap() {
                Ok(elicitation) => {
                    won += 1;
                    assert_eq!(elicitation.outcome(), Some(&outcome));
                }
                Err(CallError::Refused(Refusal::Closed { status, reason, .. })) => {
                    assert_eq!((status, reason), (outcome.status(), outcome.reason()));
                }
                Err(CallError::Refused(Refusal::TooLate { .. } | Refusal::TimedOut { .. })) => {
                    assert_eq!(outcome.status().as_str(), "timeout");
                }
                Err(CallError::Busy) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        let by_time = outcome.status().as_str() == "timeout";
        assert_eq!(won, usize::from(!by_time));
        *winners.entry(outcome.status().as_str()).or_default() += 1;
    }
    let closings = world.log().await.iter().filter(|change| is_closing(change.effect.name())).count();
    assert_eq!(closings, 400, "{winners:?}");
}

fn is_closing(name: &str) -> bool {
    ["complete", "declined", "cancelled", "timeout"].contains(&name)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_rejections_are_each_counted() {
    let world = World::new();
    for _ in 0..50 {
        let asked = world.ask().await.id;
        let submits: Vec<_> = (0..8)
            .map(|_| {
                let (engine, client) = (world.engine.clone(), world.client.clone());
                tokio::spawn(async move { engine.submit(&client, asked, BAD).await.unwrap_err() })
            })
            .collect();
        let mut counts = Vec::new();
        for submit in submits {
            if let SubmitError::Invalid { retry_count, .. } = submit.await.unwrap() {
                counts.push(retry_count);
            }
        }
        counts.sort_unstable();
        assert_eq!(counts, [1, 2, 3, 3]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_waiter_gets_the_outcome() {
    let world = World::new();
    for _ in 0..300 {
        let asked = world.ask().await.id;
        let waiting = tokio::spawn({
            let (engine, client) = (world.engine.clone(), world.client.clone());
            async move { engine.wait(&client, asked).await.unwrap() }
        });
        world.engine.submit(&world.client, asked, GOOD).await.unwrap();
        waiting.await.unwrap();
    }
}
