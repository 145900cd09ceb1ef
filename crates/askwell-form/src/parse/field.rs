//! Parses a field in two steps: first its own properties, then its dependencies on others.

use std::sync::Arc;

use super::Rule;
use super::reader::{Members, Reader};
use super::styles;
use crate::answer::Answer;
use crate::calendar::Date;
use crate::computed::{COMPUTED, Derivation, DerivedField, PREFILL};
use crate::condition::Condition;
use crate::condition::read::Scope;
use crate::constraint::Constraint;
use crate::defect::DefectCode;
use crate::definition::{Action, Field, Rules};
use crate::json::tree::{Json, Node};
use crate::kind::{Kind, KindName, RowsKind};
use crate::nearest::nearest;
use crate::raw::Raw;
use crate::rendering::Rendering;
use crate::report::{Identity, Report};

const FIELD_KEYS: [&str; 11] = [
    "id",
    "type",
    "label",
    "description",
    "required",
    "default",
    COMPUTED,
    PREFILL,
    "validation",
    "rendering",
    "dependencies",
];

/// A field of which everything is known but its relations to others.
pub(super) struct FieldDraft<'n, 't> {
    pub(super) id: Option<(&'n str, &'n Node<'t>)>,
    pub(super) members: Members<'n, 't>,
    pub(super) parts: Option<Parts>,
}

pub(super) struct Parts {
    label: String,
    description: Option<String>,
    required: bool,
    pub(super) kind: Kind,
    pub(super) rendering: Rendering,
    messages: Vec<(Constraint, String)>,
}

impl<'n, 't> FieldDraft<'n, 't> {
    pub(super) fn read(reader: &mut Reader, node: &'n Node<'t>) -> Option<FieldDraft<'n, 't>> {
        let members = reader.free_object(node)?;
        let id_node = reader.required(members, "id");
        let id = id_node.and_then(|node| reader.identifier(node, 64).map(|id| (id, node)));
        let parts = Parts::read(reader, node, members);
        Some(FieldDraft { id, members, parts })
    }

    /// Returns the field that a repeating group is: its id and title are those of the group.
    pub(super) fn of_rows(
        reader: &mut Reader,
        id: (&'n str, &'n Node<'t>),
        group: Members<'n, 't>,
        kind: Option<RowsKind>,
    ) -> FieldDraft<'n, 't> {
        // What is wrong with the texts is noted where groups are read.
        let text = |key| match group.get(key).map(|node| &node.value) {
            Some(Json::Text(text)) => Some(text.to_string()),
            _ => None,
        };
        let messages = group.get("x-messages").map(|node| read_messages(reader, node)).unwrap_or_default();
        let parts = kind.map(|kind| Parts {
            label: text("title").unwrap_or_default(),
            description: text("description"),
            required: kind.minimum > 0,
            kind: Kind::Rows(kind),
            rendering: Rendering::default(),
            messages,
        });
        FieldDraft { id: Some(id), members: group, parts }
    }

    pub(super) fn node(&self) -> &'n Node<'t> {
        self.members.node()
    }

    pub(super) fn is_secret(&self) -> bool {
        self.parts.as_ref().is_some_and(|parts| parts.rendering.is_secret())
    }

    pub(super) fn in_scope(&self) -> (&str, Option<&Kind>) {
        (self.id.map_or("", |(id, _)| id), self.parts.as_ref().map(|parts| &parts.kind))
    }

    /// Reads the expression that the field gets its value from.
    fn derivation(
        &self,
        reader: &mut Reader,
        scope: &Scope<'_>,
        secrets: &[bool],
    ) -> Option<Box<Derivation>> {
        let field = DerivedField { kind: &self.parts.as_ref()?.kind, is_secret: self.is_secret() };
        Derivation::read(reader, self.members, &field, (scope, secrets))
    }
}

impl Parts {
    fn read(reader: &mut Reader, node: &Node<'_>, members: Members<'_, '_>) -> Option<Parts> {
        let name = reader.required(members, "type").and_then(|node| reader.word(node, &KindName::ALL));
        let takes_options =
            !matches!(name, Some(name) if name != KindName::Select && name != KindName::MultiSelect);
        let mut keys = FIELD_KEYS.to_vec();
        if takes_options {
            keys.extend(["options", "optionsSource"]);
        }
        reader.object(node, &keys);
        let label = reader.required(members, "label").and_then(|node| reader.shown(node, 1..=256));
        let description = members.get("description").and_then(|node| reader.shown(node, 0..=1024));
        let required = members.get("required").and_then(|node| reader.boolean(node)).unwrap_or(false);
        let messages = members.get("x-messages").map(|node| read_messages(reader, node)).unwrap_or_default();
        let name = name?;
        let rendering = members.get("rendering").and_then(|node| Rendering::read(reader, node, name));
        let rendering = rendering
            .unwrap_or_else(|| Rendering { drag_and_drop: name == KindName::File, ..Rendering::default() });
        let kind = Kind::read(reader, name, members, &rendering);
        Some(Parts { label: label?, description, required, kind: kind?, rendering, messages })
    }
}

fn read_messages(reader: &mut Reader, node: &Node<'_>) -> Vec<(Constraint, String)> {
    let Some(members) = reader.free_object(node) else { return Vec::new() };
    let mut messages = Vec::new();
    for member in members.iter() {
        match Constraint::of_field_named(&member.key) {
            Some(constraint) => {
                messages.extend(reader.shown(&member.node, 1..=512).map(|message| (constraint, message)));
            }
            None => {
                let meant = nearest(&member.key, Constraint::of_fields().map(Constraint::name));
                let message = format!("no constraint is called `{}`", member.key);
                reader.note(&member.key_span, DefectCode::UnknownKey, message).suggest(meant);
            }
        }
    }
    messages
}

/// Gives every field its default, its conditions and its rule.
pub(super) fn finish<'n, 't>(
    reader: &mut Reader,
    drafts: Vec<FieldDraft<'n, 't>>,
    form_rules: Vec<Rule>,
    out_of_reach: &[&str],
) -> Option<Vec<(Field, &'n Node<'t>)>> {
    let (mut all_rules, derivations): (Vec<Rules>, Vec<Option<Box<Derivation>>>) = {
        let fields: Vec<(&str, Option<&Kind>)> = drafts.iter().map(FieldDraft::in_scope).collect();
        let scope = Scope { fields: &fields, out_of_reach };
        let secrets: Vec<bool> = drafts.iter().map(FieldDraft::is_secret).collect();
        drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| {
                (read_rules(reader, index, draft.members, &scope), draft.derivation(reader, &scope, &secrets))
            })
            .unzip()
    };
    styles::check_range_ends(reader, &drafts);
    for (field, action, condition) in form_rules {
        let computed = drafts.get(field).and_then(|draft| draft.members.get(COMPUTED));
        if let (Some(node), Action::Validate) = (computed, action) {
            let message = "a rule requires this field, and a computed field is never asked";
            reader.note(&node.span, DefectCode::Expression, message).expected("another action");
        }
        if let Some(rules) = all_rules.get_mut(field) {
            rules.action = Some((action, condition));
        }
    }
    let fields: Vec<_> = drafts
        .into_iter()
        .zip(all_rules.into_iter().zip(derivations))
        .map(|(draft, (rules, derivation))| {
            let ((id, id_node), parts) = (draft.id?, draft.parts?);
            let secret = parts.rendering.is_secret();
            let identity =
                Identity { id: Arc::from(id), label: parts.label, secret, messages: parts.messages };
            let default = match &parts.kind {
                // No rows are as good as an empty list of them, and a program need not tell the two apart.
                Kind::Rows(rows) => (rows.minimum == 0).then(|| Answer::Rows(Vec::new())),
                kind => {
                    let default = draft.members.get("default");
                    default.and_then(|node| read_default(reader, node, &identity, kind))
                }
            };
            let extensions = draft.members.extensions();
            let field = Field {
                property: extensions.get("x-property").and_then(|name| name.as_str()).map(Arc::from),
                identity,
                description: parts.description,
                required: parts.required,
                default,
                kind: parts.kind,
                rendering: parts.rendering,
                extensions,
                rules,
                derivation,
                steers: false,
            };
            Some((field, id_node))
        })
        .collect();
    // Every default has been looked at before a field that could not be read ends the reading.
    fields.into_iter().collect()
}

fn read_rules(reader: &mut Reader, index: usize, members: Members<'_, '_>, scope: &Scope<'_>) -> Rules {
    let mut rules = Rules::default();
    if let Some(items) = members.get("dependencies").and_then(|node| reader.list(node, 0)) {
        for item in items {
            let Some(field) = scope.resolve(reader, item) else { continue };
            if rules.depends_on.contains(&field) {
                reader.note(&item.span, DefectCode::OutOfRange, "listed twice").found(item);
            } else if field == index {
                reader.note(&item.span, DefectCode::Cycle, "a field cannot depend on itself");
            } else {
                rules.depends_on.push(field);
            }
        }
    }
    let rendering = members.get("rendering").and_then(|node| match &node.value {
        Json::Object(hints) => hints.iter().find(|hint| hint.key == "conditionalDisplay"),
        _ => None,
    });
    rules.display = rendering.and_then(|hint| Condition::read(reader, &hint.node, scope));
    rules
}

/// Returns a default in the JSON type of its field, accepted by its field. An empty text is no
/// default.
fn read_default(
    reader: &mut Reader,
    node: &Node<'_>,
    identity: &Identity,
    kind: &Kind,
) -> Option<Answer<'static>> {
    let fits = match (kind, &node.value) {
        (Kind::Text(_), Json::Text(text)) if text.is_empty() => return None,
        (Kind::Text(_), Json::Text(_)) if identity.secret => {
            let message = "a default would give the secret away";
            reader.note(&node.span, DefectCode::OutOfRange, message).expected("no default");
            return None;
        }
        (Kind::File(_), _) => {
            reader.note(&node.span, DefectCode::UnknownKey, "a file field cannot have a default");
            return None;
        }
        (Kind::Number(_), Json::Number(_)) | (Kind::Boolean(_), Json::Bool(_)) => true,
        (Kind::MultiSelect(_), Json::List(items)) => {
            items.iter().all(|item| matches!(item.value, Json::Text(_)))
        }
        (Kind::Text(_) | Kind::Select(_) | Kind::Url(_) | Kind::Date(_), Json::Text(_)) => true,
        _ => false,
    };
    if !fits {
        reader.wrong_type(node, json_type(kind));
        return None;
    }
    let raw = match (kind, &node.value) {
        // A day is a fine default for a point in time: its first moment in UTC.
        (Kind::Date(date), Json::Text(day)) if date.with_time && Date::parse(day).is_ok() => {
            Raw::Text(format!("{day}T00:00:00Z").into())
        }
        _ => Raw::from_node(node),
    };
    let mut problems = Vec::new();
    let answer = kind.check(&raw, &mut Report { field: identity, problems: &mut problems });
    for problem in &problems {
        let message = format!("the field refuses its own default: {}", problem.message);
        reader.note(&node.span, DefectCode::DefaultRefused, message).found(node);
    }
    answer.map(Answer::into_owned)
}

fn json_type(kind: &Kind) -> &'static str {
    match kind {
        Kind::Number(_) => "a number",
        Kind::Boolean(_) => "true or false",
        Kind::MultiSelect(_) => "a list of options",
        _ => "a string",
    }
}

impl Reader {
    /// Returns an id: letters, digits, `_` and `-`.
    pub(crate) fn identifier<'n>(&mut self, node: &'n Node<'_>, longest: usize) -> Option<&'n str> {
        let text = self.text(node)?;
        if text.is_empty() || text.len() > longest {
            let note = self.note(&node.span, DefectCode::OutOfRange, "an id of this length cannot be used");
            note.expected(format!("1 to {longest} characters"));
            return None;
        }
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
            let note = self.note(&node.span, DefectCode::Malformed, "not an id");
            note.expected("letters, digits, `_` and `-`").found(node);
            return None;
        }
        Some(text)
    }
}
