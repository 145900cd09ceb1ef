//! Input for a number: typed or stepped, with a scale if both bounds are known.

use askwell_form::{DisplayStyle, Field, Number, NumberKind};
use ratatui::text::{Line, Span};

use super::text_line::{react, typed};
use super::{DrawnInput, InputArea, KeyResult, entry_line, text_columns};
use crate::session::FieldEntry;
use crate::theme::{self, Theme};
use crate::wizard::key::Key;
use crate::wizard::line_editor::LineEditor;
use crate::{messages, safe_text};

#[derive(Debug, Clone)]
pub(in crate::wizard) struct NumberInput {
    editor: LineEditor,
    placeholder: Option<String>,
    step: Decimal,
    least: Option<Number>,
    most: Option<Number>,
    scale: NumberScale,
}

/// What is drawn below the number.
#[derive(Debug, Clone)]
enum NumberScale {
    Nothing,
    /// A line between the bounds.
    Slider,
    /// A star for each of these numbers.
    Stars(Vec<String>),
    /// These numbers next to each other, and what the ends mean.
    Points(Vec<String>, Option<String>),
}

/// How many steps a page key takes.
const PAGE: i128 = 10;

impl NumberInput {
    pub(super) fn new(field: &Field, kind: &NumberKind, entry: &FieldEntry) -> NumberInput {
        let step = field.rendering().step.or(kind.multiple_of).unwrap_or_else(|| 1_i64.into());
        let style = field.rendering().display_style;
        let points = field.scale_points().unwrap_or_default();
        let points: Vec<String> = points.into_iter().map(|point| point.value.into_owned()).collect();
        let bound = |point: Option<&String>| point.and_then(|point| Number::parse(point).ok());
        let (first, last) = (bound(points.first()), bound(points.last()));
        let scale = match style {
            Some(DisplayStyle::Slider | DisplayStyle::Stepper) => NumberScale::Slider,
            Some(DisplayStyle::Rating) if !points.is_empty() => NumberScale::Stars(points),
            Some(DisplayStyle::Scale) if !points.is_empty() => {
                NumberScale::Points(points, messages::scale_ends(field))
            }
            _ => NumberScale::Nothing,
        };
        NumberInput {
            editor: LineEditor::new(typed(entry)),
            placeholder: field.rendering().placeholder.clone(),
            step: Decimal::read(&step.to_string()).unwrap_or(Decimal { digits: 1, places: 0 }),
            least: first.or(kind.minimum).or(kind.exclusive_minimum),
            most: last.or(kind.maximum).or(kind.exclusive_maximum),
            scale,
        }
    }

    pub(super) fn key(&mut self, field: &Field, key: &Key) -> KeyResult {
        let steps = match key {
            Key::Up => 1,
            Key::Down => -1,
            Key::PageUp => PAGE,
            Key::PageDown => -PAGE,
            _ => return react(self.editor.key(key), || FieldEntry::typed(field, self.editor.text().trim())),
        };
        let Some(next) = self.stepped(steps) else { return KeyResult::Redraw };
        self.editor.set(&next);
        KeyResult::Entered(FieldEntry::typed(field, &next))
    }

    /// Returns the number that many steps away, within the bounds. Starts at the minimum.
    fn stepped(&self, steps: i128) -> Option<String> {
        let typed = self.editor.text().trim();
        let next = if typed.is_empty() {
            self.least.map_or_else(|| "0".to_owned(), |least| least.to_string())
        } else {
            Decimal::read(typed)?.plus(self.step, steps)?.to_string()
        };
        let number = Number::parse(&next).ok()?;
        let bound = self.least.filter(|least| number < *least).or(self.most.filter(|most| number > *most));
        Some(bound.map_or(next, |bound| bound.to_string()))
    }

    pub(super) fn draw(&self, area: InputArea, theme: Theme) -> DrawnInput {
        let columns = text_columns(area, theme);
        let mut drawn =
            entry_line(self.editor.window(columns), self.placeholder.as_deref(), area.columns, theme);
        match (&self.scale, self.least, self.most) {
            (NumberScale::Slider, Some(least), Some(most)) => {
                drawn.lines.push(self.slider(least, most, area.columns, theme));
            }
            (NumberScale::Stars(points), ..) => drawn.lines.push(self.stars(points, theme)),
            (NumberScale::Points(points, ends), ..) => {
                drawn.lines.push(self.points(points, theme));
                let fitted = |ends: &String| safe_text::fit(ends, area.columns.saturating_sub(2));
                drawn.lines.extend(
                    ends.as_ref().map(|ends| Line::styled(format!("  {}", fitted(ends)), theme.faint())),
                );
            }
            _ => {}
        }
        drawn
    }

    /// Draws stars, full ones up to the typed number.
    fn stars(&self, points: &[String], theme: Theme) -> Line<'static> {
        let typed = self.editor.text().trim();
        let full = points.iter().position(|point| point == typed).map_or(0, |place| place + 1);
        Line::from(vec![
            Span::raw("  "),
            Span::styled(theme.symbol(theme::STAR).repeat(full), theme.accent()),
            Span::styled(theme.symbol(theme::NO_STAR).repeat(points.len() - full), theme.faint()),
        ])
    }

    /// Draws the numbers of a scale, with a mark at the typed one.
    fn points(&self, points: &[String], theme: Theme) -> Line<'static> {
        let typed = self.editor.text().trim();
        let mut spans = vec![Span::raw(" ")];
        for point in points {
            let is_here = point == typed;
            let text = if is_here { format!("[{point}]") } else { format!(" {point} ") };
            spans.push(Span::styled(text, if is_here { theme.accent() } else { theme.faint() }));
        }
        Line::from(spans)
    }

    fn slider(&self, least: Number, most: Number, columns: usize, theme: Theme) -> Line<'static> {
        let ends = (least.to_string(), most.to_string());
        let length = columns.saturating_sub(ends.0.len() + ends.1.len() + 4).min(40);
        let (low, high) = (least.to_f64(), most.to_f64());
        let here = Number::parse_typed(self.editor.text()).ok().map(|number| number.to_f64());
        let share =
            here.map(|here| ((here - low) / (high - low)).clamp(0.0, 1.0)).filter(|share| share.is_finite());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 40")]
        let knob = share.map(|share| (share * length.saturating_sub(1) as f64).round() as usize);
        let before = knob.unwrap_or(0);
        let after = length.saturating_sub(before + usize::from(knob.is_some()));
        Line::from(vec![
            Span::styled(format!("  {} ", ends.0), theme.faint()),
            Span::styled(theme.symbol(theme::GONE_BY).repeat(before), theme.accent()),
            Span::styled(if knob.is_some() { theme.symbol(theme::KNOB) } else { "" }, theme.accent()),
            Span::styled(theme.symbol(theme::AHEAD).repeat(after), theme.faint()),
            Span::styled(format!(" {}", ends.1), theme.faint()),
        ])
    }
}

/// A decimal number: digits, and how many of them follow the point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decimal {
    digits: i128,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Decimal> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 30)?;
        let digits: String = [whole, fraction].concat();
        let is_number = digits.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten().map(|digits| Decimal { digits, places })
    }

    fn plus(self, step: Decimal, times: i128) -> Option<Decimal> {
        let places = self.places.max(step.places);
        let scaled =
            |number: Decimal| number.digits.checked_mul(10_i128.checked_pow(places - number.places)?);
        let digits = scaled(self)?.checked_add(scaled(step)?.checked_mul(times)?)?;
        Some(Decimal { digits, places })
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let unit = 10_u128.pow(self.places);
        let magnitude = self.digits.unsigned_abs();
        write!(f, "{sign}{}", magnitude / unit)?;
        if self.places > 0 {
            let width = usize::try_from(self.places).unwrap_or(0);
            write!(f, ".{:0width$}", magnitude % unit)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn decimal_steps_are_exact() {
        for (from, step, times, expected) in [
            ("12", "1", 1, Some("13")),
            ("0.1", "0.2", 1, Some("0.3")),
            ("27.5", "0.5", -1, Some("27.0")),
            ("1", "0.25", -10, Some("-1.50")),
            ("-3", "5", 1, Some("2")),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999", 10, None),
            ("abc", "1", 1, None),
            ("1e5", "1", 1, None),
            ("", "1", 1, None),
        ] {
            let sum = Decimal::read(from)
                .and_then(|from| from.plus(Decimal::read(step).unwrap(), times))
                .map(|sum| sum.to_string());
            assert_eq!(sum.as_deref(), expected, "{from} + {times} × {step}");
        }
    }
}
