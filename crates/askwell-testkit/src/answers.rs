//! Generates answers that a form accepts.
//!
//! The fields to answer come from [`Form::view`], as for a renderer; valid values are derived from
//! the constraints. A form with a pattern or file type beyond this crate causes a panic that names
//! the field.

use std::fmt;

use askwell_form::{Field, FieldView, Form, Kind};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::prop_oneof;
use serde_json::{Map, Value, json};

use crate::forms::{FormShape, any_form_with};
use crate::values;

/// A form with answers to it. `Debug` prints both as JSON.
#[derive(Clone)]
pub struct Asked {
    /// The form.
    pub form: Form,
    /// The answers.
    pub answers: Value,
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "form: {}\nanswers: {}", self.form.to_json(), self.answers)
    }
}

/// Returns an answer that satisfies the form: always the same, every field that is asked filled in.
///
/// ```
/// let form = askwell_testkit::forms::comprehensive();
/// let answer = askwell_testkit::answers::valid_answer(&form);
/// assert_eq!(form.check(&answer).unwrap().len(), 8);
/// ```
///
/// # Panics
/// When no valid value is known for a field that is asked: its constraints admit none, or its pattern or file
/// types are beyond this crate.
#[must_use]
#[expect(clippy::panic, reason = "there is no answer to return, and a test should hear why")]
pub fn valid_answer(form: &Form) -> Value {
    let mut answers = Map::new();
    for field in form.fields() {
        if let Some(value) = values::example(field).filter(|_| !field.is_computed()) {
            answers.insert(field.property().to_owned(), value);
        }
    }
    let answers = Value::Object(answers);
    for view in form.view(&answers).fields {
        if lacks_an_answer(&view) {
            panic!("no valid value is known for the field `{}`", view.field.id());
        }
    }
    answers
}

/// Returns a strategy of valid answers: some fields are left out or blank, numbers and booleans are
/// sometimes text, and some values belong to fields that are not asked and must be ignored.
///
/// ```
/// use proptest::prelude::{ProptestConfig, prop_assert, proptest};
/// use askwell_testkit::{answers, forms};
///
/// let form = forms::comprehensive();
/// proptest!(ProptestConfig::with_cases(20), |(answers in answers::valid_for(&form))| {
///     prop_assert!(form.accepts(&answers));
/// });
/// ```
pub fn valid_for(form: &Form) -> BoxedStrategy<Value> {
    let picks: Vec<BoxedStrategy<Pick>> = form.fields().iter().map(any_pick).collect();
    let form = form.clone();
    picks.prop_map(move |picks| answer(&form, &picks)).boxed()
}

/// Returns a strategy of valid rows, in the JSON types of their fields: some fields are left out.
pub(crate) fn plain_row(form: &Form) -> BoxedStrategy<Value> {
    let pick = |field: &Field| {
        let value = match values::valid(field) {
            Some(values) => values.prop_map(Some).boxed(),
            None => Just(None).boxed(),
        };
        let style = prop_oneof![3 => Just(Style::Plain), 1 => Just(Style::LeftOut)];
        (value, style).prop_map(|(value, style)| Pick { value, style, garbage: None, missing: false }).boxed()
    };
    let picks: Vec<BoxedStrategy<Pick>> = form.fields().iter().map(pick).collect();
    let form = form.clone();
    picks.prop_map(move |picks| answer(&form, &picks)).boxed()
}

/// Returns a strategy of forms of this shape with valid answers.
pub fn any_asked_with(shape: FormShape) -> impl Strategy<Value = Asked> {
    any_form_with(shape).prop_flat_map(|form| {
        let answers = valid_for(&form);
        (Just(form), answers).prop_map(|(form, answers)| Asked { form, answers })
    })
}

/// Returns a strategy of any forms with valid answers.
pub fn any_asked() -> impl Strategy<Value = Asked> {
    any_asked_with(FormShape::default())
}

/// What to do with one field.
#[derive(Debug, Clone)]
struct Pick {
    /// A valid value, or `None` if none is known.
    value: Option<Value>,
    style: Style,
    /// Whether to give a value if the field is not asked.
    garbage: Option<Value>,
    /// Whether to leave it out even if it is required, if the form allows that.
    missing: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    AsText,
    LeftOut,
    Null,
    EmptyText,
    EmptyList,
}

fn any_pick(field: &Field) -> BoxedStrategy<Pick> {
    let value = match values::valid(field) {
        // A value that is sent for a computed field must be the same.
        _ if field.is_computed() => Just(None).boxed(),
        Some(values) => values.prop_map(Some).boxed(),
        None => Just(None).boxed(),
    };
    let style = prop_oneof![
        8 => Just(Style::Plain),
        3 => Just(Style::AsText),
        3 => Just(Style::LeftOut),
        1 => Just(Style::Null),
        1 => Just(Style::EmptyText),
        1 => Just(Style::EmptyList),
    ];
    let garbage = prop_oneof![3 => Just(None), 1 => any_garbage().prop_map(Some)];
    (value, style, garbage, any::<bool>())
        .prop_map(|(value, style, garbage, missing)| Pick { value, style, garbage, missing })
        .boxed()
}

/// Returns a value for a field that does not exist.
pub(crate) fn any_garbage() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"not": ["an", "answer"]})),
        Just(json!([[1], null])),
        Just(json!(-1.5e300)),
        Just(json!("\u{202e}\u{0}")),
        Just(json!(true)),
    ]
}

fn answer(form: &Form, picks: &[Pick]) -> Value {
    let mut answers = Map::new();
    for (field, pick) in form.fields().iter().zip(picks) {
        let given = match (pick.style, &pick.value) {
            (Style::LeftOut, _) | (_, None) => continue,
            (Style::Null, _) => Value::Null,
            (Style::EmptyText, _) => json!(""),
            (Style::EmptyList, _) if matches!(field.kind(), Kind::MultiSelect(_) | Kind::Rows(_)) => {
                json!([])
            }
            (Style::EmptyList, _) => json!(""),
            (Style::Plain, Some(value)) => value.clone(),
            (Style::AsText, Some(value)) => as_text(field, value),
        };
        answers.insert(field.property().to_owned(), given);
    }
    let value_of = |index: usize| {
        let pick = picks.get(index)?;
        let missing = pick.missing && form.allows_partial();
        pick.value.clone().filter(|_| !missing)
    };
    let mut answers = fill_required(form, answers, value_of);
    let asked: Vec<bool> = form.view(&answers).fields.iter().map(|view| view.enabled).collect();
    if let Value::Object(answers) = &mut answers {
        for ((field, pick), asked) in form.fields().iter().zip(picks).zip(asked) {
            if let (false, Some(garbage)) = (asked, &pick.garbage) {
                answers.insert(field.property().to_owned(), garbage.clone());
            }
        }
    }
    answers
}

/// Fills in required fields until none is empty: one answer may make others appear.
pub(crate) fn fill_required(
    form: &Form,
    answers: Map<String, Value>,
    value_of: impl Fn(usize) -> Option<Value>,
) -> Value {
    let mut answers = Value::Object(answers);
    loop {
        let view = form.view(&answers);
        let wanted = view.fields.iter().enumerate().filter(|(_, view)| lacks_an_answer(view));
        let more: Vec<(String, Value)> = wanted
            .filter_map(|(index, view)| Some((view.field.property().to_owned(), value_of(index)?)))
            .collect();
        let Value::Object(members) = &mut answers else { return answers };
        if more.is_empty() {
            return answers;
        }
        members.extend(more);
    }
}

/// Returns whether a field is required and has neither an answer nor a prefilled one.
pub(crate) fn lacks_an_answer(view: &FieldView<'_>) -> bool {
    view.enabled && view.required && !view.filled && !view.prefilled
}

/// Returns a number or boolean as a browser sends it.
fn as_text(field: &Field, value: &Value) -> Value {
    match (field.kind(), value) {
        (Kind::Number(_), Value::Number(number)) => json!(format!(" {number} ")),
        (Kind::Boolean(_), Value::Bool(truth)) => json!(truth.to_string()),
        (_, other) => other.clone(),
    }
}
