//! What a person sees of texts that come from strangers: bounded, in one line where it must be, with hidden characters
//! made visible and look-alikes named.

use std::fmt::Write as _;

use askwell_form::hidden::is_hidden;
use askwell_form::host_name::mixes_scripts;
use askwell_locale::{say, text as text_of};
use askwell_mcp::wire::{JsonKind, Raw};

/// A text that is longer is shown by its beginning and its end.
const STRING_CHARS: usize = 400;
/// How much of such a text is shown at either side.
const STRING_HEAD: usize = 280;
const STRING_TAIL: usize = 100;
/// The most characters of arguments that are shown.
const ARGUMENT_CHARS: usize = 6_000;
/// The most warnings about one call.
const MAX_WARNINGS: usize = 5;

/// Returns a text in one line: white space becomes single spaces, hidden characters become escapes, and what exceeds
/// `most` characters is cut.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut count = 0;
    for word in text.split_whitespace() {
        if count > 0 {
            line.push(' ');
            count += 1;
        }
        for character in word.chars() {
            if count >= most {
                line.push('…');
                return line;
            }
            push_visible(&mut line, character);
            count += 1;
        }
    }
    line
}

/// Arguments as a person sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownArguments {
    /// JSON with line breaks.
    pub(crate) text: String,
    /// Whether something was left out.
    pub(crate) is_partial: bool,
}

/// Returns arguments as JSON with line breaks. Numbers keep their spelling, hidden characters become escapes. Every
/// member is shown as long as there is room, because long texts are shortened first.
pub(crate) fn show_arguments(arguments: Raw<'_>) -> ShownArguments {
    let mut printer =
        Printer { out: String::new(), room: ARGUMENT_CHARS, is_partial: false, strings: Some(STRING_CHARS) };
    printer.value(arguments, 0);
    ShownArguments { text: printer.out, is_partial: printer.is_partial }
}

/// Returns arguments as JSON with line breaks for a person to edit; `None` if they are too long for that.
pub(crate) fn editable_json(arguments: Raw<'_>, most: usize) -> Option<String> {
    let mut printer = Printer { out: String::new(), room: most, is_partial: false, strings: None };
    printer.value(arguments, 0);
    (!printer.is_partial).then_some(printer.out)
}

struct Printer {
    out: String,
    /// How many characters may follow.
    room: usize,
    is_partial: bool,
    /// The length from which texts are shortened.
    strings: Option<usize>,
}

impl Printer {
    fn push(&mut self, text: &str) {
        let count = text.chars().count();
        if count > self.room {
            if self.room > 0 {
                self.out.push('…');
            }
            (self.room, self.is_partial) = (0, true);
            return;
        }
        self.room -= count;
        self.out.push_str(text);
    }

    fn new_line(&mut self, depth: usize) {
        let indent = "  ".repeat(depth.min(40));
        self.push("\n");
        self.push(&indent);
    }

    fn value(&mut self, raw: Raw<'_>, depth: usize) {
        if self.room == 0 {
            self.is_partial = true;
            return;
        }
        match raw.kind() {
            JsonKind::Object => {
                let mut is_first = true;
                self.push("{");
                for (key, value) in raw.members() {
                    if self.room == 0 {
                        self.is_partial = true;
                        return;
                    }
                    if !is_first {
                        self.push(",");
                    }
                    is_first = false;
                    self.new_line(depth + 1);
                    self.string(&key);
                    self.push(": ");
                    self.value(value, depth + 1);
                }
                if !is_first {
                    self.new_line(depth);
                }
                self.push("}");
            }
            JsonKind::List => {
                let mut is_first = true;
                self.push("[");
                for item in raw.items() {
                    if self.room == 0 {
                        self.is_partial = true;
                        return;
                    }
                    if !is_first {
                        self.push(",");
                    }
                    is_first = false;
                    self.new_line(depth + 1);
                    self.value(item, depth + 1);
                }
                if !is_first {
                    self.new_line(depth);
                }
                self.push("]");
            }
            JsonKind::Text => self.string(&raw.as_text().unwrap_or_default()),
            JsonKind::Null | JsonKind::Bool | JsonKind::Number => self.push(raw.text()),
        }
    }

    fn string(&mut self, text: &str) {
        let count = text.chars().count();
        let shortened = match self.strings {
            Some(most) if count > most => {
                self.is_partial = true;
                let head: String = text.chars().take(STRING_HEAD).collect();
                let tail: String = text.chars().skip(count - STRING_TAIL).collect();
                let left_out = count - STRING_HEAD - STRING_TAIL;
                let left_out = text_of("gate-left-out", &[("count", left_out.into())]);
                format!("{} … {left_out} … {}", quoted(&head), quoted(&tail))
            }
            _ => quoted(text),
        };
        self.push(&shortened);
    }
}

/// Returns a JSON string in which hidden characters are escapes.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            other => push_visible(&mut out, other),
        }
    }
    out.push('"');
    out
}

/// Adds a character, or its escape of JSON if a reader would not see it.
fn push_visible(out: &mut String, character: char) {
    let is_odd_space = character.is_whitespace() && character != ' ';
    if !is_hidden(character) && !is_odd_space {
        out.push(character);
        return;
    }
    for unit in character.encode_utf16(&mut [0; 2]) {
        // Writing to a string does not fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// Returns warnings about characters that deceive: hidden ones, and words that mix scripts.
pub(crate) fn warn_of_arguments(arguments: Raw<'_>) -> Vec<String> {
    let mut warnings = Warnings::default();
    warnings.value(arguments);
    warnings.finish()
}

/// Returns the warning with this key if a name may imitate another one.
pub(crate) fn warn_of_name(key: &str, name: &str) -> Option<String> {
    let is_plain = name.chars().all(|character| character.is_ascii_graphic() || character == ' ');
    (!is_plain).then(|| say(key))
}

#[derive(Default)]
struct Warnings {
    hides: bool,
    words: Vec<String>,
}

impl Warnings {
    fn value(&mut self, raw: Raw<'_>) {
        match raw.kind() {
            JsonKind::Object => {
                for (key, value) in raw.members() {
                    self.text(&key);
                    self.value(value);
                }
            }
            JsonKind::List => raw.items().for_each(|item| self.value(item)),
            JsonKind::Text => self.text(&raw.as_text().unwrap_or_default()),
            JsonKind::Null | JsonKind::Bool | JsonKind::Number => {}
        }
    }

    fn text(&mut self, text: &str) {
        if text.is_ascii() {
            self.hides |=
                text.bytes().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t'));
            return;
        }
        let is_harmless = |character: char| matches!(character, '\n' | '\r' | '\t');
        self.hides |= text.chars().any(|character| is_hidden(character) && !is_harmless(character));
        for word in text.split(|character: char| !character.is_alphanumeric()) {
            if self.words.len() < MAX_WARNINGS && mixes_scripts(word) {
                let shown = one_line(word, 40);
                if !self.words.contains(&shown) {
                    self.words.push(shown);
                }
            }
        }
    }

    fn finish(self) -> Vec<String> {
        let hidden = self.hides.then(|| say("gate-hidden-characters"));
        let words = self.words.into_iter().map(|word| {
            let letters: Vec<String> = word
                .chars()
                .filter(|letter| !letter.is_ascii())
                .take(4)
                .map(|letter| format!("U+{:04X}", letter as u32))
                .collect();
            let values = [("word", word.into()), ("letters", letters.join(", ").into())];
            text_of("gate-mixed-scripts", &values)
        });
        hidden.into_iter().chain(words).collect()
    }
}

#[cfg(test)]
mod tests {
    use askwell_mcp::wire::Json;
    use proptest::prelude::{any, proptest};
    use serde_json::{Value, json};

    use super::{editable_json, one_line, show_arguments, warn_of_arguments, warn_of_name};

    fn json(text: &str) -> Json {
        Json::parse(text, &Default::default()).unwrap()
    }

    #[test]
    fn line_holds_no_line_breaks_and_no_hidden_characters() {
        for (text, expected) in [
            ("Deletes a file.", "Deletes a file."),
            ("a\n\nArguments:\n{}", "a Arguments: {}"),
            ("a\u{202e}b\u{200b}c\u{1b}[2J", "a\\u202eb\\u200bc\\u001b[2J"),
            ("\u{e0041}", "\\udb40\\udc41"),
            ("  ", ""),
        ] {
            assert_eq!(one_line(text, 100), expected, "{text:?}");
        }
        assert_eq!(one_line(&"a".repeat(200), 10), format!("{}…", "a".repeat(10)));
    }

    #[test]
    fn arguments_keep_spelling_of_numbers_and_show_hidden_characters() {
        let shown = show_arguments(
            json(r#"{"n":[1.50,1e400,9007199254740993],"p":"a\u200b\"\n","o":{},"l":[]}"#).raw(),
        );
        assert!(!shown.is_partial);
        insta::assert_snapshot!(shown.text, @r###"
{
  "n": [
    1.50,
    1e400,
    9007199254740993
  ],
  "p": "a\u200b\"\n",
  "o": {},
  "l": []
}
"###);
    }

    #[test]
    fn long_text_cannot_push_other_members_out_of_sight() {
        let arguments = json!({"a": "x".repeat(500_000), "path": "/etc/passwd"});
        let shown = show_arguments(json(&arguments.to_string()).raw());
        assert!(shown.is_partial);
        assert!(shown.text.contains("499620 characters left out"), "{}", shown.text);
        assert!(shown.text.contains("/etc/passwd"));
        assert!(shown.text.chars().count() < 1_000);
    }

    #[test]
    fn many_members_are_cut_and_said_to_be() {
        let arguments: Value = (0..100_000).map(|number| json!({"k": number})).collect::<Vec<_>>().into();
        let shown = show_arguments(json(&arguments.to_string()).raw());
        assert!(shown.is_partial);
        assert!(shown.text.chars().count() <= 6_001);
    }

    #[test]
    fn deceiving_characters_are_named() {
        let warnings = |text: &str| warn_of_arguments(json(text).raw()).join(" ");
        assert_eq!(warnings(r#"{"to":"bücher@example.com","t":"line\nbreak","ja":"東京タワー"}"#), "");
        assert!(
            warnings("{\"to\":\"p\u{430}ypal\"}")
                .contains("“p\u{430}ypal” mixes letters of several scripts (U+0430)")
        );
        assert!(warnings("{\"k\u{200d}\":1}").contains("cannot be seen"));
        assert!(warnings(r#"{"a":["\u001b[2J"]}"#).contains("cannot be seen"));
        let many: Value =
            (0..100).map(|number| json!(format!("a\u{430}{number}"))).collect::<Vec<_>>().into();
        assert_eq!(warn_of_arguments(json(&many.to_string()).raw()).len(), 5);
        assert_eq!(warn_of_name("gate-tool-name", "delete_file"), None);
        assert!(warn_of_name("gate-tool-name", "d\u{435}lete").is_some());
        assert!(warn_of_name("gate-tool-name", "a\nb").is_some());
    }

    proptest! {
        #[test]
        fn editable_arguments_are_the_same_arguments(key in any::<String>(), text in any::<String>(), number in any::<i64>()) {
            let value = json!({key: [text, number], "x": {"y": null}});
            let shown = editable_json(json(&value.to_string()).raw(), 10_000).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), value);
            assert!(shown.chars().all(|shown| shown == '\n' || !askwell_form::hidden::is_hidden(shown)), "{shown:?}");
        }
    }
}
