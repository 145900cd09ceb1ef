//! The state of a page between two requests: entered values, problems, URL checks.

use askwell_locale::{label_subject, text};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use askwell_engine::{Engine, UploadError};
use askwell_form::markdown::LinkHosts;
use askwell_form::{
    Constraint, Fact, Field, FieldView, Form, Kind, Problem, RowPlace, RowsKind, TextFormat, View,
};
use zeroize::Zeroizing;

use super::inputs::{FieldInput, FormInputs};
use super::render::{AriaDescription, FieldContext, element_id, label_id, too_large};
use super::row_names::{self, NamedField};
use super::submission::{FormSubmission, ReceivedFile};
use super::uploaded_file::{self, UploadedFile};
use super::url_destination::destination;
use crate::visit::{PageError, Visit};

/// Which problems a page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProblemScope {
    /// Only those of rejected files, which no later check reports.
    Files,
    /// Those of the fields at these places: of one step.
    Fields(Range<usize>),
    /// All.
    All,
}

/// The entered values of a page and what is known about them.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) filled: FormInputs,
    /// The texts of the search boxes, by the name of the input.
    pub(crate) searches: HashMap<String, String>,
    /// Positions of secrets that are cached.
    pub(crate) held: HashSet<usize>,
    /// Positions of cached secrets that the person removed.
    withdrawn: Vec<usize>,
    /// The results of URL checks, by the name of the input.
    pub(crate) verdicts: HashMap<String, Result<String, String>>,
    /// The place of the step that the page shows. Travels in the address, not in a cache.
    pub(crate) at: Option<usize>,
    /// Problems that the view does not contain: rejected files, and those that the engine found.
    pub(crate) found: Vec<Problem>,
}

impl Draft {
    /// Returns the draft of a new page. Secrets may be cached from an earlier one.
    pub(crate) fn empty(visit: &Visit, form: &Form) -> Draft {
        let (secrets, key) = (visit.pages.secret_cache(), visit.session.key(&visit.path));
        let is_held = |place: &usize| secrets.recall(&key, *place).is_some();
        let held = (0..form.fields().len()).filter(is_held).collect();
        Draft { held, ..Draft::with(FormInputs::nothing(form)) }
    }

    pub(super) fn with(filled: FormInputs) -> Draft {
        Draft {
            filled,
            searches: HashMap::new(),
            held: HashSet::new(),
            withdrawn: Vec::new(),
            verdicts: HashMap::new(),
            at: None,
            found: Vec::new(),
        }
    }

    /// Returns the draft of a submission, with the files and secrets of earlier requests.
    pub(crate) async fn of(visit: &Visit, submission: FormSubmission) -> Result<Draft, PageError> {
        let form = visit.form()?;
        let FormSubmission { filled, searches, files, kept, withdrawn, promised, zoneless, at, .. } =
            submission;
        let mut draft = Draft { searches, withdrawn, at, ..Draft::with(filled) };
        draft.load_secrets(visit, form);
        draft.report_lost_secrets(form, &promised);
        draft.report_missing_zones(form, &zoneless);
        for (place, location) in kept {
            let file = uploaded_file::recall(visit.pages.engine(), visit.elicitation.id, &location).await?;
            let is_for_it =
                |file: &UploadedFile| form.fields().get(place).is_some_and(|field| field.id() == file.field);
            if let Some(file) = file.filter(is_for_it) {
                draft.filled.set(place, FieldInput::File(file));
            }
        }
        for (place, file) in files {
            let Some(field) = form.fields().get(place) else { continue };
            match accept_file(visit, field, file)? {
                Ok(kept) => draft.filled.set(place, FieldInput::File(kept)),
                Err(problem) => draft.found.push(problem),
            }
        }
        Ok(draft)
    }

    /// Returns the draft without its secrets, which are cached separately.
    pub(crate) fn without_secrets(&self, form: &Form) -> Draft {
        let mut draft = Draft { withdrawn: Vec::new(), ..self.clone() };
        secret_places(form).for_each(|place| draft.filled.clear(place));
        draft
    }

    /// Adds the cached secrets to a draft that was cached without them. A secret that is no longer
    /// cached becomes a problem.
    pub(crate) fn resume(mut self, visit: &Visit, form: &Form) -> Draft {
        let promised: Vec<usize> = self.held.drain().collect();
        self.load_secrets(visit, form);
        self.report_lost_secrets(form, &promised);
        self
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let searches: usize = self.searches.values().map(String::len).sum();
        let found: usize =
            self.found.iter().map(|problem| problem.message.len() + size_of::<Problem>()).sum();
        size_of::<Draft>() + self.filled.bytes() + searches + found
    }

    /// Uses the cached secret for a secret field that was left empty, unless the person removed it.
    fn load_secrets(&mut self, visit: &Visit, form: &Form) {
        let (secrets, key) = (visit.pages.secret_cache(), visit.session.key(&visit.path));
        for place in secret_places(form) {
            if self.filled.text(place).is_some_and(|text| !text.is_empty()) {
                self.held.insert(place);
                continue;
            }
            self.filled.clear(place);
            let is_wanted = !self.withdrawn.contains(&place);
            if let Some(text) = secrets.recall(&key, place).filter(|_| is_wanted) {
                self.filled.set(place, FieldInput::Text(text));
                self.held.insert(place);
            }
        }
    }

    /// Adds a problem for each secret that the page said is cached and that is no longer.
    fn report_lost_secrets(&mut self, form: &Form, promised: &[usize]) {
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
                let words =
                    text("pages-secret-again", &[("label", label_subject(shown.field.label()).into())]);
                problem(shown.field, Constraint::Required, words)
            })
            .collect();
        self.found.extend(problems);
    }

    /// Adds a problem for each date-time without a time zone.
    fn report_missing_zones(&mut self, form: &Form, zoneless: &[String]) {
        if zoneless.is_empty() {
            return;
        }
        let view = self.view(form);
        let mut problems = Vec::new();
        for named in zoneless.iter().filter_map(|name| row_names::find(form, name)) {
            let group = named.row.and_then(|(group, row)| Some((view.fields.get(group)?, row)));
            let fields = match named.row {
                Some(_) => group.and_then(|(group, row)| group.rows.get(row)).map(|row| &row.fields),
                None => Some(&view.fields),
            };
            let Some(shown) = fields.and_then(|fields| fields.get(named.place)) else { continue };
            if !shown.visible || !shown.enabled || group.is_some_and(|(group, _)| !group.visible) {
                continue;
            }
            let words = text("pages-zone-missing", &[("label", label_subject(shown.field.label()).into())]);
            let found = problem(shown.field, Constraint::Format, words);
            match group {
                Some((group, row)) => {
                    problems.extend(group.field.lift_problems(row, std::iter::once(found).collect()));
                }
                None => problems.push(found),
            }
        }
        self.found.extend(problems);
    }

    /// Returns the text of an input.
    pub(crate) fn text_of(&self, named: &NamedField<'_>) -> Option<&str> {
        match named.row {
            Some((group, row)) => self.filled.rows(group).get(row)?.text(named.place),
            None => self.filled.text(named.place),
        }
    }

    /// Changes the rows of a repeating group. What is known about them beside their values belongs to other rows then, and
    /// is forgotten.
    pub(crate) fn change_rows(
        &mut self,
        form: &Form,
        group: &str,
        change: impl FnOnce(&mut Vec<FormInputs>, &RowsKind) -> Option<usize>,
    ) -> Option<usize> {
        let (place, kind) = row_names::group_named(form, group)?;
        let mut rows = self.filled.rows(place).to_vec();
        let shown = change(&mut rows, kind);
        self.filled.set(place, FieldInput::Rows(rows));
        let is_of_row = |name: &str| name.strip_prefix(group).is_some_and(|rest| rest.starts_with('.'));
        self.searches.retain(|name, _| !is_of_row(name));
        self.verdicts.retain(|name, _| !is_of_row(name));
        self.found.retain(|problem| &*problem.field != group);
        shown
    }

    /// Caches the typed secrets for the next page and removes the withdrawn ones. Called only when
    /// a button was pressed, because a secret that is still being typed can be deleted again.
    pub(crate) fn cache_secrets(&self, visit: &Visit, form: &Form) {
        let (secrets, key) = (visit.pages.secret_cache(), visit.session.key(&visit.path));
        for place in secret_places(form) {
            match self.filled.text(place) {
                Some(text) => {
                    let text = Zeroizing::new(text.to_owned());
                    secrets.keep(key, place, text, &visit.client_key(), visit.budget());
                }
                None if self.withdrawn.contains(&place) => secrets.forget_one(&key, place),
                None => {}
            }
        }
    }

    /// Returns the form's view of the entered values.
    pub(crate) fn view<'d>(&'d self, form: &'d Form) -> View<'d> {
        form.view_pairs(self.filled.pairs(form))
    }

    /// Returns, for each field, what the page shows beside the view.
    pub(crate) fn context<'d>(
        &'d self,
        engine: &Engine,
        form: &'d Form,
        view: &'d View<'_>,
        (path, hosts): (&str, &'d LinkHosts),
        tell: &ProblemScope,
    ) -> Vec<FieldContext<'d>> {
        let hosts = (form.text_format() == TextFormat::Markdown).then_some(hosts);
        let mut context = Vec::with_capacity(view.fields.len());
        for (place, shown) in view.fields.iter().enumerate() {
            let id = shown.field.id();
            let found = self.found.iter().filter(|problem| *problem.field == *id);
            let is_told = match tell {
                ProblemScope::Files => false,
                ProblemScope::Fields(places) => places.contains(&place),
                ProblemScope::All => true,
            };
            let seen = shown.problems.iter().filter(|_| is_told);
            let mut problems: Vec<&Problem> = found.collect();
            // A rejected file leaves the field empty, which needs no second message.
            if problems.is_empty() {
                problems.extend(seen);
            }
            let file = self.filled.file(place);
            let rows = shown.rows.iter().enumerate();
            context.push(FieldContext {
                file,
                file_path: file.map(|file| format!("{path}/file/{}", file.location)).unwrap_or_default(),
                secret_held: self.held.contains(&place),
                largest_file: engine.largest_upload(shown.field),
                rows: rows
                    .map(|(row, view)| self.row_context((place, shown.field), row, view, hosts, is_told))
                    .collect(),
                problems,
                ..self.input_context(form, shown, place, &self.filled, hosts, String::new())
            });
        }
        context
    }

    /// Returns what the page shows about the fields of a row beside their view.
    fn row_context<'d>(
        &'d self,
        (place, slot): (usize, &Field),
        row: usize,
        view: &'d View<'_>,
        hosts: Option<&'d LinkHosts>,
        is_told: bool,
    ) -> Vec<FieldContext<'d>> {
        let Some(kind) = slot.rows() else { return Vec::new() };
        let (group, empty) = (slot.id(), FormInputs::default());
        let inputs = self.filled.rows(place).get(row).unwrap_or(&empty);
        let mut context = Vec::with_capacity(view.fields.len());
        for (inner, shown) in view.fields.iter().enumerate() {
            let is_here = |problem: &&Problem| {
                let is_field = |at: &RowPlace| at.row == row && *at.field == *shown.field.id();
                *problem.field == *group && problem.row.as_ref().is_some_and(is_field)
            };
            let mut problems: Vec<&Problem> = self.found.iter().filter(is_here).collect();
            if problems.is_empty() && is_told {
                problems.extend(&shown.problems);
            }
            let prefix = row_names::prefix(group, row);
            context.push(FieldContext {
                problems,
                ..self.input_context(&kind.form, shown, inner, inputs, hosts, prefix)
            });
        }
        context
    }

    /// Returns what is known about one input, problems aside.
    fn input_context<'d>(
        &'d self,
        form: &Form,
        shown: &FieldView<'_>,
        place: usize,
        inputs: &FormInputs,
        hosts: Option<&'d LinkHosts>,
        prefix: String,
    ) -> FieldContext<'d> {
        let name = format!("{prefix}{}", shown.field.id());
        let policy = match shown.field.kind() {
            Kind::Url(kind) => Some(&kind.policy),
            _ => None,
        };
        FieldContext {
            search: self.searches.get(&name).map_or("", String::as_str),
            verdict: self.verdicts.get(&name).cloned(),
            destination: policy.and_then(|policy| destination(inputs.text(place)?, policy)),
            described: described(form, shown.field, &prefix),
            hosts,
            prefix,
            ..FieldContext::default()
        }
    }

    /// Returns the problems of the answer as a whole.
    pub(crate) fn overall<'d>(&'d self, view: &'d View<'_>) -> Vec<&'d Problem> {
        let of_engine = self.found.iter().filter(|problem| problem.field.is_empty());
        of_engine.chain(&view.problems).collect()
    }

    /// Returns whether the answer can be sent, as far as the form itself can tell.
    pub(crate) fn is_ready(&self, view: &View<'_>) -> bool {
        self.found.is_empty() && view.is_complete()
    }
}

fn secret_places(form: &Form) -> impl Iterator<Item = usize> {
    form.fields().iter().enumerate().filter(|(_, field)| field.is_secret()).map(|(place, _)| place)
}

/// Resolves the hint `ariaDescribedBy` of a field: ids of other fields, alone or with a common
/// suffix. A name of the field's own texts adds nothing, because they describe it anyway; a
/// sentence is read out as it is.
fn described(form: &Form, field: &Field, prefix: &str) -> AriaDescription {
    let Some(named) = field.rendering().accessibility.aria_described_by.as_deref() else {
        return AriaDescription::default();
    };
    let named_field = |name: &str| {
        let stem = ["-help", "-hint", "-description", "-label"].iter().find_map(|end| name.strip_suffix(end));
        form.field(name).or_else(|| form.field(stem?))
    };
    let fields: Vec<&Field> = named.split_whitespace().filter_map(named_field).collect();
    if fields.is_empty() {
        let is_sentence = named.split_whitespace().nth(1).is_some();
        return AriaDescription { ids: Vec::new(), spoken: is_sentence.then(|| named.trim().to_owned()) };
    }
    let others = fields.into_iter().filter(|other| other.id() != field.id() && !other.rendering().hidden);
    AriaDescription { ids: others.flat_map(|other| texts_of(other, prefix)).collect(), spoken: None }
}

/// Returns the ids of the elements that describe a field; of its label if there are none.
fn texts_of(field: &Field, prefix: &str) -> Vec<String> {
    let name = format!("{prefix}{}", field.id());
    let id = element_id(&name);
    let texts = [(field.description(), "hint"), (field.rendering().help_text.as_deref(), "help")];
    let ids: Vec<String> =
        texts.iter().filter(|(text, _)| text.is_some()).map(|(_, end)| format!("{id}-{end}")).collect();
    if ids.is_empty() { vec![label_id(&name)] } else { ids }
}

/// Returns the stored file, or the problem to show if it was rejected.
pub(crate) fn accept_file(
    visit: &Visit,
    field: &Field,
    file: ReceivedFile,
) -> Result<Result<UploadedFile, Problem>, PageError> {
    let Kind::File(_) = field.kind() else { return Err(PageError::Rejected(super::FinalPage::NotFound)) };
    Ok(match file.kept {
        Ok(kept) => Ok(kept),
        Err(UploadError::TooLarge { .. }) => {
            let most = visit.pages.engine().largest_upload(field);
            Err(problem(field, Constraint::MaxSize, too_large(field, most)))
        }
        Err(UploadError::Disagrees) => Err(problem(field, Constraint::Content, file.mismatch)),
        Err(UploadError::Call(error)) => return Err(error.into()),
        Err(other) => {
            tracing::warn!(error = %other, "a file could not be taken");
            let words = text("pages-file-failed-field", &[("label", label_subject(field.label()).into())]);
            Err(problem(field, Constraint::Content, words))
        }
    })
}

fn problem(field: &Field, constraint: Constraint, message: String) -> Problem {
    Problem {
        field: field.id().into(),
        constraint,
        message: message.into(),
        expected: Fact::Unsaid,
        actual: Fact::Unsaid,
        item: None,
        row: None,
    }
}
