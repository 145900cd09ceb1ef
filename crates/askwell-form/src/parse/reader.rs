//! Reads the parts of a document. A method that cannot read a value records what was expected and
//! found, and continues, so that one pass finds every mistake.

use std::ops::{Range, RangeInclusive};

use serde_json::{Map, Value};

use crate::defect::{Defect, DefectCode, Defects, Place};
use crate::json::tree::{Json, Member, Node, Tree};
use crate::json::write;
use crate::nearest::nearest;
use crate::number::Number;
use crate::text::{code_points, excerpt, hidden_character};

/// More warnings than this are not collected.
const MAX_WARNINGS: usize = 100;

/// Collects what is wrong while a document is read.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    notes: Vec<ReaderNote>,
    /// What is accepted but looks like a mistake, where anybody wants to know.
    warnings: Option<Vec<ReaderNote>>,
}

/// A defect before its place has been worked out.
#[derive(Debug)]
pub(crate) struct ReaderNote {
    span: Range<usize>,
    code: DefectCode,
    message: String,
    expected: Option<String>,
    found: Option<String>,
    suggestion: Option<String>,
}

impl ReaderNote {
    pub(crate) fn expected(&mut self, expected: impl Into<String>) -> &mut Self {
        self.expected = Some(expected.into());
        self
    }

    pub(crate) fn found(&mut self, node: &Node<'_>) -> &mut Self {
        self.found = Some(describe(node));
        self
    }

    pub(crate) fn suggest(&mut self, suggestion: Option<&str>) -> &mut Self {
        self.suggestion = suggestion.map(str::to_owned);
        self
    }
}

/// The members of an object whose keys have been looked through.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Members<'n, 't> {
    node: &'n Node<'t>,
    list: &'n [Member<'t>],
}

impl<'n, 't> Members<'n, 't> {
    /// Returns the members of a node, if it is an object. Nothing is noted.
    pub(crate) fn of(node: &'n Node<'t>) -> Option<Self> {
        if let Json::Object(list) = &node.value { Some(Members { node, list }) } else { None }
    }

    pub(crate) fn node(&self) -> &'n Node<'t> {
        self.node
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'n Node<'t>> {
        self.list.iter().find(|member| member.key == key).map(|member| &member.node)
    }

    pub(crate) fn span(&self) -> &'n Range<usize> {
        &self.node.span
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'n, Member<'t>> {
        self.list.iter()
    }

    /// Returns the `x-` keys, to be kept and passed on.
    pub(crate) fn extensions(&self) -> Map<String, Value> {
        self.kept(is_extension)
    }

    /// Everything but the keys in `known`, to be kept and passed on.
    pub(crate) fn unknown(&self, known: &[&str]) -> Map<String, Value> {
        self.kept(|key| !known.contains(&key))
    }

    fn kept(&self, keep: impl Fn(&str) -> bool) -> Map<String, Value> {
        let kept = self.list.iter().filter(|member| keep(&member.key));
        kept.map(|member| (member.key.to_string(), write::value(&member.node))).collect()
    }
}

fn is_extension(key: &str) -> bool {
    key.starts_with("x-")
}

impl Reader {
    /// Returns a reader that also collects warnings.
    pub(crate) fn with_warnings() -> Reader {
        Reader { notes: Vec::new(), warnings: Some(Vec::new()) }
    }

    /// Records a warning at `span`. Does nothing if warnings are not wanted.
    pub(crate) fn warn(&mut self, span: &Range<usize>, warning: impl FnOnce() -> (String, Option<String>)) {
        let Some(warnings) = &mut self.warnings else { return };
        if warnings.len() < MAX_WARNINGS {
            let (message, suggestion) = warning();
            let code = DefectCode::UnknownKey;
            let span = span.clone();
            warnings.push(ReaderNote { span, code, message, expected: None, found: None, suggestion });
        }
    }

    /// Returns an object with any keys, of which those not in `known` are kept. Warns about keys
    /// that are nearly in `known`.
    pub(crate) fn open_object<'n, 't>(
        &mut self,
        node: &'n Node<'t>,
        known: &[&str],
    ) -> Option<Members<'n, 't>> {
        let members = self.free_object(node)?;
        if self.warnings.is_some() {
            for member in members.list {
                if known.contains(&&*member.key) || is_extension(&member.key) {
                    continue;
                }
                if let Some(meant) = nearest(&member.key, known.iter().copied()) {
                    self.warn(&member.key_span, || {
                        let message = format!("unknown key `{}` is kept as it is", excerpt(&member.key, 40));
                        (message, Some(meant.to_owned()))
                    });
                }
            }
        }
        Some(members)
    }

    /// Notes a mistake at `span`.
    #[cold]
    pub(crate) fn note(
        &mut self,
        span: &Range<usize>,
        code: DefectCode,
        message: impl Into<String>,
    ) -> &mut ReaderNote {
        let span = span.clone();
        self.notes.push(ReaderNote {
            span,
            code,
            message: message.into(),
            expected: None,
            found: None,
            suggestion: None,
        });
        let last = self.notes.len() - 1;
        &mut self.notes[last]
    }

    #[cold]
    pub(crate) fn wrong_type(&mut self, node: &Node<'_>, expected: &str) {
        self.note(&node.span, DefectCode::WrongType, "wrong type of value").expected(expected).found(node);
    }

    /// Returns an object whose keys are all among `known` or extensions; what else it has is noted.
    pub(crate) fn object<'n, 't>(&mut self, node: &'n Node<'t>, known: &[&str]) -> Option<Members<'n, 't>> {
        let members = self.free_object(node)?;
        self.refuse_unknown_keys(members, known, true);
        Some(members)
    }

    /// Returns the same where extensions have no place either.
    pub(crate) fn closed_object<'n, 't>(
        &mut self,
        node: &'n Node<'t>,
        known: &[&str],
    ) -> Option<Members<'n, 't>> {
        let members = self.free_object(node)?;
        self.refuse_unknown_keys(members, known, false);
        Some(members)
    }

    /// Returns an object with any keys.
    pub(crate) fn free_object<'n, 't>(&mut self, node: &'n Node<'t>) -> Option<Members<'n, 't>> {
        let Json::Object(list) = &node.value else {
            self.wrong_type(node, "an object");
            return None;
        };
        Some(Members { node, list })
    }

    fn refuse_unknown_keys(&mut self, members: Members<'_, '_>, known: &[&str], extensions: bool) {
        for member in members.list {
            if known.contains(&&*member.key) || (extensions && is_extension(&member.key)) {
                continue;
            }
            let message = format!("unknown key `{}`", excerpt(&member.key, 40));
            let note = self.note(&member.key_span, DefectCode::UnknownKey, message);
            match nearest(&member.key, known.iter().copied()) {
                Some(meant) => note.suggest(Some(meant)),
                None if known.is_empty() => note.expected("no keys here"),
                None => note.expected(format!("one of {}", known.join(", "))),
            };
        }
    }

    /// Returns a member that must be there.
    pub(crate) fn required<'n, 't>(&mut self, members: Members<'n, 't>, key: &str) -> Option<&'n Node<'t>> {
        let found = members.get(key);
        if found.is_none() {
            self.note(members.span(), DefectCode::Missing, format!("`{key}` is missing"));
        }
        found
    }

    pub(crate) fn text<'n>(&mut self, node: &'n Node<'_>) -> Option<&'n str> {
        let Json::Text(text) = &node.value else {
            self.wrong_type(node, "a string");
            return None;
        };
        Some(text)
    }

    /// Returns a text that people will see, of bounded length.
    pub(crate) fn shown(&mut self, node: &Node<'_>, length: RangeInclusive<usize>) -> Option<String> {
        let text = self.text(node)?;
        let found = code_points(text);
        if !length.contains(&found) {
            let note = self.note(&node.span, DefectCode::OutOfRange, format!("a text of {found} characters"));
            note.expected(match (*length.start(), *length.end()) {
                (least, usize::MAX) => format!("at least {least}"),
                (least, most) => format!("{least} to {most}"),
            });
            return None;
        }
        if let Some(hidden) = hidden_character(text) {
            let message = format!("the hidden character U+{:04X} in a text for people", u32::from(hidden));
            self.note(&node.span, DefectCode::HiddenCharacter, message).expected("visible text");
            return None;
        }
        Some(text.to_owned())
    }

    pub(crate) fn boolean(&mut self, node: &Node<'_>) -> Option<bool> {
        let Json::Bool(truth) = node.value else {
            self.wrong_type(node, "true or false");
            return None;
        };
        Some(truth)
    }

    /// Returns a whole number within bounds.
    pub(crate) fn count(&mut self, node: &Node<'_>, bounds: RangeInclusive<i64>) -> Option<i64> {
        let Json::Number(digits) = node.value else {
            self.wrong_type(node, "a whole number");
            return None;
        };
        let number = Number::parse(digits).ok();
        if number.is_some_and(|number| !number.is_integer()) {
            self.wrong_type(node, "a whole number");
            return None;
        }
        let inside = number.and_then(|number| number.as_i64()).filter(|number| bounds.contains(number));
        if inside.is_none() {
            let expected = match (*bounds.start(), *bounds.end()) {
                (least, i64::MAX) => format!("{least} or more"),
                (least, most) => format!("{least} to {most}"),
            };
            self.note(&node.span, DefectCode::OutOfRange, "out of range").expected(expected).found(node);
        }
        inside
    }

    pub(crate) fn number(&mut self, node: &Node<'_>) -> Option<Number> {
        let Json::Number(digits) = node.value else {
            self.wrong_type(node, "a number");
            return None;
        };
        match Number::parse(digits) {
            Ok(number) => Some(number),
            Err(error) => {
                self.note(&node.span, DefectCode::Number, error.to_string()).found(node);
                None
            }
        }
    }

    pub(crate) fn list<'n, 't>(&mut self, node: &'n Node<'t>, at_least: usize) -> Option<&'n [Node<'t>]> {
        let Json::List(items) = &node.value else {
            self.wrong_type(node, "a list");
            return None;
        };
        if items.len() < at_least {
            self.note(&node.span, DefectCode::OutOfRange, "an empty list").expected("at least one item");
            return None;
        }
        Some(items)
    }

    /// Returns a text that must be one of a few words.
    pub(crate) fn word<T: Copy>(&mut self, node: &Node<'_>, words: &[(&str, T)]) -> Option<T> {
        let text = self.text(node)?;
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
        if found.is_none() {
            let names = || words.iter().map(|(word, _)| *word);
            let meant = nearest(text, names());
            let note = self.note(&node.span, DefectCode::OutOfRange, "not one of the values known here");
            note.expected(names().collect::<Vec<_>>().join(", ")).found(node).suggest(meant);
        }
        found
    }

    /// Everything that is wrong, each with pointer, line and column, in the order of the text; if nothing is, the
    /// warnings.
    pub(crate) fn into_defects(mut self, tree: &Tree<'_>, text: &str) -> Result<Vec<Defect>, Defects> {
        for span in &tree.duplicate_keys {
            self.note(span, DefectCode::DuplicateKey, "this object has the same key twice");
        }
        let defects = placed(self.notes, tree, text);
        if !defects.is_empty() {
            return Err(Defects(defects));
        }
        Ok(placed(self.warnings.unwrap_or_default(), tree, text))
    }
}

/// Gives notes their places, in the order of the text.
fn placed(mut notes: Vec<ReaderNote>, tree: &Tree<'_>, text: &str) -> Vec<Defect> {
    notes.sort_by_key(|note| note.span.start);
    let mut lines = Lines::new(text);
    let place = |note: ReaderNote| Defect {
        code: note.code,
        pointer: tree.pointer_to(&note.span),
        place: Some(lines.place(note.span)),
        message: note.message,
        expected: note.expected,
        found: note.found,
        suggestion: note.suggestion,
    };
    notes.into_iter().map(place).collect()
}

/// Finds lines and columns, walking forward once, however long a line is.
pub(crate) struct Lines<'s> {
    text: &'s str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'s> Lines<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Lines { text, at: 0, line: 1, column: 1 }
    }

    /// Returns the place of a span that starts no earlier than the ones before it.
    pub(crate) fn place(&mut self, span: Range<usize>) -> Place {
        let skipped = self.text.get(self.at..span.start).unwrap_or_default();
        match skipped.rfind('\n') {
            Some(last) => {
                self.line += skipped.bytes().filter(|byte| *byte == b'\n').count();
                self.column = 1 + code_points(skipped.get(last + 1..).unwrap_or_default());
            }
            None => self.column += code_points(skipped),
        }
        self.at += skipped.len();
        Place { line: self.line, column: self.column, span }
    }
}

/// Returns a value in a few words, for "found …".
pub(crate) fn describe(node: &Node<'_>) -> String {
    match &node.value {
        Json::Bool(truth) => truth.to_string(),
        Json::Number(digits) => excerpt(digits, 40),
        Json::Text(text) => format!("\"{}\"", excerpt(text, 40).escape_debug()),
        Json::List(items) => format!("a list of {}", items.len()),
        plain @ (Json::Null | Json::Object(_)) => plain.kind().phrase().to_owned(),
    }
}
