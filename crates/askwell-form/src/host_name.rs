//! How a host name looks to a person, and whether it may imitate another one.
//!
//! DNS uses the ASCII form of a name, in which international labels begin with `xn--`. No letter
//! can disguise that form, so people see it first. The rule for mixed scripts is the level "highly
//! restrictive" of Unicode Technical Standard 39. A name that passes is not thereby trustworthy.

use unicode_script::{Script, UnicodeScript as _};

/// Scripts that are written together, within one label.
const TOGETHER: [&[Script]; 3] = [
    &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// What makes a host name look like another, the graver findings last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LookAlike {
    /// Letters beyond ASCII, some of which look like others.
    International,
    /// Letters of several scripts in one label, as names have that pose as others.
    MixedScripts,
}

/// Returns what to warn of, for a host name in its ASCII spelling.
#[must_use]
pub fn look_alike(ascii_name: &str) -> Option<LookAlike> {
    let unicode = unicode_name(ascii_name)?;
    let mixed = unicode.split('.').any(mixes_scripts);
    Some(if mixed { LookAlike::MixedScripts } else { LookAlike::International })
}

/// Returns a host name in its own letters, if its ASCII spelling has labels that stand for others. A label that
/// cannot be read stays as it is.
#[must_use]
pub fn unicode_name(ascii_name: &str) -> Option<String> {
    let encoded = |label: &str| label.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"));
    ascii_name.split('.').any(encoded).then(|| idna::domain_to_unicode(ascii_name).0)
}

/// Returns whether a word or label has letters of several scripts that are not written together.
#[must_use]
pub fn mixes_scripts(label: &str) -> bool {
    let mut scripts: Vec<Script> = Vec::new();
    for script in label.chars().map(|character| character.script()) {
        if !matches!(script, Script::Common | Script::Inherited) && !scripts.contains(&script) {
            scripts.push(script);
        }
    }
    let belong = |family: &&[Script]| scripts.iter().all(|script| family.contains(script));
    scripts.len() > 1 && !TOGETHER.iter().any(belong)
}

#[cfg(test)]
mod tests {
    use super::{LookAlike, look_alike, unicode_name};

    #[test]
    fn host_name_that_imitates_another_is_found() {
        use LookAlike::{International, MixedScripts};
        for (name, expected) in [
            ("example.com", None),
            ("bücher.example", Some(International)),
            // Greek alone, Cyrillic alone, Persian with a joiner.
            ("παράδειγμα.example", Some(International)),
            ("пример.example", Some(International)),
            ("نامه\u{200c}ای.example", Some(International)),
            // One Cyrillic letter among Latin ones, and one Greek.
            ("аpple.example", Some(MixedScripts)),
            ("gοοgle.example", Some(MixedScripts)),
            // An Armenian letter in the last label.
            ("example.cօm", Some(MixedScripts)),
            // Each label by itself is of one script.
            ("пример.bücher.example", Some(International)),
            // Ways of writing in East Asia.
            ("東京タワーです.example", Some(International)),
            ("東京tower.example", Some(International)),
            ("서울seoul.example", Some(International)),
            ("서울タワー.example", Some(MixedScripts)),
        ] {
            let ascii = idna::domain_to_ascii(name).unwrap_or_else(|_| panic!("{name}"));
            assert_eq!(look_alike(&ascii), expected, "{name}");
            assert_eq!(unicode_name(&ascii).as_deref(), expected.map(|_| name));
            assert_eq!(look_alike(&ascii.to_ascii_uppercase()), expected, "{name}");
        }
        // An invalid label counts as international, because browsers may show it in any way.
        assert_eq!(look_alike("xn--a\u{e9}.example"), Some(International));
        assert_eq!(look_alike("xn--.example"), Some(International));
        assert_eq!(look_alike(""), None);
    }
}
