//! Engines of several nodes on one database.

use std::time::{Duration, Instant};

use askwell_engine::{Ask, CreateError, Engine, Limit, LimitReached, Limits, WatchEvent};
use askwell_form::build::{form, text};
use askwell_lifecycle::{Actor, Outcome, Status, Surface};
use askwell_store::{Encrypt, Keyring};
use askwell_testkit::postgres::TestDatabase;

use crate::support::{KEY, database, open, options};

async fn engines(database: &TestDatabase, count: usize, limits: Limits) -> Vec<Engine> {
    let mut engines = Vec::new();
    for _ in 0..count {
        let store = open(&database.url()).await;
        engines.push(Engine::builder().limits(limits).store(store).start());
    }
    engines
}

/// The shortest timeout that the policy allows.
const SHORTEST: Duration = Duration::from_secs(10);

fn ask() -> Ask {
    Ask::form(form("name", "Your name").field(text("name", "Name").required()).build().unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn waiters_and_watches_hear_of_other_nodes() {
    let database = database().await;
    let engines = engines(&database, 3, Limits::none()).await;
    let actor = Actor::client("a", Surface::Library);
    let mut watch = engines[2].watch(&actor, None).await.unwrap();
    for round in 0..10 {
        let asked = engines[round % 3].create(&actor, ask()).await.unwrap().id;
        let waiting = tokio::spawn({
            let (engine, actor) = (engines[(round + 1) % 3].clone(), actor.clone());
            async move { (engine.wait(&actor, asked).await.unwrap(), Instant::now()) }
        });
        let answered = Instant::now();
        engines[(round + 2) % 3].submit(&actor, asked, br#"{"name": "Ops"}"#).await.unwrap();
        let (outcome, heard) = waiting.await.unwrap();
        assert_eq!(outcome.status(), Status::Completed);
        assert!(heard - answered < Duration::from_secs(3), "{:?}", heard - answered);
        for name in ["created", "complete"] {
            let WatchEvent::Change(change) = watch.next().await.unwrap() else { panic!("missed") };
            assert_eq!((change.id, change.effect.name()), (asked, name));
            let found = engines[2].elicitation_of(&actor, &change).await.unwrap();
            assert!(found.revision >= change.revision);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn deadlines_fire_once_even_if_their_node_is_gone() {
    let database = database().await;
    let mut engines = engines(&database, 3, Limits::none()).await;
    let actor = Actor::client("a", Surface::Library);
    let mut asked = Vec::new();
    for number in 0..60 {
        let ask = ask().timeout(SHORTEST);
        asked.push(engines[number % 3].create(&actor, ask).await.unwrap().id);
    }
    drop(engines.remove(0));
    let started = Instant::now();
    for id in asked {
        let outcome =
            tokio::time::timeout(SHORTEST + Duration::from_secs(8), engines[0].wait(&actor, id)).await;
        assert_eq!(outcome.unwrap(), Ok(Outcome::TimedOut));
        let history = engines[1].history(&actor, id).await.unwrap();
        let ends = history.iter().filter(|change| change.effect.name() == "timeout").count();
        assert_eq!(ends, 1);
    }
    assert!(started.elapsed() < SHORTEST + Duration::from_secs(6), "{:?}", started.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rate_limit_holds_across_nodes() {
    let database = database().await;
    let engines = engines(&database, 3, Limits::default()).await;
    let actor = Actor::client("a", Surface::Library);
    let creates = (0..30).map(|number| {
        let (engine, actor) = (engines[number % 3].clone(), actor.clone());
        tokio::spawn(async move { engine.create(&actor, ask()).await })
    });
    let mut admitted = 0;
    for create in creates.collect::<Vec<_>>() {
        match create.await.unwrap() {
            Ok(_) => admitted += 1,
            Err(CreateError::Limited(LimitReached { what: Limit::Rate, .. })) => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(admitted, 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn keys_are_rotated_while_nodes_work() {
    let database = database().await;
    let actor = Actor::client("a", Surface::Library);
    let login = || form("login", "Log in").field(text("password", "Password").secret()).build().unwrap();
    let engine = Engine::builder().limits(Limits::none()).store(open(&database.url()).await).start();
    let mut asked = Vec::new();
    for _ in 0..20 {
        let id = engine.create(&actor, Ask::form(login())).await.unwrap().id;
        engine.submit(&actor, id, br#"{"password": "hunter2"}"#).await.unwrap();
        asked.push(id);
    }
    let new_key = "new:ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
    let both = || Keyring::parse(&format!("{new_key},{KEY}")).unwrap();
    let store = options(&database.url()).keyring(both()).encrypt(Encrypt::Answers).open().await.unwrap();
    store.check_keys().await.unwrap();
    assert_eq!(store.rotate().await.unwrap().elicitations, 20);
    assert_eq!(store.rotate().await.unwrap().elicitations, 0, "all of it is done");
    let only_new = options(&database.url()).keyring(Keyring::parse(new_key).unwrap()).open().await.unwrap();
    only_new.check_keys().await.unwrap();
    let reader = Engine::builder().store(only_new).start();
    assert_eq!(reader.status(&actor, asked[7]).await.unwrap().status(), Status::Completed);
    let only_old = open(&database.url()).await;
    assert!(only_old.check_keys().await.is_err(), "the old key is not enough");
}
