//! Any text as a state that a client gives back: it does not open unless we sealed it, for this and not for that.
#![no_main]

use std::time::Duration;

use askwell_lifecycle::Timestamp;
use askwell_mcp::StateKeys;
use libfuzzer_sys::fuzz_target;

const LIFETIME: Duration = Duration::from_secs(60);

fuzz_target!(|input: (String, Vec<u8>, Vec<u8>, usize, u8)| {
    let (text, content, bound_to, place, other) = input;
    let keys = StateKeys::new([7; 32]);
    let now = Timestamp::from_millis(1_000);
    assert!(keys.open(&text, &bound_to, now).is_err(), "made up, and it opened");
    let Ok(state) = keys.seal(&content, &bound_to, now, LIFETIME) else {
        assert!(content.len() > 20_000, "refused although it is small");
        return;
    };
    assert_eq!(keys.open(&state, &bound_to, now).expect("ours"), content);
    assert!(keys.open(&state, &[&bound_to[..], b"x"].concat(), now).is_err());
    assert!(keys.open(&state, &bound_to, now + LIFETIME).is_err());
    let mut changed = state.clone().into_bytes();
    let place = place % changed.len();
    changed[place] = other;
    if let Ok(changed) = String::from_utf8(changed) {
        assert!(changed == state || keys.open(&changed, &bound_to, now).is_err());
    }
});
