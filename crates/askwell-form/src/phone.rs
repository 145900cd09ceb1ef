//! Phone numbers as people type them: with spaces, hyphens, dots, slashes and parentheses.
//!
//! Knows no numbering plans. A form that wants a certain notation says so by a pattern.

use std::borrow::Cow;

use crate::definition::Field;
use crate::display_style::DisplayStyle;
use crate::kind::Kind;
use crate::rendering::InputType;

impl Field {
    /// Returns what a person typed into this field as the value to check. A phone number that the field does not
    /// accept as typed, but does without the characters that only divide it, loses these; everything else stays as it
    /// is.
    #[must_use]
    pub fn from_typed<'t>(&self, typed: &'t str) -> Cow<'t, str> {
        let is_phone = self.rendering.display_style == Some(DisplayStyle::Tel)
            || self.rendering.input_type == Some(InputType::Tel);
        let Kind::Text(kind) = &self.kind else { return Cow::Borrowed(typed) };
        if !is_phone || kind.secret || kind.takes(typed) {
            return Cow::Borrowed(typed);
        }
        match digits_of(typed) {
            Some(digits) if kind.takes(&digits) => Cow::Owned(digits),
            _ => Cow::Borrowed(typed),
        }
    }
}

/// The longest text that is read as a phone number, in bytes.
const LONGEST: usize = 64;

/// Returns the digits of a phone number, with `+` before them if it was there; `None` for any other text.
fn digits_of(typed: &str) -> Option<String> {
    let typed = typed.trim();
    if typed.len() > LONGEST {
        return None;
    }
    let (plus, rest) = typed.strip_prefix('+').map_or(("", typed), |rest| ("+", rest));
    let divides =
        |c: char| c.is_whitespace() || matches!(c, '-' | '.' | '/' | '(' | ')' | '\u{2010}'..='\u{2015}');
    let digits: String = rest.chars().filter(|&c| !divides(c)).collect();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("{plus}{digits}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Form;

    #[test]
    fn divided_number_is_taken_apart_only_where_that_helps() {
        for (pattern, typed, expected) in [
            (r"^\+[0-9]{6,15}$", "+49 (30) 123-456", "+4930123456"),
            (r"^\+[0-9]{6,15}$", " +49/30/123.456 ", "+4930123456"),
            (r"^\+[0-9]{6,15}$", "+49 30 x 123", "+49 30 x 123"),
            (r"^\+[0-9]{6,15}$", "030 123", "030 123"),
            (r"^[0-9]{3}-[0-9]{4}$", "555-0100", "555-0100"),
            (r"^[0-9]{3}-[0-9]{4}$", "555 0100", "555 0100"),
            (r"", "+49 (30) 123-456", "+49 (30) 123-456"),
            (r"^[0-9]+$", "( - )", "( - )"),
        ] {
            for hint in [
                json!({"displayStyle": "phone"}),
                json!({"displayStyle": "tel"}),
                json!({"inputType": "tel"}),
            ] {
                let field = json!({"id": "a", "type": "text", "label": "A", "rendering": hint, "validation": {"pattern": pattern}});
                let form = Form::from_value(&json!({"id": "f", "title": "F", "fields": [field]})).unwrap();
                assert_eq!(form.field("a").unwrap().from_typed(typed), expected, "{pattern} {typed}");
            }
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let field = json!({"id": "a", "type": "text", "label": "A", "validation": {"maxLength": 3}});
        let form = Form::from_value(&json!({"id": "f", "title": "F", "fields": [field]})).unwrap();
        assert_eq!(form.field("a").unwrap().from_typed("1 2 3"), "1 2 3");
    }
}
