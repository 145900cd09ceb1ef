//! Encryption at rest of files and records. Each has its own data key, stored with it.
//!
//! A stored piece is a nonce and a ciphertext, bound to its subject and position, so that chunks cannot be
//! moved within a file or between files.

use askwell_engine::StoreError;
use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::XNonce;
use chacha20poly1305::aead::{Aead, Payload};

use super::{
    DataKey, Encrypt, Keyring, NONCE, Subject, VERSION, Writer, cipher, damaged, fill, foreign, read_header,
    too_large, unwrap_key, wrap,
};
use crate::codec::bytes::DecodeError;

/// Encrypts and decrypts the content of one file or record.
pub(crate) struct ContentCipher<'s> {
    subject: Subject<'s>,
    cipher: XChaCha20Poly1305,
    /// The data key, wrapped, as it is stored beside the content.
    wrapped_key: Vec<u8>,
}

impl<'s> ContentCipher<'s> {
    /// Creates a data key for a new file or record; `None` if content is stored in the clear.
    pub(crate) fn create(
        keyring: Option<&Keyring>,
        subject: Subject<'s>,
    ) -> Result<Option<ContentCipher<'s>>, StoreError> {
        let Some(keyring) = keyring.filter(|keyring| keyring.encrypt() == Encrypt::Answers) else {
            return Ok(None);
        };
        let mut data_key = DataKey::default();
        fill(&mut *data_key)?;
        let mut writer = Writer::new(VERSION);
        wrap(&mut writer, keyring, subject, &data_key)?;
        Ok(Some(ContentCipher { subject, cipher: cipher(&data_key), wrapped_key: writer.finish() }))
    }

    /// Unwraps the data key of a stored file or record.
    ///
    /// Errors when the keyring does not have its key, or the data key belongs to another subject.
    pub(crate) fn from_wrapped(
        keyring: Option<&Keyring>,
        subject: Subject<'s>,
        wrapped_key: Vec<u8>,
    ) -> Result<ContentCipher<'s>, StoreError> {
        let (header, reader) = read_header(&wrapped_key).map_err(|error| damaged(subject, error))?;
        reader.finish().map_err(|error| damaged(subject, error))?;
        let data_key = unwrap_key(keyring, subject, &header)?;
        Ok(ContentCipher { subject, cipher: cipher(&data_key), wrapped_key })
    }

    /// Returns the wrapped data key, to be stored.
    pub(crate) fn wrapped_key(&self) -> &[u8] {
        &self.wrapped_key
    }

    /// Encrypts the content that begins at a position.
    pub(crate) fn seal(&self, position: u64, content: &[u8]) -> Result<Vec<u8>, StoreError> {
        let mut nonce = [0; NONCE];
        fill(&mut nonce)?;
        let payload = Payload { msg: content, aad: &self.subject.bind_content(position) };
        let sealed = self.cipher.encrypt(&XNonce::from(nonce), payload).map_err(|_| too_large())?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts content. Errors when it was changed, or belongs to another position or subject.
    pub(crate) fn open(&self, position: u64, stored: &[u8]) -> Result<Vec<u8>, StoreError> {
        let cut_short = || damaged(self.subject, DecodeError::CutShort);
        let (nonce, sealed) = stored.split_first_chunk::<NONCE>().ok_or_else(cut_short)?;
        let payload = Payload { msg: sealed, aad: &self.subject.bind_content(position) };
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), payload);
        let key_name = || super::key_name(self.subject, &self.wrapped_key).unwrap_or_default();
        opened.map_err(|_| foreign(self.subject, key_name()))
    }
}
