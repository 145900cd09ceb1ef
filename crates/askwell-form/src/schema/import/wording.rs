//! Makes texts from a schema safe to show: no hidden characters, not too long, never empty.

use crate::hidden::is_hidden_in_text;
use crate::text::code_points;

const LONGEST_TITLE: usize = 256;
const LONGEST_DESCRIPTION: usize = 2048;
const LONGEST_LABEL: usize = 256;
const LONGEST_FIELD_DESCRIPTION: usize = 1024;

/// The title of a form without one.
pub(super) const UNTITLED: &str = "Question";

/// What people read above the fields.
pub(super) struct FormWords {
    pub(super) title: String,
    pub(super) description: Option<String>,
    /// Something was cut or taken out.
    pub(super) changed: bool,
}

/// The schema's own title goes before the message; what does not fit the title is in the
/// description.
pub(super) fn form_words(title: Option<&str>, description: Option<&str>, message: &str) -> FormWords {
    let message = message.trim();
    let first_line = message.lines().next().unwrap_or("").trim();
    let heading = title.map_or(first_line, str::trim);
    let shown = shown(heading, LONGEST_TITLE);
    // A message that is all said in the title leaves the description to the schema.
    let rest =
        if message.is_empty() || title.is_none() && shown == message { description } else { Some(message) };
    let description = rest.map(|text| self::shown(text, LONGEST_DESCRIPTION));
    let kept_all =
        description.as_deref() == rest && (shown == heading || title.is_none() && rest == Some(message));
    let title = if shown.is_empty() { UNTITLED.to_owned() } else { shown };
    FormWords { title, description, changed: !kept_all }
}

/// Returns a label, and whether it is the schema's own title, unchanged.
pub(super) fn label(title: Option<&str>, property: &str) -> (String, bool) {
    match title.map(|title| (title, shown(title, LONGEST_LABEL))) {
        Some((title, shown)) if !shown.trim().is_empty() => {
            let unchanged = shown == title;
            (shown, unchanged)
        }
        _ => (shown(&spelled_out(property), LONGEST_LABEL), title.is_none()),
    }
}

/// Returns a description, and whether it is unchanged.
pub(super) fn description(text: &str) -> (String, bool) {
    let shown = shown(text, LONGEST_FIELD_DESCRIPTION);
    let unchanged = shown == text;
    (shown, unchanged)
}

/// Returns the text without hidden characters, cut to a length.
fn shown(text: &str, longest: usize) -> String {
    let mut shown: String = text.chars().filter(|&c| !is_hidden_in_text(c)).collect();
    if code_points(&shown) > longest {
        shown = shown.chars().take(longest - 1).chain(['…']).collect();
    }
    shown
}

/// Returns the same without a bound, for the titles of options.
pub(super) fn visible(text: &str) -> String {
    shown(text, usize::MAX)
}

/// Returns a property name as people would write it: `userName` and `user_name` are "User name".
fn spelled_out(name: &str) -> String {
    let mut words: Vec<String> = vec![String::new()];
    let characters: Vec<char> = visible(name).chars().collect();
    for (index, &character) in characters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| characters.get(before));
        let after = characters.get(index + 1);
        let capital_after_small = character.is_uppercase() && before.is_some_and(|c| !c.is_uppercase());
        let last_of_capitals = character.is_uppercase() && after.is_some_and(|c| c.is_lowercase());
        let separates = matches!(character, '_' | '-' | '.') || character.is_whitespace();
        if separates || capital_after_small || last_of_capitals {
            words.push(String::new());
        }
        if let (false, Some(word)) = (separates, words.last_mut()) {
            word.push(character);
        }
    }
    // Abbreviations stay in capitals.
    let is_abbreviation = |word: &str| word.chars().nth(1).is_some() && !word.chars().any(char::is_lowercase);
    let mut label = String::new();
    for word in words.into_iter().filter(|word| !word.is_empty()) {
        let word = if is_abbreviation(&word) { word } else { word.to_lowercase() };
        let mut letters = word.chars();
        match letters.next() {
            Some(first) if label.is_empty() => label.extend(first.to_uppercase().chain(letters)),
            _ => {
                label.push(' ');
                label.push_str(&word);
            }
        }
    }
    if label.is_empty() { UNTITLED.to_owned() } else { label }
}

#[cfg(test)]
mod tests {
    use super::{form_words, label, spelled_out};

    #[test]
    fn property_names_become_labels() {
        for (name, expected) in [
            ("name", "Name"),
            ("user_name", "User name"),
            ("userName", "User name"),
            ("UserName", "User name"),
            ("user-name.first", "User name first"),
            ("userID", "User ID"),
            ("HTTPServer", "HTTP server"),
            ("API_KEY", "API KEY"),
            ("line2", "Line2"),
            ("größe", "Größe"),
            ("", "Question"),
            ("__", "Question"),
            ("\u{202e}x", "X"),
        ] {
            assert_eq!(spelled_out(name), expected, "{name}");
        }
    }

    #[test]
    fn label_is_the_title_or_made_from_the_name() {
        let long = "x".repeat(300);
        for (title, expected, own) in [
            (Some("Your name"), "Your name", true),
            (Some("a\u{202e}b"), "ab", false),
            (Some(""), "Key", false),
            (None, "Key", true),
        ] {
            assert_eq!(label(title, "key"), (expected.to_owned(), own), "{title:?}");
        }
        assert_eq!(label(Some(&long), "key").0.chars().count(), 256);
    }

    #[test]
    fn message_is_kept_in_every_import() {
        let long = "y".repeat(300);
        for (title, description, message, heading, rest, changed) in [
            (None, None, "Who are you?", "Who are you?", None, false),
            (None, Some("About"), "Who?", "Who?", Some("About"), false),
            (Some("Login"), None, "Who?", "Login", Some("Who?"), false),
            (None, None, "Who?\nWe must know.", "Who?", Some("Who?\nWe must know."), false),
            (Some("Login"), Some("About"), "", "Login", Some("About"), false),
            (None, None, " ", "Question", None, false),
            (None, None, "a\u{7}b", "ab", Some("ab"), true),
        ] {
            let words = form_words(title, description, message);
            assert_eq!((words.title.as_str(), words.description.as_deref()), (heading, rest), "{message}");
            assert_eq!(words.changed, changed, "{message}");
        }
        let words = form_words(None, None, &long);
        assert_eq!((words.title.chars().count(), words.description), (256, Some(long)));
    }
}
