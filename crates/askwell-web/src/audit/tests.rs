use std::sync::Arc;

use askwell_engine::Change;
use askwell_lifecycle::{Audience, Effect, ElicitationId, Mode, Status, Surface, Timestamp};

use super::{AuditError, AuditFormat, AuditWriter, verify};

fn changes() -> Vec<Change> {
    let change = |seq: u64, effect: Effect, person: Option<&str>| Change {
        seq,
        id: ElicitationId::from_bytes([u8::try_from(seq).unwrap(); 16]),
        client: "release, \"train\"\n=2".into(),
        mode: Mode::Form,
        audience: Audience::Anyone,
        at: Timestamp::from_millis(seq * 1000),
        effect,
        revision: seq,
        person: person.map(Arc::from),
        surface: Surface::Web,
    };
    vec![
        change(1, Effect::Created, None),
        change(2, Effect::Claimed { by: Arc::from("ada") }, Some("ada")),
        change(3, Effect::Closed { status: Status::Completed, reason: None }, Some("=HYPERLINK(1)")),
    ]
}

fn export(format: AuditFormat) -> (String, String) {
    let mut writer = AuditWriter::new(format);
    let mut text = writer.begin();
    for change in changes() {
        text.push_str(&writer.entry(&change));
    }
    text.push_str(&writer.end());
    (text, writer.head)
}

#[test]
fn untouched_export_is_verified() {
    for format in [AuditFormat::Jsonl, AuditFormat::Csv] {
        let (text, head) = export(format);
        let verified = verify(&text, Some(&head)).unwrap();
        assert_eq!((verified.entries, verified.head), (3, head), "{format:?}");
        let other = verify(&text, Some("00"));
        assert!(matches!(other, Err(AuditError::OtherHead { .. })), "{format:?}");
    }
    assert!(export(AuditFormat::Csv).0.contains("'=HYPERLINK(1)"), "no cell is a formula");
    let empty = AuditWriter::new(AuditFormat::Jsonl);
    assert_eq!(verify(&empty.end(), None).unwrap().entries, 0);
}

#[test]
fn change_removal_and_reordering_are_found() {
    for format in [AuditFormat::Jsonl, AuditFormat::Csv] {
        let (text, _) = export(format);
        let is_csv = format == AuditFormat::Csv;
        let lines: Vec<String> =
            super::split_lines(&text, is_csv).iter().map(|line| (*line).to_owned()).collect();
        let first = usize::from(is_csv);
        let join = |lines: &[String]| lines.join("\n") + "\n";
        let check = |lines: &[String]| verify(&join(lines), None);
        let mut changed = lines.clone();
        changed[first + 1] = changed[first + 1].replace("ada", "eve");
        assert_eq!(check(&changed), Err(AuditError::Changed { line: first + 2 }));
        let mut removed = lines.clone();
        removed.remove(first);
        assert_eq!(check(&removed), Err(AuditError::Broken { line: first + 1 }));
        let mut moved = lines.clone();
        moved.swap(first, first + 1);
        assert_eq!(check(&moved), Err(AuditError::Broken { line: first + 1 }));
        let mut cut = lines.clone();
        cut.remove(first + 2);
        assert_eq!(check(&cut), Err(AuditError::WrongEnd));
        let mut endless = lines.clone();
        endless.pop();
        assert_eq!(check(&endless), Err(AuditError::WrongEnd));
        let mut strange = lines;
        strange.insert(first, "what".to_owned());
        assert_eq!(check(&strange), Err(AuditError::NotAnEntry { line: first + 1 }));
    }
}
