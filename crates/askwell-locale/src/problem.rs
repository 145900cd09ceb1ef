//! The sentence of a problem in a language.

use std::borrow::Cow;

use askwell_form::{Constraint, Fact, Field, Form, Problem, default_sentence, quotable_label};

use crate::format::Value;
use crate::language::Language;
use crate::words::Words;

/// More options than this are not listed in a sentence.
const LISTED: usize = 8;

/// Returns the sentence for the person who answered.
///
/// `label` is the field's label in the form that was checked, `shown_label` the one that the person sees; they differ
/// if the form has translations. A sentence of the form's author or of a program is returned as it is.
#[must_use]
pub fn problem_sentence(words: &Words, problem: &Problem, label: &str, shown_label: &str) -> String {
    if words.language() == Language::English && !words.are_overridden() && label == shown_label {
        return problem.message.clone().into_owned();
    }
    let Some((key, mut values)) = ours(problem, label) else { return problem.message.clone().into_owned() };
    let shown = if label_is_subject(key) { subject(words, shown_label) } else { shown_label.to_owned() };
    values.push(("label", shown.into()));
    if let (Constraint::MaxSize, Fact::Count(bytes)) = (problem.constraint, &problem.expected) {
        values.push(("size", exact_size(words, *bytes).into()));
    }
    words.text(key, &values)
}

/// Returns the sentence for the person who answered, with the labels of the form that was checked and of the one that the
/// person sees; they are the same unless the form has translations. The problem of a row says which row it is.
#[must_use]
pub fn problem_in_form(words: &Words, problem: &Problem, form: &Form, shown: &Form) -> String {
    let label = |form: &Form, id: &str| {
        form.field(id).map_or_else(|| id.to_owned(), |field| field.label().to_owned())
    };
    let rows = |form: &Form| form.field(&problem.field).and_then(Field::rows).cloned();
    let (Some(place), Some(rows), Some(shown_rows)) = (&problem.row, rows(form), rows(shown)) else {
        let (label, shown) = (label(form, &problem.field), label(shown, &problem.field));
        return problem_sentence(words, problem, &label, &shown);
    };
    let prefix = format!("{}: ", rows.title(place.row));
    let Some(message) = problem.message.strip_prefix(&*prefix) else { return problem.message.to_string() };
    let inner = Problem {
        field: place.field.clone(),
        message: message.to_owned().into(),
        row: None,
        ..problem.clone()
    };
    let (label, shown) = (label(&rows.form, &place.field), label(&shown_rows.form, &place.field));
    let sentence = problem_sentence(words, &inner, &label, &shown);
    let values = [
        ("item", shown_rows.item.as_str().into()),
        ("number", (place.row + 1).into()),
        ("sentence", sentence.into()),
    ];
    words.text("problem-in-row", &values)
}

fn subject(words: &Words, label: &str) -> String {
    match quotable_label(label) {
        (true, label) => words.text("problem-quoted-label", &[("label", label.into())]),
        (false, label) => label.to_owned(),
    }
}

/// Returns a field's label as the subject of a sentence, in the words that were entered on this thread: a question is put
/// into quotation marks.
#[must_use]
pub fn label_subject(label: &str) -> String {
    subject(&Words::current(), label)
}

/// Returns whether the label begins the sentence, rather than being quoted in it.
fn label_is_subject(key: &str) -> bool {
    !key.starts_with("problem-no-field")
}

type OwnMessage<'p> = (&'static str, Vec<(&'static str, Value<'p>)>);

/// Returns the message and its arguments if the sentence is ours.
fn ours<'p>(problem: &'p Problem, label: &str) -> Option<OwnMessage<'p>> {
    if problem.message == default_sentence(label, problem.constraint, &problem.expected) {
        return Some(message(problem.constraint, &problem.expected));
    }
    if problem.constraint == Constraint::Required && problem.message == "Please decide." {
        return Some(("problem-decide", Vec::new()));
    }
    if problem.constraint == Constraint::Content { content(problem, label) } else { None }
}

fn message(constraint: Constraint, expected: &Fact) -> OwnMessage<'_> {
    let number = || vec![("number", number(expected))];
    let count = || vec![("count", number_or_count(expected))];
    let texts = |texts: &'_ [String], end: &str| -> Vec<Cow<'_, str>> {
        texts.iter().map(|text| Cow::Owned(format!("{text}{end}"))).collect()
    };
    match (constraint, expected) {
        (Constraint::Required, _) => ("problem-required", Vec::new()),
        (Constraint::Type, expected) => (type_key(expected), Vec::new()),
        (Constraint::MinLength, Fact::Count(1)) => ("problem-empty", Vec::new()),
        (Constraint::MinLength, _) => ("problem-min-length", count()),
        (Constraint::MaxLength, _) => ("problem-max-length", count()),
        (Constraint::Pattern, _) => ("problem-pattern", Vec::new()),
        (Constraint::Format, expected) => (format_key(expected), Vec::new()),
        (Constraint::Characters, _) => ("problem-characters", Vec::new()),
        (Constraint::Minimum, Fact::Text(date)) => {
            ("problem-earliest", vec![("date", Value::Date(date.into()))])
        }
        (Constraint::Maximum, Fact::Text(date)) => {
            ("problem-latest", vec![("date", Value::Date(date.into()))])
        }
        (Constraint::Minimum, _) => ("problem-minimum", number()),
        (Constraint::Maximum, _) => ("problem-maximum", number()),
        (Constraint::ExclusiveMinimum, _) => ("problem-more-than", number()),
        (Constraint::ExclusiveMaximum, _) => ("problem-less-than", number()),
        (Constraint::MultipleOf, Fact::Number(step)) if step.as_i64() == Some(1) => {
            ("problem-whole-number", Vec::new())
        }
        (Constraint::MultipleOf, _) => ("problem-multiple", number()),
        (Constraint::Enum, Fact::List(options)) if options.len() <= LISTED => {
            ("problem-one-of", vec![("options", Value::Items(texts(options, "")))])
        }
        (Constraint::Enum, _) => ("problem-option", Vec::new()),
        (Constraint::MinItems, Fact::Rows(_)) => ("problem-min-rows", count()),
        (Constraint::MaxItems, Fact::Rows(_)) => ("problem-max-rows", count()),
        (Constraint::MinItems, _) => ("problem-min-items", count()),
        (Constraint::MaxItems, _) => ("problem-max-items", count()),
        (Constraint::UniqueItems, _) => ("problem-twice", Vec::new()),
        (Constraint::AllowedSchemes, Fact::List(schemes)) => {
            ("problem-schemes", vec![("schemes", Value::Alternatives(texts(schemes, "://")))])
        }
        (Constraint::AllowedSchemes, _) => ("problem-scheme", Vec::new()),
        (Constraint::BlockPrivateIps, _) => ("problem-private-network", Vec::new()),
        (Constraint::BlockLocalhost, _) => ("problem-local-machine", Vec::new()),
        (Constraint::MustResolve, _) => ("problem-host", Vec::new()),
        (Constraint::MaxSize, _) => ("problem-size", Vec::new()),
        (Constraint::AllowedMimeTypes, Fact::List(types)) => {
            ("problem-file-type", vec![("types", Value::Alternatives(texts(types, "")))])
        }
        (Constraint::AllowedExtensions, Fact::List(endings)) => {
            ("problem-file-ending", vec![("endings", Value::Alternatives(texts(endings, "")))])
        }
        (Constraint::AllowedMimeTypes | Constraint::AllowedExtensions, _) => {
            ("problem-file-not-allowed", Vec::new())
        }
        (Constraint::Filename, _) => ("problem-filename", Vec::new()),
        (Constraint::Content, _) => ("problem-content", Vec::new()),
        (Constraint::AdditionalProperties, Fact::Text(meant)) => {
            ("problem-no-field-meant", vec![("meant", meant.as_str().into())])
        }
        (Constraint::AdditionalProperties, _) => ("problem-no-field", Vec::new()),
        (Constraint::DuplicateKey, _) => ("problem-answered-twice", Vec::new()),
        (Constraint::Json, _) => ("problem-not-readable", Vec::new()),
        (Constraint::Computed, Fact::Word(_)) => ("problem-not-computable", Vec::new()),
        (Constraint::Computed, _) => ("problem-computed", Vec::new()),
        _ => ("problem-not-accepted", Vec::new()),
    }
}

/// Returns the message for a file whose content is not what it is declared to be, if a person can meet it.
fn content<'p>(problem: &'p Problem, label: &str) -> Option<OwnMessage<'p>> {
    let fact = |fact: &'p Fact| match fact {
        Fact::Text(text) => Some(text.as_str()),
        Fact::Word(word) => Some(*word),
        _ => None,
    };
    let (expected, actual) =
        (fact(&problem.expected).unwrap_or_default(), fact(&problem.actual).unwrap_or_default());
    let subject = match quotable_label(label) {
        (true, label) => format!("“{label}”"),
        (false, label) => label.to_owned(),
    };
    let phrase = problem.message.strip_prefix(&*subject)?.strip_prefix(' ')?.strip_suffix('.')?;
    let types = || vec![("expected", expected.into()), ("actual", actual.into())];
    if phrase == "has no content" {
        Some(("problem-content-missing", Vec::new()))
    } else if phrase == "has content that was never uploaded" {
        Some(("problem-content-never-uploaded", Vec::new()))
    } else if phrase == format!("has content that is not {expected}") {
        Some(("problem-content-not-type", types()))
    } else if phrase == format!("has content that cannot be used as {expected}") {
        Some(("problem-content-broken", types()))
    } else if phrase == format!("has content of the type {actual}, not {expected}") {
        Some(("problem-content-other-type", types()))
    } else {
        None
    }
}

fn type_key(expected: &Fact) -> &'static str {
    match expected {
        Fact::Word("string") => "problem-type-text",
        Fact::Word("number") => "problem-type-number",
        Fact::Word("number of at most 38 digits") => "problem-type-number-digits",
        Fact::Word("number between -1e308 and 1e308") => "problem-type-number-range",
        Fact::Word("boolean") => "problem-type-boolean",
        Fact::Word("array") => "problem-type-list",
        Fact::Word("rows") => "problem-type-rows",
        Fact::Word("date") => "problem-type-date",
        Fact::Word("option") => "problem-type-option",
        Fact::Word("object") => "problem-type-file",
        _ => "problem-type-other",
    }
}

fn format_key(expected: &Fact) -> &'static str {
    match expected {
        Fact::Word("email") => "problem-format-email",
        Fact::Word("uri") => "problem-format-uri",
        Fact::Word("uuid") => "problem-format-uuid",
        Fact::Word("ipv4") => "problem-format-ipv4",
        Fact::Word("ipv6") => "problem-format-ipv6",
        Fact::Word("hostname") => "problem-format-hostname",
        Fact::Word("date") => "problem-format-date",
        Fact::Word("date-time") => "problem-format-date-time",
        Fact::Word("time") => "problem-format-time",
        Fact::Word("colour") => "problem-format-colour",
        _ => "problem-format-other",
    }
}

fn number(fact: &Fact) -> Value<'_> {
    match fact {
        Fact::Number(number) => Value::Number(number.to_string().into()),
        Fact::Count(count) | Fact::Rows(count) => (*count).into(),
        Fact::Text(text) => text.as_str().into(),
        _ => "".into(),
    }
}

fn number_or_count(fact: &Fact) -> Value<'_> {
    number(fact)
}

/// Returns a size in the largest unit in which it is a whole number.
fn exact_size(words: &Words, bytes: usize) -> String {
    for (unit, key) in [(1 << 30, "size-gib"), (1 << 20, "size-mib"), (1 << 10, "size-kib")] {
        if bytes >= unit && bytes.is_multiple_of(unit) {
            return words.text(key, &[("number", (bytes / unit).into())]);
        }
    }
    words.text("size-bytes", &[("count", bytes.into())])
}
