//! The limit: a validator written for the one form of [`crate::form`], with every rule a constant.
//!
//! It does the same work as a loaded form: types, lengths in code points, options, repetitions, formats, the URL
//! guard, hidden characters, unknown keys, and blanks that count as nothing. Addresses, dates and URLs go through
//! the form language's own functions, so that what is compared is everything around them. Says only yes or no.

use askwell_form::url_guard::{self, UrlPolicy};
use askwell_form::{Date, Format, Number};
use serde_json::Value;

/// The bits of the fields that must be there.
const PROVIDER: u8 = 1;
const CLIENT_ID: u8 = 1 << 1;
const CLIENT_SECRET: u8 = 1 << 2;
const SCOPES: u8 = 1 << 3;
const REDIRECT_URI: u8 = 1 << 4;
const REQUIRED: u8 = PROVIDER | CLIENT_ID | CLIENT_SECRET | SCOPES | REDIRECT_URI;

/// Whether the form would accept the answer.
pub(crate) fn accepts(answer: &Value, policy: &UrlPolicy) -> bool {
    let Value::Object(members) = answer else { return false };
    let mut found = 0;
    for (key, value) in members {
        // A blank is nothing; where something is required, that shows in the end.
        let blank = is_blank(value);
        let (bit, sound) = match key.as_str() {
            "provider" => (PROVIDER, is_provider(value)),
            "client_id" => (CLIENT_ID, is_credential(value)),
            "client_secret" => (CLIENT_SECRET, is_credential(value)),
            "custom_auth_url" | "custom_token_url" => (0, is_url(value, policy)),
            // No choices are a blank too.
            "scopes" if value.as_array().is_some_and(Vec::is_empty) => continue,
            "scopes" => (SCOPES, are_scopes(value)),
            "enable_pkce" => (0, is_truth(value)),
            "redirect_uri" => (REDIRECT_URI, is_url(value, policy)),
            "session_duration" => (0, is_duration(value)),
            "username" => (0, is_username(value)),
            "email" => (0, is_email(value)),
            "start_date" => (0, is_start(value)),
            _ => return false,
        };
        if !sound && !blank {
            return false;
        }
        if !blank {
            found |= bit;
        }
    }
    found == REQUIRED
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

fn is_provider(value: &Value) -> bool {
    matches!(value.as_str(), Some("google" | "github" | "microsoft" | "custom"))
}

fn is_credential(value: &Value) -> bool {
    value.as_str().is_some_and(|text| (10..=256).contains(&code_points(text)) && is_honest(text))
}

fn is_url(value: &Value, policy: &UrlPolicy) -> bool {
    value.as_str().is_some_and(|text| url_guard::check(text, policy).is_ok())
}

fn are_scopes(value: &Value) -> bool {
    let Value::Array(items) = value else { return false };
    let mut seen = 0_u8;
    for item in items {
        let place = match item.as_str() {
            Some("openid") => 0,
            Some("profile") => 1,
            Some("email") => 2,
            Some("offline_access") => 3,
            Some("read:user") => 4,
            Some("repo") => 5,
            _ => return false,
        };
        if seen & (1 << place) != 0 {
            return false;
        }
        seen |= 1 << place;
    }
    (1..=10).contains(&items.len())
}

fn is_truth(value: &Value) -> bool {
    value.is_boolean() || matches!(value.as_str(), Some("true" | "false"))
}

fn is_duration(value: &Value) -> bool {
    if let Some(hours) = value.as_i64() {
        return (1..=168).contains(&hours);
    }
    let number = match value {
        Value::Number(number) => Number::parse(&number.to_string()),
        Value::String(typed) => Number::parse_typed(typed),
        _ => return false,
    };
    number.is_ok_and(|number| number.as_i64().is_some_and(|hours| (1..=168).contains(&hours)))
}

fn is_username(value: &Value) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    value.as_str().is_some_and(|text| (3..=32).contains(&text.len()) && text.bytes().all(allowed))
}

fn is_email(value: &Value) -> bool {
    // The format has no room for hidden characters.
    value.as_str().is_some_and(|text| Format::Email.accepts(text))
}

fn is_start(value: &Value) -> bool {
    let date = value.as_str().and_then(|text| Date::parse(text).ok());
    date.is_some_and(|date| date.year() == 2026)
}

fn code_points(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

fn is_honest(text: &str) -> bool {
    let hidden = |character| {
        matches!(character,
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
            | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.bytes().all(|byte| matches!(byte, 0x20..=0x7E)) || !text.chars().any(hidden)
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use askwell_form::url_guard::UrlPolicy;
    use serde_json::{Value, json};

    use super::accepts;
    use crate::form::{BAD, DOCUMENT, GOOD};

    #[test]
    fn agrees_with_the_loaded_form() {
        let form = Form::parse(DOCUMENT).unwrap();
        let policy = UrlPolicy::default();
        let good: Value = serde_json::from_str(GOOD).unwrap();
        let values = [
            json!(null),
            json!(""),
            json!([]),
            json!({}),
            json!(true),
            json!("true"),
            json!(0),
            json!(1),
            json!(168),
            json!(169),
            json!(1.0),
            json!(1.5),
            json!("24"),
            json!("github"),
            json!("hidden\u{202e}text"),
            json!("plain text"),
            json!("ünïcödé!!!"),
            json!("x".repeat(256)),
            json!("x".repeat(257)),
            json!("ab"),
            json!("a@example.com"),
            json!("https://example.com/"),
            json!("http://example.com/"),
            json!("https://10.0.0.1/"),
            json!("2026-01-01"),
            json!("2027-01-01"),
            json!("2026-02-30"),
            json!(["openid"]),
            json!(["openid", "openid"]),
            json!(["other"]),
            json!([1]),
        ];
        for key in good.as_object().unwrap().keys().map(String::as_str).chain(["unknown"]) {
            for value in &values {
                let mut answer = good.clone();
                answer[key] = value.clone();
                assert_eq!(accepts(&answer, &policy), form.accepts(&answer), "{key}: {value}");
            }
            let mut answer = good.clone();
            answer.as_object_mut().unwrap().remove(key);
            assert_eq!(accepts(&answer, &policy), form.accepts(&answer), "without {key}");
        }
        for (answer, expected) in [(GOOD, true), (BAD, false), ("[]", false), ("{}", false)] {
            assert_eq!(accepts(&serde_json::from_str(answer).unwrap(), &policy), expected, "{answer}");
        }
    }
}
