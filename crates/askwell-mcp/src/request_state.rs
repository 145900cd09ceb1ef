//! What a modern server gives its client to keep until the retry: encrypted, bound, short-lived.
//!
//! XChaCha20-Poly1305 with a key that never leaves this side. Bound as associated data are the principal and a digest
//! of the request, so that a state that was given to one person, or for one call, opens for nobody else and nothing
//! else. Keys rotate: the newest seals, all of them open. Refuses states that are larger than any it gives out before
//! it decodes a byte of them. Does not know what is inside.

mod cipher;
mod kept;

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use askwell_lifecycle::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashbrown::HashSet;
use parking_lot::Mutex;
use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use cipher::{Cipher, NONCE, TAG};

/// Version 1 held answers without their elicitations.
const VERSION: u8 = 2;
const OLD_VERSION: u8 = 1;
const KEY_NAME: usize = 4;
const HEAD: usize = 1 + KEY_NAME + NONCE;
/// The longest state there is, as text.
pub(crate) const LONGEST: usize = 32 * 1024;
/// How many used states are remembered. Beyond it the oldest are forgotten, and could be used again.
const REMEMBERED: usize = 1 << 17;

/// The keys that seal and open request states.
pub struct StateKeys {
    current: Sealer,
    earlier: Vec<Sealer>,
}

struct Sealer {
    name: [u8; KEY_NAME],
    cipher: Cipher,
}

/// A state that does not open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Not one of ours, changed on its way, or given for another request or to somebody else.
    #[error(
        "requestState does not belong to this request: send it back exactly as it came, with the same params"
    )]
    Foreign,
    /// Too old.
    #[error("requestState has expired: call again without it")]
    Expired,
    /// Already used.
    #[error("requestState was used before: call again without it")]
    Spent,
    /// The store that keeps it does not answer.
    #[error("requestState cannot be looked up at the moment: try again")]
    Unavailable,
    /// More to remember than a state can hold.
    #[error("the answers so far are too large for requestState")]
    TooLarge,
}

/// An opened state.
pub(crate) struct Opened {
    pub(crate) content: Vec<u8>,
    pub(crate) nonce: [u8; NONCE],
    pub(crate) expires: Timestamp,
}

impl fmt::Debug for StateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateKeys({} keys)", 1 + self.earlier.len())
    }
}

impl StateKeys {
    /// One key. Nodes that share it can go on with each other's states, as can the same node after a restart.
    #[must_use]
    pub fn new(mut key: [u8; 32]) -> Self {
        let keys = StateKeys { current: Sealer::new(&key), earlier: Vec::new() };
        key.zeroize();
        keys
    }

    /// A key that nobody knows, and that is gone with this process.
    #[must_use]
    pub fn random() -> Self {
        StateKeys::new(rand::random())
    }

    /// Also opens what an earlier key has sealed.
    #[must_use]
    pub fn with_earlier(mut self, mut key: [u8; 32]) -> Self {
        self.earlier.push(Sealer::new(&key));
        key.zeroize();
        self
    }

    /// Seals something to be given back within a lifetime, for whatever it is bound to.
    ///
    /// # Errors
    /// When it is too large.
    pub fn seal(
        &self,
        content: &[u8],
        bound_to: &[u8],
        now: Timestamp,
        lifetime: Duration,
    ) -> Result<String, StateError> {
        let text = URL_SAFE_NO_PAD.encode(self.seal_bytes(content, bound_to, now + lifetime)?);
        if text.len() > LONGEST { Err(StateError::TooLarge) } else { Ok(text) }
    }

    /// The same as bytes, and of any size.
    pub(crate) fn seal_bytes(
        &self,
        content: &[u8],
        bound_to: &[u8],
        expires: Timestamp,
    ) -> Result<Vec<u8>, StateError> {
        let nonce: [u8; NONCE] = rand::random();
        let mut bytes = Vec::with_capacity(HEAD + 8 + content.len() + TAG);
        bytes.push(VERSION);
        bytes.extend_from_slice(&self.current.name);
        bytes.extend_from_slice(&nonce);
        bytes.extend_from_slice(&expires.as_millis().to_be_bytes());
        bytes.extend_from_slice(content);
        // In place: what was answered stands nowhere else in the clear.
        let plain = bytes.get_mut(HEAD..).unwrap_or_default();
        let Some(tag) = self.current.cipher.seal(&nonce, bound_to, plain) else {
            bytes.zeroize();
            return Err(StateError::TooLarge);
        };
        bytes.extend_from_slice(&tag);
        Ok(bytes)
    }

    /// Opens what was sealed for the same. That it is used once is for the caller to see to.
    ///
    /// # Errors
    /// When it is not ours, not for this, or too old.
    pub fn open(&self, state: &str, bound_to: &[u8], now: Timestamp) -> Result<Vec<u8>, StateError> {
        self.unseal(state, bound_to, now).map(|opened| opened.content)
    }

    pub(crate) fn unseal(&self, state: &str, bound_to: &[u8], now: Timestamp) -> Result<Opened, StateError> {
        if state.len() > LONGEST {
            return Err(StateError::Foreign);
        }
        let bytes = URL_SAFE_NO_PAD.decode(state).map_err(|_| StateError::Foreign)?;
        self.unseal_bytes(bytes, bound_to, now)
    }

    pub(crate) fn unseal_bytes(
        &self,
        mut bytes: Vec<u8>,
        bound_to: &[u8],
        now: Timestamp,
    ) -> Result<Opened, StateError> {
        let (head, sealed) = bytes.split_first_chunk_mut::<HEAD>().ok_or(StateError::Foreign)?;
        let [version @ (OLD_VERSION | VERSION), named @ ..] = &*head else { return Err(StateError::Foreign) };
        let (name, nonce) = named.split_first_chunk::<KEY_NAME>().ok_or(StateError::Foreign)?;
        let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| StateError::Foreign)?;
        let mut keys = std::iter::once(&self.current).chain(&self.earlier);
        let sealer = keys.find(|sealer| sealer.name == *name).ok_or(StateError::Foreign)?;
        if *version == OLD_VERSION {
            return Err(StateError::Expired);
        }
        let (plain, tag) = sealed.split_last_chunk_mut::<TAG>().ok_or(StateError::Foreign)?;
        if !sealer.cipher.open(&nonce, bound_to, plain, tag) {
            return Err(StateError::Foreign);
        }
        let expires = plain.first_chunk::<8>().ok_or(StateError::Foreign)?;
        let expires = Timestamp::from_millis(u64::from_be_bytes(*expires));
        if expires <= now {
            return Err(StateError::Expired);
        }
        bytes.truncate(bytes.len() - TAG);
        bytes.drain(..HEAD + 8);
        Ok(Opened { content: bytes, nonce, expires })
    }
}

impl Sealer {
    fn new(key: &[u8; 32]) -> Self {
        let mut name = [0; KEY_NAME];
        let digest =
            Sha256::new().chain_update(b"askwell request state key name").chain_update(key).finalize();
        for (to, from) in name.iter_mut().zip(digest) {
            *to = from;
        }
        Sealer { name, cipher: Cipher::new(*key) }
    }
}

/// States that were used, until they would expire anyway.
#[derive(Default)]
pub(crate) struct Spent(Mutex<Used>);

#[derive(Default)]
struct Used {
    nonces: HashSet<[u8; NONCE]>,
    by_age: VecDeque<(Timestamp, [u8; NONCE])>,
}

impl Spent {
    /// Uses a state; fails the second time.
    pub(crate) fn spend(&self, opened: &Opened, now: Timestamp) -> Result<(), StateError> {
        let mut used = self.0.lock();
        while let Some((expires, nonce)) = used.by_age.front().copied() {
            if expires > now && used.by_age.len() < REMEMBERED {
                break;
            }
            used.by_age.pop_front();
            used.nonces.remove(&nonce);
        }
        if !used.nonces.insert(opened.nonce) {
            return Err(StateError::Spent);
        }
        used.by_age.push_back((opened.expires, opened.nonce));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{Spent, StateError, StateKeys};

    const MINUTE: Duration = Duration::from_secs(60);

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn a_state_opens_for_what_it_was_given_for() {
        let keys = StateKeys::new([7; 32]);
        let state = keys.seal(b"answers", b"one call", at(0), MINUTE).unwrap();
        assert_eq!(keys.open(&state, b"one call", at(1)).unwrap(), b"answers");
        let changed: String = state.chars().rev().collect();
        for (state, bound_to, now, expected) in [
            (state.as_str(), &b"another call"[..], 1, StateError::Foreign),
            (state.as_str(), b"one call", 60_000, StateError::Expired),
            (&format!("{state}-TAMPERED"), b"one call", 1, StateError::Foreign),
            (&changed, b"one call", 1, StateError::Foreign),
            (&"A".repeat(1 << 20), b"one call", 1, StateError::Foreign),
            ("", b"one call", 1, StateError::Foreign),
        ] {
            assert_eq!(keys.open(state, bound_to, at(now)).err(), Some(expected));
        }
        assert!(!state.contains("answers"));
    }

    #[test]
    fn state_of_an_earlier_version_has_expired() {
        let keys = StateKeys::new([7; 32]);
        let mut bytes = keys.seal_bytes(b"x", b"", at(1_000)).unwrap();
        bytes[0] = super::OLD_VERSION;
        assert_eq!(keys.unseal_bytes(bytes, b"", at(0)).err(), Some(StateError::Expired));
    }

    #[test]
    fn every_bit_counts() {
        let keys = StateKeys::new([7; 32]);
        let state = keys.seal(b"a", b"", at(0), MINUTE).unwrap();
        for place in 0..state.len() {
            let mut bytes = state.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert!(keys.open(&changed, b"", at(0)).is_err(), "{place}");
        }
    }

    #[test]
    fn keys_rotate() {
        let old = StateKeys::new([1; 32]).seal(b"x", b"", at(0), MINUTE).unwrap();
        let rotated = StateKeys::new([2; 32]).with_earlier([1; 32]);
        assert!(rotated.open(&old, b"", at(0)).is_ok());
        assert_eq!(StateKeys::new([2; 32]).open(&old, b"", at(0)).err(), Some(StateError::Foreign));
        let new = rotated.seal(b"x", b"", at(0), MINUTE).unwrap();
        assert!(StateKeys::new([2; 32]).open(&new, b"", at(0)).is_ok());
    }

    #[test]
    fn a_state_is_used_once() {
        let keys = StateKeys::random();
        let state = keys.seal(b"x", b"", at(0), MINUTE).unwrap();
        let spent = Spent::default();
        assert_eq!(spent.spend(&keys.unseal(&state, b"", at(1)).unwrap(), at(1)), Ok(()));
        assert_eq!(spent.spend(&keys.unseal(&state, b"", at(2)).unwrap(), at(2)), Err(StateError::Spent));
    }

    #[test]
    fn there_is_a_largest_state() {
        let keys = StateKeys::random();
        assert_eq!(keys.seal(&[0; 40_000], b"", at(0), MINUTE), Err(StateError::TooLarge));
    }
}
