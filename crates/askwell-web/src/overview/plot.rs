//! Plots as SVG: drawn once for wide screens and once for phones, each with a sentence for those who do not see it.

use maud::{Markup, html};

/// One bar made of parts: the class of each, and its value.
pub(super) struct Bar {
    pub(super) label: String,
    pub(super) parts: Vec<(&'static str, u64)>,
    /// Words above the bar.
    pub(super) note: String,
}

/// Renders bars twice: the style sheet shows the drawing that fits.
pub(super) fn bars(id: &str, sentence: &str, bars: &[Bar]) -> Markup {
    html! {
        (drawing(&format!("{id}-wide"), sentence, bars, 840, 260, "plot wide"))
        (drawing(&format!("{id}-narrow"), sentence, bars, 320, 220, "plot narrow"))
    }
}

fn drawing(id: &str, sentence: &str, bars: &[Bar], width: u64, height: u64, class: &str) -> Markup {
    let most = bars.iter().map(total).max().unwrap_or(0).max(1);
    let step = nice_step(most);
    let top = most.div_ceil(step) * step;
    let (left, bottom, head) = (36, 24, 20);
    let room = height - bottom - head;
    let y = |value: u64| head + room - value * room / top;
    let slot = (width - left) / (bars.len() as u64).max(1);
    // Labels of many bars would overlap.
    let every = usize::try_from(44 / slot.max(1) + 1).unwrap_or(usize::MAX);
    html! {
        svg class=(class) viewBox=(format!("0 0 {width} {height}")) role="img" aria-label=(sentence) {
            defs {
                pattern id=(format!("hatch-{id}")) width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    rect.hatch-ground width="6" height="6" {}
                    line.hatch-line x1="0" y1="0" x2="0" y2="6" {}
                }
            }
            @for number in 0..=(top / step) {
                @let value = number * step;
                line.grid-line x1=(left) x2=(width) y1=(y(value)) y2=(y(value)) {}
                text.axis x=(left - 6) y=(y(value) + 4) text-anchor="end" { (value) }
            }
            @for (place, bar) in bars.iter().enumerate() {
                @let x = left + place as u64 * slot + slot / 10;
                @let inner = (slot - slot / 5).max(2);
                @for (class, from, to) in stacked(bar) {
                    @let (upper, lower) = (y(to), y(from));
                    @if class == "expired" {
                        rect.part.expired x=(x) y=(upper) width=(inner) height=((lower - upper).max(1)) fill=(format!("url(#hatch-{id})")) {}
                    } @else {
                        rect class=(format!("part {class}")) x=(x) y=(upper) width=(inner) height=((lower - upper).max(1)) {}
                    }
                }
                @if !bar.note.is_empty() {
                    text.note x=(x + inner / 2) y=(y(total(bar)).saturating_sub(6)) text-anchor="middle" { (bar.note) }
                }
                @if place % every == 0 {
                    text.axis x=(x + inner / 2) y=(height - 6) text-anchor="middle" { (bar.label) }
                }
            }
        }
    }
}

fn total(bar: &Bar) -> u64 {
    bar.parts.iter().map(|(_, value)| value).sum()
}

/// Returns the parts of a bar with where each begins and ends.
fn stacked(bar: &Bar) -> Vec<(&'static str, u64, u64)> {
    let mut from = 0;
    let place = |(class, value): &(&'static str, u64)| {
        let part = (*class, from, from + value);
        from += value;
        part
    };
    bar.parts.iter().map(place).filter(|(_, from, to)| to > from).collect()
}

/// Returns a step of 1, 2 or 5 times a power of ten that gives at most five lines.
fn nice_step(most: u64) -> u64 {
    let mut power = 1;
    loop {
        for factor in [1, 2, 5] {
            if most <= 5 * factor * power {
                return factor * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, bars, nice_step};

    #[test]
    fn axis_steps_are_round() {
        for (most, step) in [(1, 1), (5, 1), (6, 2), (11, 5), (26, 10), (180, 50), (100_000, 20_000)] {
            assert_eq!(nice_step(most), step, "{most}");
        }
    }

    #[test]
    fn texts_in_plots_are_escaped() {
        let bar = Bar {
            label: "<b>".to_owned(),
            parts: vec![("answered", 3), ("expired", 0)],
            note: "&".to_owned(),
        };
        let drawn = bars("x", "\"<i>\"", &[bar]).into_string();
        assert!(!drawn.contains("<b>") && !drawn.contains("<i>") && drawn.contains("&lt;b&gt;"));
        assert!(!bars("x", "", &[]).into_string().is_empty());
    }
}
