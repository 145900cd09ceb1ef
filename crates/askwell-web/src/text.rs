//! Texts of the catalogues as markup.

use askwell_locale::{Piece, Value, Words};
use maud::{Markup, PreEscaped, Render as _, html};

/// Renders a message in the words that were entered. `slots` are the arguments that become markup; each has to be named
/// by the message.
pub(crate) fn message(key: &str, values: &[(&str, Value<'_>)], slots: &[(&str, Markup)]) -> Markup {
    let words = Words::current();
    let mut rendered = String::new();
    for piece in words.pieces(key, values) {
        match piece {
            Piece::Text(text) => text.render_to(&mut rendered),
            Piece::Slot(name) => {
                if let Some((_, markup)) = slots.iter().find(|(known, _)| *known == name) {
                    rendered.push_str(&markup.0);
                }
            }
        }
    }
    PreEscaped(rendered)
}

/// Renders a message with one name in it. The name comes from others, so it is kept apart from the sentence.
pub(crate) fn with_name(key: &str, argument: &str, name: &str) -> Markup {
    message(key, &[], &[(argument, html! { bdi { (name) } })])
}
