//! `url`: a URL, its host and the result of its check.

use askwell_locale::say;
use maud::{Markup, html};

use super::control::Control;
use crate::page::action::{self, Action};
use crate::page::url_destination::UrlDestination;
use crate::text::message;

/// Renders a URL field.
pub(super) fn control(control: &Control<'_>) -> Markup {
    html! {
        div.address {
            // Not a browser's own URL input, which would discard what it cannot read.
            input type="text" inputmode="url" id=(control.id) name=(control.name()) value=(control.value()) dir="ltr"
                placeholder=[control.hints().placeholder.as_deref()] spellcheck="false" autocapitalize="none"
                autocomplete=(control.autocomplete())
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                readonly[control.readonly()] disabled[control.disabled()];
            @if control.hints().test_button {
                button.quiet type="submit" name=(action::NAME) value=(Action::Test(control.name().to_owned()).value())
                    data-test=(control.name()) disabled[control.disabled()] {
                    (message("pages-test-for", &[], &[("label", html! { span.sr { (control.view.field.label()) } })]))
                }
            }
        }
        div.notes data-notes role="status" {
            @match &control.context.verdict {
                Some(Ok(fine)) => p.fine { (fine) },
                Some(Err(refused)) => p.refused { (refused) },
                None => {},
            }
            @if let Some(destination) = &control.context.destination { (leads_to(destination)) }
        }
        @if control.disabled() { (control.carried()) }
    }
}

/// Renders the host of a URL in its ASCII spelling, with a warning if it looks like another.
pub(super) fn leads_to(destination: &UrlDestination) -> Markup {
    html! {
        p.leads { (message("pages-leads-to", &[], &[("host", html! { bdi.host dir="ltr" { (destination.host) } })])) }
        @if let Some(warning) = destination.warning { p.warning { (say(warning)) } }
    }
}
