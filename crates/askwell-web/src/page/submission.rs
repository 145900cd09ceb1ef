//! From the body of a request to what was filled in.
//!
//! Browsers send pairs of names and texts, and files between them. This sorts them to the fields of a form, in the
//! shape of each field's kind. Refuses: bodies beyond a size, and to keep more of a file than its field takes.

mod body;

use std::collections::HashMap;

use askwell_engine::UploadError;
use askwell_form::{Date, Field, Form, Kind};
use zeroize::Zeroizing;

use super::action::{self, Action};
use super::inputs::{FieldInput, FormInputs};
use super::uploaded_file::UploadedFile;

pub(crate) use body::{FormBodyError, LONGEST_BODY, MOST_DROPPED, form_timeouts, read, read_all, read_pairs};

/// The name of the hidden input that carries the form token.
pub(crate) const TOKEN: &str = ":token";

/// The name of the hidden input that says where to go afterwards.
const BACK: &str = ":back";

/// The name of the text in which a person says why they decline.
pub(crate) const REASON: &str = ":reason";

/// What stands after a field's id in the name of its search box, its time zone, the box that removes its file or what
/// is held of its secret, and the page's word that a secret is held.
pub(crate) const FIND: &str = ":find";
pub(crate) const ZONE: &str = ":zone";
pub(crate) const REMOVE: &str = ":remove";
pub(crate) const HELD: &str = ":held";

/// One named part of a body.
pub(crate) enum BodyPart {
    /// A text.
    Text(Zeroizing<String>),
    /// A file.
    File(ReceivedFile),
}

/// A file that came with a form.
pub(crate) struct ReceivedFile {
    /// What the store has of it; or why it has nothing.
    pub(crate) kept: Result<UploadedFile, UploadError>,
    /// What a person reads if its name, type and content do not agree; empty if they do.
    pub(crate) mismatch: String,
}

/// A form as it was sent.
pub(crate) struct FormSubmission {
    /// The form token.
    pub(crate) token: String,
    /// The button.
    pub(crate) action: Action,
    /// Where to go afterwards.
    pub(crate) then: ReturnTarget,
    /// Why somebody declines; empty, if they do not say.
    pub(crate) reason: String,
    /// What was filled in, files aside.
    pub(crate) filled: FormInputs,
    /// What was typed into the search boxes of fields with many options.
    pub(crate) searches: HashMap<usize, String>,
    /// Files that came along, by the place of their field.
    pub(crate) files: Vec<(usize, ReceivedFile)>,
    /// Names of files that were uploaded before, by the place of their field.
    pub(crate) kept: Vec<(usize, String)>,
    /// Secrets that were typed before and are not to be sent after all, by the place of their field.
    pub(crate) withdrawn: Vec<usize>,
    /// Secrets of which the page has said that they are held, by the place of their field.
    pub(crate) promised: Vec<usize>,
    /// Points in time whose zone was not chosen, by the place of their field.
    pub(crate) zoneless: Vec<usize>,
}

/// Where somebody goes after something was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReturnTarget {
    /// Back to the page of the question.
    Question,
    /// Back to the list that the button was in.
    List,
}

impl ReturnTarget {
    fn read(value: Option<&str>) -> ReturnTarget {
        if value == Some("list") { ReturnTarget::List } else { ReturnTarget::Question }
    }
}

/// Sorts the parts of a body to the fields of a form. What the form does not have is left out: pages of this
/// service send nothing else, and a stray name is no answer.
pub(crate) fn read_fields(form: &Form, parts: Vec<(String, BodyPart)>) -> FormSubmission {
    let mut texts: HashMap<String, Vec<Zeroizing<String>>> = HashMap::new();
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
        if let Some(search) = texts.remove(&format!("{id}{FIND}")).and_then(|mut all| all.pop()) {
            submission.searches.insert(place, search.to_string());
        }
        let values = texts.remove(id).unwrap_or_default();
        match field.kind() {
            Kind::File(_) => {
                let removed = texts.remove(&format!("{id}{REMOVE}")).is_some();
                match sent_files.remove(id) {
                    Some(file) => submission.files.push((place, file)),
                    None if removed => {}
                    None => submission.kept.extend(
                        values.last().filter(|name| !name.is_empty()).map(|name| (place, name.to_string())),
                    ),
                }
            }
            Kind::Date(date) if date.with_time => {
                let zone = texts.remove(&format!("{id}{ZONE}")).and_then(|mut all| all.pop());
                if let Some(local) = values.into_iter().last() {
                    // A page always sends the zone beside the hour: an empty one is one that nobody has chosen.
                    if zone.as_ref().is_some_and(|zone| zone.is_empty()) && !local.trim().is_empty() {
                        submission.zoneless.push(place);
                    }
                    let zone = zone.as_deref().map_or("", String::as_str);
                    submission.filled.set(place, FieldInput::Text(Zeroizing::new(with_zone(&local, zone))));
                }
            }
            _ => {
                if field.is_secret() && texts.remove(&format!("{id}{REMOVE}")).is_some() {
                    submission.withdrawn.push(place);
                }
                if field.is_secret() && texts.remove(&format!("{id}{HELD}")).is_some() {
                    submission.promised.push(place);
                }
                if let Some(input) = read_values(field, values) {
                    submission.filled.set(place, input);
                }
            }
        }
    }
    submission
}

/// What a page without fields sends.
pub(crate) struct ButtonSubmission {
    /// The form token.
    pub(crate) token: String,
    /// The button.
    pub(crate) action: Action,
    /// Where to go afterwards.
    pub(crate) then: ReturnTarget,
    /// Why the person declines; empty, if they do not say.
    pub(crate) reason: String,
}

/// Reads what a page without fields sends.
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

fn read_values(field: &Field, mut values: Vec<Zeroizing<String>>) -> Option<FieldInput> {
    // A browser sends what was left alone as if it had been emptied on purpose; only where something was there before
    // can it have been.
    let nothing = values.iter().all(|value| value.is_empty());
    if nothing && (values.is_empty() || field.default_answer().is_none()) {
        return None;
    }
    Some(match field.kind() {
        // An empty value comes with every such field, so that "none of them" is an answer, too.
        Kind::MultiSelect(_) => FieldInput::Choices(
            values.iter().filter(|value| !value.is_empty()).map(|value| value.to_string()).collect(),
        ),
        // The last one counts: a box that is not ticked is sent as the "false" before it.
        Kind::Text(_) => {
            let text = values.pop()?;
            // Browsers send line ends as CR LF, whatever was typed or shown.
            FieldInput::Text(if text.contains('\r') {
                Zeroizing::new(text.replace("\r\n", "\n"))
            } else {
                text
            })
        }
        _ => FieldInput::Text(values.pop()?),
    })
}

/// A point in time, from what a browser has for one (without seconds, mostly, and without a zone) and the
/// zone that was chosen beside it.
fn with_zone(local: &str, zone: &str) -> String {
    let local = local.trim();
    if Date::parse(local).is_ok() {
        // Typed by hand, where the browser has no picker: the first moment of the day, as in a terminal.
        return format!("{local}T00:00:00{zone}");
    }
    let is_short = local.len() == "2026-01-31T09:30".len();
    match (local.is_empty(), is_short && local.contains('T')) {
        (true, _) => String::new(),
        (false, true) => format!("{local}:00{zone}"),
        // With seconds, or whole already when no browser's date picker made it.
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
