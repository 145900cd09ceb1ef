use std::sync::Arc;
use std::time::Duration;

use askwell_form::Form;
use askwell_lifecycle::{
    Attempt, Audience, CancelReason, Closed, Decline, Elicitation, ElicitationId, FollowUp, FollowUpState,
    Mode, OnDisconnect, Open, Outcome, Person, Question, State, Terms, Timestamp,
};

use super::{ElicitationColumns, OpenSummary, admits, decode, encode, encrypt_record, summarize_open};
use crate::vault::{Encrypt, Keyring};

const KEY: &str = "first:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

fn form() -> Form {
    Form::parse(
        r#"{"id": "f", "title": "F", "fields": [
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "pin", "type": "text", "label": "Pin", "rendering": {"inputType": "password"}},
            {"id": "n", "type": "number", "label": "N"}]}"#,
    )
    .unwrap()
}

fn elicitation(question: Question, state: State) -> Elicitation {
    Elicitation {
        id: ElicitationId::from_bytes([7; 16]),
        client: "a".into(),
        mode: Mode::Url,
        question,
        message: None,
        answer_limit: None,
        on_disconnect: OnDisconnect::Keep,
        audience: Audience::ClientOnly,
        quorum: None,
        votes: Vec::new(),
        follow_up: None,
        terms: Terms {
            timeout: Duration::from_secs(300),
            retry_limit: 3,
            extension: Duration::from_millis(1_500),
            max_extensions: 2,
            warn_before: Duration::from_secs(60),
        },
        created_at: Timestamp::from_millis(1_800_000_000_000),
        revision: 200,
        state,
    }
}

fn closed(outcome: Outcome) -> State {
    State::Closed(Closed {
        at: Timestamp::from_millis(300),
        outcome,
        metadata: None,
        extensions: 0,
        extended_by: Duration::ZERO,
    })
}

fn answered(json: &str) -> State {
    closed(Outcome::Answered(form().check_json(json.as_bytes()).unwrap()))
}

/// Version, mode, audience, times and terms: the same in all cases.
const HEAD: [u8; 24] =
    [1, 2, 1, 128, 160, 241, 194, 177, 52, 200, 1, 172, 2, 0, 3, 1, 128, 202, 181, 238, 1, 2, 60, 0];

/// Pins the format: these bytes must stay readable.
#[test]
fn every_state_round_trips_with_stable_bytes() {
    let open = Open {
        opened_at: Some(Timestamp::from_millis(129)),
        rejected: 1,
        extensions: 2,
        extended_by: Duration::from_secs(3),
        warned: true,
        claimed_by: Some(Arc::from("x")),
        attempt: None,
    };
    let asked = || Question::Form(form());
    let page = || Question::Page { url: Arc::from("u:"), message: Arc::from("ü") };
    let cases: [(Question, State, Vec<u8>); 8] = [
        (asked(), State::Open(Open::default()), vec![0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (asked(), State::Open(open), vec![0, 0, 1, 129, 1, 1, 2, 3, 0, 1, 1, 1, b'x']),
        (
            page(),
            State::Open(Open::default()),
            b"\x01\x02u:\x02\xc3\xbc\x00\x00\x00\x00\x00\x00\x00\x00".to_vec(),
        ),
        (
            asked(),
            answered(r#"{"name": "x", "n": 1.50}"#),
            b"\x00\x01\xac\x02\x00\x14{\"name\":\"x\",\"n\":1.5}".to_vec(),
        ),
        (
            page(),
            closed(Outcome::Finished(Arc::from("[1]"))),
            b"\x01\x02u:\x02\xc3\xbc\x01\xac\x02\x01\x03[1]".to_vec(),
        ),
        (asked(), closed(Outcome::Declined(Decline::default())), vec![0, 1, 172, 2, 2]),
        (asked(), closed(Outcome::Cancelled(CancelReason::MaxRetriesExceeded)), vec![0, 1, 172, 2, 3, 4]),
        (asked(), closed(Outcome::TimedOut), vec![0, 1, 172, 2, 4]),
    ];
    for (question, state, tail) in cases {
        let expected = elicitation(question, state);
        let encoded = encode(&expected, None).unwrap();
        assert_eq!(encoded.record, [&HEAD[..], &tail].concat(), "{expected:?}");
        assert!(encoded.secrets.is_none());
        let columns = || ElicitationColumns {
            id: expected.id,
            client: expected.client.clone(),
            form: expected.form().cloned(),
            secrets: None,
        };
        let found = decode(columns(), &encoded.record, None).unwrap();
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        for end in 0..encoded.record.len() {
            assert!(decode(columns(), &encoded.record[..end], None).is_err(), "up to {end}");
        }
        let longer = [&encoded.record[..], &[0]].concat();
        assert!(decode(columns(), &longer, None).is_err());
    }
}

/// A person's name is part of the encoding; whether a person can answer is known without decoding the rest.
#[test]
fn every_audience_round_trips() {
    for (audience, bytes) in [
        (Audience::Anyone, &[0][..]),
        (Audience::ClientOnly, &[1]),
        (Audience::Person(Arc::from("me")), &[2, 2, b'm', b'e']),
        (Audience::LinkHolder, &[3]),
        (Audience::Group(Arc::from("me")), &[4, 2, b'm', b'e']),
        (Audience::SignedIn, &[5]),
    ] {
        let asked = elicitation(Question::Form(form()), State::Open(Open::default()));
        let expected = Elicitation { audience, ..asked };
        let record = encode(&expected, None).unwrap().record;
        assert_eq!(record[2..2 + bytes.len()], *bytes);
        for person in ["me", "you", ""] {
            let person = Person::new(person).with_groups(["me"]);
            assert_eq!(admits(&record, &person), Ok(expected.audience.admits(&person)), "{person}");
            let person = Person::new(person.as_str());
            assert_eq!(admits(&record, &person), Ok(expected.audience.admits(&person)), "{person}");
        }
        let columns = ElicitationColumns {
            id: expected.id,
            client: expected.client.clone(),
            form: Some(form()),
            secrets: None,
        };
        let found = decode(columns, &record, None).unwrap();
        assert_eq!(found.audience, expected.audience);
        assert_eq!(
            summarize_open(&record, true),
            Ok(OpenSummary {
                mode: Mode::Url,
                due: expected.next_due().unwrap(),
                deadline: expected.deadline().unwrap(),
                audience: expected.audience.clone(),
                claimed_by: None,
            })
        );
    }
}

#[test]
fn secrets_are_stored_apart_and_round_trip() {
    let keyring = Keyring::parse(KEY).unwrap();
    for json in [
        r#"{"name":"x","pin":"s3cr\"et","n":12345678901234567890.125}"#,
        r#"{"pin":"s3cret"}"#,
        r#"{"name":"x","n":1}"#,
    ] {
        let expected = elicitation(Question::Form(form()), answered(json));
        let encoded = encode(&expected, Some(&keyring)).unwrap();
        assert!(!encoded.record.windows(3).any(|part| part == b"s3c" || part == b"pin"));
        assert_eq!(encoded.secrets.is_some(), json.contains("pin"));
        let columns = ElicitationColumns {
            id: expected.id,
            client: expected.client.clone(),
            form: Some(form()),
            secrets: encoded.secrets.as_deref(),
        };
        let found = decode(columns, &encoded.record, Some(&keyring)).unwrap();
        let Some(Outcome::Answered(answers)) = found.outcome() else { panic!("{found:?}") };
        assert_eq!(answers.to_json(), json);
    }
}

#[test]
fn invalid_columns_are_named_in_the_error() {
    let record =
        encode(&elicitation(Question::Form(form()), answered(r#"{"name": "x"}"#)), None).unwrap().record;
    let columns = |form| ElicitationColumns {
        id: ElicitationId::from_bytes([7; 16]),
        client: "a".into(),
        form,
        secrets: None,
    };
    let other =
        Form::parse(r#"{"id": "o", "title": "O", "fields": [{"id": "o", "type": "text", "label": "O"}]}"#);
    for (form, expected) in
        [(None, "its form is missing"), (Some(other.unwrap()), "its answers do not fit its form")]
    {
        let error = decode(columns(form), &record, None).unwrap_err().to_string();
        assert!(error.contains(expected) && error.contains("elic_0707"), "{error}");
    }
    for (place, code, what) in [(1, 9, "mode"), (2, 9, "audience"), (24, 9, "question"), (25, 9, "state")] {
        let mut changed = record.clone();
        changed[place] = code;
        let error = decode(columns(Some(form())), &changed, None).unwrap_err().to_string();
        assert!(error.contains(&format!("its {what} has code 9")), "{error}");
    }
}

/// Members follow the plain record; the bytes of each are the format.
#[test]
fn members_round_trip_with_stable_bytes() {
    let opened =
        || State::Open(Open { attempt: Attempt::new(Some(Arc::from("x")), "{\"n\":1}"), ..Open::default() });
    let told = closed(Outcome::Declined(Decline::because("no")));
    let State::Closed(plain) = answered(r#"{"name": "x"}"#) else { panic!("not closed") };
    let with_metadata = State::Closed(Closed { metadata: Some(Arc::from("{}")), ..plain });
    let State::Closed(timed_out) = closed(Outcome::TimedOut) else { panic!("not closed") };
    let extended = State::Closed(Closed { extensions: 2, extended_by: Duration::from_secs(5), ..timed_out });
    type Change = fn(&mut Elicitation);
    let keep: Change = |_| {};
    let words: Change = |one| {
        let plan = FollowUp::new(Vec::new(), None).and_then(|plan| plan.with_words("w")).unwrap();
        one.follow_up = Some(FollowUpState::new(plan));
    };
    let cases: [(Change, State, &[u8]); 8] = [
        (words, State::Open(Open::default()), b"\x02\x10\x04\x00\x00\x00\x00\x11\x01w"),
        (
            |one| one.message = Some(Arc::from("\u{fc}")),
            State::Open(Open::default()),
            b"\x01\x01\x02\xc3\xbc",
        ),
        (|one| one.answer_limit = Some(258), State::Open(Open::default()), &[1, 2, 4, 0, 0, 1, 2]),
        (|one| one.on_disconnect = OnDisconnect::Abandon, State::Open(Open::default()), &[1, 3, 1, 1]),
        (keep, told, b"\x01\x04\x02no"),
        (keep, with_metadata, b"\x01\x05\x02{}"),
        (keep, extended, &[1, 7, 3, 2, 5, 0]),
        (|one| one.message = Some(Arc::from("m")), opened(), b"\x02\x01\x01m\x06\x0b\x01\x01x\x07{\"n\":1}"),
    ];
    for (change, state, members) in cases {
        let bare = elicitation(Question::Form(form()), state.clone());
        let mut expected = bare.clone();
        change(&mut expected);
        let record = encode(&expected, None).unwrap().record;
        let mut plain =
            Elicitation { message: None, answer_limit: None, follow_up: None, ..expected.clone() };
        plain.on_disconnect = OnDisconnect::Keep;
        match &mut plain.state {
            State::Open(open) => open.attempt = None,
            State::Closed(closed) => {
                closed.metadata = None;
                (closed.extensions, closed.extended_by) = (0, Duration::ZERO);
                if let Outcome::Declined(decline) = &mut closed.outcome {
                    *decline = Decline::default();
                }
            }
        }
        let plain = encode(&plain, None).unwrap().record;
        assert_eq!((plain[0], record[0]), (1, 2));
        assert_eq!(record[1..], [&plain[1..], members].concat(), "{expected:?}");
        let columns = || ElicitationColumns {
            id: expected.id,
            client: expected.client.clone(),
            form: Some(form()),
            secrets: None,
        };
        let found = decode(columns(), &record, None).unwrap();
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        assert_eq!(summarize_open(&record, true).is_ok(), matches!(state, State::Open(_)));
        for end in 0..record.len() {
            assert!(decode(columns(), &record[..end], None).is_err(), "up to {end}");
        }
        assert!(decode(columns(), &[&record[..], &[0]].concat(), None).is_err());
    }
}

/// With all answers encrypted, the record only says which words are encrypted, too.
#[test]
fn free_texts_round_trip_encrypted_and_can_be_encrypted_later() {
    let keyring = Keyring::parse(KEY).unwrap();
    let sealing = Keyring::parse(KEY).unwrap().encrypting(Encrypt::Answers);
    let declined = closed(Outcome::Declined(Decline::because("no")));
    let State::Closed(plain) = answered(r#"{"name":"x","pin":"s3cret"}"#) else { panic!("not closed") };
    let submitted = State::Closed(Closed { metadata: Some(Arc::from("{}")), ..plain });
    for (state, tail) in
        [(declined, &[0, 1, 172, 2, 2, 1, 128, 1, 1][..]), (submitted, &[0, 1, 172, 2, 5, 1, 128, 1, 2])]
    {
        let expected = elicitation(Question::Form(form()), state);
        let encoded = encode(&expected, Some(&sealing)).unwrap();
        assert_eq!(encoded.record, [&[2], &HEAD[1..], tail].concat());
        let clear = encode(&expected, Some(&keyring)).unwrap();
        let secrets = clear.secrets.as_deref();
        let later = encrypt_record(expected.id, &clear.record, secrets, Some(&sealing)).unwrap().unwrap();
        assert_eq!(later.0, encoded.record, "as if it had been written so");
        for sealed in [encoded.secrets.unwrap(), later.1] {
            let columns = |secrets| ElicitationColumns {
                id: expected.id,
                client: expected.client.clone(),
                form: Some(form()),
                secrets,
            };
            let found = decode(columns(Some(&sealed)), &encoded.record, Some(&keyring)).unwrap();
            assert_eq!(format!("{found:?}"), format!("{expected:?}"));
            let error = decode(columns(None), &encoded.record, Some(&keyring)).unwrap_err().to_string();
            assert!(error.contains("is missing"), "{error}");
            let again = encrypt_record(expected.id, &encoded.record, Some(&sealed), Some(&sealing));
            assert_eq!(again, Ok(None), "done already");
        }
    }
}

/// Sealing keeps members of a newer program.
#[test]
fn sealing_keeps_unknown_members() {
    let sealing = Keyring::parse(KEY).unwrap().encrypting(Encrypt::Answers);
    let declined = elicitation(Question::Form(form()), closed(Outcome::Declined(Decline::default())));
    let plain = encode(&declined, None).unwrap().record;
    let clear = [&[2], &plain[1..], b"\x02\x04\x02no\x7f\x01z"].concat();
    let (record, _) = encrypt_record(declined.id, &clear, None, Some(&sealing)).unwrap().unwrap();
    assert_eq!(record, [&[2], &plain[1..], b"\x02\x7f\x01z\x80\x01\x01"].concat());
}

#[test]
fn unknown_member_is_skipped_unless_it_is_required() {
    let expected = elicitation(Question::Form(form()), State::Open(Open::default()));
    let mut record = encode(&expected, None).unwrap().record;
    record[0] = 2;
    let columns = || ElicitationColumns {
        id: expected.id,
        client: expected.client.clone(),
        form: Some(form()),
        secrets: None,
    };
    let with = |members: &[u8]| [&record[..], members].concat();
    let found = decode(columns(), &with(&[2, 127, 2, 9, 9, 1, 1, b'm']), None).unwrap();
    assert_eq!(found.message.as_deref(), Some("m"));
    for (members, complaint) in [
        (&[1, 130, 0][..], "its member has code 130"),
        (&[1, 129, 3, 2, 9, 0], "its choice for a rejection has code 9"),
        (&[1, 129, 2, 2, 0], "ends in the middle"),
        (&[1, 128, 1, 4], "its list of encrypted texts has code 4"),
        (&[1, 3, 1, 9], "its choice for a disconnect has code 9"),
        (&[1, 2, 3, 0, 0, 1], "its answer limit is missing"),
        (&[1, 1, 1, 0xff], "not UTF-8"),
        (&[0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1], "ends in the middle"),
    ] {
        let error = decode(columns(), &with(members), None).unwrap_err().to_string();
        assert!(error.contains(complaint), "{error}");
        assert!(summarize_open(&with(members), true).is_err());
    }
}
