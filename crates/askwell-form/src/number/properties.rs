//! Property tests against big integers, `serde_json` and the standard library.

use num_bigint::{BigInt, BigUint};
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

use super::Number;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A decimal as its digits and exponent, and one of several ways to write it.
#[derive(Clone, Debug)]
struct Written {
    mantissa: BigInt,
    exponent: i32,
    text: String,
}

fn written() -> impl Strategy<Value = Written> {
    let magnitude = prop_oneof![
        Just(0u128),
        0u128..20,
        0u128..100_000,
        any::<u64>().prop_map(u128::from),
        0u128..10u128.pow(38),
        (0u32..38, 1u128..10).prop_map(|(power, digit)| digit * 10u128.pow(power)),
        (0u32..38).prop_map(|power| 10u128.pow(power) - 1),
        (0u32..120).prop_map(|power| 2u128.pow(power)),
        (0u32..54).prop_map(|power| 5u128.pow(power)),
    ];
    let exponent = prop_oneof![Just(0), -3..3, -40..40, -320..270];
    let magnitude = magnitude.prop_filter("38 digits", |magnitude| *magnitude < 10u128.pow(38));
    (any::<bool>(), magnitude, exponent, 0usize..50).prop_map(|(negative, magnitude, exponent, zeros)| {
        let sign = if negative { "-" } else { "" };
        let padding = "0".repeat(zeros);
        let text = match zeros % 3 {
            0 => format!("{sign}{magnitude}.{padding}0e{exponent}"),
            1 => format!("{sign}0.{padding}{magnitude}E{:+}", exponent + digits_after(zeros, magnitude)),
            _ if exponent == 0 => format!("{sign}{magnitude}"),
            _ => format!("{sign}{magnitude}e{exponent}"),
        };
        let mantissa = if negative { -BigInt::from(magnitude) } else { BigInt::from(magnitude) };
        Written { mantissa, exponent, text }
    })
}

/// Returns how many places after the point the digits end when that many zeros stand before them.
fn digits_after(zeros: usize, magnitude: u128) -> i32 {
    i32::try_from(zeros + magnitude.to_string().len()).unwrap()
}

/// Both as integers of one common unit.
fn aligned(left: &Written, right: &Written) -> (BigInt, BigInt) {
    let lowest = left.exponent.min(right.exponent);
    let scale = |one: &Written| {
        let power = u32::try_from(one.exponent - lowest).unwrap();
        &one.mantissa * BigInt::from(BigUint::from(10u8).pow(power))
    };
    (scale(left), scale(right))
}

proptest! {
    #[test]
    fn displayed_number_round_trips(written in written()) {
        let parsed = number(&written.text);
        let text = parsed.to_string();
        prop_assert_eq!(number(&text), parsed, "{}", text);
        prop_assert_eq!(number(&text).to_string(), text.clone());
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}", text);
        prop_assert_eq!(parsed.to_f64().to_bits(), (text.parse::<f64>().unwrap() + 0.0).to_bits());
        prop_assert_eq!(Number::parse_typed(&format!(" {} ", written.text)), Ok(parsed));
    }

    #[test]
    fn order_equals_that_of_big_integers(left in written(), right in written()) {
        let (big_left, big_right) = aligned(&left, &right);
        let (small_left, small_right) = (number(&left.text), number(&right.text));
        prop_assert_eq!(small_left.cmp(&small_right), big_left.cmp(&big_right));
        prop_assert_eq!(small_left == small_right, big_left == big_right);
        prop_assert_eq!(small_right.cmp(&small_left), big_right.cmp(&big_left));
    }

    #[test]
    fn multiples_equal_those_of_big_integers(value in written(), step in written(), factor in 0u32..1000, exact in any::<bool>()) {
        let mantissa = BigInt::from(step.mantissa.magnitude().clone());
        let step = Written { text: format!("{mantissa}e{}", step.exponent), mantissa, exponent: step.exponent };
        let value = if exact {
            let mantissa = &step.mantissa * factor;
            Written { text: format!("{mantissa}e{}", step.exponent), mantissa, exponent: step.exponent }
        } else {
            value
        };
        let (Ok(small_value), Ok(small_step)) = (Number::parse(&value.text), Number::parse(&step.text)) else {
            return Ok(());
        };
        let (big_value, big_step) = aligned(&value, &step);
        let zero = BigInt::from(0);
        let expected = big_step > zero && (big_value % big_step) == zero;
        prop_assert_eq!(small_value.is_multiple_of(&small_step), expected, "{} of {}", small_value, small_step);
    }

    #[test]
    fn agrees_with_serde_json_on_the_grammar(text in "[-+]?[0-9]{0,3}[.]?[0-9]{0,3}([eE][-+]?[0-9]{0,2})?[ x]?") {
        let theirs = serde_json::from_str::<f64>(&text).is_ok() && !text.contains(' ');
        prop_assert_eq!(Number::parse(&text).is_ok(), theirs, "{}", text);
    }

    #[test]
    fn doubles_round_trip(double in any::<f64>()) {
        if let Ok(parsed) = Number::try_from(double) {
            prop_assert_eq!((parsed.to_f64()).to_bits(), (double + 0.0).to_bits());
        } else {
            prop_assert!(!double.is_finite());
        }
    }

    #[test]
    fn integers_round_trip(signed in any::<i64>(), unsigned in any::<u64>()) {
        prop_assert_eq!(number(&signed.to_string()), Number::from(signed));
        prop_assert_eq!(Number::from(signed).as_i64(), Some(signed));
        prop_assert_eq!(number(&unsigned.to_string()).as_u64(), Some(unsigned));
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in any::<String>(), near in "[-+0-9.eE ]{0,60}") {
        for text in [text, near] {
            if let Ok(parsed) = Number::parse_typed(&text) {
                prop_assert_eq!(number(&parsed.to_string()), parsed);
            }
        }
    }
}
