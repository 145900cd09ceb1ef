//! A JSON document as a tree with positions.

use std::borrow::Cow;
use std::ops::Range;

use hashbrown::HashSet;

use super::MAX_DEPTH;
use super::kind::JsonKind;
use super::scan::{Comments, JsonError, JsonFault, Scanner};

/// A value and the bytes it was read from.
#[derive(Debug, Clone)]
pub(crate) struct Node<'a> {
    pub(crate) value: Json<'a>,
    pub(crate) span: Range<usize>,
}

/// A JSON value. Numbers stay text: what they mean is for the reader to say.
#[derive(Debug, Clone)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Vec<Member<'a>>),
}

impl Json<'_> {
    /// What kind of value it is.
    pub(crate) fn kind(&self) -> JsonKind {
        match self {
            Json::Null => JsonKind::Null,
            Json::Bool(_) => JsonKind::Bool,
            Json::Number(_) => JsonKind::Number,
            Json::Text(_) => JsonKind::Text,
            Json::List(_) => JsonKind::List,
            Json::Object(_) => JsonKind::Object,
        }
    }
}

/// One `"key": value` of an object.
#[derive(Debug, Clone)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node<'a>,
}

/// A whole document: its root, and the keys that occur a second time.
#[derive(Debug, Clone)]
pub(crate) struct Tree<'a> {
    pub(crate) root: Node<'a>,
    pub(crate) duplicate_keys: Vec<Range<usize>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn parse(text: &'a str, comments: Comments) -> Result<Self, JsonError> {
        let mut scanner = Scanner::new(text, comments);
        let mut duplicate_keys = Vec::new();
        let root = node(&mut scanner, MAX_DEPTH, &mut duplicate_keys)?;
        scanner.end()?;
        Ok(Tree { root, duplicate_keys })
    }

    /// Returns the JSON pointer of what stands at `span`: a value, or an object's key.
    pub(crate) fn pointer_to(&self, span: &Range<usize>) -> String {
        let mut pointer = String::new();
        let mut node = &self.root;
        while node.span != *span {
            let (segment, next) = match &node.value {
                Json::List(items) => {
                    let index = items.partition_point(|item| item.span.end < span.end);
                    let Some(item) = items.get(index) else { break };
                    (Cow::Owned(index.to_string()), Some(item))
                }
                Json::Object(members) => {
                    let index = members.partition_point(|member| member.node.span.end < span.end);
                    let Some(member) = members.get(index) else { break };
                    let on_key = member.key_span == *span;
                    (Cow::Borrowed(&*member.key), (!on_key).then_some(&member.node))
                }
                _ => break,
            };
            pointer.push('/');
            pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
            let Some(next) = next else { break };
            node = next;
        }
        pointer
    }

    /// Returns the bytes of the value that `path` leads to, as far as it leads.
    pub(crate) fn locate<'p>(&self, path: impl IntoIterator<Item = &'p str>) -> Range<usize> {
        let mut node = &self.root;
        for segment in path {
            let Some(next) = node.child(segment) else { break };
            node = next;
        }
        node.span.clone()
    }
}

impl<'a> Node<'a> {
    /// Returns the item of a list or the first member of an object with this name.
    pub(crate) fn child(&self, segment: &str) -> Option<&Node<'a>> {
        match &self.value {
            Json::List(items) => segment.parse().ok().and_then(|index: usize| items.get(index)),
            Json::Object(members) => members.iter().find(|m| m.key == segment).map(|member| &member.node),
            _ => None,
        }
    }
}

fn node<'a>(
    scanner: &mut Scanner<'a>,
    depth: usize,
    duplicates: &mut Vec<Range<usize>>,
) -> Result<Node<'a>, JsonError> {
    let first = scanner.peek()?;
    let start = scanner.at();
    if depth == 0 {
        return Err(scanner.error(JsonFault::TooDeep(MAX_DEPTH)));
    }
    let value = match first {
        Some(b'"') => Json::Text(scanner.string()?),
        Some(b'{') => object(scanner, depth, duplicates)?,
        Some(b'[') => list(scanner, depth, duplicates)?,
        Some(b't') => scanner.literal("true").map(|()| Json::Bool(true))?,
        Some(b'f') => scanner.literal("false").map(|()| Json::Bool(false))?,
        Some(b'n') => scanner.literal("null").map(|()| Json::Null)?,
        Some(b'-' | b'0'..=b'9') => Json::Number(scanner.number()?),
        _ => return Err(scanner.unexpected("a value")),
    };
    Ok(Node { value, span: start..scanner.at() })
}

fn list<'a>(
    scanner: &mut Scanner<'a>,
    depth: usize,
    duplicates: &mut Vec<Range<usize>>,
) -> Result<Json<'a>, JsonError> {
    scanner.demand(b'[', "a list")?;
    let mut items = Vec::new();
    if !scanner.skip(b']')? {
        loop {
            items.push(node(scanner, depth - 1, duplicates)?);
            if !scanner.skip(b',')? {
                break;
            }
        }
        scanner.demand(b']', "`,` or `]`")?;
    }
    Ok(Json::List(items))
}

fn object<'a>(
    scanner: &mut Scanner<'a>,
    depth: usize,
    duplicates: &mut Vec<Range<usize>>,
) -> Result<Json<'a>, JsonError> {
    scanner.demand(b'{', "an object")?;
    let mut members: Vec<Member<'a>> = Vec::new();
    if !scanner.skip(b'}')? {
        loop {
            scanner.peek()?;
            let start = scanner.at();
            let key = scanner.string()?;
            let key_span = start..scanner.at();
            scanner.demand(b':', "`:`")?;
            members.push(Member { key, key_span, node: node(scanner, depth - 1, duplicates)? });
            if !scanner.skip(b',')? {
                break;
            }
        }
        scanner.demand(b'}', "`,` or `}`")?;
    }
    note_duplicates(&members, duplicates);
    Ok(Json::Object(members))
}

/// Small objects, nearly all, are compared pairwise; a hostile one with thousands of keys is hashed.
fn note_duplicates(members: &[Member<'_>], duplicates: &mut Vec<Range<usize>>) {
    if members.len() <= 16 {
        for (index, member) in members.iter().enumerate() {
            if members.iter().take(index).any(|earlier| earlier.key == member.key) {
                duplicates.push(member.key_span.clone());
            }
        }
    } else {
        let mut seen = HashSet::with_capacity(members.len());
        duplicates.extend(members.iter().filter(|m| !seen.insert(&m.key)).map(|m| m.key_span.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Comments, JsonFault};
    use super::Tree;

    #[test]
    fn every_part_has_a_pointer() {
        let text = r#"{"a": [1, {"b/c": null}], "d": {"e": "x"}}"#;
        let tree = Tree::parse(text, Comments::Refused).unwrap();
        for (part, pointer) in [
            ("1", "/a/0"),
            ("null", "/a/1/b~1c"),
            ("\"b/c\"", "/a/1/b~1c"),
            ("\"d\"", "/d"),
            ("\"x\"", "/d/e"),
            (text, ""),
        ] {
            let start = text.find(part).unwrap();
            assert_eq!(tree.pointer_to(&(start..start + part.len())), pointer, "{part}");
        }
        assert_eq!(&text[tree.locate(["a", "1"])], r#"{"b/c": null}"#);
        assert_eq!(&text[tree.locate(["d", "missing"])], r#"{"e": "x"}"#);
    }

    #[test]
    fn comments_are_allowed_in_documents_only() {
        let text = "// a form\n{ /* fields */ \"a\": 1 } // end";
        assert!(Tree::parse(text, Comments::Allowed).is_ok());
        assert!(Tree::parse(text, Comments::Refused).is_err());
        assert_eq!(Tree::parse("{} /* x", Comments::Allowed).unwrap_err().fault, JsonFault::OpenComment);
    }

    #[test]
    fn invalid_json_is_refused_with_its_position() {
        for text in
            ["", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "1 2", "tru", "nul", "[1 2]", "\u{1}"]
        {
            assert!(Tree::parse(text, Comments::Refused).is_err(), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert!(matches!(Tree::parse(&deep, Comments::Refused).unwrap_err().fault, JsonFault::TooDeep(_)));
    }

    #[test]
    fn duplicate_keys_are_seen_in_small_and_large_objects() {
        let small = r#"{"a":1,"b":{"c":1,"c":2},"a":3}"#;
        assert_eq!(Tree::parse(small, Comments::Refused).unwrap().duplicate_keys, [18..21, 25..28]);
        let many: Vec<String> = (0..40).map(|n| format!("\"k{}\":0", n % 39)).collect();
        let large = format!("{{{}}}", many.join(","));
        assert_eq!(Tree::parse(&large, Comments::Refused).unwrap().duplicate_keys.len(), 1);
    }
}
