//! Any text as a message: it is one or is refused, its parts are JSON, and what we write of it we read again.
#![no_main]

use askwell_mcp::wire::{self, ElicitRequest, ElicitResult, InputRequired, Limits, Message, Raw, encode};
use libfuzzer_sys::fuzz_target;

/// Reads all parts of a message, as a receiver does.
fn look(raw: Raw<'_>) {
    let value = match serde_json::from_str(raw.text()) {
        Ok(value) => value,
        // JSON knows numbers that no double can say.
        Err(error) => {
            assert!(error.to_string().starts_with("number out of range"), "sound, and no JSON: {error}");
            raw.to_value()
        }
    };
    if let Some(object) = value.as_object() {
        assert_eq!(raw.members().count(), object.len(), "no key twice, none lost");
        for (key, member) in raw.members() {
            assert!(object.contains_key(&*key));
            look(member);
        }
    }
    if let Some(list) = value.as_array() {
        assert_eq!(raw.items().count(), list.len());
        raw.items().for_each(look);
    }
    assert_eq!(raw.as_text().as_deref(), value.as_str());
    assert_eq!(raw.as_bool(), value.as_bool());
}

fuzz_target!(|text: &str| {
    match wire::decode(text.to_owned(), &Limits::default()) {
        Ok(Message::Request(request)) => {
            look(request.params());
            if let Ok(asked) = ElicitRequest::read(request.params()) {
                let again = ElicitRequest::read(asked.to_json().raw()).expect("what we write we read");
                assert_eq!(again, asked);
            }
            let again = encode::request(request.id(), request.method(), request.params());
            assert!(wire::decode(again, &Limits { bytes: usize::MAX, ..Limits::default() }).is_ok());
        }
        Ok(Message::Notification(notification)) => look(notification.params()),
        Ok(Message::Response(response)) => {
            if let Ok(result) = response.result() {
                look(result);
                let _ = (ElicitResult::read(result), InputRequired::read(result));
            }
        }
        Err(malformed) => {
            let answer = encode::error(malformed.id.as_ref(), &malformed.error);
            let answer = wire::decode(answer, &Limits { bytes: usize::MAX, ..Limits::default() });
            assert!(matches!(answer, Ok(Message::Response(_))), "a refusal is a message, too");
        }
    }
});
