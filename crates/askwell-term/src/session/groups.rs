//! The groups of a form while it is filled in: headings, steps, and what they hide.

use askwell_form::{Group, OutlineEntry, View};

use super::{FormSession, Step};

/// What a session remembers of the groups in the last view.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupState {
    /// The places of the groups that are steps to go through.
    steps: Vec<usize>,
    /// The ids of displays in groups that are hidden.
    hidden_displays: Vec<String>,
}

impl GroupState {
    pub(super) fn of(form: &askwell_form::Form, view: &View<'_>) -> GroupState {
        if view.groups.is_empty() {
            return GroupState::default();
        }
        let mut open: Vec<usize> = Vec::new();
        let mut hidden_displays = Vec::new();
        for entry in form.outline() {
            match entry {
                OutlineEntry::GroupStart(place, _) => open.push(place),
                OutlineEntry::GroupEnd(..) => drop(open.pop()),
                OutlineEntry::Display(display) => {
                    let is_visible = |&place: &usize| view.groups.get(place).is_some_and(|view| view.visible);
                    if !open.iter().all(is_visible) {
                        hidden_displays.push(display.id().to_owned());
                    }
                }
                OutlineEntry::Field(_) => {}
            }
        }
        GroupState { steps: view.steps(), hidden_displays }
    }
}

impl FormSession {
    /// Returns whether a display is shown with the current entries.
    #[must_use]
    pub fn shows_display(&self, id: &str) -> bool {
        !self.groups.hidden_displays.iter().any(|hidden| hidden == id)
    }

    /// Returns the groups that a field is part of, the outer one first.
    pub fn groups_of(&self, index: usize) -> impl Iterator<Item = (usize, &Group)> {
        let groups = self.form.groups().iter().enumerate();
        groups.filter(move |(_, group)| group.fields().contains(&index))
    }

    /// Returns the groups that begin with this field, with the current entries.
    pub fn groups_from(&self, index: usize) -> impl Iterator<Item = (usize, &Group)> {
        let begins =
            move |group: &Group| self.steps().find(|step| group.fields().contains(step)) == Some(index);
        self.groups_of(index).filter(move |(_, group)| begins(group))
    }

    /// Returns the number of a group that is a step, counted from 1, and the number of steps; the review is the last
    /// one. `None` for a group that is a section.
    #[must_use]
    pub fn step_position(&self, group: usize) -> Option<(usize, usize)> {
        let at = self.groups.steps.iter().position(|step| *step == group)?;
        Some((at + 1, self.groups.steps.len() + 1))
    }

    /// Returns the number of the review among the steps, if the form has steps.
    #[must_use]
    pub fn review_position(&self) -> Option<(usize, usize)> {
        let total = self.groups.steps.len() + 1;
        (self.step == Step::Review && total > 1).then_some((total, total))
    }
}
