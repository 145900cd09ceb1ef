//! Parses a condition from a document, for the fields it refers to.

use std::borrow::Cow;

use super::{Comparison, Condition, ConditionTest};
use crate::answer::Answer;
use crate::defect::DefectCode;
use crate::json::tree::{Json, Node};
use crate::kind::{Kind, Moment};
use crate::nearest::nearest;
use crate::parse::reader::{Members, Reader};
use crate::text::excerpt;

/// Limit of nested conditions. Deeper ones are not readable.
const MAX_NESTING: usize = 16;

/// The fields a condition may speak of: ids with kinds, by place.
pub(crate) struct Scope<'s> {
    pub(crate) fields: &'s [(&'s str, Option<&'s Kind>)],
    /// The ids of fields that are there and cannot be seen from here: of rows, or outside of the row.
    pub(crate) out_of_reach: &'s [&'s str],
}

/// Why a field that is there cannot be named.
pub(crate) const OUT_OF_REACH: &str = "fields of a row and other fields cannot look at each other";

impl Scope<'_> {
    /// Returns the place of the field that a node names, noted if there is none.
    pub(crate) fn resolve(&self, reader: &mut Reader, node: &Node<'_>) -> Option<usize> {
        let id = reader.text(node)?;
        let found = self.fields.iter().position(|(known, _)| *known == id);
        if found.is_none() && self.out_of_reach.contains(&id) {
            let message = format!("`{}` cannot be seen from here: {OUT_OF_REACH}", excerpt(id, 64));
            let note = reader.note(&node.span, DefectCode::UnknownReference, message);
            note.expected("a field of the same row, or a field or repeating group outside of all rows");
        } else if found.is_none() {
            let meant = nearest(id, self.fields.iter().map(|(known, _)| *known));
            let message = format!("no field has the id `{}`", excerpt(id, 64));
            reader.note(&node.span, DefectCode::UnknownReference, message).suggest(meant);
        }
        found
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equals,
    NotEquals,
    Contains,
    Compare(Comparison),
    Regex,
    And,
    Or,
}

const OPERATORS: [(&str, Operator); 10] = [
    ("equals", Operator::Equals),
    ("not_equals", Operator::NotEquals),
    ("contains", Operator::Contains),
    ("gt", Operator::Compare(Comparison::Above)),
    ("lt", Operator::Compare(Comparison::Below)),
    ("gte", Operator::Compare(Comparison::AtLeast)),
    ("lte", Operator::Compare(Comparison::AtMost)),
    ("regex", Operator::Regex),
    ("and", Operator::And),
    ("or", Operator::Or),
];

impl Condition {
    pub(crate) fn read(reader: &mut Reader, node: &Node<'_>, scope: &Scope<'_>) -> Option<Condition> {
        read(reader, node, scope, MAX_NESTING)
    }
}

fn read(reader: &mut Reader, node: &Node<'_>, scope: &Scope<'_>, nesting: usize) -> Option<Condition> {
    let Some(nesting) = nesting.checked_sub(1) else {
        let message = format!("conditions nested deeper than {MAX_NESTING} levels");
        // A schema cannot count levels.
        reader.note(&node.span, DefectCode::ConditionMismatch, message);
        return None;
    };
    let members = reader.free_object(node)?;
    let operator = reader.required(members, "operator").and_then(|node| reader.word(node, &OPERATORS))?;
    if matches!(operator, Operator::And | Operator::Or) {
        let members = reader.closed_object(node, &["operator", "conditions", "value", "field"])?;
        if let Some(field) = members.get("field") {
            reader.text(field);
        }
        let parts = read_parts(reader, members, scope, nesting)?;
        return Some(if operator == Operator::And { Condition::All(parts) } else { Condition::Any(parts) });
    }
    let members = reader.closed_object(node, &["operator", "field", "value"])?;
    let field = reader.required(members, "field").and_then(|node| scope.resolve(reader, node));
    let value = reader.required(members, "value");
    let (field, value) = (field?, value?);
    // A field that could not be read has been noted already, and has no kind to test against.
    let (id, kind) = scope.fields.get(field)?;
    let test = read_test(reader, operator, value, id, (*kind)?)?;
    Some(Condition::Test { field, test })
}

fn read_parts(
    reader: &mut Reader,
    members: Members<'_, '_>,
    scope: &Scope<'_>,
    nesting: usize,
) -> Option<Vec<Condition>> {
    let list = match (members.get("conditions"), members.get("value")) {
        (Some(_), Some(value)) => {
            let message = "`conditions` and `value` both list conditions";
            reader.note(&value.span, DefectCode::UnknownKey, message).expected("one of the two");
            return None;
        }
        (Some(list), None) | (None, Some(list)) => list,
        (None, None) => reader.required(members, "conditions")?,
    };
    let items = reader.list(list, 1)?;
    let parts: Vec<_> = items.iter().map(|item| read(reader, item, scope, nesting)).collect();
    parts.into_iter().collect()
}

fn read_test(
    reader: &mut Reader,
    operator: Operator,
    value: &Node<'_>,
    id: &str,
    kind: &Kind,
) -> Option<ConditionTest> {
    let is_null = matches!(value.value, Json::Null);
    match operator {
        Operator::Equals if is_null => Some(ConditionTest::Empty),
        Operator::NotEquals if is_null => Some(ConditionTest::Filled),
        Operator::Equals => operand(reader, value, id, kind).map(ConditionTest::Equals),
        Operator::NotEquals => operand(reader, value, id, kind).map(ConditionTest::Differs),
        Operator::Compare(comparison) => match kind {
            Kind::Number(_) | Kind::Date(_) => {
                operand(reader, value, id, kind).map(|value| ConditionTest::Compares(comparison, value))
            }
            _ => mismatch(reader, value, id, kind, "only numbers and dates can be compared"),
        },
        Operator::Contains => match kind {
            Kind::Text(_) | Kind::Url(_) => Some(ConditionTest::Contains(reader.text(value)?.to_owned())),
            Kind::MultiSelect(select) => option(reader, value, &select.options).map(ConditionTest::Contains),
            _ => {
                mismatch(reader, value, id, kind, "only texts, URLs and multi-selects can contain something")
            }
        },
        Operator::Regex => match kind {
            Kind::Text(_) | Kind::Url(_) | Kind::Select(_) => {
                reader.pattern(value).map(ConditionTest::Matches)
            }
            _ => mismatch(reader, value, id, kind, "only texts, URLs and selects can match a pattern"),
        },
        Operator::And | Operator::Or => None,
    }
}

/// Returns a constant of the type that the field's answers have.
fn operand(reader: &mut Reader, node: &Node<'_>, id: &str, kind: &Kind) -> Option<Answer<'static>> {
    let answer = match (kind, &node.value) {
        (_, Json::Text(text)) if text.is_empty() => {
            let message = "no answer equals an empty text: what was left blank counts as nothing";
            reader
                .note(&node.span, DefectCode::ConditionMismatch, message)
                .expected("null, to test for emptiness");
            return None;
        }
        (Kind::Text(_) | Kind::Url(_), Json::Text(text)) => Answer::Text(Cow::Owned(text.to_string())),
        (Kind::Number(_), Json::Number(_)) => Answer::Number(reader.number(node)?),
        (Kind::Boolean(_), Json::Bool(truth)) => Answer::Bool(*truth),
        (Kind::Select(select), Json::Text(_)) => {
            Answer::Choice(Cow::Owned(option(reader, node, &select.options)?))
        }
        (Kind::MultiSelect(select), Json::List(items)) => {
            let values = items.iter().map(|item| option(reader, item, &select.options).map(Cow::Owned));
            Answer::Choices(values.collect::<Option<_>>()?)
        }
        (Kind::Date(_), Json::Text(text)) => match Moment::parse(text) {
            Some(moment) => moment.answer(),
            None => {
                reader
                    .note(&node.span, DefectCode::Date, "not a date")
                    .expected("a date such as 2026-01-31")
                    .found(node);
                return None;
            }
        },
        _ => return mismatch(reader, node, id, kind, "a value of another type than the field's"),
    };
    Some(answer)
}

fn option(reader: &mut Reader, node: &Node<'_>, options: &crate::kind::Options) -> Option<String> {
    let value = if let Json::Text(value) = &node.value { Some(&**value) } else { None };
    if let Some(known) = value.filter(|value| options.may_have(value)) {
        return Some(known.to_owned());
    }
    let meant = value.and_then(|value| nearest(value, options.iter().map(|choice| choice.value.as_str())));
    let note = reader.note(&node.span, DefectCode::ConditionMismatch, "not one of the field's options");
    note.found(node).suggest(meant);
    None
}

#[cold]
fn mismatch<T>(reader: &mut Reader, node: &Node<'_>, id: &str, kind: &Kind, why: &str) -> Option<T> {
    let message = format!("{why}; `{id}` is a {} field", kind.name());
    reader.note(&node.span, DefectCode::ConditionMismatch, message).found(node);
    None
}
