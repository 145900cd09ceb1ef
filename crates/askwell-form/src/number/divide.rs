//! Divisibility of decimals without big integers.
//!
//! value × 10^d is a multiple of step if every prime of step occurs in it often enough. 10 adds
//! only twos and fives, so those are counted, and the rest of step must divide the value itself.
//! The size of d does not matter.

/// Returns whether `value` × 10^`exponent_difference` is a multiple of `step`; `step` is not zero.
pub(super) fn is_multiple(value: u128, step: u128, exponent_difference: i32) -> bool {
    if value == 0 {
        return true;
    }
    if exponent_difference == 0 {
        return match (u64::try_from(value), u64::try_from(step)) {
            // Division of 64 bits is many times quicker than of 128.
            (Ok(value), Ok(step)) => value.is_multiple_of(step),
            _ => value.is_multiple_of(step),
        };
    }
    let twos_missing = i64::from(step.trailing_zeros()) - i64::from(value.trailing_zeros());
    if twos_missing > i64::from(exponent_difference) {
        return false;
    }
    let odd_step = step >> step.trailing_zeros().min(127);
    let (fives_in_step, coprime_step) = without_fives(odd_step);
    let (fives_in_value, _) = without_fives(value);
    fives_in_step - fives_in_value <= i64::from(exponent_difference) && value.is_multiple_of(coprime_step)
}

/// Returns how often 5 divides the value (not zero), and the quotient after that.
fn without_fives(mut value: u128) -> (i64, u128) {
    let mut fives = 0;
    while value != 0 && value.is_multiple_of(5) {
        value /= 5;
        fives += 1;
    }
    (fives, value)
}
