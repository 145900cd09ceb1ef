//! From text to a message, or to what has to be answered instead.
//!
//! One pass over the text proves all of it sound. Refuses duplicate keys wherever they stand: two readers would see
//! two different messages.

use std::collections::HashSet;

use askwell_form::json::{Comments, JsonError, JsonFault, Scanner};

use super::error::{ErrorCode, RpcError};
use super::id::Id;
use super::json::{NotJson, Raw};
use super::message::{Message, Notification, Request, Response, Slice};

/// How large a message may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest text, in bytes.
    pub bytes: usize,
    /// The deepest nesting.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 4 << 20, depth: 64 }
    }
}

/// A text that is no message, and what to answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Malformed {
    /// The id, where one could be read.
    pub id: Option<Id>,
    /// What to answer.
    pub error: RpcError,
}

impl Malformed {
    fn parse(fault: &NotJson) -> Self {
        Malformed { id: None, error: RpcError::new(ErrorCode::PARSE, fault.to_string()) }
    }

    fn invalid(id: Option<Id>, message: &str) -> Self {
        Malformed { id, error: RpcError::new(ErrorCode::INVALID_REQUEST, message) }
    }
}

/// Reads one message.
///
/// # Errors
/// When it is none; the error is what a peer is told.
pub fn decode(text: String, limits: &Limits) -> Result<Message, Malformed> {
    let parts = Parts::read(&text, limits)?;
    parts.into_message(text)
}

/// Where the members of a message stand.
#[derive(Default)]
struct Parts {
    version_fits: bool,
    id: Found<Id>,
    method: Found<Slice>,
    params: Option<Slice>,
    result: Option<Slice>,
    error: Option<Slice>,
}

/// A member that has to be of a certain type.
#[derive(Default)]
enum Found<T> {
    #[default]
    Absent,
    /// An id may be `null` in the answer to something unreadable.
    Null,
    Wrong,
    Fit(T),
}

impl Parts {
    fn read(text: &str, limits: &Limits) -> Result<Self, Malformed> {
        let fail = |error: JsonError| Malformed::parse(&error.into());
        if text.len() > limits.bytes {
            let message = format!("the message has {} bytes; at most {} are taken", text.len(), limits.bytes);
            return Err(Malformed::invalid(None, &message));
        }
        let mut scanner = Scanner::new(text, Comments::Refused);
        if scanner.peek().map_err(fail)? != Some(b'{') {
            sound(text, limits).map_err(|fault| Malformed::parse(&fault))?;
            let batch = text.trim_ascii_start().starts_with('[');
            let message = if batch {
                "batches are not part of this protocol: send one message at a time"
            } else {
                "a message is an object"
            };
            return Err(Malformed::invalid(None, message));
        }
        let mut parts = Parts::default();
        let mut pass = Pass::new(text, limits.depth);
        let outcome =
            pass.object(&mut scanner, limits.depth, |key, start, end| parts.take(text, key, start, end));
        outcome.and_then(|()| scanner.end()).map_err(fail)?;
        match pass.duplicate {
            Some(at) => {
                let id = if let Found::Fit(id) = parts.id { Some(id) } else { None };
                Err(Malformed::invalid(id, &format!("the key at byte {at} occurs twice in its object")))
            }
            None => Ok(parts),
        }
    }

    fn take(&mut self, text: &str, key: &str, start: usize, end: usize) {
        let slice = Slice::new(start, end);
        let raw = Raw::part(slice.of(text));
        match key {
            "jsonrpc" => self.version_fits = raw.text() == "\"2.0\"",
            "id" => {
                self.id = match Id::read(raw) {
                    Some(id) => Found::Fit(id),
                    None if raw.is_null() => Found::Null,
                    None => Found::Wrong,
                }
            }
            "method" => {
                self.method = match raw.as_text() {
                    // Nobody escapes a letter of a method; whoever does is not understood.
                    Some(std::borrow::Cow::Borrowed(_)) => Found::Fit(Slice::new(start + 1, end - 1)),
                    _ => Found::Wrong,
                }
            }
            "params" => self.params = Some(slice),
            "result" => self.result = Some(slice),
            "error" => self.error = Some(slice),
            _ => {}
        }
    }

    fn into_message(self, text: String) -> Result<Message, Malformed> {
        let (id, has_id) = match self.id {
            Found::Fit(id) => (Some(id), true),
            Found::Null => (None, true),
            Found::Absent => (None, false),
            Found::Wrong => return Err(Malformed::invalid(None, "an id is a text or a number")),
        };
        if !self.version_fits {
            return Err(Malformed::invalid(id, "the member `jsonrpc` has to be \"2.0\""));
        }
        match (self.method, self.result, self.error) {
            (Found::Fit(method), None, None) => {
                if self.params.is_some_and(|params| !params.of(&text).starts_with('{')) {
                    return Err(Malformed::invalid(id, "`params` has to be an object"));
                }
                let params = self.params;
                match (id, has_id) {
                    (Some(id), _) => Ok(Message::Request(Request { text, id, method, params })),
                    (None, false) => Ok(Message::Notification(Notification { text, method, params })),
                    (None, true) => Err(Malformed::invalid(None, "the id of a request cannot be null")),
                }
            }
            (Found::Absent, Some(result), None) if id.is_some() => {
                Ok(Message::Response(Response { text, id, outcome: Ok(result) }))
            }
            (Found::Absent, None, Some(error)) => {
                let Some(error) = RpcError::read(Raw::part(error.of(&text))) else {
                    return Err(Malformed::invalid(id, "`error` has to have a code and a message"));
                };
                Ok(Message::Response(Response { text, id, outcome: Err(error) }))
            }
            _ => Err(Malformed::invalid(id, "neither a request, a notification nor a response")),
        }
    }
}

/// Proves a text to be one sound value.
pub(super) fn sound(text: &str, limits: &Limits) -> Result<(), NotJson> {
    if text.len() > limits.bytes {
        let message = format!("the text has {} bytes; at most {} are taken", text.len(), limits.bytes);
        return Err(NotJson { message, at: limits.bytes });
    }
    let mut scanner = Scanner::new(text, Comments::Refused);
    let mut pass = Pass::new(text, limits.depth);
    pass.value(&mut scanner, limits.depth)?;
    scanner.end()?;
    match pass.duplicate {
        Some(at) => Err(NotJson { message: "a key occurs twice in its object".to_owned(), at }),
        None => Ok(()),
    }
}

/// Objects with more keys than this are hashed instead of compared pairwise.
const FEW: usize = 24;

/// One way over a text.
struct Pass<'t> {
    text: &'t str,
    depth: usize,
    /// The keys of all objects that are open, as places in the text.
    keys: Vec<Slice>,
    duplicate: Option<usize>,
}

impl<'t> Pass<'t> {
    fn new(text: &'t str, depth: usize) -> Self {
        Pass { text, depth, keys: Vec::with_capacity(16), duplicate: None }
    }

    fn value(&mut self, scanner: &mut Scanner<'t>, depth: usize) -> Result<(), JsonError> {
        match scanner.peek()? {
            Some(b'"') => scanner.string().map(drop),
            Some(b'{') => self.object(scanner, depth, |_, _, _| {}),
            Some(b'[') => self.list(scanner, depth),
            Some(b't') => scanner.literal("true"),
            Some(b'f') => scanner.literal("false"),
            Some(b'n') => scanner.literal("null"),
            Some(b'-' | b'0'..=b'9') => scanner.number().map(drop),
            _ => Err(scanner.unexpected("a value")),
        }
    }

    fn deeper(&self, scanner: &Scanner<'t>, depth: usize) -> Result<usize, JsonError> {
        depth.checked_sub(1).ok_or_else(|| scanner.error(JsonFault::TooDeep(self.depth)))
    }

    fn list(&mut self, scanner: &mut Scanner<'t>, depth: usize) -> Result<(), JsonError> {
        let depth = self.deeper(scanner, depth)?;
        scanner.demand(b'[', "a list")?;
        if scanner.skip(b']')? {
            return Ok(());
        }
        loop {
            self.value(scanner, depth)?;
            if !scanner.skip(b',')? {
                return scanner.demand(b']', "`,` or `]`");
            }
        }
    }

    fn object(
        &mut self,
        scanner: &mut Scanner<'t>,
        depth: usize,
        mut each: impl FnMut(&str, usize, usize),
    ) -> Result<(), JsonError> {
        let depth = self.deeper(scanner, depth)?;
        scanner.demand(b'{', "an object")?;
        if scanner.skip(b'}')? {
            return Ok(());
        }
        let first = self.keys.len();
        let mut hashed = HashSet::new();
        loop {
            scanner.peek()?;
            let at = scanner.at();
            let key = scanner.string()?;
            self.note(Slice::new(at, scanner.at()), &key, first, &mut hashed);
            scanner.demand(b':', "`:`")?;
            scanner.peek()?;
            let start = scanner.at();
            self.value(scanner, depth)?;
            each(&key, start, scanner.at());
            if !scanner.skip(b',')? {
                self.keys.truncate(first);
                return scanner.demand(b'}', "`,` or `}`");
            }
        }
    }

    /// Remembers a key, and whether it has been there before.
    fn note(&mut self, place: Slice, key: &str, first: usize, hashed: &mut HashSet<String>) {
        let siblings = self.keys.get(first..).unwrap_or_default();
        let twice = if siblings.len() < FEW {
            siblings.iter().any(|sibling| is_key(sibling.of(self.text), key))
        } else {
            if hashed.is_empty() {
                hashed.extend(siblings.iter().map(|sibling| spelt(sibling.of(self.text))));
            }
            !hashed.insert(key.to_owned())
        };
        if twice {
            self.duplicate.get_or_insert(place.start());
        }
        if siblings.len() < FEW {
            self.keys.push(place);
        }
    }
}

/// Whether a quoted text says this key.
fn is_key(quoted: &str, key: &str) -> bool {
    let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    inner == key || (inner.contains('\\') && spelt(quoted) == key)
}

fn spelt(quoted: &str) -> String {
    Scanner::new(quoted, Comments::Refused).string().unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests;
