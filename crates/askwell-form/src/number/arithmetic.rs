//! Exact addition, subtraction and multiplication. A result that needs more digits than a number has is no result:
//! nothing is rounded.

use super::{MAX_DIGITS, Number, digit_count, power_of_ten};

impl Number {
    /// Returns the exact sum, unless it is no [`Number`].
    pub(crate) fn checked_add(self, other: Number) -> Option<Number> {
        if self.mantissa == 0 {
            return Some(other);
        }
        if other.mantissa == 0 {
            return Some(self);
        }
        let (low, high) = if self.exponent <= other.exponent { (self, other) } else { (other, self) };
        let shift = u32::from(low.exponent.abs_diff(high.exponent));
        if shift > MAX_DIGITS {
            return None;
        }
        let factor = i128::try_from(power_of_ten(shift)).ok()?;
        let sum = high.mantissa.checked_mul(factor)?.checked_add(low.mantissa)?;
        normalised(sum, i64::from(low.exponent))
    }

    /// Returns the exact difference, unless it is no [`Number`].
    pub(crate) fn checked_sub(self, other: Number) -> Option<Number> {
        self.checked_add(other.negated())
    }

    /// Returns the exact product, unless it is no [`Number`].
    pub(crate) fn checked_mul(self, other: Number) -> Option<Number> {
        let product = self.mantissa.checked_mul(other.mantissa)?;
        normalised(product, i64::from(self.exponent) + i64::from(other.exponent))
    }

    /// Returns the number rounded to so many digits after the point, halves away from zero; nothing if that is no
    /// [`Number`].
    pub(crate) fn rounded(self, digits: i16) -> Option<Number> {
        let dropped = i32::from(-digits) - i32::from(self.exponent);
        let Some(dropped) = u32::try_from(dropped).ok().filter(|dropped| *dropped > 0) else {
            return Some(self);
        };
        if dropped > MAX_DIGITS {
            return Some(Number::ZERO);
        }
        let unit = i128::try_from(power_of_ten(dropped)).ok()?;
        let (whole, rest) = (self.mantissa / unit, self.mantissa % unit);
        let is_half = rest.unsigned_abs() >= unit.unsigned_abs().div_ceil(2);
        let step = if is_half { self.mantissa.signum() } else { 0 };
        normalised(whole + step, i64::from(-digits))
    }

    /// Returns the number with the other sign.
    pub(crate) fn negated(self) -> Number {
        // A mantissa has at most 38 digits, so that its negation always fits.
        Number { mantissa: -self.mantissa, exponent: self.exponent }
    }
}

/// Returns mantissa × 10^exponent in its one representation.
fn normalised(mantissa: i128, mut exponent: i64) -> Option<Number> {
    let mut magnitude = mantissa.unsigned_abs();
    if magnitude == 0 {
        return Some(Number::ZERO);
    }
    while magnitude.is_multiple_of(10) {
        magnitude /= 10;
        exponent += 1;
    }
    let digits = digit_count(magnitude);
    if digits > MAX_DIGITS {
        return None;
    }
    Number::from_parts(mantissa < 0, magnitude, digits, exponent).ok()
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::{prop_assert_eq, proptest};

    use crate::number::Number;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn sums_and_products_are_exact() {
        for (left, right, sum, product) in [
            ("0.1", "0.2", Some("0.3"), Some("0.02")),
            ("9007199254740993", "1", Some("9007199254740994"), Some("9007199254740993")),
            ("1e300", "1", None, Some("1e300")),
            ("1e300", "1e300", Some("2e300"), None),
            ("-5", "5", Some("0"), Some("-25")),
            ("0", "1e-300", Some("1e-300"), Some("0")),
            (
                "99999999999999999999999999999999999999",
                "1",
                Some("1e38"),
                Some("99999999999999999999999999999999999999"),
            ),
            ("99999999999999999999999999999999999999", "2", None, None),
            ("2.5", "4", Some("6.5"), Some("10")),
        ] {
            assert_eq!(number(left).checked_add(number(right)), sum.map(number), "{left} + {right}");
            assert_eq!(number(left).checked_mul(number(right)), product.map(number), "{left} * {right}");
        }
        assert_eq!(number("0.3").checked_sub(number("0.1")), Some(number("0.2")));
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        for (value, digits, rounded) in [
            ("2.345", 2, "2.35"),
            ("-2.345", 2, "-2.35"),
            ("2.344999", 2, "2.34"),
            ("0.5", 0, "1"),
            ("0.49", 0, "0"),
            ("12", 2, "12"),
            ("1e20", 0, "1e20"),
            ("1e-60", 2, "0"),
            ("99999999999999999999999999999999999999", 0, "99999999999999999999999999999999999999"),
            ("9.9999999999999999999999999999999999999", 1, "10"),
        ] {
            assert_eq!(number(value).rounded(digits), Some(number(rounded)), "{value}");
        }
    }

    proptest! {
        #[test]
        fn arithmetic_agrees_with_big_integers(left: i64, right: i64, left_scale in 0..6_u32, right_scale in 0..6_u32) {
            let scaled = |value: i64, scale: u32| Number::parse(&format!("{value}e-{scale}")).unwrap();
            let (a, b) = (scaled(left, left_scale), scaled(right, right_scale));
            let ten = |power: u32| BigInt::from(10_u32).pow(power);
            let sum = BigInt::from(left) * ten(right_scale) + BigInt::from(right) * ten(left_scale);
            let product = BigInt::from(left) * BigInt::from(right);
            let scale = left_scale + right_scale;
            prop_assert_eq!(a.checked_add(b), Number::parse(&format!("{sum}e-{scale}")).ok());
            prop_assert_eq!(a.checked_mul(b), Number::parse(&format!("{product}e-{scale}")).ok());
            prop_assert_eq!(a.checked_sub(b), a.checked_add(b.negated()));
        }
    }
}
