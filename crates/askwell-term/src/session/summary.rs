//! An entry in a few words, as the review shows it. Secrets and hidden characters never appear.

use askwell_form::{Field, Options};
use askwell_locale::text;

use super::entry::FieldEntry;
use super::rows::row_summary;
use crate::{messages, safe_text};

/// Longer lists of choices are counted instead.
const LISTED: usize = 6;

/// Returns an entry as one line.
pub(crate) fn summary(field: &Field, entry: &FieldEntry) -> String {
    match entry {
        FieldEntry::Untouched | FieldEntry::Blank => askwell_locale::say(messages::NOTHING),
        FieldEntry::Typed(typed) => safe_text::line(typed),
        FieldEntry::Secret(_) => messages::MASK.to_owned(),
        FieldEntry::Truth(truth) => {
            messages::verdict_label(field, *truth).unwrap_or_else(|| messages::truth(*truth))
        }
        FieldEntry::Choice(value) => title(field.kind().options(), value),
        FieldEntry::Choices(values) if values.len() > LISTED => messages::chosen(values.len()),
        FieldEntry::Choices(values) => {
            let titles: Vec<String> =
                values.iter().map(|value| title(field.kind().options(), value)).collect();
            titles.join(", ")
        }
        FieldEntry::Rows(rows) if rows.len() > LISTED => text("term-rows", &[("count", rows.len().into())]),
        FieldEntry::Rows(rows) => {
            let Some(kind) = field.rows() else { return String::new() };
            rows.iter().map(|row| row_summary(kind, row)).collect::<Vec<_>>().join("; ")
        }
        FieldEntry::File(picked) => {
            format!("{} ({})", safe_text::line(&picked.filename), messages::size(picked.size))
        }
    }
}

fn title(options: Option<&Options>, value: &str) -> String {
    let choice = options.and_then(|options| options.get(value));
    safe_text::line(choice.map_or(value, |choice| choice.title()))
}
