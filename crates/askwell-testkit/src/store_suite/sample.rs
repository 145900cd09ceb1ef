//! Sample elicitations of the suite and the operations on them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use askwell_engine::store::{Change, CreateQuota, Op, Query, Store, Verdict};
use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Actor, Audience, Effect, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect, Question,
    Scope, ShortList, Step, Surface, Terms, Timestamp, Transition, create, transition,
};

/// When the suite plays.
pub(super) const START: u64 = 1_800_000_000_000;

/// No quota.
pub(super) const ROOMY: CreateQuota = CreateQuota::NONE;

pub(super) fn at(milliseconds: u64) -> Timestamp {
    Timestamp::from_millis(START + milliseconds)
}

/// Warned of 10 s before the end, which is a minute after the beginning.
pub(super) const TERMS: Terms = Terms {
    timeout: Duration::from_secs(60),
    retry_limit: 3,
    extension: Duration::from_secs(30),
    max_extensions: 2,
    warn_before: Duration::from_secs(10),
};

pub(super) fn a_form() -> Form {
    form("name", "Your name").field(text("name", "Name").required()).build().unwrap()
}

/// Returns a name of its own for each, later than those made for an earlier time.
pub(super) fn new_id(now: Timestamp) -> ElicitationId {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let mut random = [0; 10];
    random[2..].copy_from_slice(&COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    ElicitationId::new(now, random)
}

pub(super) fn draft(client: &str, now: Timestamp) -> NewElicitation {
    NewElicitation {
        id: new_id(now),
        client: client.into(),
        mode: Mode::Form,
        question: Question::Form(a_form()),
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms: TERMS,
    }
}

/// Something asked, and how to say so.
pub(super) fn asked(draft: NewElicitation, now: Timestamp) -> (Arc<Elicitation>, ShortList<Change>) {
    let Step { next, effects } = create(draft, now);
    let changes = changes(&next, effects, now);
    (Arc::new(next), changes)
}

pub(super) fn create_op(client: &str, now: Timestamp, key: Option<&str>, quota: CreateQuota) -> Op {
    let (elicitation, changes) = asked(draft(client, now), now);
    Op::Create { elicitation, key: key.map(Arc::from), quota, changes }
}

/// Asks, and insists that it is taken.
pub(super) async fn ask(store: &Arc<dyn Store>, client: &str, now: Timestamp) -> Arc<Elicitation> {
    let (elicitation, changes) = asked(draft(client, now), now);
    let op = Op::Create { elicitation: Arc::clone(&elicitation), key: None, quota: ROOMY, changes };
    assert_eq!(store.commit(vec![op]).await, Ok(vec![Verdict::Committed]));
    elicitation
}

/// Returns the next state, and how to get there.
pub(super) fn moved(before: &Elicitation, event: Event, now: Timestamp) -> (Arc<Elicitation>, Op) {
    let Transition { step: Step { next, effects }, refusal } = transition(before, event, now).unwrap();
    assert_eq!(refusal, None);
    assert!(!effects.is_empty(), "nothing would change");
    let changes = changes(&next, effects, now);
    let next = Arc::new(next);
    (Arc::clone(&next), Op::Transition { elicitation: next, expected: before.revision, changes })
}

/// Moves on, and insists that it is taken.
pub(super) async fn advance(
    store: &Arc<dyn Store>,
    before: &Elicitation,
    event: Event,
    now: Timestamp,
) -> Arc<Elicitation> {
    let (next, op) = moved(before, event, now);
    assert_eq!(store.commit(vec![op]).await, Ok(vec![Verdict::Committed]));
    next
}

pub(super) fn answer(name: &str) -> Event {
    Event::submit(a_form().check(&serde_json::json!({ "name": name })).unwrap())
}

pub(super) fn changes(
    elicitation: &Elicitation,
    effects: ShortList<Effect>,
    now: Timestamp,
) -> ShortList<Change> {
    let actor = Actor::client("ignored", Surface::Api).with_person("ops");
    let entry = |effect| Change {
        seq: 0,
        id: elicitation.id,
        client: elicitation.client.clone(),
        mode: elicitation.mode,
        audience: elicitation.audience.clone(),
        at: now,
        effect,
        revision: elicitation.revision,
        person: actor.person.clone(),
        surface: actor.surface,
    };
    effects.map(entry)
}

pub(super) fn everything(limit: usize) -> Query {
    Query { scope: Scope::Everything, statuses: Vec::new(), mode: None, before: None, limit }
}

/// Insists that two are the same in every respect, secrets included.
pub(super) fn assert_same(found: &Elicitation, expected: &Elicitation) {
    use askwell_lifecycle::Outcome;
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    assert_eq!(found.form().map(Form::to_json), expected.form().map(Form::to_json));
    match (found.outcome(), expected.outcome()) {
        (Some(Outcome::Answered(found)), Some(Outcome::Answered(expected))) => {
            assert_eq!(found.to_json(), expected.to_json());
            let missing = |answers: &askwell_form::Answers| {
                answers.missing().map(|field| field.id().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(missing(found), missing(expected));
        }
        (Some(Outcome::Finished(found)), Some(Outcome::Finished(expected))) => assert_eq!(found, expected),
        (found, expected) => assert_eq!(found, expected),
    }
}
