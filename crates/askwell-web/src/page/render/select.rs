//! `select`: a drop-down list, radio buttons, segments, cards, a rating, a scale, or a searchable list.

use crate::text::message;
use askwell_form::{DisplayStyle, Kind, Options};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::cards::card;
use super::control::Control;
use super::option_window::OptionWindow;
use super::scale;
use crate::page::action::{self, Action};
use crate::page::submission::FIND;

/// Renders a select field.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::Select(kind) = control.view.field.kind() else { return html! {} };
    let options = &kind.options;
    if let Some(points) = scale::points(control.view) {
        return scale::control(control, &points);
    }
    let window = control.window(options);
    let is_searched = is_searched(control, &window);
    match control.hints().display_style {
        None | Some(DisplayStyle::Radio) if options.have_details() && !window.is_long() => html! {
            div.cards {
                @for (index, choice) in options.iter().enumerate() { (card(control, choice, "radio", index)) }
                @if !control.view.required {
                    @let id = format!("{}-{}", control.id, options.len());
                    div.choice {
                        input type="radio" id=(id) name=(control.name()) value="" tabindex=[control.tab_index()]
                            disabled[control.switched_off()];
                        label for=(id) { span.title { (say("style-no-answer")) } }
                    }
                }
            }
            (control.carried())
        },
        // Too many radio buttons are unusable.
        Some(style) if is_row_or_list(style) && !window.is_long() => {
            radios(control, options, style == DisplayStyle::Segmented)
        }
        _ => html! {
            @if is_searched {
                (finder(control, &window))
            }
            select id=(control.id) name=(control.name())
                size=[is_searched.then_some("6")] data-found[is_searched]
                autocomplete=(control.autocomplete())
                aria-describedby=[control.described_by.as_deref()] aria-invalid=[control.invalid()]
                aria-required=[control.required()] aria-label=[control.aria_label()] tabindex=[control.tab_index()]
                disabled[control.switched_off()] {
                option value="" selected[control.value().is_empty()] {
                    (control.hints().placeholder.clone().unwrap_or_else(|| say(if control.view.required { "pages-choose-one" } else { "pages-no-choice" })))
                }
                @for choice in &window.shown {
                    option value=(choice.value) selected[control.is_chosen(&choice.value)] { (choice.title()) }
                }
            }
            (control.carried())
        },
    }
}

/// Lists up to this length need no search box.
const SHORT: usize = 12;

/// Returns whether a list has a search box: a very long list always does, and a searchable one if
/// it has more than a few options.
pub(super) fn is_searched(control: &Control<'_>, window: &OptionWindow<'_>) -> bool {
    window.is_long() || (control.hints().searchable && window.total > SHORT)
}

/// Returns whether the control is a group of inputs.
pub(super) fn is_group(style: Option<DisplayStyle>, options: &Options) -> bool {
    (style.is_some_and(is_row_or_list) || (style.is_none() && options.have_details()))
        && !OptionWindow::new(options, "", |_| false).is_long()
}

/// Returns whether all options are shown at once. A rating or scale of too many points is a list.
fn is_row_or_list(style: DisplayStyle) -> bool {
    matches!(
        style,
        DisplayStyle::Radio | DisplayStyle::Segmented | DisplayStyle::Rating | DisplayStyle::Scale
    )
}

/// Renders the search box of a list. Works by its button; with a script, while typing.
pub(super) fn finder(control: &Control<'_>, window: &OptionWindow<'_>) -> Markup {
    let (is_long, found, total) = (window.is_long(), window.found, window.total);
    let id = format!("{}-find", control.id);
    html! {
        // A list that is shown completely needs no search without a script.
        div.finder.scripted[!is_long] hidden[!is_long] {
            label.sr for=(id) { (text("pages-search-in", &[("label", control.view.field.label().into())])) }
            input type="search" id=(id) name=(format!("{}{FIND}", control.name())) value=(control.context.search)
                placeholder=(say("pages-search")) autocomplete="off" data-find=(control.name()) disabled[control.switched_off()];
            button.quiet type="submit" name=(action::NAME) value=(Action::Find(control.name().to_owned()).value())
                data-unscripted disabled[control.switched_off()] {
                (message("pages-find-for", &[], &[("label", html! { span.sr { (control.view.field.label()) } })]))
            }
        }
        @if is_long {
            p.count data-count {
                @if window.is_remote && found == 0 { (say("pages-source-none")) }
                @else if window.is_remote { (say("pages-source-some")) }
                @else if found == total { (text("pages-first-options", &[("count", total.into())])) }
                @else { (text("pages-options-fit", &[("count", found.into())])) }
            }
        }
    }
}

fn radios(control: &Control<'_>, options: &Options, segmented: bool) -> Markup {
    let no_answer = say("pages-no-answer");
    let none = (!control.view.required).then_some(("", no_answer.as_str()));
    let choices = options.iter().map(|choice| (choice.value.as_str(), choice.title())).chain(none);
    html! {
        div class=(if segmented { "segments" } else { "radios" }) {
            @for (index, (value, title)) in choices.enumerate() {
                @let id = if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) };
                div.choice {
                    input type="radio" id=(id) name=(control.name()) value=(value)
                        checked[!value.is_empty() && control.is_chosen(value)] aria-invalid=[control.invalid()]
                        tabindex=[control.tab_index()] disabled[control.switched_off()];
                    label for=(id) { (title) }
                }
            }
        }
        (control.carried())
    }
}
