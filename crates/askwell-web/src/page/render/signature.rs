//! `signature`: a pad to sign on, which makes a picture for the file input below it.
//!
//! Needs a script; without one, the file input is all there is.

use askwell_locale::say;
use maud::{Markup, html};

use super::control::Control;

/// Renders the pad. A drawn or typed signature is uploaded like any other file.
pub(super) fn pad(control: &Control<'_>) -> Markup {
    let typed = format!("{}-typed", control.id);
    let label = control.view.field.label();
    html! {
        div.sign.scripted data-sign hidden {
            canvas width="640" height="200" role="img" aria-label=(format!("{label}: {}", say("style-sign-pad"))) {}
            div.typed {
                label for=(typed) { (say("style-sign-type")) }
                input type="text" id=(typed) maxlength="60" autocomplete="name" dir="auto" data-typed disabled[control.switched_off()];
            }
            div.buttons {
                button.quiet type="button" data-use disabled { (say("style-sign-use")) }
                button.quiet type="button" data-clear disabled { (say("style-sign-clear")) }
            }
            p.drop { (say("style-sign-upload")) }
        }
    }
}
