//! What an operator says about webhooks: whom to tell what, how often to try, and where it may lead.
//!
//! Everything is checked before anything starts: a name, a URL or a secret that cannot work is refused with the
//! endpoint it belongs to.

use std::fmt;
use std::time::Duration;

use askwell_engine::Change;
use askwell_form::url_guard::{self, Scheme, SchemeSet, UrlPolicy, UrlRefusal};
use askwell_lifecycle::ClientId;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::Zeroizing;

use super::schedule::Retries;
use crate::caller::Secrets;

/// Somebody who wants to be told.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Its name: letters, digits, `-` and `_`.
    pub name: String,
    /// Where to send to.
    pub url: String,
    /// What deliveries are signed with. With several, each signs: for as long as a new one replaces an old one.
    pub signing: Vec<SigningSecret>,
    /// What it wants to be told of.
    pub events: Vec<EventName>,
    /// Only this client's elicitations; those of all clients, if none is named.
    pub client: Option<ClientId>,
    /// Whether it is told the secrets among the answers.
    pub secrets: Secrets,
    /// Where its URL may lead.
    pub targets: Targets,
}

/// Where a URL may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Targets {
    /// To public addresses, by `https`.
    #[default]
    Public,
    /// Also to this machine, and by `http`.
    Loopback,
    /// Anywhere, by `http` or `https`: for receivers within one's own network.
    Anywhere,
}

/// How deliveries are made.
#[derive(Debug, Clone)]
pub struct WebhookSettings {
    /// When to try again.
    pub retries: Retries,
    /// How long one attempt may take.
    pub timeout: Duration,
    /// So many attempts are made at once for one endpoint.
    pub at_once: usize,
    /// So many deliveries may wait for one endpoint; further ones become dead letters at once.
    pub most_pending: usize,
    /// So many dead letters are kept; beyond, the oldest go.
    pub most_dead: usize,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        WebhookSettings {
            retries: Retries::default(),
            timeout: Duration::from_secs(15),
            at_once: 4,
            most_pending: 10_000,
            most_dead: 10_000,
        }
    }
}

/// Something that can happen to an elicitation, by the name it has in a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EventName(&'static str);

impl EventName {
    /// Every event.
    pub const ALL: [EventName; 11] = [
        EventName("elicitation.created"),
        EventName("elicitation.opened"),
        EventName("elicitation.rejected"),
        EventName("elicitation.timeout_warning"),
        EventName("elicitation.extended"),
        EventName("elicitation.claimed"),
        EventName("elicitation.released"),
        EventName("elicitation.complete"),
        EventName("elicitation.declined"),
        EventName("elicitation.cancelled"),
        EventName("elicitation.timeout"),
    ];

    /// Those that end an elicitation: what most want to be told of.
    pub const ENDINGS: [EventName; 4] = [
        EventName("elicitation.complete"),
        EventName("elicitation.declined"),
        EventName("elicitation.cancelled"),
        EventName("elicitation.timeout"),
    ];

    /// Reads a name, such as `elicitation.complete`.
    #[must_use]
    pub fn parse(name: &str) -> Option<EventName> {
        EventName::ALL.into_iter().find(|event| event.0 == name)
    }

    /// The name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }

    /// The event of an effect's name.
    pub(super) fn of_effect(name: &str) -> Option<EventName> {
        EventName::ALL.into_iter().find(|event| event.0.strip_prefix("elicitation.") == Some(name))
    }
}

/// What deliveries are signed with. Does not show itself.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Zeroizing<Vec<u8>>);

impl SigningSecret {
    /// Reads `whsec_` and 24 to 64 bytes in base64.
    ///
    /// # Errors
    /// When it is something else.
    pub fn parse(text: &str) -> Result<SigningSecret, InvalidSecret> {
        let encoded = text.strip_prefix("whsec_").ok_or(InvalidSecret)?;
        let key = Zeroizing::new(STANDARD.decode(encoded).map_err(|_| InvalidSecret)?);
        if (24..=64).contains(&key.len()) { Ok(SigningSecret(key)) } else { Err(InvalidSecret) }
    }

    pub(super) fn key(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret(…)")
    }
}

/// Not a secret to sign with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a signing secret is `whsec_` and 24 to 64 random bytes in base64")]
pub struct InvalidSecret;

/// Webhooks that cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WebhookError {
    /// A name that is none.
    #[error("`{name}` is no name for a webhook; use up to 64 letters, digits, `-` and `_`")]
    Name {
        /// What was given.
        name: String,
    },
    /// The same name twice.
    #[error("there are two webhooks called `{name}`")]
    SameName {
        /// The name.
        name: String,
    },
    /// A URL that must not be called.
    #[error("the webhook `{name}` cannot be called: {refusal}")]
    Url {
        /// Whose URL.
        name: String,
        /// Why.
        refusal: UrlRefusal,
    },
    /// Nothing to sign with.
    #[error("the webhook `{name}` has no secret to sign with")]
    NoSecret {
        /// Whose secret.
        name: String,
    },
    /// TLS cannot work.
    #[error("no cryptography provider is installed, without which no receiver can be called")]
    NoCryptography,
    /// What was to be delivered cannot be read.
    #[error(transparent)]
    Store(#[from] askwell_engine::StoreError),
}

impl Endpoint {
    /// What its URL must keep to.
    pub(super) fn policy(&self) -> UrlPolicy {
        let both = SchemeSet::HTTPS.with(Scheme::Http);
        match self.targets {
            Targets::Public => UrlPolicy::default(),
            Targets::Loopback => {
                UrlPolicy { allowed_schemes: both, block_localhost: false, ..UrlPolicy::default() }
            }
            Targets::Anywhere => UrlPolicy {
                allowed_schemes: both,
                block_localhost: false,
                block_private_ips: false,
                ..UrlPolicy::default()
            },
        }
    }

    /// Whether it wants to be told of a change, and by which name.
    pub(super) fn wants(&self, change: &Change) -> Option<EventName> {
        let own = self.client.as_ref().is_none_or(|client| *client == change.client);
        EventName::of_effect(change.effect.name()).filter(|event| own && self.events.contains(event))
    }
}

/// Looks through all endpoints.
pub(super) fn check(endpoints: &[Endpoint]) -> Result<(), WebhookError> {
    for (place, endpoint) in endpoints.iter().enumerate() {
        let name = endpoint.name.clone();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if !(1..=64).contains(&name.len()) || !name.bytes().all(plain) {
            return Err(WebhookError::Name { name });
        }
        if endpoints.iter().take(place).any(|earlier| earlier.name == name) {
            return Err(WebhookError::SameName { name });
        }
        if endpoint.signing.is_empty() {
            return Err(WebhookError::NoSecret { name });
        }
        if let Err(refusal) = url_guard::check(&endpoint.url, &endpoint.policy()) {
            return Err(WebhookError::Url { name, refusal });
        }
    }
    Ok(())
}
