//! `text`: one line, several lines, a time, a colour, or a secret.

use askwell_form::{DisplayStyle, FieldView, InputType};
use askwell_locale::say;
use maud::{Markup, html};

use super::control::Control;
use super::counter::counter;
use super::{colour, time};
use crate::page::submission::{HELD, REMOVE};

/// Lines of a postal address, if the form does not say how many.
const ADDRESS_ROWS: u8 = 4;

/// Renders a text field.
pub(super) fn control(control: &Control<'_>) -> Markup {
    if control.view.field.is_secret() {
        return secret(control);
    }
    if time::is_time(control) {
        return time::control(control);
    }
    let is_address = control.hints().display_style == Some(DisplayStyle::Address);
    let input = match control.hints().rows.or(is_address.then_some(ADDRESS_ROWS)) {
        Some(rows) => area(control, rows),
        None if colour::is_colour(control) => colour::control(control, &line(control, "text")),
        None => line(control, input_type(control.view)),
    };
    html! { (input) (counter(control)) }
}

fn line(control: &Control<'_>, input_type: &str) -> Markup {
    let direction = if colour::is_colour(control) { Some("ltr") } else { direction(input_type) };
    html! {
        input type=(input_type) id=(control.id) name=(control.name()) value=(control.value())
            placeholder=[control.hints().placeholder.as_deref()] autocomplete=(control.autocomplete())
            aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
            aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
            readonly[control.readonly()] disabled[control.disabled()] dir=[direction]
            autocapitalize=[plain(input_type)] spellcheck=[spelling(input_type)];
        @if control.disabled() { (control.carried()) }
    }
}

fn area(control: &Control<'_>, rows: u8) -> Markup {
    html! {
        // Browsers drop a line end right after the tag, so there is always one to drop.
        textarea id=(control.id) name=(control.name()) rows=(rows) dir="auto"
            placeholder=[control.hints().placeholder.as_deref()] autocomplete=(control.autocomplete())
            aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
            aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
            readonly[control.readonly()] disabled[control.disabled()] { "\n" (control.value()) }
        @if control.disabled() { (control.carried()) }
    }
}

/// Renders a secret field. A typed secret is never written back; a sentence says that it is cached.
fn secret(control: &Control<'_>) -> Markup {
    html! {
        div.secret {
            @match control.hints().rows {
                // A browser's password input would drop the line ends of a secret with several
                // lines.
                Some(rows) => textarea.masked id=(control.id) name=(control.name()) rows=(rows) autocomplete=(control.autocomplete())
                    placeholder=[placeholder_of_secret(control)] spellcheck="false" autocapitalize="none" dir="ltr"
                    aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                    aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                    readonly[control.readonly()] disabled[control.disabled()] {},
                None => input type="password" id=(control.id) name=(control.name()) autocomplete=(control.autocomplete())
                    placeholder=[placeholder_of_secret(control)] spellcheck="false" autocapitalize="none" dir="ltr"
                    aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                    aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                    readonly[control.readonly()] disabled[control.disabled()];,
            }
            button.quiet.scripted type="button" data-reveal=(control.id) aria-pressed="false" hidden {
                span.sr { (control.view.field.label()) ": " } span data-word { (say("pages-show")) }
            }
        }
        @if control.context.secret_held {
            (held_marker(control.name()))
            p.held { (say("pages-secret-kept")) }
            // A required secret can only be replaced.
            @if !control.view.required {
                @let remove = format!("{}-remove", control.id);
                div.choice.withdraw {
                    input type="checkbox" id=(remove) name=(format!("{}{REMOVE}", control.name())) value="yes" disabled[control.switched_off()];
                    label for=(remove) { (say("pages-secret-remove")) }
                }
            }
        }
    }
}

/// Renders the marker that a secret is cached. It comes back with the form: if the cache has lost
/// the secret by then, the person is asked to type it again.
pub(super) fn held_marker(field: &str) -> Markup {
    html! { input type="hidden" name=(format!("{field}{HELD}")) value="yes"; }
}

fn placeholder_of_secret<'c>(control: &'c Control<'_>) -> Option<&'c str> {
    if control.context.secret_held {
        Some("••••••••")
    } else {
        control.hints().placeholder.as_deref()
    }
}

fn input_type(view: &FieldView<'_>) -> &'static str {
    let hints = view.field.rendering();
    match (hints.input_type, hints.display_style) {
        (Some(InputType::Email), _) | (None, Some(DisplayStyle::Email)) => "email",
        (Some(InputType::Tel), _) | (None, Some(DisplayStyle::Tel)) => "tel",
        (Some(InputType::Search), _) => "search",
        _ => "text",
    }
}

/// Returns the direction of an input: e-mail addresses and phone numbers are always left to right.
fn direction(input_type: &str) -> Option<&'static str> {
    Some(if matches!(input_type, "email" | "tel") { "ltr" } else { "auto" })
}

fn plain(input_type: &str) -> Option<&'static str> {
    (input_type == "email").then_some("none")
}

fn spelling(input_type: &str) -> Option<&'static str> {
    matches!(input_type, "email" | "tel").then_some("false")
}
