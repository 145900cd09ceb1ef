//! Parses terminal input into keys.
//!
//! Supports what terminals have in common: ASCII, UTF-8, CSI and SS3 sequences of cursor keys, Alt
//! as a leading escape, and bracketed paste. Unknown sequences are dropped; no part of a sequence
//! is taken for text.

use zeroize::{Zeroize as _, Zeroizing};

use crate::wizard::key::Key;

const ESCAPE: u8 = 0x1b;
const PASTE_BEGIN: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Limit of a paste in bytes. No field takes more.
const MAX_PASTE: usize = 16 << 20;

/// A longer sequence is no key.
const MAX_SEQUENCE: usize = 64;

/// Incremental parser. Its buffer may hold a secret, so it is wiped.
#[derive(Debug, Default)]
pub(crate) struct KeyParser {
    pending: Zeroizing<Vec<u8>>,
}

/// What the first bytes are.
enum ParsedPrefix {
    Key(Key, usize),
    /// Bytes without a meaning.
    Nothing(usize),
    /// More bytes are needed.
    Unfinished,
}

impl KeyParser {
    /// Adds bytes and returns the keys that are complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<Key> {
        self.pending.extend_from_slice(bytes);
        let mut keys = Vec::new();
        loop {
            match first(&self.pending) {
                ParsedPrefix::Key(key, length) => {
                    keys.push(key);
                    self.drop_first(length);
                }
                ParsedPrefix::Nothing(length) => self.drop_first(length),
                ParsedPrefix::Unfinished => return keys,
            }
        }
    }

    /// Returns whether an incomplete key is buffered.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.pending.is_empty() && !self.pending.starts_with(PASTE_BEGIN)
    }

    /// Ends an incomplete sequence after a pause. A lone escape byte is the Escape key; anything
    /// else is dropped.
    pub(crate) fn flush(&mut self) -> Option<Key> {
        let alone = self.pending.as_slice() == [ESCAPE];
        let length = self.pending.len();
        self.drop_first(length);
        alone.then_some(Key::Escape)
    }

    fn drop_first(&mut self, length: usize) {
        let rest = Zeroizing::new(self.pending.get(length..).unwrap_or_default().to_vec());
        self.pending.zeroize();
        self.pending.extend_from_slice(&rest);
    }
}

fn first(bytes: &[u8]) -> ParsedPrefix {
    match bytes {
        [] => ParsedPrefix::Unfinished,
        [ESCAPE] => ParsedPrefix::Unfinished,
        [ESCAPE, ESCAPE, ..] => ParsedPrefix::Key(Key::Escape, 1),
        [ESCAPE, b'[', ..] if bytes.starts_with(PASTE_BEGIN) => paste(bytes),
        [ESCAPE, b'[', rest @ ..] => control_sequence(rest),
        [ESCAPE, b'O'] => ParsedPrefix::Unfinished,
        [ESCAPE, b'O', last, ..] => {
            named(*last).map_or(ParsedPrefix::Nothing(3), |key| ParsedPrefix::Key(key, 3))
        }
        [ESCAPE, rest @ ..] => match first(rest) {
            ParsedPrefix::Key(key, length) => {
                alt(&key).map_or(ParsedPrefix::Nothing(length + 1), |key| ParsedPrefix::Key(key, length + 1))
            }
            ParsedPrefix::Nothing(length) => ParsedPrefix::Nothing(length + 1),
            ParsedPrefix::Unfinished => ParsedPrefix::Unfinished,
        },
        [byte, ..] if byte.is_ascii() => {
            ascii(*byte).map_or(ParsedPrefix::Nothing(1), |key| ParsedPrefix::Key(key, 1))
        }
        _ => character(bytes),
    }
}

fn ascii(byte: u8) -> Option<Key> {
    Some(match byte {
        b'\r' => Key::Enter,
        b'\t' => Key::Tab,
        0x7f | 0x08 => Key::Backspace,
        0 => return None,
        1..=0x1a => Key::Ctrl(char::from(byte - 1 + b'a')),
        0x1c..=0x1f => return None,
        visible => Key::Char(char::from(visible)),
    })
}

/// Parses a character beyond ASCII.
fn character(bytes: &[u8]) -> ParsedPrefix {
    let length = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => return ParsedPrefix::Nothing(1),
    };
    match bytes.get(..length).map(std::str::from_utf8) {
        Some(Ok(text)) => {
            text.chars().next().map_or(ParsedPrefix::Nothing(1), |c| ParsedPrefix::Key(Key::Char(c), length))
        }
        Some(Err(_)) => ParsedPrefix::Nothing(1),
        // An invalid byte is known before all bytes have arrived.
        None if bytes.iter().skip(1).any(|byte| byte & 0xc0 != 0x80) => ParsedPrefix::Nothing(1),
        None => ParsedPrefix::Unfinished,
    }
}

/// Parses the rest of a sequence after `ESC [`: parameters, then a letter or `~`.
fn control_sequence(rest: &[u8]) -> ParsedPrefix {
    // The Linux console sends a second bracket for its first function keys.
    match rest {
        [b'['] => return ParsedPrefix::Unfinished,
        [b'[', b'A', ..] => return ParsedPrefix::Key(Key::Help, 4),
        [b'[', b'B', ..] => return ParsedPrefix::Key(Key::ReadAll, 4),
        [b'[', ..] => return ParsedPrefix::Nothing(4),
        _ => {}
    }
    let Some(end) = rest.iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
        return if rest.len() > MAX_SEQUENCE {
            ParsedPrefix::Nothing(rest.len() + 2)
        } else {
            ParsedPrefix::Unfinished
        };
    };
    let length = end + 3;
    let parameters = rest.get(..end).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
    let mut numbers = parameters.split(';').map(|number| number.parse::<u16>().ok());
    let (what, modifiers) = (numbers.next().flatten(), numbers.next().flatten().unwrap_or(1));
    let key = match rest.get(end) {
        Some(b'~') => match what {
            Some(1 | 7) => Some(Key::Home),
            Some(3) => Some(Key::Delete),
            Some(4 | 8) => Some(Key::End),
            Some(5) => Some(Key::PageUp),
            Some(6) => Some(Key::PageDown),
            Some(11) => Some(Key::Help),
            Some(12) => Some(Key::ReadAll),
            _ => None,
        },
        Some(b'Z') => Some(Key::BackTab),
        Some(letter) => named(*letter),
        None => None,
    };
    // An arrow with any modifier moves by a word.
    let key = match (key, modifiers) {
        (Some(Key::Left), 2..) => Some(Key::WordLeft),
        (Some(Key::Right), 2..) => Some(Key::WordRight),
        (key, _) => key,
    };
    key.map_or(ParsedPrefix::Nothing(length), |key| ParsedPrefix::Key(key, length))
}

fn named(letter: u8) -> Option<Key> {
    Some(match letter {
        b'A' => Key::Up,
        b'B' => Key::Down,
        b'C' => Key::Right,
        b'D' => Key::Left,
        b'F' => Key::End,
        b'H' => Key::Home,
        b'M' => Key::Enter,
        b'P' => Key::Help,
        b'Q' => Key::ReadAll,
        _ => return None,
    })
}

fn alt(key: &Key) -> Option<Key> {
    Some(match key {
        Key::Enter => Key::NewLine,
        Key::Left | Key::Char('b') => Key::WordLeft,
        Key::Right | Key::Char('f') => Key::WordRight,
        Key::Backspace => Key::Ctrl('w'),
        _ => return None,
    })
}

fn paste(bytes: &[u8]) -> ParsedPrefix {
    let content = bytes.get(PASTE_BEGIN.len()..).unwrap_or_default();
    let Some(end) = content.windows(PASTE_END.len()).position(|window| window == PASTE_END) else {
        return if content.len() > MAX_PASTE {
            ParsedPrefix::Nothing(bytes.len())
        } else {
            ParsedPrefix::Unfinished
        };
    };
    let text = String::from_utf8_lossy(content.get(..end).unwrap_or_default());
    // Terminals send pasted line ends as the Enter key.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    ParsedPrefix::Key(Key::Paste(Zeroizing::new(text)), PASTE_BEGIN.len() + end + PASTE_END.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};
    use zeroize::Zeroizing;

    use super::KeyParser;
    use crate::wizard::key::Key;

    fn keys(bytes: &[u8]) -> Vec<Key> {
        let mut parser = KeyParser::default();
        let mut keys = parser.push(bytes);
        keys.extend(parser.flush());
        keys
    }

    #[test]
    fn byte_sequences_become_keys() {
        for (bytes, expected) in [
            (&b"aB \xc3\xa9"[..], vec![Key::Char('a'), Key::Char('B'), Key::Char(' '), Key::Char('é')]),
            ("日👍".as_bytes(), vec![Key::Char('日'), Key::Char('👍')]),
            (b"\r\n\t\x7f\x08", vec![Key::Enter, Key::Ctrl('j'), Key::Tab, Key::Backspace, Key::Backspace]),
            (b"\x1b[A\x1bOB\x1b[1;5C\x1b[1;3D", vec![Key::Up, Key::Down, Key::WordRight, Key::WordLeft]),
            (
                b"\x1b[H\x1b[4~\x1b[3~\x1b[5~\x1b[6~",
                vec![Key::Home, Key::End, Key::Delete, Key::PageUp, Key::PageDown],
            ),
            (b"\x1b[Z\x1bOP\x1b[11~\x1b[[A", vec![Key::BackTab, Key::Help, Key::Help, Key::Help]),
            (b"\x1b", vec![Key::Escape]),
            (b"\x1b\x1b[A", vec![Key::Escape, Key::Up]),
            (b"\x1b\r\x1bb", vec![Key::NewLine, Key::WordLeft]),
            (b"\x03\x14", vec![Key::Ctrl('c'), Key::Ctrl('t')]),
            (
                b"\x1b[200~a\r\nb\x1b[0m\x1b[201~c",
                vec![Key::Paste(Zeroizing::new("a\nb\x1b[0m".to_owned())), Key::Char('c')],
            ),
            (b"\x1b[38;5;1mx\x1b[?1;2cy\xffz\x00", vec![Key::Char('x'), Key::Char('y'), Key::Char('z')]),
            (b"\xe2x", vec![Key::Char('x')]),
        ] {
            assert_eq!(keys(bytes), expected, "{bytes:?}");
            // The split of the bytes does not change the keys.
            let mut parser = KeyParser::default();
            let mut one_by_one: Vec<Key> = bytes.iter().flat_map(|byte| parser.push(&[*byte])).collect();
            one_by_one.extend(parser.flush());
            assert_eq!(one_by_one, expected, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_parse_without_panic(bytes: Vec<u8>, cut in any::<proptest::sample::Index>()) {
            let mut parser = KeyParser::default();
            let (before, after) = bytes.split_at(cut.index(bytes.len() + 1));
            parser.push(before);
            parser.push(after);
            parser.flush();
        }
    }
}
