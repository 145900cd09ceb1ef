//! Checks raw answers: returns checked answers, or all their problems.
//!
//! One evaluation serves both [`Form::check`] and [`Form::view`](crate::Form::view). It visits each
//! field after those it depends on, and decides whether the field is shown, whether it is required,
//! and what its answer is. A hidden or disabled field is not read; all others are.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use crate::answer::Answer;
use crate::answer_rule;
use crate::answers::Answers;
use crate::computed::Purpose;
use crate::constraint::Constraint;
use crate::definition::{Action, Definition, Field, Form};
use crate::field_value::FieldValue;
use crate::problem::{Fact, Problem, Problems};
use crate::raw::Raw;
use crate::report::Report;
use crate::slots::Slots;

/// What became of one field.
#[derive(Debug, Clone, Default)]
pub(crate) struct State<'s> {
    pub(crate) presence: Presence,
    pub(crate) required: bool,
    pub(crate) reading: Reading<'s>,
    /// Whether its value has a problem, so that nothing is computed from it.
    pub(crate) faulty: bool,
}

/// Whether a field takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Presence {
    #[default]
    Active,
    Hidden,
    Disabled,
}

/// What a field was answered with.
#[derive(Debug, Clone, Default)]
pub(crate) enum Reading<'s> {
    /// Takes no part in the answers.
    #[default]
    Inactive,
    /// Nothing was given; the default stands for it where a default may.
    Absent,
    /// Emptied on purpose.
    Blank,
    /// Something that is not of the field's type.
    Unreadable,
    /// Something of the field's type.
    FieldValue(Answer<'s>),
}

/// What became of every field, and all that is wrong.
#[derive(Debug)]
pub(crate) struct Evaluation<'s> {
    pub(crate) states: Vec<State<'s>>,
    pub(crate) problems: Vec<Problem>,
}

impl Evaluation<'_> {
    /// Returns the places of fields that are required and were left out.
    fn missing(&self) -> Vec<usize> {
        let missing = |(index, state): (usize, &State<'_>)| {
            let nothing = matches!(state.reading, Reading::Absent | Reading::Blank);
            (state.required && nothing).then_some(index)
        };
        self.states.iter().enumerate().filter_map(missing).collect()
    }
}

impl Form {
    /// Checks answers: a JSON object with one entry for each field.
    ///
    /// ```
    /// # use askwell_form::Form;
    /// let form = Form::parse(r#"{"id": "server", "title": "Server", "fields": [
    ///     {"id": "port", "type": "number", "label": "Port", "validation": {"maximum": 65535}}
    /// ]}"#)?;
    /// let answers = form.check(&serde_json::json!({"port": "8080"})).unwrap();
    /// assert_eq!(answers.to_json(), r#"{"port":8080}"#);
    /// let problems = form.check(&serde_json::json!({"port": 70000})).unwrap_err();
    /// assert_eq!(problems.to_string(), "Port must be at most 65535.");
    /// # Ok::<(), askwell_form::Defects>(())
    /// ```
    ///
    /// # Errors
    /// Every problem at once.
    pub fn check(&self, raw: &Value) -> Result<Answers, Problems> {
        self.conclude(Slots::from_value(&self.definition.index, raw))
    }

    /// Checks answers that are still JSON text.
    ///
    /// # Errors
    /// Every problem at once; one, if the text is not JSON.
    pub fn check_json(&self, json: &[u8]) -> Result<Answers, Problems> {
        self.conclude(Slots::from_json(&self.definition.index, json))
    }

    /// Checks answers given as pairs of field and raw value.
    ///
    /// # Errors
    /// Every problem at once.
    pub fn check_pairs<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a str, Raw<'a>)>,
    ) -> Result<Answers, Problems> {
        self.conclude(Slots::from_pairs(&self.definition.index, pairs))
    }

    /// Makes answers again that were checked when they were written down: for stores, which must not lose an
    /// answer because today's rules are stricter than yesterday's. Types are checked, constraints are not.
    #[must_use]
    pub fn restore(&self, json: &[u8]) -> Option<Answers> {
        let slots = Slots::from_json(&self.definition.index, json);
        if !slots.strays.is_empty() {
            return None;
        }
        let mut ignored = Vec::new();
        let mut values = Vec::with_capacity(slots.values.len());
        for (field, raw) in self.definition.fields.iter().zip(&slots.values) {
            let mut report = Report { field: &field.identity, problems: &mut ignored };
            let answer = raw.as_ref().map(|raw| field.kind.restore(raw, &mut report));
            values.push(match answer {
                Some(answer) => Some(answer?.into_owned()),
                None => None,
            });
        }
        let missing = if self.definition.allow_partial {
            evaluate(&self.definition, |place| slots.values.get(place)?.as_ref()).missing()
        } else {
            Vec::new()
        };
        Some(Answers::new(self.definition.clone(), values, missing))
    }

    fn conclude<'a>(&self, slots: Slots<impl FieldValue<'a>>) -> Result<Answers, Problems> {
        let Slots { values, strays } = slots;
        // In an answer that cannot be read, nothing else is known to be missing.
        let unreadable = |stray: &&Problem| matches!(stray.constraint, Constraint::Json | Constraint::Type);
        if let Some(stray) = strays.iter().find(unreadable) {
            return Err(Problems(vec![stray.clone()]));
        }
        let definition = &*self.definition;
        let settled = if definition.evaluation_order.is_empty() {
            settle_at_once(definition, &values, &strays)
        } else {
            let values: Vec<Option<Raw<'a>>> =
                values.into_iter().map(|value| value.map(Into::into)).collect();
            settle(definition, evaluate(definition, |place| values.get(place)?.as_ref()))
        };
        let Settlement { values, missing, mut problems } = settled;
        if !problems.is_empty() || !strays.is_empty() {
            problems.extend(strays);
            return Err(Problems(problems));
        }
        let answers = Answers::new(self.definition.clone(), values, missing);
        self.validators.run(&self.definition, &answers)?;
        Ok(answers)
    }
}

/// What is left of an evaluation in the end. The values are of use only if there are no problems.
struct Settlement {
    values: Vec<Option<Answer<'static>>>,
    missing: Vec<usize>,
    problems: Vec<Problem>,
}

fn settle(definition: &Definition, evaluation: Evaluation<'_>) -> Settlement {
    let missing = evaluation.missing();
    let Evaluation { states, problems } = evaluation;
    let values = |(field, state): (&Field, State<'_>)| settle_field(field, state.required, state.reading);
    Settlement { values: definition.fields.iter().zip(states).map(values).collect(), missing, problems }
}

/// What is kept of a field.
#[inline]
fn settle_field(field: &Field, required: bool, reading: Reading<'_>) -> Option<Answer<'static>> {
    match reading {
        Reading::FieldValue(answer) => Some(answer.into_owned()),
        Reading::Absent if !required => field.default.clone(),
        _ => None,
    }
}

/// Where no field depends on another, nothing has to be remembered of one for the next; and
/// after the first problem, answers are of no use to anyone.
fn settle_at_once<'a, V: FieldValue<'a>>(
    definition: &Definition,
    given: &[Option<V>],
    strays: &[Problem],
) -> Settlement {
    let mut values = Vec::with_capacity(given.len());
    let mut left_out = Vec::new();
    let mut problems = Vec::new();
    for (index, (field, given)) in definition.fields.iter().zip(given).enumerate() {
        let filled = given.as_ref().filter(|given| !given.is_blank(&field.kind));
        if let Some(value) = filled {
            let wanted = problems.is_empty() && strays.is_empty();
            let report = &mut Report { field: &field.identity, problems: &mut problems };
            if wanted {
                values.push(value.check(&field.kind, report));
            } else {
                value.judge(&field.kind, report);
            }
        } else if field.required {
            missing(definition, field, &mut problems);
            left_out.push(index);
            values.push(None);
        } else {
            let raw = given.clone().map(Into::into);
            let reading = read(definition, field, false, raw.as_ref(), &mut problems);
            values.push(settle_field(field, false, reading));
        }
    }
    Settlement { values, missing: left_out, problems }
}

/// Decides about every field, given what each was answered with.
#[inline]
pub(crate) fn evaluate<'s, 'r: 's>(
    definition: &Definition,
    given: impl Fn(usize) -> Option<&'s Raw<'r>>,
) -> Evaluation<'s> {
    let mut problems = Vec::new();
    if definition.evaluation_order.is_empty() {
        let mut states = Vec::with_capacity(definition.fields.len());
        for (index, field) in definition.fields.iter().enumerate() {
            let reading = read(definition, field, field.required, given(index), &mut problems);
            let required = field.required;
            states.push(State { presence: Presence::Active, required, reading, faulty: false });
        }
        return Evaluation { states, problems };
    }
    let mut states = vec![State::default(); definition.fields.len()];
    for &index in &definition.evaluation_order {
        let Some(field) = definition.fields.get(index) else { continue };
        let before = problems.len();
        let state = decide(definition, field, given(index), &states, &mut problems);
        let faulty = problems.len() > before || matches!(state.reading, Reading::Unreadable);
        states[index] = State { faulty, ..state };
    }
    // `validate` rules may look at any field, so all are asked when all answers are known, and before one of
    // them has changed anything.
    let numbered = definition.fields.iter().enumerate();
    let demanded: Vec<_> =
        numbered.filter(|(index, field)| requires_now(definition, field, &states, *index)).collect();
    for (index, field) in demanded {
        states[index].required = true;
        let is_prefilled = matches!(states[index].reading, Reading::FieldValue(_))
            && field.derived(Purpose::Prefill).is_some();
        if !is_prefilled && given(index).is_none_or(|raw| raw.is_blank(&field.kind)) {
            states[index].reading = Reading::Blank;
            missing(definition, field, &mut problems);
        }
    }
    // What concerns the whole answer comes last.
    let place = |problem: &Problem| definition.index_of(&problem.field).unwrap_or(usize::MAX);
    problems.sort_by_key(place);
    let mut evaluation = Evaluation { states, problems };
    if !definition.answer_rules.is_empty() {
        answer_rule::apply(definition, &mut evaluation);
        evaluation.problems.sort_by_key(place);
    }
    evaluation
}

/// Returns whether a rule makes this optional, active field required.
fn requires_now(definition: &Definition, field: &Field, states: &[State<'_>], index: usize) -> bool {
    let Some((Action::Validate, condition)) = &field.rules.action else { return false };
    let state = &states[index];
    let optional = state.presence == Presence::Active && !state.required;
    optional && condition.holds(&|other| effective(definition, states, other))
}

fn decide<'s>(
    definition: &Definition,
    field: &Field,
    raw: Option<&'s Raw<'_>>,
    states: &[State<'s>],
    problems: &mut Vec<Problem>,
) -> State<'s> {
    let presence = presence(definition, field, states);
    if presence != Presence::Active {
        return State { presence, ..State::default() };
    }
    if let Some(derivation) = field.derived(Purpose::Computed) {
        let reading = derivation.read_computed((definition, field), raw, states, problems);
        return State { presence, reading, ..State::default() };
    }
    let required = field.required || raw.is_some_and(|raw| may_not_empty(field, raw));
    if let (Some(derivation), None | Some(Raw::Null)) = (field.derived(Purpose::Prefill), raw)
        && let Some(answer) = derivation.read_prefilled(definition, field, states)
    {
        return State { presence, required, reading: Reading::FieldValue(answer), faulty: false };
    }
    let reading = read(definition, field, required, raw, problems);
    State { presence, required, reading, faulty: false }
}

/// Returns whether a field was emptied that has to stay filled: it has a default or is prefilled, a condition looks
/// at it, and no answer to it can be empty. Left out of the answers, it would come back as its
/// default when these are checked again, and the condition would say something else.
fn may_not_empty(field: &Field, raw: &Raw<'_>) -> bool {
    let has_initial = field.default.is_some() || field.derived(Purpose::Prefill).is_some();
    let emptied = field.steers && has_initial && raw.is_blank(&field.kind);
    if !emptied || matches!(raw, Raw::Null) {
        return false;
    }
    let mut refused = Vec::new();
    let answer = field.kind.check(raw, &mut Report { field: &field.identity, problems: &mut refused });
    answer.is_none() || !refused.is_empty()
}

fn presence(definition: &Definition, field: &Field, states: &[State<'_>]) -> Presence {
    let rules = &field.rules;
    let holds = |condition: &crate::condition::Condition| {
        condition.holds(&|other| effective(definition, states, other))
    };
    let inactive_parent = rules.depends_on.iter().filter_map(|&parent| states.get(parent));
    if let Some(parent) = inactive_parent.map(|state| state.presence).find(|&p| p != Presence::Active) {
        return parent;
    }
    let conditions = rules.groups.iter().map(|condition| &**condition).chain(&rules.display);
    if conditions.into_iter().any(|condition| !holds(condition)) {
        return Presence::Hidden;
    }
    match &rules.action {
        Some((Action::Show, condition)) if !holds(condition) => Presence::Hidden,
        Some((Action::Hide, condition)) if holds(condition) => Presence::Hidden,
        Some((Action::Enable, condition)) if !holds(condition) => Presence::Disabled,
        Some((Action::Disable, condition)) if holds(condition) => Presence::Disabled,
        _ => Presence::Active,
    }
}

/// Decides which groups are shown, given what became of every field: a group whose conditions hold, and the group
/// around it too.
pub(crate) fn visible_groups(definition: &Definition, states: &[State<'_>]) -> Vec<bool> {
    let mut visible: Vec<bool> = Vec::with_capacity(definition.groups.len());
    for group in &definition.groups {
        let around = group.parent.is_none_or(|parent| visible.get(parent) == Some(&true));
        let holds = |condition: &crate::condition::Condition| {
            condition.holds(&|other| effective(definition, states, other))
        };
        visible.push(around && group.condition.as_deref().is_none_or(holds));
    }
    visible
}

/// What conditions and answer rules see: the answer, or the default that a person would be looking at.
pub(crate) fn effective<'v>(
    definition: &'v Definition,
    states: &'v [State<'_>],
    index: usize,
) -> Option<&'v Answer<'v>> {
    match &states.get(index)?.reading {
        Reading::FieldValue(answer) => Some(answer),
        Reading::Absent => definition.fields.get(index)?.default.as_ref(),
        Reading::Inactive | Reading::Blank | Reading::Unreadable => None,
    }
}

#[inline]
fn read<'s>(
    definition: &Definition,
    field: &Field,
    required: bool,
    raw: Option<&'s Raw<'_>>,
    problems: &mut Vec<Problem>,
) -> Reading<'s> {
    let reading = match raw {
        None | Some(Raw::Null) => Reading::Absent,
        Some(raw) if raw.is_blank(&field.kind) => {
            return read_blank(definition, field, required, raw, problems);
        }
        Some(raw) => {
            let answer = field.kind.check(raw, &mut Report { field: &field.identity, problems });
            return answer.map_or(Reading::Unreadable, Reading::FieldValue);
        }
    };
    if required {
        missing(definition, field, problems);
    }
    reading
}

/// Reads a blank. An empty text or list is an answer where the field accepts one; otherwise the field
/// counts as blank.
#[cold]
fn read_blank<'s>(
    definition: &Definition,
    field: &Field,
    required: bool,
    raw: &'s Raw<'_>,
    problems: &mut Vec<Problem>,
) -> Reading<'s> {
    if required {
        missing(definition, field, problems);
        return Reading::Blank;
    }
    let mut refused = Vec::new();
    let answer = field.kind.check(raw, &mut Report { field: &field.identity, problems: &mut refused });
    match answer {
        Some(answer) if refused.is_empty() => Reading::FieldValue(answer),
        _ => Reading::Blank,
    }
}

#[cold]
fn missing(definition: &Definition, field: &Field, problems: &mut Vec<Problem>) {
    if !definition.allow_partial {
        let mut report = Report { field: &field.identity, problems };
        report.fail(Constraint::Required, Fact::Bool(true), Fact::Unsaid);
    }
}

/// Returns a problem that no field's kind has found.
pub(crate) fn problem_from_code(field: Arc<str>, constraint: Constraint, message: String) -> Problem {
    Problem {
        field,
        constraint,
        message: Cow::Owned(message),
        expected: Fact::Unsaid,
        actual: Fact::Unsaid,
        item: None,
        row: None,
    }
}
