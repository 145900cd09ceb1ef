//! Values of a JSON text as they are written, for programs that pass most of a message on without
//! parsing it.

use crate::json::JsonKind;
use crate::json::tree::{Json, Node};
use crate::source::Source;

/// A value within a [`Source`]. Numbers and everything else keep the text they were written as.
#[derive(Debug, Clone, Copy)]
pub struct Part<'s> {
    text: &'s str,
    node: &'s Node<'s>,
}

impl Source<'_> {
    /// Returns the whole value.
    #[must_use]
    pub fn root(&self) -> Part<'_> {
        Part { text: self.text, node: &self.tree.root }
    }

    /// Returns the JSON pointer of the first key that its object has already.
    #[must_use]
    pub fn duplicate_key(&self) -> Option<String> {
        let first = self.tree.duplicate_keys.iter().min_by_key(|span| span.start)?;
        Some(self.tree.pointer_to(first))
    }
}

impl<'s> Part<'s> {
    /// What kind of value it is.
    #[must_use]
    pub fn kind(self) -> JsonKind {
        self.node.value.kind()
    }

    /// Returns the JSON text of the value.
    #[must_use]
    pub fn json(self) -> &'s str {
        self.text.get(self.node.span.clone()).unwrap_or_default()
    }

    /// Returns a truth value.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let Json::Bool(truth) = self.node.value { Some(truth) } else { None }
    }

    /// Returns a text, without escapes.
    #[must_use]
    pub fn as_text(self) -> Option<&'s str> {
        if let Json::Text(text) = &self.node.value { Some(text) } else { None }
    }

    /// Returns a number, as it is written.
    #[must_use]
    pub fn as_number(self) -> Option<&'s str> {
        if let Json::Number(digits) = self.node.value { Some(digits) } else { None }
    }

    /// Returns the items of a list.
    #[must_use]
    pub fn items(self) -> Option<impl ExactSizeIterator<Item = Part<'s>>> {
        let Json::List(items) = &self.node.value else { return None };
        Some(items.iter().map(move |node| Part { text: self.text, node }))
    }

    /// Returns the members of an object, in the order of the text.
    #[must_use]
    pub fn members(self) -> Option<impl ExactSizeIterator<Item = (&'s str, Part<'s>)>> {
        let Json::Object(members) = &self.node.value else { return None };
        Some(members.iter().map(move |member| (&*member.key, Part { text: self.text, node: &member.node })))
    }

    /// Returns the first member of an object with this name.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Part<'s>> {
        self.members()?.find(|(name, _)| *name == key).map(|(_, part)| part)
    }
}

#[cfg(test)]
mod tests {
    use crate::json::JsonKind;
    use crate::source::Source;

    #[test]
    fn values_keep_their_text() {
        let text = r#"{"id": 12345678901234567890.50, "on": true, "name": "Zo\u00eb", "list": [1, null], "deep": {"a": {}}}"#;
        let source = Source::read(text).unwrap();
        let root = source.root();
        assert_eq!((root.kind(), root.json()), (JsonKind::Object, text));
        assert_eq!(root.get("id").unwrap().as_number(), Some("12345678901234567890.50"));
        assert_eq!(root.get("on").unwrap().as_bool(), Some(true));
        assert_eq!(root.get("name").unwrap().as_text(), Some("Zoë"));
        let kinds: Vec<_> = root.get("list").unwrap().items().unwrap().map(super::Part::kind).collect();
        assert_eq!(kinds, [JsonKind::Number, JsonKind::Null]);
        assert_eq!(root.get("deep").unwrap().json(), r#"{"a": {}}"#);
        assert!(root.get("none").is_none() && root.as_text().is_none() && root.items().is_none());
        assert_eq!(source.duplicate_key(), None);
    }

    #[test]
    fn first_duplicate_key_is_named() {
        let source = Source::read(r#"{"a": {"b": [{"c/d": 1, "c/d": 2}]}, "a": 3}"#).unwrap();
        assert_eq!(source.duplicate_key().as_deref(), Some("/a/b/0/c~1d"));
    }
}
