//! Evaluates a compiled expression.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::{Arithmetic, Assumed, Constant, Given, Part, Relation, TextChange, TextTest, TimeUnit};
use crate::answer::Answer;
use crate::calendar::{Date, DateTime};
use crate::kind::Moment;
use crate::number::Number;
use crate::text::code_points;

/// What an expression comes to.
#[derive(Debug, Clone)]
pub(crate) enum Value<'v> {
    Bool(bool),
    Number(Number),
    Text(Cow<'v, str>),
    Moment(Moment),
    /// Nanoseconds.
    Duration(i128),
    Texts(Vec<&'v str>),
    Numbers(&'v [Number]),
    /// How many rows there are.
    Rows(usize),
}

/// Why an expression comes to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stop {
    /// It looks at an answer that is not there.
    Missing,
    /// A number has too many digits, or a text too many characters.
    Failed,
}

/// The longest text that joining may make, in bytes.
const MAX_JOINED_BYTES: usize = 100_000;

const NANOS_PER_SECOND: i128 = 1_000_000_000;
const NANOS_PER_DAY: i128 = 86_400 * NANOS_PER_SECOND;

type GivenOf<'f, 'v> = &'f dyn Fn(usize) -> Given<'v>;

pub(super) fn evaluate<'v>(part: &'v Part, given: GivenOf<'_, 'v>) -> Result<Value<'v>, Stop> {
    let truth = |part: &'v Part| match evaluate(part, given) {
        Ok(Value::Bool(truth)) => Ok(truth),
        Ok(_) => Err(Stop::Failed),
        Err(stop) => Err(stop),
    };
    Ok(match part {
        Part::Constant(constant) => constant_value(constant),
        Part::Field(field, assumed) => match (given(*field), assumed) {
            (Given::Answer(answer), _) => answer_value(answer)?,
            (Given::Nothing, Assumed::False) => Value::Bool(false),
            (Given::Nothing, Assumed::NoChoices) => Value::Texts(Vec::new()),
            (Given::Nothing, Assumed::NoRows) => Value::Rows(0),
            (Given::Nothing | Given::Inactive, _) => return Err(Stop::Missing),
        },
        Part::Has(field) => Value::Bool(matches!(given(*field), Given::Answer(_))),
        Part::Not(part) => Value::Bool(!truth(part)?),
        Part::Negate(part) => match evaluate(part, given)? {
            Value::Number(number) => Value::Number(number.negated()),
            Value::Duration(nanos) => Value::Duration(nanos.checked_neg().ok_or(Stop::Failed)?),
            _ => return Err(Stop::Failed),
        },
        Part::And(left, right) => Value::Bool(decided(false, truth(left), || truth(right))?),
        Part::Or(left, right) => Value::Bool(decided(true, truth(left), || truth(right))?),
        Part::Choose(parts) => {
            let [condition, then, otherwise] = &**parts;
            evaluate(if truth(condition)? { then } else { otherwise }, given)?
        }
        Part::Compare(relation, sides) => {
            let [left, right] = &**sides;
            let (left, right) = (evaluate(left, given)?, evaluate(right, given)?);
            Value::Bool(compare(*relation, &left, &right).ok_or(Stop::Failed)?)
        }
        Part::In(sides) => {
            let [item, list] = &**sides;
            Value::Bool(match (evaluate(item, given)?, evaluate(list, given)?) {
                (Value::Text(text), Value::Texts(texts)) => texts.iter().any(|other| *other == text),
                (Value::Number(number), Value::Numbers(numbers)) => numbers.contains(&number),
                _ => return Err(Stop::Failed),
            })
        }
        Part::Arithmetic(operation, sides) => {
            let [left, right] = &**sides;
            let (left, right) = (evaluate(left, given)?, evaluate(right, given)?);
            calculate(*operation, left, right).ok_or(Stop::Failed)?
        }
        Part::Size(part) => {
            let size = match evaluate(part, given)? {
                Value::Text(text) => code_points(&text),
                Value::Texts(texts) => texts.len(),
                Value::Rows(rows) => rows,
                Value::Numbers(numbers) => numbers.len(),
                _ => return Err(Stop::Failed),
            };
            Value::Number(Number::from(u64::try_from(size).unwrap_or(u64::MAX)))
        }
        Part::TextTest(test, sides) => {
            let [text, other] = &**sides;
            let (Value::Text(text), Value::Text(other)) = (evaluate(text, given)?, evaluate(other, given)?)
            else {
                return Err(Stop::Failed);
            };
            Value::Bool(match test {
                TextTest::Contains => text.contains(&*other),
                TextTest::StartsWith => text.starts_with(&*other),
                TextTest::EndsWith => text.ends_with(&*other),
            })
        }
        Part::Matches(part, pattern) => match evaluate(part, given)? {
            Value::Text(text) => Value::Bool(pattern.is_match(&text)),
            _ => return Err(Stop::Failed),
        },
        Part::DayOfWeek(part) => match evaluate(part, given)? {
            Value::Moment(moment) => Value::Number(day_of_week(&moment).ok_or(Stop::Failed)?),
            _ => return Err(Stop::Failed),
        },
        Part::WholeUnits(unit, part) => match evaluate(part, given)? {
            Value::Duration(nanos) => {
                let length = match unit {
                    TimeUnit::Days => NANOS_PER_DAY,
                    TimeUnit::Hours => 3_600 * NANOS_PER_SECOND,
                };
                let whole = i64::try_from(nanos / length).map_err(|_| Stop::Failed)?;
                Value::Number(Number::from(whole))
            }
            _ => return Err(Stop::Failed),
        },
        Part::Least(sides) | Part::Greatest(sides) => {
            let [left, right] = &**sides;
            match (evaluate(left, given)?, evaluate(right, given)?) {
                (Value::Number(left), Value::Number(right)) if matches!(part, Part::Least(_)) => {
                    Value::Number(left.min(right))
                }
                (Value::Number(left), Value::Number(right)) => Value::Number(left.max(right)),
                _ => return Err(Stop::Failed),
            }
        }
        Part::Round(part, digits) => match evaluate(part, given)? {
            Value::Number(number) => Value::Number(number.rounded(*digits).ok_or(Stop::Failed)?),
            _ => return Err(Stop::Failed),
        },
        Part::ToText(part) => Value::Text(Cow::Owned(match evaluate(part, given)? {
            Value::Number(number) => number.to_string(),
            Value::Bool(truth) => truth.to_string(),
            Value::Moment(moment) => moment.to_string(),
            _ => return Err(Stop::Failed),
        })),
        Part::ChangeText(change, part) => match evaluate(part, given)? {
            Value::Text(text) => Value::Text(Cow::Owned(match change {
                TextChange::Trim => text.trim().to_owned(),
                TextChange::LowerAscii => text.to_ascii_lowercase(),
            })),
            _ => return Err(Stop::Failed),
        },
    })
}

/// Joins two truth values of which one may be unknown: `decisive` decides from either side.
fn decided(
    decisive: bool,
    left: Result<bool, Stop>,
    right: impl FnOnce() -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    if left == Ok(decisive) {
        return Ok(decisive);
    }
    match (left, right()) {
        (_, Ok(truth)) if truth == decisive => Ok(decisive),
        (Err(left), Err(right)) => Err(left.min(right)),
        (Err(stop), Ok(_)) | (Ok(_), Err(stop)) => Err(stop),
        (Ok(_), Ok(_)) => Ok(!decisive),
    }
}

fn constant_value(constant: &Constant) -> Value<'_> {
    match constant {
        Constant::Bool(truth) => Value::Bool(*truth),
        Constant::Number(number) => Value::Number(*number),
        Constant::Text(text) => Value::Text(Cow::Borrowed(text)),
        Constant::Moment(moment) => Value::Moment(*moment),
        Constant::Duration(nanos) => Value::Duration(*nanos),
        Constant::Texts(texts) => Value::Texts(texts.iter().map(String::as_str).collect()),
        Constant::Numbers(numbers) => Value::Numbers(numbers),
    }
}

fn answer_value<'v>(answer: &'v Answer<'v>) -> Result<Value<'v>, Stop> {
    Ok(match answer {
        Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => Value::Text(Cow::Borrowed(text)),
        Answer::Secret(secret) => Value::Text(Cow::Borrowed(secret.reveal())),
        Answer::Number(number) => Value::Number(*number),
        Answer::Bool(truth) => Value::Bool(*truth),
        Answer::Date(date) => Value::Moment(Moment::Day(*date)),
        Answer::DateTime(moment) => Value::Moment(Moment::Instant(*moment)),
        Answer::Rows(rows) => Value::Rows(rows.len()),
        Answer::Choices(values) => Value::Texts(values.iter().map(|value| &**value).collect()),
        Answer::File(_) => return Err(Stop::Failed),
    })
}

fn compare(relation: Relation, left: &Value<'_>, right: &Value<'_>) -> Option<bool> {
    let ordering = match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.cmp(right),
        (Value::Text(left), Value::Text(right)) => left.cmp(right),
        (Value::Moment(left), Value::Moment(right)) => left.compare(right),
        (Value::Duration(left), Value::Duration(right)) => left.cmp(right),
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        // A choice of several is a set: the order of clicking does not matter.
        (Value::Texts(left), Value::Texts(right)) => {
            let same = left.len() == right.len() && left.iter().all(|value| right.contains(value));
            if same { Ordering::Equal } else { Ordering::Less }
        }
        _ => return None,
    };
    Some(match relation {
        Relation::Equal => ordering.is_eq(),
        Relation::Different => ordering.is_ne(),
        Relation::Below => ordering.is_lt(),
        Relation::AtMost => ordering.is_le(),
        Relation::Above => ordering.is_gt(),
        Relation::AtLeast => ordering.is_ge(),
    })
}

fn calculate<'v>(operation: Arithmetic, left: Value<'v>, right: Value<'v>) -> Option<Value<'v>> {
    match (operation, left, right) {
        (Arithmetic::Add, Value::Number(left), Value::Number(right)) => {
            left.checked_add(right).map(Value::Number)
        }
        (Arithmetic::Subtract, Value::Number(left), Value::Number(right)) => {
            left.checked_sub(right).map(Value::Number)
        }
        (Arithmetic::Multiply, Value::Number(left), Value::Number(right)) => {
            left.checked_mul(right).map(Value::Number)
        }
        (Arithmetic::Add, Value::Text(left), Value::Text(right)) => {
            let fits = left.len() + right.len() <= MAX_JOINED_BYTES;
            fits.then(|| Value::Text(Cow::Owned([&*left, &*right].concat())))
        }
        (Arithmetic::Add, Value::Duration(left), Value::Duration(right)) => {
            left.checked_add(right).map(Value::Duration)
        }
        (Arithmetic::Subtract, Value::Duration(left), Value::Duration(right)) => {
            left.checked_sub(right).map(Value::Duration)
        }
        (Arithmetic::Subtract, Value::Moment(left), Value::Moment(right)) => {
            Some(Value::Duration(between(&left, &right)))
        }
        (Arithmetic::Add, Value::Moment(moment), Value::Duration(nanos)) => {
            moved(&moment, nanos).map(Value::Moment)
        }
        (Arithmetic::Subtract, Value::Moment(moment), Value::Duration(nanos)) => {
            moved(&moment, nanos.checked_neg()?).map(Value::Moment)
        }
        _ => None,
    }
}

/// Returns the time from `start` to `end` in nanoseconds; in whole days, if one of them is a day.
fn between(end: &Moment, start: &Moment) -> i128 {
    match (end, start) {
        (Moment::Instant(end), Moment::Instant(start)) => {
            let seconds = i128::from(end.unix_seconds()) - i128::from(start.unix_seconds());
            seconds * NANOS_PER_SECOND + i128::from(end.nanosecond()) - i128::from(start.nanosecond())
        }
        _ => i128::from(end.day() - start.day()) * NANOS_PER_DAY,
    }
}

/// Returns the moment that is so many nanoseconds later: a day moves by whole days, a point in time by whole seconds.
/// Nothing, if that is beyond the calendar.
fn moved(moment: &Moment, nanos: i128) -> Option<Moment> {
    match moment {
        Moment::Day(day) => {
            let days = i64::try_from(nanos / NANOS_PER_DAY).ok()?;
            day.checked_add_days(days).map(Moment::Day)
        }
        Moment::Instant(instant) => {
            let seconds = i64::try_from(nanos / NANOS_PER_SECOND).ok()?;
            let seconds = instant.unix_seconds().checked_add(seconds)?;
            let offset = instant.offset_minutes().unwrap_or(0);
            DateTime::from_unix_seconds(seconds, offset).map(Moment::Instant)
        }
    }
}

/// Returns the day of the week as CEL counts it: 0 for Sunday; in UTC.
fn day_of_week(moment: &Moment) -> Option<Number> {
    let from_monday = Date::from_day_number(moment.day())?.weekday();
    Some(Number::from((i64::from(from_monday) + 1) % 7))
}
