//! Groups of fields: sections of a form, or its steps.
//!
//! A group names fields and displays that stand next to each other in `fields`, so that the flat list
//! stays the one order in which everything is shown, checked and reported. A group may hold further
//! groups, one level deep. Its condition is a condition of each of its fields; no renderer evaluates it. A group that
//! repeats is one field, whose answer is a list of rows.

mod read;

use std::ops::Range;
use std::sync::Arc;

use crate::condition::Condition;
use crate::definition::{Definition, Form};
use crate::display::Display;

pub(crate) use read::{Groups, Items, read_groups};

/// A group of fields with a title.
#[derive(Debug, Clone)]
pub struct Group {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) condition: Option<Arc<Condition>>,
    /// Whether it is one field with rows.
    pub(crate) repeats: bool,
    /// The place of the group that this one is part of.
    pub(crate) parent: Option<usize>,
    /// The places of its fields, those of its groups included.
    pub(crate) fields: Range<usize>,
    /// The places of its fields and displays in the document's `fields`.
    pub(crate) items: Range<usize>,
}

/// How groups are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// As sections, one below the other.
    #[default]
    Sections,
    /// Each outer group as a step of its own, with a review at the end.
    Steps,
}

impl Layout {
    pub(crate) const ALL: [(&'static str, Layout); 2] =
        [("sections", Layout::Sections), ("steps", Layout::Steps)];

    /// Returns the word that documents use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Layout::ALL.get(self as usize).map_or("", |(word, _)| word)
    }
}

/// What a renderer meets when it goes through a form from top to bottom.
#[derive(Debug, Clone, Copy)]
pub enum OutlineEntry<'f> {
    /// The group with this place begins.
    GroupStart(usize, &'f Group),
    /// The group with this place ends.
    GroupEnd(usize, &'f Group),
    /// Something is shown.
    Display(&'f Display),
    /// The field with this place is asked.
    Field(usize),
}

impl Group {
    /// Returns the group's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the title that people see.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What the group is about.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// Returns the place of the group that this one is part of.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// Returns the places of its fields in the form, those of its groups included.
    #[must_use]
    pub fn fields(&self) -> Range<usize> {
        self.fields.clone()
    }

    /// Returns whether the group repeats: then it has one field, whose kind is [`Kind::Rows`](crate::Kind::Rows), with
    /// the id and the title of the group.
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Returns whether it comes and goes with other answers.
    #[must_use]
    pub fn is_conditional(&self) -> bool {
        self.condition.is_some()
    }
}

impl Form {
    /// Returns the groups in the order of the form, each before those that are part of it.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.definition.groups
    }

    /// Returns how the groups are shown.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.definition.layout
    }

    /// Returns the places of the groups that are steps; none if the form has no steps.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = usize> {
        let is_step = |group: &Group| self.layout() == Layout::Steps && group.parent.is_none();
        self.groups().iter().enumerate().filter(move |(_, group)| is_step(group)).map(|(place, _)| place)
    }

    /// Returns the place of the step that a field is part of, if the form has steps.
    #[must_use]
    pub fn step_of(&self, field: usize) -> Option<usize> {
        self.steps().find(|&step| self.groups().get(step).is_some_and(|group| group.fields.contains(&field)))
    }

    /// Returns everything to show, from top to bottom.
    #[must_use]
    pub fn outline(&self) -> Vec<OutlineEntry<'_>> {
        outline(&self.definition)
    }
}

fn outline(definition: &Definition) -> Vec<OutlineEntry<'_>> {
    let groups = || definition.groups.iter().enumerate();
    let mut outline = Vec::with_capacity(definition.fields.len() + definition.displays.len());
    let mut push = |place: usize, entry| {
        outline.extend(
            groups()
                .filter(|(_, group)| group.items.start == place)
                .map(|(index, group)| OutlineEntry::GroupStart(index, group)),
        );
        outline.push(entry);
        let ended = groups().rev().filter(|(_, group)| group.items.end == place + 1);
        outline.extend(ended.map(|(index, group)| OutlineEntry::GroupEnd(index, group)));
    };
    let mut place = 0;
    for field in 0..=definition.fields.len() {
        for display in definition.displays.iter().filter(|display| display.before == field) {
            push(place, OutlineEntry::Display(display));
            place += 1;
        }
        if field < definition.fields.len() {
            push(place, OutlineEntry::Field(field));
            place += 1;
        }
    }
    outline
}
