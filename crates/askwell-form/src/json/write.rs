//! Writes JSON text and keeps all digits of numbers.

use serde_json::{Map, Value};

use super::scan::{is_plain, plain_length};
use super::tree::{Json, Node};

/// Writes `text` as a JSON string.
pub fn string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    if is_plain(text.as_bytes()) {
        out.push_str(text);
    } else {
        escaped(out, text);
    }
    out.push('"');
}

#[cold]
fn escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((plain, special)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
        out.push_str(plain);
        let Some(&byte) = special.as_bytes().first() else { break };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            other => out.push_str(&format!("\\u{other:04x}")),
        }
        rest = special.get(1..).unwrap_or_default();
    }
}

/// Writes a whole number, without the detour through a formatter.
pub(crate) fn integer(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    unsigned(out, value.unsigned_abs());
}

/// The same for one that is not negative.
pub(crate) fn unsigned(out: &mut String, value: u64) {
    if value > 9 {
        unsigned(out, value / 10);
    }
    out.push(char::from(b'0' + u8::try_from(value % 10).unwrap_or_default()));
}

/// Writes a list, each item by `each`.
pub fn list<T>(out: &mut String, items: impl IntoIterator<Item = T>, mut each: impl FnMut(&mut String, T)) {
    out.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(']');
}

/// Writes an object from keys and a way to write each value.
pub(crate) fn object<'k, T>(
    out: &mut String,
    members: impl IntoIterator<Item = (&'k str, T)>,
    mut each: impl FnMut(&mut String, T),
) {
    out.push('{');
    for (index, (key, value)) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(out, key);
        out.push(':');
        each(out, value);
    }
    out.push('}');
}

/// Writes a document without comments and white space.
pub(crate) fn node(out: &mut String, node: &Node<'_>) {
    match &node.value {
        Json::Null => out.push_str("null"),
        Json::Bool(true) => out.push_str("true"),
        Json::Bool(false) => out.push_str("false"),
        Json::Number(digits) => out.push_str(digits),
        Json::Text(text) => string(out, text),
        Json::List(items) => list(out, items, self::node),
        Json::Object(members) => object(out, members.iter().map(|m| (&*m.key, &m.node)), self::node),
    }
}

/// Returns the same as a serde_json value, whose numbers beyond 64 bits become the nearest double.
pub(crate) fn value(node: &Node<'_>) -> Value {
    match &node.value {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(digits) => serde_json::from_str(digits).unwrap_or(Value::Null),
        Json::Text(text) => Value::String(text.clone().into_owned()),
        Json::List(items) => Value::Array(items.iter().map(value).collect()),
        Json::Object(members) => Value::Object(
            members.iter().map(|m| (m.key.clone().into_owned(), value(&m.node))).collect::<Map<_, _>>(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::Comments;
    use super::super::tree::Tree;

    #[test]
    fn integers_are_written_in_full() {
        for value in [0, 7, -7, 10, 168, -1000, i64::MAX, i64::MIN] {
            let mut out = String::new();
            super::integer(&mut out, value);
            assert_eq!(out, value.to_string());
        }
    }

    #[test]
    fn strings_survive_a_round_trip() {
        for text in ["", "plain", "q\"b\\n\n\t\r\u{8}\u{0}é😀", "\u{7f}\u{2028}"] {
            let mut out = String::new();
            super::string(&mut out, text);
            assert_eq!(serde_json::from_str::<String>(&out).unwrap(), text);
        }
    }

    #[test]
    fn documents_survive_except_comments_and_white_space() {
        let text = "{ \"a\" : [ 1.50, null, true ], // why\n \"b\": {\"c\": 12345678901234567890123} }";
        let tree = Tree::parse(text, Comments::Allowed).unwrap();
        let mut out = String::new();
        super::node(&mut out, &tree.root);
        assert_eq!(out, r#"{"a":[1.50,null,true],"b":{"c":12345678901234567890123}}"#);
    }
}
