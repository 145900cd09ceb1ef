//! Positions of values in JSON text, for tools that point at a value.
//!
//! Does not check answers: [`Form::check_json`](crate::Form::check_json) does. Rejects comments, as
//! in answers.

mod part;

use std::ops::Range;

use crate::defect::{Defects, Place};
use crate::json::scan::Comments;
use crate::json::tree::{Json, Member, Tree};
use crate::parse::reader::Lines;
use crate::parse::syntax_defect;

pub use part::Part;

/// Returns the place of the value that `path` leads to, or of the innermost value on the way there
/// that exists. `None` if the text is not JSON.
///
/// To look for several values, keep a [`Source`]: this reads the whole text each time.
///
/// ```
/// let answers = "{\n  \"tags\": [\"a\", \"b\"]\n}";
/// let place = askwell_form::locate(answers, &["tags".to_owned(), "1".to_owned()]).unwrap();
/// assert_eq!((place.line, place.column), (2, 17));
/// assert_eq!(&answers[place.span], "\"b\"");
/// ```
#[must_use]
pub fn locate(json: &str, path: &[String]) -> Option<Place> {
    Source::read(json).ok().map(|source| source.locate(path.iter().map(String::as_str)))
}

/// JSON text in which every value can be found.
#[derive(Debug, Clone)]
pub struct Source<'t> {
    text: &'t str,
    tree: Tree<'t>,
}

/// A `"key": value` and the bytes of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'s> {
    /// The key, without escapes.
    pub key: &'s str,
    /// The bytes of the key, quotes included.
    pub key_span: Range<usize>,
    /// The bytes of the value.
    pub value_span: Range<usize>,
}

impl<'t> Source<'t> {
    /// Reads the text.
    ///
    /// # Errors
    /// One defect, where the text ceases to be JSON.
    pub fn read(json: &'t str) -> Result<Self, Defects> {
        let tree = Tree::parse(json, Comments::Refused).map_err(|error| syntax_defect(json, &error))?;
        Ok(Source { text: json, tree })
    }

    /// Returns the place of the value that `path` leads to, or of the innermost value on the way
    /// there that exists.
    #[must_use]
    pub fn locate<'p>(&self, path: impl IntoIterator<Item = &'p str>) -> Place {
        self.place(self.tree.locate(path))
    }

    /// Returns the place of some bytes of the text.
    #[must_use]
    pub fn place(&self, span: Range<usize>) -> Place {
        Lines::new(self.text).place(span)
    }

    /// Returns the entries of the object that `path` leads to; with duplicate keys, every one.
    /// `None` if there is no object.
    #[must_use]
    pub fn entries<'p>(&self, path: impl IntoIterator<Item = &'p str>) -> Option<Vec<Entry<'_>>> {
        let node = path.into_iter().try_fold(&self.tree.root, |node, segment| node.child(segment))?;
        let Json::Object(members) = &node.value else { return None };
        Some(members.iter().map(Entry::of).collect())
    }
}

impl<'s> Entry<'s> {
    fn of(member: &'s Member<'_>) -> Self {
        Entry { key: &member.key, key_span: member.key_span.clone(), value_span: member.node.span.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, locate};

    const TEXT: &str = "{\n  \"name\": \"Zoë\", \"tags\": [1, {\"x\": null}],\n  \"n\\u0061me\": 2\n}";

    #[test]
    fn member_is_found_by_its_name() {
        for (path, line, column, value) in [
            (&["name"][..], 2, 11, "\"Zoë\""),
            (&["tags", "0"], 2, 27, "1"),
            (&["tags", "1", "x"], 2, 36, "null"),
            (&["tags", "7"], 2, 26, "[1, {\"x\": null}]"),
            (&["missing"], 1, 1, TEXT),
            (&[], 1, 1, TEXT),
        ] {
            let path: Vec<String> = path.iter().map(|&segment| segment.to_owned()).collect();
            let place = locate(TEXT, &path).unwrap();
            assert_eq!((place.line, place.column, &TEXT[place.span]), (line, column, value), "{path:?}");
        }
    }

    #[test]
    fn entries_keep_duplicates_and_read_escapes() {
        let source = Source::read(TEXT).unwrap();
        let entries = source.entries([]).unwrap();
        let found: Vec<_> = entries.iter().map(|e| (e.key, &TEXT[e.value_span.clone()])).collect();
        assert_eq!(found, [("name", "\"Zoë\""), ("tags", "[1, {\"x\": null}]"), ("name", "2")]);
        assert_eq!(source.entries(["tags", "1"]).unwrap().len(), 1);
        assert_eq!(source.entries(["tags"]), None);
        assert_eq!(source.entries(["nowhere"]), None);
    }

    #[test]
    fn invalid_json_is_reported_with_its_position() {
        assert_eq!(locate("{\"a\": }", &[]), None);
        let defects = Source::read("{\n\"a\": }").unwrap_err();
        let place = defects.iter().next().unwrap().place.clone().unwrap();
        assert_eq!((place.line, place.column), (2, 6));
    }
}
