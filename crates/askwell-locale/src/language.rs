//! The languages that catalogues exist in.

use icu_locale_core::{Locale, locale};

/// A language with a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each is named after the language")]
pub enum Language {
    #[default]
    English,
    German,
    French,
    Spanish,
    Portuguese,
    Italian,
    Polish,
    Turkish,
    Arabic,
    Hebrew,
    Hindi,
    Chinese,
    Japanese,
    Korean,
    /// English with every letter replaced by one that looks like it. Shows which texts come from no catalogue.
    Pseudo,
}

impl Language {
    /// Every language of people, English first.
    pub const ALL: [Language; 14] = [
        Language::English,
        Language::German,
        Language::French,
        Language::Spanish,
        Language::Portuguese,
        Language::Italian,
        Language::Polish,
        Language::Turkish,
        Language::Arabic,
        Language::Hebrew,
        Language::Hindi,
        Language::Chinese,
        Language::Japanese,
        Language::Korean,
    ];

    /// Returns the tag, as `lang` has it in HTML.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
            Language::Spanish => "es",
            Language::Portuguese => "pt",
            Language::Italian => "it",
            Language::Polish => "pl",
            Language::Turkish => "tr",
            Language::Arabic => "ar",
            Language::Hebrew => "he",
            Language::Hindi => "hi",
            Language::Chinese => "zh",
            Language::Japanese => "ja",
            Language::Korean => "ko",
            Language::Pseudo => "en-XA",
        }
    }

    /// Returns the language's own name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::French => "Français",
            Language::Spanish => "Español",
            Language::Portuguese => "Português",
            Language::Italian => "Italiano",
            Language::Polish => "Polski",
            Language::Turkish => "Türkçe",
            Language::Arabic => "العربية",
            Language::Hebrew => "עברית",
            Language::Hindi => "हिन्दी",
            Language::Chinese => "中文",
            Language::Japanese => "日本語",
            Language::Korean => "한국어",
            Language::Pseudo => "Ƥşḗŭḓǿ",
        }
    }

    /// Returns the language of a tag such as `de`, `de-AT`, `pt_BR.UTF-8` or `iw`, or `None` if no catalogue fits.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Language> {
        let tag = tag.split(['.', '@']).next().unwrap_or_default();
        if tag.eq_ignore_ascii_case("en-XA") || tag.eq_ignore_ascii_case("en_XA") {
            return Some(Language::Pseudo);
        }
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        let primary = if primary.eq_ignore_ascii_case("iw") { "he" } else { primary };
        Language::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Returns whether the language is written from right to left.
    #[must_use]
    pub fn is_right_to_left(self) -> bool {
        matches!(self, Language::Arabic | Language::Hebrew)
    }

    /// Returns `rtl` or `ltr`, as `dir` has it in HTML.
    #[must_use]
    pub fn direction(self) -> &'static str {
        if self.is_right_to_left() { "rtl" } else { "ltr" }
    }

    pub(crate) fn locale(self) -> Locale {
        match self {
            // English of the world: the day comes before the month.
            Language::English | Language::Pseudo => locale!("en-001"),
            Language::German => locale!("de"),
            Language::French => locale!("fr"),
            Language::Spanish => locale!("es"),
            Language::Portuguese => locale!("pt"),
            Language::Italian => locale!("it"),
            Language::Polish => locale!("pl"),
            Language::Turkish => locale!("tr"),
            // Inputs take Latin digits; sentences have to agree with them.
            Language::Arabic => locale!("ar-u-nu-latn"),
            Language::Hebrew => locale!("he"),
            Language::Hindi => locale!("hi-u-nu-latn"),
            Language::Chinese => locale!("zh"),
            Language::Japanese => locale!("ja"),
            Language::Korean => locale!("ko"),
        }
    }
}
