//! Packs the text of a form into fewer bytes for storage: common parts of forms take one byte each.

use std::sync::Arc;

/// What most forms say, the longest first. Each begins with a quotation mark.
const TOKENS: [&str; 45] = [
    r#""$schema":"urn:askwell:schema:form-definition:1","id":""#,
    r#""conditionalDisplay":{"operator":""#,
    r#"","type":"multi_select","label":""#,
    r#"","type":"boolean","label":""#,
    r#"","type":"select","label":""#,
    r#"","type":"number","label":""#,
    r#"","type":"text","label":""#,
    r#"","type":"date","label":""#,
    r#"","type":"url","label":""#,
    r#""blockPrivateIPs":true"#,
    r#""options":[{"value":""#,
    r#"","required":false,"#,
    r#""allowedSchemes":[""#,
    r#"","required":true,"#,
    r#""fields":[{"id":""#,
    r#"","description":""#,
    r#""required":false"#,
    r#""displayStyle":""#,
    r#""autocomplete":""#,
    r#""validation":{""#,
    r#""dependencies":"#,
    r#""required":true"#,
    r#""placeholder":""#,
    r#""rendering":{""#,
    r#"","helpText":""#,
    r#""},{"value":""#,
    r#""inputType":""#,
    r#""maxLength":"#,
    r#""minLength":"#,
    r#""helpText":""#,
    r#""metadata":{"#,
    r#""}},{"id":""#,
    r#"","title":""#,
    r#"","label":""#,
    r#"","value":""#,
    r#"","field":""#,
    r#""pattern":""#,
    r#""},{"id":""#,
    r#"","type":""#,
    r#""default":"#,
    r#""timeout":"#,
    r#""minimum":"#,
    r#""maximum":"#,
    r#""format":""#,
    r#""}],""#,
];

/// The bytes that stand for the tokens after the first 32. No text in UTF-8 has them.
const LATER_CODES: [u8; 13] = [0xc0, 0xc1, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff];

/// Returns the byte that stands for a token. The first 32 have control characters, which no JSON
/// text has outside of an escape.
fn code(place: usize) -> Option<u8> {
    match place.checked_sub(32) {
        None => u8::try_from(place).ok(),
        Some(later) => LATER_CODES.get(later).copied(),
    }
}

/// Returns the token that a byte stands for.
fn token(byte: u8) -> Option<&'static str> {
    let place = match byte {
        0..32 => usize::from(byte),
        0xc0 | 0xc1 => 32 + usize::from(byte - 0xc0),
        0xf5.. => 34 + usize::from(byte - 0xf5),
        _ => return None,
    };
    TOKENS.get(place).copied()
}

/// Packs the compact JSON text of a form; `None` if it holds a control character, which such a text never does.
pub(crate) fn pack(document: &str) -> Option<Arc<[u8]>> {
    let mut packed = Vec::with_capacity(document.len());
    let mut rest = document.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first < 0x20 {
            return None;
        }
        let found = if first == b'"' { longest_token(rest) } else { None };
        match found {
            Some((code, after)) => {
                packed.push(code);
                rest = after;
            }
            None => {
                packed.push(first);
                rest = after;
            }
        }
    }
    Some(Arc::from(packed))
}

/// Returns the longest token that a text begins with, and what follows it.
fn longest_token(text: &[u8]) -> Option<(u8, &[u8])> {
    let second = text.get(1);
    TOKENS.iter().enumerate().find_map(|(place, token)| {
        let token = token.as_bytes();
        if token.get(1) != second {
            return None;
        }
        Some((code(place)?, text.strip_prefix(token)?))
    })
}

/// Returns the text that was packed; `None` if these bytes are not a packed text.
pub(crate) fn unpack(packed: &[u8]) -> Option<String> {
    let mut document = Vec::with_capacity(packed.len() * 2);
    for &byte in packed {
        match token(byte) {
            Some(token) => document.extend_from_slice(token.as_bytes()),
            None => document.push(byte),
        }
    }
    String::from_utf8(document).ok()
}

#[cfg(test)]
mod tests {
    use super::{LATER_CODES, TOKENS, code, pack, token, unpack};

    #[test]
    fn each_token_has_its_own_byte() {
        assert_eq!(TOKENS.len(), 32 + LATER_CODES.len());
        for (place, text) in TOKENS.iter().enumerate() {
            assert!(text.starts_with('"'), "{text}");
            assert_eq!(code(place).and_then(token), Some(*text));
        }
        assert!(TOKENS.is_sorted_by_key(|text| std::cmp::Reverse(text.len())), "the longest is found first");
    }

    #[test]
    fn packed_forms_are_shorter_and_unpack_unchanged() {
        for form in [
            include_str!("../../../examples/forms/api-key.json"),
            include_str!("../../../examples/forms/oauth.json"),
            include_str!("../../../examples/forms/all-kinds.json"),
        ] {
            let form = crate::Form::parse(form).unwrap();
            let packed = pack(form.to_json()).unwrap();
            assert_eq!(unpack(&packed).as_deref(), Some(form.to_json()));
            assert!(
                packed.len() * 3 < form.to_json().len() * 2,
                "{} of {}",
                packed.len(),
                form.to_json().len()
            );
        }
        for text in ["", "\"", "\"\"", "\"id", "{\"ü\":\"€😀\u{7f}\"}", "\"}],\"}],\""] {
            assert_eq!(unpack(&pack(text).unwrap()).as_deref(), Some(text));
        }
        assert_eq!(pack("a\nb"), None);
        assert_eq!(unpack(&[0x80]), None);
    }
}
