//! A submission: a whole answer, or corrections of a rejected attempt.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use askwell_form::json::ObjectWriter;
use askwell_form::{Form, JsonKind, Source};
use askwell_lifecycle::{Actor, Attempt, Elicitation, State, Surface};

use crate::check::{Content, UnknownKeys};

/// An answer to submit. `Debug` does not show its values.
#[derive(Clone, Copy)]
#[must_use = "nothing is answered until an engine takes it"]
pub struct Submission<'s> {
    json: &'s [u8],
    kind: SubmissionKind,
    metadata: Option<&'s str>,
    unknown_keys: UnknownKeys,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SubmissionKind {
    Whole,
    Corrections,
}

impl<'s> Submission<'s> {
    /// Submits a whole answer: JSON text.
    pub fn whole(json: &'s [u8]) -> Self {
        Submission { json, kind: SubmissionKind::Whole, metadata: None, unknown_keys: UnknownKeys::Reject }
    }

    /// Submits corrections: a JSON object whose members replace those of the last rejected attempt, if the
    /// same person made that attempt through the API or a library. Secret values are not kept and have to be
    /// repeated.
    pub fn corrections(json: &'s [u8]) -> Self {
        Submission { kind: SubmissionKind::Corrections, ..Submission::whole(json) }
    }

    /// Adds metadata, the text of a JSON object, which is stored with the answer.
    pub fn metadata(mut self, json: &'s str) -> Self {
        self.metadata = Some(json);
        self
    }

    pub(super) fn unknown_keys(&self) -> UnknownKeys {
        self.unknown_keys
    }

    pub(super) fn is_corrections(&self) -> bool {
        self.kind == SubmissionKind::Corrections
    }

    pub(super) fn kept_metadata(&self) -> Option<Arc<str>> {
        self.metadata.map(Arc::from)
    }

    /// Returns the whole answer: corrections merged with the attempt that they correct.
    pub(super) fn complete(&self, actor: &Actor, before: &Elicitation) -> Cow<'s, [u8]> {
        let State::Open(open) = &before.state else { return Cow::Borrowed(self.json) };
        let own = open.attempt.as_ref().filter(|attempt| attempt.by() == actor.person.as_ref());
        match (self.kind, own) {
            (SubmissionKind::Corrections, Some(attempt)) => {
                merge(attempt.as_json(), self.json).map_or(Cow::Borrowed(self.json), Cow::Owned)
            }
            _ => Cow::Borrowed(self.json),
        }
    }
}

/// Submits a whole answer.
impl<'s> From<Content<'s>> for Submission<'s> {
    fn from(content: Content<'s>) -> Self {
        Submission { unknown_keys: content.unknown_keys, ..Submission::whole(content.json) }
    }
}

impl fmt::Debug for Submission<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Submission { json, kind, .. } = self;
        write!(f, "Submission({kind:?}: {} bytes)", json.len())
    }
}

/// Merges two objects; members of the second take precedence. Values are copied as text.
fn merge(attempt: &str, corrections: &[u8]) -> Option<Vec<u8>> {
    let (attempt, corrections) = (Source::read(attempt).ok()?, std::str::from_utf8(corrections).ok()?);
    let corrections = Source::read(corrections).ok()?;
    let (old, new) = (attempt.root(), corrections.root());
    let kept = old.members()?.filter(|(name, _)| new.get(name).is_none());
    Some(object(kept.chain(new.members()?).map(|(name, part)| (name, part.json()))).into_bytes())
}

/// Returns what is stored of a rejected answer: known fields without secrets. Pages and dialogs keep their
/// own drafts, so nothing of theirs is stored.
pub(super) fn attempt(actor: &Actor, before: &Elicitation, json: &[u8]) -> Option<Attempt> {
    if !matches!(actor.surface, Surface::Api | Surface::Library) {
        return None;
    }
    let source = Source::read(std::str::from_utf8(json).ok()?).ok()?;
    let form = before.form()?;
    let (root, is_kept) = (source.root(), |name: &str| is_open_field(form, name));
    let members = root.members().filter(|_| root.kind() == JsonKind::Object)?;
    let kept = members.filter(|(name, _)| is_kept(name)).map(|(name, part)| (name, part.json()));
    Attempt::new(actor.person.clone(), &object(kept))
}

fn is_open_field(form: &Form, name: &str) -> bool {
    form.fields().iter().any(|field| (field.id() == name || field.property() == name) && !field.is_secret())
}

fn object<'m>(members: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let mut object = ObjectWriter::new();
    for (name, json) in members {
        object.raw(name, json);
    }
    object.finish()
}
