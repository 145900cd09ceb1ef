//! Parses typed text the way people write it: `y` for yes, `2` for the second option, `tomorrow`
//! for a date.
//!
//! Returns entries, not answers: the form decides whether they are valid.

use askwell_form::{BooleanKind, Date, DateTime, Field, Kind};

use super::entry::FieldEntry;
use super::option_index::OptionIndex;
use crate::messages;

/// Why typed text is no entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UnclearInput {
    /// The text is neither yes nor no.
    Truth,
    /// No option has this name.
    NoSuchOption(String),
    /// Several options match, at these indexes.
    Several(Vec<usize>),
}

/// Parses text typed into a field of any kind but file.
pub(crate) fn parse(field: &Field, text: &str, today: Option<Date>) -> Result<FieldEntry, UnclearInput> {
    let trimmed = text.trim();
    match field.kind() {
        Kind::Boolean(_) if trimmed.is_empty() => Ok(FieldEntry::emptied(field)),
        Kind::Boolean(kind) if kind.label(true).is_some() => {
            verdict(kind, trimmed).map(FieldEntry::Truth).ok_or(UnclearInput::Truth)
        }
        Kind::Boolean(_) => truth(trimmed).map(FieldEntry::Truth).ok_or(UnclearInput::Truth),
        Kind::Select(_) | Kind::MultiSelect(_) if trimmed.is_empty() => Ok(FieldEntry::emptied(field)),
        // The service that has the options confirms what was typed.
        Kind::Select(_) | Kind::MultiSelect(_) if field.options_source().is_some() => {
            Ok(FieldEntry::typed(field, trimmed))
        }
        Kind::Select(select) => {
            let place = option(&OptionIndex::new(&select.options), trimmed)?;
            Ok(FieldEntry::Choice(value_at(field, place)))
        }
        Kind::MultiSelect(select) => {
            let options_index = OptionIndex::new(&select.options);
            let mut values: Vec<String> = Vec::new();
            for part in trimmed.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
                let value = value_at(field, option(&options_index, part)?);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Ok(FieldEntry::chosen(field, values))
        }
        Kind::Date(kind) if kind.with_time => Ok(FieldEntry::typed(field, &moment(trimmed, today))),
        Kind::Date(_) => Ok(FieldEntry::typed(field, &date(trimmed, today))),
        Kind::Number(_) | Kind::Url(_) => Ok(FieldEntry::typed(field, trimmed)),
        _ => Ok(FieldEntry::typed(field, text)),
    }
}

/// Parses yes or no, in common spellings.
pub(crate) fn truth(text: &str) -> Option<bool> {
    let text = text.to_lowercase();
    // The words that the person reads are understood, too.
    for truth in [true, false] {
        if text == messages::truth(truth).to_lowercase() {
            return Some(truth);
        }
    }
    match text.as_str() {
        "y" | "yes" | "true" | "t" | "1" | "on" => Some(true),
        "n" | "no" | "false" | "f" | "0" | "off" => Some(false),
        _ => None,
    }
}

/// Parses the verdict of a decision: a number, the author's words, or approve and reject. A plain yes would not say
/// to what, if the author's button is called “Stop”.
fn verdict(kind: &BooleanKind, text: &str) -> Option<bool> {
    let text = text.to_lowercase();
    let is_label = |value: bool| kind.label(value).is_some_and(|label| label.to_lowercase() == text);
    match text.as_str() {
        "1" | "approve" | "approved" => Some(true),
        "2" | "reject" | "rejected" => Some(false),
        _ => match (is_label(true), is_label(false)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        },
    }
}

/// Returns the index of the option meant: by its number, its name, or a part that only one has.
fn option(options_index: &OptionIndex, text: &str) -> Result<usize, UnclearInput> {
    if let Ok(number) = text.parse::<usize>()
        && (1..=options_index.len()).contains(&number)
    {
        return Ok(number - 1);
    }
    for found in [options_index.named(text), options_index.search(text)] {
        match found.as_slice() {
            [] => {}
            [only] => return Ok(*only),
            _ => return Err(UnclearInput::Several(found)),
        }
    }
    Err(UnclearInput::NoSuchOption(text.to_owned()))
}

fn value_at(field: &Field, place: usize) -> String {
    let choice = field.kind().options().and_then(|options| options.iter().nth(place));
    choice.map(|choice| choice.value.clone()).unwrap_or_default()
}

/// Returns a date or a word for one in RFC 3339, or the text unchanged for the form to reject.
pub(crate) fn date(text: &str, today: Option<Date>) -> String {
    let days = match text.to_lowercase().as_str() {
        "today" => Some(0),
        "tomorrow" => Some(1),
        "yesterday" => Some(-1),
        other => other.strip_prefix('+').and_then(|days| days.parse::<i64>().ok()),
    };
    today
        .zip(days)
        .and_then(|(today, days)| today.checked_add_days(days))
        .map_or_else(|| text.to_owned(), |date| date.to_string())
}

/// Returns a point in time in RFC 3339. Seconds are optional, a space may replace the `T`, and
/// without an offset it is UTC.
pub(crate) fn moment(text: &str, today: Option<Date>) -> String {
    if DateTime::parse(text).is_ok() {
        return text.to_owned();
    }
    // The `t` in `today` does not start a time.
    let at_letter = || text.split_once(['T', 't']).filter(|(day, _)| day.len() == "2026-01-31".len());
    let (day, time) = text.split_once(' ').or_else(at_letter).unwrap_or((text, "00:00"));
    let day = date(day, today);
    let time = time.trim();
    let clock_end = time.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.')).unwrap_or(time.len());
    let (clock, offset) = time.split_at_checked(clock_end).unwrap_or((time, ""));
    let seconds = if clock.matches(':').count() == 1 { ":00" } else { "" };
    let offset = if offset.trim().is_empty() { "Z" } else { offset.trim() };
    let whole = format!("{day}T{clock}{seconds}{offset}");
    if DateTime::parse(&whole).is_ok() { whole } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use askwell_form::{Date, Form};

    use super::{UnclearInput, date, moment, parse};
    use crate::session::FieldEntry;

    fn today() -> Option<Date> {
        Date::parse("2026-02-27").ok()
    }

    #[test]
    fn words_for_dates_are_parsed() {
        for (typed, meant) in [
            ("2026-05-04", "2026-05-04"),
            ("today", "2026-02-27"),
            ("Tomorrow", "2026-02-28"),
            ("yesterday", "2026-02-26"),
            ("+2", "2026-03-01"),
            ("+99999999", "+99999999"),
            ("next week", "next week"),
            ("", ""),
        ] {
            assert_eq!(date(typed, today()), meant, "{typed}");
        }
    }

    #[test]
    fn short_points_in_time_are_completed() {
        for (typed, meant) in [
            ("2026-05-04T08:30:00+02:00", "2026-05-04T08:30:00+02:00"),
            ("2026-05-04 08:30", "2026-05-04T08:30:00Z"),
            ("2026-05-04 08:30:15", "2026-05-04T08:30:15Z"),
            ("2026-05-04 08:30 +02:00", "2026-05-04T08:30:00+02:00"),
            ("2026-05-04", "2026-05-04T00:00:00Z"),
            ("tomorrow 9:30", "tomorrow 9:30"),
            ("tomorrow 09:30", "2026-02-28T09:30:00Z"),
            ("soon", "soon"),
            ("", ""),
            ("é", "é"),
        ] {
            assert_eq!(moment(typed, today()), meant, "{typed}");
        }
    }

    #[test]
    fn options_are_found_by_number_name_or_part() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [
            {"id": "one", "type": "select", "label": "One", "options": ["staging", "stable", "production"]},
            {"id": "some", "type": "multi_select", "label": "Some", "options": ["10", "2", "3"]}]}"#,
        )
        .unwrap();
        let choice = |value: &str| Ok(FieldEntry::Choice(value.to_owned()));
        for (typed, meant) in [
            ("1", choice("staging")),
            ("production", choice("production")),
            ("PROD", choice("production")),
            ("ing", choice("staging")),
            ("sta", Err(UnclearInput::Several(vec![0, 1]))),
            ("9", Err(UnclearInput::NoSuchOption("9".to_owned()))),
            ("nonesuch", Err(UnclearInput::NoSuchOption("nonesuch".to_owned()))),
            ("", Ok(FieldEntry::Untouched)),
        ] {
            assert_eq!(parse(&form.fields()[0], typed, today()), meant, "{typed}");
        }
        let choices =
            |values: &[&str]| Ok(FieldEntry::Choices(values.iter().map(|&v| v.to_owned()).collect()));
        // A number is the position in the list, as the list shows it.
        for (typed, meant) in
            [("2", choices(&["2"])), ("1, 3", choices(&["10", "3"])), ("3;3,1", choices(&["3", "10"]))]
        {
            assert_eq!(parse(&form.fields()[1], typed, today()), meant, "{typed}");
        }
    }

    #[test]
    fn spellings_of_yes_and_no_are_parsed() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [{"id": "b", "type": "boolean", "label": "B", "default": true}]}"#,
        )
        .unwrap();
        for (typed, meant) in [
            ("y", Ok(FieldEntry::Truth(true))),
            ("Yes", Ok(FieldEntry::Truth(true))),
            ("off", Ok(FieldEntry::Truth(false))),
            ("", Ok(FieldEntry::Blank)),
            ("perhaps", Err(UnclearInput::Truth)),
        ] {
            assert_eq!(parse(&form.fields()[0], typed, today()), meant, "{typed}");
        }
    }
}
