//! `number`: compared exactly, as decimals.

use super::rules;
use crate::constraint::Constraint;
use crate::json::tree::Node;
use crate::number::{Number, NumberError};
use crate::parse::reader::Reader;
use crate::problem::Fact;
use crate::raw::Raw;
use crate::report::Report;

/// The constraints of a number field.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct NumberKind {
    /// The smallest value.
    pub minimum: Option<Number>,
    /// The largest value.
    pub maximum: Option<Number>,
    /// Values must be above this.
    pub exclusive_minimum: Option<Number>,
    /// Values must be below this.
    pub exclusive_maximum: Option<Number>,
    /// Values must be a multiple of this; always above zero.
    pub multiple_of: Option<Number>,
}

impl NumberKind {
    pub(super) fn read(reader: &mut Reader, node: Option<&Node<'_>>) -> NumberKind {
        let keys = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
        let Some(members) = rules(reader, node, &keys) else { return NumberKind::default() };
        let mut bound = |key| members.get(key).and_then(|node| reader.number(node));
        let kind = NumberKind {
            minimum: bound("minimum"),
            maximum: bound("maximum"),
            exclusive_minimum: bound("exclusiveMinimum"),
            exclusive_maximum: bound("exclusiveMaximum"),
            multiple_of: members.get("multipleOf").and_then(|node| reader.positive_number(node)),
        };
        let above =
            |low: Option<Number>, high: Option<Number>| low.zip(high).is_some_and(|(low, high)| low > high);
        let meets =
            |low: Option<Number>, high: Option<Number>| low.zip(high).is_some_and(|(low, high)| low >= high);
        let crossed = [
            ("minimum", "maximum", above(kind.minimum, kind.maximum)),
            ("minimum", "exclusiveMaximum", meets(kind.minimum, kind.exclusive_maximum)),
            ("exclusiveMinimum", "maximum", meets(kind.exclusive_minimum, kind.maximum)),
            ("exclusiveMinimum", "exclusiveMaximum", meets(kind.exclusive_minimum, kind.exclusive_maximum)),
        ];
        for (low, high, crossed) in crossed {
            reader.refuse_crossed(members, (low, high), crossed);
        }
        kind
    }

    /// Returns whether only whole numbers pass.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.multiple_of.is_some_and(|step| step.is_integer())
    }

    #[inline]
    pub(super) fn check(&self, raw: &Raw<'_>, report: &mut Report<'_>) -> Option<Number> {
        let parsed = match raw {
            Raw::Integer(integer) => Ok(Number::from(*integer)),
            Raw::Number(digits) => Number::parse(digits),
            Raw::Text(typed) => Number::parse_typed(typed),
            _ => Err(NumberError::Syntax),
        };
        let number = match parsed {
            Ok(number) => number,
            Err(error) => {
                report.fail(Constraint::Type, Fact::Word(needs(error)), described(raw));
                return None;
            }
        };
        let mut fail = |constraint, bound| report.fail(constraint, Fact::Number(bound), Fact::Number(number));
        if let Some(bound) = self.minimum
            && number < bound
        {
            fail(Constraint::Minimum, bound);
        }
        if let Some(bound) = self.maximum
            && number > bound
        {
            fail(Constraint::Maximum, bound);
        }
        if let Some(bound) = self.exclusive_minimum
            && number <= bound
        {
            fail(Constraint::ExclusiveMinimum, bound);
        }
        if let Some(bound) = self.exclusive_maximum
            && number >= bound
        {
            fail(Constraint::ExclusiveMaximum, bound);
        }
        if let Some(step) = self.multiple_of
            && !number.is_multiple_of(&step)
        {
            fail(Constraint::MultipleOf, step);
        }
        Some(number)
    }
}

fn needs(error: NumberError) -> &'static str {
    match error {
        NumberError::Syntax => "number",
        NumberError::TooPrecise => "number of at most 38 digits",
        NumberError::OutOfRange => "number between -1e308 and 1e308",
    }
}

#[cold]
fn described(raw: &Raw<'_>) -> Fact {
    match raw {
        Raw::Text(text) | Raw::Number(text) => super::text::quoted(text),
        other => Fact::Word(other.type_name()),
    }
}

impl Reader {
    /// Returns a number above zero.
    pub(crate) fn positive_number(&mut self, node: &Node<'_>) -> Option<Number> {
        let number = self.number(node)?;
        if number > Number::from(0_i64) {
            return Some(number);
        }
        let note = self.note(&node.span, crate::defect::DefectCode::OutOfRange, "out of range");
        note.expected("a number above 0").found(node);
        None
    }
}
