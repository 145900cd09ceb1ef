//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

use crate::assets;

/// A page.
pub(crate) struct HtmlDocument<'d> {
    /// The title in the browser's tab; "Error: " goes before it where something is wrong.
    pub(crate) title: &'d str,
    /// Something is wrong on this page.
    pub(crate) wrong: bool,
    /// `ltr` or `rtl`.
    pub(crate) direction: &'static str,
    /// What kind of page it is, for the style sheet.
    pub(crate) class: &'static str,
    /// What stands above everything else.
    pub(crate) head: Markup,
    /// The page itself.
    pub(crate) main: Markup,
}

/// The whole page. Nothing in it runs or styles by itself: both come from files of this service.
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

/// The way back to the inbox, for pages that are part of it.
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
