//! Counting.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{Ask, Limits, MemoryStore, Store};
use askwell_lifecycle::{CancelReason, Mode};
use metrics_util::debugging::{DebugValue, DebuggingRecorder};

use crate::support::{BAD, GOOD, World, a_form, others_work, secs};

#[tokio::test]
async fn metrics_count_every_outcome() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    // Local to this thread, which is also that of the engine here.
    let guard = metrics::set_default_local_recorder(&recorder);

    let limits = Limits { per_window: 6, ..Limits::default() };
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
    for refused in [secs(3_601), Duration::MAX, Duration::from_millis(999), Duration::ZERO] {
        assert!(engine.create(client, Ask::form(a_form()).timeout(refused)).await.is_err());
    }
    world.clock.advance_and_settle(secs(30)).await;
    for (id, status) in [(prompt, "timeout"), (alone, "cancelled"), (open, "pending")] {
        assert_eq!(world.status(id).await.as_str(), status);
    }
    drop(guard);

    let mut counted = BTreeMap::new();
    let mut validations = 0;
    let mut requested = Vec::new();
    let mut levels = BTreeMap::new();
    for (key, _, _, value) in snapshotter.snapshot().into_vec() {
        let (name, labels) = key.key().clone().into_parts();
        let labels: Vec<_> = labels.iter().map(|label| label.value().to_owned()).collect();
        let name = format!("{} {}", name.as_str().trim_start_matches("askwell_"), labels.join(" "));
        match value {
            // Every counter is there from the start; those that never moved are of no interest here.
            DebugValue::Counter(0) => {}
            DebugValue::Counter(count) => {
                counted.insert(name.trim().to_owned(), count);
            }
            DebugValue::Gauge(level) => {
                levels.insert(name, level.into_inner());
            }
            DebugValue::Histogram(times) if name.starts_with("timeout_requested_seconds") => {
                requested.extend(times.into_iter().map(|seconds| (name.clone(), seconds.into_inner())));
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
        ("timeout_violations_total invalid_timeout", 1),
        ("timeout_violations_total timeout_too_large", 2),
        ("timeout_violations_total timeout_too_small", 1),
    ];
    assert_eq!(counted, expected.map(|(name, count)| (name.to_owned(), count)).into());
    assert_eq!(validations, 2);
    let seconds = |seconds: f64| ("timeout_requested_seconds form".to_owned(), seconds);
    assert_eq!(requested, [3_600.0, 3_601.0, 2_592_000.0, 0.999, 0.0].map(seconds));
    let open = |mode: &str| format!("elicitations_open {mode}");
    let expected = [("form", 1.0), ("inline", 0.0), ("url", 0.0), ("terminal", 0.0)];
    assert_eq!(levels, expected.map(|(mode, level)| (open(mode), level)).into());
}

/// After a restart there is something open that this process has never seen made.
#[tokio::test]
async fn open_gauge_is_right_after_a_restart() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let before = World::over(Arc::clone(&store), |builder| builder);
    let asked = before.ask().await.id;
    before.ask_with(Ask::form(a_form()).in_mode(Mode::Terminal)).await;
    before.ask_with(Ask::form(a_form()).in_mode(Mode::Terminal)).await;
    drop(before);

    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let levels = || {
        let gauges = snapshotter.snapshot().into_vec().into_iter().filter_map(|(key, _, _, value)| {
            let DebugValue::Gauge(level) = value else { return None };
            let mode = key.key().labels().next().map(|label| label.value().to_owned())?;
            Some((mode, level.into_inner()))
        });
        gauges.filter(|(_, level)| *level != 0.0).collect::<BTreeMap<_, _>>()
    };
    let after = World::over(store, |builder| builder);
    others_work().await;
    let expected =
        |levels: &[(&str, f64)]| levels.iter().map(|(mode, level)| ((*mode).to_owned(), *level)).collect();
    assert_eq!(levels(), expected(&[("form", 1.0), ("terminal", 2.0)]));
    after.engine.decline(&after.client, asked).await.unwrap();
    after.ask_with(Ask::prompt("Why?").unwrap()).await;
    // Looking has set the gauges back; the driver's next round says again what there is.
    after.clock.advance_and_settle(secs(11)).await;
    assert_eq!(levels(), expected(&[("inline", 1.0), ("terminal", 2.0)]));
}
