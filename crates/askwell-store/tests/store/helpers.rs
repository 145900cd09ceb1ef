//! What the tests of the store have in common.

use askwell_engine::store::ElicitationStore;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use askwell_engine::store::{Change, CreateQuota, Op, Query, Verdict};
use askwell_form::Form;
use askwell_form::build::{form, text};
use askwell_lifecycle::{
    Audience, Effect, Elicitation, ElicitationId, Event, Mode, NewElicitation, OnDisconnect, Outcome,
    Question, Scope, ShortList, Step, Surface, Terms, Timestamp, Transition, create, transition,
};
use askwell_store::{Keyring, OpenOptions, SqliteStore};

pub(crate) const KEY: &str = "first:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
pub(crate) const SECOND_KEY: &str = "second://///////////////////////////////////////38=";

pub(crate) fn at(milliseconds: u64) -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000 + milliseconds)
}

pub(crate) fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder).unwrap()
}

pub(crate) fn open_with(folder: &Path, keys: &str) -> SqliteStore {
    OpenOptions::new().keyring(Keyring::parse(keys).unwrap()).open(folder).unwrap()
}

pub(crate) fn name_form() -> Form {
    form("name", "Your name").field(text("name", "Name").required()).build().unwrap()
}

pub(crate) fn secret_form() -> Form {
    let fields = text("user", "User").required();
    form("login", "Log in").field(fields).field(text("password", "Password").secret()).build().unwrap()
}

/// A new elicitation, and how to store it.
pub(crate) fn created(form: &Form, key: Option<&str>) -> (Arc<Elicitation>, Op) {
    let (elicitation, op) = created_by("a", form);
    let Op::Create { elicitation: same, quota, changes, .. } = op else { panic!("not a create") };
    (elicitation, Op::Create { elicitation: same, key: key.map(Arc::from), quota, changes })
}

pub(crate) fn created_by(client: &str, form: &Form) -> (Arc<Elicitation>, Op) {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let mut random = [0; 10];
    random[2..].copy_from_slice(&COUNT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    let draft = NewElicitation {
        id: ElicitationId::new(at(0), random),
        client: client.into(),
        mode: Mode::Form,
        question: Question::Form(form.clone()),
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::Anyone,
        quorum: None,
        terms: Terms {
            timeout: Duration::from_secs(60),
            retry_limit: 3,
            extension: Duration::from_secs(30),
            max_extensions: 2,
            warn_before: Duration::from_secs(10),
        },
    };
    let Step { next, effects } = create(draft, at(0));
    let changes = changes(&next, effects, at(0));
    let elicitation = Arc::new(next);
    let quota = CreateQuota::NONE;
    let op = Op::Create { elicitation: Arc::clone(&elicitation), key: None, quota, changes };
    (elicitation, op)
}

pub(crate) fn moved(before: &Elicitation, event: Event, now: Timestamp) -> (Arc<Elicitation>, Op) {
    let Transition { step: Step { next, effects }, refusal } = transition(before, event, now).unwrap();
    assert_eq!(refusal, None);
    let changes = changes(&next, effects, now);
    let next = Arc::new(next);
    (Arc::clone(&next), Op::Transition { elicitation: next, expected: before.revision, changes })
}

pub(crate) fn answer(before: &Elicitation, json: &str) -> (Arc<Elicitation>, Op) {
    let answers = before.form().unwrap().check_json(json.as_bytes()).unwrap();
    moved(before, Event::submit(answers), at(1))
}

fn changes(elicitation: &Elicitation, effects: ShortList<Effect>, at: Timestamp) -> ShortList<Change> {
    let entry = |effect| Change {
        seq: 0,
        id: elicitation.id,
        client: elicitation.client.clone(),
        mode: elicitation.mode,
        audience: elicitation.audience.clone(),
        at,
        effect,
        revision: elicitation.revision,
        person: None,
        surface: Surface::Api,
    };
    effects.map(entry)
}

/// Writes, and insists that it is taken.
pub(crate) async fn put(store: &SqliteStore, (elicitation, op): (Arc<Elicitation>, Op)) -> Arc<Elicitation> {
    assert_eq!(store.commit(vec![op]).await, Ok(vec![Verdict::Committed]));
    elicitation
}

pub(crate) async fn listed(store: &SqliteStore) -> Vec<Arc<Elicitation>> {
    store.list(everything(1_000_000)).await.unwrap().items
}

pub(crate) fn everything(limit: usize) -> Query {
    Query { scope: Scope::Everything, statuses: Vec::new(), mode: None, before: None, limit }
}

/// The answers that an elicitation was closed with, secrets included.
pub(crate) fn answers_of(elicitation: &Elicitation) -> String {
    match elicitation.outcome() {
        Some(Outcome::Answered(answers)) => answers.to_json(),
        other => panic!("not answered: {other:?}"),
    }
}

/// What one sees of an elicitation, without its secrets.
pub(crate) fn shown(elicitation: &Elicitation) -> String {
    format!("{elicitation:?}")
}

/// Everything that is in a folder's files.
pub(crate) fn all_bytes(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    bytes
}

pub(crate) fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}
