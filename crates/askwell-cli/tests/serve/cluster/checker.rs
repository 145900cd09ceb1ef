//! Compares what callers, streams and webhooks were told with what all nodes say in the end.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::rig::{RigClient, Told};
use super::workload::{Question, Workload};

/// Returns everything that is wrong, once every question is closed.
pub(super) async fn check(client: &RigClient, run: &Workload, webhooks: &[(String, String)]) -> Vec<String> {
    check_by(client, run, webhooks, "elicitation/wait").await
}

/// Returns what is wrong, while questions may still be open.
pub(super) async fn check_unfinished(client: &RigClient, run: &Workload) -> Vec<String> {
    check_by(client, run, &[], "elicitation/status").await
}

async fn check_by(
    client: &RigClient,
    run: &Workload,
    webhooks: &[(String, String)],
    method: &str,
) -> Vec<String> {
    let mut wrong = run.stale.lock().clone();
    let questions = run.questions.lock().clone();
    let streams = run.streams.lock().clone();
    check_streams(&streams, run.failovers.load(Ordering::Relaxed), &mut wrong);
    let told = outcomes_in_log(streams.first().map_or(&[], Vec::as_slice), &mut wrong);
    let sent = outcomes_in_webhooks(webhooks, &mut wrong);
    for (key, question) in &questions {
        let ids: Vec<&String> = question.ids.iter().collect();
        let [id] = ids.as_slice() else {
            if ids.len() > 1 {
                wrong.push(format!("the key {key} names {ids:?}"));
            }
            continue;
        };
        let mut found = Vec::new();
        for node in 0..client.addresses.len() {
            match client.insist_at(node, method, &json!({"elicitationId": id})).await {
                Ok(outcome) => found.push(outcome),
                Err(error) => wrong.push(format!("{id} was acknowledged, and node {node} says {error}")),
            }
        }
        let Some(first) = found.first().filter(|_| method == "elicitation/wait") else { continue };
        for other in found.iter().skip(1).chain(&question.outcomes) {
            if of(other) != of(first) {
                wrong.push(format!("{id} has two outcomes: {first} and {other}"));
            }
        }
        check_answers(id, question, first, &mut wrong);
        if told.get(id.as_str()).is_none_or(|told| *told != of(first)) {
            wrong.push(format!("{id} is {first}, and streams say {:?}", told.get(id.as_str())));
        }
        if !webhooks.is_empty() && sent.get(id.as_str()).is_none_or(|sent| *sent != of(first)) {
            wrong.push(format!("{id} is {first}, and webhooks say {:?}", sent.get(id.as_str())));
        }
    }
    wrong
}

/// The status and the answer of an outcome.
fn of(outcome: &Value) -> (String, Value) {
    (outcome["status"].as_str().unwrap_or_default().to_owned(), outcome["result"]["name"].clone())
}

/// At most one answer was taken, and it is the outcome. Unknown ones may be.
fn check_answers(id: &str, question: &Question, outcome: &Value, wrong: &mut Vec<String>) {
    let (status, name) = of(outcome);
    if question.is_unanswered {
        let closed = outcome["closedAt"].as_u64().unwrap_or_default();
        if status != "timeout" || question.deadline.is_some_and(|deadline| closed < deadline) {
            wrong.push(format!("{id} had to time out at {:?}, and is {outcome}", question.deadline));
        }
        return;
    }
    let taken: Vec<&String> = question
        .answers
        .iter()
        .filter(|(_, told)| matches!(told, Told::Done(_)))
        .map(|(name, _)| name)
        .collect();
    if taken.len() > 1 {
        wrong.push(format!("{id} took {} answers: {taken:?}", taken.len()));
    }
    let may_be = |told: &Told| matches!(told, Told::Done(_) | Told::Unknown);
    let is_possible = match taken.first() {
        Some(taken) => name == taken.as_str(),
        None => question.answers.iter().any(|(sent, told)| name == sent.as_str() && may_be(told)),
    };
    if status != "completed" || !is_possible {
        wrong.push(format!("{id} is {outcome}, after {:?}", question.answers));
    }
}

/// How many numbers are left out when another server takes over.
const LEFT_OUT: u64 = 1 << 20;

/// All streams have the same events, without repetitions, and without gaps but one for each server that took over.
fn check_streams(streams: &[Vec<(u64, String)>], failovers: usize, wrong: &mut Vec<String>) {
    for (number, events) in streams.iter().enumerate() {
        let mut gaps = events.windows(2).filter(|pair| pair[1].0 != pair[0].0 + 1).enumerate();
        let is_wrong = |place: usize, by: u64| place >= failovers || by != LEFT_OUT + 1;
        if let Some((_, pair)) =
            gaps.find(|(place, pair)| is_wrong(*place, pair[1].0.wrapping_sub(pair[0].0)))
        {
            wrong.push(format!("stream {number} has event {} after {}", pair[1].0, pair[0].0));
        }
        if streams.first().is_some_and(|first| first != events) {
            let (own, first) = (events.len(), streams.first().map_or(0, Vec::len));
            wrong.push(format!("stream {number} differs from the first one ({own} and {first} events)"));
        }
    }
}

/// Returns the elicitation and its outcome, if an event of the log closes one.
pub(super) fn outcome_of(data: &str) -> Option<(String, (String, Value))> {
    let event: Value = serde_json::from_str(data).ok()?;
    let kind = event["method"].as_str()?.rsplit('/').next()?;
    let params = &event["params"];
    let status = match kind {
        "complete" => "completed",
        "timeout" => "timeout",
        "declined" | "cancelled" => kind,
        _ => return None,
    };
    let id = params["elicitationId"].as_str()?.to_owned();
    Some((id, (status.to_owned(), params["result"]["name"].clone())))
}

/// Returns the outcome of each elicitation in the log. Each is told once.
fn outcomes_in_log(events: &[(u64, String)], wrong: &mut Vec<String>) -> BTreeMap<String, (String, Value)> {
    let mut outcomes = BTreeMap::new();
    for (id, outcome) in events.iter().filter_map(|(_, data)| outcome_of(data)) {
        if outcomes.insert(id.clone(), outcome).is_some() {
            wrong.push(format!("{id} was closed twice in the log"));
        }
    }
    outcomes
}

/// Returns the outcome of each elicitation in webhooks. A message may come twice, with the same body.
fn outcomes_in_webhooks(
    heard: &[(String, String)],
    wrong: &mut Vec<String>,
) -> BTreeMap<String, (String, Value)> {
    let (mut bodies, mut outcomes) = (BTreeMap::new(), BTreeMap::new());
    for (message, body) in heard {
        if bodies.insert(message, body).is_some_and(|before| before != body) {
            wrong.push(format!("the message {message} has two bodies"));
        }
        let event: Value = serde_json::from_str(body).unwrap();
        let (kind, data) = (event["type"].as_str().unwrap_or_default(), &event["data"]);
        let status = match kind.rsplit('.').next() {
            Some("complete") => "completed",
            Some(other) => other,
            None => continue,
        };
        let id = data["elicitationId"].as_str().unwrap_or_default().to_owned();
        let outcome = (status.to_owned(), data["result"]["name"].clone());
        if outcomes
            .insert(id.clone(), (message, outcome.clone()))
            .is_some_and(|before| before != (message, outcome))
        {
            wrong.push(format!("{id} was told under two messages"));
        }
    }
    outcomes.into_iter().map(|(id, (_, outcome))| (id, outcome)).collect()
}
