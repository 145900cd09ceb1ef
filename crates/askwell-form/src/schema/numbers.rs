//! Converts numbers to JSON values, only if the value is exact: a rounded bound would reject or
//! accept other answers than the form.

use serde_json::Value;

use crate::answer::Answer;
use crate::number::Number;

/// Returns the number as a value that means exactly this number to a reader with 64-bit integers
/// and doubles.
pub(super) fn exact(number: Number) -> Option<Value> {
    if let Some(integer) = number.as_i64() {
        return Some(integer.into());
    }
    if let Some(integer) = number.as_u64() {
        return Some(integer.into());
    }
    let double = number.to_f64();
    (Number::try_from(double) == Ok(number)).then(|| double.into())
}

/// Returns an answer as a value, unless digits would be lost.
pub(super) fn exact_answer(answer: &Answer<'_>) -> Option<Value> {
    match answer {
        Answer::Number(number) => exact(*number),
        other => Some(other.to_value()),
    }
}

/// Returns the smallest integer that is not below the number.
pub(super) fn ceiling(number: Number) -> Option<i64> {
    let below = floor(number)?;
    if number.is_integer() { Some(below) } else { below.checked_add(1) }
}

/// Returns the largest integer that is not above the number.
pub(super) fn floor(number: Number) -> Option<i64> {
    if number.is_integer() {
        return number.as_i64();
    }
    // Written out it is exact, and digits can be cut off where arithmetic would round.
    let text = number.to_string();
    let towards_zero = match text.split_once('e') {
        Some((_, exponent)) if exponent.starts_with('-') => 0,
        Some(_) => return None,
        None => text.split_once('.')?.0.parse::<i64>().ok()?,
    };
    if number < Number::ZERO { towards_zero.checked_sub(1) } else { Some(towards_zero) }
}

#[cfg(test)]
mod tests {
    use super::{ceiling, exact, floor};
    use crate::number::Number;

    #[test]
    fn integers_around_a_number_are_found() {
        for (number, below, above) in [
            ("3", Some(3), Some(3)),
            ("3.0", Some(3), Some(3)),
            ("2.5", Some(2), Some(3)),
            ("-2.5", Some(-3), Some(-2)),
            ("-0.5", Some(-1), Some(0)),
            ("0.99999999999999999999", Some(0), Some(1)),
            ("1e-20", Some(0), Some(1)),
            ("-1e-20", Some(-1), Some(0)),
            ("1e30", None, None),
        ] {
            let number = Number::parse(number).unwrap();
            assert_eq!((floor(number), ceiling(number)), (below, above), "{number}");
        }
    }

    #[test]
    fn number_beyond_doubles_is_inexact() {
        for (number, carried) in [
            ("18446744073709551615", true),
            ("-9223372036854775808", true),
            ("0.1", true),
            ("1e300", true),
            ("0.1000000000000000055", false),
            ("18446744073709551617", false),
        ] {
            assert_eq!(exact(Number::parse(number).unwrap()).is_some(), carried, "{number}");
        }
    }
}
