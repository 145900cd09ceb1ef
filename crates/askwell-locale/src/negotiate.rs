//! Which language a browser or a terminal wants.

use crate::language::Language;

/// More wishes than this are not looked at.
const MAX_WISHES: usize = 32;

/// Returns the language that an `Accept-Language` header wants most, of those with a catalogue. `None` if it wants
/// none of them.
#[must_use]
pub fn from_accept_language(header: &str) -> Option<Language> {
    let mut best: Option<(u16, Language)> = None;
    for wish in header.split(',').take(MAX_WISHES) {
        let mut parts = wish.split(';').map(str::trim);
        let Some(language) = parts.next().and_then(Language::from_tag) else { continue };
        let weight = parts.find_map(|part| part.strip_prefix("q=")).map_or(1000, thousandths);
        if weight > 0 && best.is_none_or(|(most, _)| weight > most) {
            best = Some((weight, language));
        }
    }
    best.map(|(_, language)| language)
}

/// Returns a weight such as `0.8` in thousandths; 0 if it is none.
fn thousandths(weight: &str) -> u16 {
    let (whole, rest) = weight.split_once('.').unwrap_or((weight, ""));
    let digit = |place: usize| {
        rest.as_bytes()
            .get(place)
            .map_or(Some(0), |byte| byte.is_ascii_digit().then(|| u16::from(byte - b'0')))
    };
    match (whole, digit(0), digit(1), digit(2)) {
        ("1", ..) => 1000,
        ("0", Some(first), Some(second), Some(third)) => first * 100 + second * 10 + third,
        _ => 0,
    }
}

/// Returns the language that the variables of a terminal want. `variable` returns a variable's value.
///
/// As `gettext` does: `LC_ALL`, then `LC_MESSAGES`, then `LANG`; unless that is `C` or `POSIX`, which is English,
/// `LANGUAGE` may list others to try first.
pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Language> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG"))?;
    let plain = locale.split(['.', '@']).next().unwrap_or_default();
    if plain == "C" || plain == "POSIX" {
        return Some(Language::English);
    }
    let list = set("LANGUAGE").unwrap_or_default();
    list.split(':').take(MAX_WISHES).chain([&*locale]).find_map(Language::from_tag)
}

#[cfg(test)]
mod tests {
    use super::{from_accept_language, from_environment};
    use crate::language::Language;

    #[test]
    fn header_wants_the_language_with_the_highest_weight() {
        for (header, wanted) in [
            ("de", Some(Language::German)),
            ("de-AT,en;q=0.5", Some(Language::German)),
            ("nl, fr;q=0.3, it;q=0.9", Some(Language::Italian)),
            ("en;q=0, pl;q=0.001", Some(Language::Polish)),
            ("pt-BR , *;q=0.1", Some(Language::Portuguese)),
            ("zh-Hant-TW", Some(Language::Chinese)),
            ("nl, *", None),
            ("de;q=x", None),
            ("", None),
            (";;,,q=1", None),
        ] {
            assert_eq!(from_accept_language(header), wanted, "{header}");
        }
    }

    #[test]
    fn environment_is_read_as_gettext_reads_it() {
        for (variables, wanted) in [
            (&[("LANG", "de_DE.UTF-8")][..], Some(Language::German)),
            (&[("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "fr_FR")], Some(Language::French)),
            (&[("LANG", "de_DE"), ("LC_ALL", "C.UTF-8"), ("LANGUAGE", "it")], Some(Language::English)),
            (&[("LANG", "en_GB"), ("LANGUAGE", "nl:pl")], Some(Language::Polish)),
            (&[("LANGUAGE", "pl")], None),
            (&[("LANG", "nl_NL")], None),
            (&[("LANG", "")], None),
        ] {
            let found = from_environment(|name| {
                variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, wanted, "{variables:?}");
        }
    }
}
