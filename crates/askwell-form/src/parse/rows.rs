//! Parses repeating groups: lifts the fields of each out of the form's `fields`, into a form of one row, and puts one
//! field in their place, whose answer is the list of rows.

use super::field::{FieldDraft, finish};
use super::reader::{Members, Reader};
use super::{read_dependencies, relate};
use crate::answer_rule::AnswerRule;
use crate::condition::read::Scope;
use crate::defect::DefectCode;
use crate::definition::{Definition, Field, Form};
use crate::display::Display;
use crate::json::tree::{Json, Node};
use crate::json::write;
use crate::kind::Kind;
use crate::kind::rows::{DEFAULT_MAXIMUM, MAX_CELLS, MAX_ROW_URLS, MAX_ROWS, RowsKind};
use crate::shared::SharedDefinition;
use crate::text::excerpt;
use crate::validator::BoundValidators;

const REPEAT_KEYS: [&str; 4] = ["minimum", "maximum", "item", "rules"];

/// The fields of a form after those of repeating groups were lifted.
pub(super) struct Lifted<'n, 't> {
    pub(super) drafts: Vec<FieldDraft<'n, 't>>,
    /// The ids of the fields of rows.
    pub(super) row_ids: Vec<&'n str>,
    /// The places, in the document, of the fields that have no place of their own any more: of each group, all but the
    /// first.
    pub(super) removed: Vec<usize>,
}

impl Lifted<'_, '_> {
    /// Returns the place of a field, given its place in the document.
    pub(super) fn place(&self, in_document: usize) -> usize {
        in_document - self.removed.iter().filter(|&&removed| removed < in_document).count()
    }
}

/// A group that repeats: its members, and the places of its fields.
struct Repetition<'n, 't> {
    members: Members<'n, 't>,
    repeat: &'n Node<'t>,
    id: (&'n str, &'n Node<'t>),
    fields: Vec<usize>,
}

/// Lifts the fields of all groups that repeat.
pub(super) fn lift<'n, 't>(
    reader: &mut Reader,
    form: Members<'n, 't>,
    drafts: Vec<FieldDraft<'n, 't>>,
    displays: &[Display],
    allow_partial: bool,
) -> Lifted<'n, 't> {
    let repetitions = find(form, &drafts);
    if repetitions.is_empty() {
        return Lifted { drafts, row_ids: Vec::new(), removed: Vec::new() };
    }
    let all: Vec<&str> = drafts.iter().filter_map(|draft| draft.id.map(|(id, _)| id)).collect();
    for repetition in &repetitions {
        let (id, node) = repetition.id;
        if all.contains(&id) || displays.iter().any(|display| display.id == id) {
            let message = format!("a field has the id `{}` already", excerpt(id, 64));
            let note = reader.note(&node.span, DefectCode::DuplicateId, message);
            note.expected("a repeating group whose id is that of no field");
        }
    }
    let mut lifted = Lifted { drafts: Vec::new(), row_ids: Vec::new(), removed: Vec::new() };
    let mut slots: Vec<Option<FieldDraft<'n, 't>>> = drafts.into_iter().map(Some).collect();
    for repetition in &repetitions {
        let row: Vec<FieldDraft<'n, 't>> =
            repetition.fields.iter().filter_map(|&place| slots.get_mut(place)?.take()).collect();
        lifted.row_ids.extend(row.iter().filter_map(|draft| draft.id.map(|(id, _)| id)));
        lifted.removed.extend(repetition.fields.iter().skip(1));
        let kind = read_rows(reader, form, repetition, row, &all, allow_partial);
        let draft = FieldDraft::of_rows(reader, repetition.id, repetition.members, kind);
        if let Some(slot) = repetition.fields.first().and_then(|&first| slots.get_mut(first)) {
            *slot = Some(draft);
        }
    }
    lifted.drafts = slots.into_iter().flatten().collect();
    lifted
}

/// Finds the groups with `repeat` and fields that are there. What is wrong with a group is noted where groups are read.
fn find<'n, 't>(form: Members<'n, 't>, drafts: &[FieldDraft<'n, 't>]) -> Vec<Repetition<'n, 't>> {
    let mut found: Vec<Repetition<'n, 't>> = Vec::new();
    let list = |node: Option<&'n Node<'t>>| -> &'n [Node<'t>] {
        if let Some(Node { value: Json::List(items), .. }) = node { items } else { &[] }
    };
    let outer = list(form.get("groups")).iter().filter_map(Members::of);
    for members in outer.flat_map(|outer| {
        let inner = list(outer.get("groups")).iter().filter_map(Members::of);
        std::iter::once(outer).chain(inner)
    }) {
        let Some(repeat) = members.get("repeat") else { continue };
        let Some((id_node, Json::Text(id))) = members.get("id").map(|node| (node, &node.value)) else {
            continue;
        };
        let mut fields: Vec<usize> = list(members.get("fields"))
            .iter()
            .filter_map(|name| if let Json::Text(name) = &name.value { Some(&**name) } else { None })
            .filter_map(|name| drafts.iter().position(|draft| draft.id.is_some_and(|(id, _)| id == name)))
            .filter(|place| !found.iter().any(|earlier| earlier.fields.contains(place)))
            .collect();
        fields.sort_unstable();
        fields.dedup();
        if !fields.is_empty() {
            found.push(Repetition { members, repeat, id: (id, id_node), fields });
        }
    }
    found
}

fn read_rows<'n, 't>(
    reader: &mut Reader,
    form: Members<'n, 't>,
    repetition: &Repetition<'n, 't>,
    row: Vec<FieldDraft<'n, 't>>,
    all: &[&str],
    allow_partial: bool,
) -> Option<RowsKind> {
    let repeat = reader.closed_object(repetition.repeat, &REPEAT_KEYS)?;
    let most = i64::try_from(MAX_ROWS).unwrap_or(i64::MAX);
    let mut count = |key: &str, least: i64| {
        let count = repeat.get(key).map(|node| reader.count(node, least..=most));
        count.map(|count| count.and_then(|count| usize::try_from(count).ok()))
    };
    let (minimum, maximum) = (count("minimum", 0), count("maximum", 1));
    let minimum = minimum.unwrap_or(Some(0));
    let maximum = maximum.unwrap_or_else(|| minimum.map(|minimum| minimum.max(DEFAULT_MAXIMUM)));
    if let Some((minimum, maximum)) = minimum.zip(maximum) {
        reader.refuse_crossed(repeat, ("minimum", "maximum"), minimum > maximum);
    }
    let item = match repeat.get("item") {
        Some(node) => reader.shown(node, 1..=80),
        // What is wrong with the title is noted where groups are read.
        None => repetition.members.get("title").and_then(|title| match &title.value {
            Json::Text(title) => Some(title.to_string()),
            _ => None,
        }),
    };
    refuse_outside(reader, &row);
    if let Some(maximum) = maximum {
        refuse_size(reader, repetition, &row, maximum);
    }
    let (dependencies, answer_rules) = {
        let fields: Vec<(&str, Option<&Kind>)> = row.iter().map(FieldDraft::in_scope).collect();
        let scope = Scope { fields: &fields, out_of_reach: all };
        let is_here = |key: &str| fields.iter().any(|(id, _)| *id == key);
        let rules = repeat.get("rules").map(|node| AnswerRule::read_all(reader, node, &scope));
        (read_dependencies(reader, form, &scope, is_here), rules.unwrap_or_default())
    };
    let document = row_document(form, repetition, repeat, &row, item.as_deref().unwrap_or_default());
    let fields = finish(reader, row, dependencies, all)?;
    let definition =
        row_definition(reader, fields, answer_rules, repetition.id.0, item.as_deref()?, document);
    let definition = SharedDefinition::new(Definition { allow_partial, ..definition });
    let form = Form { definition, validators: BoundValidators::default() };
    Some(RowsKind { form, item: item?, minimum: minimum?, maximum: maximum? })
}

/// Rows have no files, no secrets, and no options of a service, which would be asked for each row.
fn refuse_outside(reader: &mut Reader, row: &[FieldDraft<'_, '_>]) {
    for draft in row {
        let Some((_, node)) = draft.id else { continue };
        let what = match draft.in_scope().1 {
            Some(Kind::File(_)) => "a file",
            _ if draft.is_secret() => "a secret",
            Some(kind) if kind.options().is_some_and(|options| options.source().is_some()) => {
                "an `optionsSource`"
            }
            _ => continue,
        };
        let message = format!("{what} cannot be part of a repeating group");
        let note = reader.note(&node.span, DefectCode::Contradiction, message);
        note.expected("a field of another kind, or a field outside of the group");
    }
}

fn refuse_size(
    reader: &mut Reader,
    repetition: &Repetition<'_, '_>,
    row: &[FieldDraft<'_, '_>],
    maximum: usize,
) {
    let urls = row.iter().filter(|draft| matches!(draft.in_scope().1, Some(Kind::Url(_)))).count();
    let bounds = [(row.len(), MAX_CELLS, "fields"), (urls, MAX_ROW_URLS, "URLs")];
    for (each, most, what) in bounds {
        if each * maximum > most {
            let message = format!("{maximum} rows have {} {what} together", each * maximum);
            let note = reader.note(&repetition.repeat.span, DefectCode::Contradiction, message);
            note.expected(format!("at most {most}: a `maximum` of at most {}", most / each));
        }
    }
}

fn row_definition(
    reader: &mut Reader,
    mut fields: Vec<(Field, &Node<'_>)>,
    answer_rules: Vec<AnswerRule>,
    id: &str,
    title: &str,
    document: String,
) -> Definition {
    let (index, evaluation_order) = relate(reader, &mut fields, &answer_rules);
    Definition {
        id: id.to_owned(),
        title: title.to_owned(),
        description: None,
        required_fields: fields.iter().filter(|(field, _)| field.required).count(),
        fields: fields.into_iter().map(|(field, _)| field).collect(),
        displays: Vec::new(),
        groups: Vec::new(),
        layout: Default::default(),
        text_format: Default::default(),
        decision: None,
        index,
        evaluation_order,
        custom_validators: Vec::new(),
        has_option_sources: false,
        answer_rules,
        metadata: Default::default(),
        timeout: None,
        allow_partial: false,
        version: "1.0.0".to_owned(),
        extensions: Default::default(),
        translations: Vec::new(),
        document,
    }
}

/// Writes a row as a form document of its own.
fn row_document(
    form: Members<'_, '_>,
    repetition: &Repetition<'_, '_>,
    repeat: Members<'_, '_>,
    row: &[FieldDraft<'_, '_>],
    title: &str,
) -> String {
    let mut out = String::from("{\"id\":");
    write::string(&mut out, repetition.id.0);
    out.push_str(",\"title\":");
    write::string(&mut out, title);
    if let Some(partial) = form.get("allowPartial") {
        out.push_str(",\"allowPartial\":");
        write::node(&mut out, partial);
    }
    out.push_str(",\"fields\":");
    write::list(&mut out, row, |out, draft| write::node(out, draft.node()));
    out.push_str(",\"validation\":{\"dependencies\":");
    let is_here = |key: &str| row.iter().any(|draft| draft.id.is_some_and(|(id, _)| id == key));
    let all = form.get("validation").and_then(Members::of);
    let all = all.and_then(|all| all.get("dependencies")).and_then(Members::of);
    let own = all.iter().flat_map(Members::iter).filter(|member| is_here(&member.key));
    write::object(&mut out, own.map(|member| (&*member.key, &member.node)), write::node);
    if let Some(rules) = repeat.get("rules") {
        out.push_str(",\"rules\":");
        write::node(&mut out, rules);
    }
    out.push_str("}}");
    out
}
