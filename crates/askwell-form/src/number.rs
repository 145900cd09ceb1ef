//! `Number`: the exact decimal value of a JSON number.
//!
//! Bounds and steps of a form are written in decimal and compared in decimal, so that 0.1 + 0.2 and
//! integers above 2^53 are exact. Has no division. Rejects more than 38 significant digits, and
//! magnitudes beyond a double. Comparison and division never use `f64`.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::json::write;

mod arithmetic;
mod divide;
mod scan;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

/// How many significant digits a number may have: as many as always fit an `i128`.
const MAX_DIGITS: u32 = 38;

/// Doubles hold every integer up to this one.
const MAX_EXACT: u128 = 1 << 53;

/// The decimal exponents of the first digit of the largest and the smallest finite doubles.
const MAX_ADJUSTED: i64 = 308;
const MIN_ADJUSTED: i64 = -324;

/// An exact decimal number; equality, order and hash go by value, so 1.0 is 1.
///
/// Invariant: an integer of at most 38 digits has exponent 0; any other value has a mantissa that does not end
/// in the digit 0. So every value has one representation, and the common comparison is one of two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    mantissa: i128,
    exponent: i16,
}

/// Why a text or a double is not a [`Number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// The text does not follow the grammar of numbers.
    #[error("not a number")]
    Syntax,
    /// The value needs more than 38 significant digits.
    #[error("more than 38 significant digits")]
    TooPrecise,
    /// The magnitude is beyond what a double holds, or not zero and yet too small for one.
    #[error("magnitude out of range")]
    OutOfRange,
}

impl Number {
    /// Zero.
    pub const ZERO: Number = Number { mantissa: 0, exponent: 0 };

    /// Parses a text that follows the JSON number grammar exactly.
    ///
    /// # Errors
    /// When it does not, or the number has too many digits or is out of range.
    #[inline]
    pub fn parse(text: &str) -> Result<Number, NumberError> {
        match scan::short_integer(text.as_bytes()) {
            Some(value) => Ok(Number::from(value)),
            None => scan::decimal(text.as_bytes(), scan::LeadingZeros::Refused),
        }
    }

    /// Parses a number that a person typed: the JSON grammar, and white space around it and leading zeros ("08").
    ///
    /// # Errors
    /// When it is no number, has too many digits or is out of range.
    pub fn parse_typed(text: &str) -> Result<Number, NumberError> {
        let trimmed = text.trim_ascii();
        match scan::short_integer(trimmed.as_bytes()) {
            Some(value) => Ok(Number::from(value)),
            None => scan::decimal(trimmed.as_bytes(), scan::LeadingZeros::Accepted),
        }
    }

    /// Returns whether the value has no fractional part: 1.0 and 1e300 have none.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns the value, if it is an integer that an `i64` holds.
    pub fn as_i64(&self) -> Option<i64> {
        self.small_integer().and_then(|integer| i64::try_from(integer).ok())
    }

    /// Returns the value, if it is an integer that a `u64` holds.
    pub fn as_u64(&self) -> Option<u64> {
        self.small_integer().and_then(|integer| u64::try_from(integer).ok())
    }

    /// Returns the nearest double; always finite, and zero only for zero.
    pub fn to_f64(&self) -> f64 {
        if self.exponent == 0 {
            return self.mantissa as f64;
        }
        if (-22..0).contains(&self.exponent) && self.mantissa.unsigned_abs() <= MAX_EXACT {
            // Both are exact as doubles, so that the one division rounds as it should.
            return self.mantissa as f64 / power_of_ten(u32::from(self.exponent.unsigned_abs())) as f64;
        }
        // The standard library rounds decimal text correctly; written like this the text always parses.
        format!("{}e{}", self.mantissa, self.exponent).parse().unwrap_or_default()
    }

    /// Returns whether the value is a whole number of steps away from zero, exactly. No value is a
    /// multiple of a step that is zero or negative.
    pub fn is_multiple_of(&self, step: &Number) -> bool {
        if step.mantissa <= 0 {
            return false;
        }
        let exponent_difference = i32::from(self.exponent) - i32::from(step.exponent);
        divide::is_multiple(self.mantissa.unsigned_abs(), step.mantissa.unsigned_abs(), exponent_difference)
    }

    /// Builds the value magnitude × 10^exponent. The magnitude has `digits` digits (at most [`MAX_DIGITS`]), of
    /// which the last is not 0; or it is 0.
    fn from_parts(
        negative: bool,
        magnitude: u128,
        digits: u32,
        exponent: i64,
    ) -> Result<Number, NumberError> {
        if magnitude == 0 {
            return Ok(Number::ZERO);
        }
        let adjusted = exponent.saturating_add(i64::from(digits) - 1);
        if !(MIN_ADJUSTED..=MAX_ADJUSTED).contains(&adjusted) {
            return Err(NumberError::OutOfRange);
        }
        let (magnitude, exponent) = match u32::try_from(exponent) {
            Ok(zeros) if digits + zeros <= MAX_DIGITS => (magnitude.saturating_mul(power_of_ten(zeros)), 0),
            _ => (magnitude, exponent),
        };
        let mantissa = i128::try_from(magnitude).map_err(|_| NumberError::TooPrecise)?;
        let exponent = i16::try_from(exponent).map_err(|_| NumberError::OutOfRange)?;
        let number = Number { mantissa: if negative { -mantissa } else { mantissa }, exponent };
        // Only the two outermost decades are partly inside the range of doubles.
        if adjusted == MAX_ADJUSTED && number.to_f64().is_infinite()
            || adjusted == MIN_ADJUSTED && number.to_f64() == 0.0
        {
            return Err(NumberError::OutOfRange);
        }
        Ok(number)
    }

    /// Returns the number as JSON, with every digit.
    pub(crate) fn to_json(self) -> String {
        let mut out = String::new();
        self.write_json(&mut out);
        out
    }

    /// Writes the number as JSON, with every digit.
    pub(crate) fn write_json(&self, out: &mut String) {
        match self.as_i64() {
            Some(integer) => write::integer(out, integer),
            None => out.push_str(&self.to_string()),
        }
    }

    fn small_integer(&self) -> Option<i128> {
        (self.exponent == 0).then_some(self.mantissa)
    }

    /// Returns the decimal exponent of the first digit; of no meaning for zero.
    fn adjusted(&self) -> i32 {
        i32::from(self.exponent) + i32::try_from(digit_count(self.mantissa.unsigned_abs())).unwrap_or(0) - 1
    }
}

/// Returns how many decimal digits a magnitude has; 1 for zero.
fn digit_count(magnitude: u128) -> u32 {
    magnitude.checked_ilog10().map_or(1, |log| log + 1)
}

fn power_of_ten(power: u32) -> u128 {
    10u128.saturating_pow(power)
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        if self.exponent == other.exponent {
            return self.mantissa.cmp(&other.mantissa);
        }
        // From here on at least one is not zero, as zero has exponent 0 and any two exponents differ.
        let by_sign = self.mantissa.signum().cmp(&other.mantissa.signum());
        if by_sign.is_ne() {
            return by_sign;
        }
        let by_magnitude = self.adjusted().cmp(&other.adjusted()).then_with(|| {
            // The first digits stand at the same place, so aligning the last ones needs at most 38 digits.
            let (left, right) = (self.mantissa.unsigned_abs(), other.mantissa.unsigned_abs());
            let shift = power_of_ten(u32::from(self.exponent.abs_diff(other.exponent)));
            if self.exponent > other.exponent {
                left.saturating_mul(shift).cmp(&right)
            } else {
                left.cmp(&right.saturating_mul(shift))
            }
        });
        if self.mantissa < 0 { by_magnitude.reverse() } else { by_magnitude }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number { mantissa: i128::from(value), exponent: 0 }
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Number {
        Number { mantissa: i128::from(value), exponent: 0 }
    }
}

impl TryFrom<f64> for Number {
    type Error = NumberError;

    /// Takes the shortest decimal that reads back as the same double; NaN and the infinities are out of range.
    fn try_from(value: f64) -> Result<Number, NumberError> {
        if !value.is_finite() {
            return Err(NumberError::OutOfRange);
        }
        // The standard library writes the shortest such decimal, in a form that JSON shares.
        Number::parse(&format!("{value:e}"))
    }
}

impl fmt::Display for Number {
    /// Writes canonical JSON number text that reads back as the same value: plain from 0.000001 up to 21 digits,
    /// as browsers do, and with an exponent outside.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let adjusted = self.adjusted();
        if self.exponent == 0 && adjusted <= 20 {
            return write!(formatter, "{}", self.mantissa);
        }
        let sign = if self.mantissa < 0 { "-" } else { "" };
        let magnitude = self.mantissa.unsigned_abs();
        if (-6..=20).contains(&adjusted) {
            let fraction_digits = u32::from(self.exponent.unsigned_abs());
            let width = usize::from(self.exponent.unsigned_abs());
            let (whole, fraction) = if fraction_digits > MAX_DIGITS {
                (0, magnitude)
            } else {
                let unit = power_of_ten(fraction_digits);
                (magnitude / unit, magnitude % unit)
            };
            return write!(formatter, "{sign}{whole}.{fraction:0width$}");
        }
        let mut fraction_digits = digit_count(magnitude) - 1;
        let unit = power_of_ten(fraction_digits);
        let (first, mut rest) = (magnitude / unit, magnitude % unit);
        if rest == 0 {
            return write!(formatter, "{sign}{first}e{adjusted}");
        }
        while rest.is_multiple_of(10) {
            rest /= 10;
            fraction_digits -= 1;
        }
        let width = usize::try_from(fraction_digits).unwrap_or(0);
        write!(formatter, "{sign}{first}.{rest:0width$}e{adjusted}")
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Number({self})")
    }
}

impl Serialize for Number {
    /// Returns an integer if an `i64` or `u64` holds it, else the nearest double.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.as_i64(), self.as_u64()) {
            (Some(integer), _) => serializer.serialize_i64(integer),
            (None, Some(integer)) => serializer.serialize_u64(integer),
            (None, None) => serializer.serialize_f64(self.to_f64()),
        }
    }
}
