//! The functions of the language.

use std::ops::Range;

use super::compile::{Compiler, Type, Typed, answers_key, mismatch};
use super::syntax::{Syntax, SyntaxNode};
use super::{Constant, ExpressionError, Part, TextChange, TextTest, TimeUnit};
use crate::kind::Moment;
use crate::nearest::nearest;
use crate::pattern::Pattern;
use crate::text::excerpt;

/// Every function with the way to call it.
const FUNCTIONS: [(&str, &str); 17] = [
    ("has", "has(field)"),
    ("size", "size(text or list)"),
    ("timestamp", "timestamp(\"2026-01-31\")"),
    ("duration", "duration(\"36h\")"),
    ("contains", "text.contains(text)"),
    ("startsWith", "text.startsWith(text)"),
    ("endsWith", "text.endsWith(text)"),
    ("matches", "text.matches(\"pattern\")"),
    ("getDayOfWeek", "date.getDayOfWeek()"),
    ("getDays", "duration.getDays()"),
    ("getHours", "duration.getHours()"),
    ("min", "min(number, number)"),
    ("max", "max(number, number)"),
    ("round", "round(number) or round(number, 2)"),
    ("string", "string(number, date, text, true or false)"),
    ("lowerAscii", "text.lowerAscii()"),
    ("trim", "text.trim()"),
];

/// Returns the functions of the expression language, each with the way to call it: for tools that edit forms.
pub fn expression_functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    FUNCTIONS.into_iter()
}

/// `round` keeps at most this many digits after the point.
const MAX_ROUNDED_DIGITS: i64 = 12;

impl Compiler<'_> {
    /// Compiles a call of a function, or of a method on a value.
    pub(super) fn call(
        &mut self,
        on: Option<&Syntax>,
        name: &str,
        arguments: &[Syntax],
        at: &Range<usize>,
    ) -> Result<Typed, ExpressionError> {
        match (on, name, arguments) {
            (None, "has", [argument]) => {
                let (id, at) = match &argument.node {
                    SyntaxNode::Name(name) => (name.as_str(), &argument.at),
                    SyntaxNode::Member(object, key) => (answers_key(object, key)?, &key.at),
                    _ => {
                        let error = ExpressionError::new(argument.at.clone(), "`has` asks about a field");
                        return Err(error.expected("the id of a field"));
                    }
                };
                Ok((Part::Has(self.resolve(id, at)?), Type::Bool))
            }
            (None, "size", [argument]) | (Some(argument), "size", []) => match self.part(argument)? {
                (part, Type::Text | Type::Texts | Type::Numbers | Type::Rows) => {
                    Ok((Part::Size(Box::new(part)), Type::Number))
                }
                (_, found) => Err(mismatch(&argument.at, found, "a text or a list")),
            },
            (None, "timestamp", [argument]) => {
                let moment = constant_text(argument)?;
                let moment = Moment::parse(moment).ok_or_else(|| {
                    ExpressionError::new(argument.at.clone(), "not a date")
                        .expected("a date such as 2026-01-31 or 2026-01-31T09:30:00Z")
                })?;
                Ok((Part::Constant(Constant::Moment(moment)), Type::Date))
            }
            (None, "duration", [argument]) => {
                let nanos = duration(constant_text(argument)?).ok_or_else(|| {
                    ExpressionError::new(argument.at.clone(), "not a duration")
                        .expected("numbers with units, such as 36h or 1h30m")
                })?;
                Ok((Part::Constant(Constant::Duration(nanos)), Type::Duration))
            }
            (Some(text), "matches", [argument]) | (None, "matches", [text, argument]) => {
                let text = Box::new(self.part_of(text, Type::Text)?);
                let pattern = Pattern::compile(constant_text(argument)?);
                let pattern =
                    pattern.map_err(|error| ExpressionError::new(argument.at.clone(), error.to_string()))?;
                Ok((Part::Matches(text, pattern), Type::Bool))
            }
            (Some(text), "contains" | "startsWith" | "endsWith", [argument]) => {
                let test = match name {
                    "contains" => TextTest::Contains,
                    "startsWith" => TextTest::StartsWith,
                    _ => TextTest::EndsWith,
                };
                let sides = [self.part_of(text, Type::Text)?, self.part_of(argument, Type::Text)?];
                Ok((Part::TextTest(test, Box::new(sides)), Type::Bool))
            }
            (Some(date), "getDayOfWeek", []) => {
                Ok((Part::DayOfWeek(Box::new(self.part_of(date, Type::Date)?)), Type::Number))
            }
            (Some(span), "getDays" | "getHours", []) => {
                let unit = if name == "getDays" { TimeUnit::Days } else { TimeUnit::Hours };
                Ok((Part::WholeUnits(unit, Box::new(self.part_of(span, Type::Duration)?)), Type::Number))
            }
            (None, "min" | "max", [left, right]) => {
                let sides = [self.part_of(left, Type::Number)?, self.part_of(right, Type::Number)?];
                let part = if name == "min" { Part::Least } else { Part::Greatest };
                Ok((part(Box::new(sides)), Type::Number))
            }
            (None, "round", [number]) => {
                Ok((Part::Round(Box::new(self.part_of(number, Type::Number)?), 0), Type::Number))
            }
            (None, "round", [number, digits]) => {
                let number = Box::new(self.part_of(number, Type::Number)?);
                let digits = match &digits.node {
                    SyntaxNode::Number(digits) => digits.as_i64(),
                    _ => None,
                }
                .filter(|digits| (0..=MAX_ROUNDED_DIGITS).contains(digits))
                .and_then(|digits| i16::try_from(digits).ok())
                .ok_or_else(|| {
                    ExpressionError::new(digits.at.clone(), "not a number of digits")
                        .expected(format!("a constant from 0 to {MAX_ROUNDED_DIGITS}"))
                })?;
                Ok((Part::Round(number, digits), Type::Number))
            }
            (None, "string", [argument]) => match self.part(argument)? {
                (part, Type::Text) => Ok((part, Type::Text)),
                (part, Type::Number | Type::Bool | Type::Date) => {
                    Ok((Part::ToText(Box::new(part)), Type::Text))
                }
                (_, found) => Err(mismatch(&argument.at, found, "a number, a date, or true or false")),
            },
            (Some(text), "lowerAscii" | "trim", []) => {
                let change = if name == "trim" { TextChange::Trim } else { TextChange::LowerAscii };
                Ok((Part::ChangeText(change, Box::new(self.part_of(text, Type::Text)?)), Type::Text))
            }
            _ => Err(unknown_call(name, at)),
        }
    }
}

fn unknown_call(name: &str, at: &Range<usize>) -> ExpressionError {
    if let Some((_, usage)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
        let error = ExpressionError::new(at.clone(), format!("`{name}` is called in another way"));
        return error.expected(*usage);
    }
    let names = || FUNCTIONS.iter().map(|(name, _)| *name);
    let message = format!("no function is called `{}`", excerpt(name, 40));
    let meant = nearest(name, names()).map(str::to_owned);
    ExpressionError::new(at.clone(), message)
        .expected(format!("one of {}", names().collect::<Vec<_>>().join(", ")))
        .suggest(meant)
}

fn constant_text(syntax: &Syntax) -> Result<&str, ExpressionError> {
    match &syntax.node {
        SyntaxNode::Text(text) => Ok(text),
        _ => {
            Err(ExpressionError::new(syntax.at.clone(), "not a constant")
                .expected("a text in quotation marks"))
        }
    }
}

/// Reads a duration such as `1h30m`: whole numbers with units, at most some thousand years.
fn duration(text: &str) -> Option<i128> {
    const UNITS: [(&str, i128); 6] = [
        ("ms", 1_000_000),
        ("us", 1_000),
        ("ns", 1),
        ("h", 3_600_000_000_000),
        ("m", 60_000_000_000),
        ("s", 1_000_000_000),
    ];
    let (is_negative, mut rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let mut nanos = 0_i128;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, after) = rest.split_at_checked(digits)?;
        let count: i128 = number.parse::<u64>().ok()?.into();
        let (after, unit) = UNITS.iter().find_map(|(name, unit)| Some((after.strip_prefix(name)?, *unit)))?;
        nanos = nanos.checked_add(count.checked_mul(unit)?)?;
        rest = after;
    }
    Some(if is_negative { -nanos } else { nanos })
}
