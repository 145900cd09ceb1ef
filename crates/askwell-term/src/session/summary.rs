//! An entry in a few words: what a review shows. Never a secret, never anything hidden.

use askwell_form::{Field, Options};

use super::entry::Entry;
use crate::{text, wording};

/// A list of more choices than this is counted instead.
const LISTED: usize = 6;

/// What was entered, on one line.
pub(crate) fn summary(field: &Field, entry: &Entry) -> String {
    match entry {
        Entry::Untouched | Entry::Blank => wording::NOTHING.to_owned(),
        Entry::Typed(typed) => text::line(typed),
        Entry::Secret(_) => wording::MASK.to_owned(),
        Entry::Truth(truth) => wording::truth(*truth).to_owned(),
        Entry::Choice(value) => title(field.kind().options(), value),
        Entry::Choices(values) if values.len() > LISTED => wording::chosen(values.len()),
        Entry::Choices(values) => {
            let titles: Vec<String> =
                values.iter().map(|value| title(field.kind().options(), value)).collect();
            titles.join(", ")
        }
        Entry::File(picked) => format!("{} ({})", text::line(&picked.filename), wording::size(picked.size)),
    }
}

fn title(options: Option<&Options>, value: &str) -> String {
    let choice = options.and_then(|options| options.get(value));
    text::line(choice.map_or(value, |choice| choice.title()))
}
