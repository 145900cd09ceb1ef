//! The Unicode properties that `\p{…}` may name.
//!
//! ECMA-262 matches these names exactly and has fewer of them than the engine, which also ignores
//! case, spaces and underscores. A pattern that works here must work in other implementations, so
//! the names are listed.

/// A property that the engine knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Property<'a> {
    /// What kind of property.
    pub(super) family: Family,
    /// The value, or for [`Family::Binary`] the property itself.
    pub(super) name: &'a str,
}

/// The kinds of property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    Category,
    Script,
    ScriptExtensions,
    Binary,
}

/// What became of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookup<'a> {
    Known(Property<'a>),
    /// ECMA-262 has it, the engine does not.
    BeyondEngine,
    Unknown,
}

/// Looks up what stands between the braces of `\p{…}`.
pub(super) fn look_up(text: &str) -> Lookup<'_> {
    let (family, name) = match text.split_once('=') {
        Some(("General_Category" | "gc", name)) => (Family::Category, name),
        Some(("Script" | "sc", name)) => (Family::Script, name),
        Some(("Script_Extensions" | "scx", name)) => (Family::ScriptExtensions, name),
        Some(_) => return Lookup::Unknown,
        None if lists(CATEGORIES, text) || lists(BEYOND_CATEGORIES, text) => (Family::Category, text),
        None => (Family::Binary, text),
    };
    let (known, beyond) = match family {
        Family::Category => (CATEGORIES, BEYOND_CATEGORIES),
        Family::Script | Family::ScriptExtensions => (SCRIPTS, BEYOND_SCRIPTS),
        Family::Binary => (BINARY, BEYOND_BINARY),
    };
    if lists(known, name) {
        Lookup::Known(Property { family, name })
    } else if lists(beyond, name) {
        Lookup::BeyondEngine
    } else {
        Lookup::Unknown
    }
}

fn lists(names: &str, name: &str) -> bool {
    names.split_ascii_whitespace().any(|listed| listed == name)
}

/// Values of `General_Category`, long and short.
const CATEGORIES: &str = "C Cased_Letter Cc Cf Close_Punctuation Cn Co Combining_Mark Connector_Punctuation Control \
    Currency_Symbol Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format \
    Initial_Punctuation L LC Letter Letter_Number Line_Separator Ll Lm Lo Lowercase_Letter Lt Lu M Mark \
    Math_Symbol Mc Me Mn Modifier_Letter Modifier_Symbol N Nd Nl No Nonspacing_Mark Number \
    Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol P \
    Paragraph_Separator Pc Pd Pe Pf Pi Po Private_Use Ps Punctuation S Sc Separator Sk Sm So \
    Space_Separator Spacing_Mark Symbol Titlecase_Letter Unassigned Uppercase_Letter Z Zl Zp Zs cntrl \
    digit punct";

/// Surrogates never occur in well-formed text.
const BEYOND_CATEGORIES: &str = "Cs Surrogate";

/// Values of `Script` and `Script_Extensions`, long and short.
const SCRIPTS: &str = "Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali Balinese \
    Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Bhaiksuki Bhks Bopo Bopomofo Brah Brahmi Brai \
    Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian Caucasian_Albanian Chakma \
    Cham Cher Cherokee Chorasmian Chrs Common Copt Coptic Cpmn Cprt Cuneiform Cypriot Cypro_Minoan \
    Cyrillic Cyrl Deseret Deva Devanagari Diak Dives_Akuru Dogr Dogra Dsrt Dupl Duployan Egyp \
    Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic Ethi Ethiopic Gara Garay Geor Georgian Glag \
    Glagolitic Gong Gonm Goth Gothic Gran Grantha Greek Grek Gujarati Gujr Gukh Gunjala_Gondi Gurmukhi \
    Guru Gurung_Khema Han Hang Hangul Hani Hanifi_Rohingya Hano Hanunoo Hatr Hatran Hebr Hebrew Hira \
    Hiragana Hluw Hmng Hmnp Hung Imperial_Aramaic Inherited Inscriptional_Pahlavi Inscriptional_Parthian \
    Ital Java Javanese Kaithi Kali Kana Kannada Katakana Kawi Kayah_Li Khar Kharoshthi \
    Khitan_Small_Script Khmer Khmr Khoj Khojki Khudawadi Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo \
    Latin Latn Lepc Lepcha Limb Limbu Lina Linb Linear_A Linear_B Lisu Lyci Lycian Lydi Lydian Mahajani \
    Mahj Maka Makasar Malayalam Mand Mandaic Mani Manichaean Marc Marchen Masaram_Gondi Medefaidrin Medf \
    Meetei_Mayek Mend Mende_Kikakui Merc Mero Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym Modi Mong \
    Mongolian Mro Mroo Mtei Mult Multani Myanmar Mymr Nabataean Nag_Mundari Nagm Nand Nandinagari Narb \
    Nbat New_Tai_Lue Newa Nko Nkoo Nshu Nushu Nyiakeng_Puachue_Hmong Ogam Ogham Ol_Chiki Ol_Onal Olck \
    Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian \
    Old_Turkic Old_Uyghur Onao Oriya Orkh Orya Osage Osge Osma Osmanya Ougr Pahawh_Hmong Palm Palmyrene \
    Pau_Cin_Hau Pauc Perm Phag Phags_Pa Phli Phlp Phnx Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai \
    Rejang Rjng Rohg Runic Runr Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd \
    Siddham SignWriting Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund \
    Sundanese Sunu Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham Tai_Viet \
    Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Telu Telugu Tfng Tglg Thaa Thaana Thai \
    Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Toto Tulu_Tigalari Tutg Ugar Ugaritic Vai Vaii \
    Vith Vithkuqi Wancho Wara Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi Yiii Zanabazar_Square Zanb Zinh \
    Zyyy";

/// The engine has no table of what belongs to no script.
const BEYOND_SCRIPTS: &str = "Unknown Zzzz";

/// Properties that a character has or has not.
const BINARY: &str = "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M \
    Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM \
    Changes_When_Lowercased CWL Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash \
    Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp \
    Emoji_Modifier EMod Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict \
    Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB \
    IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C \
    Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax \
    Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI \
    Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase \
    Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS";

/// The engine has no tables of normalisation.
const BEYOND_BINARY: &str = "Changes_When_NFKC_Casefolded CWKCF";

#[cfg(test)]
mod tests {
    use super::{
        BEYOND_BINARY, BEYOND_CATEGORIES, BEYOND_SCRIPTS, BINARY, CATEGORIES, Lookup, SCRIPTS, look_up,
    };
    use crate::pattern::translate::translate;

    #[test]
    fn engine_supports_every_listed_property() {
        let families =
            [("", CATEGORIES), ("gc=", CATEGORIES), ("sc=", SCRIPTS), ("scx=", SCRIPTS), ("", BINARY)];
        for (prefix, names) in families {
            for name in names.split_ascii_whitespace() {
                let source = format!("\\p{{{prefix}{name}}}");
                let translated = translate(&source).unwrap();
                // Parsing is enough, and much quicker than compiling so many tables: with next to no memory,
                // most end after it.
                let built = regex::RegexBuilder::new(&translated).size_limit(0).build();
                assert!(matches!(built, Ok(_) | Err(regex::Error::CompiledTooBig(_))), "{source}: {built:?}");
            }
        }
    }

    #[test]
    fn engine_supports_no_excluded_property() {
        let families =
            [("gc", BEYOND_CATEGORIES), ("sc", BEYOND_SCRIPTS), ("scx", BEYOND_SCRIPTS), ("", BEYOND_BINARY)];
        for (family, names) in families {
            for name in names.split_ascii_whitespace() {
                let text = if family.is_empty() { name.to_owned() } else { format!("{family}={name}") };
                assert_eq!(look_up(&text), Lookup::BeyondEngine, "{text}");
                assert!(regex::Regex::new(&format!("\\p{{{text}}}")).is_err(), "{text}");
            }
        }
        assert_eq!(look_up("Cs"), Lookup::BeyondEngine);
    }

    #[test]
    fn property_names_are_case_sensitive() {
        for text in [
            "",
            "l",
            "LU",
            "letter",
            "Uppercase Letter",
            "Greek",
            "IsGreek",
            "sc=greek",
            "sc=",
            "=L",
            "Script",
            "gc=Any",
            "sc=L",
            "gc=Greek",
            "Block=Arrows",
            "Age=6.0",
            "alphabetic",
            "Alphabetic=Yes",
            "RGI_Emoji",
            "L ",
            "^L",
            "sc=Latin=",
        ] {
            assert_eq!(look_up(text), Lookup::Unknown, "{text}");
        }
    }
}
