//! Whole stores that earlier builds wrote open, read and continue.
//!
//! Each `data/sample-*.sql` is a store with one of everything, written once by the build of its time and never
//! changed. `cargo xtask store-sample NAME` adds one; docs/store-format.md says when.

mod write;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{ChangeLog, ElicitationStore};
use askwell_engine::{Ask, AskKey, Engine, Limits, ListFilter, Submission, TakeResult};
use askwell_form::Form;
use askwell_form::build::{boolean, date, decision, file, form, multi_select, number, select, text, url};
use askwell_lifecycle::{
    Actor, Audience, CancelReason, Elicitation, ElicitationId, OnDisconnect, OnRejection, Outcome, Person,
    Question, Quorum, Scope, State, Status, Surface,
};
use askwell_store::{SqliteStore, backup};
use askwell_testkit::clock::ManualClock;
use askwell_testkit::scripted_resolver::ScriptedResolver;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::encryption::open_encrypting;
use crate::helpers::{KEY, SECOND_KEY, answers_of, at, everything, open, open_with};

const ALL_KINDS: &str = r#"{"name":"Ada","count":2.5,"agreed":true,"day":"2027-01-15","color":"red","sizes":["s","l"],"site":"https://example.com/"}"#;

fn client() -> Actor {
    Actor::client("program", Surface::Api)
}

fn person() -> Actor {
    client().with_person("ops")
}

fn ask_key(digest: u8) -> AskKey {
    AskKey::of_digest(&[digest; 32])
}

fn every_kind_form() -> Form {
    form("every-kind", "Every kind")
        .field(text("name", "Name").required())
        .field(number("count", "Count"))
        .field(boolean("agreed", "Agreed"))
        .field(date("day", "Day"))
        .field(select("color", "Color").options(["red", "blue"]))
        .field(multi_select("sizes", "Sizes").options(["s", "l"]))
        .field(url("site", "Site"))
        .build()
        .unwrap()
}

fn decision_form() -> Form {
    form("deploy", "Deploy?").decision(decision()).build().unwrap()
}

fn quorum() -> Quorum {
    Quorum { approvals: 2, on_rejection: OnRejection::Close, requester: Some(Arc::from("owner")) }
}

fn member(name: &str) -> Actor {
    Actor::person(Person::new(name).with_groups(["ops"]), Surface::Web)
}

fn file_form() -> Form {
    form("plan", "The plan").field(file("plan", "Plan").types(["text/plain"])).build().unwrap()
}

fn engine_on(store: &Arc<SqliteStore>, clock: &ManualClock) -> Engine {
    let store: Arc<SqliteStore> = Arc::clone(store);
    let builder = Engine::builder().shared_store(store).clock(clock.clone()).limits(Limits::none());
    builder.resolver(ScriptedResolver::new().name("example.com", ["93.184.216.34"])).start()
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/data")
}

/// Returns the path and text of each sample.
fn samples() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(data()).unwrap().map(|entry| entry.unwrap().path());
    let is_sample = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("sample-");
    files.filter(is_sample).map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

fn restored(sample: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    Connection::open(folder.path().join("askwell.db")).unwrap().execute_batch(sample).unwrap();
    folder
}

fn format_of(folder: &Path) -> i32 {
    let connection = Connection::open(folder.join("askwell.db")).unwrap();
    connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

async fn under(store: &SqliteStore, key: &str) -> ElicitationId {
    store.find_key("program".into(), Arc::from(key)).await.unwrap().unwrap_or_else(|| panic!("no {key:?}"))
}

async fn found(store: &SqliteStore, key: &str) -> Arc<Elicitation> {
    store.get(under(store, key).await).await.unwrap().unwrap()
}

/// A sample is made for each format, so that the next one has something to upgrade.
#[test]
fn newest_format_has_a_sample() {
    let folder = TempDir::new().unwrap();
    drop(open(folder.path()));
    let newest = format_of(folder.path());
    let pragma = format!("PRAGMA user_version = {newest};");
    assert!(
        samples().iter().any(|(_, sample)| sample.contains(&pragma)),
        "format {newest} has no sample: run `cargo xtask store-sample format-{newest}` and commit the file"
    );
}

/// Writes a sample if the environment names one; otherwise checks that what would be written can be read.
#[tokio::test]
async fn store_written_by_this_build_reads_like_a_sample() {
    let folder = TempDir::new().unwrap();
    write::fill(folder.path()).await;
    let sample = write::dump(&folder.path().join("askwell.db"));
    if let Ok(name) = std::env::var("ASKWELL_STORE_SAMPLE") {
        let file = data().join(format!("sample-{name}.sql"));
        assert!(!file.exists(), "{} exists: a sample never changes; choose another name", file.display());
        let record = "-- A store with one of everything. Never changed: it has to be readable for ever.\n";
        fs::write(&file, format!("{record}{sample}")).unwrap();
    }
    check(&sample).await;
}

#[tokio::test]
async fn every_sample_opens_reads_and_continues() {
    let samples = samples();
    assert!(!samples.is_empty());
    for (path, sample) in samples {
        println!("{}", path.display());
        check(&sample).await;
    }
}

async fn check(sample: &str) {
    let folder = restored(sample);
    // The second round reads what the first one upgraded, the third one what a backup copied.
    for _ in 0..2 {
        let store = Arc::new(open_with(folder.path(), KEY));
        check_content(&store).await;
        store.close().await.unwrap();
    }
    let copies = TempDir::new().unwrap();
    let copy = copies.path().join("copy");
    backup(folder.path(), &copy).unwrap();
    let store = Arc::new(open_with(&copy, KEY));
    check_content(&store).await;
    store.close().await.unwrap();

    let store = Arc::new(open_encrypting(folder.path(), &format!("{SECOND_KEY},{KEY}")));
    store.rotate().await.unwrap();
    store.close().await.unwrap();
    let store = Arc::new(open_encrypting(folder.path(), SECOND_KEY));
    check_content(&store).await;
    continue_with(&store).await;
    store.close().await.unwrap();
}

async fn check_content(store: &Arc<SqliteStore>) {
    assert_eq!(store.check_keys().await, Ok(()));
    check_open(store).await;
    check_closed(store).await;
    check_log(store).await;
    check_votes(store).await;
    let engine = engine_on(store, &ManualClock::at(at(60_000)));
    for key in ["upload", "encrypted upload"] {
        let id = under(store, key).await;
        let record = engine.records().get("upload", key).await.unwrap().unwrap();
        assert_eq!((record.owner, record.revision), (Some(id), 1), "{key}");
        let location = std::str::from_utf8(&record.value).unwrap();
        assert_eq!(engine.download(&person(), id, location).await.unwrap(), b"the plan\n", "{key}");
        assert!(engine.download(&person(), id, "unfinished").await.is_err(), "{key}");
    }
    let cursor = engine.records().get("cursor", "position").await.unwrap().unwrap();
    assert_eq!((cursor.owner, &*cursor.value), (None, &b"1:42"[..]));
}

async fn check_open(store: &SqliteStore) {
    let pending = found(store, "pending").await;
    assert_eq!((pending.status(), pending.revision), (Status::Pending, 1));
    assert_eq!(pending.message.as_deref(), Some("Who are you?"));
    assert_eq!((pending.answer_limit, pending.on_disconnect), (Some(512), OnDisconnect::Abandon));
    assert_eq!(pending.audience, Audience::Person(Arc::from("ops")));
    assert_eq!(pending.deadline(), Some(at(3_602_000)));
    assert_eq!(found(store, "link holder").await.audience, Audience::LinkHolder);
    assert_eq!(found(store, "prompt").await.mode.as_str(), "inline");

    let claimed = found(store, "claimed").await;
    let State::Open(open) = &claimed.state else { panic!("{claimed:?}") };
    assert_eq!(claimed.status(), Status::Active);
    assert_eq!((open.claimed_by.as_deref(), open.extensions), (Some("ops"), 1));
    assert_eq!((open.opened_at, claimed.deadline()), (Some(at(2_000)), Some(at(3_662_000))));

    let rejected = found(store, "rejected").await;
    let State::Open(open) = &rejected.state else { panic!("{rejected:?}") };
    let attempt = open.attempt.as_ref().map(|attempt| (attempt.by().map(|by| &**by), attempt.as_json()));
    let expected = ALL_KINDS.replace("2.5", "\"many\"");
    assert_eq!((open.rejected, attempt), (1, Some((Some("ops"), &*expected))));
}

/// Samples before groups and votes have neither.
async fn check_votes(store: &SqliteStore) {
    let Ok(Some(id)) = store.find_key("program".into(), Arc::from("quorum")).await else { return };
    let open = store.get(id).await.unwrap().unwrap();
    assert_eq!((&open.quorum, &open.audience), (&Some(quorum()), &Audience::Group(Arc::from("ops"))));
    assert_eq!((open.status(), open.approvals()), (Status::Active, 1));
    let voted = found(store, "voted").await;
    let votes: Vec<_> = voted.votes.iter().map(|vote| (&*vote.by, vote.approved)).collect();
    assert_eq!(votes, [("ada", true), ("grace", false)]);
    assert_eq!(answers_of(&voted), r#"{"approved":false,"comment":"No."}"#);
    assert_eq!(found(store, "signed in").await.audience, Audience::SignedIn);
    let history = store.history(voted.id, 100).await.unwrap();
    let names: Vec<_> = history.iter().map(|change| change.effect.name()).collect();
    assert_eq!(names, ["created", "voted", "voted", "complete"]);
}

async fn check_closed(store: &SqliteStore) {
    for (key, expected, metadata) in [
        ("every kind", ALL_KINDS, None),
        ("secret", r#"{"user":"ops","password":"correct horse"}"#, Some(r#"{"page":1}"#)),
        ("encrypted answer", r#"{"user":"ops","password":"battery staple"}"#, Some(r#"{"page":2}"#)),
        (ask_key(2).as_str(), r#"{"name":"Ada"}"#, None),
    ] {
        let found = found(store, key).await;
        assert_eq!(answers_of(&found), expected, "{key}");
        let State::Closed(closed) = &found.state else { panic!("{key}: {found:?}") };
        assert_eq!((closed.at, closed.metadata.as_deref()), (at(2_000), metadata), "{key}");
    }
    for (key, expected) in [("declined", "ask my manager"), ("encrypted decline", "not my server")] {
        let found = found(store, key).await;
        let Some(Outcome::Declined(decline)) = found.outcome() else { panic!("{key}: {found:?}") };
        assert_eq!(decline.reason.as_deref(), Some(expected), "{key}");
    }
    let cancelled = found(store, "cancelled").await;
    assert_eq!(cancelled.outcome(), Some(&Outcome::Cancelled(CancelReason::FormInvalidated)));
    assert_eq!(found(store, "timed out").await.outcome(), Some(&Outcome::TimedOut));
    let page = found(store, "page").await;
    assert_eq!(page.outcome(), Some(&Outcome::Finished(Arc::from(r#"{"ok":true}"#))));
    assert!(matches!(&page.question, Question::Page { url, .. } if &**url == "https://example.com/sign-in"));
    let taken = store.find_key("program".into(), Arc::from(ask_key(1).as_str())).await;
    assert_eq!(taken, Ok(None), "a taken answer has no key");
}

async fn check_log(store: &SqliteStore) {
    for (key, expected) in [
        ("timed out", &["created", "timeout"][..]),
        ("claimed", &["created", "opened", "extended", "claimed"]),
        ("rejected", &["created", "rejected"]),
        ("secret", &["created", "complete"]),
        ("declined", &["created", "declined"]),
    ] {
        let history = store.history(under(store, key).await, 100).await.unwrap();
        let names: Vec<_> = history.iter().map(|change| change.effect.name()).collect();
        assert_eq!(names, expected, "{key}");
    }
    let changes = store.changes_since(0, 1_000, Scope::Everything).await.unwrap();
    let numbers: Vec<_> = changes.list.iter().map(|change| change.seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert!(changes.list.iter().any(|change| change.effect.name() == "taken"));
}

/// What is open is answered, what is new is asked, and time goes on.
async fn continue_with(store: &Arc<SqliteStore>) {
    let clock = ManualClock::at(at(60_000));
    let engine = engine_on(store, &clock);
    engine.submit(&person(), under(store, "pending").await, br#"{"name":"Ada"}"#).await.unwrap();
    let another = Ask::form(every_kind_form()).idempotency_key("pending");
    assert!(engine.create(&client(), another).await.is_err(), "the key is in use");
    // The rest of the answer is in the attempt that did not pass.
    let rejected = under(store, "rejected").await;
    engine.submit_with(&person(), rejected, Submission::corrections(br#"{"count":2.5}"#)).await.unwrap();
    assert_eq!(answers_of(&store.get(rejected).await.unwrap().unwrap()), ALL_KINDS);
    if let Ok(Some(id)) = store.find_key("program".into(), Arc::from("quorum")).await {
        let accepted = engine.submit(&member("grace"), id, br#"{"approved":true}"#).await.unwrap();
        assert_eq!(accepted.elicitation.status(), Status::Completed);
    }
    engine.release(&person(), under(store, "claimed").await).await.unwrap();
    engine.submit(&client(), under(store, "prompt").await, br#""Paris""#).await.unwrap();

    let kept = ask_key(2);
    let id = under(store, kept.as_str()).await;
    assert_eq!(engine.take(&client(), id, &kept).await, Ok(TakeResult::Taken));
    assert_eq!(engine.take(&client(), id, &kept).await, Ok(TakeResult::AlreadyTaken));

    let created = engine.create(&client(), Ask::form(every_kind_form())).await.unwrap();
    engine.submit(&person(), created.id, ALL_KINDS.as_bytes()).await.unwrap();
    assert_eq!(answers_of(&store.get(created.id).await.unwrap().unwrap()), ALL_KINDS);

    clock.advance_and_settle(Duration::from_secs(3_700)).await;
    for key in ["claimed", "link holder", "upload", "encrypted upload"] {
        assert_eq!(engine.wait(&client(), under(store, key).await).await, Ok(Outcome::TimedOut), "{key}");
    }
    let all = engine.list(&client(), ListFilter::default()).await.unwrap().items.len();
    drop(engine);
    assert_eq!(store.purge(at(10_000_000), 1_000).await, Ok(all));
    assert_eq!(store.list(everything(10)).await.unwrap().items.len(), 0);
}
