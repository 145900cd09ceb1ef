use std::collections::HashSet;
use std::fs;
use std::time::{Duration, SystemTime};

use askwell_engine::{Engine, Limits};
use askwell_lifecycle::Scope;
use tempfile::TempDir;

use super::{
    KeyFile, KeyFileError, KeyRequest, KeyScopes, KeyUsage, Keys, PlainKey, REFRESH_INTERVAL, SharedKeys,
};
use crate::caller::Role;

fn request(name: &str) -> KeyRequest {
    KeyRequest::new(name, Role::Asks)
}

#[test]
fn mistyped_key_fails_its_checksum() {
    let keys: HashSet<String> = (0..100).map(|_| PlainKey::new().reveal().to_owned()).collect();
    assert_eq!(keys.len(), 100);
    for key in &keys {
        assert!(PlainKey::is_well_formed(key) && key.len() == 53, "{key}");
        assert!(!PlainKey::is_well_formed(&key.replacen(
            &key[10..11],
            if &key[10..11] == "a" { "b" } else { "a" },
            1
        )));
        assert!(!PlainKey::is_well_formed(&key[..52]));
    }
    for text in ["", "ask_", "ask_é", "bearer"] {
        assert!(!PlainKey::is_well_formed(text));
    }
}

#[test]
fn only_valid_key_identifies_a_caller() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let file = KeyFile::at(&path);
    let ci = file
        .create(KeyRequest { per_window: Some(3), client: Some("builds".into()), ..request("ci") })
        .unwrap();
    let person = file.create(KeyRequest { role: Role::Answers, ..request("person@example.com") }).unwrap();
    let kept = fs::read_to_string(&path).unwrap();
    assert!(!kept.contains(ci.reveal()) && !kept.contains(&ci.reveal()[4..20]), "only hashes are kept");

    let keys = Keys::load(path.clone(), Limits::default()).unwrap();
    let (caller, credential) = keys.caller(Some(ci.reveal())).unwrap();
    assert_eq!(caller.role, Role::Asks);
    assert!(matches!(&caller.actor.scope, Scope::Client(client) if client.as_str() == "builds"));
    assert_eq!(caller.limits.unwrap().per_window, 3);
    assert!(keys.is_still_valid(&credential));
    let (caller, _) = keys.caller(Some(person.reveal())).unwrap();
    assert_eq!((caller.role, caller.actor.person.as_deref()), (Role::Answers, Some("person@example.com")));
    for wrong in [None, Some(""), Some("ask_"), Some(&ci.reveal()[..52]), Some(PlainKey::new().reveal())] {
        assert!(keys.caller(wrong).is_none());
    }
    // After the next check the key is gone.
    assert_eq!(file.revoke("ci").unwrap(), 1);
    keys.0.state.lock().checked_at = None;
    assert!(!keys.is_still_valid(&credential) && keys.caller(Some(ci.reveal())).is_none());
    assert!(keys.caller(Some(person.reveal())).is_some());
}

#[test]
fn broken_key_file_keeps_the_last_good_keys() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let keys = Keys::load(path.clone(), Limits::default()).unwrap();
    let look = || keys.0.state.lock().checked_at = None;
    assert!(!keys.are_required() && keys.caller(None).is_some());
    assert!(keys.caller(Some("ask_anything")).is_none(), "a key is never valid without a key file");
    let key = KeyFile::at(&path).create(request("ci")).unwrap();
    look();
    assert!(keys.are_required() && keys.caller(None).is_none() && keys.caller(Some(key.reveal())).is_some());
    for text in ["", "{", r#"{"version": 2, "keys": []}"#, r#"{"version": 1, "keys": [{}]}"#] {
        fs::write(&path, text).unwrap();
        look();
        assert!(keys.caller(None).is_none() && keys.caller(Some(key.reveal())).is_some(), "{text}");
        assert!(Keys::load(path.clone(), Limits::default()).is_err(), "{text}");
    }
    fs::remove_file(&path).unwrap();
    look();
    assert!(keys.caller(None).is_none() && keys.caller(Some(key.reveal())).is_some());
    fs::write(&path, r#"{"version": 1, "keys": []}"#).unwrap();
    look();
    assert!(keys.are_required() && !keys.has_keys() && keys.caller(None).is_none());
}

/// A file can be unreadable for a moment, for example while too many files are open. It is read
/// again later.
#[test]
fn unreadable_key_file_is_read_again() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let key = KeyFile::at(&path).create(request("ci")).unwrap();
    let keys = Keys::load(path.clone(), Limits::default()).unwrap();
    let now = SystemTime::now();
    let revoked = br#"{"version": 1, "keys": []}"#;
    // Both files have the same time and length.
    for (content, good) in [(vec![0xff; revoked.len()], true), (revoked.to_vec(), false)] {
        fs::write(&path, content).unwrap();
        fs::File::options().append(true).open(&path).unwrap().set_modified(now).unwrap();
        keys.0.state.lock().checked_at = None;
        assert_eq!(keys.caller(Some(key.reveal())).is_some(), good);
    }
}

#[test]
fn duplicate_or_invalid_key_name_is_rejected() {
    let folder = TempDir::new().unwrap();
    let file = KeyFile::at(&folder.path().join("deep/keys.json"));
    file.create(request("a")).unwrap();
    assert!(matches!(file.create(request("a")), Err(KeyFileError::Exists(_))));
    assert!(matches!(file.revoke("b"), Err(KeyFileError::NoSuchKey(_))));
    for name in ["", "local", "a b", "\u{1b}[31m", &"x".repeat(65)] {
        assert!(matches!(file.create(request(name)), Err(KeyFileError::Name(_))), "{name}");
    }
    assert_eq!(file.read().unwrap().unwrap().keys.len(), 1);
}

#[tokio::test]
async fn expired_key_identifies_no_caller_and_ends_its_streams() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let file = KeyFile::at(&path);
    let soon = super::unix_millis() + 60_000;
    let good = file.create(KeyRequest { expires_at: Some(soon), ..request("good") }).unwrap();
    let old = file.create(KeyRequest { expires_at: Some(1), ..request("old") }).unwrap();
    let keys = Keys::load(path, Limits::default()).unwrap();
    let (_, credential) = keys.caller(Some(good.reveal())).unwrap();
    assert!(keys.caller(Some(old.reveal())).is_none() && keys.is_still_valid(&credential));
    let ended = super::VerifiedKey { expires_at: Some(1), ..credential };
    assert!(!keys.is_still_valid(&ended), "a key that expires during a stream ends it");
}

#[tokio::test]
async fn last_use_is_written_beside_the_key_file_and_the_file_stays_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let file = KeyFile::at(&path);
    let ci = file.create(request("ci")).unwrap();
    file.create(request("idle")).unwrap();
    let before = fs::read(&path).unwrap();
    let keys = Keys::load(path.clone(), Limits::default()).unwrap();
    for _ in 0..100 {
        assert!(keys.caller(Some(ci.reveal())).is_some());
    }
    assert_eq!(KeyUsage::beside(&path).unwrap(), KeyUsage::default(), "a use is not a write");
    keys.record_usage().await;
    let listed = keys.list();
    for usage in [KeyUsage::beside(&path).unwrap(), keys.usage().await.unwrap()] {
        assert!(usage.of(&listed[0]).is_some_and(|at| at >= listed[0].created_at));
        assert_eq!(usage.of(&listed[1]), None);
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    // A revoked key is forgotten, and a damaged file costs only the times.
    assert_eq!(keys.revoke("ci").await.unwrap(), 1);
    assert!(keys.caller(Some(ci.reveal())).is_none(), "at once");
    fs::write(folder.path().join("keys.json.usage"), "{").unwrap();
    assert_eq!(KeyUsage::beside(&path).unwrap(), KeyUsage::default());
}

#[tokio::test(start_paused = true)]
async fn shared_keys_know_their_last_use_on_every_node() {
    let engine = Engine::builder().start();
    let shared = SharedKeys::of(engine.records());
    let ci = shared.create(request("ci")).await.unwrap();
    let one = Keys::load_shared(shared.clone(), Limits::default()).await.unwrap();
    let other = Keys::load_shared(shared.clone(), Limits::default()).await.unwrap();
    assert!(one.caller(Some(ci.reveal())).is_some());
    // Written by itself, some seconds later.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let key = other.list().remove(0);
    assert!(other.usage().await.unwrap().of(&key).is_some());
    assert!(KeyUsage::shared(&shared).await.unwrap().of(&key).is_some());
}

#[test]
fn key_file_of_an_earlier_version_is_read() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("keys.json");
    let hash = "0".repeat(64);
    let text = format!(
        r#"{{"version": 1, "keys": [{{"name": "ci", "role": "asks", "sha256": "{hash}", "created_at": 1}}]}}"#
    );
    fs::write(&path, text).unwrap();
    let found = KeyFile::at(&path).read().unwrap().unwrap().keys.remove(0);
    assert_eq!((found.expires_at, found.scopes), (None, KeyScopes::default()));
}

#[tokio::test(start_paused = true)]
async fn shared_keys_change_on_every_node_within_two_intervals() {
    let engine = Engine::builder().start();
    let shared = SharedKeys::of(engine.records());
    let nodes = [
        Keys::load_shared(shared.clone(), Limits::default()).await.unwrap(),
        Keys::load_shared(shared.clone(), Limits::default()).await.unwrap(),
    ];
    assert!(nodes.iter().all(|keys| !keys.are_required() && keys.caller(None).is_some()));
    let ci = shared.create(request("ci")).await.unwrap();
    let other = shared.create(request("other")).await.unwrap();
    assert!(matches!(shared.create(request("ci")).await, Err(KeyFileError::Exists(_))));
    assert!(matches!(shared.create(request("local")).await, Err(KeyFileError::Name(_))));
    tokio::time::sleep(2 * REFRESH_INTERVAL).await;
    for keys in &nodes {
        assert!(keys.are_required() && keys.caller(None).is_none());
        assert!(keys.caller(Some(ci.reveal())).is_some() && keys.caller(Some(other.reveal())).is_some());
    }
    let (_, credential) = nodes[0].caller(Some(ci.reveal())).unwrap();
    assert_eq!(shared.revoke("ci").await.unwrap(), 1);
    assert!(matches!(shared.revoke("ci").await, Err(KeyFileError::NoSuchKey(_))));
    tokio::time::sleep(2 * REFRESH_INTERVAL).await;
    for keys in &nodes {
        assert!(keys.caller(Some(ci.reveal())).is_none() && keys.caller(Some(other.reveal())).is_some());
    }
    assert!(!nodes[0].is_still_valid(&credential));
    // Revoking the last one does not open the service.
    shared.revoke("other").await.unwrap();
    tokio::time::sleep(2 * REFRESH_INTERVAL).await;
    assert!(nodes.iter().all(|keys| keys.are_required() && keys.caller(None).is_none()));
    let listed = shared.list().await.unwrap();
    assert_eq!(listed.map(|keys| keys.len()), Some(0));
}
