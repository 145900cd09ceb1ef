//! Texts of the operator in place of ours: `[words]` in the settings.

use std::collections::HashMap;
use std::fmt;

use crate::catalogue;
use crate::language::Language;
use crate::message::Message;

/// An operator has at most this many texts of their own.
const MAX_TEXTS: usize = 2_000;

/// A text of an operator has at most this many bytes.
const MAX_BYTES: usize = 4_096;

/// The operator's own texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides(HashMap<Language, HashMap<String, Message>>);

/// Why an operator's text cannot be used: which one, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverrideError {
    /// The language tag, as it was given.
    pub language: String,
    /// The key, as it was given.
    pub key: String,
    /// What is wrong, as a fragment of a sentence.
    pub message: String,
}

impl fmt::Display for OverrideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "words.{}.{}: {}", self.language, self.key, self.message)
    }
}

impl std::error::Error for OverrideError {}

impl Overrides {
    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the text for a message in a language.
    ///
    /// # Errors
    /// If there is no such language or message, if the text is not Fluent, or if it has an argument that the message
    /// does not have.
    pub fn add(&mut self, tag: &str, key: &str, text: &str) -> Result<(), OverrideError> {
        let error =
            |message: String| OverrideError { language: tag.to_owned(), key: key.to_owned(), message };
        let language = Language::ALL.into_iter().find(|language| language.tag() == tag).ok_or_else(|| {
            let known: Vec<&str> = Language::ALL.into_iter().map(Language::tag).collect();
            error(format!("no language is called `{tag}`; known are {}", known.join(", ")))
        })?;
        let ours = catalogue::message(Language::English, key).ok_or_else(|| {
            let meant =
                nearest(key).map(|meant| format!("; perhaps `{meant}` was meant")).unwrap_or_default();
            error(format!(
                "no text has this key{meant}; the keys are in the English catalogues of askwell-locale"
            ))
        })?;
        if text.len() > MAX_BYTES || self.0.values().map(HashMap::len).sum::<usize>() >= MAX_TEXTS {
            return Err(error(format!("more than {MAX_BYTES} bytes, or more than {MAX_TEXTS} texts")));
        }
        let message =
            Message::parse(text).map_err(|fault| error(format!("the text is not Fluent: {fault}")))?;
        if let Some(unknown) = message.arguments().difference(&ours.arguments()).next() {
            let known: Vec<String> = ours.arguments().iter().map(|name| format!("${name}")).collect();
            let known = if known.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", known.join(", "))
            };
            return Err(error(format!("the text has no argument ${unknown}; {known}")));
        }
        self.0.entry(language).or_default().insert(key.to_owned(), message);
        Ok(())
    }

    pub(crate) fn message(&self, language: Language, key: &str) -> Option<&Message> {
        self.0.get(&language)?.get(key)
    }
}

/// Returns the key that shares the longest beginning with an unknown one.
fn nearest(key: &str) -> Option<&'static str> {
    let shared = |known: &str| known.bytes().zip(key.bytes()).take_while(|(a, b)| a == b).count();
    let mut keys: Vec<&'static str> = catalogue::english_keys().collect();
    keys.sort_unstable();
    keys.into_iter().rev().max_by_key(|known| shared(known)).filter(|known| shared(known) >= 4)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Overrides;
    use crate::language::Language;
    use crate::words::Words;

    #[test]
    fn text_of_the_operator_takes_the_place_of_ours() {
        let mut overrides = Overrides::default();
        overrides.add("de", "problem-required", "{ $label } fehlt noch.").unwrap();
        let overrides = Arc::new(overrides);
        let label = [("label", "Port".into())];
        let german = Words::of(Language::German).with_overrides(Arc::clone(&overrides));
        assert_eq!(german.text("problem-required", &label), "Port fehlt noch.");
        assert_eq!(german.text("problem-type-date", &label), "Port muss ein Datum sein.");
        let english = Words::of(Language::English).with_overrides(overrides);
        assert_eq!(english.text("problem-required", &label), "Port is required.");
    }

    #[test]
    fn unusable_texts_are_refused_with_a_reason() {
        for (tag, key, text, says) in [
            ("xx", "problem-required", "x", "no language is called `xx`"),
            ("de", "problem-requird", "x", "perhaps `problem-required` was meant"),
            ("de", "problem-required", "{ $name } fehlt.", "no argument $name; it has $label"),
            ("de", "problem-required", "{ $label", "not Fluent"),
            ("de", "problem-required", "x\n}\ny = z", "not Fluent"),
        ] {
            let error = Overrides::default().add(tag, key, text).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
