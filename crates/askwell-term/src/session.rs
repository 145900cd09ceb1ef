//! A form that is being filled in: entries, current step, problems.
//!
//! Both front ends drive the same session, so that they cannot drift apart. [`Form::view_pairs`]
//! alone decides which fields exist. A session does no input or output and knows neither terminal
//! nor clock.

pub(crate) mod entry;
mod groups;
pub(crate) mod option_index;
pub(crate) mod rows;
pub(crate) mod summary;
pub(crate) mod typed_input;

use askwell_form::{Answers, Constraint, Field, FieldView, Form, Problem, Problems, Raw, Trigger};
use serde_json::Value;

use entry::default_entry;
pub use entry::{FieldEntry, LocalFile, SecretText};
use groups::GroupState;

/// The current step of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// At the field with this index in the form.
    Field(usize),
    /// At the review of all answers.
    Review,
}

/// A form that is being filled in.
#[derive(Debug, Clone)]
pub struct FormSession {
    form: Form,
    states: Vec<FieldState>,
    groups: GroupState,
    /// Problems that the asking program found with the answers as a whole.
    overall: Vec<Problem>,
    step: Step,
    /// Whether the current field was selected in the review; advancing returns there.
    from_review: bool,
}

/// The state of one field.
#[derive(Debug, Clone)]
struct FieldState {
    entry: FieldEntry,
    /// The value while nothing is entered: the default, or what the form computes or prefills.
    default: FieldEntry,
    visible: bool,
    enabled: bool,
    required: bool,
    /// Problems that the form finds with the entry.
    problems: Vec<Problem>,
    /// Problems of a file's content, found once when the file was selected.
    content_problems: Vec<Problem>,
    /// Problems that the asking program found with the answer.
    asker_problems: Vec<Problem>,
    /// Whether the person has visited the field.
    visited: bool,
    /// Whether the person went past it to the review. Such a field is not asked again unless it is
    /// invalid.
    passed: bool,
    /// Whether the person has tried to leave the field.
    tried: bool,
}

impl FieldState {
    /// Returns what the person gave: a value that follows from other answers is left to the form.
    fn given(&self, field: &Field) -> &FieldEntry {
        let is_derived = field.is_computed() || field.prefill().is_some();
        if is_derived { &self.entry } else { self.effective() }
    }

    fn effective(&self) -> &FieldEntry {
        if self.entry == FieldEntry::Untouched { &self.default } else { &self.entry }
    }

    fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(&self.content_problems).chain(&self.asker_problems)
    }
}

impl FormSession {
    /// Starts a session at the first field.
    #[must_use]
    pub fn new(form: Form) -> FormSession {
        let state = |field: &Field| FieldState {
            entry: FieldEntry::Untouched,
            default: default_entry(field),
            visible: false,
            enabled: false,
            required: false,
            problems: Vec::new(),
            content_problems: Vec::new(),
            asker_problems: Vec::new(),
            visited: false,
            passed: false,
            tried: false,
        };
        let states = form.fields().iter().map(state).collect();
        let mut session = FormSession {
            form,
            states,
            groups: GroupState::default(),
            overall: Vec::new(),
            step: Step::Review,
            from_review: false,
        };
        session.refresh();
        session.begin();
        session
    }

    /// Starts a session with earlier values. Values that a field cannot hold are ignored.
    #[must_use]
    pub fn with_values(form: Form, values: &Value) -> FormSession {
        let mut session = FormSession::new(form);
        let form = session.form.clone();
        for (index, field) in form.fields().iter().enumerate() {
            let Some(value) = values.get(field.property()) else { continue };
            if let Some(entry) = FieldEntry::from_raw(field, &Raw::from(value)) {
                session.set(index, entry);
            }
        }
        session.begin();
        session
    }

    /// Returns the form.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the current step.
    #[must_use]
    pub fn current(&self) -> Step {
        self.step
    }

    /// Returns a field of the form by its index.
    #[must_use]
    pub fn field(&self, index: usize) -> Option<&Field> {
        self.form.fields().get(index)
    }

    /// Returns the entry of a field, or its default while nothing is entered.
    #[must_use]
    pub fn entry(&self, index: usize) -> &FieldEntry {
        self.states.get(index).map_or(&FieldEntry::Untouched, FieldState::effective)
    }

    /// Returns whether a field is required with the current entries.
    #[must_use]
    pub fn is_required(&self, index: usize) -> bool {
        self.states.get(index).is_some_and(|state| state.required)
    }

    /// Returns the indexes of the fields to answer with the current entries.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = usize> {
        let fields = self.form.fields().iter().zip(&self.states).enumerate();
        fields.filter(|(_, (field, state))| is_asked(field, state)).map(|(index, _)| index)
    }

    /// Returns whether the answer is sent without a review: there is one field, or the form is a decision.
    #[must_use]
    pub fn needs_no_review(&self) -> bool {
        let is_simple = |index: usize| self.field(index).is_some_and(|field| field.rows().is_none());
        let mut steps = self.steps();
        let first = steps.next();
        self.form.decision().is_some() || steps.next().is_none() && first.is_none_or(is_simple)
    }

    /// Returns the number of the current field, counted from 1, and the number of fields to answer.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let total = self.steps().count();
        let here = match self.step {
            Step::Field(index) => self.steps().take_while(|&step| step <= index).count(),
            Step::Review => total,
        };
        (here, total)
    }

    /// Sets the entry of a field. Fields that depend on it appear or disappear immediately.
    pub fn set(&mut self, index: usize, entry: FieldEntry) {
        let content_problems = self.check_content(index, &entry);
        let field = self.form.fields().get(index);
        let Some(state) = self.states.get_mut(index) else { return };
        let is_prefilled = field.is_some_and(|field| field.prefill().is_some());
        // Confirming a prefilled value is no edit: it still follows from the other answers.
        let is_confirmed = is_prefilled && state.entry == FieldEntry::Untouched && state.default == entry;
        if state.entry == entry || is_confirmed || field.is_some_and(Field::is_computed) {
            return;
        }
        state.entry = entry;
        state.content_problems = content_problems;
        state.asker_problems.clear();
        self.overall.clear();
        self.refresh();
    }

    /// Learns the titles of options that a service has, as value and title, to show what was chosen.
    pub fn know_options(&mut self, field: &str, found: &[(String, String)]) {
        let known = self.form.field(field).and_then(|field| field.kind().options());
        let Some(known) = known.filter(|options| options.source().is_some()) else { return };
        let mut all: Vec<(String, String)> =
            known.iter().map(|choice| (choice.value.clone(), choice.title().to_owned())).collect();
        all.extend(found.iter().filter(|(value, _)| known.get(value).is_none()).cloned());
        self.form = self.form.with_found_options(&[(field, all)]);
        self.refresh();
    }

    /// Moves to the next field, or to the review.
    ///
    /// # Errors
    /// Returns the problems of the current field if it has any, and stays there.
    pub fn advance(&mut self) -> Result<Step, Vec<Problem>> {
        if let Step::Field(index) = self.step {
            if let Some(state) = self.states.get_mut(index) {
                state.tried = true;
            }
            // A rule between answers, or a computed value, may be about a field that comes later; the review shows
            // it.
            let of_field =
                |problem: &&Problem| !matches!(problem.constraint, Constraint::Rules | Constraint::Computed);
            let problems: Vec<Problem> = self.problems_of(index).filter(of_field).cloned().collect();
            if !problems.is_empty() {
                return Err(problems);
            }
            // On the way back to the review, other invalid fields come first.
            let wrong = |step, state: &FieldState| {
                step > index && state.tried && state.all_problems().next().is_some()
            };
            if self.from_review
                && let Some(next) = self.first_step(wrong)
            {
                return Ok(self.go(Step::Field(next)));
            }
        }
        Ok(self.skip())
    }

    /// Moves on even if the current field is invalid. The review shows its problems.
    pub fn skip(&mut self) -> Step {
        let Step::Field(index) = self.step else { return self.step };
        if let Some(state) = self.states.get_mut(index) {
            state.tried = true;
        }
        let ahead = if self.from_review { None } else { self.first_step(|step, _| step > index) };
        if let Some(next) = ahead {
            return self.go(Step::Field(next));
        }
        // A condition on a later field may have made an earlier one appear.
        match self.first_step(|_, state| !state.visited && !state.passed) {
            Some(unseen) => {
                self.from_review = true;
                self.go(Step::Field(unseen))
            }
            None => self.go(Step::Review),
        }
    }

    /// Returns whether the person has visited a field. A field they have not visited does not count
    /// as answered.
    #[must_use]
    pub fn is_visited(&self, index: usize) -> bool {
        self.states.get(index).is_some_and(|state| state.visited)
    }

    /// Moves to the previous field even if the current one is invalid. Stays at the first field.
    pub fn go_back(&mut self) -> Step {
        let before = match self.step {
            Step::Review => self.steps().next_back(),
            Step::Field(index) => self.steps().rev().find(|&step| step < index),
        };
        self.from_review = false;
        match before {
            Some(index) => self.go(Step::Field(index)),
            None => self.step,
        }
    }

    /// Moves from the review to a field. Advancing returns to the review. Stays if the field cannot
    /// be edited.
    pub fn edit(&mut self, index: usize) -> Step {
        if self.first_step(|step, _| step == index).is_some() {
            self.go(Step::Field(index));
            self.from_review = true;
        }
        self.step
    }

    /// Moves to the review. Fields in between are not asked again unless they are invalid.
    pub fn go_to_review(&mut self) -> Step {
        if let Step::Field(index) = self.step
            && let Some(state) = self.states.get_mut(index)
        {
            state.tried = true;
        }
        self.states
            .iter_mut()
            .filter(|state| state.visible && state.enabled)
            .for_each(|state| state.passed = true);
        self.go(Step::Review)
    }

    /// Returns all problems of a field.
    pub fn problems_of(&self, index: usize) -> impl Iterator<Item = &Problem> {
        self.states.get(index).into_iter().flat_map(FieldState::all_problems)
    }

    /// Returns the problems of a field that should be shown now.
    ///
    /// A missing answer is no problem before the person has reached the field, nor is an incomplete
    /// address while they type it.
    pub fn visible_problems(&self, index: usize) -> impl Iterator<Item = &Problem> {
        let visible = self.field(index).zip(self.states.get(index)).is_some_and(|(field, state)| {
            let at_once = field.rendering().validation_trigger == Some(Trigger::OnChange);
            state.tried
                || !state.asker_problems.is_empty()
                || (at_once && state.entry != FieldEntry::Untouched)
        });
        self.problems_of(index).filter(move |_| visible)
    }

    /// Returns the problems with the answers as a whole: those of the last check, and those that the asking
    /// program found.
    #[must_use]
    pub fn overall_problems(&self) -> &[Problem] {
        &self.overall
    }

    /// Returns all problems in the order of the form.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.states.iter().flat_map(FieldState::all_problems).chain(&self.overall)
    }

    /// Returns the indexes of the fields that the review lists: those in the answer, and read-only
    /// ones.
    pub fn review(&self) -> impl DoubleEndedIterator<Item = usize> {
        let shown = |(index, state): (usize, &FieldState)| (state.visible && state.enabled).then_some(index);
        self.states.iter().enumerate().filter_map(shown)
    }

    /// Checks all entries and returns the answers.
    ///
    /// # Errors
    /// Returns all problems, and moves to the first invalid field.
    pub fn check_answers(&mut self) -> Result<Answers, Problems> {
        let checked = self.form.check_pairs(self.pairs(FieldEntry::raw));
        self.states.iter_mut().for_each(|state| state.tried = true);
        if let Err(problems) = &checked {
            self.overall = problems.iter().filter(|problem| problem.field.is_empty()).cloned().collect();
            let is_wrong = |index| {
                let field = self.field(index).map(Field::id);
                problems.iter().any(|problem| Some(&*problem.field) == field)
            };
            if let Some(first) = self.first_step(|index, _| is_wrong(index)) {
                self.edit(first);
            }
        }
        checked
    }

    /// Adds problems that the asking program found, and moves to the first field that has one.
    pub fn add_problems(&mut self, problems: &Problems) {
        for problem in problems {
            let place = self.form.fields().iter().position(|field| *field.id() == *problem.field);
            match place.and_then(|index| self.states.get_mut(index)) {
                Some(state) => state.asker_problems.push(problem.clone()),
                None => self.overall.push(problem.clone()),
            }
        }
        match self.first_step(|_, state| !state.asker_problems.is_empty()) {
            Some(first) => self.edit(first),
            None => self.go(Step::Review),
        };
    }

    fn begin(&mut self) {
        let first = self.first_step(|_, _| true);
        self.go(first.map_or(Step::Review, Step::Field));
    }

    /// Returns the first field to answer that satisfies `wanted`.
    fn first_step(&self, wanted: impl Fn(usize, &FieldState) -> bool) -> Option<usize> {
        self.steps().find(|&index| self.states.get(index).is_some_and(|state| wanted(index, state)))
    }

    fn go(&mut self, step: Step) -> Step {
        self.step = step;
        self.from_review = self.from_review && step != Step::Review;
        if let Step::Field(index) = step
            && let Some(state) = self.states.get_mut(index)
        {
            state.visited = true;
        }
        step
    }

    fn pairs<'s, F>(&'s self, raw: F) -> impl Iterator<Item = (&'s str, Raw<'s>)>
    where
        F: Fn(&'s FieldEntry, &'s Field) -> Option<Raw<'s>>,
    {
        let fields = self.form.fields().iter().zip(&self.states);
        fields.filter_map(move |(field, state)| Some((field.property(), raw(state.given(field), field)?)))
    }

    /// Recomputes which fields exist and what is wrong with them.
    fn refresh(&mut self) {
        let view = self.form.view_pairs(self.pairs(FieldEntry::light_raw));
        let groups = GroupState::of(&self.form, &view);
        let views = view.fields.into_iter().map(|view| {
            let derived = derived_entry(&view);
            (view.visible, view.enabled, view.required, view.problems, derived)
        });
        let views: Vec<_> = views.collect();
        self.groups = groups;
        for (state, (visible, enabled, required, problems, derived)) in self.states.iter_mut().zip(views) {
            if let Some(derived) = derived {
                state.default = derived;
            }
            (state.visible, state.enabled, state.required, state.problems) =
                (visible, enabled, required, problems);
        }
    }

    /// Checks the content of a file. Decoding megabytes at every keystroke would be slow.
    fn check_content(&self, index: usize, entry: &FieldEntry) -> Vec<Problem> {
        let (FieldEntry::File(_), Some(field)) = (entry, self.field(index)) else { return Vec::new() };
        let of = |raw: Option<Raw<'_>>| -> Vec<Problem> {
            let view = self.form.view_pairs(raw.map(|raw| (field.property(), raw)));
            view.field(field.id()).map(|view| view.problems.clone()).unwrap_or_default()
        };
        let known = of(entry.light_raw(field));
        of(entry.raw(field)).into_iter().filter(|problem| !known.contains(problem)).collect()
    }
}

fn is_asked(field: &Field, state: &FieldState) -> bool {
    state.visible && state.enabled && !is_fixed(field)
}

/// Returns whether a field is shown and cannot be edited.
pub(crate) fn is_fixed(field: &Field) -> bool {
    field.rendering().readonly || field.is_computed()
}

/// Returns what stands in for the entry of a field whose value follows from other answers.
fn derived_entry(view: &FieldView<'_>) -> Option<FieldEntry> {
    let field = view.field;
    if !field.is_computed() && field.prefill().is_none() {
        return None;
    }
    let value = view.value.as_ref().filter(|_| view.prefilled || field.is_computed());
    Some(value.and_then(|raw| FieldEntry::from_raw(field, raw)).unwrap_or_default())
}

#[cfg(test)]
mod tests;
