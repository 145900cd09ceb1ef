//! Computed and prefilled values: expressions of a form's author from which a field gets its value.
//!
//! A computed field is never asked. Its value follows from other answers and is part of the answers; a value
//! that is sent for it must be the same. A prefilled field is asked; its expression gives the value while nothing has been
//! given, also if it was left out. An expression that looks at an answer that is not there gives nothing.
//!
//! Refuses to look at secrets: a value that people see could give one away.

use std::borrow::Cow;
use std::sync::Arc;

use crate::answer::Answer;
use crate::check::{Presence, Reading, State, effective};
use crate::condition::is_empty;
use crate::condition::read::Scope;
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::definition::{Definition, Field};
use crate::expression::{Expression, Given, Stop, Type, Value};
use crate::json::tree::Node;
use crate::kind::{Kind, Moment};
use crate::parse::reader::{Members, Reader};
use crate::problem::{Fact, Problem};
use crate::raw::Raw;
use crate::report::Report;

/// The keys of a field under which an expression may stand.
pub(crate) const COMPUTED: &str = "computed";
pub(crate) const PREFILL: &str = "prefill";

/// What is expected of answers from which a value cannot be computed.
const COMPUTABLE: &str = "computable";

/// How a field gets its value from other answers.
#[derive(Debug, Clone)]
pub(crate) struct Derivation {
    pub(crate) purpose: Purpose,
    source: String,
    expression: Expression,
    /// The fields that a person fills in and that the value follows from, also by way of other computed fields.
    roots: Vec<usize>,
}

/// What a derived value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is the answer.
    Computed,
    /// It stands in the input until a person edits it.
    Prefill,
}

impl Field {
    /// Returns the expression that computes the answer, if it is computed: nobody is asked for it.
    #[must_use]
    pub fn computed(&self) -> Option<&str> {
        self.derived(Purpose::Computed).map(|derivation| derivation.source.as_str())
    }

    /// Returns whether the answer is computed from others: see [`Field::computed`].
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.derived(Purpose::Computed).is_some()
    }

    /// Returns the expression that gives the value while a person has not given one.
    #[must_use]
    pub fn prefill(&self) -> Option<&str> {
        self.derived(Purpose::Prefill).map(|derivation| derivation.source.as_str())
    }

    pub(crate) fn derived(&self, purpose: Purpose) -> Option<&Derivation> {
        self.derivation.as_deref().filter(|derivation| derivation.purpose == purpose)
    }
}

/// What else a field says that matters to its derivation.
pub(crate) struct DerivedField<'k> {
    pub(crate) kind: &'k Kind,
    pub(crate) is_secret: bool,
}

impl Derivation {
    /// Reads `computed` or `prefill` of a field. `secrets` says which fields are secret, by place.
    pub(crate) fn read(
        reader: &mut Reader,
        members: Members<'_, '_>,
        field: &DerivedField<'_>,
        (scope, secrets): (&Scope<'_>, &[bool]),
    ) -> Option<Box<Derivation>> {
        let (purpose, key, node) = match (members.get(COMPUTED), members.get(PREFILL)) {
            (Some(node), _) => (Purpose::Computed, COMPUTED, node),
            (None, Some(node)) => (Purpose::Prefill, PREFILL, node),
            (None, None) => return None,
        };
        refuse_companions(reader, members, purpose);
        let wanted = value_type(field.kind).filter(|_| !field.is_secret);
        let Some(wanted) = wanted else {
            let (what, code) = if field.is_secret {
                ("a secret", DefectCode::Expression)
            } else {
                ("a file", DefectCode::UnknownKey)
            };
            reader.note(&node.span, code, format!("{what} cannot have `{key}`"));
            return None;
        };
        let expression = Expression::read(reader, node, scope.fields, wanted)?;
        if expression.fields().is_empty() {
            let note = reader.note(&node.span, DefectCode::Expression, "this is the same for all answers");
            note.expected("an expression that looks at a field, or a `default`");
        }
        let secret = expression.fields().iter().find(|&&place| secrets.get(place) == Some(&true));
        if let Some((id, _)) = secret.and_then(|&place| scope.fields.get(place)) {
            let message = format!("`{id}` is a secret, which the value would give away");
            reader.note(&node.span, DefectCode::Expression, message).expected("fields that are no secrets");
            return None;
        }
        let source = reader.text(node)?.to_owned();
        Some(Box::new(Derivation { purpose, source, expression, roots: Vec::new() }))
    }

    /// Returns the places of the fields that the expression refers to.
    pub(crate) fn references(&self) -> &[usize] {
        self.expression.fields()
    }

    /// Returns what the expression comes to.
    fn evaluate(&self, definition: &Definition, states: &[State<'_>]) -> Derived {
        let is_faulty = |&place: &usize| states.get(place).is_some_and(|state| state.faulty);
        if self.references().iter().any(is_faulty) {
            return Derived::Unknown;
        }
        let given = |place: usize| match states.get(place) {
            Some(state) if state.presence == Presence::Active => {
                let answer = effective(definition, states, place);
                answer.filter(|answer| !is_empty(answer)).map_or(Given::Nothing, Given::Answer)
            }
            _ => Given::Inactive,
        };
        match self.expression.evaluate(&given) {
            Ok(value) => to_raw(value).map_or(Derived::Failed, Derived::Value),
            Err(Stop::Missing) => Derived::Nothing,
            Err(Stop::Failed) => Derived::Failed,
        }
    }

    /// Reads a computed field: what it comes to, if anything. `sent` may only repeat it.
    pub(crate) fn read_computed(
        &self,
        (definition, field): (&Definition, &Field),
        sent: Option<&Raw<'_>>,
        states: &[State<'_>],
        problems: &mut Vec<Problem>,
    ) -> Reading<'static> {
        let value = match self.evaluate(definition, states) {
            // The problems of the fields it looks at come first.
            Derived::Unknown => return Reading::Unreadable,
            Derived::Failed => {
                self.blame(
                    definition,
                    states,
                    problems,
                    |report| {
                        report.fail(Constraint::Computed, Fact::Word(COMPUTABLE), Fact::Unsaid);
                    },
                    field,
                );
                return Reading::Unreadable;
            }
            Derived::Nothing => None,
            Derived::Value(raw) => Some(fit(&field.kind, raw)).filter(|raw| !raw.is_blank(&field.kind)),
        };
        let mut answer = None;
        if let Some(raw) = &value {
            let before = problems.len();
            self.blame(
                definition,
                states,
                problems,
                |report| {
                    answer = field.kind.check(raw, report).map(Answer::into_owned);
                },
                field,
            );
            if problems.len() > before || answer.is_none() {
                return Reading::Unreadable;
            }
        }
        if let Some(sent) = sent.filter(|sent| !sent.is_blank(&field.kind)) {
            let mut ignored = Vec::new();
            let mut report = Report { field: &field.identity, problems: &mut ignored };
            let sent = field.kind.check(sent, &mut report).map(Answer::into_owned);
            if sent.is_none() || sent != answer {
                let mut report = Report { field: &field.identity, problems };
                report.fail(Constraint::Computed, Fact::Text(self.source.clone()), Fact::Unsaid);
            }
        }
        answer.map_or(Reading::Blank, Reading::FieldValue)
    }

    /// Returns the value of a prefilled field for which nothing was given; nothing if the field would refuse it.
    pub(crate) fn read_prefilled(
        &self,
        definition: &Definition,
        field: &Field,
        states: &[State<'_>],
    ) -> Option<Answer<'static>> {
        let Derived::Value(raw) = self.evaluate(definition, states) else { return None };
        let raw = fit(&field.kind, raw);
        let mut refused = Vec::new();
        let mut report = Report { field: &field.identity, problems: &mut refused };
        let answer = field.kind.check(&raw, &mut report).map(Answer::into_owned);
        answer.filter(|answer| refused.is_empty() && !is_empty(answer))
    }

    /// Reports problems of a computed value at the fields that a person can change: those it follows from.
    fn blame(
        &self,
        definition: &Definition,
        states: &[State<'_>],
        problems: &mut Vec<Problem>,
        check: impl FnOnce(&mut Report<'_>),
        field: &Field,
    ) {
        let mut found = Vec::new();
        check(&mut Report { field: &field.identity, problems: &mut found });
        let is_active =
            |&&place: &&usize| states.get(place).is_some_and(|state| state.presence == Presence::Active);
        let mut places: Vec<Arc<str>> = self
            .roots
            .iter()
            .filter(is_active)
            .filter_map(|&place| definition.fields.get(place).map(|field| field.identity.id.clone()))
            .collect();
        if places.is_empty() {
            places.push(Arc::from(""));
        }
        for problem in found {
            // The bound is that of another field: its sentence says so, and programs must not take it for this one's.
            let at = |place: &Arc<str>| Problem {
                field: place.clone(),
                constraint: Constraint::Computed,
                message: problem.message.clone(),
                expected: match &problem.expected {
                    Fact::Word(COMPUTABLE) => Fact::Word(COMPUTABLE),
                    _ => Fact::Text(self.source.clone()),
                },
                actual: Fact::Unsaid,
                item: None,
                row: None,
            };
            problems.extend(places.iter().map(at));
        }
    }
}

/// Finds the fields that people fill in behind each computed value. The fields stand in an order in which each comes
/// after those it depends on.
pub(crate) fn find_roots(fields: &mut [(Field, &Node<'_>)], order: &[usize]) {
    for &index in order {
        let Some((field, _)) = fields.get(index) else { continue };
        let Some(derivation) = &field.derivation else { continue };
        let mut roots: Vec<usize> = Vec::new();
        for &place in derivation.references() {
            let behind = fields.get(place).and_then(|(field, _)| field.derived(Purpose::Computed));
            let found = behind.map_or(std::slice::from_ref(&place), |derivation| &derivation.roots);
            roots.extend(found.iter().filter(|root| !roots.contains(root)).copied().collect::<Vec<_>>());
        }
        if let Some((Field { derivation: Some(derivation), .. }, _)) = fields.get_mut(index) {
            derivation.roots = roots;
        }
    }
}

/// What an expression comes to for some answers.
enum Derived {
    Value(Raw<'static>),
    /// An answer that it looks at is not there.
    Nothing,
    /// An answer that it looks at has a problem.
    Unknown,
    /// A number has too many digits, a text too many characters, or a date is beyond the calendar.
    Failed,
}

/// A computed field cannot be asked for, and one value is enough.
fn refuse_companions(reader: &mut Reader, members: Members<'_, '_>, purpose: Purpose) {
    let (refused, why): (&[&str], _) = match purpose {
        Purpose::Computed => (&[PREFILL, "default", "required"], "a computed field is never asked"),
        Purpose::Prefill => (&["default"], "the value comes from `prefill`"),
    };
    for key in refused {
        let node =
            members.get(key).filter(|node| !matches!(node.value, crate::json::tree::Json::Bool(false)));
        if let Some(node) = node.or_else(|| members.get(key).filter(|_| *key != "required")) {
            let message = format!("`{key}` beside an expression: {why}");
            reader.note(&node.span, DefectCode::OutOfRange, message).expected(format!("no `{key}`"));
        }
    }
}

/// Returns the type of an expression that gives a value of this kind.
fn value_type(kind: &Kind) -> Option<Type> {
    match kind {
        Kind::Text(_) | Kind::Url(_) | Kind::Select(_) => Some(Type::Text),
        Kind::Number(_) => Some(Type::Number),
        Kind::Boolean(_) => Some(Type::Bool),
        Kind::Date(_) => Some(Type::Date),
        Kind::MultiSelect(_) => Some(Type::Texts),
        Kind::File(_) | Kind::Rows(_) => None,
    }
}

/// Returns a value as a field would be given it.
fn to_raw(value: Value<'_>) -> Option<Raw<'static>> {
    Some(match value {
        Value::Bool(truth) => Raw::Bool(truth),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Raw::Integer(integer),
            None => Raw::Number(Cow::Owned(number.to_string())),
        },
        Value::Text(text) => Raw::Text(Cow::Owned(text.into_owned())),
        Value::Moment(moment) => Raw::Text(Cow::Owned(moment.to_string())),
        Value::Texts(texts) => {
            Raw::List(texts.into_iter().map(|text| Raw::Text(Cow::Owned(text.to_owned()))).collect())
        }
        Value::Duration(_) | Value::Numbers(_) | Value::Rows(_) => return None,
    })
}

/// A day is the first moment of itself where a point in time is wanted, and a point in time is its day in UTC where a
/// day is wanted.
fn fit(kind: &Kind, raw: Raw<'static>) -> Raw<'static> {
    let (Kind::Date(date), Raw::Text(text)) = (kind, &raw) else { return raw };
    match (Moment::parse(text), date.with_time) {
        (Some(Moment::Day(day)), true) => Raw::Text(Cow::Owned(format!("{day}T00:00:00Z"))),
        (Some(moment @ Moment::Instant(_)), false) => {
            match crate::calendar::Date::from_day_number(moment.day()) {
                Some(day) => Raw::Text(Cow::Owned(day.to_string())),
                None => raw,
            }
        }
        _ => raw,
    }
}

/// Returns an answer as a raw value of its own.
pub(crate) fn owned_raw(answer: &Answer<'_>) -> Raw<'static> {
    match answer {
        Answer::Bool(truth) => Raw::Bool(*truth),
        Answer::Number(number) => match number.as_i64() {
            Some(integer) => Raw::Integer(integer),
            None => Raw::Number(Cow::Owned(number.to_string())),
        },
        Answer::Text(text) | Answer::Choice(text) | Answer::Url(text) => {
            Raw::Text(Cow::Owned(text.clone().into_owned()))
        }
        Answer::Date(date) => Raw::Text(Cow::Owned(date.to_string())),
        Answer::DateTime(moment) => Raw::Text(Cow::Owned(moment.to_string())),
        Answer::Choices(values) => {
            Raw::List(values.iter().map(|value| Raw::Text(Cow::Owned(value.clone().into_owned()))).collect())
        }
        Answer::Secret(_) | Answer::File(_) | Answer::Rows(_) => Raw::Null,
    }
}
