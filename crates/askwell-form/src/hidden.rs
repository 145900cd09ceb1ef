//! Characters that are invisible to a reader: one table, and three rules based on it.
//!
//! | rule | for | hides |
//! |---|---|---|
//! | [`is_hidden`] | names, addresses and everything that reaches a terminal | every row of the table |
//! | [`is_hidden_in_url`] | URLs that people type | the same and all white space, but not the two joiners |
//! | [`is_hidden_in_text`] | answers and the words of a form | control characters and changes of direction |
//!
//! The rule for text is the mildest: an answer may contain an emoji with a joiner, a soft hyphen or a direction
//! mark, and several lines. The rules do not change a text; use [`visible`] to show one.

/// Stands where a hidden character was.
pub const REPLACEMENT: char = '\u{fffd}';

/// Why a character is hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    /// Tab and the ends of lines: hidden in a name, not in a text.
    Layout,
    /// All other control characters.
    Control,
    /// Embeddings, overrides and isolates, which make text read as something else than it is.
    Direction,
    /// The two joiners, without which some scripts and emoji cannot be written.
    Joiner,
    /// No width, no picture, or a line end that few programs know.
    Invisible,
}

/// The table: control characters, and what Unicode lets programs ignore
/// (`Default_Ignorable_Code_Point`) except the selectors of variants, which change a picture; and
/// the separators of lines and of annotations.
#[inline]
fn hidden(character: char) -> Option<Hidden> {
    Some(match character {
        '\t' | '\n' | '\r' => Hidden::Layout,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Hidden::Control,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Hidden::Direction,
        '\u{200c}' | '\u{200d}' => Hidden::Joiner,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{2029}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}' => Hidden::Invisible,
        _ => return None,
    })
}

/// Returns whether a reader cannot see a character, or it changes how what follows reads. The rule
/// for names, for addresses and for everything that reaches a terminal.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    hidden(character).is_some()
}

/// Returns whether a character has no place in a URL: some programs drop it, some stop at it, and
/// people do not see it. The two joiners have one, since IDNA knows where they belong.
#[must_use]
pub fn is_hidden_in_url(character: char) -> bool {
    character.is_whitespace() || hidden(character).is_some_and(|hidden| hidden != Hidden::Joiner)
}

/// Returns whether no honest text holds a character: control characters other than tab and line
/// ends, and the controls of direction that make text read as something else than it is.
#[must_use]
#[inline]
pub fn is_hidden_in_text(character: char) -> bool {
    matches!(hidden(character), Some(Hidden::Control | Hidden::Direction))
}

/// Returns `text` with a mark in the place of every character that is hidden by [`is_hidden`], except those that
/// `keep` accepts.
#[must_use]
pub fn visible(text: &str, keep: impl Fn(char) -> bool) -> String {
    let shown = |character| if is_hidden(character) && !keep(character) { REPLACEMENT } else { character };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::{is_hidden, is_hidden_in_text, is_hidden_in_url, visible};

    /// Every character in the three rules against the properties of Unicode that define them.
    #[test]
    fn every_character_follows_its_unicode_properties() {
        let whole = |class: &str| Regex::new(&format!("^[{class}]$")).unwrap();
        let hidden = whole(
            r"\p{Cc}\u{2028}\u{2029}\u{fff9}-\u{fffb}[\p{Default_Ignorable_Code_Point}--[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]]",
        );
        let in_text = whole(r"[\p{Cc}--[\t\n\r]]\u{202a}-\u{202e}\u{2066}-\u{2069}");
        let space = whole(r"\s");
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let joins = matches!(character, '\u{200c}' | '\u{200d}');
            let (is_space, hides) = (space.is_match(&text), hidden.is_match(&text));
            assert_eq!(is_hidden(character), hides, "{character:?}");
            assert_eq!(is_hidden_in_text(character), in_text.is_match(&text), "{character:?}");
            assert_eq!(is_hidden_in_url(character), is_space || (hides && !joins), "{character:?}");
        }
    }

    /// What each rule says of characters that people meet, or that attackers use.
    #[test]
    fn rules_differ_where_the_table_says() {
        //               hidden  URL    text
        let cases = [
            ('a', false, false, false),
            (' ', false, true, false),
            ('\u{a0}', false, true, false),
            ('é', false, false, false),
            ('ע', false, false, false),
            ('\u{301}', false, false, false),
            ('\u{fe0f}', false, false, false),
            ('\u{e0100}', false, false, false),
            ('\t', true, true, false),
            ('\n', true, true, false),
            ('\r', true, true, false),
            ('\0', true, true, true),
            ('\u{1b}', true, true, true),
            ('\u{7f}', true, true, true),
            ('\u{85}', true, true, true),
            ('\u{9b}', true, true, true),
            ('\u{202e}', true, true, true),
            ('\u{2066}', true, true, true),
            ('\u{200c}', true, false, false),
            ('\u{200d}', true, false, false),
            ('\u{ad}', true, true, false),
            ('\u{61c}', true, true, false),
            ('\u{180e}', true, true, false),
            ('\u{200b}', true, true, false),
            ('\u{200f}', true, true, false),
            ('\u{2028}', true, true, false),
            ('\u{2060}', true, true, false),
            ('\u{3164}', true, true, false),
            ('\u{feff}', true, true, false),
            ('\u{fff9}', true, true, false),
            ('\u{e0041}', true, true, false),
        ];
        for (character, anywhere, in_url, in_text) in cases {
            let found = (is_hidden(character), is_hidden_in_url(character), is_hidden_in_text(character));
            assert_eq!(found, (anywhere, in_url, in_text), "{character:?}");
        }
    }

    #[test]
    fn hidden_characters_are_replaced_by_marks() {
        assert_eq!(visible("a\u{202e}b\u{200d}\nc", |c| c == '\n'), "a\u{fffd}b\u{fffd}\nc");
        assert_eq!(visible("naïve 日本語 👍🏽", |_| false), "naïve 日本語 👍🏽");
    }
}
