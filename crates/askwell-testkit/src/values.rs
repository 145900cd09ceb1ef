//! Generates valid values for one field.
//!
//! Uses the constraints only and never the checker, which the values are meant to test.

pub(crate) mod file;
mod text;
pub(crate) mod url;

use askwell_form::{DateKind, Field, Kind, MultiSelectKind, NumberKind, Options, RowsKind};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::calendar;
use crate::decimal::{Bounds, Decimal};

/// Returns a strategy of values that a field accepts, in the JSON type of its kind, never blank.
/// Returns `None` if the constraints accept none or are not supported.
pub(crate) fn valid(field: &Field) -> Option<BoxedStrategy<Value>> {
    match field.kind() {
        Kind::Text(kind) => Some(text::valid(kind)?.prop_map(Value::String).boxed()),
        Kind::Number(kind) => numbers(kind),
        Kind::Boolean(_) => Some(any::<bool>().prop_map(Value::Bool).boxed()),
        Kind::Date(kind) => dates(kind),
        Kind::Select(kind) => Some(select(values_of(&kind.options)).prop_map(Value::String).boxed()),
        Kind::MultiSelect(kind) => choices(kind),
        Kind::Url(kind) => url::valid(&kind.policy),
        Kind::File(kind) => file::valid(kind),
        Kind::Rows(kind) => rows(kind),
        _ => None,
    }
}

/// Returns rows of valid values; a row may leave out what is not required.
fn rows(kind: &RowsKind) -> Option<BoxedStrategy<Value>> {
    let least = kind.minimum.max(1);
    let most = kind.maximum.min(least + 2);
    let row = crate::answers::plain_row(&kind.form);
    Some(proptest::collection::vec(row, least..=most).prop_map(Value::Array).boxed())
}

/// Returns the same valid value every time, plain rather than strange.
pub(crate) fn example(field: &Field) -> Option<Value> {
    sample(&valid(field)?)
}

/// Returns the first value of a strategy, shrunk: small and always the same.
pub(crate) fn sample<T: std::fmt::Debug>(strategy: &BoxedStrategy<T>) -> Option<T> {
    let mut tree = strategy.new_tree(&mut TestRunner::deterministic()).ok()?;
    let mut steps = 0;
    while steps < 200 && tree.simplify() {
        steps += 1;
    }
    Some(tree.current())
}

pub(crate) fn values_of(options: &Options) -> Vec<String> {
    options.iter().map(|choice| choice.value.clone()).collect()
}

fn numbers(kind: &NumberKind) -> Option<BoxedStrategy<Value>> {
    let bounds = Bounds::of(kind)?;
    let (range, step) = bounds.valid()?;
    Some(range.prop_map(move |steps| Decimal { units: steps * step, scale: bounds.scale }.to_value()).boxed())
}

fn dates(kind: &DateKind) -> Option<BoxedStrategy<Value>> {
    let (first_day, last_day) = calendar::whole_calendar();
    if !kind.with_time {
        let first = kind
            .minimum
            .as_ref()
            .map_or(first_day, |bound| calendar::starts(bound).div_euclid(calendar::DAY));
        let last =
            kind.maximum.as_ref().map_or(last_day, |bound| calendar::ends(bound).div_euclid(calendar::DAY));
        let days = (first <= last).then_some(first..=last)?;
        return Some(days.prop_map(|day| Value::String(calendar::write_day(day))).boxed());
    }
    // A day's distance from either end of the calendar leaves room for every offset.
    let first = kind.minimum.as_ref().map_or((first_day + 1) * calendar::DAY, calendar::starts);
    let last = kind.maximum.as_ref().map_or(last_day * calendar::DAY, calendar::ends);
    let seconds = (first <= last).then_some(first..=last)?;
    let edge = (first_day + 1) * calendar::DAY..last_day * calendar::DAY;
    let offsets = proptest::prop_oneof![Just(0), select(vec![60, -300, 330, 840, -720])];
    let write = move |(second, offset): (i64, i16)| {
        Value::String(calendar::write_instant(second, if edge.contains(&second) { offset } else { 0 }))
    };
    Some((seconds, offsets).prop_map(write).boxed())
}

fn choices(kind: &MultiSelectKind) -> Option<BoxedStrategy<Value>> {
    let options = values_of(&kind.options);
    let most = kind.max_items.min(options.len());
    let least = kind.min_items.max(1);
    let counts = (least <= most).then_some(least..=most)?;
    let shuffled = subsequence(options, counts).prop_shuffle();
    Some(shuffled.prop_map(|values| values.into_iter().map(Value::String).collect()).boxed())
}
