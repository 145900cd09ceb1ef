//! Exact small decimals: where valid numbers are, and what an invalid one violates.
//!
//! Shares no code with the checker, as a second implementation. Does not support more than 18
//! digits or decimals, which forms in tests do not need.

use std::cmp::Ordering;

use askwell_form::{Constraint, Number, NumberKind};
use serde_json::Value;

/// More digits than this are left to the checker's own tests.
const MAX_DIGITS: u32 = 18;

/// The value `units` / 10^`scale`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal {
    pub(crate) units: i128,
    pub(crate) scale: u32,
}

impl Decimal {
    pub(crate) fn of(number: Number) -> Option<Decimal> {
        let text = number.to_string();
        let (digits, exponent) = match text.split_once('e') {
            Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
            None => (text.as_str(), 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let units: i128 = format!("{whole}{fraction}").parse().ok()?;
        let scale = i64::try_from(fraction.len()).ok()? - exponent;
        let decimal = match u32::try_from(scale) {
            Ok(scale) => Decimal { units, scale },
            Err(_) => {
                let zeros = u32::try_from(-scale).ok().filter(|zeros| *zeros <= MAX_DIGITS)?;
                Decimal { units: units.checked_mul(10_i128.pow(zeros))?, scale: 0 }
            }
        };
        let small = decimal.scale <= MAX_DIGITS && decimal.units.unsigned_abs() < 10_u128.pow(MAX_DIGITS + 1);
        small.then_some(decimal)
    }

    /// Returns how many units of 10^-`scale` this is; `scale` must not be below the value's own.
    pub(crate) fn at(self, scale: u32) -> i128 {
        self.units.saturating_mul(10_i128.saturating_pow(scale.saturating_sub(self.scale)))
    }

    fn compare(self, other: Decimal) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.at(scale).cmp(&other.at(scale))
    }

    fn is_multiple_of(self, step: Decimal) -> bool {
        let scale = self.scale.max(step.scale);
        self.at(scale) % step.at(scale) == 0
    }

    /// Returns the same value without trailing zeros.
    fn normal(mut self) -> Decimal {
        while self.scale > 0 && self.units % 10 == 0 {
            self.units /= 10;
            self.scale -= 1;
        }
        self
    }

    /// As a person types it.
    pub(crate) fn to_text(self) -> String {
        let Decimal { units, scale } = self.normal();
        if scale == 0 {
            return units.to_string();
        }
        let unit = 10_u128.pow(scale);
        let (sign, magnitude) = (if units < 0 { "-" } else { "" }, units.unsigned_abs());
        let width = scale as usize;
        format!("{sign}{}.{:0width$}", magnitude / unit, magnitude % unit)
    }

    /// As JSON: a number if one holds it exactly, else the text.
    pub(crate) fn to_value(self) -> Value {
        let text = self.to_text();
        if let Ok(integer) = text.parse::<i64>() {
            return Value::from(integer);
        }
        let exact = text.parse::<f64>().ok().filter(|double| double.to_string() == text);
        exact.map_or(Value::String(text), Value::from)
    }
}

/// The constraints of a number field, if they are simple enough.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) minimum: Option<Decimal>,
    pub(crate) maximum: Option<Decimal>,
    pub(crate) above: Option<Decimal>,
    pub(crate) below: Option<Decimal>,
    pub(crate) step: Option<Decimal>,
    /// Fine enough for every bound and for a value between two of them.
    pub(crate) scale: u32,
}

impl Bounds {
    pub(crate) fn of(kind: &NumberKind) -> Option<Bounds> {
        let read = |number: Option<Number>| match number {
            None => Some(None),
            Some(number) => Decimal::of(number).map(Some),
        };
        let mut bounds = Bounds {
            minimum: read(kind.minimum)?,
            maximum: read(kind.maximum)?,
            above: read(kind.exclusive_minimum)?,
            below: read(kind.exclusive_maximum)?,
            step: read(kind.multiple_of)?,
            scale: 0,
        };
        let all = [bounds.minimum, bounds.maximum, bounds.above, bounds.below, bounds.step];
        bounds.scale = all.iter().flatten().map(|decimal| decimal.scale).max().unwrap_or(0) + 1;
        Some(bounds)
    }

    /// Valid values: each number of the range, times the second, in units of [`Bounds::scale`].
    pub(crate) fn valid(&self) -> Option<(std::ops::RangeInclusive<i128>, i128)> {
        let at = |decimal: Decimal| decimal.at(self.scale);
        let low = self.minimum.map(at).into_iter().chain(self.above.map(|bound| at(bound) + 1)).max();
        let high = self.maximum.map(at).into_iter().chain(self.below.map(|bound| at(bound) - 1)).min();
        // Doubles, and so JSON numbers, are exact to fifteen digits; larger values stay whole.
        let large = low.into_iter().chain(high).any(|bound| bound.unsigned_abs() >= 10_u128.pow(15));
        let smallest = if large { 10_i128.saturating_pow(self.scale) } else { 1 };
        let step = self.step.map_or(smallest, at);
        let reach = step.saturating_mul(2_000);
        let (low, high) = match (low, high) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low, low.saturating_add(reach)),
            (None, Some(high)) => (high.saturating_sub(reach), high),
            (None, None) => (-reach, reach),
        };
        let (first, last) = (-(-low).div_euclid(step), high.div_euclid(step));
        (first <= last).then_some((first..=last, step))
    }

    /// What a value violates.
    pub(crate) fn violated(&self, value: Decimal) -> Vec<Constraint> {
        let against = |bound: Option<Decimal>, wrong: fn(Ordering) -> bool| {
            bound.is_some_and(|bound| wrong(value.compare(bound)))
        };
        let findings = [
            (Constraint::Minimum, against(self.minimum, Ordering::is_lt)),
            (Constraint::Maximum, against(self.maximum, Ordering::is_gt)),
            (Constraint::ExclusiveMinimum, against(self.above, Ordering::is_le)),
            (Constraint::ExclusiveMaximum, against(self.below, Ordering::is_ge)),
            (Constraint::MultipleOf, self.step.is_some_and(|step| !value.is_multiple_of(step))),
        ];
        findings.into_iter().filter(|(_, wrong)| *wrong).map(|(constraint, _)| constraint).collect()
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Number;
    use serde_json::json;

    use super::Decimal;

    #[test]
    fn decimal_round_trips() {
        for (text, written, value) in [
            ("0", "0", json!(0)),
            ("-12.50", "-12.5", json!(-12.5)),
            ("1e3", "1000", json!(1000)),
            ("-0.001", "-0.001", json!(-0.001)),
            ("5e-7", "0.0000005", json!(5e-7)),
            ("9007199254740993", "9007199254740993", json!(9_007_199_254_740_993_i64)),
        ] {
            let decimal = Decimal::of(Number::parse(text).unwrap()).unwrap();
            assert_eq!((decimal.to_text(), decimal.to_value()), (written.to_owned(), value));
        }
    }
}
