//! Parses the groups of a document.

use std::ops::Range;
use std::sync::Arc;

use super::{Group, Layout};
use crate::condition::Condition;
use crate::condition::read::Scope;
use crate::defect::DefectCode;
use crate::display::Display;
use crate::json::tree::Node;
use crate::nearest::nearest;
use crate::parse::reader::{Members, Reader};
use crate::text::excerpt;

const OUTER_KEYS: [&str; 7] = ["id", "title", "description", "condition", "repeat", "fields", "groups"];
const INNER_KEYS: [&str; 6] = ["id", "title", "description", "condition", "repeat", "fields"];

/// The groups of a form and how they are shown.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) groups: Vec<Group>,
    pub(crate) layout: Layout,
}

/// What a group can name: the ids of fields and displays in the order of the document.
pub(crate) struct Items {
    ids: Vec<String>,
    /// How many of the items before each place are fields.
    fields_before: Vec<usize>,
    /// Which have been named.
    named: Vec<bool>,
    /// Which of the items are displays.
    displays: Vec<bool>,
}

impl Items {
    /// Returns the items of a document, given the ids of its fields.
    pub(crate) fn new(fields: &[&str], displays: &[Display]) -> Items {
        let mut items =
            Items { ids: Vec::new(), fields_before: Vec::new(), named: Vec::new(), displays: Vec::new() };
        let mut push = |id: &str, field: usize, is_display: bool| {
            items.ids.push(id.to_owned());
            items.fields_before.push(field);
            items.displays.push(is_display);
        };
        for field in 0..=fields.len() {
            let shown = displays.iter().filter(|display| display.before == field);
            shown.for_each(|display| push(&display.id, field, true));
            if let Some(id) = fields.get(field) {
                push(id, field, false);
            }
        }
        items.fields_before.push(fields.len());
        items.named = vec![false; items.ids.len()];
        items
    }

    fn fields(&self, items: &Range<usize>) -> Range<usize> {
        let before = |place: usize| self.fields_before.get(place).copied().unwrap_or_default();
        before(items.start)..before(items.end)
    }

    /// Returns the place of the item that a node names, noted if there is none or it is named twice.
    fn take(&mut self, reader: &mut Reader, node: &Node<'_>) -> Option<usize> {
        let id = reader.text(node)?;
        let Some(place) = self.ids.iter().position(|known| known == id) else {
            let meant = nearest(id, self.ids.iter().map(String::as_str));
            let message = format!("no field has the id `{}`", excerpt(id, 64));
            reader.note(&node.span, DefectCode::UnknownReference, message).suggest(meant);
            return None;
        };
        if std::mem::replace(self.named.get_mut(place)?, true) {
            let message = format!("`{}` is in a group already", excerpt(id, 64));
            reader.note(&node.span, DefectCode::DuplicateId, message).expected("each field in one group");
            return None;
        }
        Some(place)
    }
}

/// Reads `groups` and `layout`. The places of fields are those of the document, before the fields of repeating groups
/// were lifted.
pub(crate) fn read_groups(
    reader: &mut Reader,
    form: Members<'_, '_>,
    scope: &Scope<'_>,
    mut items: Items,
) -> Groups {
    let layout_node = form.get("layout");
    let layout = layout_node.and_then(|node| reader.word(node, &Layout::ALL)).unwrap_or_default();
    let mut groups = Vec::new();
    let list = form.get("groups").and_then(|node| reader.list(node, 1));
    if let Some(node) = form.get("groups").filter(|_| form.get("decision").is_some()) {
        reader.note(&node.span, DefectCode::UnknownKey, "a decision has no groups");
    }
    read_list(reader, list.unwrap_or_default(), None, scope, &mut items, &mut groups);
    if layout == Layout::Steps
        && let Some(node) = layout_node
    {
        if form.get("groups").is_none() {
            reader.note(&node.span, DefectCode::Missing, "there are no steps").expected("`groups`");
        } else if let Some((id, _)) = items.ids.iter().zip(&items.named).find(|(_, named)| !**named) {
            let message = format!("`{}` is part of no step", excerpt(id, 64));
            reader.note(&node.span, DefectCode::Contradiction, message).expected("every field in a group");
        }
    }
    Groups { groups, layout }
}

/// Reads groups that stand beside each other, and returns the places of all that they name.
fn read_list(
    reader: &mut Reader,
    nodes: &[Node<'_>],
    parent: Option<usize>,
    scope: &Scope<'_>,
    items: &mut Items,
    groups: &mut Vec<Group>,
) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for node in nodes {
        let keys: &[&str] = if parent.is_none() { &OUTER_KEYS } else { &INNER_KEYS };
        let Some(members) = reader.object(node, keys) else { continue };
        let id_node = reader.required(members, "id");
        let id = id_node.and_then(|node| Some((reader.identifier(node, 64)?, node)));
        if let Some((id, node)) = id.filter(|(id, _)| groups.iter().any(|other| other.id == *id)) {
            let message = format!("another group has the id `{}` already", excerpt(id, 64));
            reader.note(&node.span, DefectCode::DuplicateId, message);
        }
        let title = reader.required(members, "title").and_then(|node| reader.shown(node, 1..=256));
        let description = members.get("description").and_then(|node| reader.shown(node, 0..=1024));
        let condition =
            members.get("condition").and_then(|node| Condition::read(reader, node, scope)).map(Arc::new);
        let repeat = members.get("repeat");
        let inner = members.get("groups").filter(|_| parent.is_none());
        if let Some(node) = inner.filter(|_| repeat.is_some()) {
            let message = "a repeating group has no groups in it";
            reader.note(&node.span, DefectCode::Contradiction, message).expected("`repeat` or `groups`");
        }
        let inner = inner.and_then(|node| reader.list(node, 1)).unwrap_or_default();
        let own = if inner.is_empty() { reader.required(members, "fields") } else { members.get("fields") };
        let names = own.and_then(|node| reader.list(node, usize::from(inner.is_empty()))).unwrap_or_default();
        let taken: Vec<Option<usize>> = names.iter().map(|name| items.take(reader, name)).collect();
        let is_known = taken.iter().all(Option::is_some);
        let mut places: Vec<usize> = taken.into_iter().flatten().collect();
        let display = places.iter().find(|&&place| items.displays.get(place) == Some(&true));
        if let Some(&display) = display.filter(|_| repeat.is_some()) {
            let id = items.ids.get(display).map_or("", String::as_str);
            let message = format!("the display `{}` cannot be part of a repeating group", excerpt(id, 64));
            let note = reader.note(&own.unwrap_or(node).span, DefectCode::Contradiction, message);
            note.expected("fields that are answered");
        }
        if !places.is_sorted() {
            let message = "the fields are named in another order than in the form's `fields`";
            reader.note(&own.unwrap_or(node).span, DefectCode::Contradiction, message);
        }
        // Known before its groups are read, which say that they are part of it.
        let place = groups.len();
        groups.push(Group {
            id: id.map_or("", |(id, _)| id).to_owned(),
            title: title.unwrap_or_default(),
            description,
            condition,
            repeats: repeat.is_some(),
            parent,
            fields: 0..0,
            items: 0..0,
        });
        places.extend(read_list(reader, inner, Some(place), scope, items, groups));
        places.sort_unstable();
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { continue };
        if is_known && last + 1 - first != places.len() {
            let stray = (first..last).find(|place| places.binary_search(place).is_err()).unwrap_or(first);
            let stray = items.ids.get(stray).map_or("", String::as_str);
            let message = format!("`{}` stands between the fields of this group", excerpt(stray, 64));
            let note = reader.note(&own.unwrap_or(node).span, DefectCode::Contradiction, message);
            note.expected("fields that stand next to each other in the form's `fields`");
        } else if all.last().is_some_and(|before| *before > first) {
            let message = "groups stand in the order of their fields";
            reader.note(&node.span, DefectCode::Contradiction, message);
        }
        if let Some(group) = groups.get_mut(place) {
            group.items = first..last + 1;
            group.fields = items.fields(&group.items);
        }
        all.extend(places);
    }
    all
}
