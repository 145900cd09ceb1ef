//! How much may be asked.

use std::time::Duration;

use askwell_engine::{Ask, CreateError, Engine, Limit, LimitReached, Limits, SubmitError};
use askwell_lifecycle::{ClientTimeouts, TimeoutError};

use crate::support::{GOOD, World, a_form, client, ms, secs};

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

fn limited<T: std::fmt::Debug>(result: Result<T, CreateError>) -> (Limit, Duration) {
    match result.unwrap_err() {
        CreateError::Limited(LimitReached { what, retry_after, .. }) => (what, retry_after),
        other => panic!("{other:?}"),
    }
}

async fn create(engine: &Engine, name: &str) -> Result<(), CreateError> {
    engine.create(&client(name), Ask::form(a_form())).await.map(drop)
}

#[tokio::test]
async fn rate_limited_client_succeeds_after_retry_after() {
    let world = World::with(|builder| builder.limits(Limits::default()));
    for _ in 0..10 {
        create(&world.engine, "a").await.unwrap();
    }
    let refused = world.engine.create(&client("a"), Ask::form(a_form())).await;
    assert_eq!(
        refused.as_ref().unwrap_err().to_string(),
        "this client asks too often; try again in 60000 ms"
    );
    let (what, after) = limited(refused);
    assert_eq!((what, after), (Limit::Rate, secs(60)));
    create(&world.engine, "b").await.unwrap();
    world.clock.advance(after - ms(1));
    assert_eq!(limited(create(&world.engine, "a").await), (Limit::Rate, ms(1)));
    world.clock.advance(ms(1));
    create(&world.engine, "a").await.unwrap();
    world.clock.advance(secs(60));
    for _ in 0..10 {
        create(&world.engine, "a").await.unwrap();
    }
}

#[tokio::test]
async fn clock_set_back_does_not_lock_clients_out() {
    let world = World::with(|builder| builder.limits(Limits::default()));
    for _ in 0..10 {
        create(&world.engine, "a").await.unwrap();
    }
    let (_, after) = limited(create(&world.engine, "a").await);
    assert_eq!(after, secs(60));
    let now = askwell_engine::Clock::now(&world.clock);
    world.clock.set(now.minus(secs(3_600)));
    let (_, after) = limited(create(&world.engine, "a").await);
    assert!(after <= secs(60), "{after:?}");
    world.clock.advance(after);
    create(&world.engine, "a").await.unwrap();
}

#[tokio::test]
async fn open_limit_is_freed_by_closing() {
    let own = limits(|limits| {
        limits.per_window = u32::MAX;
        limits.open_per_client = 3;
        limits.open_total = 5;
    });
    let world = World::with(|builder| builder.limits(own));
    let mut first = None;
    for _ in 0..3 {
        first = Some(world.ask().await.id);
    }
    assert_eq!(limited(create(&world.engine, "a").await), (Limit::OpenOfClient, secs(5)));
    for _ in 0..2 {
        create(&world.engine, "b").await.unwrap();
    }
    assert_eq!(limited(create(&world.engine, "b").await), (Limit::OpenInTotal, secs(5)));
    world.engine.submit(&world.client, first.unwrap(), GOOD).await.unwrap();
    create(&world.engine, "b").await.unwrap();
    assert_eq!(limited(create(&world.engine, "a").await).0, Limit::OpenInTotal);
    world.clock.advance_and_settle(secs(300)).await;
    for name in ["a", "b", "c", "d", "e"] {
        create(&world.engine, name).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn open_limit_holds_for_concurrent_creates() {
    let own = limits(|limits| {
        limits.per_window = u32::MAX;
        limits.open_per_client = 40;
        limits.open_total = 100;
    });
    let world = World::with(|builder| builder.limits(own));
    let creates: Vec<_> = (0..400)
        .map(|number| {
            let engine = world.engine.clone();
            let name = format!("client {}", number % 4);
            tokio::spawn(async move { create(&engine, &name).await.is_ok() })
        })
        .collect();
    let mut made = 0;
    for create in creates {
        made += usize::from(create.await.unwrap());
    }
    assert_eq!(made, 100);
    let mut of_each = std::collections::BTreeMap::<String, usize>::new();
    for change in world.log().await {
        *of_each.entry(change.client.to_string()).or_default() += 1;
    }
    assert!(of_each.values().all(|made| *made <= 40), "{of_each:?}");
}

#[tokio::test]
async fn too_large_answer_is_refused_without_a_rejection() {
    let world = World::with(|builder| builder.limits(limits(|limits| limits.answer_bytes = 40)));
    let asked = world.ask().await.id;
    let large = format!(r#"{{"host": "{}"}}"#, "x".repeat(41));
    for _ in 0..10 {
        let refused = world.engine.submit(&world.client, asked, large.as_bytes()).await.unwrap_err();
        assert_eq!(refused, SubmitError::TooLarge { size: 41, limit: 40 });
        assert!(refused.retry_allowed());
    }
    assert_eq!(world.history(asked).await, ["created"]);
    world.engine.submit(&world.client, asked, GOOD).await.unwrap();
}

#[tokio::test]
async fn rate_limit_holds_across_window_edges() {
    let world = World::with(|builder| builder.limits(Limits::default()));
    let mut passed = Vec::new();
    for second in 0..180_u64 {
        for _ in 0..2 {
            if create(&world.engine, "a").await.is_ok() {
                passed.push(second);
            }
        }
        world.clock.advance(secs(1));
    }
    for start in 0..120 {
        let within = passed.iter().filter(|second| (start..start + 60).contains(*second)).count();
        assert!(within <= 10, "{within} from second {start}: {passed:?}");
    }
    assert_eq!(passed.len(), 30);
}

#[tokio::test]
async fn default_total_leaves_room_for_other_clients() {
    let limits = Limits::default();
    assert!(limits.open_total > limits.open_per_client, "{limits:?}");
}

#[tokio::test]
async fn own_answer_limit_can_exceed_the_default_up_to_the_ceiling() {
    let own = limits(|limits| (limits.answer_bytes, limits.answer_ceiling) = (10, 50));
    let world = World::with(|builder| builder.limits(own));
    let form = |limit: usize| {
        let document = format!(
            r#"{{"id": "f", "title": "T", "x-sizeLimit": {limit}, "fields": [{{"id": "a", "type": "text", "label": "A"}}]}}"#
        );
        askwell_form::Form::parse(&document).unwrap()
    };
    let answer = |size: usize| format!(r#"{{"a": "{}"}}"#, "x".repeat(size));
    for (own, limit) in [(5, 5), (10, 10), (40, 40), (50, 50), (51, 50), (usize::MAX >> 12, 50)] {
        let asked = world.ask_with(Ask::form(form(own))).await.id;
        let refused = world.engine.submit(&world.client, asked, answer(limit + 1).as_bytes()).await;
        assert_eq!(refused.unwrap_err(), SubmitError::TooLarge { size: limit + 1, limit });
        world.engine.submit(&world.client, asked, answer(limit).as_bytes()).await.unwrap();
    }
    let asked = world.ask_with(Ask::prompt("Why?").unwrap()).await.id;
    let refused = world.engine.submit(&world.client, asked, br#""12345678901""#).await;
    assert_eq!(refused.unwrap_err(), SubmitError::TooLarge { size: 11, limit: 10 });
    world.engine.submit(&world.client, asked, br#""1234567890""#).await.unwrap();
}

#[tokio::test]
async fn client_timeouts_set_bounds_and_defaults() {
    let world = World::new();
    let own = limits(|limits| {
        limits.timeouts = ClientTimeouts { min: Some(secs(5)), max: Some(secs(20)), default: Some(secs(10)) };
    });
    let ask = |timeout: Option<Duration>| {
        let ask = Ask::form(a_form()).within(own);
        timeout.map_or(ask.clone(), |timeout| ask.timeout(timeout))
    };
    assert_eq!(world.ask_with(ask(None)).await.terms.timeout, secs(10));
    assert_eq!(world.ask_with(ask(Some(secs(20)))).await.terms.timeout, secs(20));
    let refused = |timeout| world.engine.create(&world.client, ask(Some(timeout)));
    let too_large = TimeoutError::TooLarge { requested: 21_000, maximum: 20_000 };
    assert_eq!(refused(secs(21)).await.unwrap_err(), CreateError::Timeout(too_large));
    let too_small = TimeoutError::TooSmall { requested: 4_000, minimum: 5_000 };
    assert_eq!(refused(secs(4)).await.unwrap_err(), CreateError::Timeout(too_small));
}

#[tokio::test]
async fn odd_limits_do_not_panic() {
    for (per_window, window) in [(0, secs(60)), (1, Duration::MAX), (10, Duration::ZERO), (1, ms(1))] {
        let own = limits(|limits| (limits.per_window, limits.window) = (per_window, window));
        let world = World::with(|builder| builder.limits(own));
        for _ in 0..3 {
            let _ = create(&world.engine, "a").await;
        }
    }
}
