//! A document as a tree, read with tolerance: what is typed right now is rarely complete JSON.
//!
//! Finds no mistakes; the parser of [`askwell_form`] does.

use std::ops::Range;

/// Deeper values are read as text without structure. No form nests nearly as deep.
const MAX_DEPTH: usize = 64;

/// A value and its bytes.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) value: NodeValue,
}

#[derive(Debug)]
pub(super) enum NodeValue {
    Object {
        members: Vec<Member>,
        is_closed: bool,
    },
    List {
        items: Vec<Node>,
        is_closed: bool,
    },
    /// A string, without escapes.
    Text(String),
    /// A number, a literal, or a word without quotation marks.
    Word,
    /// Nothing stands where a value should.
    Missing,
}

/// A key with its value.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) key: String,
    pub(super) key_span: Range<usize>,
    /// Where the value can begin: behind the colon, if there is one.
    pub(super) colon_end: Option<usize>,
    pub(super) node: Node,
}

/// One step from a value to a value in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// What stands at an offset of the text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// The way to the object that has the key, or to the value.
    pub(super) path: Vec<Step>,
    pub(super) target: CursorTarget,
    /// The bytes of the key or value; empty where it is still to be written.
    pub(super) span: Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum CursorTarget {
    /// A key, which is empty if it is still to be written.
    Key {
        key: String,
        has_colon: bool,
    },
    Value,
}

impl Node {
    /// Reads a text. Always returns a tree, of as much as can be understood.
    pub(super) fn read(text: &str) -> Node {
        Reader { text, at: 0 }.value(MAX_DEPTH)
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let NodeValue::Text(text) = &self.value { Some(text) } else { None }
    }

    pub(super) fn members(&self) -> &[Member] {
        if let NodeValue::Object { members, .. } = &self.value { members } else { &[] }
    }

    pub(super) fn items(&self) -> &[Node] {
        if let NodeValue::List { items, .. } = &self.value { items } else { &[] }
    }

    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        self.members().iter().find(|member| member.key == key).map(|member| &member.node)
    }

    pub(super) fn child(&self, step: &Step) -> Option<&Node> {
        match step {
            Step::Key(key) => self.get(key),
            Step::Index(index) => self.items().get(*index),
        }
    }

    /// Returns the key or value at an offset. `None` outside the document's value.
    pub(super) fn cursor(&self, offset: usize) -> Option<Cursor> {
        self.cursor_below(offset, Vec::new())
    }

    fn cursor_below(&self, offset: usize, mut path: Vec<Step>) -> Option<Cursor> {
        let is_within = |is_closed: bool| {
            self.span.start < offset && (offset < self.span.end || (!is_closed && offset <= self.span.end))
        };
        match &self.value {
            NodeValue::Object { members, is_closed } if is_within(*is_closed) => {
                for member in members {
                    if member.key_span.start <= offset && offset <= member.key_span.end {
                        let has_colon = member.colon_end.is_some();
                        let target = CursorTarget::Key { key: member.key.clone(), has_colon };
                        return Some(Cursor { path, target, span: member.key_span.clone() });
                    }
                    if member.colon_end.is_some_and(|start| start <= offset) && offset <= member.node.span.end
                    {
                        path.push(Step::Key(member.key.clone()));
                        return member.node.cursor_below(offset, path);
                    }
                }
                let target = CursorTarget::Key { key: String::new(), has_colon: false };
                Some(Cursor { path, target, span: offset..offset })
            }
            NodeValue::List { items, is_closed } if is_within(*is_closed) => {
                let index = items.partition_point(|item| item.span.end < offset);
                path.push(Step::Index(index));
                match items.get(index).filter(|item| item.span.start <= offset) {
                    Some(item) => item.cursor_below(offset, path),
                    None => Some(Cursor { path, target: CursorTarget::Value, span: offset..offset }),
                }
            }
            NodeValue::Text(_) | NodeValue::Word if self.span.start <= offset && offset <= self.span.end => {
                Some(Cursor { path, target: CursorTarget::Value, span: self.span.clone() })
            }
            NodeValue::Text(_) | NodeValue::Word | NodeValue::Missing => {
                Some(Cursor { path, target: CursorTarget::Value, span: offset..offset })
            }
            NodeValue::Object { .. } | NodeValue::List { .. } => None,
        }
    }
}

/// Returns a string without its escapes, and for each byte of it (and for its end) the byte of `raw`. `raw` begins with a
/// quotation mark, and ends with one if the string has an end.
pub(super) fn unescape(raw: &str) -> (String, Vec<usize>) {
    let (mut out, mut places) = (String::new(), Vec::new());
    let mut at = 1;
    while let Some(character) = raw.get(at..).and_then(|rest| rest.chars().next()).filter(|c| *c != '"') {
        let start = at;
        at += character.len_utf8();
        let mut meant = character;
        if character == '\\' {
            let escaped = raw.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('\\');
            at += escaped.len_utf8();
            meant = match escaped {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits = raw.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                    at += if digits.is_some() { 4 } else { 0 };
                    digits.and_then(char::from_u32).unwrap_or('\u{fffd}')
                }
                other => other,
            };
        }
        out.push(meant);
        places.extend(std::iter::repeat_n(start, meant.len_utf8()));
    }
    places.push(at.min(raw.len()));
    (out, places)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips spaces and comments, and returns the next character.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = self.rest();
            let first = rest.chars().next()?;
            let skipped = if first.is_whitespace() || first == '\u{feff}' {
                first.len_utf8()
            } else if rest.starts_with("//") {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return Some(first);
            };
            self.at += skipped;
        }
    }

    fn value(&mut self, depth: usize) -> Node {
        let before = self.at;
        let first = self.peek();
        let start = self.at;
        let value = match first {
            Some('{') if depth > 0 => self.object(depth - 1),
            Some('[') if depth > 0 => self.list(depth - 1),
            Some('"') => NodeValue::Text(self.string()),
            None | Some('}' | ']' | ',' | ':') => {
                return Node { span: before..start, value: NodeValue::Missing };
            }
            Some(_) => {
                self.word();
                NodeValue::Word
            }
        };
        Node { span: start..self.at, value }
    }

    /// Reads a string up to its end, or up to the end of the line.
    fn string(&mut self) -> String {
        let rest = self.rest();
        let mut is_escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, character)| {
            let ends = (*character == '"' && !is_escaped) || matches!(character, '\n' | '\r');
            is_escaped = *character == '\\' && !is_escaped;
            ends
        });
        let length = end.map_or(rest.len(), |(at, character)| at + usize::from(character == '"'));
        let (content, _) = unescape(rest.get(..length).unwrap_or_default());
        self.at += length;
        content
    }

    /// Skips a word: at least one character.
    fn word(&mut self) {
        let rest = self.rest();
        let is_end =
            |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '{' | '}' | '[' | ']' | '"' | '/');
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = rest.char_indices().skip(1).find(|(_, c)| is_end(*c)).map_or(rest.len(), |(at, _)| at);
        self.at += length.max(first);
    }

    fn object(&mut self, depth: usize) -> NodeValue {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            match self.peek() {
                Some('}') => {
                    self.at += 1;
                    return NodeValue::Object { members, is_closed: true };
                }
                // The end of a list around it: this object was never closed.
                None | Some(']') => return NodeValue::Object { members, is_closed: false },
                Some(',' | ':') => self.at += 1,
                Some(first) => {
                    let start = self.at;
                    let key = if first == '"' {
                        self.string()
                    } else {
                        self.word();
                        self.text.get(start..self.at).unwrap_or_default().to_owned()
                    };
                    let key_span = start..self.at;
                    let colon_end = (self.peek() == Some(':')).then(|| {
                        self.at += 1;
                        self.at
                    });
                    let node = if colon_end.is_some() {
                        self.value(depth)
                    } else {
                        Node { span: key_span.end..key_span.end, value: NodeValue::Missing }
                    };
                    members.push(Member { key, key_span, colon_end, node });
                }
            }
        }
    }

    fn list(&mut self, depth: usize) -> NodeValue {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    return NodeValue::List { items, is_closed: true };
                }
                None | Some('}') => return NodeValue::List { items, is_closed: false },
                Some(',' | ':') => self.at += 1,
                Some(_) => items.push(self.value(depth)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CursorTarget, Node, Step, unescape};

    #[test]
    fn cursor_is_found_in_incomplete_documents() {
        for (text, path, key, written) in [
            ("{|", "", Some(""), ""),
            ("{\"id\": \"x\", |}", "", Some(""), ""),
            ("{\"id\": \"x\", \"ti|\n}", "", Some("ti"), "\"ti"),
            ("{\"id\": |}", "/id", None, ""),
            ("{\"id\": tr|}", "/id", None, "tr"),
            ("{\"fields\": [{\"id\": \"a\"}, {\"type\": \"|\"}]}", "/fields/1/type", None, "\"\""),
            ("{\"fields\": [{\"id\": \"a\", \"dependencies\": [|", "/fields/0/dependencies/0", None, ""),
            ("{\"fields\": [{\"x\": {|]}", "/fields/0/x", Some(""), ""),
            ("{ // a \" {\n \"a\\\"b\": |", "/a\"b", None, ""),
        ] {
            let offset = text.find('|').unwrap();
            let text = text.replace('|', "");
            let cursor = Node::read(&text).cursor(offset).unwrap();
            let found: String = cursor.path.iter().fold(String::new(), |path, step| match step {
                Step::Key(key) => format!("{path}/{key}"),
                Step::Index(index) => format!("{path}/{index}"),
            });
            let found_key = match &cursor.target {
                CursorTarget::Key { key, .. } => Some(key.as_str()),
                CursorTarget::Value => None,
            };
            assert_eq!((found.as_str(), found_key, &text[cursor.span]), (path, key, written), "{text}");
        }
        assert_eq!(Node::read("{} ").cursor(3), None);
        assert_eq!(Node::read("{}").cursor(2), None);
    }

    #[test]
    fn every_prefix_and_deep_nesting_are_read() {
        let text = "{\"a\": [1, {\"b\": \"c\\u00e9\\\\\"}, tru], /* x */ \"d\" \"e\": }] ,: \u{feff}é";
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let node = Node::read(&text[..end]);
            for offset in 0..=end {
                let _ = node.cursor(offset);
            }
        }
        let _ = Node::read(&"[".repeat(100_000));
        let _ = Node::read(&"{\"a\":".repeat(100_000));
    }

    #[test]
    fn escapes_keep_their_places() {
        let (text, places) = unescape(r#""a\"\u00e9b""#);
        assert_eq!(text, "a\"éb");
        assert_eq!(places, [1, 2, 4, 4, 10, 11]);
    }
}
