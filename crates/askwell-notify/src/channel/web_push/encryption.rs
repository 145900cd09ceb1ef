//! The encryption of a message for one browser: RFC 8291 on top of RFC 8188.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use zeroize::Zeroizing;

use super::subscription::PushSubscription;

/// The size of a record, and so of a message. Browsers and push services accept this one.
const RECORD_SIZE: u32 = 4096;

/// The length of the header of a message: salt, record size, and the public key with its length.
const HEADER: usize = 16 + 4 + 1 + 65;

/// The most bytes of plain text: a record less the header, the delimiter and the tag.
const LONGEST: usize = RECORD_SIZE as usize - HEADER - 1 - 16;

/// Why a message cannot be encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncryptError {
    /// The message does not fit into one record.
    #[error("the message is too long")]
    TooLong,
    /// The key of the browser is no point of the curve.
    #[error("the key of the browser is not valid")]
    Key,
    /// The system gives no randomness, or the library failed.
    #[error("the cryptography of this machine failed")]
    Failed,
}

/// The length of derived bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message for a browser, and returns the body of the request.
///
/// # Errors
/// When the message is too long, or the key of the browser is not valid.
pub fn encrypt(subscription: &PushSubscription, message: &[u8]) -> Result<Vec<u8>, EncryptError> {
    if message.len() > LONGEST {
        return Err(EncryptError::TooLong);
    }
    let random = SystemRandom::new();
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| EncryptError::Failed)?;
    let public = private.compute_public_key().map_err(|_| EncryptError::Failed)?;
    let salt: [u8; 16] = ring::rand::generate(&random).map_err(|_| EncryptError::Failed)?.expose();
    let browser = UnparsedPublicKey::new(&ECDH_P256, &subscription.public_key);
    let info = [b"WebPush: info\0".as_slice(), &subscription.public_key, public.as_ref()];
    let key_material =
        agree_ephemeral(private, &browser, |shared| derive::<32>(&subscription.auth, shared, &info))
            .map_err(|_| EncryptError::Key)??;
    let key = derive::<16>(&salt, &*key_material, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive::<12>(&salt, &*key_material, &[b"Content-Encoding: nonce\0"])?;

    let mut body = Vec::with_capacity(HEADER + message.len() + 17);
    body.extend(salt);
    body.extend(RECORD_SIZE.to_be_bytes());
    body.push(65);
    body.extend(public.as_ref());
    let mut record = message.to_vec();
    // The delimiter of the last record.
    record.push(2);
    let key = UnboundKey::new(&AES_128_GCM, &*key).map_err(|_| EncryptError::Failed)?;
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let sealed = LessSafeKey::new(key).seal_in_place_append_tag(nonce, Aad::empty(), &mut record);
    sealed.map_err(|_| EncryptError::Failed)?;
    body.extend(record);
    Ok(body)
}

fn derive<const LENGTH: usize>(
    salt: &[u8],
    secret: &[u8],
    info: &[&[u8]],
) -> Result<Zeroizing<[u8; LENGTH]>, EncryptError> {
    let mut derived = Zeroizing::new([0; LENGTH]);
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let expanded = key.expand(info, Length(LENGTH)).and_then(|expanded| expanded.fill(&mut *derived));
    expanded.map_err(|_| EncryptError::Failed)?;
    Ok(derived)
}

#[cfg(test)]
mod tests {
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey};
    use ring::rand::SystemRandom;

    use super::{EncryptError, LONGEST, encrypt};
    use crate::channel::web_push::PushSubscription;

    fn subscription() -> PushSubscription {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap();
        PushSubscription {
            endpoint: "https://push.example.com/x".to_owned(),
            public_key: public.as_ref().try_into().unwrap(),
            auth: [1; 16],
        }
    }

    #[test]
    fn message_fits_into_one_record() {
        let subscription = subscription();
        assert_eq!(encrypt(&subscription, &[b'x'; LONGEST]).unwrap().len(), 4096);
        assert_eq!(encrypt(&subscription, &[b'x'; LONGEST + 1]), Err(EncryptError::TooLong));
        assert_ne!(encrypt(&subscription, b"same"), encrypt(&subscription, b"same"));
    }

    #[test]
    fn key_that_is_no_point_is_rejected() {
        let wrong = PushSubscription { public_key: [4; 65], ..subscription() };
        assert_eq!(encrypt(&wrong, b"x"), Err(EncryptError::Key));
    }
}
