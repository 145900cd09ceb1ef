//! `multi_select`: check boxes, cards, chips, or check boxes in a drop-down.

use askwell_form::{Choice, DisplayStyle, Kind};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::cards::card;
use super::control::Control;
use super::select::{finder, is_searched};

/// Renders a multi-select field. Always check boxes, which work by touch, by keyboard and without a
/// script.
pub(super) fn control(control: &Control<'_>) -> Markup {
    let Kind::MultiSelect(kind) = control.view.field.kind() else { return html! {} };
    let window = control.window(&kind.options);
    let style = control.hints().display_style;
    let chosen = kind.options.iter().filter(|choice| control.is_chosen(&choice.value)).count();
    // Chips are side by side, so all of them are visible at once.
    let is_searched =
        window.is_long() || (style != Some(DisplayStyle::Chips) && is_searched(control, &window));
    let list = html! {
        @if is_searched { (finder(control, &window)) }
        (boxes(control, &window.shown, style, is_searched))
    };
    html! {
        // Sent with every choice, so that "none of them" is an answer.
        @if !control.switched_off() { input type="hidden" name=(control.name()) value=""; }
        @if style == Some(DisplayStyle::MultiselectDropdown) {
            // It is open when it contains problems or a search.
            details.opens open[!control.context.problems.is_empty() || !control.context.search.is_empty()] {
                summary id=(format!("{}-summary", control.id)) {
                    span data-chosen { @if chosen == 0 { (say("pages-choose-some")) } @else { (text("pages-chosen", &[("count", chosen.into())])) } }
                }
                div.within { (list) }
            }
        } @else { (list) }
        (control.carried())
    }
}

fn boxes(control: &Control<'_>, shown: &[&Choice], style: Option<DisplayStyle>, searched: bool) -> Markup {
    let has_cards = !matches!(style, Some(DisplayStyle::Chips | DisplayStyle::MultiselectDropdown))
        && !searched
        && shown.iter().any(|choice| choice.description().is_some() || choice.image().is_some());
    if has_cards {
        return html! {
            div.cards {
                @for (index, choice) in shown.iter().enumerate() { (card(control, choice, "checkbox", index)) }
            }
        };
    }
    let class = match style {
        Some(DisplayStyle::Chips) => "chips",
        _ => "boxes",
    };
    html! {
        div class=(class) data-found[searched] {
            @for (index, choice) in shown.iter().enumerate() {
                @let id = if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) };
                div.choice {
                    input type="checkbox" id=(id) name=(control.name()) value=(choice.value)
                        checked[control.is_chosen(&choice.value)] aria-invalid=[control.invalid()]
                        tabindex=[control.tab_index()] disabled[control.switched_off()];
                    label for=(id) { (choice.title()) }
                }
            }
        }
    }
}
