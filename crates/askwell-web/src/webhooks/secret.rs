//! The signing secret of an endpoint, as Standard Webhooks 1.0.0 defines it.
//!
//! `Debug` does not show the secret. A secret can have several keys: during a rotation every
//! message is signed with all of them, and the receiver accepts any that it knows.

use std::fmt::{self, Write as _};
use std::io;
use std::path::{Path, PathBuf};

use askwell_lifecycle::Timestamp;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

const PREFIX: &str = "whsec_";

/// The allowed lengths of a key, in bytes.
const KEY_LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;

/// One key or several, the newest first.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<Zeroizing<Vec<u8>>>);

/// A text is not a signing secret. The error does not contain the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a webhook secret is whsec_ and then 24 to 64 random bytes in base64")]
pub struct InvalidSecret;

/// Why a secret could not be read from a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretFileError {
    /// The file cannot be read.
    #[error("cannot read the webhook secret in {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The file does not contain a signing secret.
    #[error("{path}: {source}")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: InvalidSecret,
    },
}

impl SigningSecret {
    /// Returns a new random secret.
    #[must_use]
    pub fn random() -> SigningSecret {
        let random: Zeroizing<[u8; 32]> = Zeroizing::new(rand::random());
        SigningSecret(vec![Zeroizing::new(random.to_vec())])
    }

    /// Parses a secret. Several keys, separated by white space, form one secret during a rotation.
    ///
    /// # Errors
    /// Fails if the text is empty or one of the keys is malformed.
    pub fn parse(text: &str) -> Result<SigningSecret, InvalidSecret> {
        let keys = text.split_whitespace().map(key).collect::<Result<Vec<_>, _>>()?;
        if keys.is_empty() { Err(InvalidSecret) } else { Ok(SigningSecret(keys)) }
    }

    /// Reads a secret from a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or does not contain a secret.
    pub fn read(path: &Path) -> Result<SigningSecret, SecretFileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| SecretFileError::Read { path: path.to_owned(), source })?;
        let text = Zeroizing::new(text);
        SigningSecret::parse(&text)
            .map_err(|source| SecretFileError::Invalid { path: path.to_owned(), source })
    }

    /// Returns the text of the secret, for the receiver.
    #[must_use]
    pub fn reveal(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::new());
        for key in &self.0 {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(PREFIX);
            STANDARD.encode_string(&**key, &mut text);
        }
        text
    }

    /// Returns the value of `webhook-signature` for a message that is sent at this moment.
    pub(crate) fn sign(&self, id: &str, at: Timestamp, body: &[u8]) -> String {
        let mut header = String::new();
        for key in &self.0 {
            // HMAC accepts keys of any length.
            let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { continue };
            mac.update(format!("{id}.{}.", seconds(at)).as_bytes());
            mac.update(body);
            let separator = if header.is_empty() { "" } else { " " };
            let signature = STANDARD.encode(mac.finalize().into_bytes());
            // Writing to a string cannot fail.
            let _ = write!(header, "{separator}v1,{signature}");
        }
        header
    }
}

/// Returns the value of `webhook-timestamp`.
pub(crate) fn seconds(at: Timestamp) -> u64 {
    at.as_millis() / 1000
}

fn key(text: &str) -> Result<Zeroizing<Vec<u8>>, InvalidSecret> {
    let encoded = text.strip_prefix(PREFIX).ok_or(InvalidSecret)?;
    let key = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| InvalidSecret)?);
    if KEY_LENGTHS.contains(&key.len()) { Ok(key) } else { Err(InvalidSecret) }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::{InvalidSecret, SigningSecret};

    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const OTHER: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn sign(secret: &str) -> String {
        SigningSecret::parse(secret).unwrap().sign(ID, Timestamp::from_millis(1_614_265_330_999), BODY)
    }

    #[test]
    fn signature_matches_the_standard_webhooks_vector() {
        assert_eq!(sign(SECRET), SIGNATURE);
    }

    #[test]
    fn secret_with_two_keys_signs_twice() {
        let both = sign(&format!("{OTHER}\n{SECRET}\n"));
        assert_eq!(both, format!("{} {SIGNATURE}", sign(OTHER)));
    }

    #[test]
    fn malformed_signing_secret_is_rejected() {
        for wrong in [
            "",
            " ",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_",
            "whsec_c2hvcnQ=",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_",
            &format!("whsec_{}", "A".repeat(88)),
        ] {
            assert_eq!(SigningSecret::parse(wrong), Err(InvalidSecret), "{wrong}");
        }
    }

    #[test]
    fn signing_secret_is_masked_in_debug_output() {
        let new = SigningSecret::random();
        assert_eq!(SigningSecret::parse(&new.reveal()), Ok(new.clone()));
        assert_ne!(new, SigningSecret::random());
        assert_eq!(format!("{new:?}"), "SigningSecret(…)");
        assert_eq!(*SigningSecret::parse(SECRET).unwrap().reveal(), SECRET);
    }

    #[test]
    fn signing_secret_is_read_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        assert!(
            SigningSecret::read(&path)
                .unwrap_err()
                .to_string()
                .starts_with("cannot read the webhook secret in")
        );
        std::fs::write(&path, "hunter2").unwrap();
        let refused = SigningSecret::read(&path).unwrap_err().to_string();
        assert!(refused.contains("whsec_") && !refused.contains("hunter2"), "{refused}");
        std::fs::write(&path, format!("{SECRET}\n")).unwrap();
        assert_eq!(SigningSecret::read(&path).unwrap(), SigningSecret::parse(SECRET).unwrap());
    }
}
