//! Losing a node under many waiting callers, and losing the primary of the database.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use askwell_testkit::postgres::{PgServer, StopMode};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::Cluster;
use super::checker;
use super::rig::{Rig, RigClient, Told, blocking, http_client};
use super::workload::Workload;
use crate::server::name_form;

/// How many callers wait at the node that is killed.
const WAITERS: usize = 1_000;

/// How much longer than without a fault it may take until all of them have their answer from another node.
const WITHIN: Duration = Duration::from_secs(3);

async fn create(client: &RigClient, number: usize, mode: &str) -> Value {
    let params = json!({"formDefinition": name_form(), "timeout": 600_000, "mode": mode});
    client.insist(number, "elicitation/create", &params).await.unwrap()
}

fn id_of(created: &Value) -> String {
    created["elicitationId"].as_str().unwrap().to_owned()
}

/// Returns how many calls wait at a node.
async fn waits(client: &RigClient, number: usize) -> usize {
    let request = client.http.get(client.url(number, "/metrics")).bearer_auth(&client.key);
    let text = request.send().await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("askwell_waits_open "));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

/// Lets all callers wait, each for one of the questions: first at one node if it is named, then at the others.
fn start_waiting(client: &RigClient, ids: &[String], first: Option<usize>) -> JoinSet<(String, Value)> {
    let mut waiting = JoinSet::new();
    for number in 0..WAITERS {
        let (client, id) = (client.clone(), ids[number % ids.len()].clone());
        waiting.spawn(async move {
            let params = json!({"elicitationId": id});
            if let Some(first) = first
                && let Told::Done(early) = client.call(first, "elicitation/wait", params.clone()).await
            {
                return (id, early);
            }
            let outcome = client.insist(1 + number % 2, "elicitation/wait", &params).await.unwrap();
            (id, outcome)
        });
    }
    waiting
}

/// Answers all questions, and returns when every caller has the answer.
async fn answer_all(client: &RigClient, ids: &[String], mut waiting: JoinSet<(String, Value)>) {
    for (number, id) in ids.iter().enumerate() {
        let params = json!({"elicitationId": id, "responses": {"name": format!("n {number}")}});
        client.insist(1 + number % 2, "elicitation/submit", &params).await.unwrap();
    }
    let mut count = 0;
    while let Some(outcome) = waiting.join_next().await {
        let (id, outcome) = outcome.unwrap();
        let number = ids.iter().position(|known| *known == id).unwrap();
        assert_eq!(outcome["result"]["name"], format!("n {number}"), "{outcome}");
        count += 1;
    }
    assert_eq!(count, WAITERS);
}

async fn create_all(client: &RigClient) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..50 {
        ids.push(id_of(&create(client, 1, "form").await));
    }
    ids
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_pages_and_streams_of_a_killed_node_continue_within_three_seconds() {
    let mut rig = Rig::start(PgServer::shared(), &["http.requests_per_client=20000"]).await;
    // Calls may wait for minutes.
    let client = RigClient { http: http_client(Duration::from_secs(120)), ..rig.client() };
    // As long as this machine needs without a fault: a thousand callers come, and get their answers.
    let ids = create_all(&client).await;
    let began = Instant::now();
    answer_all(&client, &ids, start_waiting(&client, &ids, None)).await;
    let usual = began.elapsed();

    let ids = create_all(&client).await;
    let page = create(&client, 1, "url").await;
    let path = page["url"].as_str().unwrap().strip_prefix("https://ask.example.com").unwrap().to_owned();
    // Everyone is at the first node, and goes to another one when it breaks.
    let waiting = start_waiting(&client, &ids, Some(0));
    let run = Arc::new(Workload::default());
    let mut streams = run.start_streams(&client, 3);
    let deadline = Instant::now() + Duration::from_secs(60);
    while waits(&client, 0).await < WAITERS {
        assert!(Instant::now() < deadline, "only {} wait", waits(&client, 0).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(get_page(&client, 0, &path).await, 200);

    let killed = Instant::now();
    rig.kill(0);
    assert_eq!(get_page(&client, 1, &path).await, 200, "the page is at another node");
    answer_all(&client, &ids, waiting).await;
    let took = killed.elapsed();
    println!("{WAITERS} callers had their answers {took:?} after the kill; without one it takes {usual:?}");
    run.settle_streams(2 * ids.len()).await;
    streams.abort_all();
    let told = run.streams.lock();
    for events in told.iter() {
        let numbers: Vec<u64> = events.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>(), "no gap, nothing twice");
        assert_eq!(events, &told[0]);
    }
    assert!(took < usual + WITHIN, "it took {took:?}, and {usual:?} without a fault");
}

async fn get_page(client: &RigClient, number: usize, path: &str) -> u16 {
    let request = client.http.get(client.url(number, path)).header("host", "ask.example.com");
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_when_the_standby_takes_over() {
    let primary: &'static PgServer = Box::leak(Box::new(PgServer::start_with(&["wal_level=replica"])));
    let cluster = blocking(move || Cluster::new(primary));
    let standby = primary.start_synchronous_standby().await;
    let url = cluster.database.url_with(&standby);
    let rig = Rig::start_at(cluster, Vec::new(), vec![url; 3], &["timeouts.min_ms=500"]);
    let (run, client) = (Arc::new(Workload::default()), rig.client());
    let mut streams = run.start_streams(&client, 3);
    let callers = run.start_callers(&client, 8);
    let enough = |count: usize| {
        let run = Arc::clone(&run);
        async move {
            while run.questions.lock().len() < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), enough(24)).await.expect("the nodes work");
    blocking(|| primary.stop(StopMode::Immediate));
    standby.promote().await;
    run.failovers.store(1, Ordering::Relaxed);
    let promoted = Instant::now();
    let before = run.questions.lock().len();
    tokio::time::timeout(Duration::from_secs(60), enough(before + 16)).await.expect("the nodes work again");
    println!("16 more questions {:?} after the promotion", promoted.elapsed());
    run.is_over.store(true, Ordering::Relaxed);
    let finished = tokio::time::timeout(Duration::from_secs(60), callers.join_all()).await;
    assert!(finished.is_ok(), "some callers never got an answer: {}", rig.log(0));
    let expected = run.questions.lock().values().filter(|question| !question.ids.is_empty()).count();
    run.settle_streams(expected).await;
    let wrong = checker::check(&client, &run, &[]).await;
    streams.abort_all();
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
