//! A page in the middle of being filled in: what was sent, what is wrong, what was found out.

use std::collections::{HashMap, HashSet};

use askwell_engine::UploadError;
use askwell_form::{Constraint, Fact, Field, Form, Kind, Problem, View};
use zeroize::Zeroizing;

use super::decode::{SentFile, Submission};
use super::files::{self, KeptFile};
use super::filled::{Filled, Input};
use super::hosts::destination;
use super::render::{Around, element_id, too_large};
use crate::visit::{Turned, Visit};

/// Which problems a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tell {
    /// Those of files that were not taken: nobody else will say so.
    OnlyFiles,
    /// Everything.
    All,
}

/// A page in the middle of being filled in.
pub(crate) struct Draft {
    pub(crate) filled: Filled,
    /// What stands in the search boxes.
    pub(crate) searches: HashMap<usize, String>,
    /// Secrets that are known without being sent again.
    pub(crate) held: HashSet<usize>,
    /// Secrets that were typed before and are not to be sent after all.
    withdrawn: Vec<usize>,
    /// What the guard said of web addresses.
    pub(crate) verdicts: HashMap<usize, Result<String, String>>,
    /// Problems that the view does not know: files that were not taken, and what the engine found.
    pub(crate) found: Vec<Problem>,
    /// Nobody has sent anything yet.
    pub(crate) is_untouched: bool,
}

impl Draft {
    /// A page that nobody has touched, though secrets may be held from one before it.
    pub(crate) fn untouched(visit: &Visit, form: &Form) -> Draft {
        let (secrets, key) = (visit.pages.held(), visit.session.key(&visit.path));
        let is_held = |place: &usize| secrets.recall(&key, *place).is_some();
        let held = (0..form.fields().len()).filter(is_held).collect();
        Draft { held, is_untouched: true, ..Draft::with(Filled::nothing(form)) }
    }

    fn with(filled: Filled) -> Draft {
        Draft {
            filled,
            searches: HashMap::new(),
            held: HashSet::new(),
            withdrawn: Vec::new(),
            verdicts: HashMap::new(),
            found: Vec::new(),
            is_untouched: false,
        }
    }

    /// What was sent, together with the files and secrets that came before.
    pub(crate) async fn of(visit: &Visit, submission: Submission) -> Result<Draft, Turned> {
        let form = visit.form()?;
        let Submission { filled, searches, files, kept, withdrawn, promised, .. } = submission;
        let mut draft = Draft { searches, withdrawn, ..Draft::with(filled) };
        draft.recall_secrets(visit, form);
        draft.miss_secrets(form, &promised);
        for (place, location) in kept {
            let file = files::recall(visit.pages.engine(), visit.elicitation.id, &location).await?;
            let is_for_it =
                |file: &KeptFile| form.fields().get(place).is_some_and(|field| field.id() == file.field);
            if let Some(file) = file.filter(is_for_it) {
                draft.filled.set(place, Input::File(file));
            }
        }
        for (place, file) in files {
            let Some(field) = form.fields().get(place) else { continue };
            match take_file(visit, field, file).await? {
                Ok(kept) => draft.filled.set(place, Input::File(kept)),
                Err(problem) => draft.found.push(problem),
            }
        }
        Ok(draft)
    }

    /// A secret that was left empty is the one from before, unless that is not wanted any more.
    fn recall_secrets(&mut self, visit: &Visit, form: &Form) {
        let (secrets, key) = (visit.pages.held(), visit.session.key(&visit.path));
        for place in secret_places(form) {
            if self.filled.text(place).is_some_and(|text| !text.is_empty()) {
                self.held.insert(place);
                continue;
            }
            self.filled.clear(place);
            let is_wanted = !self.withdrawn.contains(&place);
            if let Some(text) = secrets.recall(&key, place).filter(|_| is_wanted) {
                self.filled.set(place, Input::Text(text));
                self.held.insert(place);
            }
        }
    }

    /// A page has said that a secret goes with the answer. Where it is no longer known, nothing is sent without a word.
    fn miss_secrets(&mut self, form: &Form, promised: &[usize]) {
        let is_missing = |place: &&usize| !self.held.contains(*place) && !self.withdrawn.contains(*place);
        let missing: Vec<&usize> = promised.iter().filter(is_missing).collect();
        if missing.is_empty() {
            return;
        }
        let view = self.view(form);
        let counts = missing.into_iter().filter_map(|&place| view.fields.get(place));
        let problems: Vec<Problem> = counts
            .filter(|shown| shown.visible && shown.enabled)
            .map(|shown| {
                let words = "{} has to be typed again. What you typed before is no longer known here.";
                let words = words.replacen("{}", &shown.field.subject(), 1);
                problem(shown.field, Constraint::Required, words)
            })
            .collect();
        self.found.extend(problems);
    }

    /// Keeps the secrets that were typed for the next page, and forgets those that are not wanted any more. Only when a
    /// button was pressed: what is being typed can still be deleted, and a box that is ticked can be unticked.
    pub(crate) fn hold_secrets(&self, visit: &Visit, form: &Form) {
        let (secrets, key) = (visit.pages.held(), visit.session.key(&visit.path));
        for place in secret_places(form) {
            match self.filled.text(place) {
                Some(text) => secrets.keep(key, place, Zeroizing::new(text.to_owned())),
                None if self.withdrawn.contains(&place) => secrets.forget_one(&key, place),
                None => {}
            }
        }
    }

    /// The view of what was filled in.
    pub(crate) fn view<'d>(&'d self, form: &'d Form) -> View<'d> {
        form.view_pairs(self.filled.pairs(form))
    }

    /// What each field's part of the page knows beside its view.
    pub(crate) fn around<'d>(
        &'d self,
        form: &'d Form,
        view: &'d View<'_>,
        path: &str,
        tell: Tell,
    ) -> Vec<Around<'d>> {
        let mut around = Vec::with_capacity(view.fields.len());
        for (place, shown) in view.fields.iter().enumerate() {
            let found = self.found.iter().filter(|problem| *problem.field == *shown.field.id());
            let seen = shown.problems.iter().filter(|_| tell == Tell::All);
            let mut problems: Vec<&Problem> = found.collect();
            // A file that was not taken leaves the field empty, which need not be said as well.
            if problems.is_empty() {
                problems.extend(seen);
            }
            let file = self.filled.file(place);
            let policy = match shown.field.kind() {
                Kind::Url(kind) => Some(&kind.policy),
                _ => None,
            };
            around.push(Around {
                problems,
                search: self.searches.get(&place).map_or("", String::as_str),
                file,
                file_path: file.map(|file| format!("{path}/file/{}", file.location)).unwrap_or_default(),
                secret_held: self.held.contains(&place),
                verdict: self.verdicts.get(&place).cloned(),
                destination: policy.and_then(|policy| destination(self.filled.text(place)?, policy)),
                described_elsewhere: described_elsewhere(form, shown.field),
            });
        }
        around
    }

    /// Problems of the answer as a whole.
    pub(crate) fn overall<'d>(&'d self, view: &'d View<'_>) -> Vec<&'d Problem> {
        let of_engine = self.found.iter().filter(|problem| problem.field.is_empty());
        of_engine.chain(&view.problems).collect()
    }

    /// Whether everything could be sent, as far as can be told without asking anybody.
    pub(crate) fn is_ready(&self, view: &View<'_>) -> bool {
        self.found.is_empty() && view.is_complete()
    }
}

fn secret_places(form: &Form) -> impl Iterator<Item = usize> {
    form.fields().iter().enumerate().filter(|(_, field)| field.is_secret()).map(|(place, _)| place)
}

/// A form may say that another field's text describes a field. That text has an id of ours.
fn described_elsewhere(form: &Form, field: &Field) -> Option<String> {
    let named = field.rendering().accessibility.aria_described_by.as_deref()?;
    let stem = ["-help", "-hint", "-description"].iter().find_map(|ending| named.strip_suffix(ending));
    let other = form.field(named).or_else(|| form.field(stem?)).filter(|other| other.id() != field.id())?;
    let id = element_id(other.id());
    match (other.description(), other.rendering().help_text.as_deref()) {
        (Some(_), _) => Some(format!("{id}-hint")),
        (None, Some(_)) => Some(format!("{id}-help")),
        (None, None) => None,
    }
}

/// Keeps a file that came along, or says why not.
pub(crate) async fn take_file(
    visit: &Visit,
    field: &Field,
    file: SentFile,
) -> Result<Result<KeptFile, Problem>, Turned> {
    let Kind::File(_) = field.kind() else { return Err(Turned::Away(super::Ending::NotFound)) };
    let SentFile { filename, content_type, bytes: content } = file;
    let most = visit.pages.engine().largest_upload(field);
    let too_large = || problem(field, Constraint::MaxSize, too_large(field, most));
    let Some(content) = content else { return Ok(Err(too_large())) };
    let size = content.len() as u64;
    let engine = visit.pages.engine();
    let id = visit.elicitation.id;
    match engine.upload(&visit.actor, id, field.id(), &filename, &content_type, content).await {
        Ok(location) => {
            let kept = KeptFile { field: field.id().to_owned(), location, filename, content_type, size };
            files::remember(engine, id, &kept).await?;
            Ok(Ok(kept))
        }
        Err(UploadError::TooLarge { .. }) => Ok(Err(too_large())),
        Err(UploadError::Disagrees) => {
            let words = "{} has a name, a type and content that do not fit together, or a name that cannot be used. \
                Rename the file, or choose another.";
            Ok(Err(problem(field, Constraint::Content, words.replacen("{}", &field.subject(), 1))))
        }
        Err(UploadError::Call(error)) => Err(error.into()),
        Err(other) => {
            let words = format!("{} could not be taken: {other}.", field.subject());
            Ok(Err(problem(field, Constraint::Content, words)))
        }
    }
}

fn problem(field: &Field, constraint: Constraint, message: String) -> Problem {
    Problem {
        field: field.id().into(),
        constraint,
        message: message.into(),
        expected: Fact::Unsaid,
        actual: Fact::Unsaid,
        item: None,
    }
}
