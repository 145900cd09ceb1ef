use std::pin::pin;
use std::task::{Context, Waker};
use std::time::Duration;

use askwell_engine::{Ask, Checker, Engine, Limits, StepRecorder};
use askwell_form::Form;
use askwell_lifecycle::{
    Actor, ClientId, Elicitation, ElicitationId, Event, NewElicitation, State, Surface, Timestamp, create,
};
use askwell_testkit::clock::ManualClock;
use proptest::prelude::*;

use super::ask::advance;
use super::{SealedElicitation, StateEntry, StoredElicitation, apply, digest_of, read, write};
use crate::request_state::StateKeys;
use crate::server::plan::Channel;
use crate::server::residence::{ClientInput, InputEffect, apply_stored};
use crate::wire::{Json, Limits as WireLimits};

fn form() -> Form {
    Form::parse(
        r#"{"id": "f", "title": "F", "timeout": 60000, "fields": [
        {"id": "a", "type": "text", "label": "A", "required": true, "validation": {"maxLength": 3}},
        {"id": "b", "type": "number", "label": "B", "default": 7}]}"#,
    )
    .unwrap()
}

/// What a client sends, or that time passes.
#[derive(Debug, Clone)]
enum ClientStep {
    Send(String),
    Wait(Duration),
}

fn steps() -> impl Strategy<Value = Vec<ClientStep>> {
    let content = prop_oneof![
        Just(r#"{"a":"ok"}"#.to_owned()),
        Just(r#"{"a":"much too long"}"#.to_owned()),
        Just(r#"{"a":"ok","b":1.50,"other":{}}"#.to_owned()),
        Just("{}".to_owned()),
        Just("null".to_owned()),
        Just("[1]".to_owned()),
        "\\PC{0,8}".prop_map(|text| serde_json::json!({"a": text}).to_string()),
    ];
    let sent = prop_oneof![
        4 => content.prop_map(|content| format!(r#"{{"action":"accept","content":{content}}}"#)),
        1 => Just(r#"{"action":"decline"}"#.to_owned()),
        1 => Just(r#"{"action":"cancel"}"#.to_owned()),
    ];
    let step = prop_oneof![
        3 => sent.prop_map(ClientStep::Send),
        2 => (0_u64..50_000).prop_map(|millis| ClientStep::Wait(Duration::from_millis(millis))),
    ];
    proptest::collection::vec(step, 1..10)
}

/// What the asking program sees. Due warnings are known to the engine alone.
fn essence(elicitation: &Elicitation) -> (String, Option<u8>, Option<Timestamp>, Option<Timestamp>) {
    let (rejected, opened) = match &elicitation.state {
        State::Open(open) => (Some(open.rejected), open.opened_at),
        State::Closed(_) => (None, None),
    };
    (
        format!("{} {:?}", elicitation.status(), elicitation.outcome()),
        rejected,
        opened,
        elicitation.deadline(),
    )
}

fn kind(effect: &InputEffect) -> String {
    match effect {
        InputEffect::Rejected(why) => format!("rejected: {why}"),
        other => format!("{other:?}"),
    }
}

/// Sends an elicitation through a state and back, as between two rounds.
fn through_a_state(keys: &StateKeys, elicitation: &Elicitation, now: Timestamp) -> Elicitation {
    let form = elicitation.form().unwrap();
    let question = digest_of(&[1; 32], "F");
    let entry = SealedElicitation::encode(elicitation, question, false).unwrap();
    let content = write(&[("key".into(), StateEntry::Sealed(entry))]);
    let state = keys.seal(&content, b"bound", now, Duration::from_secs(600)).unwrap();
    let opened = keys.open(&state, b"bound", now).unwrap();
    let Some((_, StateEntry::Sealed(sealed))) = read(&opened).unwrap().pop() else { panic!("no entry") };
    sealed.decode(elicitation.client.clone(), form, "F").unwrap()
}

async fn compare(steps: &[ClientStep]) {
    let recorder = StepRecorder::default();
    let clock = ManualClock::new();
    let engine = Engine::builder().clock(clock.clone()).limits(Limits::none()).start();
    let (actor, checker) = (Actor::client("p", Surface::Mcp), Checker::default());
    let keys = StateKeys::new([7; 32]);
    // A client that is there; one that has gone is the engine's to notice.
    let _lease = engine.lease_presence("p");
    let created = engine.create(&actor, Ask::form(form()).client_only()).await.unwrap();
    let Elicitation { id, client, mode, question, terms, audience, .. } = Elicitation::clone(&created);
    let draft = NewElicitation {
        id,
        client,
        mode,
        question,
        message: None,
        audience,
        quorum: None,
        terms,
        answer_limit: None,
        on_disconnect: created.on_disconnect,
    };
    let mut sealed = create(draft, created.created_at).next;
    for step in steps {
        sealed = through_a_state(&keys, &sealed, engine.now());
        match step {
            ClientStep::Wait(time) => {
                clock.advance_and_settle(*time).await;
                if sealed.deadline().is_some_and(|deadline| deadline <= engine.now()) {
                    sealed = advance(&sealed, Event::Tick, engine.now(), &recorder).0;
                }
            }
            ClientStep::Send(result) => {
                let result = Json::parse(result, &WireLimits::default()).unwrap();
                let input = ClientInput::read(Channel::Dialog, result.raw()).unwrap();
                let stored = apply_stored(&engine, &actor, id, &input).await.unwrap();
                let (next, effect) = apply(&sealed, &checker, &input, engine.now(), &recorder).await;
                assert_eq!(kind(&effect), kind(&stored), "{steps:?}");
                sealed = next;
            }
        }
        let stored = engine.status(&actor, id).await.unwrap();
        assert_eq!(essence(&sealed), essence(&stored), "{steps:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn sealed_elicitation_behaves_as_a_stored_one(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(compare(&steps));
    }

    #[test]
    fn arbitrary_bytes_are_an_error_or_entries(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(entries) = read(&bytes) {
            prop_assert_eq!(read(&write(&entries)), Ok(entries));
        }
    }

    /// The same check as the fuzz target `sealed_state`, from bytes that are nearly right.
    #[test]
    fn damaged_state_is_an_error_or_behaves_as_another(
        answered in any::<bool>(),
        damages in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
        later in 0..700_000_u64,
    ) {
        let mut bytes = valid_state(answered);
        for (place, byte, kind) in damages {
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                1 => bytes[place] ^= 1 << (byte % 8),
                2 => bytes.insert(place, byte),
                _ => drop(bytes.remove(place)),
            }
        }
        let (form, now) = (form(), Timestamp::from_millis(1_700_000_000_000 + later));
        let work = pin!(super::fuzz(&bytes, &form, now));
        // Nothing of this form needs a name server, so nothing waits.
        prop_assert!(work.poll(&mut Context::from_waker(Waker::noop())).is_ready());
    }
}

/// Returns the content of a state with an elicitation that is open, or has an answer.
fn valid_state(is_answered: bool) -> Vec<u8> {
    let draft = NewElicitation {
        id: ElicitationId::from_bytes([7; 16]),
        client: ClientId::from("fuzz"),
        mode: askwell_lifecycle::Mode::Form,
        question: askwell_lifecycle::Question::Form(form()),
        message: Some("F".into()),
        audience: askwell_lifecycle::Audience::ClientOnly,
        quorum: None,
        terms: askwell_lifecycle::Policy::default().terms(askwell_lifecycle::Mode::Form, None).unwrap(),
        answer_limit: None,
        on_disconnect: askwell_lifecycle::OnDisconnect::Abandon,
    };
    let now = Timestamp::from_millis(1_700_000_000_000);
    let mut elicitation = create(draft, now).next;
    if is_answered {
        let answers = form().check_json(br#"{"a":"ok","b":1.50}"#).unwrap();
        elicitation = advance(&elicitation, Event::submit(answers), now, &StepRecorder::default()).0;
    }
    let sealed = SealedElicitation::encode(&elicitation, digest_of(&[1; 32], "F"), false).unwrap();
    write(&[("sealed".into(), StateEntry::Sealed(sealed))])
}

#[test]
fn entries_round_trip_and_truncated_ones_are_errors() {
    let client = ClientId::from("p");
    let draft = NewElicitation {
        id: ElicitationId::from_bytes([7; 16]),
        client: client.clone(),
        mode: askwell_lifecycle::Mode::Form,
        question: askwell_lifecycle::Question::Form(form()),
        message: Some("F".into()),
        audience: askwell_lifecycle::Audience::ClientOnly,
        quorum: None,
        terms: askwell_lifecycle::Policy::default().terms(askwell_lifecycle::Mode::Form, None).unwrap(),
        answer_limit: None,
        on_disconnect: askwell_lifecycle::OnDisconnect::Abandon,
    };
    let now = Timestamp::from_millis(1_700_000_000_000);
    let open = create(draft, now).next;
    let sealed = SealedElicitation::encode(&open, digest_of(&[1; 32], "F"), true).unwrap();
    assert!(sealed.record.len() < 64, "{}", sealed.record.len());
    let stored =
        StoredElicitation { id: open.id, is_url: true, is_taken: false, is_changed: true, open_until: now };
    let entries: Vec<(Box<str>, StateEntry)> = vec![
        ("sealed".into(), StateEntry::Sealed(sealed.clone())),
        ("stored".into(), StateEntry::Stored(stored)),
        ("result".into(), StateEntry::ClientResult(r#"{"a":"é"}"#.into())),
    ];
    let bytes = write(&entries);
    assert_eq!(read(&bytes), Ok(entries));
    for end in 1..bytes.len() {
        let _ = read(&bytes[..end]);
    }
    assert!(read(b"\xff").is_err());
    let back = sealed.decode(client, &form(), "F").unwrap();
    assert_eq!((back.id, back.terms, back.message.as_deref()), (open.id, open.terms, Some("F")));
}
