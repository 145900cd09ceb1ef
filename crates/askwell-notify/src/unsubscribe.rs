//! Links by which a person turns off a channel, without signing in.
//!
//! A link names the person and the channel, with a code that only this service can make. It can do nothing else than
//! turn the channel off. Opening the link changes nothing; only a `POST` does, as mail programs send it for one click
//! (RFC 8058).

use std::sync::Arc;

use askwell_engine::store::Verdict;
use askwell_engine::{Record, RecordWrite, Records, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::notifications::Notifications;
use crate::preferences::PreferencesDocument;

const NAMESPACE: &str = "notification-secret";
const NAME: &str = "1";

/// The longest token that is read.
const LONGEST_TOKEN: usize = 1024;

/// The secret from which the codes of links are made.
pub(crate) struct UnsubscribeSecret(Zeroizing<[u8; 32]>);

/// Why a link to unsubscribe is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsubscribeError {
    /// The link was not made here, or is damaged.
    #[error("this link is not valid")]
    Invalid,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the secret of the store, and creates it at the first start.
pub(crate) async fn load_secret(records: &Records) -> Result<UnsubscribeSecret, StoreError> {
    for _ in 0..8 {
        if let Some(stored) = records.get(NAMESPACE, NAME).await? {
            let bytes: [u8; 32] = (&*stored.value).try_into().map_err(|_| {
                StoreError::Damaged("the secret of notifications is not 32 bytes long".into())
            })?;
            return Ok(UnsubscribeSecret(Zeroizing::new(bytes)));
        }
        let fresh: [u8; 32] = rand::random();
        let record = Record::new(NAMESPACE, NAME, Arc::<[u8]>::from(fresh.as_slice()));
        if records.write(vec![RecordWrite::Put { record, expected: 0 }]).await?.first()
            == Some(&Verdict::Committed)
        {
            return Ok(UnsubscribeSecret(Zeroizing::new(fresh)));
        }
    }
    Err(StoreError::Failed("the secret of notifications could not be written".into()))
}

impl UnsubscribeSecret {
    /// Returns the link by which a person turns off a channel.
    pub(crate) fn link(&self, base_url: &str, channel: &str, person: &str) -> String {
        format!("{base_url}/notifications/unsubscribe/{}", self.token(channel, person))
    }

    fn token(&self, channel: &str, person: &str) -> String {
        let subject = URL_SAFE_NO_PAD.encode(format!("{channel}/{person}"));
        format!("{subject}.{}", URL_SAFE_NO_PAD.encode(self.code(channel, person)))
    }

    fn code(&self, channel: &str, person: &str) -> [u8; 32] {
        // A key of any length is accepted.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&*self.0) else { return [0; 32] };
        mac.update(format!("unsubscribe\0{channel}\0{person}").as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Returns channel and person of a valid token.
    fn read(&self, token: &str) -> Option<(String, String)> {
        if token.len() > LONGEST_TOKEN {
            return None;
        }
        let (subject, code) = token.split_once('.')?;
        let subject = String::from_utf8(URL_SAFE_NO_PAD.decode(subject).ok()?).ok()?;
        let (channel, person) = subject.split_once('/')?;
        let code = URL_SAFE_NO_PAD.decode(code).ok()?;
        let is_valid = bool::from(code.ct_eq(&self.code(channel, person)));
        is_valid.then(|| (channel.to_owned(), person.to_owned()))
    }
}

impl Notifications {
    /// Returns the channel that a link turns off.
    ///
    /// # Errors
    /// When the link is not valid.
    pub fn unsubscribe_channel(&self, token: &str) -> Result<String, UnsubscribeError> {
        self.shared.secret.read(token).map(|(channel, _)| channel).ok_or(UnsubscribeError::Invalid)
    }

    /// Turns off the channel of a link for its person. Doing it again changes nothing.
    ///
    /// # Errors
    /// When the link is not valid, or the store fails.
    pub async fn unsubscribe(&self, token: &str) -> Result<(), UnsubscribeError> {
        let (channel, person) = self.shared.secret.read(token).ok_or(UnsubscribeError::Invalid)?;
        let all: Vec<String> =
            self.shared.channels.iter().map(|state| state.channel.name.to_string()).collect();
        self.change_preferences(&person, |before| {
            let wanted = all.iter().filter(|name| **name != channel && before.wants(name));
            PreferencesDocument { channels: Some(wanted.cloned().collect()), ..before.document().clone() }
        })
        .await?;
        tracing::info!(person, channel, "a person has turned off a channel by link");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use zeroize::Zeroizing;

    use super::UnsubscribeSecret;

    #[test]
    fn only_own_tokens_are_read() {
        let secret = UnsubscribeSecret(Zeroizing::new([7; 32]));
        let token = secret.token("mail", "a/da");
        assert_eq!(secret.read(&token), Some(("mail".to_owned(), "a/da".to_owned())));
        let other = UnsubscribeSecret(Zeroizing::new([8; 32]));
        assert_eq!(other.read(&token), None);
        let (subject, code) = token.split_once('.').unwrap();
        let (foreign, _) =
            token.split_once('.').map(|_| secret.token("mail", "bob")).map(|t| (t, ())).unwrap();
        let foreign = foreign.split_once('.').unwrap().0.to_owned();
        for wrong in [
            String::new(),
            subject.to_owned(),
            format!("{subject}."),
            format!("{foreign}.{code}"),
            format!("{subject}.{code}x"),
            "A".repeat(5000),
        ] {
            assert_eq!(secret.read(&wrong), None, "{wrong}");
        }
    }
}
