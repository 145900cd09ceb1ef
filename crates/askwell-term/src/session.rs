//! A form in the middle of being filled in: what has been entered, where one is, what is wrong.
//!
//! Both front ends drive the same session, so that they cannot drift apart. Which fields there are comes from
//! [`Form::view_pairs`] alone. Refuses all input and output: it neither reads a file nor knows a terminal or a clock.

pub(crate) mod catalogue;
pub(crate) mod entry;
pub(crate) mod summary;
pub(crate) mod typed;

use askwell_form::{Answer, Answers, Field, Form, Problem, Problems, Raw, Trigger};
use serde_json::Value;
use zeroize::Zeroizing;

pub use entry::{Entry, Hidden, Picked};

/// Where one is in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// At the field with this place in the form.
    Field(usize),
    /// At the end, looking over all of it.
    Review,
}

/// A form in the middle of being filled in.
#[derive(Debug, Clone)]
pub struct Session {
    form: Form,
    slots: Vec<Slot>,
    /// What whoever asks has said about the answers as a whole.
    overall: Vec<Problem>,
    step: Step,
    /// Whether the field at hand was picked out of the review, to go back there at once.
    detour: bool,
}

/// One field's part of a session.
#[derive(Debug, Clone)]
struct Slot {
    entry: Entry,
    /// What holds while nothing is entered.
    default: Entry,
    visible: bool,
    enabled: bool,
    required: bool,
    /// What the form finds wrong with the entry.
    problems: Vec<Problem>,
    /// What is wrong with a file's content, found once when it was picked.
    content_problems: Vec<Problem>,
    /// What whoever asks has said about it.
    said: Vec<Problem>,
    /// Whether the person has been there.
    seen: bool,
    /// Whether the person went past it to the review: it is not offered again by itself.
    passed: bool,
    /// Whether the person has tried to leave it behind.
    tried: bool,
}

impl Slot {
    fn effective(&self) -> &Entry {
        if self.entry == Entry::Untouched { &self.default } else { &self.entry }
    }

    fn all_problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().chain(&self.content_problems).chain(&self.said)
    }
}

impl Session {
    /// Begins at the first field.
    #[must_use]
    pub fn new(form: Form) -> Session {
        let slot = |field: &Field| Slot {
            entry: Entry::Untouched,
            default: default_entry(field),
            visible: false,
            enabled: false,
            required: false,
            problems: Vec::new(),
            content_problems: Vec::new(),
            said: Vec::new(),
            seen: false,
            passed: false,
            tried: false,
        };
        let slots = form.fields().iter().map(slot).collect();
        let mut session = Session { form, slots, overall: Vec::new(), step: Step::Review, detour: false };
        session.look_again();
        session.begin();
        session
    }

    /// The same, with values that somebody has given before. What a field cannot hold is left out.
    #[must_use]
    pub fn prefilled(form: Form, values: &Value) -> Session {
        let mut session = Session::new(form);
        let form = session.form.clone();
        for (index, field) in form.fields().iter().enumerate() {
            let Some(value) = values.get(field.property()) else { continue };
            if let Some(entry) = Entry::from_raw(field, &Raw::from(value)) {
                session.set(index, entry);
            }
        }
        session.begin();
        session
    }

    /// The form.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Where one is.
    #[must_use]
    pub fn current(&self) -> Step {
        self.step
    }

    /// A field of the form by its place.
    #[must_use]
    pub fn field(&self, index: usize) -> Option<&Field> {
        self.form.fields().get(index)
    }

    /// What is entered in a field, or what holds while nothing is.
    #[must_use]
    pub fn entry(&self, index: usize) -> &Entry {
        self.slots.get(index).map_or(&Entry::Untouched, Slot::effective)
    }

    /// Whether a field has to be filled in, as things are.
    #[must_use]
    pub fn is_required(&self, index: usize) -> bool {
        self.slots.get(index).is_some_and(|slot| slot.required)
    }

    /// The fields to answer, as things are, by their places.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = usize> {
        let fields = self.form.fields().iter().zip(&self.slots).enumerate();
        fields.filter(|(_, (field, slot))| is_asked(field, slot)).map(|(index, _)| index)
    }

    /// How many fields there are to answer, and which of them is at hand, counted from 1.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let total = self.steps().count();
        let here = match self.step {
            Step::Field(index) => self.steps().take_while(|&step| step <= index).count(),
            Step::Review => total,
        };
        (here, total)
    }

    /// Enters something into a field. Fields that depend on it come and go at once.
    pub fn set(&mut self, index: usize, entry: Entry) {
        let content_problems = self.check_content(index, &entry);
        let Some(slot) = self.slots.get_mut(index) else { return };
        if slot.entry == entry {
            return;
        }
        slot.entry = entry;
        slot.content_problems = content_problems;
        slot.said.clear();
        self.overall.clear();
        self.look_again();
    }

    /// Goes on to the next field, or to the review.
    ///
    /// # Errors
    /// If something is wrong with the field at hand; then one stays there.
    pub fn advance(&mut self) -> Result<Step, Vec<Problem>> {
        if let Step::Field(index) = self.step {
            if let Some(slot) = self.slots.get_mut(index) {
                slot.tried = true;
            }
            let problems: Vec<Problem> = self.problems_of(index).cloned().collect();
            if !problems.is_empty() {
                return Err(problems);
            }
            // On the way back to the review, whatever else has to be mended comes next.
            let wrong =
                |step, slot: &Slot| step > index && slot.tried && slot.all_problems().next().is_some();
            if self.detour
                && let Some(next) = self.first_step(wrong)
            {
                return Ok(self.go(Step::Field(next)));
            }
        }
        Ok(self.skip())
    }

    /// Goes on, whatever is wrong with the field at hand. The review will say so.
    pub fn skip(&mut self) -> Step {
        let Step::Field(index) = self.step else { return self.step };
        if let Some(slot) = self.slots.get_mut(index) {
            slot.tried = true;
        }
        let ahead = if self.detour { None } else { self.first_step(|step, _| step > index) };
        if let Some(next) = ahead {
            return self.go(Step::Field(next));
        }
        // A field may have come up behind the person, by a condition on a later one.
        match self.first_step(|_, slot| !slot.seen && !slot.passed) {
            Some(unseen) => {
                self.detour = true;
                self.go(Step::Field(unseen))
            }
            None => self.go(Step::Review),
        }
    }

    /// Whether the person has been at a field. What they have not seen does not count as answered.
    #[must_use]
    pub fn is_seen(&self, index: usize) -> bool {
        self.slots.get(index).is_some_and(|slot| slot.seen)
    }

    /// Goes back to the field before, or stays at the first one. Always possible, whatever is wrong.
    pub fn back(&mut self) -> Step {
        let before = match self.step {
            Step::Review => self.steps().next_back(),
            Step::Field(index) => self.steps().rev().find(|&step| step < index),
        };
        self.detour = false;
        match before {
            Some(index) => self.go(Step::Field(index)),
            None => self.step,
        }
    }

    /// Picks a field out of the review; going on from there leads back to it.
    pub fn edit(&mut self, index: usize) -> Step {
        if self.first_step(|step, _| step == index).is_some() {
            self.go(Step::Field(index));
            self.detour = true;
        }
        self.step
    }

    /// Goes to the end at once. What was passed over is not offered again unless it has to be filled in.
    pub fn to_review(&mut self) -> Step {
        if let Step::Field(index) = self.step
            && let Some(slot) = self.slots.get_mut(index)
        {
            slot.tried = true;
        }
        self.slots.iter_mut().filter(|slot| slot.visible && slot.enabled).for_each(|slot| slot.passed = true);
        self.go(Step::Review)
    }

    /// What is wrong with a field.
    pub fn problems_of(&self, index: usize) -> impl Iterator<Item = &Problem> {
        self.slots.get(index).into_iter().flat_map(Slot::all_problems)
    }

    /// The same, but only what it is time to say: nobody wants to hear that a field is required before they have got
    /// to it, nor that an address is incomplete while they type it.
    pub fn timely_problems(&self, index: usize) -> impl Iterator<Item = &Problem> {
        let timely = self.field(index).zip(self.slots.get(index)).is_some_and(|(field, slot)| {
            let at_once = field.rendering().validation_trigger == Some(Trigger::OnChange);
            slot.tried || !slot.said.is_empty() || (at_once && slot.entry != Entry::Untouched)
        });
        self.problems_of(index).filter(move |_| timely)
    }

    /// What whoever asks has said about the answers as a whole.
    #[must_use]
    pub fn overall_problems(&self) -> &[Problem] {
        &self.overall
    }

    /// All that is wrong, in the order of the form.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.slots.iter().flat_map(Slot::all_problems).chain(&self.overall)
    }

    /// The fields that will be part of the answer or are shown beside it, by their places.
    pub fn review(&self) -> impl DoubleEndedIterator<Item = usize> {
        let shown = |(index, slot): (usize, &Slot)| (slot.visible && slot.enabled).then_some(index);
        self.slots.iter().enumerate().filter_map(shown)
    }

    /// The answers, checked.
    ///
    /// # Errors
    /// All that is wrong, if something is; then one is at the first field that has to be mended.
    pub fn outcome(&mut self) -> Result<Answers, Problems> {
        let checked = self.form.check_pairs(self.pairs(Entry::raw));
        self.slots.iter_mut().for_each(|slot| slot.tried = true);
        if let Err(problems) = &checked {
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

    /// Takes in what whoever asks found wrong, and goes to the first field concerned.
    pub fn refuse(&mut self, problems: &Problems) {
        for problem in problems {
            let place = self.form.fields().iter().position(|field| *field.id() == *problem.field);
            match place.and_then(|index| self.slots.get_mut(index)) {
                Some(slot) => slot.said.push(problem.clone()),
                None => self.overall.push(problem.clone()),
            }
        }
        match self.first_step(|_, slot| !slot.said.is_empty()) {
            Some(first) => self.edit(first),
            None => self.go(Step::Review),
        };
    }

    fn begin(&mut self) {
        let first = self.first_step(|_, _| true);
        self.go(first.map_or(Step::Review, Step::Field));
    }

    /// The first field to answer that is as wanted.
    fn first_step(&self, wanted: impl Fn(usize, &Slot) -> bool) -> Option<usize> {
        self.steps().find(|&index| self.slots.get(index).is_some_and(|slot| wanted(index, slot)))
    }

    fn go(&mut self, step: Step) -> Step {
        self.step = step;
        self.detour = self.detour && step != Step::Review;
        if let Step::Field(index) = step
            && let Some(slot) = self.slots.get_mut(index)
        {
            slot.seen = true;
        }
        step
    }

    fn pairs<'s, F>(&'s self, raw: F) -> impl Iterator<Item = (&'s str, Raw<'s>)>
    where
        F: Fn(&'s Entry, &'s Field) -> Option<Raw<'s>>,
    {
        let fields = self.form.fields().iter().zip(&self.slots);
        fields.filter_map(move |(field, slot)| Some((field.property(), raw(slot.effective(), field)?)))
    }

    /// Asks the form again which fields there are and what is wrong with them.
    fn look_again(&mut self) {
        let view = self.form.view_pairs(self.pairs(Entry::light_raw));
        let seen =
            view.fields.into_iter().map(|view| (view.visible, view.enabled, view.required, view.problems));
        let seen: Vec<_> = seen.collect();
        for (slot, (visible, enabled, required, problems)) in self.slots.iter_mut().zip(seen) {
            (slot.visible, slot.enabled, slot.required, slot.problems) =
                (visible, enabled, required, problems);
        }
    }

    /// What is wrong with a file beyond its name and type. Decoding megabytes with every keystroke would be felt.
    fn check_content(&self, index: usize, entry: &Entry) -> Vec<Problem> {
        let (Entry::File(_), Some(field)) = (entry, self.field(index)) else { return Vec::new() };
        let of = |raw: Option<Raw<'_>>| -> Vec<Problem> {
            let view = self.form.view_pairs(raw.map(|raw| (field.property(), raw)));
            view.field(field.id()).map(|view| view.problems.clone()).unwrap_or_default()
        };
        let known = of(entry.light_raw(field));
        of(entry.raw(field)).into_iter().filter(|problem| !known.contains(problem)).collect()
    }
}

fn is_asked(field: &Field, slot: &Slot) -> bool {
    slot.visible && slot.enabled && !field.rendering().readonly
}

fn default_entry(field: &Field) -> Entry {
    match field.default_answer() {
        None | Some(Answer::File(_)) => Entry::Untouched,
        Some(Answer::Secret(secret)) => Entry::Secret(Hidden(Zeroizing::new(secret.reveal().to_owned()))),
        Some(Answer::Bool(truth)) => Entry::Truth(*truth),
        Some(Answer::Choice(value)) => Entry::Choice(value.to_string()),
        Some(Answer::Choices(values)) => Entry::Choices(values.iter().map(ToString::to_string).collect()),
        Some(Answer::Number(number)) => Entry::Typed(number.to_string()),
        Some(Answer::Date(date)) => Entry::Typed(date.to_string()),
        Some(Answer::DateTime(moment)) => Entry::Typed(moment.to_string()),
        Some(other) => other.as_text().map_or(Entry::Untouched, |text| Entry::Typed(text.to_owned())),
    }
}

#[cfg(test)]
mod tests;
