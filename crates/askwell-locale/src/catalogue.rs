//! The catalogues, embedded and read once per language.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::language::Language;
use crate::message::Message;

include!(concat!(env!("OUT_DIR"), "/catalogues.rs"));

/// Returns the texts of the files of a language: every `locales/<tag>/*.ftl`, see `build.rs`.
fn sources(language: Language) -> impl Iterator<Item = &'static str> {
    let tag = if language == Language::Pseudo { Language::English.tag() } else { language.tag() };
    files(tag).iter().map(|(_, text)| *text)
}

fn catalogue(language: Language) -> &'static HashMap<String, Message> {
    static CATALOGUES: [OnceLock<HashMap<String, Message>>; 15] = [const { OnceLock::new() }; 15];
    static NONE: OnceLock<HashMap<String, Message>> = OnceLock::new();
    CATALOGUES.get(language as usize).unwrap_or(&NONE).get_or_init(|| {
        // A test reads every file, so there are no errors here; a file with one would say everything in English.
        sources(language).flat_map(|text| Message::parse_all(text).unwrap_or_default()).collect()
    })
}

/// Returns a message of a language, in English if the language does not have it.
#[must_use]
pub fn message(language: Language, key: &str) -> Option<&'static Message> {
    catalogue(language).get(key).or_else(|| catalogue(Language::English).get(key))
}

/// Returns every message of a language with its key, in no order.
pub fn messages(language: Language) -> impl Iterator<Item = (&'static str, &'static Message)> {
    catalogue(language).iter().map(|(key, message)| (&**key, message))
}

/// Returns the key of every message.
pub fn english_keys() -> impl Iterator<Item = &'static str> {
    messages(Language::English).map(|(key, _)| key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{catalogue, sources};
    use crate::format::categories;
    use crate::language::Language;
    use crate::message::Message;

    #[test]
    fn every_file_is_a_catalogue_without_doubles() {
        for language in Language::ALL {
            let mut seen = BTreeSet::new();
            for text in sources(language) {
                for (key, _) in
                    Message::parse_all(text).unwrap_or_else(|error| panic!("{language:?}: {error}"))
                {
                    assert!(seen.insert(key.clone()), "{language:?} has `{key}` twice");
                }
            }
        }
    }

    #[test]
    fn every_language_has_every_message_with_the_same_arguments() {
        let english = catalogue(Language::English);
        let mut faults = Vec::new();
        for language in Language::ALL {
            let own = catalogue(language);
            for (key, message) in english {
                match own.get(key) {
                    None => faults.push(format!("{}: `{key}` is missing", language.tag())),
                    Some(other) if other.arguments() != message.arguments() => {
                        faults.push(format!("{}: `{key}` has other arguments", language.tag()));
                    }
                    Some(_) => {}
                }
            }
            faults.extend(
                own.keys()
                    .filter(|key| !english.contains_key(*key))
                    .map(|key| format!("{}: `{key}` is no message", language.tag())),
            );
        }
        faults.sort();
        assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    }

    #[test]
    fn every_plural_has_the_categories_of_its_language() {
        for language in Language::ALL {
            let needed: BTreeSet<&str> = categories(language).into_iter().collect();
            for (key, message) in catalogue(language) {
                for variants in message.plural_variants() {
                    if !variants.contains(&"other") {
                        continue;
                    }
                    let given: BTreeSet<&str> =
                        variants.into_iter().filter(|key| key.parse::<u64>().is_err()).collect();
                    // French, Spanish, Italian and Portuguese have a category for whole millions, which nothing here
                    // counts to.
                    let missing: Vec<_> = needed
                        .difference(&given)
                        .filter(|name| {
                            **name != "many" || matches!(language, Language::Polish | Language::Arabic)
                        })
                        .collect();
                    assert!(missing.is_empty(), "{}: `{key}` lacks {missing:?}", language.tag());
                    let extra: Vec<_> = given.difference(&needed).collect();
                    assert!(
                        extra.is_empty(),
                        "{}: `{key}` has {extra:?}, which it never uses",
                        language.tag()
                    );
                }
            }
        }
    }
}
