//! The audit says who did what, when and how.

use std::sync::Arc;

use askwell_lifecycle::{Actor, Surface};

use crate::support::{BAD, GOOD, World, secs};

#[tokio::test]
async fn history_records_time_person_and_surface() {
    let world = World::new();
    let asked = world.ask().await;
    let step = |number: u64| asked.created_at + secs(number);
    let ops = Actor::client("a", Surface::Web).with_person("ops");
    let lead = Actor::operator(Surface::Terminal).with_person("lead");
    world.clock.set(step(1));
    world.engine.open(&ops, asked.id).await.unwrap();
    world.clock.set(step(2));
    world.engine.submit(&ops, asked.id, BAD).await.unwrap_err();
    world.clock.set(step(3));
    world.engine.extend(&lead, asked.id, None).await.unwrap();
    world.clock.set(step(550));
    world.clock.settle().await;
    world.clock.set(step(560));
    world.engine.submit(&lead, asked.id, GOOD).await.unwrap();
    let audit: Vec<_> = world
        .log()
        .await
        .into_iter()
        .map(|change| (change.effect.name(), change.at, change.person, change.surface, change.revision))
        .collect();
    let person = |name: &str| Some(Arc::from(name));
    assert_eq!(
        audit,
        [
            ("created", step(0), None, Surface::Library, 1),
            ("opened", step(1), person("ops"), Surface::Web, 2),
            ("rejected", step(2), person("ops"), Surface::Web, 3),
            ("extended", step(3), person("lead"), Surface::Terminal, 4),
            ("timeout_warning", step(550), None, Surface::Engine, 5),
            ("complete", step(560), person("lead"), Surface::Terminal, 6),
        ]
    );
}
