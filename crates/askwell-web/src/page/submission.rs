//! Assigns the parts of a form body to the fields of the form.
//!
//! Browsers send pairs of names and texts, and files. Each field kind is read in the shape in which
//! browsers send it. Bodies are limited in size, and a file is stored only up to the size that its
//! field accepts.

mod body;

use std::collections::HashMap;

use askwell_engine::UploadError;
use askwell_form::{Date, Field, Form, Kind, RowsKind};
use zeroize::Zeroizing;

use super::action::{self, Action};
use super::inputs::{FieldInput, FormInputs};
use super::row_names::{ROWS, prefix};
use super::uploaded_file::UploadedFile;

pub(crate) use body::{FormBodyError, LONGEST_BODY, MOST_DROPPED, form_timeouts, read, read_all, read_pairs};

/// The name of the hidden input that carries the form token.
pub(crate) const TOKEN: &str = ":token";

/// The name of the hidden input that says which page to show next.
const BACK: &str = ":back";

/// The name of the hidden input with the id of the shown step.
pub(crate) const AT: &str = ":at";

/// The name of the text area with the reason of a decline.
pub(crate) const REASON: &str = ":reason";

/// The suffixes of a field's id: its search box, its time zone, the box that removes its file or
/// cached secret, and the marker that its secret is cached.
pub(crate) const FIND: &str = ":find";
pub(crate) const ZONE: &str = ":zone";
pub(crate) const REMOVE: &str = ":remove";
pub(crate) const HELD: &str = ":held";

/// The suffix of the hidden input with the prefilled value that a page shows: a value that comes back unchanged was not
/// edited.
pub(crate) const PREFILL: &str = ":prefill";

/// One named part of a body.
pub(crate) enum BodyPart {
    /// A text.
    Text(Zeroizing<String>),
    /// A file.
    File(ReceivedFile),
}

/// A file that was sent with a form.
pub(crate) struct ReceivedFile {
    /// The stored file, or why it was not stored.
    pub(crate) kept: Result<UploadedFile, UploadError>,
    /// The sentence to show if name, type and content do not agree; otherwise empty.
    pub(crate) mismatch: String,
}

/// The content of a form body, assigned to fields.
pub(crate) struct FormSubmission {
    /// The form token.
    pub(crate) token: String,
    /// The action of the pressed button.
    pub(crate) action: Action,
    /// The page to show next.
    pub(crate) then: ReturnTarget,
    /// The reason of a decline; empty if none was given.
    pub(crate) reason: String,
    /// The place of the shown step, if the form has steps.
    pub(crate) at: Option<usize>,
    /// The entered values, without files.
    pub(crate) filled: FormInputs,
    /// The texts of the search boxes, by the name of the input.
    pub(crate) searches: HashMap<String, String>,
    /// New files, by field position.
    pub(crate) files: Vec<(usize, ReceivedFile)>,
    /// Locations of files that were uploaded before, by field position.
    pub(crate) kept: Vec<(usize, String)>,
    /// Positions of cached secrets that the person removed.
    pub(crate) withdrawn: Vec<usize>,
    /// Positions of secrets that the page said are cached.
    pub(crate) promised: Vec<usize>,
    /// Names of the inputs of date-times without a chosen time zone.
    pub(crate) zoneless: Vec<String>,
}

/// The page to show after an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReturnTarget {
    /// The page of the elicitation.
    Question,
    /// The inbox.
    List,
}

impl ReturnTarget {
    fn read(value: Option<&str>) -> ReturnTarget {
        if value == Some("list") { ReturnTarget::List } else { ReturnTarget::Question }
    }
}

/// The texts of a body, by name.
type Texts = HashMap<String, Vec<Zeroizing<String>>>;

/// Assigns the parts of a body to the fields of a form. Unknown names are ignored.
pub(crate) fn read_fields(form: &Form, parts: Vec<(String, BodyPart)>) -> FormSubmission {
    let mut texts: Texts = HashMap::new();
    let mut sent_files: HashMap<String, ReceivedFile> = HashMap::new();
    for (name, part) in parts {
        match part {
            BodyPart::Text(text) => texts.entry(name).or_default().push(text),
            BodyPart::File(file) => drop(sent_files.insert(name, file)),
        }
    }
    let mut last = |name: &str| texts.remove(name).and_then(|mut all| all.pop());
    let mut submission = FormSubmission {
        token: last(TOKEN).map(|token| token.to_string()).unwrap_or_default(),
        action: Action::read(last(action::NAME).as_deref().map(String::as_str)),
        then: ReturnTarget::read(last(BACK).as_deref().map(String::as_str)),
        reason: last(REASON).map(|reason| reason.to_string()).unwrap_or_default(),
        at: last(AT).and_then(|id| form.groups().iter().position(|group| group.id() == id.as_str())),
        filled: FormInputs::nothing(form),
        searches: HashMap::new(),
        files: Vec::new(),
        kept: Vec::new(),
        withdrawn: Vec::new(),
        promised: Vec::new(),
        zoneless: Vec::new(),
    };
    for (place, field) in form.fields().iter().enumerate() {
        let id = field.id();
        match field.kind() {
            Kind::Rows(rows) => {
                if let Some(input) = submission.read_rows(rows, id, &mut texts) {
                    submission.filled.set(place, input);
                }
            }
            Kind::File(_) => {
                let values = texts.remove(id).unwrap_or_default();
                let removed = texts.remove(&format!("{id}{REMOVE}")).is_some();
                match sent_files.remove(id) {
                    Some(file) => submission.files.push((place, file)),
                    None if removed => {}
                    None => submission.kept.extend(
                        values.last().filter(|name| !name.is_empty()).map(|name| (place, name.to_string())),
                    ),
                }
            }
            _ => {
                if field.is_secret() && texts.remove(&format!("{id}{REMOVE}")).is_some() {
                    submission.withdrawn.push(place);
                }
                if field.is_secret() && texts.remove(&format!("{id}{HELD}")).is_some() {
                    submission.promised.push(place);
                }
                if let Some(input) = submission.read_input(field, id, &mut texts) {
                    submission.filled.set(place, input);
                }
            }
        }
    }
    submission
}

impl FormSubmission {
    /// Returns the value of the inputs with this name. A computed field has none, and neither has a prefilled one that
    /// came back as it was shown.
    fn read_input(&mut self, field: &Field, name: &str, texts: &mut Texts) -> Option<FieldInput> {
        if field.is_computed() {
            return None;
        }
        let prefilled = texts.remove(&format!("{name}{PREFILL}")).and_then(|mut all| all.pop());
        let input = self.read_given(field, name, texts);
        let is_untouched = prefilled.is_some_and(|shown| is_unchanged(field, input.as_ref(), &shown));
        input.filter(|_| !is_untouched)
    }

    fn read_given(&mut self, field: &Field, name: &str, texts: &mut Texts) -> Option<FieldInput> {
        let mut last = |suffix: &str| texts.remove(&format!("{name}{suffix}")).and_then(|mut all| all.pop());
        if let Some(search) = last(FIND) {
            self.searches.insert(name.to_owned(), search.to_string());
        }
        let zone = last(ZONE);
        let values = texts.remove(name).unwrap_or_default();
        if !matches!(field.kind(), Kind::Date(date) if date.with_time) {
            return read_values(field, values);
        }
        let local = values.into_iter().last()?;
        // The page always sends the zone; an empty one was not chosen.
        if zone.as_ref().is_some_and(|zone| zone.is_empty()) && !local.trim().is_empty() {
            self.zoneless.push(name.to_owned());
        }
        let zone = zone.as_deref().map_or("", String::as_str);
        Some(FieldInput::Text(Zeroizing::new(with_zone(&local, zone))))
    }

    /// Returns the rows of a repeating group; `None` if the body does not say how many there are.
    fn read_rows(&mut self, rows: &RowsKind, group: &str, texts: &mut Texts) -> Option<FieldInput> {
        let count = texts.remove(&format!("{group}{ROWS}")).and_then(|mut all| all.pop())?;
        let count = count.parse::<usize>().ok()?.min(rows.maximum);
        let mut read_row = |row: usize| {
            let mut inputs = FormInputs::nothing(&rows.form);
            for (place, field) in rows.form.fields().iter().enumerate() {
                let name = format!("{}{}", prefix(group, row), field.id());
                if let Some(input) = self.read_input(field, &name, texts) {
                    inputs.set(place, input);
                }
            }
            inputs
        };
        Some(FieldInput::Rows((0..count).map(&mut read_row).collect()))
    }
}

/// The content of the form on a page without fields.
pub(crate) struct ButtonSubmission {
    /// The form token.
    pub(crate) token: String,
    /// The action of the pressed button.
    pub(crate) action: Action,
    /// The page to show next.
    pub(crate) then: ReturnTarget,
    /// The reason of a decline; empty if none was given.
    pub(crate) reason: String,
}

/// Reads the form of a page without fields.
pub(crate) fn read_buttons(parts: &[(String, BodyPart)]) -> ButtonSubmission {
    let text = |wanted: &str| {
        parts.iter().find_map(|(name, part)| match part {
            BodyPart::Text(text) if name == wanted => Some(text.as_str()),
            _ => None,
        })
    };
    ButtonSubmission {
        token: text(TOKEN).unwrap_or_default().to_owned(),
        action: Action::read(text(action::NAME)),
        then: ReturnTarget::read(text(BACK)),
        reason: text(REASON).unwrap_or_default().to_owned(),
    }
}

/// Returns whether a field came back as the page showed it prefilled.
fn is_unchanged(field: &Field, sent: Option<&FieldInput>, shown: &str) -> bool {
    match sent {
        None => shown.is_empty(),
        // A box that is not ticked is sent as "false".
        Some(FieldInput::Text(text)) if matches!(field.kind(), Kind::Boolean(_)) && shown.is_empty() => {
            text.is_empty() || **text == "false"
        }
        Some(FieldInput::Text(text)) => **text == shown,
        Some(FieldInput::Choices(values)) => values.join("\n") == shown,
        Some(FieldInput::File(_) | FieldInput::Rows(_)) => false,
    }
}

fn read_values(field: &Field, mut values: Vec<Zeroizing<String>>) -> Option<FieldInput> {
    // A browser sends an untouched input like an emptied one. Only a field with a default or a prefilled one can
    // have been emptied on purpose.
    let nothing = values.iter().all(|value| value.is_empty());
    let has_initial = field.default_answer().is_some() || field.prefill().is_some();
    if nothing && (values.is_empty() || !has_initial) {
        return None;
    }
    Some(match field.kind() {
        // Every such field also sends an empty value, so that "none of them" is an answer.
        Kind::MultiSelect(_) => FieldInput::Choices(
            values.iter().filter(|value| !value.is_empty()).map(|value| value.to_string()).collect(),
        ),
        // The last one counts: a box that is not ticked is sent as the "false" before it.
        Kind::Text(_) => {
            let text = values.pop()?;
            // Browsers send line ends as CR LF.
            FieldInput::Text(if text.contains('\r') {
                Zeroizing::new(text.replace("\r\n", "\n"))
            } else {
                text
            })
        }
        _ => FieldInput::Text(values.pop()?),
    })
}

/// Returns a date-time from a browser's local time, mostly without seconds, and the chosen zone.
fn with_zone(local: &str, zone: &str) -> String {
    let local = local.trim();
    if Date::parse(local).is_ok() {
        // Typed in a browser without a date picker: means the first moment of the day, as in a
        // terminal.
        return format!("{local}T00:00:00{zone}");
    }
    let is_short = local.len() == "2026-01-31T09:30".len();
    match (local.is_empty(), is_short && local.contains('T')) {
        (true, _) => String::new(),
        (false, true) => format!("{local}:00{zone}"),
        // With seconds, or a complete date-time that no date picker made.
        (false, false)
            if local.contains('Z') || local.get(10..).is_some_and(|time| time.contains(['+', '-'])) =>
        {
            local.to_owned()
        }
        (false, false) => format!("{local}{zone}"),
    }
}

#[cfg(test)]
mod tests {
    use askwell_form::Form;
    use serde_json::{Value, json};
    use zeroize::Zeroizing;

    use super::{BodyPart, ReceivedFile, read_fields, with_zone};
    use crate::page::action::Action;

    fn form() -> Form {
        let fields = json!([
            {"id": "name", "type": "text", "label": "Name"},
            {"id": "sure", "type": "boolean", "label": "Sure"},
            {"id": "tools", "type": "multi_select", "label": "Tools", "options": ["saw", "file"], "default": ["saw"]},
            {"id": "when", "type": "date", "label": "When", "rendering": {"enableTime": true}},
            {"id": "port", "type": "number", "label": "Port"},
            {"id": "notes", "type": "file", "label": "Notes"},
        ]);
        Form::parse(&json!({"id": "f", "title": "F", "fields": fields}).to_string()).unwrap()
    }

    fn sent(pairs: &[(&str, &str)]) -> Value {
        let form = form();
        let part = |(name, text): &(&str, &str)| {
            ((*name).to_owned(), BodyPart::Text(Zeroizing::new((*text).to_owned())))
        };
        let submission = read_fields(&form, pairs.iter().map(part).collect());
        serde_json::from_slice(&submission.filled.to_json(&form)).unwrap()
    }

    #[test]
    fn fields_of_every_kind_are_read_from_browser_pairs() {
        for (pairs, expected) in [
            (&[][..], json!({})),
            (&[("name", "a\r\nb")], json!({"name": "a\nb"})),
            (&[("sure", "false")], json!({"sure": "false"})),
            (&[("sure", "false"), ("sure", "true")], json!({"sure": "true"})),
            (&[("name", "")], json!({})),
            (&[("tools", "")], json!({"tools": []})),
            (&[("tools", ""), ("tools", "saw"), ("tools", "file")], json!({"tools": ["saw", "file"]})),
            (
                &[("when", "2026-01-31T09:30"), ("when:zone", "+01:00")],
                json!({"when": "2026-01-31T09:30:00+01:00"}),
            ),
            (&[("when", ""), ("when:zone", "Z")], json!({"when": ""})),
            (&[("port", " 80 ")], json!({"port": "80"})),
            (&[("stray", "x"), (":else", "y")], json!({})),
        ] {
            assert_eq!(sent(pairs), expected, "{pairs:?}");
        }
    }

    #[test]
    fn date_time_gets_the_chosen_zone_unless_it_has_one() {
        for (local, zone, expected) in [
            ("2026-01-31T09:30", "Z", "2026-01-31T09:30:00Z"),
            ("2026-01-31T09:30:15", "-05:30", "2026-01-31T09:30:15-05:30"),
            ("2026-01-31T09:30:15Z", "+01:00", "2026-01-31T09:30:15Z"),
            ("2026-01-31T09:30:15+02:00", "+01:00", "2026-01-31T09:30:15+02:00"),
            ("2026-01-31", "+01:00", "2026-01-31T00:00:00+01:00"),
            ("2026-02-30", "Z", "2026-02-30Z"),
            ("tomorrow", "Z", "tomorrowZ"),
        ] {
            assert_eq!(with_zone(local, zone), expected);
        }
    }

    #[test]
    fn new_file_replaces_the_uploaded_one() {
        let form = form();
        let text = |text: &str| BodyPart::Text(Zeroizing::new(text.to_owned()));
        let file =
            ReceivedFile { kept: Err(askwell_engine::UploadError::Disagrees), mismatch: String::new() };
        let both =
            read_fields(&form, vec![("notes".into(), text("0123")), ("notes".into(), BodyPart::File(file))]);
        assert!(both.kept.is_empty() && both.files.len() == 1);
        let kept = read_fields(&form, vec![("notes".into(), text("0123")), (":do".into(), text("review"))]);
        assert_eq!((kept.kept, kept.action), (vec![(5, "0123".to_owned())], Action::Review));
        let removed =
            read_fields(&form, vec![("notes".into(), text("0123")), ("notes:remove".into(), text("yes"))]);
        assert!(removed.kept.is_empty() && removed.files.is_empty());
    }
}
