//! Deliveries that fail: tried again, given up, sent once more.

use std::time::Duration;

use askwell_web::webhooks::{EndpointStatus, ReplayError, WebhookSettings};

use crate::support::{Answer, Receiver, World, endpoint, recorded, settings};

#[tokio::test]
async fn what_fails_is_tried_again_with_the_same_id() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script([Answer::Status(500), Answer::Status(404)]);
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    world.answered().await;
    let first = receiver.call().await;
    recorded(&webhooks, 1).await;
    let waiting = webhooks.pending(None, 10).await.unwrap();
    let [delivery] = &waiting[..] else { panic!("{waiting:?}") };
    assert_eq!((&*delivery.id, delivery.attempts), (first.id(), 1));
    assert_eq!(delivery.failure.as_deref(), Some("it answered 500"));
    assert_eq!(delivery.at, delivery.happened_at + Duration::from_secs(10));
    // Not before its time.
    world.clock.advance(Duration::from_secs(9));
    for _ in 0..20 {
        tokio::task::yield_now().await;
    }
    assert!(receiver.is_quiet());
    world.clock.advance(Duration::from_secs(1));
    let second = receiver.call().await;
    recorded(&webhooks, 2).await;
    world.wait_for_next_attempt(&webhooks).await;
    let third = receiver.call().await;
    recorded(&webhooks, 3).await;
    assert_eq!([second.id(), third.id()], [first.id(); 2]);
    assert_eq!([&second.body, &third.body], [&first.body; 2]);
    let times = [&first, &second, &third].map(|call| call.header("webhook-timestamp").to_owned());
    assert_eq!(times, ["1800000000", "1800000010", "1800000110"]);
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_receiver_that_wants_a_rest_gets_one_within_reason() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script([
        Answer::With(429, "retry-after", "60".to_owned()),
        Answer::With(503, "retry-after", "Fri, 15 Jan 2027 09:00:00 GMT".to_owned()),
        Answer::With(503, "retry-after", "1000000000".to_owned()),
    ]);
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    let started = world.answered().await.created_at;
    let mut rests = Vec::new();
    for attempt in 1..=3 {
        receiver.call().await;
        recorded(&webhooks, attempt).await;
        rests.push(started.until(world.wait_for_next_attempt(&webhooks).await).as_secs());
    }
    // A minute instead of ten seconds; nine o'clock; no longer than an hour.
    assert_eq!(rests, [60, 3_600, 7_200]);
    receiver.call().await;
}

#[tokio::test]
async fn what_cannot_be_delivered_is_kept_and_can_be_sent_again() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script([500, 501, 502, 503].map(Answer::Status));
    let webhooks = world.webhooks(vec![endpoint("one", receiver.url())]).await;
    let asked = world.answered().await;
    let mut id = String::new();
    for attempt in 1..=4 {
        id = receiver.call().await.id().to_owned();
        recorded(&webhooks, attempt).await;
        if attempt < 4 {
            world.wait_for_next_attempt(&webhooks).await;
        }
    }
    assert!(webhooks.pending(None, 10).await.unwrap().is_empty());
    let dead = webhooks.dead_letters(None, 10).await.unwrap();
    let [letter] = &dead[..] else { panic!("{dead:?}") };
    assert_eq!((&*letter.id, letter.attempts, letter.elicitation), (&*id, 4, asked.id));
    assert_eq!(
        (letter.event.as_str(), letter.failure.as_deref()),
        ("elicitation.complete", Some("it answered 503"))
    );

    assert_eq!(webhooks.replay("msg_none").await, Err(ReplayError::NoSuchLetter));
    webhooks.replay(&id).await.unwrap();
    let again = receiver.call().await;
    assert_eq!(again.id(), id);
    recorded(&webhooks, 5).await;
    assert!(webhooks.dead_letters(None, 10).await.unwrap().is_empty());
    assert_eq!(webhooks.replay(&id).await, Err(ReplayError::NoSuchLetter));
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_left_alone_until_somebody_says_otherwise() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script([Answer::Status(500), Answer::Status(410)]);
    let settings = WebhookSettings { at_once: 1, ..settings() };
    let webhooks =
        world.webhooks_with(vec![endpoint("one", receiver.url())], settings.clone()).await.unwrap();
    world.answered().await;
    receiver.call().await;
    recorded(&webhooks, 1).await;
    world.answered().await;
    receiver.call().await;
    recorded(&webhooks, 2).await;
    let gone = EndpointStatusSeen::of(&webhooks.endpoints());
    assert_eq!(gone, EndpointStatusSeen { disabled: true, pending: 0 });
    assert_eq!(webhooks.dead_letters(None, 10).await.unwrap().len(), 2, "the one that waited, too");
    world.answered().await;
    // Also after a restart.
    drop(webhooks);
    let webhooks = world.webhooks_with(vec![endpoint("one", receiver.url())], settings).await.unwrap();
    world.answered().await;
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    assert!(receiver.is_quiet());
    let dead = webhooks.dead_letters(None, 10).await.unwrap();
    let refused = webhooks.replay(&dead[0].id).await.unwrap_err();
    assert!(matches!(refused, ReplayError::Disabled { .. }), "{refused}");
    assert!(matches!(webhooks.enable("two").await, Err(ReplayError::NoSuchEndpoint { .. })));
    webhooks.enable("one").await.unwrap();
    webhooks.replay(&dead[0].id).await.unwrap();
    assert_eq!(receiver.call().await.id(), &*dead[0].id);
    let asked = world.answered().await.id.to_string();
    assert_eq!(receiver.call().await.json()["data"]["elicitationId"], asked);
}

#[derive(Debug, PartialEq, Eq)]
struct EndpointStatusSeen {
    disabled: bool,
    pending: usize,
}

impl EndpointStatusSeen {
    fn of(all: &[EndpointStatus]) -> EndpointStatusSeen {
        let [one] = all else { panic!("{all:?}") };
        EndpointStatusSeen { disabled: one.disabled_at.is_some(), pending: one.pending }
    }
}

#[tokio::test]
async fn nobody_waits_for_somebody_elses_receiver() {
    let world = World::new();
    let (mut slow, mut quick) = (Receiver::start().await, Receiver::start().await);
    slow.script(vec![Answer::Never; 2]);
    let endpoints = vec![endpoint("slow", slow.url()), endpoint("quick", quick.url())];
    let settings = WebhookSettings { timeout: Duration::from_secs(4), at_once: 2, ..settings() };
    let webhooks = world.webhooks_with(endpoints, settings).await.unwrap();
    for _ in 0..2 {
        world.answered().await;
        slow.call().await;
    }
    // Both places for the slow one are taken; what comes now waits there, and nowhere else.
    world.answered().await;
    for _ in 0..3 {
        quick.call().await;
    }
    recorded(&webhooks, 6).await;
    let waiting = webhooks.pending(None, 100).await.unwrap();
    assert!(waiting.iter().all(|one| one.endpoint == "slow"), "{waiting:?}");
    let late = waiting.iter().filter(|one| one.failure.as_deref() == Some("no answer within 4000 ms"));
    assert_eq!(late.count(), 2, "{waiting:?}");
    slow.call().await;
}

#[tokio::test]
async fn what_waits_and_what_is_dead_is_bounded() {
    let (world, mut receiver) = (World::new(), Receiver::start().await);
    receiver.script(vec![Answer::Status(500); 2]);
    let settings = WebhookSettings { most_pending: 2, most_dead: 3, ..settings() };
    let webhooks = world.webhooks_with(vec![endpoint("one", receiver.url())], settings).await.unwrap();
    for attempt in 1..=2 {
        world.answered().await;
        receiver.call().await;
        recorded(&webhooks, attempt).await;
    }
    let mut last = String::new();
    for _ in 0..5 {
        last = world.answered().await.id.to_string();
    }
    // Delivered or not, what comes later is written down after what came before.
    let mut dead = Vec::new();
    for _ in 0..10_000 {
        dead = webhooks.dead_letters(None, 10).await.unwrap();
        if dead.last().is_some_and(|letter| letter.elicitation.to_string() == last) && dead.len() == 3 {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(dead.len(), 3, "the newest of five");
    assert!(
        dead.iter()
            .all(|letter| letter.failure.as_deref() == Some("too many deliveries waited for the endpoint"))
    );
    assert_eq!(webhooks.pending(None, 10).await.unwrap().len(), 2);
    assert!(receiver.is_quiet());
}
