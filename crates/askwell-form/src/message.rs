//! The message to a person whose answer is rejected.

use crate::constraint::Constraint;
use crate::problem::Fact;

/// More options than this are not listed in a sentence.
const LISTED: usize = 8;

/// Returns a field's label as the subject of a sentence, with what stands around it: a question, or
/// anything else that ends a sentence by itself, is quoted; a colon at the end is dropped.
pub(crate) fn subject(label: &str) -> [&str; 3] {
    let trimmed = label.trim_end_matches([':', '：', ' ']);
    let label = if trimmed.is_empty() { label } else { trimmed };
    match label.chars().next_back() {
        Some('?' | '!' | '.' | '…' | ';' | '？' | '！' | '。' | '؟' | '۔' | '؛') => ["“", label, "”"],
        _ => ["", label, ""],
    }
}

/// Returns whether a label has to be quoted as the subject of a sentence, and the label without a colon at its end.
#[must_use]
pub fn quotable_label(label: &str) -> (bool, &str) {
    let [quote, label, _] = subject(label);
    (!quote.is_empty(), label)
}

/// Returns the sentence that a problem has unless the author of the form or a program words it: in English, about the
/// field called `label`.
#[must_use]
pub fn default_sentence(label: &str, constraint: Constraint, expected: &Fact) -> String {
    sentence(label, constraint, expected)
}

/// Says what is wrong with the field called `label`.
pub(crate) fn sentence(label: &str, constraint: Constraint, expected: &Fact) -> String {
    let subject = subject(label);
    let says = |parts: &[&str]| {
        let all = || subject.iter().chain(parts);
        let mut sentence = String::with_capacity(all().map(|part| part.len()).sum());
        all().for_each(|part| sentence.push_str(part));
        sentence
    };
    match (constraint, expected) {
        (Constraint::Required, _) => says(&[" is required."]),
        (Constraint::Type, expected) => says(&[" must be ", type_phrase(expected), "."]),
        (Constraint::MinLength, Fact::Count(1)) => says(&[" must not be empty."]),
        (Constraint::MinLength, expected) => {
            says(&[" must have at least ", &count(expected, "character"), "."])
        }
        (Constraint::MaxLength, expected) => {
            says(&[" must have at most ", &count(expected, "character"), "."])
        }
        (Constraint::Pattern, _) => says(&[" does not have the expected form."]),
        (Constraint::Format, expected) => says(&[" must be ", format_phrase(expected), "."]),
        (Constraint::Characters, _) => says(&[" must not contain hidden control characters."]),
        (Constraint::Minimum, Fact::Text(date)) => says(&[" must be ", date, " or later."]),
        (Constraint::Maximum, Fact::Text(date)) => says(&[" must be ", date, " or earlier."]),
        (Constraint::Minimum, expected) => says(&[" must be at least ", &plain(expected), "."]),
        (Constraint::Maximum, expected) => says(&[" must be at most ", &plain(expected), "."]),
        (Constraint::ExclusiveMinimum, expected) => says(&[" must be more than ", &plain(expected), "."]),
        (Constraint::ExclusiveMaximum, expected) => says(&[" must be less than ", &plain(expected), "."]),
        (Constraint::MultipleOf, Fact::Number(step)) if step.as_i64() == Some(1) => {
            says(&[" must be a whole number."])
        }
        (Constraint::MultipleOf, expected) => says(&[" must be a multiple of ", &plain(expected), "."]),
        (Constraint::Enum, Fact::List(options)) if options.len() <= LISTED => {
            says(&[" must be one of: ", &options.join(", "), "."])
        }
        (Constraint::Enum, _) => says(&[" must be one of the options."]),
        (Constraint::MinItems, Fact::Rows(count)) => {
            format!("The minimum number of entries in {} is {count}.", subject.concat())
        }
        (Constraint::MaxItems, Fact::Rows(count)) => {
            format!("The maximum number of entries in {} is {count}.", subject.concat())
        }
        (Constraint::MinItems, expected) => says(&[" needs at least ", &count(expected, "choice"), "."]),
        (Constraint::MaxItems, expected) => says(&[" takes at most ", &count(expected, "choice"), "."]),
        (Constraint::UniqueItems, _) => says(&[" has the same choice twice."]),
        (Constraint::AllowedSchemes, Fact::List(schemes)) => {
            says(&[" must begin with ", &schemes.join(":// or "), "://."])
        }
        (Constraint::AllowedSchemes, _) => says(&[" begins with a scheme that is not allowed."]),
        (Constraint::BlockPrivateIps, _) => says(&[" must not lead into a private network."]),
        (Constraint::BlockLocalhost, _) => says(&[" must not lead back to the local machine."]),
        (Constraint::MustResolve, _) => says(&[" must be an address whose host can be found."]),
        (Constraint::MaxSize, expected) => says(&[" must be at most ", &bytes(expected), "."]),
        (Constraint::AllowedMimeTypes, Fact::List(types)) => {
            says(&[" must be a file of type ", &types.join(" or "), "."])
        }
        (Constraint::AllowedExtensions, Fact::List(endings)) => {
            says(&[" must be a file that ends in ", &endings.join(" or "), "."])
        }
        (Constraint::AllowedMimeTypes | Constraint::AllowedExtensions, _) => {
            says(&[" is a type of file that is not allowed."])
        }
        (Constraint::Filename, _) => says(&[" has a file name that cannot be used; rename the file."]),
        (Constraint::Content, _) => says(&[" has content that cannot be used."]),
        (Constraint::AdditionalProperties, Fact::Text(meant)) => {
            format!("This form has no field “{label}”; perhaps “{meant}” was meant.")
        }
        (Constraint::AdditionalProperties, _) => format!("This form has no field “{label}”."),
        (Constraint::DuplicateKey, _) => says(&[" was answered twice."]),
        (Constraint::Json, _) => "The answer is not readable.".to_owned(),
        (Constraint::Computed, Fact::Word(_)) => says(&[" cannot be computed from these answers."]),
        (Constraint::Computed, _) => says(&[" is computed from other answers and cannot be changed."]),
        (Constraint::CustomValidators | Constraint::Rules, _) => says(&[" was not accepted."]),
    }
}

fn type_phrase(expected: &Fact) -> &'static str {
    match expected {
        Fact::Word("string") => "a text",
        Fact::Word("number") => "a number",
        Fact::Word("number of at most 38 digits") => "a number of at most 38 digits",
        Fact::Word("number between -1e308 and 1e308") => "a number between -1e308 and 1e308",
        Fact::Word("boolean") => "true or false",
        Fact::Word("array") => "a list of choices",
        Fact::Word("rows") => "a list of entries",
        Fact::Word("row") => "an object with one value for each field",
        Fact::Word("date") => "a date",
        Fact::Word("option") => "one of the options",
        Fact::Word("object") => "a file",
        _ => "of another type",
    }
}

fn format_phrase(expected: &Fact) -> &'static str {
    match expected {
        Fact::Word("email") => "an email address, like name@example.com",
        Fact::Word("uri") => "a full web address, like https://example.com",
        Fact::Word("uuid") => "a UUID, like 123e4567-e89b-12d3-a456-426614174000",
        Fact::Word("ipv4") => "an IPv4 address, like 203.0.113.7",
        Fact::Word("ipv6") => "an IPv6 address, like 2001:db8::7",
        Fact::Word("hostname") => "a host name, like www.example.com",
        Fact::Word("date") => "a date, like 2026-01-31",
        Fact::Word("date-time") => "a date and time, like 2026-01-31T09:30:00Z",
        Fact::Word("time") => "a time of day, like 09:30",
        Fact::Word("colour") => "a colour, like #1a7f4b",
        _ => "in another format",
    }
}

fn plain(fact: &Fact) -> String {
    match fact {
        Fact::Number(number) => number.to_json(),
        Fact::Count(count) => count.to_string(),
        Fact::Text(text) => text.clone(),
        _ => String::new(),
    }
}

fn count(fact: &Fact, noun: &str) -> String {
    match fact {
        Fact::Count(1) => format!("1 {noun}"),
        other => format!("{} {noun}s", plain(other)),
    }
}

/// Sizes as people say them, exact where they are round.
fn bytes(fact: &Fact) -> String {
    let Fact::Count(size) = fact else { return plain(fact) };
    for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] {
        if *size >= unit && size.is_multiple_of(unit) {
            return format!("{} {name}", size / unit);
        }
    }
    count(fact, "byte")
}

#[cfg(test)]
mod tests {
    use super::sentence;
    use crate::constraint::Constraint;
    use crate::problem::Fact;

    #[test]
    fn label_that_is_a_sentence_is_quoted() {
        for (label, says) in [
            ("Restart at night?", "“Restart at night?” is required."),
            ("Restart at night? ", "“Restart at night?” is required."),
            ("¿Reiniciar de noche?", "“¿Reiniciar de noche?” is required."),
            ("夜に再起動しますか？", "“夜に再起動しますか？” is required."),
            ("And then…", "“And then…” is required."),
            ("Port:", "Port is required."),
            ("Port (TCP)", "Port (TCP) is required."),
        ] {
            assert_eq!(sentence(label, Constraint::Required, &Fact::Unsaid), says);
        }
        let stray = sentence("a?", Constraint::AdditionalProperties, &Fact::Unsaid);
        assert_eq!(stray, "This form has no field “a?”.");
    }

    #[test]
    fn messages_are_complete_sentences() {
        for (constraint, expected, says) in [
            (Constraint::Required, Fact::Unsaid, "Port is required."),
            (Constraint::Maximum, Fact::Number(65535_i64.into()), "Port must be at most 65535."),
            (Constraint::MinLength, Fact::Count(1), "Port must not be empty."),
            (Constraint::MinLength, Fact::Count(3), "Port must have at least 3 characters."),
            (Constraint::MaxItems, Fact::Count(1), "Port takes at most 1 choice."),
            (Constraint::MultipleOf, Fact::Number(1_i64.into()), "Port must be a whole number."),
            (Constraint::MaxSize, Fact::Count(10 << 20), "Port must be at most 10 MiB."),
            (Constraint::MaxSize, Fact::Count(1500), "Port must be at most 1500 bytes."),
            (Constraint::Minimum, Fact::Text("2026-01-01".into()), "Port must be 2026-01-01 or later."),
            (
                Constraint::AllowedSchemes,
                Fact::List(["http".into(), "https".into()].into()),
                "Port must begin with http:// or https://.",
            ),
        ] {
            assert_eq!(sentence("Port", constraint, &expected), says);
        }
    }
}
