//! The options of a select or multi-select field: titled or not, found in constant time.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};
use serde_json::{Map, Value};

use super::text::quoted;
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::definition::Field;
use crate::display::Image;
use crate::json::tree::{Json, Node};
use crate::parse::reader::{Members, Reader, describe};
use crate::problem::{Fact, Problems};
use crate::report::Report;
use crate::text::hidden_character;
use crate::text::{code_points, same};

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// What is answered.
    pub value: String,
    /// What is shown, if it is something else.
    pub title: Option<String>,
    /// Boxed, as hardly any option has one.
    details: Option<Box<Details>>,
}

/// What an option has beside value and title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Details {
    description: Option<String>,
    image: Option<Image>,
    extensions: Map<String, Value>,
}

impl Choice {
    /// Returns the keys that the language does not have, as they were written, if there are any.
    #[must_use]
    pub fn extensions(&self) -> Option<&Map<String, Value>> {
        self.details.as_ref().map(|details| &details.extensions).filter(|keys| !keys.is_empty())
    }

    /// Returns what the option means, if its title does not say it all.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.details.as_ref()?.description.as_deref()
    }

    /// Returns the picture of the option.
    #[must_use]
    pub fn image(&self) -> Option<&Image> {
        self.details.as_ref()?.image.as_ref()
    }

    /// What is shown.
    #[must_use]
    pub fn title(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.value)
    }
}

/// The options of a field: no two alike, and at least one unless they come from a source.
#[derive(Debug, Clone)]
pub struct Options {
    /// The name of the service that has the options; those in `choices` are then only some of them.
    source: Option<String>,
    choices: Vec<Choice>,
    /// Indices into `choices`, by value; left empty where looking through them is faster.
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// What a problem says was expected: worked out once, as people choose wrong more than once.
    fact: Fact,
}

/// The keys of a titled option.
const OPTION_KEYS: [&str; 4] = ["value", "title", "description", "image"];

/// The longest name of a source, and the longest value of one, in characters.
const SOURCE_NAME_LENGTH: usize = 64;
const SOURCE_VALUE_LENGTH: usize = 256;

/// Up to this many options are compared one by one.
const FEW: usize = 8;

/// A problem lists no more options than this.
const LISTED: usize = 20;

impl Field {
    /// Returns the problem of a choice that the service with the options does not have.
    #[must_use]
    pub fn refuse_choice(&self, value: &str) -> Problems {
        let mut problems = Vec::new();
        let fact = self.kind.options().map_or(Fact::Unsaid, Options::fact);
        Report { field: &self.identity, problems: &mut problems }.fail(Constraint::Enum, fact, quoted(value));
        Problems(problems)
    }
}

impl Options {
    /// All of them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Choice> {
        self.choices.iter()
    }

    /// Returns how many there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always at least one, but for a source")]
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Returns the name of the service that has the options, if they are not all in the form. This
    /// crate accepts every value of an option's length; the service confirms it when an answer is submitted.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Returns whether a value is one of the options, or may be one of the source's.
    pub(crate) fn may_have(&self, value: &str) -> bool {
        match &self.source {
            Some(_) => {
                (1..=SOURCE_VALUE_LENGTH).contains(&code_points(value)) && hidden_character(value).is_none()
            }
            None => self.position(value).is_some(),
        }
    }

    /// Returns whether they have titles of their own.
    #[must_use]
    pub fn are_titled(&self) -> bool {
        self.choices.first().is_some_and(|choice| choice.title.is_some())
    }

    /// Returns whether an option has more to show than its title: a description or a picture.
    #[must_use]
    pub fn have_details(&self) -> bool {
        self.choices.iter().any(|choice| choice.description().is_some() || choice.image().is_some())
    }

    /// Returns the place of the option with this value.
    #[must_use]
    #[inline]
    pub fn position(&self, value: &str) -> Option<usize> {
        if self.choices.len() <= FEW {
            return self.choices.iter().position(|choice| same(&choice.value, value));
        }
        let is_it =
            |&index: &u32| self.choices.get(index as usize).is_some_and(|choice| choice.value == value);
        self.table.find(self.hasher.hash_one(value), is_it).map(|&index| index as usize)
    }

    /// Returns the option with this value.
    #[must_use]
    pub fn get(&self, value: &str) -> Option<&Choice> {
        self.choices.get(self.position(value)?)
    }

    /// What a problem says was expected.
    #[cold]
    pub(crate) fn fact(&self) -> Fact {
        self.fact.clone()
    }

    pub(super) fn read(reader: &mut Reader, field: Members<'_, '_>) -> Option<Options> {
        let source = field.get("optionsSource").map(|node| read_source(reader, node));
        let items: &[Node<'_>] = match (field.get("options"), &source) {
            (None, Some(_)) => &[],
            (_, _) => {
                let node = reader.required(field, "options")?;
                reader.list(node, 1)?
            }
        };
        let is_open = source.is_some();
        let hasher = DefaultHashBuilder::default();
        let mut options = Options {
            source: match source {
                Some(source) => Some(source?),
                None => None,
            },
            choices: Vec::with_capacity(items.len()),
            table: HashTable::new(),
            hasher,
            fact: Fact::Unsaid,
        };
        // The first option says which of the two ways this list is written in.
        let titled = items.first().is_some_and(|item| matches!(item.value, Json::Object(_)));
        for item in items {
            let Some((choice, value)) = read_choice(reader, item, titled) else { continue };
            if !options.insert(choice) {
                let message = format!("the option {} is there already", describe(value));
                reader.note(&value.span, DefectCode::DuplicateOption, message);
            }
        }
        if options.choices.len() <= FEW {
            options.table = HashTable::new();
        }
        options.fact = match options.len() {
            0..=LISTED => Fact::List(options.iter().map(|choice| choice.value.clone()).collect()),
            more => Fact::Text(format!("one of {more} options")),
        };
        if is_open {
            options.fact = Fact::Text("an option of the service".to_owned());
        }
        (is_open || !options.choices.is_empty()).then_some(options)
    }

    fn insert(&mut self, choice: Choice) -> bool {
        let Options { choices, table, hasher, .. } = self;
        let Ok(place) = u32::try_from(choices.len()) else { return false };
        let value_at = |index: &u32| choices.get(*index as usize).map_or("", |choice| choice.value.as_str());
        let hash = hasher.hash_one(choice.value.as_str());
        if table.find(hash, |index| value_at(index) == choice.value).is_some() {
            return false;
        }
        table.insert_unique(hash, place, |index| hasher.hash_one(value_at(index)));
        choices.push(choice);
        true
    }

    /// `validation.enum` repeats the options; a list that differs is a mistake.
    pub(super) fn check_enum(&self, reader: &mut Reader, members: Members<'_, '_>) {
        let Some(node) = members.get("enum") else { return };
        if self.source.is_some() {
            let message = "`enum` lists options, and a service has them";
            reader.note(&node.span, DefectCode::Contradiction, message);
            return;
        }
        let Some(items) = reader.list(node, 0) else { return };
        let mut listed = vec![false; self.len()];
        let mut same = items.len() == self.len();
        for item in items {
            let Some(value) = reader.text(item) else { return };
            match self.position(value).and_then(|position| listed.get_mut(position)) {
                Some(listed) => *listed = true,
                None => same = false,
            }
        }
        if !same || listed.contains(&false) {
            let message = "`enum` lists other values than `options`; it can be left out";
            reader.note(&node.span, DefectCode::Contradiction, message);
        }
    }
}

/// Reads `optionsSource`: the name of a service.
fn read_source(reader: &mut Reader, node: &Node<'_>) -> Option<String> {
    let members = reader.closed_object(node, &["name"])?;
    let name = reader.required(members, "name")?;
    let text = reader.identifier(name, SOURCE_NAME_LENGTH)?;
    Some(text.to_owned())
}

/// Returns an option, and the node that gives its value.
fn read_choice<'n, 't>(
    reader: &mut Reader,
    node: &'n Node<'t>,
    titled: bool,
) -> Option<(Choice, &'n Node<'t>)> {
    if titled == matches!(node.value, Json::Text(_)) {
        let note =
            reader.note(&node.span, DefectCode::WrongType, "options are either all texts or all objects");
        note.expected(if titled { "an object with value and title" } else { "a string" }).found(node);
        return None;
    }
    if !titled {
        let value = reader.shown(node, 1..=usize::MAX)?;
        return Some((Choice { value, title: None, details: None }, node));
    }
    let members = reader.open_object(node, &OPTION_KEYS)?;
    let details = Details {
        description: members.get("description").and_then(|node| reader.shown(node, 1..=1024)),
        image: members.get("image").and_then(|node| Image::read(reader, node)),
        extensions: members.unknown(&OPTION_KEYS),
    };
    let details = (details != Details::default()).then(|| Box::new(details));
    let node = reader.required(members, "value");
    let title = reader.required(members, "title").and_then(|node| reader.shown(node, 0..=usize::MAX));
    let value = node.and_then(|node| reader.shown(node, 1..=usize::MAX));
    Some((Choice { value: value?, title: Some(title?), details }, node?))
}
