//! Telegram: sends messages through a bot.
//!
//! Messages pass through servers of Telegram unencrypted, so that titles are withheld unless the settings allow them.

use reqwest::header::HeaderMap;
use serde_json::json;

use super::http_post::{ChannelSecret, HttpPost};
use super::{Channel, DeliverFuture};
use crate::notification::Notification;

/// Sends notifications to chats. The address of a person or group is the id of a chat, or `@name` of a channel.
#[derive(Debug, Clone)]
pub struct Telegram {
    /// The server of the bot API, usually `https://api.telegram.org`.
    pub server: String,
    /// The token of the bot.
    pub token: ChannelSecret,
    /// Sends the requests.
    pub http: HttpPost,
}

impl Telegram {
    /// Checks the token of a bot.
    ///
    /// # Errors
    /// What a token looks like. Does not contain the token.
    pub fn check_token(token: &str) -> Result<(), String> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":_-".contains(&byte);
        if token.contains(':') && token.bytes().all(is_plain) {
            Ok(())
        } else {
            Err("a token of a bot looks like 123456:ABC-DEF1234".to_owned())
        }
    }
}

impl Channel for Telegram {
    fn check_address(&self, address: &str) -> Result<(), String> {
        let digits = address.strip_prefix('-').unwrap_or(address);
        let is_id =
            !digits.is_empty() && digits.len() <= 20 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_name = address.strip_prefix('@').is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        });
        if is_id || is_name {
            Ok(())
        } else {
            Err("name the id of a chat such as 123456789, or a channel such as @name".to_owned())
        }
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            let server = self.server.trim_end_matches('/');
            let url = format!("{server}/bot{}/sendMessage", self.token.reveal());
            // Without a parse mode, the text is not interpreted.
            let body = json!({
                "chat_id": notification.address,
                "text": notification.text(),
                "link_preview_options": {"is_disabled": true},
            });
            self.http.post_json(&url, HeaderMap::new(), &body).await
        })
    }
}
