//! The HTML document around every page.

use maud::{DOCTYPE, Markup, html};

use crate::assets;

/// A page.
pub(crate) struct HtmlDocument<'d> {
    /// The title; "Error: " is put before it if the page shows problems.
    pub(crate) title: &'d str,
    /// Whether the page shows problems.
    pub(crate) wrong: bool,
    /// `ltr` or `rtl`.
    pub(crate) direction: &'static str,
    /// The class of the body, for the style sheet.
    pub(crate) class: &'static str,
    /// The header.
    pub(crate) head: Markup,
    /// The content.
    pub(crate) main: Markup,
}

/// Renders the document. It has no inline script or style: both are assets of this service.
pub(crate) fn document(page: &HtmlDocument<'_>) -> Markup {
    let assets = assets::names();
    html! {
        (DOCTYPE)
        html lang="en" dir=(page.direction) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { @if page.wrong { "Error: " } (page.title) " – Askwell" }
                link rel="stylesheet" href=(assets.style);
                link rel="icon" type="image/svg+xml" href=(assets.icon);
                script src=(assets.script) defer {}
            }
            body class=(page.class) {
                a.skip href="#main" { "Skip to the content" }
                (page.head)
                main #main { (page.main) }
                footer { p dir="ltr" { "Asked and answered with Askwell." } }
            }
        }
    }
}

/// Renders the header of pages that belong to the inbox.
pub(crate) fn inbox_header(person: &str, path: &str) -> Markup {
    html! {
        header.top {
            nav aria-label="Inbox" {
                a.back href="/inbox" { "Inbox" }
                a href=(format!("{path}/history")) { "What happened" }
            }
            p.person { span.sr { "You are " } (person) }
        }
    }
}
