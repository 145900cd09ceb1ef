//! Web Push: messages to the browsers that a person has registered.
//!
//! Messages are encrypted for the browser (RFC 8291), so that the push service sees only their size and time. The
//! endpoints come from browsers, so that each of them passes the URL guard for each message. One that is gone is
//! forgotten.

mod encryption;
mod subscription;
mod vapid;

use std::fmt;
use std::sync::Arc;

use askwell_engine::{Clock, Records, StoreError, SystemClock};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use url::Url;

use super::http_post::HttpPost;
use super::{Addressing, Channel, DeliverFuture, DeliveryOutcome};
use crate::notification::{Notification, Reason};

pub use encryption::{EncryptError, encrypt};
pub use subscription::{PushSubscription, SubscribeError};
pub use vapid::{VapidKey, VapidKeyError};

/// How long a push service keeps a message for a browser that is not there, in seconds.
const KEEP_SECONDS: u64 = 24 * 60 * 60;

/// The most characters of the text, so that a message fits into one record of the encryption.
const LONGEST_TEXT: usize = 600;

/// Sends notifications to the browsers that a person has registered.
pub struct WebPush {
    records: Records,
    key: Arc<VapidKey>,
    /// How the operator of a push service reaches the operator of this service: `mailto:` or `https:`.
    contact: String,
    http: HttpPost,
    clock: Arc<dyn Clock>,
}

impl WebPush {
    /// Returns the channel of a store, with the key that the store has or gets now.
    ///
    /// # Errors
    /// When the store fails or its key cannot be read.
    pub async fn new(
        records: Records,
        contact: impl Into<String>,
        http: HttpPost,
    ) -> Result<WebPush, VapidKeyError> {
        let key = Arc::new(VapidKey::load(&records).await?);
        Ok(WebPush { records, key, contact: contact.into(), http, clock: Arc::new(SystemClock) })
    }

    /// Returns what registers browsers for this channel.
    #[must_use]
    pub fn registry(&self) -> PushRegistry {
        PushRegistry { records: self.records.clone(), key: Arc::clone(&self.key), http: self.http.clone() }
    }

    async fn deliver_to_all(&self, notification: &Notification) -> Result<DeliveryOutcome, StoreError> {
        let person = notification.recipient.name();
        let mut failed = None;
        for subscription in subscription::of_person(&self.records, person).await? {
            match self.post(notification, &subscription).await {
                Ok(response) if matches!(response.status.as_u16(), 404 | 410) => {
                    tracing::info!(person = &**person, "a browser is gone; its registration is removed");
                    subscription::remove(&self.records, person, &subscription.endpoint).await?;
                }
                Ok(response) => match response.outcome() {
                    DeliveryOutcome::Delivered => {}
                    outcome => failed = failed.or(Some(outcome)),
                },
                Err(why) => failed = failed.or(Some(DeliveryOutcome::retry(why))),
            }
        }
        Ok(failed.unwrap_or(DeliveryOutcome::Delivered))
    }

    async fn post(
        &self,
        notification: &Notification,
        subscription: &PushSubscription,
    ) -> Result<super::http_post::PostResponse, String> {
        let body =
            encrypt(subscription, payload(notification).as_bytes()).map_err(|error| error.to_string())?;
        let url: Url = subscription.endpoint.parse().map_err(|_| "the endpoint is no URL".to_owned())?;
        let now = self.clock.now();
        let authorization = self
            .key
            .authorization(&url.origin().ascii_serialization(), &self.contact, now)
            .map_err(|error| error.to_string())?;
        let is_urgent = notification.entries.iter().any(|entry| entry.reason != Reason::Asked);
        let left = notification.entries.iter().filter_map(|entry| entry.deadline);
        let keep = left.map(|deadline| now.until(deadline).as_secs()).max().unwrap_or(KEEP_SECONDS);
        let mut headers = HeaderMap::new();
        let texts = [
            ("content-encoding", "aes128gcm".to_owned()),
            ("content-type", "application/octet-stream".to_owned()),
            ("ttl", keep.min(KEEP_SECONDS).to_string()),
            ("urgency", if is_urgent { "high" } else { "normal" }.to_owned()),
            ("topic", topic(&notification.id)),
            ("authorization", authorization),
        ];
        for (name, value) in texts {
            let value =
                HeaderValue::from_str(&value).map_err(|_| format!("no header {name} can be written"))?;
            headers.insert(HeaderName::from_static(name), value);
        }
        self.http.post(&subscription.endpoint, headers, body).await
    }
}

/// Returns the message that the service worker of the pages shows.
fn payload(notification: &Notification) -> String {
    let text = notification.text();
    let text =
        text.char_indices().nth(LONGEST_TEXT).map_or(&*text, |(end, _)| text.get(..end).unwrap_or_default());
    json!({"id": notification.id, "title": notification.subject(), "body": text, "url": notification.link()})
        .to_string()
}

/// Returns the topic of a message: a push service replaces an undelivered message of the same topic.
fn topic(id: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(id.as_bytes()).into();
    URL_SAFE_NO_PAD.encode(digest).chars().take(32).collect()
}

impl Channel for WebPush {
    fn check_address(&self, _address: &str) -> Result<(), String> {
        Err("browsers register themselves; people need no address for this channel".to_owned())
    }

    fn addressing(&self) -> Addressing {
        Addressing::ByName
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            match self.deliver_to_all(notification).await {
                Ok(outcome) => outcome,
                Err(error) => DeliveryOutcome::retry(error.to_string()),
            }
        })
    }
}

impl fmt::Debug for WebPush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebPush").field("contact", &self.contact).finish_non_exhaustive()
    }
}

/// Registers the browsers of people. Clones share the state.
#[derive(Clone)]
pub struct PushRegistry {
    records: Records,
    key: Arc<VapidKey>,
    http: HttpPost,
}

impl PushRegistry {
    /// Returns the public key that a browser needs to register, in base64url.
    #[must_use]
    pub fn public_key(&self) -> String {
        self.key.public_key()
    }

    /// Registers a browser of a person. Registering it again replaces its keys.
    ///
    /// # Errors
    /// When the endpoint or the keys cannot be used, the person has too many browsers, or the store fails.
    pub async fn subscribe(
        &self,
        person: &str,
        subscription: &PushSubscription,
    ) -> Result<(), SubscribeError> {
        self.http.check(&subscription.endpoint).map_err(SubscribeError::Endpoint)?;
        subscription::store(&self.records, person, subscription).await
    }

    /// Removes a browser of a person, and returns whether it was registered.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unsubscribe(&self, person: &str, endpoint: &str) -> Result<bool, StoreError> {
        subscription::remove(&self.records, person, endpoint).await
    }

    /// Returns how many browsers a person has registered.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn count(&self, person: &str) -> Result<usize, StoreError> {
        Ok(subscription::of_person(&self.records, person).await?.len())
    }
}

impl fmt::Debug for PushRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushRegistry").finish_non_exhaustive()
    }
}
