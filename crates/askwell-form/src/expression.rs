//! Expressions over the answers of a form: a typed subset of CEL, the Common Expression Language.
//!
//! An expression is compiled once, when the form is parsed, for the kinds of the fields that it refers to. Mistakes
//! are found then; evaluating a compiled expression cannot go wrong. It has no loops, no clock and no state, and each
//! part is evaluated at most once, so its cost is bounded by its size and by the length of the texts it looks at.
//!
//! Numbers are exact decimals, not the integers and doubles of CEL. Has no division, no maps, no macros but `has`, and
//! no functions that a program could add.

mod compile;
mod evaluate;
mod fields;
mod functions;
mod syntax;
mod token;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::answer::Answer;
use crate::defect::DefectCode;
use crate::json::tree::{Json, Node};
use crate::kind::Kind;
use crate::number::Number;
use crate::parse::reader::Reader;
use crate::pattern::Pattern;

pub(crate) use compile::Type;
pub(crate) use evaluate::{Stop, Value};
pub use fields::expression_fields;
pub use functions::expression_functions;

/// The longest source, in bytes. Longer expressions are not readable.
pub(crate) const MAX_SOURCE_BYTES: usize = 2_000;

/// A compiled expression has at most this many parts.
const MAX_PARTS: usize = 256;

/// Brackets, lists and calls nest at most this deep.
const MAX_DEPTH: usize = 16;

/// An expression of a known type, ready to be evaluated.
#[derive(Debug, Clone)]
pub(crate) struct Expression {
    root: Part,
    /// The fields it refers to, each once.
    fields: Vec<usize>,
}

/// The fields an expression may refer to: ids with kinds, by place.
pub(crate) type FieldScope<'s> = [(&'s str, Option<&'s Kind>)];

/// A part of a compiled expression. Operands have the types that the part needs.
#[derive(Debug, Clone)]
enum Part {
    Constant(Constant),
    /// An answer, and what stands for it while a person could have given one and has not.
    Field(usize, Assumed),
    Has(usize),
    Not(Box<Part>),
    Negate(Box<Part>),
    And(Box<Part>, Box<Part>),
    Or(Box<Part>, Box<Part>),
    Choose(Box<[Part; 3]>),
    Compare(Relation, Box<[Part; 2]>),
    In(Box<[Part; 2]>),
    Arithmetic(Arithmetic, Box<[Part; 2]>),
    Size(Box<Part>),
    TextTest(TextTest, Box<[Part; 2]>),
    Matches(Box<Part>, Pattern),
    DayOfWeek(Box<Part>),
    WholeUnits(TimeUnit, Box<Part>),
    Least(Box<[Part; 2]>),
    Greatest(Box<[Part; 2]>),
    /// Rounds to so many digits after the point.
    Round(Box<Part>, i16),
    ToText(Box<Part>),
    ChangeText(TextChange, Box<Part>),
}

/// What stands for an answer that could have been given and was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Assumed {
    Nothing,
    /// A box that is not ticked is false.
    False,
    NoChoices,
    NoRows,
}

/// What is known of a field's answer.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Given<'v> {
    /// The answer, or the default that a person would be looking at.
    Answer(&'v Answer<'v>),
    /// Nothing, though the field takes part.
    Nothing,
    /// The field is hidden or disabled.
    Inactive,
}

#[derive(Debug, Clone)]
enum Constant {
    Bool(bool),
    Number(Number),
    Text(String),
    Moment(crate::kind::Moment),
    /// Nanoseconds.
    Duration(i128),
    Texts(Vec<String>),
    Numbers(Vec<Number>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Different,
    Below,
    AtMost,
    Above,
    AtLeast,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeUnit {
    Days,
    Hours,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextChange {
    Trim,
    LowerAscii,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextTest {
    Contains,
    StartsWith,
    EndsWith,
}

/// Why a source is not an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExpressionError {
    /// Where, in bytes of the source.
    at: Range<usize>,
    code: DefectCode,
    message: String,
    expected: Option<String>,
    suggestion: Option<String>,
    /// It refers to a field that could not be read, whose own defects have been noted.
    is_noted: bool,
}

impl ExpressionError {
    fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        ExpressionError {
            at,
            code: DefectCode::Expression,
            message: message.into(),
            expected: None,
            suggestion: None,
            is_noted: false,
        }
    }

    fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    fn suggest(mut self, suggestion: Option<String>) -> Self {
        self.suggestion = suggestion;
        self
    }
}

impl Expression {
    /// Compiles a source to an expression of the given type.
    pub(crate) fn compile(
        source: &str,
        scope: &FieldScope<'_>,
        wanted: Type,
    ) -> Result<Expression, ExpressionError> {
        let tree = syntax::parse(source)?;
        compile::compile(&tree, scope, wanted)
    }

    /// Reads an expression from a document. A mistake is noted at its own place in the text, as far as the text
    /// has no escapes.
    pub(crate) fn read(
        reader: &mut Reader,
        node: &Node<'_>,
        scope: &FieldScope<'_>,
        wanted: Type,
    ) -> Option<Expression> {
        let source = reader.text(node)?;
        if source.is_empty() || source.chars().count() > MAX_SOURCE_BYTES {
            let note = reader.note(&node.span, DefectCode::OutOfRange, "an expression of this length");
            note.expected(format!("1 to {MAX_SOURCE_BYTES} characters"));
            return None;
        }
        let error = match Expression::compile(source, scope, wanted) {
            Ok(expression) => return Some(expression),
            Err(error) => error,
        };
        if error.is_noted {
            return None;
        }
        let is_verbatim = matches!(&node.value, Json::Text(std::borrow::Cow::Borrowed(_)));
        let (span, message) = if is_verbatim {
            let start = node.span.start + 1;
            (start + error.at.start..start + error.at.end, error.message)
        } else {
            let at = source.get(..error.at.start).map_or(0, |before| before.chars().count());
            (node.span.clone(), format!("at character {at}: {}", error.message))
        };
        let note = reader.note(&span, error.code, message);
        if let Some(expected) = error.expected {
            note.expected(expected);
        }
        note.suggest(error.suggestion.as_deref());
        None
    }

    /// Returns the fields that the expression refers to, each once.
    pub(crate) fn fields(&self) -> &[usize] {
        &self.fields
    }

    /// Evaluates the expression, with what is known of each field's answer.
    pub(crate) fn evaluate<'v>(&'v self, given: &dyn Fn(usize) -> Given<'v>) -> Result<Value<'v>, Stop> {
        evaluate::evaluate(&self.root, given)
    }
}
