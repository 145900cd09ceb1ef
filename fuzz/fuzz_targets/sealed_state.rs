//! Any bytes as the content of a state that opened: entries or an error, and elicitations that go on as others do.
#![no_main]

use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};

use askwell_form::Form;
use askwell_lifecycle::Timestamp;
use askwell_mcp::fuzzing;
use libfuzzer_sys::fuzz_target;

static FORM: LazyLock<Form> = LazyLock::new(|| {
    let document = r#"{"id": "f", "title": "F", "fields": [{"id": "a", "type": "text", "label": "A"}]}"#;
    Form::parse(document).expect("a form")
});

fuzz_target!(|input: (Vec<u8>, u64)| {
    let (bytes, now) = input;
    let work = pin!(fuzzing::sealed_state(&bytes, &FORM, Timestamp::from_millis(now)));
    // Nothing of this form needs a name server, so nothing waits.
    assert!(matches!(work.poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(())));
});
