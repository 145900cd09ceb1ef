//! ntfy: publishes to a topic of an ntfy server.
//!
//! Everyone who knows a topic of a public server can read it, so that titles are withheld unless the settings allow them.

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde_json::json;

use super::http_post::{ChannelSecret, HttpPost};
use super::{Channel, DeliverFuture, DeliveryOutcome};
use crate::notification::{Notification, Reason};

/// Publishes notifications to topics. The address of a person is a topic.
#[derive(Debug, Clone)]
pub struct Ntfy {
    /// The server, such as `https://ntfy.sh`.
    pub server: String,
    /// The access token.
    pub token: Option<ChannelSecret>,
    /// Sends the requests.
    pub http: HttpPost,
}

impl Channel for Ntfy {
    fn check_address(&self, address: &str) -> Result<(), String> {
        let is_topic = (1..=64).contains(&address.len())
            && address.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if is_topic { Ok(()) } else { Err("a topic is 1 to 64 letters, digits, - and _".to_owned()) }
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            // JSON rather than headers: no character of a title can become a header.
            let is_urgent = notification.entries.iter().any(|entry| entry.reason != Reason::Asked);
            let body = json!({
                "topic": notification.address,
                "title": notification.subject(),
                "message": notification.text(),
                "click": notification.link(),
                "priority": if is_urgent { 4 } else { 3 },
            });
            let mut headers = HeaderMap::new();
            if let Some(token) = &self.token {
                let value = HeaderValue::from_str(&format!("Bearer {}", token.reveal()));
                let Ok(mut value) = value else {
                    return DeliveryOutcome::GaveUp {
                        why: "the token has characters that no header can have".into(),
                    };
                };
                value.set_sensitive(true);
                headers.insert(AUTHORIZATION, value);
            }
            self.http.post_json(&self.server, headers, &body).await
        })
    }
}
