//! The HTML document around every page.

use maud::{DOCTYPE, Markup, html};

use crate::{assets, brand, offline};

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

/// Returns the classes of the body: that of the page, and that of the client whose brand it has.
fn body_class(class: &str) -> String {
    brand::page_class().map_or_else(|| class.to_owned(), |client| format!("{class} {client}"))
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
                title { @if page.wrong { "Error: " } (page.title) " · " (brand::name()) }
                link rel="stylesheet" href=(assets.style);
                (brand::style_link())
                link rel="icon" type="image/svg+xml" href=(assets.icon);
                // A proxy that signs people in wants their cookies for the manifest, too.
                @if page.class.starts_with("inbox") {
                    link rel="manifest" href=(offline::MANIFEST_PATH) crossorigin="use-credentials";
                    link rel="apple-touch-icon" href=(assets.icon_192);
                    meta name="theme-color" content=(brand::theme_colour());
                }
                script src=(assets.script) defer {}
            }
            body class=(body_class(page.class)) {
                a.skip href="#main" { "Skip to the content" }
                (page.head)
                main #main { (page.main) }
                (brand::footer())
            }
        }
    }
}
