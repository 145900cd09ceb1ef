//! The consent form for opening a URL.

use askwell_form::{Defects, Form};
use askwell_mcp::client::{PriorConsent, UrlRequest};
use serde_json::json;

use super::responder::who;
use crate::attribution::cut;
use crate::safe_text;

/// The field of the consent.
pub(super) const AGREED: &str = "open";

/// Limit of the server's message, so that it cannot push the address out of sight.
const LONGEST_MESSAGE: usize = 500;

/// Returns a form with the server, the whole URL, its host and its warnings.
pub(super) fn form(request: &UrlRequest) -> Result<Form, Defects> {
    let link = &request.link;
    let mut facts = vec![
        format!("Asked by {}.", who(&request.server)),
        format!("Address: {}", safe_text::line(link.url())),
        match link.unicode_host() {
            Some(unicode) => {
                format!("Host: {} (reads as {})", safe_text::line(link.host()), safe_text::line(unicode))
            }
            None => format!("Host: {}", safe_text::line(link.host())),
        },
    ];
    facts.extend(link.warnings().iter().map(|warning| format!("Warning: {warning}")));
    // The server's message comes last and in quotes, without line breaks that could imitate the
    // lines above.
    let words: Vec<&str> = request.message.split_whitespace().collect();
    facts.push(format!("It says: “{}”", cut(&safe_text::line(&words.join(" ")), LONGEST_MESSAGE)));
    let (title, label) = match request.prior_consent {
        PriorConsent::None => ("A page is to be opened", "Open this page?"),
        PriorConsent::Given => ("The server waits for you to finish on the page", "Are you done there?"),
    };
    let document = json!({
        "id": "page", "title": title, "description": facts.join("\n"), "textFormat": "plain",
        "fields": [{"id": AGREED, "type": "boolean", "label": label, "required": true}]
    });
    Form::from_value(&document)
}
