//! What a renderer shows now. Visibility is decided only here.

use serde_json::Value;

use crate::answer::Answer;
use crate::check::{Presence, Reading, State, evaluate};
use crate::definition::{Field, Form};
use crate::field_value::FieldValue;
use crate::problem::Problem;
use crate::raw::Raw;
use crate::slots::Slots;

/// A form in the middle of being filled in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct View<'v> {
    /// Every field, in order.
    pub fields: Vec<FieldView<'v>>,
    /// Problems that belong to no field: answer rules that name none, and keys the form does not have.
    pub problems: Vec<Problem>,
}

/// A field in the middle of being filled in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FieldView<'v> {
    /// What the form says of it: kind, label, hints.
    pub field: &'v Field,
    /// Whether it is shown.
    pub visible: bool,
    /// Whether it can be edited.
    pub enabled: bool,
    /// Whether it has to be filled in, rules included.
    pub required: bool,
    /// What to show in the input: what was given, else the default. Never a secret.
    pub value: Option<Raw<'v>>,
    /// Whether something was given, even if it is a secret.
    pub filled: bool,
    /// What is wrong with it. When to say so is the renderer's choice.
    pub problems: Vec<Problem>,
}

impl View<'_> {
    /// Returns whether everything would be accepted, custom validators aside.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.fields.iter().all(|field| field.problems.is_empty())
    }

    /// One field by its id.
    #[must_use]
    pub fn field(&self, id: &str) -> Option<&FieldView<'_>> {
        self.fields.iter().find(|view| view.field.id() == id)
    }
}

impl Form {
    /// What to show, given what has been filled in so far.
    #[must_use]
    pub fn view<'v>(&'v self, raw: &'v Value) -> View<'v> {
        self.view_slots(Slots::from_value(&self.definition.index, raw))
    }

    /// Returns the same for pairs of field and raw value.
    #[must_use]
    pub fn view_pairs<'v>(&'v self, pairs: impl IntoIterator<Item = (&'v str, Raw<'v>)>) -> View<'v> {
        self.view_slots(Slots::from_pairs(&self.definition.index, pairs))
    }

    fn view_slots<'v>(&'v self, slots: Slots<impl FieldValue<'v>>) -> View<'v> {
        let mut values: Vec<Option<Raw<'v>>> =
            slots.values.into_iter().map(|value| value.map(Into::into)).collect();
        let evaluation = evaluate(&self.definition, &values);
        let (overall, problems): (Vec<Problem>, Vec<Problem>) =
            evaluation.problems.into_iter().partition(|problem| problem.field.is_empty());
        let seen: Vec<ShownField> = evaluation.states.iter().map(ShownField::of).collect();
        let mut fields = Vec::with_capacity(seen.len());
        for ((field, seen), raw) in self.fields().iter().zip(seen).zip(&mut values) {
            fields.push(FieldView {
                field,
                visible: seen.presence != Presence::Hidden && !field.rendering.hidden,
                enabled: seen.presence == Presence::Active,
                required: seen.required,
                filled: raw.as_ref().is_some_and(|raw| !raw.is_blank(&field.kind)),
                value: shown_value(field, raw.take()),
                problems: problems.iter().filter(|problem| *problem.field == *field.id()).cloned().collect(),
            });
        }
        View { fields, problems: overall.into_iter().chain(slots.strays).collect() }
    }
}

/// What a view keeps of a field's state.
struct ShownField {
    presence: Presence,
    required: bool,
}

impl ShownField {
    fn of(state: &State<'_>) -> ShownField {
        let required = state.required && !matches!(state.reading, Reading::Inactive);
        ShownField { presence: state.presence, required }
    }
}

fn shown_value<'v>(field: &'v Field, given: Option<Raw<'v>>) -> Option<Raw<'v>> {
    if field.is_secret() {
        return None;
    }
    match given {
        None | Some(Raw::Null) => field.default.as_ref().map(raw_of),
        given => given,
    }
}

fn raw_of<'v>(answer: &'v Answer<'static>) -> Raw<'v> {
    match answer {
        Answer::Bool(truth) => Raw::Bool(*truth),
        Answer::Number(number) => match number.as_i64() {
            Some(integer) => Raw::Integer(integer),
            None => Raw::Number(number.to_string().into()),
        },
        Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => Raw::from(&**text),
        Answer::Date(date) => Raw::Text(date.to_string().into()),
        Answer::DateTime(moment) => Raw::Text(moment.to_string().into()),
        Answer::Choices(values) => Raw::List(values.iter().map(|value| Raw::from(&**value)).collect()),
        Answer::Secret(_) | Answer::File(_) => Raw::Null,
    }
}
