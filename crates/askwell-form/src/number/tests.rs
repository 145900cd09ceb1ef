//! Tables of edge cases.

use std::collections::HashSet;

use super::{Number, NumberError};

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn json_number_is_parsed_as_the_table_says() {
    use NumberError::{OutOfRange, Syntax, TooPrecise};
    let cases: &[(&str, Result<&str, NumberError>)] = &[
        ("0", Ok("0")),
        ("-0", Ok("0")),
        ("-0.0e5", Ok("0")),
        ("0e99999999999999999999", Ok("0")),
        ("0e-99999999999999999999", Ok("0")),
        ("7", Ok("7")),
        ("-7", Ok("-7")),
        ("100", Ok("100")),
        ("1e2", Ok("100")),
        ("1E+2", Ok("100")),
        ("1.0", Ok("1")),
        ("1.50", Ok("1.5")),
        ("150e-2", Ok("1.5")),
        ("-19.99", Ok("-19.99")),
        ("0.000001", Ok("0.000001")),
        ("0.0000001", Ok("1e-7")),
        ("-0.00000012", Ok("-1.2e-7")),
        ("1000000000000000000", Ok("1000000000000000000")),
        ("999999999999999999", Ok("999999999999999999")),
        ("100000000000000000000", Ok("100000000000000000000")),
        ("1000000000000000000000", Ok("1e21")),
        ("1200000000000000000000", Ok("1.2e21")),
        ("1020000000000000000000", Ok("1.02e21")),
        ("123456789012345678901.5", Ok("123456789012345678901.5")),
        ("99999999999999999999999999999999999999", Ok("9.9999999999999999999999999999999999999e37")),
        ("999999999999999999999999999999999999990", Ok("9.9999999999999999999999999999999999999e38")),
        ("999999999999999999999999999999999999991", Err(TooPrecise)),
        ("0.12345678901234567890123456789012345678", Ok("0.12345678901234567890123456789012345678")),
        ("0.123456789012345678901234567890123456789", Err(TooPrecise)),
        ("0.00000112345678901234567890123456789012345678", Err(TooPrecise)),
        (
            "0.0000012345678901234567890123456789012345678",
            Ok("0.0000012345678901234567890123456789012345678"),
        ),
        ("1e308", Ok("1e308")),
        ("1.7976931348623157e308", Ok("1.7976931348623157e308")),
        ("1.7976931348623159e308", Err(OutOfRange)),
        ("-2e308", Err(OutOfRange)),
        ("1e400", Err(OutOfRange)),
        ("1e309", Err(OutOfRange)),
        ("0.0001e312", Ok("1e308")),
        ("1e99999999999999999999", Err(OutOfRange)),
        ("1e-99999999999999999999", Err(OutOfRange)),
        ("5e-324", Ok("5e-324")),
        ("3e-324", Ok("3e-324")),
        ("2e-324", Err(OutOfRange)),
        ("1e-325", Err(OutOfRange)),
        ("1e-400", Err(OutOfRange)),
        ("", Err(Syntax)),
        ("-", Err(Syntax)),
        ("+1", Err(Syntax)),
        ("--1", Err(Syntax)),
        ("08", Err(Syntax)),
        ("00", Err(Syntax)),
        ("-08", Err(Syntax)),
        ("00.5", Err(Syntax)),
        (".5", Err(Syntax)),
        ("-.5", Err(Syntax)),
        ("5.", Err(Syntax)),
        ("5.e3", Err(Syntax)),
        ("1e", Err(Syntax)),
        ("1e+", Err(Syntax)),
        ("1e-", Err(Syntax)),
        ("1e+-2", Err(Syntax)),
        ("1e1.5", Err(Syntax)),
        ("1.2.3", Err(Syntax)),
        ("1,5", Err(Syntax)),
        ("1_000", Err(Syntax)),
        ("1 000", Err(Syntax)),
        (" 1", Err(Syntax)),
        ("1 ", Err(Syntax)),
        ("1\n", Err(Syntax)),
        ("0x10", Err(Syntax)),
        ("1/", Err(Syntax)),
        ("1:", Err(Syntax)),
        ("NaN", Err(Syntax)),
        ("Infinity", Err(Syntax)),
        ("-Infinity", Err(Syntax)),
        ("١", Err(Syntax)),
        ("1\u{feff}", Err(Syntax)),
        ("9999999999999999999999999999999999999999999x", Err(Syntax)),
    ];
    for (text, expected) in cases {
        let found = Number::parse(text).map(|number| number.to_string());
        assert_eq!(found.as_deref().map_err(|error| *error), *expected, "{text}");
    }
}

#[test]
fn typed_number_is_parsed_as_the_table_says() {
    for (text, expected) in [
        ("08", Some("8")),
        ("-007.50", Some("-7.5")),
        ("000", Some("0")),
        (" 8080\t\r\n", Some("8080")),
        ("00001e2", Some("100")),
        ("", None),
        ("  ", None),
        ("+8", None),
        ("1 000", None),
        ("- 8", None),
        (".5", None),
        ("5.", None),
        ("\u{a0}5", None),
        ("1,000", None),
    ] {
        let found = Number::parse_typed(text).ok().map(|number| number.to_string());
        assert_eq!(found.as_deref(), expected, "{text:?}");
    }
}

#[test]
fn outer_zeros_do_not_count_as_digits() {
    let zeros = "0".repeat(60);
    assert_eq!(number(&format!("1.{zeros}")), number("1"));
    assert_eq!(number(&format!("1{zeros}")), number("1e60"));
    assert_eq!(number(&format!("0.{zeros}5")), number("5e-61"));
    assert_eq!(number(&format!("1{zeros}e-60")), number("1"));
    assert_eq!(Number::parse(&format!("1.{zeros}1")), Err(NumberError::TooPrecise));
    assert_eq!(Number::parse_typed(&format!("{zeros}{zeros}12")), Ok(number("12")));
    let many = "0".repeat(100_000);
    assert_eq!(number(&format!("1{many}e-100000")), number("1"));
    assert_eq!(number(&format!("0.{many}1e100001")), number("1"));
}

#[test]
fn numbers_compare_as_the_table_says() {
    let ascending = [
        "-1.7976931348623157e308",
        "-1e300",
        "-9007199254740993",
        "-9007199254740992",
        "-1.5",
        "-1",
        "-0.1",
        "-5e-324",
        "0",
        "5e-324",
        "1e-300",
        "0.1",
        "0.10000000000000000000000000000000000001",
        "0.3",
        "1",
        "1.0000000000000000000000000000000000001",
        "2",
        "10",
        "9007199254740992",
        "9007199254740992.5",
        "9007199254740993",
        "99999999999999999999999999999999999999",
        "1e38",
        "1.2345678901234567890123456789012345678e38",
        "1e300",
        "1.7976931348623157e308",
    ];
    for (left_place, left) in ascending.iter().enumerate() {
        for (right_place, right) in ascending.iter().enumerate() {
            assert_eq!(number(left).cmp(&number(right)), left_place.cmp(&right_place), "{left} {right}");
        }
    }
    let same = ["1", "1.0", "10e-1", "0.1e1", "1e0"];
    assert_eq!(same.iter().map(|text| number(text)).collect::<HashSet<_>>().len(), 1);
}

#[test]
fn multiple_is_found_as_the_table_says() {
    for (value, step, expected) in [
        ("9007199254740993", "3", true),
        ("9007199254740994", "3", false),
        ("19.99", "0.01", true),
        ("19.995", "0.01", false),
        ("0.3", "0.1", true),
        ("1e300", "7e-3", false),
        ("7e300", "7e-3", true),
        ("1e300", "8e-3", true),
        ("1e308", "5e-324", true),
        ("1e308", "3e-324", false),
        ("5e-324", "1e308", false),
        ("0", "1e308", true),
        ("0", "0.01", true),
        ("-4.5", "1.5", true),
        ("100", "1e2", true),
        ("150", "1e2", false),
        ("4e-1", "16", false),
        ("1e1", "16", false),
        ("1e4", "16", true),
        ("1e3", "16", false),
        ("1e2", "0.625", true),
        ("5", "0", false),
        ("5", "-5", false),
        ("0", "0", false),
        ("1e40", "1e39", true),
        ("3e39", "2e39", false),
        ("99999999999999999999999999999999999999", "33333333333333333333333333333333333333", true),
    ] {
        assert_eq!(number(value).is_multiple_of(&number(step)), expected, "{value} of {step}");
    }
}

#[test]
fn number_converts_only_if_it_fits() {
    assert_eq!(Number::from(i64::MIN).as_i64(), Some(i64::MIN));
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).as_i64(), None);
    assert_eq!(Number::from(-1i64).as_u64(), None);
    assert_eq!(number("1e300").as_u64(), None);
    assert_eq!(number("1.5").as_i64(), None);
    assert_eq!(number("18446744073709551616").as_u64(), None);
    for (text, expected) in [("1e300", true), ("1.0", true), ("1.5", false), ("1e-300", false), ("0", true)] {
        assert_eq!(number(text).is_integer(), expected, "{text}");
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Number::try_from(bad), Err(NumberError::OutOfRange));
    }
    for (double, expected) in [
        (0.1, "0.1"),
        (-0.0, "0"),
        (f64::MAX, "1.7976931348623157e308"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        (5e-324, "5e-324"),
        (1e23, "1e23"),
        (9_007_199_254_740_993.0, "9007199254740992"),
    ] {
        assert_eq!(Number::try_from(double).map(|number| number.to_string()).as_deref(), Ok(expected));
    }
    assert_eq!(format!("{:?}", number("1.50")), "Number(1.5)");
}

#[test]
fn serialized_number_keeps_its_digits() {
    for (text, expected) in [
        ("8080", "8080"),
        ("1.0", "1"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("18446744073709551615", "18446744073709551615"),
        ("0.1", "0.1"),
        ("1.5e300", "1.5e+300"),
    ] {
        assert_eq!(serde_json::to_string(&number(text)).unwrap(), expected);
    }
}
