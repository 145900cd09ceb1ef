use std::sync::Arc;

use askwell_engine::store::{Guard, Record, RecordWrite, Verdict};
use askwell_lifecycle::{ElicitationId, Event};
use tokio::task::JoinSet;

use super::Nodes;
use super::sample::{advance, ask, at, draft};

const NAMESPACE: &str = "suite";

fn put(key: &str, owner: Option<ElicitationId>, value: &[u8], expected: u64) -> RecordWrite {
    let record = Record { owner, ..Record::new(NAMESPACE, key, value) };
    RecordWrite::Put { record, expected }
}

fn remove(key: &str, expected: u64) -> RecordWrite {
    RecordWrite::Remove { namespace: NAMESPACE, key: Arc::from(key), expected }
}

/// Insists on what a note says; on its absence with an empty list.
async fn expect(nodes: &Nodes, key: &str, expected: &[(u64, &[u8])]) {
    for turn in 0..2 {
        let found = nodes.turn(turn).get_record(NAMESPACE, Arc::from(key)).await.unwrap();
        let found: Vec<_> = found.iter().map(|record| (record.revision, &*record.value)).collect();
        assert_eq!(found, expected, "{key}");
    }
}

/// Notes are written if they are as expected, come in the order of their keys, and go with their elicitation.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn records(nodes: &Nodes) {
    let write = |turn: usize, writes| async move {
        nodes.turn(turn).write_records(writes, Guard::None).await.unwrap()
    };
    expect(nodes, "a", &[]).await;
    assert_eq!(write(0, Vec::new()).await, []);
    assert_eq!(write(0, vec![put("a", None, b"1", 1)]).await, [Verdict::Conflict], "there is none yet");
    assert_eq!(write(0, vec![remove("a", 0)]).await, [Verdict::NotFound]);
    assert_eq!(write(1, vec![put("a", None, b"1", 0)]).await, [Verdict::Committed]);
    expect(nodes, "a", &[(1, b"1")]).await;
    assert_eq!(write(0, vec![put("a", None, b"2", 0)]).await, [Verdict::Conflict], "there is one already");

    // One commit: each sees those before it, and one that fails stops no other.
    let verdicts = write(
        1,
        vec![
            put("a", None, b"2", 1),
            put("a", None, b"stale", 1),
            put("a", None, &[0, 255], 2),
            put("b", None, b"", 0),
            remove("b", 2),
            remove("b", 1),
            put("b", None, b"again", 0),
        ],
    );
    let expected = [
        Verdict::Committed,
        Verdict::Conflict,
        Verdict::Committed,
        Verdict::Committed,
        Verdict::Conflict,
        Verdict::Committed,
        Verdict::Committed,
    ];
    assert_eq!(verdicts.await, expected);
    expect(nodes, "a", &[(3, &[0, 255])]).await;
    expect(nodes, "b", &[(1, b"again")]).await;
    listing(nodes).await;
    belonging(nodes).await;
}

/// Shelves are apart, keys in the order of their bytes.
async fn listing(nodes: &Nodes) {
    let record = Record::new("another", "a", &b"other"[..]);
    let other_namespace = vec![RecordWrite::Put { record, expected: 0 }];
    assert_eq!(nodes.turn(0).write_records(other_namespace, Guard::None).await, Ok(vec![Verdict::Committed]));
    let writes = ["ü", "b/2", "b", "B", "", "b/10", "🙂", "c"].map(|key| put(key, None, key.as_bytes(), 0));
    let verdicts = nodes.turn(1).write_records(writes.to_vec(), Guard::None).await.unwrap();
    assert_eq!(verdicts.iter().filter(|verdict| **verdict == Verdict::Committed).count(), 7, "b was there");
    let expected = ["", "B", "a", "b", "b/10", "b/2", "c", "ü", "🙂"];
    for limit in [1, 2, 9, 100] {
        let (mut found, mut after) = (Vec::<String>::new(), None);
        for turn in 0.. {
            let page = nodes.turn(turn).list_records(NAMESPACE, after.clone(), limit).await.unwrap();
            assert!(page.len() <= limit && page.iter().all(|record| record.namespace == NAMESPACE));
            let Some(last) = page.last() else { break };
            after = Some(Arc::clone(&last.key));
            found.extend(page.iter().map(|record| record.key.to_string()));
        }
        assert_eq!(found, expected);
    }
    let after = nodes.turn(0).list_records(NAMESPACE, Some(Arc::from("b/")), 2).await.unwrap();
    assert_eq!(
        after.iter().map(|record| &*record.key).collect::<Vec<_>>(),
        ["b/10", "b/2"],
        "not a key itself"
    );
    assert_eq!(nodes.turn(1).list_records("none", None, 10).await, Ok(Vec::new()));
}

/// A note of an elicitation needs one, open or closed, and is forgotten with it.
async fn belonging(nodes: &Nodes) {
    let made = ask(nodes.turn(0), "a", at(0)).await;
    let other = ask(nodes.turn(0), "a", at(0)).await;
    let unknown = draft("a", at(0)).id;
    let write = |turn: usize, writes| async move {
        nodes.turn(turn).write_records(writes, Guard::None).await.unwrap()
    };
    let verdicts = write(
        1,
        vec![
            put("of/unknown", Some(unknown), b"", 0),
            put("of/1", Some(made.id), b"1", 0),
            put("of/other", Some(other.id), b"2", 0),
            // Moves to the other one, and away from any.
            put("of/moved", Some(made.id), b"3", 0),
            put("of/moved", Some(other.id), b"3", 1),
            put("of/freed", Some(made.id), b"4", 0),
            put("of/freed", None, b"4", 1),
        ],
    );
    let verdicts = verdicts.await;
    assert_eq!(verdicts[0], Verdict::NotFound);
    assert!(verdicts[1..].iter().all(|verdict| *verdict == Verdict::Committed), "{verdicts:?}");
    assert_eq!(
        nodes.turn(0).get_record(NAMESPACE, Arc::from("of/1")).await.unwrap().unwrap().owner,
        Some(made.id)
    );
    advance(nodes.turn(0), &made, Event::decline(), at(1)).await;
    expect(nodes, "of/1", &[(1, b"1")]).await;
    let late = write(0, vec![put("of/late", Some(made.id), b"5", 0)]).await;
    assert_eq!(late, [Verdict::Committed], "closed, not forgotten");
    assert_eq!(nodes.turn(1).purge(at(2), 10).await, Ok(1));
    for key in ["of/1", "of/late", "of/unknown"] {
        expect(nodes, key, &[]).await;
    }
    expect(nodes, "of/other", &[(1, b"2")]).await;
    expect(nodes, "of/moved", &[(2, b"3")]).await;
    expect(nodes, "of/freed", &[(2, b"4")]).await;
    assert_eq!(write(1, vec![put("of/1", Some(made.id), b"6", 0)]).await, [Verdict::NotFound]);
}

/// Of those who write a note in the same moment, one wins.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn records_race(nodes: &Nodes) {
    const ROUNDS: u64 = 10;
    for round in 0..ROUNDS {
        let mut racing = JoinSet::new();
        for turn in 0..16_usize {
            let store = Arc::clone(nodes.turn(turn));
            let value = turn.to_string();
            racing.spawn(async move {
                let writes = vec![put("cursor", None, value.as_bytes(), round)];
                let verdicts = store.write_records(writes, Guard::None).await;
                (value, verdicts.unwrap()[0])
            });
        }
        let done = racing.join_all().await;
        let winners: Vec<_> = done.iter().filter(|(_, verdict)| *verdict == Verdict::Committed).collect();
        assert_eq!(winners.len(), 1, "{done:?}");
        assert_eq!(done.iter().filter(|(_, verdict)| *verdict == Verdict::Conflict).count(), 15);
        expect(nodes, "cursor", &[(round + 1, winners[0].0.as_bytes())]).await;
    }
}
