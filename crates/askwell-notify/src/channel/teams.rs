//! Microsoft Teams: posts an adaptive card to an incoming webhook (Workflows).

use askwell_locale::{say, text};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use super::http_post::{ChannelSecret, HttpPost};
use super::{Channel, DeliverFuture};
use crate::notification::Notification;

/// Posts notifications to the channel of an incoming webhook. The address of a person is the sign-in name to mention,
/// such as `ada@example.com`, or `none`.
#[derive(Debug, Clone)]
pub struct Teams {
    /// The URL of the incoming webhook, which is a secret.
    pub url: ChannelSecret,
    /// Sends the requests.
    pub http: HttpPost,
}

impl Channel for Teams {
    fn check_address(&self, address: &str) -> Result<(), String> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"@._-+".contains(&byte);
        if address == "none" || (address.contains('@') && address.bytes().all(is_plain)) {
            Ok(())
        } else {
            Err("name a sign-in name such as ada@example.com, or none".to_owned())
        }
    }

    fn deliver<'a>(&'a self, notification: &'a Notification) -> DeliverFuture<'a> {
        Box::pin(async move {
            self.http.post_json(self.url.reveal(), HeaderMap::new(), &message(notification)).await
        })
    }
}

/// Returns the message. Words of questions are text runs, in which Teams interprets no Markdown.
fn message(notification: &Notification) -> Value {
    let run =
        |words: String| json!({"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": words}]});
    let mut body = Vec::new();
    let mut entities = Vec::new();
    if notification.address != "none" {
        let name = &notification.address;
        let mention = format!("<at>{name}</at>");
        body.push(json!({"type": "TextBlock", "text": mention, "wrap": true}));
        entities.push(json!({"type": "mention", "text": mention, "mentioned": {"id": name, "name": name}}));
    }
    for entry in &notification.entries {
        body.push(run(entry.headline()));
        body.extend(entry.deadline_line().map(run));
    }
    if notification.more > 0 {
        body.push(run(text("mail-more-short", &[("count", notification.more.into())])));
    }
    let title = say(if notification.count() == 1 { "mail-open-question" } else { "mail-open-inbox" });
    let card = json!({
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": body,
        "actions": [{"type": "Action.OpenUrl", "title": title, "url": notification.link()}],
        "msteams": {"entities": entities},
    });
    json!({
        "type": "message",
        "attachments": [{"contentType": "application/vnd.microsoft.card.adaptive", "content": card}],
    })
}
