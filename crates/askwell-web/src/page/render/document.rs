//! The HTML document around every page.

use askwell_locale::{Words, say, text};
use maud::{DOCTYPE, Markup, html};

use crate::page::script_texts::script_texts;
use crate::{assets, brand, offline};

/// A page.
pub(crate) struct HtmlDocument<'d> {
    /// The title; "Error: " is put before it if the page shows problems.
    pub(crate) title: &'d str,
    /// Whether the page shows problems.
    pub(crate) wrong: bool,
    /// The direction of the content, `ltr` or `rtl`, if it is not that of the language.
    pub(crate) direction: Option<&'static str>,
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
    let language = Words::current().language();
    let title = if page.wrong {
        text("pages-title-error", &[("title", page.title.into())])
    } else {
        page.title.to_owned()
    };
    html! {
        (DOCTYPE)
        html lang=(language.tag()) dir=(language.direction()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · " (brand::name()) }
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
            body class=(body_class(page.class)) data-texts=(script_texts()) {
                a.skip href="#main" { (say("pages-skip")) }
                (page.head)
                main #main dir=[page.direction.filter(|direction| *direction != language.direction())] { (page.main) }
                (brand::footer())
            }
        }
    }
}
