//! From text to a message, or to what has to be answered instead.
//!
//! One pass over the text proves all of it sound. Refuses duplicate keys wherever they stand: two readers would see
//! two different messages.

use std::borrow::Cow;
use std::collections::HashSet;

use smallvec::SmallVec;

use askwell_form::json::{Comments, JsonError, JsonFault, Scanner, plain_length};

use super::error::{ErrorCode, RpcError};
use super::id::Id;
use super::json::{NotJson, Raw};
use super::message::{Message, Notification, Request, Response, Slice};
use super::walk::Walk;

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
        // Whoever sent too much waits for an answer all the same, or has sent one.
        let fail = |error: JsonError| {
            let is_deep = matches!(error.fault, JsonFault::TooDeep(_));
            Malformed { id: is_deep.then(|| id_of(text)).flatten(), ..Malformed::parse(&error.into()) }
        };
        if text.len() > limits.bytes {
            let message = format!("the message has {} bytes; at most {} are taken", text.len(), limits.bytes);
            return Err(Malformed::invalid(id_of(text), &message));
        }
        let mut pass = Pass::new(text, limits.depth);
        if pass.walk.peek() != Some(b'{') {
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
        let outcome = pass.object(limits.depth, |key, value| parts.take(text, key, value));
        outcome.and_then(|()| pass.end()).map_err(fail)?;
        match pass.duplicate {
            Some(at) => {
                let id = if let Found::Fit(id) = parts.id { Some(id) } else { None };
                Err(Malformed::invalid(id, &format!("the key at byte {at} occurs twice in its object")))
            }
            None => Ok(parts),
        }
    }

    fn take(&mut self, text: &str, key: Slice, value: Slice) {
        let raw = Raw::part(value.of(text));
        match &*spelt(key.of(text)) {
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
                    Some(Cow::Borrowed(_)) => Found::Fit(value.inside()),
                    _ => Found::Wrong,
                }
            }
            "params" => self.params = Some(value),
            "result" => self.result = Some(value),
            "error" => self.error = Some(value),
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

/// The id of a message that is not read any further.
fn id_of(text: &str) -> Option<Id> {
    let mut id = None;
    Walk::of(Raw::part(text)).members(|key, walk| {
        if key == "id" {
            id = Id::read(walk.value());
        }
    });
    id
}

/// Proves a text to be one sound value.
pub(super) fn sound(text: &str, limits: &Limits) -> Result<(), NotJson> {
    if text.len() > limits.bytes {
        let message = format!("the text has {} bytes; at most {} are taken", text.len(), limits.bytes);
        return Err(NotJson { message, at: limits.bytes });
    }
    let mut pass = Pass::new(text, limits.depth);
    pass.value(limits.depth)?;
    pass.end()?;
    match pass.duplicate {
        Some(at) => Err(NotJson { message: "a key occurs twice in its object".to_owned(), at }),
        None => Ok(()),
    }
}

/// Objects with more keys than this are hashed instead of compared pairwise.
const FEW: usize = 24;

/// One way over a text. What is usual is looked at here, byte by byte; the scanner of the form language looks at the
/// rest, and says what is wrong.
struct Pass<'t> {
    text: &'t str,
    walk: Walk<'t>,
    depth: usize,
    /// The keys of all objects that are open, as places in the text.
    keys: SmallVec<[Slice; 24]>,
    /// Whether one of the keys so far has escapes, and may say the same as another that looks different.
    escaped: bool,
    duplicate: Option<usize>,
}

impl<'t> Pass<'t> {
    fn new(text: &'t str, depth: usize) -> Self {
        Pass {
            text,
            walk: Walk::of(Raw::part(text)),
            depth,
            keys: SmallVec::new(),
            escaped: false,
            duplicate: None,
        }
    }

    #[inline]
    fn demand(&mut self, byte: u8, name: &'static str) -> Result<(), JsonError> {
        if self.walk.skip(byte) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    #[cold]
    fn unexpected(&self, name: &'static str) -> JsonError {
        self.error(self.scanner().unexpected(name))
    }

    fn scanner(&self) -> Scanner<'t> {
        Scanner::new(self.text.get(self.walk.at..).unwrap_or_default(), Comments::Refused)
    }

    /// An error of the scanner, which counts from here.
    fn error(&self, error: JsonError) -> JsonError {
        JsonError { at: self.walk.at + error.at, ..error }
    }

    #[cold]
    fn scan<T>(
        &mut self,
        read: impl FnOnce(&mut Scanner<'t>) -> Result<T, JsonError>,
    ) -> Result<T, JsonError> {
        let mut scanner = self.scanner();
        let found = read(&mut scanner).map_err(|error| self.error(error))?;
        self.walk.at += scanner.at();
        Ok(found)
    }

    fn end(&mut self) -> Result<(), JsonError> {
        if self.walk.peek().is_none() { Ok(()) } else { self.scan(Scanner::end) }
    }

    fn value(&mut self, depth: usize) -> Result<(), JsonError> {
        match self.walk.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'{') => self.object(depth, |_, _| {}),
            Some(b'[') => self.list(depth),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn literal(&mut self, word: &'static str) -> Result<(), JsonError> {
        let rest = self.text.as_bytes().get(self.walk.at..).unwrap_or_default();
        if rest.starts_with(word.as_bytes()) {
            self.walk.at += word.len();
            return Ok(());
        }
        Err(self.unexpected("a value"))
    }

    fn number(&mut self) -> Result<(), JsonError> {
        let rest = self.text.as_bytes().get(self.walk.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match (rest.first(), rest.get(digits)) {
            (Some(b'1'..=b'9'), after) if !matches!(after, Some(b'.' | b'e' | b'E')) => {
                self.walk.at += digits;
                Ok(())
            }
            _ => self.scan(|scanner| scanner.number().map(drop)),
        }
    }

    /// Steps over a string, and says whether it has escapes.
    #[inline]
    fn string(&mut self) -> Result<bool, JsonError> {
        let bytes = self.text.as_bytes();
        let start = self.walk.at + 1;
        let stop = start + plain_length(bytes.get(start..).unwrap_or_default());
        if bytes.get(stop) == Some(&b'"') {
            self.walk.at = stop + 1;
            return Ok(false);
        }
        self.scan(|scanner| scanner.string().map(drop))?;
        Ok(true)
    }

    fn deeper(&self, depth: usize) -> Result<usize, JsonError> {
        depth.checked_sub(1).ok_or(JsonError { at: self.walk.at, fault: JsonFault::TooDeep(self.depth) })
    }

    fn list(&mut self, depth: usize) -> Result<(), JsonError> {
        let depth = self.deeper(depth)?;
        self.demand(b'[', "a list")?;
        if self.walk.skip(b']') {
            return Ok(());
        }
        loop {
            self.value(depth)?;
            if !self.walk.skip(b',') {
                return self.demand(b']', "`,` or `]`");
            }
        }
    }

    fn object(&mut self, depth: usize, mut each: impl FnMut(Slice, Slice)) -> Result<(), JsonError> {
        let depth = self.deeper(depth)?;
        self.demand(b'{', "an object")?;
        if self.walk.skip(b'}') {
            return Ok(());
        }
        let first = self.keys.len();
        let mut hashed = None;
        loop {
            if self.walk.peek() != Some(b'"') {
                return Err(self.unexpected("a string"));
            }
            let at = self.walk.at;
            self.escaped |= self.string()?;
            let key = Slice::new(at, self.walk.at);
            self.note(key, first, &mut hashed);
            self.demand(b':', "`:`")?;
            self.walk.peek();
            let start = self.walk.at;
            self.value(depth)?;
            each(key, Slice::new(start, self.walk.at));
            if !self.walk.skip(b',') {
                self.keys.truncate(first);
                return self.demand(b'}', "`,` or `}`");
            }
        }
    }

    /// Remembers a key, and whether it has been there before.
    fn note(&mut self, place: Slice, first: usize, hashed: &mut Option<HashSet<Cow<'t, str>>>) {
        let (text, key) = (self.text, place.of(self.text));
        let siblings = self.keys.get(first..).unwrap_or_default();
        let twice = if siblings.len() >= FEW {
            let hashed = hashed
                .get_or_insert_with(|| siblings.iter().map(|sibling| spelt(sibling.of(text))).collect());
            !hashed.insert(spelt(key))
        } else if self.escaped {
            siblings.iter().any(|sibling| spelt(sibling.of(text)) == spelt(key))
        } else {
            // Places of different lengths cannot hold the same key; most keys are told apart by that.
            let is_same = |sibling: &Slice| sibling.len() == place.len() && sibling.of(text) == key;
            siblings.iter().any(is_same)
        };
        if twice {
            self.duplicate.get_or_insert(place.start());
        }
        if siblings.len() < FEW {
            self.keys.push(place);
        }
    }
}

/// What a quoted text says.
#[inline]
fn spelt(quoted: &str) -> Cow<'_, str> {
    Walk::of(Raw::part(quoted)).string().unwrap_or_default()
}

#[cfg(test)]
mod tests;
