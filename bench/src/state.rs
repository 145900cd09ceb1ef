//! Request states: the cipher that seals and opens them, beside one library that has all of it.
//!
//! A modern call seals one state and opens it when it comes again. Both sides encrypt the same few bytes in place under
//! a random nonce and write them as text.

use std::error::Error;
use std::hint::black_box;
use std::time::Duration;

use askwell_lifecycle::Timestamp;
use askwell_mcp::StateKeys;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chacha20poly1305::{AeadInOut, KeyInit, XChaCha20Poly1305};

use crate::harness::{self, Contender, Effort, Race};

/// How much a state holds after one question with four fields, with its time of expiry.
const CONTENT: [u8; 56] = [7; 56];
/// Who called, and a digest of the call.
const BOUND_TO: [u8; 48] = [3; 48];
const KEY: [u8; 32] = [9; 32];
const NONCE: usize = 24;
const TAG: usize = 16;
/// The composition of two libraries stays as long as it is this much faster.
const TARGET: f64 = 2.0;

/// Runs the measurement if its name is wanted, and says whether its target was met.
pub(crate) fn run(wanted: &dyn Fn(&str) -> bool, effort: Effort) -> Result<bool, Box<dyn Error>> {
    let name = "request state";
    if !wanted(name) {
        return Ok(true);
    }
    let (ours, theirs) = (StateKeys::new(KEY), XChaCha20Poly1305::new(&KEY.into()));
    if ours_there_and_back(&ours).as_deref() != Some(&CONTENT[..])
        || theirs_there_and_back(&theirs).as_deref() != Some(&CONTENT[..])
    {
        return Err("a state does not come back as it was".into());
    }
    let contenders = vec![
        Contender::new("as askwell-mcp does it", || ours_there_and_back(&ours)),
        Contender::new("chacha20poly1305 alone", || theirs_there_and_back(&theirs)).beaten_by(TARGET),
    ];
    let about = "56 bytes are sealed, written as text, read and opened";
    Ok(harness::compare(&mut Race { name, about, contenders }, effort))
}

fn ours_there_and_back(keys: &StateKeys) -> Option<Vec<u8>> {
    let now = Timestamp::from_millis(1_700_000_000_000);
    let text = keys.seal(black_box(&CONTENT), &BOUND_TO, now, Duration::from_secs(60)).ok()?;
    keys.open(&text, &BOUND_TO, now).ok()
}

fn theirs_there_and_back(cipher: &XChaCha20Poly1305) -> Option<Vec<u8>> {
    let nonce: [u8; NONCE] = rand::random();
    let mut bytes = Vec::with_capacity(NONCE + CONTENT.len() + TAG);
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(black_box(&CONTENT));
    let plain = bytes.get_mut(NONCE..)?;
    let tag = cipher.encrypt_inout_detached(&nonce.into(), &BOUND_TO, plain.into()).ok()?;
    bytes.extend_from_slice(&tag);
    let text = URL_SAFE_NO_PAD.encode(bytes);

    let mut bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let tag: [u8; TAG] = bytes.split_off(bytes.len().checked_sub(TAG)?).try_into().ok()?;
    let mut content = bytes.split_off(NONCE);
    let nonce: [u8; NONCE] = bytes.try_into().ok()?;
    let sealed = content.as_mut_slice().into();
    cipher.decrypt_inout_detached(&nonce.into(), &BOUND_TO, sealed, &tag.into()).ok()?;
    Some(content)
}
