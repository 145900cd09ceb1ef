//! Writes values as YAML.

use saphyr_parser::ScalarStyle;
use serde_json::Value;

use super::tree::plain;

/// Returns the lines of an entry in block style.
pub(super) fn entry(name: &str, value: &Value, indent: usize) -> String {
    let key = scalar(name);
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let lines = entries.iter().map(|(key, value)| entry(key, value, indent + 2));
            format!("{:indent$}{key}:\n{}", "", lines.collect::<String>())
        }
        value => format!("{:indent$}{key}: {}\n", "", inline(value)),
    }
}

/// Returns the items of a list within brackets.
pub(super) fn items(items: &[String]) -> String {
    items.iter().map(|item| Value::from(item.as_str()).to_string()).collect::<Vec<_>>().join(", ")
}

/// Returns a text in the style of another one, or `None` if that style is beyond one line.
pub(super) fn scalar_like(text: &str, style: ScalarStyle) -> Option<String> {
    match style {
        ScalarStyle::Plain => Some(scalar(text)),
        ScalarStyle::DoubleQuoted => Some(Value::from(text).to_string()),
        ScalarStyle::SingleQuoted if text.chars().any(char::is_control) => {
            Some(Value::from(text).to_string())
        }
        ScalarStyle::SingleQuoted => Some(format!("'{}'", text.replace('\'', "''"))),
        ScalarStyle::Literal | ScalarStyle::Folded => None,
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(list) => {
            format!("[{}]", list.iter().map(Value::to_string).collect::<Vec<_>>().join(", "))
        }
        // JSON is YAML.
        value => value.to_string(),
    }
}

/// Returns a text without quotes where it can do without.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/')
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./ ".contains(c))
        && plain(text) == text
        && !["yes", "no", "on", "off", "y", "n"].contains(&&*text.to_ascii_lowercase());
    if is_plain { text.to_owned() } else { Value::from(text).to_string() }
}
