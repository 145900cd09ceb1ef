//! Answers with mistakes in them, and what the checker has to say of each.
//!
//! A mistake violates one constraint and no other, so that what is expected is exact. Constraints that cannot
//! be violated alone (a text that is too short for the length *and* for the pattern) are left out.

mod fault;

use std::collections::BTreeMap;

use askwell_form::{Constraint, FieldView, Form};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Strategy, any};
use proptest::sample::Index;
use serde_json::{Map, Value, json};

use crate::answers::lacks_an_answer;
use crate::answers::valid_answer;
use crate::values;
use fault::{InjectedMistake, faults};

/// A kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after the mistake")]
pub enum ViolationKind {
    MissingRequired,
    WrongType,
    TooShort,
    TooLong,
    PatternMismatch,
    BadFormat,
    HiddenCharacter,
    BelowMinimum,
    AboveMaximum,
    NotAboveExclusiveMinimum,
    NotBelowExclusiveMaximum,
    NotMultiple,
    UnknownOption,
    TooFew,
    TooMany,
    RepeatedChoice,
    WrongScheme,
    PrivateUrl,
    LocalhostUrl,
    OversizeFile,
    WrongExtension,
    WrongMediaType,
    UnsafeFilename,
    ContentMismatch,
    BadBase64,
    UnknownKey,
}

impl ViolationKind {
    /// Every kind of mistake.
    pub const ALL: [ViolationKind; 26] = [
        ViolationKind::MissingRequired,
        ViolationKind::WrongType,
        ViolationKind::TooShort,
        ViolationKind::TooLong,
        ViolationKind::PatternMismatch,
        ViolationKind::BadFormat,
        ViolationKind::HiddenCharacter,
        ViolationKind::BelowMinimum,
        ViolationKind::AboveMaximum,
        ViolationKind::NotAboveExclusiveMinimum,
        ViolationKind::NotBelowExclusiveMaximum,
        ViolationKind::NotMultiple,
        ViolationKind::UnknownOption,
        ViolationKind::TooFew,
        ViolationKind::TooMany,
        ViolationKind::RepeatedChoice,
        ViolationKind::WrongScheme,
        ViolationKind::PrivateUrl,
        ViolationKind::LocalhostUrl,
        ViolationKind::OversizeFile,
        ViolationKind::WrongExtension,
        ViolationKind::WrongMediaType,
        ViolationKind::UnsafeFilename,
        ViolationKind::ContentMismatch,
        ViolationKind::BadBase64,
        ViolationKind::UnknownKey,
    ];

    /// Returns the constraint that such a mistake violates.
    #[must_use]
    pub fn constraint(self) -> Constraint {
        match self {
            ViolationKind::MissingRequired => Constraint::Required,
            ViolationKind::WrongType => Constraint::Type,
            ViolationKind::TooShort => Constraint::MinLength,
            ViolationKind::TooLong => Constraint::MaxLength,
            ViolationKind::PatternMismatch => Constraint::Pattern,
            ViolationKind::BadFormat => Constraint::Format,
            ViolationKind::HiddenCharacter => Constraint::Characters,
            ViolationKind::BelowMinimum => Constraint::Minimum,
            ViolationKind::AboveMaximum => Constraint::Maximum,
            ViolationKind::NotAboveExclusiveMinimum => Constraint::ExclusiveMinimum,
            ViolationKind::NotBelowExclusiveMaximum => Constraint::ExclusiveMaximum,
            ViolationKind::NotMultiple => Constraint::MultipleOf,
            ViolationKind::UnknownOption => Constraint::Enum,
            ViolationKind::TooFew => Constraint::MinItems,
            ViolationKind::TooMany => Constraint::MaxItems,
            ViolationKind::RepeatedChoice => Constraint::UniqueItems,
            ViolationKind::WrongScheme => Constraint::AllowedSchemes,
            ViolationKind::PrivateUrl => Constraint::BlockPrivateIps,
            ViolationKind::LocalhostUrl => Constraint::BlockLocalhost,
            ViolationKind::OversizeFile => Constraint::MaxSize,
            ViolationKind::WrongExtension => Constraint::AllowedExtensions,
            ViolationKind::WrongMediaType => Constraint::AllowedMimeTypes,
            ViolationKind::UnsafeFilename => Constraint::Filename,
            ViolationKind::ContentMismatch | ViolationKind::BadBase64 => Constraint::Content,
            ViolationKind::UnknownKey => Constraint::AdditionalProperties,
        }
    }

    fn of(constraint: Constraint) -> Option<ViolationKind> {
        ViolationKind::ALL.into_iter().find(|kind| kind.constraint() == constraint)
    }
}

/// A problem that has to be found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected {
    /// The key it is about.
    pub field: String,
    /// What is violated.
    pub constraint: Constraint,
    /// The way to the value.
    pub path: Vec<String>,
}

/// Answers with mistakes.
#[derive(Debug, Clone, PartialEq)]
pub struct Injected {
    /// The answers.
    pub answers: Value,
    /// Every problem that has to be found, and no other may be; sorted.
    pub expected: Vec<Expected>,
}

/// Returns the valid answer with one such mistake in it, in the first field that can have it alone.
///
/// ```
/// use askwell_testkit::{forms, violations::{ViolationKind, invalid_answer}};
///
/// let form = forms::minimal();
/// let answer = invalid_answer(&form, ViolationKind::MissingRequired).unwrap();
/// assert_eq!(form.check(&answer).unwrap_err().to_string(), "Field 1 is required.");
/// assert!(invalid_answer(&form, ViolationKind::OversizeFile).is_none());
/// ```
///
/// # Panics
/// When there is no valid answer, see [`valid_answer`].
#[must_use]
pub fn invalid_answer(form: &Form, kind: ViolationKind) -> Option<Value> {
    let valid = valid_answer(form);
    (0..form.fields().len())
        .filter_map(|index| inject(form, &valid, &[(index, kind)]))
        .find(|injected| injected.expected.len() == 1)
        .map(|injected| injected.answers)
}

/// Puts mistakes into valid answers, at most one in each field: pairs of the field's place in the form and the
/// mistake. What cannot be done is left out; fields that come up because of a mistake are answered. Nothing
/// if no answer is known for one of those.
///
/// ```
/// use askwell_form::Constraint;
/// use askwell_testkit::{answers, forms, violations::{ViolationKind, inject}};
///
/// let form = forms::comprehensive();
/// let plan = [(0, ViolationKind::TooLong), (1, ViolationKind::BelowMinimum)];
/// let injected = inject(&form, &answers::valid_answer(&form), &plan).unwrap();
/// assert_eq!(injected.expected.len(), 2);
/// assert_eq!(form.check(&injected.answers).unwrap_err().len(), 2);
/// ```
#[must_use]
pub fn inject(form: &Form, valid: &Value, plan: &[(usize, ViolationKind)]) -> Option<Injected> {
    let mut chosen = BTreeMap::new();
    let mut unknown_key = false;
    for (index, kind) in plan {
        unknown_key |= *kind == ViolationKind::UnknownKey;
        let Some(field) = form.fields().get(*index) else { continue };
        if let Some((_, fault)) = faults(field).into_iter().find(|(found, _)| found == kind) {
            chosen.entry(*index).or_insert(fault);
        }
    }
    apply(form, valid, &chosen, unknown_key)
}

/// Valid answers with 1 to `most` mistakes, each in another field.
///
/// ```
/// use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
/// use askwell_testkit::{answers, forms, violations};
///
/// let form = forms::comprehensive();
/// let valid = answers::valid_answer(&form);
/// proptest!(ProptestConfig::with_cases(20), |(injected in violations::any_injected(&form, &valid, 3))| {
///     let problems = form.check(&injected.answers).map_or_else(|problems| problems.len(), |_| 0);
///     prop_assert_eq!(problems, injected.expected.len());
/// });
/// ```
pub fn any_injected(form: &Form, valid: &Value, most: usize) -> BoxedStrategy<Injected> {
    let view = form.view(valid);
    let is_asked = |view: &FieldView<'_>| view.enabled && !view.field.is_computed();
    let active = view.fields.iter().enumerate().filter(|(_, view)| is_asked(view));
    let places: Vec<(usize, Vec<InjectedMistake>)> = active
        .map(|(index, view)| (index, faults(view.field).into_iter().map(|(_, fault)| fault).collect()))
        .collect();
    drop(view);
    let (form, valid) = (form.clone(), valid.clone());
    vec(any::<(Index, Index)>(), 1..=most.max(1))
        .prop_filter_map("no answer is known for a field that came up", move |picks| {
            let mut chosen = BTreeMap::new();
            let mut unknown_key = false;
            for (place, which) in picks {
                // One place more than there are fields: a key that the form does not know.
                match places.get(place.index(places.len() + 1)) {
                    Some((index, faults)) => {
                        chosen.entry(*index).or_insert_with(|| which.get(faults).clone());
                    }
                    None => unknown_key = true,
                }
            }
            apply(&form, &valid, &chosen, unknown_key)
        })
        .boxed()
}

fn apply(
    form: &Form,
    valid: &Value,
    faults: &BTreeMap<usize, InjectedMistake>,
    unknown_key: bool,
) -> Option<Injected> {
    let inactive_before: Vec<bool> = form.view(valid).fields.iter().map(|view| !view.enabled).collect();
    let mut answers = valid.as_object().cloned().unwrap_or_default();
    for (index, fault) in faults {
        let key = form.fields().get(*index)?.property();
        match &fault.value {
            Some(value) => answers.insert(key.to_owned(), value.clone()),
            None => answers.remove(key),
        };
    }
    let answers = mend(form, answers, faults, &inactive_before)?;
    let mut expected: Vec<Expected> = form
        .view(&answers)
        .fields
        .iter()
        .enumerate()
        .filter_map(|(index, view)| {
            let fault = faults.get(&index).filter(|_| view.enabled)?;
            let counts = fault.is_in_row
                || fault.constraint != Constraint::Required
                || (lacks_an_answer(view) && !form.allows_partial());
            counts.then(|| fault.expected(view.field.id()))
        })
        .collect();
    let mut answers = answers;
    if unknown_key && let Value::Object(members) = &mut answers {
        let key = unknown_key_for(members, form);
        let path = vec![key.clone()];
        expected.push(Expected { field: key.clone(), constraint: Constraint::AdditionalProperties, path });
        members.insert(key, json!("surprise"));
    }
    expected.sort();
    Some(Injected { answers, expected })
}

/// Answers every field that a mistake has brought up or made required, until none is left.
fn mend(
    form: &Form,
    answers: Map<String, Value>,
    faults: &BTreeMap<usize, InjectedMistake>,
    inactive_before: &[bool],
) -> Option<Value> {
    let mut untouched: Vec<bool> = inactive_before.to_vec();
    let mut answers = Value::Object(answers);
    loop {
        let view = form.view(&answers);
        let mut more = Vec::new();
        for (index, view) in view.fields.iter().enumerate() {
            let Some(untouched) = untouched.get_mut(index) else { continue };
            // What was given to a field that was not asked may be anything.
            let came_up = *untouched && view.enabled;
            let lacks = lacks_an_answer(view) && !form.allows_partial();
            let may_fill = !faults.contains_key(&index) && !view.field.is_computed();
            if may_fill && view.enabled && (came_up || lacks) {
                *untouched = false;
                more.push((view.field.property().to_owned(), values::example(view.field)?));
            }
        }
        drop(view);
        let Value::Object(members) = &mut answers else { return None };
        if more.is_empty() {
            return Some(answers);
        }
        members.extend(more);
    }
}

fn unknown_key_for(members: &Map<String, Value>, form: &Form) -> String {
    let taken =
        |key: &String| members.contains_key(key) || form.fields().iter().any(|field| field.property() == key);
    let mut key = String::from("unasked");
    while taken(&key) {
        key.push('_');
    }
    key
}
