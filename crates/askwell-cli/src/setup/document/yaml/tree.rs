//! A YAML document with the position of everything in it.

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span, Tag};
use serde_json::{Map, Value};

use super::super::DocumentError;

/// Nesting beyond this is rejected.
const MAX_DEPTH: usize = 100;

/// A value and its place, in bytes.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) start: usize,
    /// After the last character. For collections without brackets: that of the last value in them.
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// A tag or an anchor, which an edit must not disturb.
    pub(super) is_marked: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    Scalar { text: String, style: ScalarStyle, tag: Option<String> },
    Alias(usize),
    List { items: Vec<Node>, is_flow: bool },
    Table { entries: Vec<(Node, Node)>, is_flow: bool },
}

/// Reads a document. `None` means that there is nothing in it.
pub(super) fn read(text: &str) -> Result<Option<Node>, DocumentError> {
    let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
    let mut builder = Builder { text, offsets, open: Vec::new(), done: None };
    let mut documents = 0;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| broken(*error.marker(), error.info()))?;
        match event {
            Event::DocumentStart(_) if documents > 0 => return Err(DocumentError::SeveralDocuments),
            Event::DocumentStart(_) => documents += 1,
            event => builder.push(event, span)?,
        }
    }
    Ok(builder.done)
}

fn broken(marker: Marker, problem: &str) -> DocumentError {
    DocumentError::Broken { line: marker.line(), column: marker.col() + 1, problem: problem.to_owned() }
}

/// A collection that is still open, and for a table the key whose value comes next.
enum Open {
    List(Node),
    Table(Node, Option<Node>),
}

struct Builder<'a> {
    text: &'a str,
    /// The byte of each character.
    offsets: Vec<usize>,
    open: Vec<Open>,
    done: Option<Node>,
}

impl Builder<'_> {
    fn push(&mut self, event: Event<'_>, span: Span) -> Result<(), DocumentError> {
        let (start, end) = (self.offset(span.start), self.offset(span.end));
        let is_flow = |bracket| self.text.get(start..).is_some_and(|text| text.starts_with(bracket));
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_marked = anchor != 0 || tag.is_some();
                let tag = tag.map(|tag| tag_text(&tag));
                let end = self.end_of_scalar(start, end, style);
                let kind = Kind::Scalar { text: text.into_owned(), style, tag };
                self.add(Node { start, end, kind, is_marked })?;
            }
            Event::Alias(anchor) => {
                self.add(Node { start, end, kind: Kind::Alias(anchor), is_marked: true })?;
            }
            Event::SequenceStart(anchor, tag) => {
                let kind = Kind::List { items: Vec::new(), is_flow: is_flow('[') };
                let is_marked = anchor != 0 || tag.is_some();
                self.open(Open::List(Node { start, end, kind, is_marked }), span)?;
            }
            Event::MappingStart(anchor, tag) => {
                let kind = Kind::Table { entries: Vec::new(), is_flow: is_flow('{') };
                let is_marked = anchor != 0 || tag.is_some();
                self.open(Open::Table(Node { start, end, kind, is_marked }, None), span)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(Open::List(mut node) | Open::Table(mut node, _)) = self.open.pop() {
                    node.end = match &node.kind {
                        Kind::List { is_flow: true, .. } | Kind::Table { is_flow: true, .. } => end,
                        Kind::List { items, .. } => items.last().map_or(end, |item| item.end),
                        Kind::Table { entries, .. } => entries.last().map_or(end, |(_, value)| value.end),
                        _ => end,
                    };
                    self.add(node)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(&mut self, open: Open, span: Span) -> Result<(), DocumentError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(broken(span.start, "nested too deeply"));
        }
        self.open.push(open);
        Ok(())
    }

    /// Puts a complete value where it belongs.
    fn add(&mut self, node: Node) -> Result<(), DocumentError> {
        match self.open.last_mut() {
            None => self.done = Some(node),
            Some(Open::List(list)) => {
                if let Kind::List { items, .. } = &mut list.kind {
                    items.push(node);
                }
            }
            Some(Open::Table(table, key)) => match key.take() {
                None => *key = Some(node),
                Some(key) => {
                    let Kind::Table { entries, .. } = &mut table.kind else { return Ok(()) };
                    if entries.iter().any(|(known, _)| known.text().is_some() && known.text() == key.text()) {
                        return Err(DocumentError::Duplicate(key.text().unwrap_or_default().to_owned()));
                    }
                    entries.push((key, node));
                }
            },
        }
        Ok(())
    }

    /// The parser looks beyond a text for what follows: white space and comments do not belong to it.
    fn end_of_scalar(&self, start: usize, end: usize, style: ScalarStyle) -> usize {
        let text = self.text.get(start..end).unwrap_or_default();
        let quote = match style {
            ScalarStyle::DoubleQuoted => '"',
            ScalarStyle::SingleQuoted => '\'',
            _ => return start + text.trim_end().len(),
        };
        let mut characters = text.char_indices().skip(1).peekable();
        while let Some((at, character)) = characters.next() {
            let is_double = character == quote && characters.peek().is_some_and(|(_, next)| *next == quote);
            if (quote == '"' && character == '\\') || (quote == '\'' && is_double) {
                characters.next();
            } else if character == quote {
                return start + at + 1;
            }
        }
        end
    }

    fn offset(&self, marker: Marker) -> usize {
        self.offsets.get(marker.index()).copied().unwrap_or(self.text.len())
    }
}

fn tag_text(tag: &Tag) -> String {
    format!("{}{}", tag.handle, tag.suffix)
}

impl Node {
    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Returns the entries of a table.
    pub(super) fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.kind {
            Kind::Table { entries, .. } => Some(entries),
            _ => None,
        }
    }

    /// Returns an entry of a table by its key.
    pub(super) fn entry(&self, name: &str) -> Option<&(Node, Node)> {
        self.entries()?.iter().find(|(key, _)| key.text() == Some(name))
    }

    pub(super) fn is_flow(&self) -> bool {
        matches!(self.kind, Kind::List { is_flow: true, .. } | Kind::Table { is_flow: true, .. })
    }

    pub(super) fn is_null(&self) -> bool {
        self.value() == Value::Null
    }

    /// Returns the meaning. Marks and aliases count as their text.
    pub(super) fn value(&self) -> Value {
        match &self.kind {
            Kind::Scalar { text, tag: Some(tag), .. } => Value::String(format!("{tag} {text}")),
            Kind::Scalar { text, style: ScalarStyle::Plain, .. } => plain(text),
            Kind::Scalar { text, .. } => Value::String(text.clone()),
            Kind::Alias(anchor) => Value::String(format!("*{anchor}")),
            Kind::List { items, .. } => Value::Array(items.iter().map(Node::value).collect()),
            Kind::Table { entries, .. } => Value::Object(
                entries.iter().map(|(key, value)| (key_text(key), value.value())).collect::<Map<_, _>>(),
            ),
        }
    }
}

fn key_text(key: &Node) -> String {
    key.text().map_or_else(|| key.value().to_string(), str::to_owned)
}

/// Returns the meaning of a text without quotes, by the core schema.
pub(super) fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        text => match text.parse::<i64>() {
            Ok(number) if !text.starts_with('+') => Value::from(number),
            _ => Value::String(text.to_owned()),
        },
    }
}
