//! What was typed, as people type it: `y` for yes, `2` for the second option, `tomorrow` for a date.
//!
//! Makes entries, not answers: whether they are right is for the form to say.

use askwell_form::{Date, DateTime, Field, Kind};

use super::catalogue::Catalogue;
use super::entry::Entry;

/// Why a text cannot be taken for an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unclear {
    /// Neither yes nor no.
    Truth,
    /// No option is called so.
    NoSuchOption(String),
    /// Several options could be meant, these.
    Several(Vec<usize>),
}

/// Reads what was typed into a field that is no file.
pub(crate) fn read(field: &Field, text: &str, today: Option<Date>) -> Result<Entry, Unclear> {
    let trimmed = text.trim();
    match field.kind() {
        Kind::Boolean(_) if trimmed.is_empty() => Ok(Entry::emptied(field)),
        Kind::Boolean(_) => truth(trimmed).map(Entry::Truth).ok_or(Unclear::Truth),
        Kind::Select(_) | Kind::MultiSelect(_) if trimmed.is_empty() => Ok(Entry::emptied(field)),
        Kind::Select(select) => {
            let place = option(&Catalogue::new(&select.options), trimmed)?;
            Ok(Entry::Choice(value_at(field, place)))
        }
        Kind::MultiSelect(select) => {
            let catalogue = Catalogue::new(&select.options);
            let mut values: Vec<String> = Vec::new();
            for part in trimmed.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
                let value = value_at(field, option(&catalogue, part)?);
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            Ok(Entry::chosen(field, values))
        }
        Kind::Date(kind) if kind.with_time => Ok(Entry::typed(field, &moment(trimmed, today))),
        Kind::Date(_) => Ok(Entry::typed(field, &date(trimmed, today))),
        Kind::Number(_) | Kind::Url(_) => Ok(Entry::typed(field, trimmed)),
        _ => Ok(Entry::typed(field, text)),
    }
}

/// Yes or no, in the words that people use.
pub(crate) fn truth(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "y" | "yes" | "true" | "t" | "1" | "on" => Some(true),
        "n" | "no" | "false" | "f" | "0" | "off" => Some(false),
        _ => None,
    }
}

/// The place of the option that was meant: by its number in the list, its name, or a part that only one has.
fn option(catalogue: &Catalogue, text: &str) -> Result<usize, Unclear> {
    if let Ok(number) = text.parse::<usize>()
        && (1..=catalogue.len()).contains(&number)
    {
        return Ok(number - 1);
    }
    for found in [catalogue.named(text), catalogue.search(text)] {
        match found.as_slice() {
            [] => {}
            [only] => return Ok(*only),
            _ => return Err(Unclear::Several(found)),
        }
    }
    Err(Unclear::NoSuchOption(text.to_owned()))
}

fn value_at(field: &Field, place: usize) -> String {
    let choice = field.kind().options().and_then(|options| options.iter().nth(place));
    choice.map(|choice| choice.value.clone()).unwrap_or_default()
}

/// A date, or a word for one, as RFC 3339 has it; anything else as it was typed, for the form to refuse.
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

/// A point in time. The seconds may be left out, a space may stand for the `T`, and without an offset it is UTC.
pub(crate) fn moment(text: &str, today: Option<Date>) -> String {
    if DateTime::parse(text).is_ok() {
        return text.to_owned();
    }
    // The `t` of `today` is none of a time.
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

    use super::{Unclear, date, moment, read};
    use crate::session::Entry;

    fn today() -> Option<Date> {
        Date::parse("2026-02-27").ok()
    }

    #[test]
    fn dates_can_be_said() {
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
    fn points_in_time_can_be_short() {
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
    fn options_go_by_number_name_or_part() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [
            {"id": "one", "type": "select", "label": "One", "options": ["staging", "stable", "production"]},
            {"id": "some", "type": "multi_select", "label": "Some", "options": ["10", "2", "3"]}]}"#,
        )
        .unwrap();
        let choice = |value: &str| Ok(Entry::Choice(value.to_owned()));
        for (typed, meant) in [
            ("1", choice("staging")),
            ("production", choice("production")),
            ("PROD", choice("production")),
            ("ing", choice("staging")),
            ("sta", Err(Unclear::Several(vec![0, 1]))),
            ("9", Err(Unclear::NoSuchOption("9".to_owned()))),
            ("nonesuch", Err(Unclear::NoSuchOption("nonesuch".to_owned()))),
            ("", Ok(Entry::Untouched)),
        ] {
            assert_eq!(read(&form.fields()[0], typed, today()), meant, "{typed}");
        }
        let choices = |values: &[&str]| Ok(Entry::Choices(values.iter().map(|&v| v.to_owned()).collect()));
        // A number is the place in the list, as that is what the list shows.
        for (typed, meant) in
            [("2", choices(&["2"])), ("1, 3", choices(&["10", "3"])), ("3;3,1", choices(&["3", "10"]))]
        {
            assert_eq!(read(&form.fields()[1], typed, today()), meant, "{typed}");
        }
    }

    #[test]
    fn yes_and_no_have_many_names() {
        let form = Form::parse(
            r#"{"id": "f", "title": "F", "fields": [{"id": "b", "type": "boolean", "label": "B", "default": true}]}"#,
        )
        .unwrap();
        for (typed, meant) in [
            ("y", Ok(Entry::Truth(true))),
            ("Yes", Ok(Entry::Truth(true))),
            ("off", Ok(Entry::Truth(false))),
            ("", Ok(Entry::Blank)),
            ("perhaps", Err(Unclear::Truth)),
        ] {
            assert_eq!(read(&form.fields()[0], typed, today()), meant, "{typed}");
        }
    }
}
