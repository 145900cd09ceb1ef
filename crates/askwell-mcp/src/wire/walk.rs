//! Ways through text that is known to be sound JSON.
//!
//! They check nothing: through text that is not sound they get to some place or other, without harm.

use std::borrow::Cow;

use askwell_form::json::{Comments, Scanner, plain_length};

use super::json::Raw;

/// A place in sound text.
#[derive(Debug, Clone)]
pub(crate) struct Walk<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Walk<'a> {
    /// The beginning of a value.
    pub(crate) fn of(raw: Raw<'a>) -> Self {
        Walk { text: raw.text(), at: 0 }
    }

    /// Steps over white space, and shows what follows.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other.copied(),
            }
        }
    }

    /// Steps over `byte` if it comes next.
    #[inline]
    pub(super) fn skip(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Steps over the value that comes next.
    #[inline]
    pub(crate) fn value(&mut self) -> Raw<'a> {
        self.peek();
        let start = self.at;
        self.at = end_of_value(self.text.as_bytes(), start);
        Raw::part(self.text.get(start..self.at).unwrap_or_default())
    }

    /// What lies between this place and a later one.
    pub(crate) fn up_to(&self, later: &Self) -> Raw<'a> {
        Raw::part(self.text.get(self.at..later.at).unwrap_or_default())
    }

    /// Steps over a text: borrowed unless there are escapes.
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

    /// Steps into an object, if one comes next.
    #[inline]
    pub(super) fn enter_object(&mut self) -> bool {
        self.skip(b'{') && self.peek() != Some(b'}')
    }

    /// Steps into a list, if one comes next.
    #[inline]
    pub(super) fn enter_list(&mut self) -> bool {
        self.skip(b'[') && self.peek() != Some(b']')
    }

    /// Steps over a key, to its value.
    #[inline]
    pub(super) fn key(&mut self) -> Option<Cow<'a, str>> {
        let key = self.string()?;
        self.skip(b':').then_some(key)
    }

    /// Whether another member or item follows.
    #[inline]
    pub(super) fn more(&mut self) -> bool {
        self.skip(b',')
    }

    /// Goes through the object that comes next, in one go however much of what is inside is looked at: `each` may take
    /// a member's value from the walk, or go through it in its turn; what it leaves is stepped over, as is everything
    /// that is no object.
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
            if !self.more() {
                break;
            }
        }
        self.skip(b'}');
    }
}

/// Where a value ends that begins here.
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
        match byte {
            b'"' => {
                at = end_of_string(bytes, at);
                continue;
            }
            b'{' | b'[' => open += 1,
            b'}' | b']' => {
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
    use super::Walk;
    use crate::wire::Raw;

    #[test]
    fn values_are_stepped_over() {
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
                assert_eq!(Walk::of(Raw::part(&text)).value().text(), value, "{text}");
            }
        }
        for unsound in ["\"open\\", "{\"a", "[", "", "}", "{\"a\":", "{1}"] {
            let mut walk = Walk::of(Raw::part(unsound));
            walk.members(|_, walk| {
                walk.value();
            });
        }
    }

    #[test]
    fn whatever_is_looked_at_the_rest_is_found() {
        let text = r#" {"a":{"b":[1,2],"c":"\n"} , "d\u0065": "x" ,"f":[{}],"g":{} } "#;
        let mut seen = Vec::new();
        Walk::of(Raw::part(text)).members(|key, walk| match key {
            "a" => walk.members(|key, walk| seen.push(format!("a.{key}={}", walk.value().text()))),
            "de" => seen.push(walk.string().unwrap().into_owned()),
            // Not taken, or no object.
            "f" => {}
            other => {
                walk.members(|_, _| panic!("it is empty"));
                seen.push(other.to_owned());
            }
        });
        assert_eq!(seen, ["a.b=[1,2]", r#"a.c="\n""#, "x", "g"]);
    }
}
