//! A cursor over valid JSON text.
//!
//! It checks nothing. Over invalid text it stops at an arbitrary position, without a panic.

use std::borrow::Cow;

use askwell_form::json::{Comments, Scanner, plain_length};

use super::json::Raw;

/// A position in valid JSON text.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the start of a value.
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        Cursor { text: raw.text(), at: 0 }
    }

    /// Skips white space and returns the next byte.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    /// Skips `byte` if it comes next.
    #[inline]
    pub(super) fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Skips the next value and returns it.
    #[inline]
    pub(crate) fn value(&mut self) -> Raw<'a> {
        self.peek();
        let start = self.at;
        self.at = end_of_value(self.text.as_bytes(), start);
        Raw::from_valid(self.text.get(start..self.at).unwrap_or_default())
    }

    /// Returns the text between this cursor and a later one.
    pub(crate) fn up_to(&self, later: &Self) -> Raw<'a> {
        Raw::from_valid(self.text.get(self.at..later.at).unwrap_or_default())
    }

    /// Skips the next string and returns its characters; borrowed unless it has escapes.
    #[inline]
    pub(crate) fn string(&mut self) -> Option<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let start = self.at + 1;
        let stop = start + plain_length(self.text.as_bytes().get(start..)?);
        if self.text.as_bytes().get(stop) == Some(&b'"') {
            self.at = stop + 1;
            return self.text.get(start..stop).map(Cow::Borrowed);
        }
        self.string_with_escapes()
    }

    #[cold]
    fn string_with_escapes(&mut self) -> Option<Cow<'a, str>> {
        let mut scanner = Scanner::new(self.text.get(self.at..)?, Comments::Refused);
        let text = scanner.string().ok()?;
        self.at += scanner.at();
        Some(text)
    }

    /// Enters the next value if it is an object with members.
    #[inline]
    pub(super) fn enter_object(&mut self) -> bool {
        self.skip(b'{') && self.peek() != Some(b'}')
    }

    /// Enters the next value if it is an array with items.
    #[inline]
    pub(super) fn enter_list(&mut self) -> bool {
        self.skip(b'[') && self.peek() != Some(b']')
    }

    /// Skips a key and its colon.
    #[inline]
    pub(super) fn key(&mut self) -> Option<Cow<'a, str>> {
        let key = self.string()?;
        self.skip(b':').then_some(key)
    }

    /// Skips a comma. Returns whether there was one: another member or item follows then.
    #[inline]
    pub(super) fn skip_comma(&mut self) -> bool {
        self.skip(b',')
    }

    /// Visits the members of the next object in one pass. `each` may take a member's value from the
    /// cursor, or visit it in turn; what it leaves is skipped. A value that is not an object is
    /// skipped.
    #[inline]
    pub(crate) fn members(&mut self, mut each: impl FnMut(&str, &mut Self)) {
        self.peek();
        let start = self.at;
        if !self.enter_object() {
            self.at = end_of_value(self.text.as_bytes(), start);
            return;
        }
        while let Some(key) = self.key() {
            self.peek();
            let before = self.at;
            each(&key, self);
            if self.at == before {
                self.at = end_of_value(self.text.as_bytes(), before);
            }
            if !self.skip_comma() {
                break;
            }
        }
        self.skip(b'}');
    }
}

/// Returns where the value at `start` ends.
#[inline]
fn end_of_value(bytes: &[u8], start: usize) -> usize {
    match bytes.get(start) {
        Some(b'"') => end_of_string(bytes, start),
        Some(b'{' | b'[') => end_of_container(bytes, start),
        _ => {
            let rest = bytes.get(start..).unwrap_or_default();
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
            start + rest.iter().position(ends).unwrap_or(rest.len())
        }
    }
}

fn end_of_container(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut open) = (start, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        // Letters, digits and separators, one look for each.
        match CONTAINER_BYTES.get(usize::from(byte)) {
            Some(ContainerByte::Quote) => {
                at = end_of_string(bytes, at);
                continue;
            }
            Some(ContainerByte::Open) => open += 1,
            Some(ContainerByte::Close) => {
                open = open.saturating_sub(1);
                if open == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// What a byte outside of strings means for the end of a container.
#[derive(Clone, Copy)]
enum ContainerByte {
    Other,
    Quote,
    Open,
    Close,
}

const CONTAINER_BYTES: [ContainerByte; 256] = {
    let mut table = [ContainerByte::Other; 256];
    table[b'"' as usize] = ContainerByte::Quote;
    table[b'{' as usize] = ContainerByte::Open;
    table[b'[' as usize] = ContainerByte::Open;
    table[b'}' as usize] = ContainerByte::Close;
    table[b']' as usize] = ContainerByte::Close;
    table
};

#[inline]
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        at += plain_length(bytes.get(at..).unwrap_or_default());
        match bytes.get(at) {
            // An escape has at least two bytes, and none of the others is a quote.
            Some(b'\\') => at += 2,
            Some(b'"') => return at + 1,
            Some(_) => at += 1,
            None => return bytes.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cursor;
    use crate::wire::Raw;

    #[test]
    fn value_is_skipped_as_a_whole() {
        for value in [
            "1",
            "-2.5e3",
            "true",
            "null",
            r#""""#,
            r#""a\"b\\""#,
            r#""long enough for blocks \\\" and more""#,
            "[]",
            "{}",
            r#"{"a":[1,{"b":"}]"},null],"c":"\\"}"#,
            "[ [ ] , { } ]",
        ] {
            for (start, end) in [("", ""), (" ", ",1"), ("\n", "}"), ("", " ]")] {
                let text = format!("{start}{value}{end}");
                assert_eq!(Cursor::of(Raw::from_valid(&text)).value().text(), value, "{text}");
            }
        }
        for unsound in ["\"open\\", "{\"a", "[", "", "}", "{\"a\":", "{1}"] {
            let mut cursor = Cursor::of(Raw::from_valid(unsound));
            cursor.members(|_, cursor| {
                cursor.value();
            });
        }
    }

    #[test]
    fn members_after_a_skipped_or_visited_value_are_found() {
        let text = r#" {"a":{"b":[1,2],"c":"\n"} , "d\u0065": "x" ,"f":[{}],"g":{} } "#;
        let mut seen = Vec::new();
        Cursor::of(Raw::from_valid(text)).members(|key, cursor| match key {
            "a" => cursor.members(|key, cursor| seen.push(format!("a.{key}={}", cursor.value().text()))),
            "de" => seen.push(cursor.string().unwrap().into_owned()),
            // Not taken, or no object.
            "f" => {}
            other => {
                cursor.members(|_, _| panic!("it is empty"));
                seen.push(other.to_owned());
            }
        });
        assert_eq!(seen, ["a.b=[1,2]", r#"a.c="\n""#, "x", "g"]);
    }
}
