use std::sync::Arc;

use askwell_engine::store::{NewUpload, Upload, UploadChunk, UploadQuota, Verdict};
use askwell_lifecycle::{Event, Scope};

use super::Nodes;
use super::sample::{ROOMY, advance, answer, ask, at, create_op, draft, everything};

/// What was closed long enough ago is forgotten, the oldest first, with its key and its changes.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn purging(nodes: &Nodes) {
    let mut made = Vec::new();
    for number in 0..10_u64 {
        let key = number.to_string();
        let op = create_op("a", at(number), Some(&key), ROOMY);
        assert_eq!(nodes.turn(0).commit_one(op).await, Ok(Verdict::Committed));
        let id = nodes.turn(1).find_key("a".into(), Arc::from(key)).await.unwrap().unwrap();
        made.push(nodes.turn(0).get(id).await.unwrap().unwrap());
    }
    // Closed in the reverse order, but for the first, which stays open.
    for (number, one) in made.iter().enumerate().skip(1).rev() {
        advance(nodes.turn(number), one, answer("Ops"), at(1_000 - number as u64)).await;
    }
    assert_eq!(nodes.turn(0).purge(at(991), 100).await, Ok(0), "what was closed at that moment stays");
    assert_eq!(nodes.turn(1).purge(at(996), 3).await, Ok(3), "no more than asked for");
    let gone = |numbers: std::ops::RangeInclusive<usize>| {
        let made = &made;
        async move {
            for (number, one) in made.iter().enumerate() {
                let found = nodes.turn(number).get(one.id).await.unwrap().is_some();
                assert_eq!(found, !numbers.contains(&number), "{number}");
                let key =
                    nodes.turn(number).find_key("a".into(), Arc::from(number.to_string())).await.unwrap();
                assert_eq!(key.is_some(), found, "the key of {number}");
            }
        }
    };
    gone(7..=9).await;
    assert_eq!(nodes.turn(0).purge(at(996), 100).await, Ok(2));
    gone(5..=9).await;
    assert_eq!(nodes.turn(1).list(everything(100)).await.unwrap().items.len(), 5);
    let again = create_op("a", at(2_000), Some("9"), ROOMY);
    assert_eq!(nodes.turn(1).commit_one(again).await, Ok(Verdict::Committed), "the key is free again");

    // Older log entries are gone, and reading them is an error.
    let stretch = nodes.turn(0).changes_since(0, 100, Scope::Everything).await.unwrap();
    assert!(stretch.truncated);
    assert_eq!(stretch.list.first().map(|change| change.at), Some(at(996)));
    assert_eq!(stretch.upto, 20, "ten made, nine closed, one made again");
    let later = nodes.turn(1).changes_since(stretch.list[0].seq, 100, Scope::Everything).await.unwrap();
    assert!(!later.truncated);
    assert_eq!(later.list, stretch.list[1..]);

    // A log with nothing left in it is not one from the beginning.
    assert_eq!(nodes.turn(0).purge(at(10_000), 100).await, Ok(4));
    let empty = nodes.turn(1).changes_since(3, 100, Scope::Everything).await.unwrap();
    assert_eq!((empty.list.len(), empty.truncated, empty.upto), (0, true, 20), "one can go on from there");
    let open = nodes.turn(1).list(everything(100)).await.unwrap();
    assert_eq!(open.items.len(), 2, "what is open stays");
    advance(nodes.turn(0), &made[0], Event::Open, at(10_001)).await;
    let next = nodes.turn(0).changes_since(20, 100, Scope::Everything).await.unwrap();
    assert_eq!((next.list[0].seq, next.truncated), (21, false), "numbers are not used again");
}

/// UploadQuota for any upload.
const SPACIOUS: UploadQuota = UploadQuota { files: usize::MAX, bytes: u64::MAX };

/// Files stay beside their elicitation, and go with it.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn uploads(nodes: &Nodes) {
    let made = ask(nodes.turn(0), "a", at(0)).await;
    let large: Vec<u8> = (0..5_u32 << 20).map(|number| number.to_le_bytes()[number as usize % 4]).collect();
    for (name, bytes) in [("empty", Vec::new()), ("large", large), ("ü", vec![0, 255])] {
        let upload = Upload { id: made.id, name: Arc::from(name), bytes };
        assert_eq!(
            nodes.turn(0).put_upload(upload.clone(), SPACIOUS).await,
            Ok(Verdict::Committed),
            "{name}"
        );
        let found = nodes.turn(1).get_upload(made.id, Arc::from(name)).await.unwrap();
        assert!(found.is_some_and(|found| *found == upload), "{name} comes back");
        let other = Upload { bytes: vec![1], ..upload };
        assert_eq!(
            nodes.turn(1).put_upload(other, SPACIOUS).await,
            Ok(Verdict::Conflict),
            "{name} is not replaced"
        );
    }
    assert_eq!(nodes.turn(0).get_upload(made.id, Arc::from("none")).await, Ok(None));
    let unknown = Upload { id: draft("a", at(0)).id, name: Arc::from("n"), bytes: Vec::new() };
    assert_eq!(nodes.turn(0).put_upload(unknown.clone(), SPACIOUS).await, Ok(Verdict::NotFound));
    assert_eq!(nodes.turn(0).get_upload(unknown.id, Arc::from("n")).await, Ok(None));

    // Three files are there, of five mebibytes and two bytes together.
    let next = |bytes: usize| Upload { id: made.id, name: Arc::from("next"), bytes: vec![7; bytes] };
    let (full, large) = (Verdict::TooManyUploads, Verdict::UploadsTooLarge);
    let together = (5_u64 << 20) + 2;
    for (files, bytes, size, verdict) in [
        (3, u64::MAX, 0, full),
        (4, together + 9, 10, large),
        (3, 0, 10, full),
        (4, together + 10, 10, Verdict::Committed),
        (4, u64::MAX, 1, Verdict::Conflict),
    ] {
        assert_eq!(nodes.turn(1).put_upload(next(size), UploadQuota { files, bytes }).await, Ok(verdict));
    }

    advance(nodes.turn(1), &made, Event::decline(), at(1)).await;
    let late = Upload { id: made.id, name: Arc::from("late"), bytes: Vec::new() };
    assert_eq!(
        nodes.turn(0).put_upload(late, SPACIOUS).await,
        Ok(Verdict::Conflict),
        "uploads to a closed elicitation are rejected"
    );
    assert!(
        nodes.turn(0).get_upload(made.id, Arc::from("ü")).await.unwrap().is_some(),
        "closed, not forgotten"
    );
    assert_eq!(nodes.turn(0).purge(at(2), 10).await, Ok(1));
    assert_eq!(nodes.turn(1).get_upload(made.id, Arc::from("ü")).await, Ok(None));
}

/// Files can come in chunks. What was announced takes room at once; what is given up, or left alone for too long, gives
/// it back.
///
/// # Panics
/// Panics if the store behaves differently.
pub async fn upload_chunks(nodes: &Nodes) {
    let made = ask(nodes.turn(0), "a", at(0)).await;
    let begin = |name: &str, announced: Option<u64>, now: u64| NewUpload {
        id: made.id,
        name: Arc::from(name),
        announced,
        at: at(now),
        stale_before: at(now.saturating_sub(100)),
    };
    let chunk = |name: &str, position: u64, bytes: &[u8], now: u64| UploadChunk {
        id: made.id,
        name: Arc::from(name),
        position,
        bytes: bytes.to_vec(),
        at: at(now),
    };
    let quota = UploadQuota { files: 3, bytes: 10 };
    let store = |number: usize| nodes.turn(number);
    assert_eq!(store(0).begin_upload(begin("a", Some(11), 0), quota).await, Ok(Verdict::UploadsTooLarge));
    assert_eq!(store(0).begin_upload(begin("a", Some(7), 0), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(1).begin_upload(begin("a", None, 0), quota).await, Ok(Verdict::Conflict), "taken");
    assert_eq!(store(1).begin_upload(begin("b", Some(4), 0), quota).await, Ok(Verdict::UploadsTooLarge));
    assert_eq!(store(1).begin_upload(begin("b", None, 0), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(0).append_upload(chunk("b", 0, &[1; 3], 1), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(0).append_upload(chunk("b", 3, &[1], 1), quota).await, Ok(Verdict::UploadsTooLarge));
    assert_eq!(store(1).append_upload(chunk("a", 1, &[1], 1), quota).await, Ok(Verdict::Conflict), "a gap");
    assert_eq!(store(1).append_upload(chunk("a", 0, &[1, 2, 3], 1), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(0).append_upload(chunk("a", 3, &[4, 5, 6, 7], 1), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(0).append_upload(chunk("none", 0, &[1], 1), quota).await, Ok(Verdict::NotFound));
    assert_eq!(store(0).get_upload(made.id, Arc::from("a")).await, Ok(None), "not complete");
    let part = store(1).read_upload(made.id, Arc::from("a"), 0).await.unwrap().unwrap();
    assert_eq!((part.size, part.is_complete), (7, false));
    assert_eq!(store(1).finish_upload(made.id, Arc::from("a")).await, Ok(Verdict::Committed));
    assert_eq!(store(1).finish_upload(made.id, Arc::from("a")).await, Ok(Verdict::NotFound), "once");
    assert_eq!(
        store(0).append_upload(chunk("a", 7, &[1], 1), quota).await,
        Ok(Verdict::NotFound),
        "complete"
    );
    let found = store(0).get_upload(made.id, Arc::from("a")).await.unwrap().unwrap();
    assert_eq!(found.bytes, [1, 2, 3, 4, 5, 6, 7]);
    for (position, bytes) in [(2_u64, &[3_u8][..]), (3, &[4, 5, 6, 7]), (7, &[]), (99, &[])] {
        let part = store(1).read_upload(made.id, Arc::from("a"), position).await.unwrap().unwrap();
        assert!(part.bytes.starts_with(bytes) && (!bytes.is_empty() || part.bytes.is_empty()), "{position}");
    }
    // Given up: the room is free again. What is complete stays.
    assert_eq!(store(0).abort_upload(made.id, Arc::from("b")).await, Ok(()));
    assert_eq!(store(0).abort_upload(made.id, Arc::from("a")).await, Ok(()));
    assert_eq!(store(1).read_upload(made.id, Arc::from("b"), 0).await, Ok(None));
    assert!(store(1).get_upload(made.id, Arc::from("a")).await.unwrap().is_some());
    // Left alone: the next one that begins removes it.
    assert_eq!(store(1).begin_upload(begin("c", Some(3), 10), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(0).begin_upload(begin("d", Some(3), 110), quota).await, Ok(Verdict::UploadsTooLarge));
    assert_eq!(store(0).begin_upload(begin("d", Some(3), 111), quota).await, Ok(Verdict::Committed));
    assert_eq!(store(1).append_upload(chunk("c", 0, &[1], 112), quota).await, Ok(Verdict::NotFound));
    // Nothing comes to what is closed.
    advance(store(1), &made, Event::decline(), at(120)).await;
    assert_eq!(store(0).append_upload(chunk("d", 0, &[1], 121), quota).await, Ok(Verdict::Conflict));
    assert_eq!(store(0).finish_upload(made.id, Arc::from("d")).await, Ok(Verdict::Conflict));
    assert_eq!(store(0).begin_upload(begin("e", None, 121), quota).await, Ok(Verdict::Conflict));
    assert_eq!(store(0).purge(at(200), 10).await, Ok(1));
    assert_eq!(store(1).read_upload(made.id, Arc::from("a"), 0).await, Ok(None));
    assert_eq!(store(1).read_upload(made.id, Arc::from("d"), 0).await, Ok(None));
}
