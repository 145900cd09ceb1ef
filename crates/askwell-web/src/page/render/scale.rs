//! `rating` and `scale`: the values of a number or the options of a choice next to each other, as radio buttons.

use askwell_form::{DisplayStyle, FieldView, ScalePoint};
use askwell_locale::{say, text};
use maud::{Markup, html};

use super::control::{Control, raw_text};

/// Returns the points to choose from, if the field has such a style and its value is one of them. Any other value is
/// shown in the kind's own input, where it can be seen and corrected.
pub(super) fn points<'v>(view: &'v FieldView<'_>) -> Option<Vec<ScalePoint<'v>>> {
    let points = view.field.scale_points()?;
    let value = view.value.as_ref().map(raw_text).unwrap_or_default();
    let is_point = value.is_empty() || points.iter().any(|point| point.value == value);
    (is_point || view.field.kind().options().is_some()).then_some(points)
}

/// Renders the points, from the lowest to the highest.
pub(super) fn control(control: &Control<'_>, points: &[ScalePoint<'_>]) -> Markup {
    let is_rating = control.hints().display_style == Some(DisplayStyle::Rating);
    let has_titles = points.iter().any(|point| point.title.is_some());
    let class = match (is_rating, has_titles) {
        (true, _) => "stars",
        (false, true) => "points titled",
        (false, false) => "points",
    };
    let last = points.len().saturating_sub(1);
    // The titles of stars are not visible, except for those at both ends.
    let shown_title = |place: usize| points.get(place).and_then(|point| point.title).filter(|_| is_rating);
    let low = control.hints().low_label.as_deref().or(shown_title(0));
    let high = control.hints().high_label.as_deref().or(shown_title(last));
    html! {
        div.scale {
            div class=(class) {
                @for (index, point) in points.iter().enumerate() {
                    @let end = if index == 0 { low } else if index == last { high } else { None };
                    div.choice {
                        (radio(control, index, &point.value))
                        label for=(element_id(control, index)) {
                            @if is_rating { span.sr { (star_name(point, index, points.len())) } }
                            @else { (point.title.unwrap_or(&point.value)) }
                            @if let Some(end) = end.filter(|end| point.title != Some(end)) { span.sr { " " (end) } }
                        }
                    }
                }
            }
            @if low.is_some() || high.is_some() {
                p.ends aria-hidden="true" {
                    span dir="auto" { (low.unwrap_or_default()) }
                    span dir="auto" { (high.unwrap_or_default()) }
                }
            }
        }
        @if !control.view.required {
            div.choice.none {
                (radio(control, points.len(), ""))
                label for=(element_id(control, points.len())) { (say("style-no-answer")) }
            }
        }
        (control.carried())
    }
}

/// Returns the name of a star: the title of its option, or how many of all stars it means.
fn star_name(point: &ScalePoint<'_>, index: usize, total: usize) -> String {
    match point.title {
        Some(title) => title.to_owned(),
        None => text("style-stars", &[("count", (index + 1).into()), ("total", total.into())]),
    }
}

fn radio(control: &Control<'_>, index: usize, value: &str) -> Markup {
    html! {
        input type="radio" id=(element_id(control, index)) name=(control.name()) value=(value)
            checked[!value.is_empty() && control.is_chosen(value)] aria-invalid=[control.invalid()]
            tabindex=[control.tab_index()] disabled[control.switched_off()];
    }
}

fn element_id(control: &Control<'_>, index: usize) -> String {
    if index == 0 { control.id.clone() } else { format!("{}-{index}", control.id) }
}
