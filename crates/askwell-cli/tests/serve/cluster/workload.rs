//! Callers, answering people, waiters and event streams on all nodes, and what each of them was told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::rig::{RigClient, Told};
use crate::server::name_form;

/// The timeout of a question that no one answers.
const SHORT: u64 = 1_000;

/// What was told about one question.
#[derive(Debug, Clone, Default)]
pub(super) struct Question {
    /// All ids that its key was given.
    pub(super) ids: BTreeSet<String>,
    /// The answers that were sent, with what was told about each.
    pub(super) answers: Vec<(String, Told)>,
    /// The outcomes that waiting calls returned.
    pub(super) outcomes: Vec<Value>,
    /// Whether no one answers it, so that it has to time out.
    pub(super) is_unanswered: bool,
    /// The deadline, if it was told.
    pub(super) deadline: Option<u64>,
}

/// A run of the workload.
#[derive(Default)]
pub(super) struct Workload {
    pub(super) is_over: AtomicBool,
    pub(super) questions: Mutex<BTreeMap<String, Question>>,
    pub(super) stale: Mutex<Vec<String>>,
    /// The events of each stream: number and data.
    pub(super) streams: Mutex<Vec<Vec<(u64, String)>>>,
    pub(super) resumed: AtomicUsize,
    /// How often another server has taken over from the database.
    pub(super) failovers: AtomicUsize,
}

impl Workload {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    fn note(&self, key: &str, change: impl FnOnce(&mut Question)) {
        change(self.questions.lock().entry(key.to_owned()).or_default());
    }

    /// Lets callers work until the run is over. Each finishes its last question.
    pub(super) fn start_callers(self: &Arc<Self>, client: &RigClient, callers: usize) -> JoinSet<()> {
        let mut running = JoinSet::new();
        for caller in 0..callers {
            let (run, client) = (Arc::clone(self), client.clone());
            running.spawn(async move {
                let mut round = 0;
                while !run.is_over() {
                    let key = format!("{caller}/{round}");
                    if round % 5 == 4 {
                        run.ask_no_one(&client, &key, caller + round).await;
                    } else {
                        run.ask(&client, &key, caller + round).await;
                    }
                    round += 1;
                }
            });
        }
        running
    }

    /// Asks under a key, also twice and at different nodes; two people answer at the same time, and two calls wait.
    async fn ask(&self, client: &RigClient, key: &str, turn: usize) {
        let params = json!({"formDefinition": name_form(), "idempotencyKey": key, "timeout": 600_000});
        let Some(id) = self.create(client, key, turn, &params).await else { return };
        let wait = |number: usize| {
            let (client, params) = (client.clone(), json!({"elicitationId": id}));
            tokio::spawn(async move { client.insist(number, "elicitation/wait", &params).await })
        };
        let waiting = [wait(turn), wait(turn + 1)];
        let answer = |number: usize, name: String| {
            let client = client.clone();
            let params = json!({"elicitationId": id, "responses": {"name": name}});
            tokio::spawn(async move { (name, client.call(number, "elicitation/submit", params).await) })
        };
        let answers = [answer(turn + 1, format!("a {turn}")), answer(turn + 2, format!("b {turn}"))];
        let mut is_closed = false;
        for answering in answers {
            let (name, told) = answering.await.unwrap();
            is_closed |= matches!(told, Told::Done(_));
            self.read_after(client, turn, &id, &told).await;
            self.note(key, |question| question.answers.push((name, told)));
        }
        // No one could answer: the same person tries until the question is closed.
        let mut tries = 0;
        while !is_closed {
            let name = format!("c {turn} {tries}");
            let params = json!({"elicitationId": id, "responses": {"name": name}});
            let told = client.call(turn + tries, "elicitation/submit", params).await;
            is_closed = match &told {
                Told::Done(_) => true,
                Told::Refused(error) => error["data"]["type"] != "system",
                Told::Unknown => false,
            };
            self.note(key, |question| question.answers.push((name, told)));
            tries += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for waiting in waiting {
            let outcome = waiting.await.unwrap().unwrap();
            self.note(key, |question| question.outcomes.push(outcome));
        }
    }

    /// Asks with a short deadline that passes.
    async fn ask_no_one(&self, client: &RigClient, key: &str, turn: usize) {
        let params = json!({"formDefinition": name_form(), "idempotencyKey": key, "timeout": SHORT});
        let Some(id) = self.create(client, key, turn, &params).await else { return };
        let waited = client.insist(turn + 1, "elicitation/wait", &json!({"elicitationId": id})).await;
        self.note(key, |question| question.outcomes.push(waited.unwrap()));
    }

    /// Creates a question until it is acknowledged, and then once more at another node.
    async fn create(&self, client: &RigClient, key: &str, turn: usize, params: &Value) -> Option<String> {
        let mut found = None;
        for number in [turn, turn + 1] {
            // A question that is closed meanwhile keeps its key.
            let Ok(created) = client.insist(number, "elicitation/create", params).await else { continue };
            let id = created["elicitationId"].as_str().unwrap().to_owned();
            let deadline = created["timeoutAt"].as_u64();
            let is_short = params["timeout"] == SHORT;
            self.note(key, |question| {
                question.ids.insert(id.clone());
                question.is_unanswered = is_short;
                // A question that is closed has none.
                question.deadline = deadline.or(question.deadline);
            });
            found.get_or_insert(id);
            if rand::rng().random_bool(0.7) {
                break;
            }
        }
        found
    }

    /// Reads at another node what was acknowledged before.
    async fn read_after(&self, client: &RigClient, turn: usize, id: &str, told: &Told) {
        if !matches!(told, Told::Done(_)) {
            return;
        }
        let read = client.call(turn, "elicitation/status", json!({"elicitationId": id})).await;
        if let Told::Done(status) = read
            && status["status"] != "completed"
        {
            self.stale.lock().push(format!("{id} was answered, and another node says {}", status["status"]));
        }
    }

    /// Follows the log, at another node whenever the stream breaks.
    pub(super) fn start_streams(self: &Arc<Self>, client: &RigClient, count: usize) -> JoinSet<()> {
        let mut running = JoinSet::new();
        for number in 0..count {
            let (run, client) = (Arc::clone(self), client.clone());
            run.streams.lock().push(Vec::new());
            running.spawn(async move {
                for turn in number.. {
                    run.follow(&client, number, turn).await;
                    run.resumed.fetch_add(1, Ordering::Relaxed);
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        }
        running
    }

    async fn follow(&self, client: &RigClient, stream: usize, turn: usize) {
        let last = self.streams.lock()[stream].last().map_or(0, |(seq, _)| *seq);
        let url = client.url(turn, &format!("/events?after={last}"));
        // A stream has no end, but never is silent for long.
        let request = client.http.get(url).bearer_auth(&client.key).timeout(Duration::from_secs(3_600));
        let Ok(Ok(mut response)) = tokio::time::timeout(Duration::from_secs(5), request.send()).await else {
            return;
        };
        if !response.status().is_success() {
            return;
        }
        let mut text = String::new();
        while let Ok(Ok(Some(chunk))) = tokio::time::timeout(Duration::from_secs(5), response.chunk()).await {
            text.push_str(&String::from_utf8_lossy(&chunk));
            while let Some((block, rest)) = text.split_once("\n\n") {
                let part = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
                if let (Some(seq), Some(data)) = (part("id: "), part("data: ")) {
                    self.streams.lock()[stream].push((seq.parse().unwrap(), data.to_owned()));
                }
                text = rest.to_owned();
            }
        }
    }

    /// Waits until all streams have seen as much as the longest one, and nothing more comes.
    pub(super) async fn settle_streams(&self, expected: usize) {
        let deadline = tokio::time::Instant::now() + Duration::from_secs(30);
        let is_settled = |streams: &Vec<Vec<(u64, String)>>| {
            let ends: BTreeSet<Option<u64>> =
                streams.iter().map(|events| events.last().map(|(seq, _)| *seq)).collect();
            let closed = streams.first().map_or(0, |events| {
                events.iter().filter(|(_, data)| super::checker::outcome_of(data).is_some()).count()
            });
            ends.len() == 1 && closed >= expected
        };
        while !is_settled(&self.streams.lock()) && tokio::time::Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}
