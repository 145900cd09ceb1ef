//! Conditions on the answers of other fields, compiled for the kinds of those fields.
//!
//! A condition never fails at run time: impossible tests are reported when the form is parsed. A
//! missing answer (left out, hidden, disabled) equals nothing, contains nothing and compares to
//! nothing.

pub(crate) mod read;

use std::cmp::Ordering;

use crate::answer::Answer;
use crate::kind::Moment;
use crate::pattern::Pattern;

/// A condition.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Test { field: usize, test: ConditionTest },
}

/// What is asked of one field's answer.
#[derive(Debug, Clone)]
pub(crate) enum ConditionTest {
    Empty,
    Filled,
    Equals(Answer<'static>),
    Differs(Answer<'static>),
    Contains(String),
    Compares(Comparison, Answer<'static>),
    Matches(Pattern),
}

/// How two values are to stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Above,
    Below,
    AtLeast,
    AtMost,
}

impl Comparison {
    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Comparison::Above => ordering.is_gt(),
            Comparison::Below => ordering.is_lt(),
            Comparison::AtLeast => ordering.is_ge(),
            Comparison::AtMost => ordering.is_le(),
        }
    }
}

impl Condition {
    /// Returns whether it holds, given each field's answer.
    pub(crate) fn holds<'v>(&self, answer_of: &impl Fn(usize) -> Option<&'v Answer<'v>>) -> bool {
        match self {
            Condition::All(conditions) => conditions.iter().all(|condition| condition.holds(answer_of)),
            Condition::Any(conditions) => conditions.iter().any(|condition| condition.holds(answer_of)),
            Condition::Test { field, test } => test.holds(answer_of(*field)),
        }
    }

    /// The fields it asks about.
    pub(crate) fn fields(&self, out: &mut Vec<usize>) {
        match self {
            Condition::All(conditions) | Condition::Any(conditions) => {
                conditions.iter().for_each(|condition| condition.fields(out));
            }
            Condition::Test { field, .. } => out.push(*field),
        }
    }
}

impl ConditionTest {
    /// Returns whether an answer passes; nothing passes only the tests for emptiness and for
    /// difference.
    pub(crate) fn holds(&self, answer: Option<&Answer<'_>>) -> bool {
        let Some(answer) = answer.filter(|answer| !is_empty(answer)) else {
            return matches!(self, ConditionTest::Empty | ConditionTest::Differs(_));
        };
        match self {
            ConditionTest::Empty => false,
            ConditionTest::Filled => true,
            ConditionTest::Equals(value) => equal(answer, value),
            ConditionTest::Differs(value) => !equal(answer, value),
            ConditionTest::Contains(part) => match answer {
                Answer::Choices(values) => values.iter().any(|value| value == part),
                other => text_of(other).is_some_and(|text| text.contains(part.as_str())),
            },
            ConditionTest::Compares(comparison, value) => {
                compare(answer, value).is_some_and(|ordering| comparison.holds(ordering))
            }
            ConditionTest::Matches(pattern) => text_of(answer).is_some_and(|text| pattern.is_match(text)),
        }
    }
}

/// Returns whether an answer counts as nothing: an empty text, or no choice.
pub(crate) fn is_empty(answer: &Answer<'_>) -> bool {
    match answer {
        Answer::Choices(values) => values.is_empty(),
        Answer::Rows(rows) => rows.is_empty(),
        other => text_of(other).is_some_and(str::is_empty),
    }
}

fn text_of<'t>(answer: &'t Answer<'_>) -> Option<&'t str> {
    match answer {
        Answer::Secret(secret) => Some(secret.reveal()),
        other => other.as_text(),
    }
}

fn equal(answer: &Answer<'_>, value: &Answer<'_>) -> bool {
    match (answer, value) {
        (Answer::Bool(this), Answer::Bool(that)) => this == that,
        // A choice of several is a set: the order of clicking does not matter.
        (Answer::Choices(these), Answer::Choices(those)) => {
            these.len() == those.len() && these.iter().all(|value| those.contains(value))
        }
        (this, that) => match (text_of(this), text_of(that)) {
            (Some(this), Some(that)) => this == that,
            _ => compare(this, that).is_some_and(Ordering::is_eq),
        },
    }
}

fn compare(answer: &Answer<'_>, value: &Answer<'_>) -> Option<Ordering> {
    match (answer, value) {
        (Answer::Number(this), Answer::Number(that)) => Some(this.cmp(that)),
        _ => Some(moment_of(answer)?.compare(&moment_of(value)?)),
    }
}

fn moment_of(answer: &Answer<'_>) -> Option<Moment> {
    match answer {
        Answer::Date(date) => Some(Moment::Day(*date)),
        Answer::DateTime(moment) => Some(Moment::Instant(*moment)),
        _ => None,
    }
}
