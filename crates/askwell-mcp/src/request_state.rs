//! Seals the request state that a modern client carries from one round to the next.
//!
//! States are encrypted with XChaCha20-Poly1305; the key never leaves the server. The principal and
//! a digest of the request are associated data, so that a state opens only for the same person and
//! the same call. Keys rotate: the newest one seals, all of them open. States that are longer than
//! any that is issued are rejected before they are decoded. This module does not know the content.

mod cipher;
mod stored_key;

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
/// The longest state, as text.
pub(crate) const MAX_STATE_BYTES: usize = 32 * 1024;
/// The number of used states that are remembered. Beyond it the oldest are forgotten and could be
/// used again.
const MAX_USED_STATES: usize = 1 << 17;

/// The keys that seal and open request states.
pub struct StateKeys {
    current: SealingKey,
    previous: Vec<SealingKey>,
}

struct SealingKey {
    name: [u8; KEY_NAME],
    cipher: Cipher,
}

/// A request state that cannot be opened or sealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The state was not issued by this server, was changed, or belongs to another request or
    /// principal.
    #[error(
        "requestState does not belong to this request: send it back exactly as it came, with the same params"
    )]
    Invalid,
    /// The state has expired.
    #[error("requestState has expired: call again without it")]
    Expired,
    /// The state was used before.
    #[error("requestState was used before: call again without it")]
    AlreadyUsed,
    /// The store that holds the state failed.
    #[error("requestState cannot be looked up at the moment: try again")]
    Unavailable,
    /// The content is larger than a state can hold.
    #[error("the answers so far are too large for requestState")]
    TooLarge,
}

/// An opened state.
pub(crate) struct OpenedState {
    pub(crate) content: Vec<u8>,
    pub(crate) nonce: [u8; NONCE],
    pub(crate) expires: Timestamp,
}

impl fmt::Debug for StateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StateKeys({} keys)", 1 + self.previous.len())
    }
}

impl StateKeys {
    /// Creates keys from one secret. Servers that share it accept each other's states, also after a
    /// restart.
    #[must_use]
    pub fn new(mut key: [u8; 32]) -> Self {
        let keys = StateKeys { current: SealingKey::new(&key), previous: Vec::new() };
        key.zeroize();
        keys
    }

    /// Creates a random key, which is lost with this process.
    #[must_use]
    pub fn random() -> Self {
        StateKeys::new(rand::random())
    }

    /// Adds a key that opens states, but does not seal new ones.
    #[must_use]
    pub fn with_previous(mut self, mut key: [u8; 32]) -> Self {
        self.previous.push(SealingKey::new(&key));
        key.zeroize();
        self
    }

    /// Seals content for a lifetime. It opens only with the same `bound_to`.
    ///
    /// # Errors
    /// [`StateError::TooLarge`].
    pub fn seal(
        &self,
        content: &[u8],
        bound_to: &[u8],
        now: Timestamp,
        lifetime: Duration,
    ) -> Result<String, StateError> {
        let text = URL_SAFE_NO_PAD.encode(self.seal_bytes(content, bound_to, now + lifetime)?);
        if text.len() > MAX_STATE_BYTES { Err(StateError::TooLarge) } else { Ok(text) }
    }

    /// Seals content of any size as bytes.
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
        // In place, so that no other copy of the answers stays in memory.
        let plain = bytes.get_mut(HEAD..).unwrap_or_default();
        let Some(tag) = self.current.cipher.seal(&nonce, bound_to, plain) else {
            bytes.zeroize();
            return Err(StateError::TooLarge);
        };
        bytes.extend_from_slice(&tag);
        Ok(bytes)
    }

    /// Opens a state that was sealed with the same `bound_to`. Does not check whether it was used
    /// before.
    ///
    /// # Errors
    /// When the state is invalid, bound to something else, or expired.
    pub fn open(&self, state: &str, bound_to: &[u8], now: Timestamp) -> Result<Vec<u8>, StateError> {
        self.unseal(state, bound_to, now).map(|opened| opened.content)
    }

    pub(crate) fn unseal(
        &self,
        state: &str,
        bound_to: &[u8],
        now: Timestamp,
    ) -> Result<OpenedState, StateError> {
        if state.len() > MAX_STATE_BYTES {
            return Err(StateError::Invalid);
        }
        let bytes = URL_SAFE_NO_PAD.decode(state).map_err(|_| StateError::Invalid)?;
        self.unseal_bytes(bytes, bound_to, now)
    }

    pub(crate) fn unseal_bytes(
        &self,
        mut bytes: Vec<u8>,
        bound_to: &[u8],
        now: Timestamp,
    ) -> Result<OpenedState, StateError> {
        let (head, sealed) = bytes.split_first_chunk_mut::<HEAD>().ok_or(StateError::Invalid)?;
        let [version @ (OLD_VERSION | VERSION), named @ ..] = &*head else { return Err(StateError::Invalid) };
        let (name, nonce) = named.split_first_chunk::<KEY_NAME>().ok_or(StateError::Invalid)?;
        let nonce: [u8; NONCE] = nonce.try_into().map_err(|_| StateError::Invalid)?;
        let mut keys = std::iter::once(&self.current).chain(&self.previous);
        let key = keys.find(|key| key.name == *name).ok_or(StateError::Invalid)?;
        if *version == OLD_VERSION {
            return Err(StateError::Expired);
        }
        let (plain, tag) = sealed.split_last_chunk_mut::<TAG>().ok_or(StateError::Invalid)?;
        if !key.cipher.open(&nonce, bound_to, plain, tag) {
            return Err(StateError::Invalid);
        }
        let expires = plain.first_chunk::<8>().ok_or(StateError::Invalid)?;
        let expires = Timestamp::from_millis(u64::from_be_bytes(*expires));
        if expires <= now {
            return Err(StateError::Expired);
        }
        bytes.truncate(bytes.len() - TAG);
        bytes.drain(..HEAD + 8);
        Ok(OpenedState { content: bytes, nonce, expires })
    }
}

impl SealingKey {
    fn new(key: &[u8; 32]) -> Self {
        let mut name = [0; KEY_NAME];
        let digest =
            Sha256::new().chain_update(b"askwell request state key name").chain_update(key).finalize();
        for (to, from) in name.iter_mut().zip(digest) {
            *to = from;
        }
        SealingKey { name, cipher: Cipher::new(*key) }
    }
}

/// The states that were used, until they expire.
#[derive(Default)]
pub(crate) struct UsedStates(Mutex<UsedNonces>);

#[derive(Default)]
struct UsedNonces {
    nonces: HashSet<[u8; NONCE]>,
    by_age: VecDeque<(Timestamp, [u8; NONCE])>,
}

impl UsedStates {
    /// Marks a state as used.
    ///
    /// # Errors
    /// [`StateError::AlreadyUsed`] the second time.
    pub(crate) fn mark_used(&self, opened: &OpenedState, now: Timestamp) -> Result<(), StateError> {
        let mut used = self.0.lock();
        while let Some((expires, nonce)) = used.by_age.front().copied() {
            if expires > now && used.by_age.len() < MAX_USED_STATES {
                break;
            }
            used.by_age.pop_front();
            used.nonces.remove(&nonce);
        }
        if !used.nonces.insert(opened.nonce) {
            return Err(StateError::AlreadyUsed);
        }
        used.by_age.push_back((opened.expires, opened.nonce));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{StateError, StateKeys, UsedStates};

    const MINUTE: Duration = Duration::from_secs(60);

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    #[test]
    fn state_opens_only_for_its_binding_and_until_it_expires() {
        let keys = StateKeys::new([7; 32]);
        let state = keys.seal(b"answers", b"one call", at(0), MINUTE).unwrap();
        assert_eq!(keys.open(&state, b"one call", at(1)).unwrap(), b"answers");
        let changed: String = state.chars().rev().collect();
        for (state, bound_to, now, expected) in [
            (state.as_str(), &b"another call"[..], 1, StateError::Invalid),
            (state.as_str(), b"one call", 60_000, StateError::Expired),
            (&format!("{state}-TAMPERED"), b"one call", 1, StateError::Invalid),
            (&changed, b"one call", 1, StateError::Invalid),
            (&"A".repeat(1 << 20), b"one call", 1, StateError::Invalid),
            ("", b"one call", 1, StateError::Invalid),
        ] {
            assert_eq!(keys.open(state, bound_to, at(now)).err(), Some(expected));
        }
        assert!(!state.contains("answers"));
    }

    #[test]
    fn state_of_an_previous_version_has_expired() {
        let keys = StateKeys::new([7; 32]);
        let mut bytes = keys.seal_bytes(b"x", b"", at(1_000)).unwrap();
        bytes[0] = super::OLD_VERSION;
        assert_eq!(keys.unseal_bytes(bytes, b"", at(0)).err(), Some(StateError::Expired));
    }

    #[test]
    fn changed_state_does_not_open() {
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
    fn previous_key_opens_and_does_not_seal() {
        let old = StateKeys::new([1; 32]).seal(b"x", b"", at(0), MINUTE).unwrap();
        let rotated = StateKeys::new([2; 32]).with_previous([1; 32]);
        assert!(rotated.open(&old, b"", at(0)).is_ok());
        assert_eq!(StateKeys::new([2; 32]).open(&old, b"", at(0)).err(), Some(StateError::Invalid));
        let new = rotated.seal(b"x", b"", at(0), MINUTE).unwrap();
        assert!(StateKeys::new([2; 32]).open(&new, b"", at(0)).is_ok());
    }

    #[test]
    fn state_is_refused_the_second_time() {
        let keys = StateKeys::random();
        let state = keys.seal(b"x", b"", at(0), MINUTE).unwrap();
        let used = UsedStates::default();
        assert_eq!(used.mark_used(&keys.unseal(&state, b"", at(1)).unwrap(), at(1)), Ok(()));
        assert_eq!(
            used.mark_used(&keys.unseal(&state, b"", at(2)).unwrap(), at(2)),
            Err(StateError::AlreadyUsed)
        );
    }

    #[test]
    fn content_that_is_too_large_is_not_sealed() {
        let keys = StateKeys::random();
        assert_eq!(keys.seal(&[0; 40_000], b"", at(0), MINUTE), Err(StateError::TooLarge));
    }
}
