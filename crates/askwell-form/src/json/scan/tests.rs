//! Tokens, and texts that are none.

use super::{Comments, JsonFault, Scanner, is_plain, plain_length};

fn string(text: &str) -> Result<String, JsonFault> {
    Scanner::new(text, Comments::Refused).string().map(Into::into).map_err(|error| error.fault)
}

#[test]
fn string_is_scanned_as_the_table_says() {
    for (text, expected) in [
        (r#""""#, Ok("")),
        (r#""plain""#, Ok("plain")),
        (r#""tab\tquote\"slash\/\\""#, Ok("tab\tquote\"slash/\\")),
        (r#""\u00e9\ud83d\ude00!""#, Ok("é😀!")),
        (r#""\u0000""#, Ok("\0")),
        (r#""\ud800""#, Err(JsonFault::LoneSurrogate)),
        (r#""\ud800\u0041""#, Err(JsonFault::LoneSurrogate)),
        (r#""\udc00""#, Err(JsonFault::LoneSurrogate)),
        (r#""\x""#, Err(JsonFault::Escape)),
        (r#""\u12""#, Err(JsonFault::Escape)),
        (r#""\u+123""#, Err(JsonFault::Escape)),
        ("\"a\nb\"", Err(JsonFault::ControlCharacter)),
        ("\"open", Err(JsonFault::Ends("a closing quote"))),
        ("\"open\\", Err(JsonFault::Ends("an escape"))),
    ] {
        assert_eq!(string(text), expected.map(str::to_owned), "{text}");
    }
}

#[test]
fn number_is_scanned_as_the_table_says() {
    for text in ["0", "-0", "10", "1.5", "-1.5e+10", "1E5", "9007199254740993", "1e400"] {
        assert_eq!(Scanner::new(text, Comments::Refused).number(), Ok(text));
    }
    for text in ["", "-", "01", "1.", ".5", "1e", "+1", "1e+"] {
        assert!(Scanner::new(text, Comments::Refused).number().is_err(), "{text}");
    }
}

#[test]
fn word_scan_agrees_with_byte_scan() {
    for special in ["\"", "\\", "\n", "\u{1f}"] {
        for before in 0..40 {
            let text =
                format!("{}{special}{special}é{special}", "é".repeat(before / 2) + &"x".repeat(before % 2));
            let expected = text.bytes().position(|b| b < 0x20 || b == b'"' || b == b'\\').unwrap();
            assert_eq!(plain_length(text.as_bytes()), expected, "{text:?}");
            assert!(is_plain(&text.as_bytes()[..expected]), "{text:?}");
            assert!(!is_plain(&text.as_bytes()[..=expected]), "{text:?}");
            assert!(!is_plain(&text.as_bytes()[expected..]), "{text:?}");
        }
    }
}
