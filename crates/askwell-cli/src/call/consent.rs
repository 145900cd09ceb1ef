//! What a person reads before they agree to open a page, as a form like any other.

use askwell_form::{Defects, Form};
use askwell_mcp::client::{Occasion, UrlRequest};
use serde_json::json;

use super::answering::who;
use crate::asked_by::cut;
use crate::shown;

/// The field that says whether.
pub(super) const AGREED: &str = "open";

/// What a server says beside an address must not push it out.
const LONGEST_MESSAGE: usize = 500;

/// A question with everything that matters about a URL: who wants it opened, where it leads, what is odd about it.
pub(super) fn form(request: &UrlRequest) -> Result<Form, Defects> {
    let link = &request.link;
    let mut facts = vec![
        format!("Asked by {}.", who(&request.server)),
        format!("Address: {}", shown::line(link.url())),
        match link.unicode_host() {
            Some(unicode) => {
                format!("Host: {} (reads as {})", shown::line(link.host()), shown::line(unicode))
            }
            None => format!("Host: {}", shown::line(link.host())),
        },
    ];
    facts.extend(link.warnings().iter().map(|warning| format!("Warning: {warning}")));
    // The server's own words come last and in quotes, without gaps that could make them look like a line above.
    let words: Vec<&str> = request.message.split_whitespace().collect();
    facts.push(format!("It says: “{}”", cut(&shown::line(&words.join(" ")), LONGEST_MESSAGE)));
    let (title, label) = match request.occasion {
        Occasion::First => ("A page is to be opened", "Open this page?"),
        Occasion::Again => ("The server waits for you to finish on the page", "Are you done there?"),
    };
    let document = json!({
        "id": "page", "title": title, "description": facts.join("\n"),
        "fields": [{"id": AGREED, "type": "boolean", "label": label, "required": true}]
    });
    Form::from_value(&document)
}
