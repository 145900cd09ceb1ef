//! One message of a catalogue: parsed from Fluent, then put together with its arguments.
//!
//! A subset of Fluent: text, `{ $argument }`, `{ NUMBER($argument) }` with grouped digits, `{ DATETIME($argument) }`,
//! string literals and selections by an argument. No terms, attributes or references, so that a message stands alone.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;

use crate::format::{self, Shape, Value};
use crate::language::Language;
use crate::pseudo;

/// A text with places for arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message(Vec<Part>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Argument(String, Shape),
    Select { argument: String, variants: Vec<(String, Message)>, otherwise: usize },
}

/// A piece of a message that was put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'m> {
    /// A text, to be escaped where it is shown.
    Text(Cow<'m, str>),
    /// The place of an argument that was not given as a value: markup goes here.
    Slot(&'m str),
}

/// Why a text is not a catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogueError(pub(crate) String);

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CatalogueError {}

impl Message {
    /// Reads every message of a catalogue, in order.
    ///
    /// # Errors
    /// If the text is not Fluent, or uses more of Fluent than the subset.
    pub(crate) fn parse_all(text: &str) -> Result<Vec<(String, Message)>, CatalogueError> {
        let resource = parser::parse(text).map_err(|(_, errors)| {
            let first = errors.first().map_or_else(String::new, |error| {
                let line = text.get(..error.pos.start).map_or(0, |before| before.matches('\n').count() + 1);
                format!("line {line}: {error}")
            });
            CatalogueError(first)
        })?;
        let mut messages = Vec::new();
        for entry in &resource.body {
            match entry {
                Entry::Message(message) if message.attributes.is_empty() => {
                    let id = message.id.name;
                    let value = message
                        .value
                        .as_ref()
                        .ok_or_else(|| CatalogueError(format!("`{id}` has no text")))?;
                    let value =
                        compile(value).map_err(|what| CatalogueError(format!("`{id}` has {what}")))?;
                    messages.push((id.to_owned(), value));
                }
                Entry::Message(message) => {
                    return Err(CatalogueError(format!("`{}` has attributes", message.id.name)));
                }
                Entry::Term(term) => return Err(CatalogueError(format!("`-{}` is a term", term.id.name))),
                _ => {}
            }
        }
        Ok(messages)
    }

    /// Reads one message without its name.
    pub(crate) fn parse(text: &str) -> Result<Message, CatalogueError> {
        // Further lines of a message are indented in a catalogue.
        let text = text.replace('\n', "\n    ");
        let mut messages = Message::parse_all(&format!("message = {text}\n"))?;
        match (messages.pop(), messages.is_empty()) {
            (Some((_, message)), true) => Ok(message),
            _ => Err(CatalogueError("it is not one message".to_owned())),
        }
    }

    /// Returns the names of all arguments.
    #[must_use]
    pub fn arguments(&self) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        self.collect_arguments(&mut found);
        found
    }

    fn collect_arguments<'m>(&'m self, found: &mut BTreeSet<&'m str>) {
        for part in &self.0 {
            match part {
                Part::Text(_) => {}
                Part::Argument(name, _) => {
                    found.insert(name);
                }
                Part::Select { argument, variants, .. } => {
                    found.insert(argument);
                    variants.iter().for_each(|(_, message)| message.collect_arguments(found));
                }
            }
        }
    }

    /// Returns every selection by a plural: the categories that it has.
    #[must_use]
    pub fn plural_variants(&self) -> Vec<Vec<&str>> {
        self.0
            .iter()
            .filter_map(|part| match part {
                Part::Select { variants, .. } => Some(variants.iter().map(|(key, _)| &**key).collect()),
                _ => None,
            })
            .collect()
    }

    /// Returns the variants of a message that selects by one argument, for a program that counts by itself: each with
    /// its key, such as `one` or `0`, and its pieces. A message without a selection has one variant, `other`.
    #[must_use]
    pub fn variants<'m>(
        &'m self,
        language: Language,
        values: &[(&str, Value<'_>)],
    ) -> Vec<(&'m str, Vec<Piece<'m>>)> {
        match self.0.as_slice() {
            [Part::Select { variants, .. }] => {
                variants.iter().map(|(key, message)| (&**key, message.pieces(language, values))).collect()
            }
            _ => vec![("other", self.pieces(language, values))],
        }
    }

    /// Puts the message together. Arguments that are not in `values` become slots.
    #[must_use]
    pub fn pieces<'m>(&'m self, language: Language, values: &[(&str, Value<'_>)]) -> Vec<Piece<'m>> {
        let mut pieces = Vec::new();
        self.push_pieces(language, values, &mut pieces);
        pieces
    }

    fn push_pieces<'m>(
        &'m self,
        language: Language,
        values: &[(&str, Value<'_>)],
        pieces: &mut Vec<Piece<'m>>,
    ) {
        let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| value);
        for part in &self.0 {
            match part {
                Part::Text(text) if language == Language::Pseudo => {
                    pieces.push(Piece::Text(pseudo::accent(text).into()));
                }
                Part::Text(text) => pieces.push(Piece::Text(Cow::Borrowed(text))),
                Part::Argument(name, shape) => pieces.push(match value(name) {
                    Some(value) => Piece::Text(format::value(language, value, *shape).into()),
                    None => Piece::Slot(name),
                }),
                Part::Select { argument, variants, otherwise } => {
                    let chosen = value(argument).and_then(|value| {
                        format::select(language, value, |key| {
                            variants.iter().position(|(known, _)| known == key)
                        })
                    });
                    if let Some((_, message)) = variants.get(chosen.unwrap_or(*otherwise)) {
                        message.push_pieces(language, values, pieces);
                    }
                }
            }
        }
    }
}

fn compile(pattern: &Pattern<&str>) -> Result<Message, String> {
    let mut parts = Vec::with_capacity(pattern.elements.len());
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => push_text(&mut parts, value),
            PatternElement::Placeable { expression } => parts.push(compile_expression(expression)?),
        }
    }
    Ok(Message(parts))
}

/// Adds a text to the one before it.
fn push_text(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        Some(Part::Text(before)) => before.push_str(text),
        _ => parts.push(Part::Text(text.to_owned())),
    }
}

fn compile_expression(expression: &Expression<&str>) -> Result<Part, String> {
    match expression {
        Expression::Inline(inline) => compile_inline(inline),
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            let mut compiled = Vec::with_capacity(variants.len());
            let mut otherwise = 0;
            for variant in variants {
                let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) =
                    &variant.key;
                if variant.default {
                    otherwise = compiled.len();
                }
                compiled.push(((*key).to_owned(), compile(&variant.value)?));
            }
            Ok(Part::Select { argument: id.name.to_owned(), variants: compiled, otherwise })
        }
        Expression::Select { .. } => Err("a selection by something that is no argument".to_owned()),
    }
}

fn compile_inline(inline: &InlineExpression<&str>) -> Result<Part, String> {
    match inline {
        InlineExpression::VariableReference { id } => Ok(Part::Argument(id.name.to_owned(), Shape::Plain)),
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            Ok(Part::Text(fluent_syntax::unicode::unescape_unicode_to_string(value).into_owned()))
        }
        InlineExpression::FunctionReference { id, arguments } => {
            let shape = match id.name {
                "NUMBER" => Shape::Grouped,
                "DATETIME" => Shape::Spelled,
                other => return Err(format!("the unknown function {other}; known are NUMBER and DATETIME")),
            };
            match arguments.positional.as_slice() {
                [InlineExpression::VariableReference { id }] if arguments.named.is_empty() => {
                    Ok(Part::Argument(id.name.to_owned(), shape))
                }
                _ => Err(format!("{} without one argument", id.name)),
            }
        }
        InlineExpression::Placeable { expression } => compile_expression(expression),
        _ => Err("a reference to another message".to_owned()),
    }
}
