//! What a renderer shows now. Visibility is decided only here.

use std::borrow::Cow;

use serde_json::Value;

use crate::answer::Answer;
use crate::check::{Presence, Reading, State, evaluate, visible_groups};
use crate::computed::owned_raw;
use crate::definition::{Field, Form};
use crate::field_value::FieldValue;
use crate::group::{Group, Layout, OutlineEntry};
use crate::kind::{Kind, RowsKind};
use crate::problem::Problem;
use crate::raw::Raw;
use crate::row::Row;
use crate::slots::Slots;

/// A form in the middle of being filled in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct View<'v> {
    /// Every field, in order.
    pub fields: Vec<FieldView<'v>>,
    /// Every group, in the order of [`Form::groups`].
    pub groups: Vec<GroupView<'v>>,
    /// Problems that belong to no field: answer rules that name none, and keys the form does not have.
    pub problems: Vec<Problem>,
    layout: Layout,
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
    /// What to show in the input: what was given, else what the field is prefilled with or its default. Of a computed
    /// field, what it comes to. Never a secret.
    pub value: Option<Raw<'v>>,
    /// Whether something was given, even if it is a secret.
    pub filled: bool,
    /// Whether nothing was given and the field's `prefill` stands in the input.
    pub prefilled: bool,
    /// What is wrong with it. When to say so is the renderer's choice. Those of a repeating group include those of its
    /// rows.
    pub problems: Vec<Problem>,
    /// The rows of a repeating group. Their problems say which row they are about.
    pub rows: Vec<View<'v>>,
}

/// A group in the middle of being filled in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GroupView<'v> {
    /// What the form says of it.
    pub group: &'v Group,
    /// Whether it is shown: its conditions hold, and something in it is shown.
    pub visible: bool,
}

impl FieldView<'_> {
    /// Returns whether a person can give a value now: the field is shown, can be edited, and is not computed.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.visible && self.enabled && !self.field.is_computed()
    }
}

impl View<'_> {
    /// Returns whether everything would be accepted, custom validators aside.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.fields.iter().all(|field| field.problems.is_empty())
    }

    /// Returns the places of the groups that are steps to go through now; none if the form has no steps.
    #[must_use]
    pub fn steps(&self) -> Vec<usize> {
        let is_step = |(_, view): &(usize, &GroupView<'_>)| view.visible && view.group.parent().is_none();
        let steps = self.groups.iter().enumerate().filter(is_step).map(|(place, _)| place);
        if self.layout == Layout::Steps { steps.collect() } else { Vec::new() }
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
        let evaluation = evaluate(&self.definition, |place| values.get(place)?.as_ref());
        let (overall, problems): (Vec<Problem>, Vec<Problem>) =
            evaluation.problems.into_iter().partition(|problem| problem.field.is_empty());
        let conditions = visible_groups(&self.definition, &evaluation.states);
        let states = self.fields().iter().zip(&values).zip(&evaluation.states);
        let seen: Vec<ShownField> =
            states.map(|((field, raw), state)| ShownField::of(field, raw.as_ref(), state)).collect();
        let mut fields = Vec::with_capacity(seen.len());
        for ((field, seen), raw) in self.fields().iter().zip(seen).zip(&mut values) {
            let rows = match (&field.kind, &raw) {
                (Kind::Rows(kind), Some(Raw::List(items))) => row_views(field, kind, items),
                _ => Vec::new(),
            };
            fields.push(FieldView {
                field,
                rows,
                visible: seen.presence != Presence::Hidden && !field.rendering.hidden,
                enabled: seen.presence == Presence::Active,
                required: seen.required,
                filled: raw.as_ref().is_some_and(|raw| !raw.is_blank(&field.kind)),
                prefilled: seen.derived.is_some() && !field.is_computed(),
                value: match seen.derived {
                    None if field.is_computed() => None,
                    None => shown_value(field, raw.take()),
                    derived => derived,
                },
                problems: problems.iter().filter(|problem| *problem.field == *field.id()).cloned().collect(),
            });
        }
        let groups = group_views(self, &conditions, &fields);
        View {
            fields,
            groups,
            problems: overall.into_iter().chain(slots.strays).collect(),
            layout: self.layout(),
        }
    }
}

/// Returns what to show of each row. Rows beyond the most that there may be are not looked at.
fn row_views<'v>(group: &Field, kind: &'v RowsKind, items: &[Raw<'v>]) -> Vec<View<'v>> {
    let rows = items.iter().take(kind.maximum).enumerate();
    rows.map(|(number, item)| {
        let members = if let Raw::Object(members) = item { members.as_slice() } else { &[] };
        let pairs = Slots::from_members(&kind.form.definition.index, members);
        let values = pairs.values.into_iter().map(Option::<&Raw<'_>>::cloned).collect();
        let mut view = kind.form.view_slots(Slots { values, strays: pairs.strays });
        let lift = |problem: &mut Problem| *problem = kind.lift(&group.identity.id, number, problem.clone());
        view.problems.iter_mut().for_each(lift);
        view.fields.iter_mut().flat_map(|field| &mut field.problems).for_each(lift);
        view
    })
    .collect()
}

/// Returns the groups, of which those are shown that have something to show.
fn group_views<'v>(form: &'v Form, conditions: &[bool], fields: &[FieldView<'v>]) -> Vec<GroupView<'v>> {
    if form.groups().is_empty() {
        return Vec::new();
    }
    let mut shows = vec![false; form.groups().len()];
    let mut open: Vec<usize> = Vec::new();
    for entry in form.outline() {
        let is_shown = match entry {
            OutlineEntry::GroupStart(place, _) => {
                open.push(place);
                continue;
            }
            OutlineEntry::GroupEnd(..) => {
                open.pop();
                continue;
            }
            OutlineEntry::Display(_) => open.iter().all(|&place| conditions.get(place) == Some(&true)),
            OutlineEntry::Field(place) => fields.get(place).is_some_and(|field| field.visible),
        };
        if is_shown {
            open.iter().filter_map(|&place| shows.get_mut(place).map(|shows| *shows = true)).for_each(drop);
        }
    }
    let group =
        |(group, (shows, holds)): (&'v Group, (&bool, &bool))| GroupView { group, visible: *shows && *holds };
    form.groups().iter().zip(shows.iter().zip(conditions)).map(group).collect()
}

/// What a view keeps of a field's state.
struct ShownField {
    presence: Presence,
    required: bool,
    /// The value that comes from other answers.
    derived: Option<Raw<'static>>,
}

impl ShownField {
    fn of(field: &Field, given: Option<&Raw<'_>>, state: &State<'_>) -> ShownField {
        let required = state.required && !matches!(state.reading, Reading::Inactive);
        let is_given = given.is_some_and(|raw| !matches!(raw, Raw::Null));
        let derived = match (&state.reading, &field.derivation) {
            (Reading::FieldValue(answer), Some(_)) if field.is_computed() || !is_given => {
                Some(owned_raw(answer))
            }
            _ => None,
        };
        ShownField { presence: state.presence, required, derived }
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

fn raw_row<'v>(row: &'v Row<'static>) -> Raw<'v> {
    Raw::Object(row.iter().map(|(name, answer)| (Cow::Borrowed(name), raw_of(answer))).collect())
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
        Answer::Rows(rows) => Raw::List(rows.iter().map(raw_row).collect()),
        Answer::Secret(_) | Answer::File(_) => Raw::Null,
    }
}
