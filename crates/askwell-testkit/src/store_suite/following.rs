use std::sync::Arc;
use std::time::Duration;

use askwell_engine::store::{Change, Followed, Guard, Record, RecordWrite, Verdict};
use askwell_lifecycle::{Event, Scope};

use super::Nodes;
use super::sample::{advance, answer, ask, at, create_op};

/// How long changes of another node may take to arrive.
const SOON: Duration = Duration::from_secs(10);

/// The changes of all nodes of a shared store reach the followers of each, in order and without gaps.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn following(nodes: &Nodes) {
    if !nodes.turn(0).is_shared() {
        assert!(nodes.turn(0).follow().is_none(), "a store of one process has no changes of others");
        return;
    }
    let before = ask(nodes.turn(0), "a", at(0)).await;
    let mut followers = Vec::new();
    for turn in 0..3 {
        let follower = nodes.turn(turn).follow();
        followers.push(follower.expect("a shared store can be followed"));
    }
    const WRITTEN: usize = 40;
    for turn in 0..WRITTEN / 2 {
        let made = ask(nodes.turn(turn), "a", at(1)).await;
        advance(nodes.turn(turn + 1), &made, answer("Ops"), at(2)).await;
    }
    advance(nodes.turn(1), &before, Event::decline(), at(3)).await;
    let all = nodes.turn(0).changes_since(0, 1_000, Scope::Everything).await.unwrap().list;
    for follower in &mut followers {
        let mut seen: Vec<Change> = Vec::new();
        while seen.last().map(|change| change.seq) != all.last().map(|change| change.seq) {
            let next = tokio::time::timeout(SOON, follower.next()).await;
            match next.expect("changes arrive in time").expect("the store is open") {
                Followed::Changes(changes) => seen.extend(changes.iter().cloned()),
                Followed::Gap => unreachable!("a gap, after {} changes", seen.len()),
            }
        }
        let start = all.len() - seen.len();
        assert_eq!(seen, all[start..], "in the order of the log, without gaps");
        assert!(seen.len() > WRITTEN, "all from the moment of following");
    }
}

/// Texts may hold any character, NUL included, and lists are in the order of bytes.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn any_text(nodes: &Nodes) {
    let clients = ["nul\0 in it", "\0", "a", "Z", "\u{fffd}", "🙂"];
    for (turn, client) in clients.into_iter().enumerate() {
        let key = format!("key\0{client}");
        let op = create_op(client, at(0), Some(&key), super::sample::ROOMY);
        assert_eq!(nodes.turn(turn).commit_one(op).await, Ok(Verdict::Committed));
        let found = nodes.turn(turn + 1).find_key(client.into(), Arc::from(&*key)).await.unwrap();
        let found = nodes.turn(turn).get(found.expect("it has a key")).await.unwrap().expect("it exists");
        assert_eq!(found.client.as_str(), client);
        let closed = advance(nodes.turn(turn), &found, answer("\u{1f642}"), at(1)).await;
        let read = nodes.turn(turn + 1).get(closed.id).await.unwrap().expect("it exists");
        super::sample::assert_same(&read, &closed);
        let scope = Scope::Client(client.into());
        let changes = nodes.turn(turn).changes_since(0, 100, scope).await.unwrap();
        assert_eq!(changes.list.len(), 2, "{client:?}");
    }
    let keys = ["b", "a\0b", "a", "\0", "ä", "a\u{1}", "A"];
    let put = |key: &str| RecordWrite::Put { record: Record::new("texts", key, &b"\0"[..]), expected: 0 };
    let verdicts = nodes.turn(0).write_records(keys.map(put).to_vec(), Guard::None).await.unwrap();
    assert_eq!(verdicts, [Verdict::Committed; 7]);
    let listed = nodes.turn(1).list_records("texts", None, 100).await.unwrap();
    let listed: Vec<_> = listed.iter().map(|record| &*record.key).collect();
    assert_eq!(listed, ["\0", "A", "a", "a\0b", "a\u{1}", "b", "ä"]);
    let after = nodes.turn(0).list_records("texts", Some(Arc::from("a\0")), 2).await.unwrap();
    assert_eq!(after.iter().map(|record| &*record.key).collect::<Vec<_>>(), ["a\0b", "a\u{1}"]);
}
