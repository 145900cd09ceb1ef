//! Counting.

use std::collections::BTreeMap;

use askwell_engine::{Ask, Limits};
use askwell_lifecycle::CancelReason;
use metrics_util::debugging::{DebugValue, DebuggingRecorder};

use crate::support::{BAD, GOOD, World, a_form, secs};

#[tokio::test]
async fn the_counts_are_what_happened() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    // Local to this thread, which is also that of the engine here.
    let guard = metrics::set_default_local_recorder(&recorder);

    let mut limits = Limits::default();
    limits.per_window = 6;
    let world = World::with(|builder| builder.limits(limits));
    let (engine, client) = (&world.engine, &world.client);
    let answered = world.ask().await.id;
    engine.submit(client, answered, BAD).await.unwrap_err();
    engine.submit(client, answered, GOOD).await.unwrap();
    engine.decline(client, world.ask().await.id).await.unwrap();
    engine.cancel(client, world.ask().await.id, CancelReason::UserCancelled).await.unwrap();
    let prompt = world.ask_with(Ask::prompt("Why?").unwrap()).await.id;
    let alone = world.ask_with(Ask::form(a_form()).client_only()).await.id;
    let open = world.ask_with(Ask::form(a_form()).timeout(secs(3_600))).await.id;
    assert!(engine.create(client, Ask::form(a_form())).await.is_err());
    world.clock.advance_and_settle(secs(30)).await;
    for (id, status) in [(prompt, "timeout"), (alone, "cancelled"), (open, "pending")] {
        assert_eq!(world.status(id).await.as_str(), status);
    }
    drop(guard);

    let mut counted = BTreeMap::new();
    let mut validations = 0;
    for (key, _, _, value) in snapshotter.snapshot().into_vec() {
        let (name, labels) = key.key().clone().into_parts();
        let labels: Vec<_> = labels.iter().map(|label| label.value().to_owned()).collect();
        let name = format!("{} {}", name.as_str().trim_start_matches("askwell_"), labels.join(" "));
        match value {
            DebugValue::Counter(count) => {
                counted.insert(name.trim().to_owned(), count);
            }
            DebugValue::Gauge(level) => {
                assert_eq!((name.trim(), level.into_inner()), ("elicitations_open", 1.0));
            }
            DebugValue::Histogram(times) => validations += times.len(),
        }
    }
    let expected = [
        ("answers_rejected_total form", 1),
        ("elicitations_abandoned_total client_disconnected", 1),
        ("elicitations_abandoned_total timeout", 1),
        ("elicitations_abandoned_total user_cancelled", 1),
        ("elicitations_cancelled_total form", 2),
        ("elicitations_completed_total form", 1),
        ("elicitations_created_total form", 5),
        ("elicitations_created_total inline", 1),
        ("elicitations_declined_total form", 1),
        ("elicitations_timeout_total inline", 1),
        ("limited_total rate", 1),
    ];
    assert_eq!(counted, expected.map(|(name, count)| (name.to_owned(), count)).into());
    assert_eq!(validations, 2);
}
