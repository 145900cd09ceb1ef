//! A workload on several nodes, the history of its calls, and a checker.
//!
//! Writers create elicitations under keys and close them in competition, on all nodes. Each call is written down
//! with its result: acknowledged, refused, or unknown. The checker compares the history with what the database has in
//! the end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use askwell_engine::StoreError;
use askwell_engine::store::{
    Change, ChangeLog as _, CreateQuota, ElicitationStore as _, Followed, Op, Verdict,
};
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Actor, Audience, CancelReason, Effect, Elicitation, ElicitationId, Event, Mode, NewElicitation,
    OnDisconnect, Question, Scope, ShortList, Status, Step, Surface, Terms, Timestamp, create, transition,
};
use askwell_store::PgStore;
use parking_lot::Mutex;
use tokio::task::JoinSet;

/// One call and its result.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) id: ElicitationId,
    pub(crate) key: Option<Arc<str>>,
    /// The outcome that a close wanted to give; `None` for a create.
    pub(crate) outcome: Option<&'static str>,
    pub(crate) result: CallResult,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallResult {
    Verdict(Verdict),
    /// Nothing was written.
    Refused,
    /// It may have been written.
    Unknown,
}

/// The history of a run.
#[derive(Debug, Default)]
pub(crate) struct History {
    pub(crate) calls: Mutex<Vec<Call>>,
    /// Reads that did not see what had been acknowledged before they began.
    pub(crate) stale_reads: Mutex<Vec<String>>,
}

const TERMS: Terms = Terms {
    timeout: Duration::from_secs(3600),
    retry_limit: 3,
    extension: Duration::from_secs(30),
    max_extensions: 2,
    warn_before: Duration::from_secs(10),
};

const NOW: u64 = 1_800_000_000_000;

fn new_elicitation(client: &str) -> (Arc<Elicitation>, ShortList<Change>) {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let now = Timestamp::from_millis(NOW);
    let mut random = [7; 10];
    random[2..].copy_from_slice(&COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    let draft = NewElicitation {
        id: ElicitationId::new(now, random),
        client: client.into(),
        mode: Mode::Form,
        question: Question::Form(form("f", "F").field(text("name", "Name")).build().unwrap()),
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms: TERMS,
    };
    let Step { next, effects } = create(draft, now);
    let changes = changes(&next, effects);
    (Arc::new(next), changes)
}

fn changes(elicitation: &Elicitation, effects: ShortList<Effect>) -> ShortList<Change> {
    let actor = Actor::client("ignored", Surface::Api);
    let entry = |effect| Change {
        seq: 0,
        id: elicitation.id,
        client: elicitation.client.clone(),
        mode: elicitation.mode,
        audience: elicitation.audience.clone(),
        at: Timestamp::from_millis(NOW + 1),
        effect,
        revision: elicitation.revision,
        person: None,
        surface: actor.surface,
    };
    effects.map(entry)
}

fn close_op(before: &Elicitation, event: Event) -> Op {
    let step = transition(before, event, Timestamp::from_millis(NOW + 1)).unwrap().step;
    let changes = changes(&step.next, step.effects);
    Op::Transition { elicitation: Arc::new(step.next), expected: before.revision, changes }
}

impl History {
    fn note(
        &self,
        id: ElicitationId,
        key: Option<Arc<str>>,
        outcome: Option<&'static str>,
        result: &Result<Verdict, StoreError>,
    ) {
        let result = match result {
            Ok(verdict) => CallResult::Verdict(*verdict),
            Err(StoreError::InDoubt { .. }) => CallResult::Unknown,
            Err(_) => CallResult::Refused,
        };
        self.calls.lock().push(Call { id, key, outcome, result });
    }

    pub(crate) fn count(&self, wanted: impl Fn(&CallResult) -> bool) -> usize {
        self.calls.lock().iter().filter(|call| wanted(&call.result)).count()
    }
}

/// Lets writers work on all nodes until `rounds` are over, or `stop` says so.
pub(crate) async fn work(nodes: &[Arc<PgStore>], writers: usize, rounds: usize, history: &Arc<History>) {
    let mut writing = JoinSet::new();
    for writer in 0..writers {
        let nodes: Vec<Arc<PgStore>> = nodes.to_vec();
        let history = Arc::clone(history);
        writing.spawn(async move {
            for round in 0..rounds {
                one_round(&nodes, writer, round, &history).await;
            }
        });
    }
    writing.join_all().await;
}

async fn one_round(nodes: &[Arc<PgStore>], writer: usize, round: usize, history: &History) {
    let node = |turn: usize| &nodes[(writer + round + turn) % nodes.len()];
    let client = format!("client {}", writer % 3);
    let (made, first) = new_elicitation(&client);
    // Each key is asked under once, however often the work is repeated.
    let key: Arc<str> = Arc::from(format!("{writer}/{round}/{}", made.id));
    let quota = CreateQuota::NONE;
    let op =
        Op::Create { elicitation: Arc::clone(&made), key: Some(Arc::clone(&key)), quota, changes: first };
    let created = node(0).commit_one(op).await;
    history.note(made.id, Some(Arc::clone(&key)), None, &created);
    if created.is_err() {
        // The caller asks again under the same key, on another node.
        let (again, first) = new_elicitation(&client);
        let op = Op::Create {
            elicitation: Arc::clone(&again),
            key: Some(Arc::clone(&key)),
            quota,
            changes: first,
        };
        let result = node(1).commit_one(op).await;
        history.note(again.id, Some(key), None, &result);
        return;
    }
    if created == Ok(Verdict::Committed)
        && let Ok(None) = node(1).get(made.id).await
    {
        history.stale_reads.lock().push(format!("{} after its create", made.id));
    }
    // Three nodes close it at once.
    let events = [
        ("declined", Event::decline()),
        ("cancelled", Event::Cancel(CancelReason::UserCancelled)),
        ("declined", Event::decline()),
    ];
    let closing = events.into_iter().enumerate().map(|(turn, (outcome, event))| {
        let (store, op) = (Arc::clone(node(turn)), close_op(&made, event));
        tokio::spawn(async move { (outcome, store.commit_one(op).await) })
    });
    for close in closing.collect::<Vec<_>>() {
        let (outcome, result) = close.await.unwrap();
        history.note(made.id, None, Some(outcome), &result);
        if result == Ok(Verdict::Committed)
            && let Ok(Some(found)) = node(2).get(made.id).await
            && found.status().is_open()
        {
            history.stale_reads.lock().push(format!("{} after its close", made.id));
        }
    }
}

/// Reads the whole log.
pub(crate) async fn read_log(store: &PgStore) -> Vec<Change> {
    let mut all = Vec::new();
    let mut after = 0;
    loop {
        let part = store.changes_since(after, 1_000, Scope::Everything).await.unwrap();
        assert!(!part.truncated);
        if part.upto == after {
            return all;
        }
        after = part.upto;
        all.extend(part.list);
    }
}

/// Compares the history with the database. Returns what is wrong.
pub(crate) async fn check(store: &PgStore, history: &History) -> Vec<String> {
    let mut wrong: Vec<String> = history.stale_reads.lock().clone();
    let calls = history.calls.lock().clone();
    let log = read_log(store).await;
    for (place, change) in log.iter().enumerate() {
        if change.seq != place as u64 + 1 {
            wrong.push(format!("the log has number {} at place {}", change.seq, place + 1));
            break;
        }
    }
    let mut by_id: BTreeMap<ElicitationId, Vec<&Call>> = BTreeMap::new();
    calls.iter().for_each(|call| by_id.entry(call.id).or_default().push(call));
    let mut keys: BTreeMap<Arc<str>, Vec<ElicitationId>> = BTreeMap::new();
    for (id, calls) in &by_id {
        let found = store.get(*id).await.unwrap();
        let of_log: Vec<&Change> = log.iter().filter(|change| change.id == *id).collect();
        let last = of_log.last().map_or(0, |change| change.revision);
        if last != found.as_ref().map_or(0, |found| found.revision) {
            wrong.push(format!("{id} has another revision than its log ({last})"));
        }
        if of_log.iter().enumerate().any(|(place, change)| change.revision != place as u64 + 1) {
            wrong.push(format!("{id} has gaps in its revisions"));
        }
        check_one(*id, calls, found.as_deref(), &mut wrong);
        if found.is_some() {
            let key = calls.iter().find_map(|call| call.key.clone());
            keys.entry(key.unwrap_or_else(|| Arc::from(""))).or_default().push(*id);
        }
    }
    for (key, ids) in keys.iter().filter(|(key, ids)| !key.is_empty() && ids.len() > 1) {
        wrong.push(format!("the key {key} names {ids:?}"));
    }
    wrong
}

fn check_one(id: ElicitationId, calls: &[&Call], found: Option<&Elicitation>, wrong: &mut Vec<String>) {
    let committed = |call: &&&Call| call.result == CallResult::Verdict(Verdict::Committed);
    let creates: Vec<_> = calls.iter().filter(|call| call.outcome.is_none()).collect();
    let unknown = creates.iter().any(|call| call.result == CallResult::Unknown);
    let acknowledged = creates.iter().any(&committed);
    match (acknowledged, unknown, found.is_some()) {
        (true, _, false) => wrong.push(format!("{id} was acknowledged and is lost")),
        (false, false, true) => wrong.push(format!("{id} was refused and exists")),
        _ => {}
    }
    let closes: Vec<_> = calls.iter().filter(|call| call.outcome.is_some()).collect();
    let winners: Vec<_> = closes.iter().filter(|call| committed(call)).collect();
    if winners.len() > 1 {
        wrong.push(format!("{id} was closed {} times", winners.len()));
    }
    let status = found.map(|found| match found.status() {
        Status::Declined => "declined",
        Status::Cancelled => "cancelled",
        _ => "other",
    });
    let may_be_unknown = closes.iter().any(|call| call.result == CallResult::Unknown);
    match winners.first() {
        Some(winner) if status != winner.outcome => {
            wrong.push(format!("{id} was {:?}, and is {status:?}", winner.outcome));
        }
        None if !may_be_unknown && found.is_some_and(|found| !found.status().is_open()) => {
            wrong.push(format!("{id} is closed, and no close was acknowledged"));
        }
        _ => {}
    }
}

/// Follows a node, and returns what it has seen once the log has ended at `end`, or nothing comes for so long.
pub(crate) async fn follow_to(
    mut follower: askwell_engine::store::Follower,
    end: u64,
    patience: Duration,
) -> (Vec<Change>, bool) {
    let (mut seen, mut has_gap) = (Vec::<Change>::new(), false);
    while seen.last().is_none_or(|last| last.seq < end) {
        match tokio::time::timeout(patience, follower.next()).await {
            Ok(Some(Followed::Changes(changes))) => seen.extend(changes.iter().cloned()),
            Ok(Some(Followed::Gap)) => has_gap = true,
            Ok(None) | Err(_) => break,
        }
    }
    (seen, has_gap)
}
