//! Parses a document: returns a form, or all its defects.

mod field;
mod graph;
pub(crate) mod reader;
mod rows;
mod styles;

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::Value;

use crate::answer_rule::AnswerRule;
use crate::computed;
use crate::condition::Condition;
use crate::condition::read::Scope;
use crate::decision::Decision;
use crate::defect::{Defect, DefectCode, Defects};
use crate::definition::{Action, Definition, Field, Form};
use crate::display::{Display, TextFormat};
use crate::group::{Groups, Items, read_groups};
use crate::index::FieldIndex;
use crate::json::scan::{Comments, JsonError};
use crate::json::tree::{Json, Node, Tree};
use crate::json::write;
use crate::kind::Kind;
use crate::shared::SharedDefinition;
use crate::text::excerpt;
use crate::translation;
use crate::validator::BoundValidators;
use field::FieldDraft;
use reader::{Lines, Members, Reader};

/// A form has at most this many fields.
pub const MAX_FIELDS: usize = 100;

/// The timeouts that a document may say, in milliseconds: one second to 30 days. How long one may be where it is
/// asked is that place's policy.
const TIMEOUT_MILLIS: RangeInclusive<i64> = 1_000..=2_592_000_000;

const FORM_KEYS: [&str; 15] = [
    "$schema",
    "id",
    "title",
    "description",
    "fields",
    "groups",
    "layout",
    "decision",
    "textFormat",
    "validation",
    "metadata",
    "timeout",
    "allowPartial",
    "version",
    "translations",
];

const ACTIONS: [(&str, Action); 5] = [
    ("show", Action::Show),
    ("hide", Action::Hide),
    ("enable", Action::Enable),
    ("disable", Action::Disable),
    ("validate", Action::Validate),
];

/// Whether a form without fields makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fields {
    /// Authors always mean to ask something.
    AtLeastOne,
    /// An MCP schema without properties asks for a plain yes or no.
    MayBeNone,
}

impl Form {
    /// Reads a form document: JSON, in which `//` and `/* */` comments may stand.
    ///
    /// # Errors
    /// Everything that is wrong with the document, each with JSON pointer, line and column.
    pub fn parse(text: &str) -> Result<Form, Defects> {
        Form::read(text.strip_prefix('\u{feff}').unwrap_or(text), Fields::AtLeastOne)
    }

    /// Reads a form document like [`Form::parse`], and also gives warnings: keys that are kept and passed on because
    /// the language is open in their place, and that are nearly the name of a key that it has.
    ///
    /// # Errors
    /// Everything that is wrong with the document, each with JSON pointer, line and column.
    pub fn parse_with_warnings(text: &str) -> Result<(Form, Vec<Defect>), Defects> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Form::read_by(Reader::with_warnings(), text, Fields::AtLeastOne)
    }

    /// Reads a document again that [`Form::to_json`] gave: for stores. Unlike an author's document, one that
    /// was made from an MCP schema may have no fields.
    ///
    /// # Errors
    /// When this version of the language does not take the document any more.
    pub fn reparse(document: &str) -> Result<Form, Defects> {
        Form::read(document, Fields::MayBeNone)
    }

    /// Reads a form document from a value.
    ///
    /// # Errors
    /// Everything that is wrong with it; lines and columns are unknown.
    pub fn from_value(document: &Value) -> Result<Form, Defects> {
        Form::from_document(document, Fields::AtLeastOne)
    }

    pub(crate) fn from_document(document: &Value, fields: Fields) -> Result<Form, Defects> {
        Form::read(&document.to_string(), fields).map_err(|mut defects| {
            defects.0.iter_mut().for_each(|defect| defect.place = None);
            defects
        })
    }

    fn read(text: &str, fields: Fields) -> Result<Form, Defects> {
        Form::read_by(Reader::default(), text, fields).map(|(form, _)| form)
    }

    fn read_by(reader: Reader, text: &str, fields: Fields) -> Result<(Form, Vec<Defect>), Defects> {
        let (definition, warnings) = read_document(reader, text, fields)?;
        let definition = SharedDefinition::new(definition);
        Ok((Form { definition, validators: BoundValidators::default() }, warnings))
    }

    /// Reads the document of a form that was read before.
    pub(crate) fn read_definition(document: &str) -> Result<Definition, Defects> {
        read_document(Reader::default(), document, Fields::MayBeNone).map(|(definition, _)| definition)
    }
}

fn read_document(
    mut reader: Reader,
    text: &str,
    fields: Fields,
) -> Result<(Definition, Vec<Defect>), Defects> {
    let tree = Tree::parse(text, Comments::Allowed).map_err(|error| syntax_defect(text, &error))?;
    let definition = read_form(&mut reader, &tree.root, fields);
    let warnings = reader.into_defects(&tree, text)?;
    Ok((definition.ok_or(Defects(Vec::new()))?, warnings))
}

/// Returns a text that is not JSON, as a defect with its place.
pub(crate) fn syntax_defect(text: &str, error: &JsonError) -> Defects {
    let end = text
        .len()
        .min(error.at + text.get(error.at..).map_or(0, |t| t.chars().next().map_or(0, char::len_utf8)));
    Defects(vec![Defect {
        code: DefectCode::Syntax,
        pointer: String::new(),
        place: Some(Lines::new(text).place(error.at..end)),
        message: error.to_string(),
        expected: None,
        found: None,
        suggestion: None,
    }])
}

fn read_form(reader: &mut Reader, root: &Node<'_>, at_least: Fields) -> Option<Definition> {
    let form = reader.object(root, &FORM_KEYS)?;
    if let Some(node) = form.get("$schema") {
        reader.text(node);
    }
    let id = reader.required(form, "id").and_then(|node| reader.identifier(node, 128));
    let title = reader.required(form, "title").and_then(|node| reader.shown(node, 1..=256));
    let description = form.get("description").and_then(|node| reader.shown(node, 0..=2048));
    let timeout = form.get("timeout").and_then(|node| reader.count(node, TIMEOUT_MILLIS));
    let allow_partial = form.get("allowPartial").and_then(|node| reader.boolean(node));
    let version = form.get("version").and_then(|node| read_version(reader, node));
    let metadata = form.get("metadata").and_then(|node| reader.free_object(node).map(|_| write::value(node)));
    let decision = form.get("decision").map(|node| (Decision::read(reader, node), node));
    let text_format = form.get("textFormat").and_then(|node| reader.word(node, &TextFormat::ALL));
    let (drafts, mut displays) = match (&decision, form.get("fields")) {
        (Some(_), None) => Default::default(),
        _ => read_fields(reader, form, if decision.is_some() { Fields::MayBeNone } else { at_least })?,
    };
    let items = {
        let ids: Vec<&str> = drafts.iter().map(|draft| draft.in_scope().0).collect();
        Items::new(&ids, &displays)
    };
    let lifted = rows::lift(reader, form, drafts, &displays, allow_partial == Some(true));
    displays.iter_mut().for_each(|display| display.before = lifted.place(display.before));
    let (validation, Groups { mut groups, layout }) = {
        let fields: Vec<(&str, Option<&Kind>)> = lifted.drafts.iter().map(FieldDraft::in_scope).collect();
        let scope = Scope { fields: &fields, out_of_reach: &lifted.row_ids };
        let validation = read_form_validation(reader, form, &scope);
        (validation, read_groups(reader, form, &scope, items))
    };
    for group in &mut groups {
        let (first, last) = (lifted.place(group.fields.start), lifted.place(group.fields.end));
        // Displays keep their places among the fields.
        let moved = |item: usize, field: usize, place: usize| item - (field - place);
        group.items = moved(group.items.start, group.fields.start, first)
            ..moved(group.items.end, group.fields.end, last);
        group.fields = first..last;
    }
    let FormValidation { dependencies, custom_validators, answer_rules } = validation;
    let row_ids = lifted.row_ids;
    let mut fields = field::finish(reader, lifted.drafts, dependencies, &row_ids)?;
    for group in &groups {
        if let (Some(condition), Some(fields)) = (&group.condition, fields.get_mut(group.fields.clone())) {
            fields.iter_mut().for_each(|(field, _)| field.rules.groups.push(condition.clone()));
        }
    }
    if let Some((decision, node)) = &decision {
        refuse_other_questions(reader, form, &fields);
        let own = decision.as_ref()?.fields(fields.len());
        fields.extend(own.into_iter().map(|field| (field, *node)));
    }
    if let Some(node) = form.get("translations") {
        translation::read(reader, root, node);
    }
    styles::warn_of_unruled_ranges(reader, &fields, &answer_rules);
    styles::warn_of_refused_signatures(reader, &fields);
    let (index, evaluation_order) = relate(reader, &mut fields, &answer_rules);
    let mut document = String::with_capacity(root.span.len());
    write::node(&mut document, root);
    Some(Definition {
        id: id?.to_owned(),
        title: title?,
        description,
        has_option_sources: fields.iter().any(|(field, _)| field.options_source().is_some()),
        required_fields: fields.iter().filter(|(field, _)| field.required).count(),
        fields: fields.into_iter().map(|(field, _)| field).collect(),
        displays,
        groups,
        layout,
        text_format: text_format.unwrap_or_default(),
        decision: decision.and_then(|(decision, _)| decision),
        index,
        evaluation_order,
        custom_validators,
        answer_rules,
        metadata: metadata.and_then(|value| value.as_object().cloned()).unwrap_or_default(),
        timeout: timeout.and_then(|ms| u64::try_from(ms).ok()).map(Duration::from_millis),
        allow_partial: allow_partial.unwrap_or(false),
        version: version.unwrap_or_else(|| "1.0.0".to_owned()),
        extensions: form.extensions(),
        translations: form.get("translations").map(translation::tags).unwrap_or_default(),
        document,
    })
}

/// Relates the fields of a form to each other: which is called what, and in which order they are evaluated.
fn relate(
    reader: &mut Reader,
    fields: &mut [(Field, &Node<'_>)],
    answer_rules: &[AnswerRule],
) -> (FieldIndex, Vec<usize>) {
    graph::note_steering(fields, answer_rules);
    let evaluation_order = graph::evaluation_order(reader, fields, answer_rules);
    computed::find_roots(fields, &evaluation_order);
    refuse_shared_properties(reader, fields);
    (FieldIndex::new(fields.iter().map(|(field, _)| field.property())), evaluation_order)
}

fn read_version(reader: &mut Reader, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    let numbers: Vec<&str> = text.split('.').collect();
    let sound =
        numbers.len() == 3 && numbers.iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    if !sound {
        let note = reader.note(&node.span, DefectCode::Malformed, "not a version");
        note.expected("three numbers such as 1.0.0").found(node);
    }
    sound.then(|| text.to_owned())
}

fn read_fields<'n, 't>(
    reader: &mut Reader,
    form: Members<'n, 't>,
    at_least: Fields,
) -> Option<(Vec<FieldDraft<'n, 't>>, Vec<Display>)> {
    let node = reader.required(form, "fields")?;
    let items = reader.list(node, usize::from(at_least == Fields::AtLeastOne))?;
    if items.len() > MAX_FIELDS {
        let message = format!("{} fields", items.len());
        reader.note(&node.span, DefectCode::OutOfRange, message).expected(format!("at most {MAX_FIELDS}"));
    }
    let mut drafts: Vec<FieldDraft<'n, 't>> = Vec::with_capacity(items.len().min(MAX_FIELDS));
    let mut displays: Vec<Display> = Vec::new();
    for item in items.iter().take(MAX_FIELDS) {
        if Display::is_one(item) {
            let Some(display) = Display::read(reader, item, drafts.len()) else { continue };
            let is_taken = displays.iter().any(|earlier| earlier.id == display.id)
                || drafts.iter().any(|earlier| earlier.id.is_some_and(|(taken, _)| taken == display.id));
            if is_taken {
                let message = format!("another field has the id `{}` already", excerpt(&display.id, 64));
                reader.note(&item.span, DefectCode::DuplicateId, message);
            }
            displays.push(display);
            continue;
        }
        let Some(draft) = FieldDraft::read(reader, item) else { continue };
        if let Some((id, node)) = draft.id
            && (drafts.iter().any(|earlier| earlier.id.is_some_and(|(taken, _)| taken == id))
                || displays.iter().any(|display| display.id == id))
        {
            let message = format!("another field has the id `{}` already", excerpt(id, 64));
            reader.note(&node.span, DefectCode::DuplicateId, message);
        }
        drafts.push(draft);
    }
    if drafts.is_empty() && !displays.is_empty() && at_least == Fields::AtLeastOne {
        reader.note(&node.span, DefectCode::OutOfRange, "nothing is asked").expected("a field to fill in");
    }
    Some((drafts, displays))
}

/// A decision is answered by one press: nothing else is to be filled in, and the verdict cannot be left out.
fn refuse_other_questions(reader: &mut Reader, form: Members<'_, '_>, fields: &[(Field, &Node<'_>)]) {
    if let Some(items) =
        form.get("fields").filter(|_| !fields.is_empty()).and_then(|node| reader.list(node, 0))
    {
        for item in items.iter().filter(|item| !Display::is_one(item)) {
            let message = "a decision has no fields to fill in";
            reader.note(&item.span, DefectCode::OutOfRange, message).expected("no fields, or no `decision`");
        }
    }
    let partial = form.get("allowPartial").filter(|node| matches!(node.value, Json::Bool(true)));
    if let Some(node) = partial {
        let message = "a decision cannot be left out";
        reader.note(&node.span, DefectCode::OutOfRange, message).expected("false").found(node);
    }
}

/// Two fields cannot answer to one name.
fn refuse_shared_properties(reader: &mut Reader, fields: &[(Field, &Node<'_>)]) {
    for (index, (field, node)) in fields.iter().enumerate() {
        let taken = |(other, _): &(Field, &Node<'_>)| {
            other.property() == field.property() && other.id() != field.id()
        };
        if field.property.is_some()
            && fields.iter().enumerate().any(|(at, other)| at != index && taken(other))
        {
            let message =
                format!("another field answers to the name `{}` already", excerpt(field.property(), 64));
            reader.note(&node.span, DefectCode::DuplicateId, message);
        }
    }
}

/// One rule of the form's `validation.dependencies`.
type Rule = (usize, Action, Condition);

/// What the form's `validation` says.
#[derive(Default)]
struct FormValidation {
    dependencies: Vec<Rule>,
    custom_validators: Vec<String>,
    answer_rules: Vec<AnswerRule>,
}

fn read_form_validation(reader: &mut Reader, form: Members<'_, '_>, scope: &Scope<'_>) -> FormValidation {
    let Some(node) = form.get("validation") else { return Default::default() };
    let Some(members) = reader.closed_object(node, &["dependencies", "rules", "customValidators"]) else {
        return Default::default();
    };
    let mut names = Vec::new();
    if let Some(items) = members.get("customValidators").and_then(|node| reader.list(node, 0)) {
        names.extend(items.iter().filter_map(|item| reader.shown(item, 1..=128)));
    }
    if let Some(node) = members.get("dependencies") {
        reader.free_object(node);
    }
    // Those of fields of rows are read where rows are.
    let dependencies = read_dependencies(reader, form, scope, |key| !scope.out_of_reach.contains(&key));
    let answer_rules = members.get("rules").map(|node| AnswerRule::read_all(reader, node, scope));
    FormValidation { dependencies, custom_validators: names, answer_rules: answer_rules.unwrap_or_default() }
}

/// Reads the rules of the form's `validation.dependencies` for some of its fields.
fn read_dependencies(
    reader: &mut Reader,
    form: Members<'_, '_>,
    scope: &Scope<'_>,
    is_wanted: impl Fn(&str) -> bool,
) -> Vec<Rule> {
    let mut rules = Vec::new();
    let dependencies = form.get("validation").and_then(Members::of);
    let dependencies = dependencies.and_then(|members| members.get("dependencies")).and_then(Members::of);
    if let Some(dependencies) = dependencies {
        for member in dependencies.iter().filter(|member| is_wanted(&member.key)) {
            // The key is a reference like any other, and is read as one.
            let key = Node { value: Json::Text(member.key.clone()), span: member.key_span.clone() };
            let field = scope.resolve(reader, &key);
            let Some(rule) = reader.closed_object(&member.node, &["condition", "action"]) else { continue };
            let action = reader.required(rule, "action").and_then(|node| reader.word(node, &ACTIONS));
            let condition = reader.required(rule, "condition");
            let condition = condition.and_then(|node| Condition::read(reader, node, scope));
            if let (Some(field), Some(action), Some(condition)) = (field, action, condition) {
                rules.push((field, action, condition));
            }
        }
    }
    rules
}
