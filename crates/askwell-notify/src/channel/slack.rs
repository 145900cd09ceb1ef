//! Slack: posts to an incoming webhook.

use askwell_locale::{Piece, Words, say};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::http_post::{ChannelSecret, HttpPost};
use super::{Channel, DeliverFuture};
use crate::notification::Notification;

/// Posts notifications to the channel of an incoming webhook. The address of a person or group is whom to mention:
/// a member id (`U…`, `W…`), a user group id (`S…`), `here`, `channel`, or `none`.
#[derive(Debug, Clone)]
pub struct Slack {
    /// The URL of the incoming webhook, which is a secret.
    pub url: ChannelSecret,
    /// Sends the requests.
    pub http: HttpPost,
}

impl Channel for Slack {
    fn check_address(&self, address: &str) -> Result<(), String> {
        mention(address).map(drop).ok_or_else(|| {
            "name a member id such as U012AB3CD, a user group id such as S012AB3CD, here, channel or none"
                .to_owned()
        })
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            self.http.post_json(self.url.reveal(), HeaderMap::new(), &message(notification)).await
        })
    }
}

/// Returns how Slack writes a mention.
fn mention(address: &str) -> Option<String> {
    let is_id = address.len() >= 2
        && address.len() <= 32
        && address.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    match (address, address.chars().next()) {
        ("none", _) => Some(String::new()),
        ("here" | "channel", _) => Some(format!("<!{address}>")),
        (_, Some('U' | 'W')) if is_id => Some(format!("<@{address}>")),
        (_, Some('S')) if is_id => Some(format!("<!subteam^{address}>")),
        _ => None,
    }
}

/// Returns the message. Words of questions are plain text blocks, in which Slack interprets nothing.
fn message(notification: &Notification) -> Value {
    let mut blocks = Vec::new();
    let mention = mention(&notification.address).unwrap_or_default();
    if !mention.is_empty() {
        blocks.push(json!({"type": "section", "text": {"type": "mrkdwn", "text": mention}}));
    }
    for entry in &notification.entries {
        let mut words = entry.headline();
        if let Some(deadline) = entry.deadline_line() {
            words.push_str(&format!("\n{deadline}"));
        }
        blocks
            .push(json!({"type": "section", "text": {"type": "plain_text", "text": words, "emoji": false}}));
        let link = format!("<{}|{}>", escape(&entry.link), escape(&say("mail-open-question")));
        blocks.push(json!({"type": "section", "text": {"type": "mrkdwn", "text": link}}));
    }
    if notification.more > 0 {
        let link = format!("<{}|{}>", escape(&notification.inbox), escape(&say("mail-open-inbox")));
        let words = Words::current();
        let pieces = words.pieces("mail-more", &[("count", notification.more.into())]);
        let more: String = pieces
            .into_iter()
            .map(|piece| match piece {
                Piece::Text(text) => escape(&text),
                Piece::Slot(_) => link.clone(),
            })
            .collect();
        blocks.push(json!({"type": "section", "text": {"type": "mrkdwn", "text": more}}));
    }
    let text = format!("{mention} {}", escape(&notification.subject()));
    json!({"text": text.trim_start(), "blocks": blocks, "unfurl_links": false, "unfurl_media": false})
}

/// Escapes the three characters that Slack interprets.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::mention;

    #[test]
    fn mentions_are_ids_or_known_words() {
        for (address, expected) in [
            ("U012AB3CD", Some("<@U012AB3CD>")),
            ("S012AB3CD", Some("<!subteam^S012AB3CD>")),
            ("here", Some("<!here>")),
            ("none", Some("")),
            ("U012> <!channel", None),
            ("everyone", None),
            ("", None),
        ] {
            assert_eq!(mention(address).as_deref(), expected, "{address}");
        }
    }
}
