//! Encryption at rest of the answers to secret fields.
//!
//! Each elicitation has a random data key for its secrets (XChaCha20-Poly1305), which is wrapped with a key
//! of the [`Keyring`]. The keyring is stored apart from the data. Rotation wraps data keys again and leaves
//! the secrets unchanged. Ciphertexts are bound to their elicitation and field, so they cannot be moved.
//! Secrets are never stored in the clear.
//!
//! With [`Encrypt::Answers`], uploaded files and records of elicitations are encrypted as well, each with its
//! own data key: see `content.rs`.

mod content;
mod keyring;
mod subject;

use askwell_engine::StoreError;
use askwell_lifecycle::ElicitationId;
use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{Key, KeyInit, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::codec::bytes::{DecodeError, Reader, Writer};
use crate::error::damaged;

pub(crate) use content::ContentCipher;
pub use keyring::{Encrypt, Keyring, KeyringError};
pub(crate) use subject::Subject;

const VERSION: u8 = 1;
const NONCE: usize = 24;
/// A key of 32 bytes and its authentication tag of 16.
const WRAPPED: usize = 48;

type DataKey = Zeroizing<[u8; 32]>;

/// The header: the wrapped data key, and the name of the key that wraps it.
struct Header<'b> {
    key_id: &'b str,
    nonce: [u8; NONCE],
    wrapped: [u8; WRAPPED],
}

/// Encrypts secrets, given by field.
pub(crate) fn seal(
    keyring: Option<&Keyring>,
    id: ElicitationId,
    secrets: &[(&str, &str)],
) -> Result<Vec<u8>, StoreError> {
    let keyring = keyring.ok_or_else(|| {
        StoreError::NoKey("secrets are only kept encrypted, and no keyring is configured".into())
    })?;
    let mut data_key = DataKey::default();
    fill(&mut *data_key)?;
    let mut writer = Writer::new(VERSION);
    wrap(&mut writer, keyring, Subject::Answers(id), &data_key)?;
    let cipher = cipher(&data_key);
    writer.number(secrets.len() as u64);
    for (field, secret) in secrets {
        let mut nonce = [0; NONCE];
        fill(&mut nonce)?;
        let payload = Payload { msg: secret.as_bytes(), aad: &bound_to(b'f', id, field) };
        let sealed = cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| too_large())?;
        writer.text(field);
        writer.raw(&nonce);
        writer.bytes(&sealed);
    }
    Ok(writer.finish())
}

/// Decrypts secrets.
pub(crate) fn open(
    keyring: Option<&Keyring>,
    id: ElicitationId,
    sealed: &[u8],
) -> Result<Vec<(String, Zeroizing<String>)>, StoreError> {
    let subject = Subject::Answers(id);
    let unreadable = |error: DecodeError| damaged(subject, error);
    let (header, mut reader) = read_header(sealed).map_err(unreadable)?;
    let data_key = unwrap_key(keyring, subject, &header)?;
    let cipher = cipher(&data_key);
    let mut secrets = Vec::new();
    for _ in 0..reader.number().map_err(unreadable)? {
        let field = reader.text().map_err(unreadable)?;
        let nonce: [u8; NONCE] = reader.raw().map_err(unreadable)?;
        let payload = Payload { msg: reader.bytes().map_err(unreadable)?, aad: &bound_to(b'f', id, field) };
        let secret =
            cipher.decrypt(&XNonce::from(nonce), payload).map_err(|_| foreign(subject, header.key_id))?;
        let secret = Zeroizing::new(secret);
        let text = std::str::from_utf8(&secret).map_err(|_| unreadable(DecodeError::NotText))?;
        secrets.push((field.to_owned(), Zeroizing::new(text.to_owned())));
    }
    reader.finish().map_err(unreadable)?;
    Ok(secrets)
}

/// Returns the name of the key that a data key is wrapped with. `sealed` begins with the wrapped data key.
pub(crate) fn key_name<'b>(subject: Subject<'_>, sealed: &'b [u8]) -> Result<&'b str, StoreError> {
    Ok(read_header(sealed).map_err(|error| damaged(subject, error))?.0.key_id)
}

/// Errors unless the keyring can unwrap the data key.
pub(crate) fn try_key(
    keyring: Option<&Keyring>,
    subject: Subject<'_>,
    sealed: &[u8],
) -> Result<(), StoreError> {
    let header = read_header(sealed).map_err(|error| damaged(subject, error))?.0;
    unwrap_key(keyring, subject, &header).map(drop)
}

/// Wraps the data key with the current key, if another one was used. The rest stays unchanged.
pub(crate) fn rewrap(
    keyring: Option<&Keyring>,
    subject: Subject<'_>,
    sealed: &[u8],
) -> Result<Option<Vec<u8>>, StoreError> {
    let (header, rest) = read_header(sealed).map_err(|error| damaged(subject, error))?;
    let Some(keyring) = keyring.filter(|keyring| keyring.current().0 != header.key_id) else {
        return if keyring.is_some() { Ok(None) } else { Err(missing(subject, header.key_id)) };
    };
    let data_key = unwrap_key(Some(keyring), subject, &header)?;
    let mut writer = Writer::new(VERSION);
    wrap(&mut writer, keyring, subject, &data_key)?;
    writer.raw(rest.rest());
    Ok(Some(writer.finish()))
}

fn wrap(
    writer: &mut Writer,
    keyring: &Keyring,
    subject: Subject<'_>,
    data_key: &DataKey,
) -> Result<(), StoreError> {
    let (key_id, key) = keyring.current();
    let mut nonce = [0; NONCE];
    fill(&mut nonce)?;
    let payload = Payload { msg: &**data_key, aad: &subject.bind_key(key_id) };
    let wrapped = cipher(key).encrypt(&XNonce::from(nonce), payload).map_err(|_| too_large())?;
    writer.text(key_id);
    writer.raw(&nonce);
    writer.raw(&wrapped);
    Ok(())
}

fn unwrap_key(
    keyring: Option<&Keyring>,
    subject: Subject<'_>,
    header: &Header<'_>,
) -> Result<DataKey, StoreError> {
    let key = keyring.and_then(|keyring| keyring.find(header.key_id));
    let key = key.ok_or_else(|| missing(subject, header.key_id))?;
    let payload = Payload { msg: &header.wrapped, aad: &subject.bind_key(header.key_id) };
    let plain = cipher(key).decrypt(&XNonce::from(header.nonce), payload);
    let plain = Zeroizing::new(plain.map_err(|_| foreign(subject, header.key_id))?);
    let mut data_key = DataKey::default();
    if plain.len() != data_key.len() {
        return Err(foreign(subject, header.key_id));
    }
    data_key.copy_from_slice(&plain);
    Ok(data_key)
}

fn read_header(sealed: &[u8]) -> Result<(Header<'_>, Reader<'_>), DecodeError> {
    let mut reader = Reader::new(sealed, VERSION)?;
    let header = Header { key_id: reader.text()?, nonce: reader.raw()?, wrapped: reader.raw()? };
    Ok((header, reader))
}

/// Returns the associated data of a ciphertext: purpose, elicitation, and field or key. The first two have a
/// fixed length, so bindings are unambiguous.
fn bound_to(purpose: u8, id: ElicitationId, name: &str) -> Vec<u8> {
    [b"askwell\x01".as_slice(), &[purpose], &id.to_bytes(), name.as_bytes()].concat()
}

fn cipher(key: &DataKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(**key))
}

fn fill(bytes: &mut [u8]) -> Result<(), StoreError> {
    getrandom::fill(bytes).map_err(|error| StoreError::Failed(format!("no randomness: {error}").into()))
}

fn too_large() -> StoreError {
    StoreError::Failed("this is too large to encrypt".into())
}

fn missing(subject: Subject<'_>, key_id: &str) -> StoreError {
    StoreError::NoKey(format!("{subject} need key {key_id:?}, which is not in the keyring").into())
}

fn foreign(subject: Subject<'_>, key_id: &str) -> StoreError {
    StoreError::Damaged(format!(
        "{subject} were not encrypted for it with key {key_id:?}: they were changed or moved, or the key of this \
         name is another one"
    ).into())
}

#[cfg(test)]
mod tests;
