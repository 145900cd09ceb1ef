//! A computed value: shown, and never an input.

use maud::{Markup, html};

use super::control::Control;
use super::review::answer_words;

/// Stands for a value that cannot be computed yet.
pub(crate) const NOTHING_YET: &str = "—";

/// Renders the value. The script replaces it as the person types; assistive technology is told of the change.
pub(super) fn output(control: &Control<'_>) -> Markup {
    html! {
        output.computed id=(control.id) aria-labelledby=(control.label_id()) dir="auto" data-computed {
            (computed_words(control.view).unwrap_or_else(|| NOTHING_YET.to_owned()))
        }
    }
}

/// Returns a computed value in words, one line for each choice; nothing if it cannot be computed yet.
pub(crate) fn computed_words(view: &askwell_form::FieldView<'_>) -> Option<String> {
    let words = answer_words(view);
    (!words.is_empty()).then(|| words.join("\n"))
}
