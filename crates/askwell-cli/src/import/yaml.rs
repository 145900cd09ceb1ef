//! YAML as a JSON value: for OpenAPI documents.
//!
//! Aliases are copied, within a limit, so that a small document cannot become a large one.

use std::collections::HashMap;

use anyhow::{Result, anyhow, bail};
use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Number, Value};

/// Nesting beyond this is rejected.
const DEEPEST: usize = 100;

/// How many values a document may have, with those that its aliases copy.
const MOST_VALUES: usize = 1_000_000;

/// A collection that is still open.
enum Open {
    List(Vec<Value>, usize),
    Table(Map<String, Value>, Option<String>, usize),
}

/// Reads the first document. Nothing is `null`.
pub(super) fn read(text: &str) -> Result<Value> {
    let mut reader = Reader { open: Vec::new(), anchors: HashMap::new(), values: 0, done: None };
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let marker = error.marker();
            anyhow!("line {}, column {}: {}", marker.line(), marker.col() + 1, error.info())
        })?;
        reader.push(event).map_err(|error| anyhow!("line {}: {error}", span.start.line()))?;
        if reader.done.is_some() {
            break;
        }
    }
    Ok(reader.done.unwrap_or(Value::Null))
}

struct Reader {
    open: Vec<Open>,
    /// The values of anchors, by number.
    anchors: HashMap<usize, Value>,
    values: usize,
    done: Option<Value>,
}

impl Reader {
    fn push(&mut self, event: Event<'_>) -> Result<()> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text = style != ScalarStyle::Plain || tag.is_some_and(|tag| tag.suffix == "str");
                let value = if is_text { Value::String(text.into_owned()) } else { plain(&text) };
                self.add(value, anchor)
            }
            Event::Alias(anchor) => {
                let Some(value) = self.anchors.get(&anchor).cloned() else {
                    bail!("an alias stands before its anchor, or inside of it");
                };
                self.values += size(&value);
                self.add(value, 0)
            }
            Event::SequenceStart(anchor, _) => self.open(Open::List(Vec::new(), anchor)),
            Event::MappingStart(anchor, _) => self.open(Open::Table(Map::new(), None, anchor)),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(items, anchor)) => self.add(items.into(), anchor),
                Some(Open::Table(entries, _, anchor)) => self.add(entries.into(), anchor),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn open(&mut self, open: Open) -> Result<()> {
        if self.open.len() >= DEEPEST {
            bail!("nested too deeply");
        }
        self.open.push(open);
        Ok(())
    }

    fn add(&mut self, value: Value, anchor: usize) -> Result<()> {
        self.values += 1;
        if self.values > MOST_VALUES {
            bail!("more than {MOST_VALUES} values, with those that aliases copy");
        }
        if anchor != 0 {
            self.anchors.insert(anchor, value.clone());
        }
        match self.open.last_mut() {
            None => self.done = Some(value),
            Some(Open::List(items, _)) => items.push(value),
            Some(Open::Table(entries, key, _)) => match key.take() {
                None => {
                    *key = Some(match value {
                        Value::String(text) => text,
                        other => other.to_string(),
                    });
                }
                Some(key) if key == "<<" => merge(entries, value),
                Some(key) => {
                    if entries.contains_key(&key) {
                        bail!("the key `{key}` stands twice in one mapping");
                    }
                    entries.insert(key, value);
                }
            },
        }
        Ok(())
    }
}

/// `<<` adds the entries of another mapping that are not there yet.
fn merge(entries: &mut Map<String, Value>, value: Value) {
    match value {
        Value::Object(others) => {
            for (key, value) in others {
                entries.entry(key).or_insert(value);
            }
        }
        Value::Array(several) => several.into_iter().for_each(|value| merge(entries, value)),
        _ => {}
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(entries) => 1 + entries.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the meaning of a text without quotes, by the core schema.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => true.into(),
        "false" | "False" | "FALSE" => false.into(),
        text => number(text).map_or_else(|| text.into(), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        || !digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'))
    {
        return None;
    }
    let text = text.strip_prefix('+').unwrap_or(text);
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole.into());
    }
    Number::from_f64(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read;

    #[test]
    fn documents_are_read() {
        for (text, expected) in [
            ("", json!(null)),
            (
                "a: 1\nb: [x, 'y', 1.5, -2e3, true, ~]",
                json!({"a": 1, "b": ["x", "y", 1.5, -2000.0, true, null]}),
            ),
            (
                "version: 3.0.3\nport: \"80\"\ndate: 2026-01-31",
                json!({"version": "3.0.3", "port": "80", "date": "2026-01-31"}),
            ),
            ("200: ok\n", json!({"200": "ok"})),
            (
                "a: &x {b: 1}\nc: *x\nd: {<<: *x, e: 2}",
                json!({"a": {"b": 1}, "c": {"b": 1}, "d": {"b": 1, "e": 2}}),
            ),
            ("text: |\n  one\n  two\n", json!({"text": "one\ntwo\n"})),
        ] {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
    }

    fn nested(depth: usize) -> String {
        "[".repeat(depth) + &"]".repeat(depth)
    }

    #[test]
    fn hostile_documents_are_refused() {
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let before = level - 1;
            laughs += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 10].join(", "));
        }
        for (text, says) in [
            (laughs.as_str(), "more than"),
            (&nested(101), "nested too deeply"),
            (&nested(2_000), "recursion limit"),
            ("a: 1\na: 2", "stands twice"),
            ("a: *b", "line 1"),
            ("a: [1", "line"),
            ("a: &x [*x]", "an alias stands"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
