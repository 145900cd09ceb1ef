//! An API key in the clear.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

const PREFIX: &str = "ask_";

/// An API key in the clear: `ask_`, 256 random bits, and a checksum that reveals typing mistakes.
/// `Debug` does not show it.
pub struct PlainKey(Zeroizing<String>);

impl PlainKey {
    /// Returns a new random key.
    #[must_use]
    pub fn new() -> PlainKey {
        let random: Zeroizing<[u8; 32]> = Zeroizing::new(rand::random());
        let body = Zeroizing::new(URL_SAFE_NO_PAD.encode(*random));
        PlainKey(Zeroizing::new(format!("{PREFIX}{}{}", *body, checksum(&body))))
    }

    /// Returns the text of the key.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that key files contain.
    #[must_use]
    pub fn hash_of(text: &str) -> [u8; 32] {
        Sha256::digest(text.as_bytes()).into()
    }

    /// Returns whether a text is a well-formed key with a correct checksum.
    #[must_use]
    pub fn is_well_formed(text: &str) -> bool {
        let Some(rest) = text.strip_prefix(PREFIX) else { return false };
        let Some((body, check)) = rest.len().checked_sub(6).and_then(|at| rest.split_at_checked(at)) else {
            return false;
        };
        body.len() == 43 && checksum(body) == check
    }
}

fn checksum(body: &str) -> String {
    let hash = Sha256::new().chain_update(b"askwell api key").chain_update(body).finalize();
    URL_SAFE_NO_PAD.encode(hash.first_chunk::<4>().copied().unwrap_or_default())
}

impl Default for PlainKey {
    fn default() -> Self {
        PlainKey::new()
    }
}

impl fmt::Debug for PlainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlainKey(…)")
    }
}
