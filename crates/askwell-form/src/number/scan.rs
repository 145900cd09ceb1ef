//! Parses a number by the JSON grammar, in one pass and without allocation.
//!
//! Rejects white space, a plus sign, a bare point, hexadecimal and NaN, as JSON does.

use super::{MAX_DIGITS, Number, NumberError, power_of_ten};

/// What to make of "08".
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LeadingZeros {
    Refused,
    Accepted,
}

/// An exponent beyond this is beyond any mantissa that fits into memory, so counting on is of no use.
const EXPONENT_CAP: i64 = 1_000_000_000_000_000;

/// Most numbers that people type: up to 18 digits without sign, point, exponent or leading zero.
#[inline]
pub(super) fn short_integer(bytes: &[u8]) -> Option<i64> {
    match bytes {
        [b'0'] => return Some(0),
        [b'1'..=b'9', ..] if bytes.len() <= 18 => {}
        _ => return None,
    }
    let mut value: i64 = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.wrapping_mul(10).wrapping_add(i64::from(digit));
    }
    Some(value)
}

/// Parses by the whole grammar.
pub(super) fn decimal(bytes: &[u8], leading_zeros: LeadingZeros) -> Result<Number, NumberError> {
    let (negative, rest) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, bytes),
    };
    if leading_zeros == LeadingZeros::Refused && matches!(rest, [b'0', b'0'..=b'9', ..]) {
        return Err(NumberError::Syntax);
    }
    let mut digits = Digits::default();
    let (_, rest) = digits.take(rest)?;
    let (fraction_digits, rest) = match rest {
        [b'.', rest @ ..] => digits.take(rest)?,
        _ => (0, rest),
    };
    let exponent = match rest {
        [] => 0,
        [b'e' | b'E', b'-', rest @ ..] => -exponent_digits(rest)?,
        [b'e' | b'E', b'+', rest @ ..] | [b'e' | b'E', rest @ ..] => exponent_digits(rest)?,
        _ => return Err(NumberError::Syntax),
    };
    if digits.too_many {
        return Err(NumberError::TooPrecise);
    }
    let exponent = exponent.saturating_sub(fraction_digits).saturating_add(digits.pending_zeros);
    Number::from_parts(negative, digits.magnitude, digits.count, exponent)
}

/// The significant digits met so far. Zeros wait until a digit after them proves them significant, so that
/// neither leading nor trailing ones count.
#[derive(Default)]
struct Digits {
    magnitude: u128,
    count: u32,
    pending_zeros: i64,
    too_many: bool,
}

impl Digits {
    /// Takes one digit or more from the front; gives their number and what follows.
    fn take<'a>(&mut self, bytes: &'a [u8]) -> Result<(i64, &'a [u8]), NumberError> {
        let mut taken: i64 = 0;
        let mut rest = bytes;
        while let [byte @ b'0'..=b'9', after @ ..] = rest {
            self.push(byte - b'0');
            taken += 1;
            rest = after;
        }
        if taken == 0 { Err(NumberError::Syntax) } else { Ok((taken, rest)) }
    }

    #[inline]
    fn push(&mut self, digit: u8) {
        if digit == 0 {
            self.pending_zeros += i64::from(self.magnitude != 0);
            return;
        }
        let places = u32::try_from(self.pending_zeros + 1).unwrap_or(u32::MAX);
        let count = self.count.saturating_add(places);
        if count > MAX_DIGITS {
            // Only noted: a mistake in the grammar further on is the more useful complaint.
            self.too_many = true;
            return;
        }
        let shift = if places == 1 { 10 } else { power_of_ten(places) };
        // Cannot wrap: 38 digits fit.
        self.magnitude = self.magnitude.wrapping_mul(shift).wrapping_add(u128::from(digit));
        self.count = count;
        self.pending_zeros = 0;
    }
}

fn exponent_digits(bytes: &[u8]) -> Result<i64, NumberError> {
    if bytes.is_empty() {
        return Err(NumberError::Syntax);
    }
    let mut exponent: i64 = 0;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Err(NumberError::Syntax);
        }
        exponent = (exponent * 10 + i64::from(digit)).min(EXPONENT_CAP);
    }
    Ok(exponent)
}
