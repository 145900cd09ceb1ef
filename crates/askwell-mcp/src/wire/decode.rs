//! Decodes a text into a message, or into the error to answer with.
//!
//! One pass over the text proves that all of it is valid. Duplicate keys are rejected at every
//! depth, because two readers could see two different messages.

use askwell_form::json::{JsonError, JsonFault};

use super::cursor::Cursor;
use super::error::{ErrorCode, RpcError};
use super::id::Id;
use super::json::{InvalidJson, Raw};
use super::message::{Message, Notification, Request, Response, Slice};
use super::validator::{Validator, unescape, validate};

/// The limits of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest text in bytes.
    pub bytes: usize,
    /// The deepest nesting.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 4 << 20, depth: 64 }
    }
}

/// A text that is not a message, with the error to answer with.
#[derive(Debug, Clone, PartialEq)]
pub struct MalformedMessage {
    /// The id, if it could be read.
    pub id: Option<Id>,
    /// The error to answer with.
    pub error: RpcError,
}

impl MalformedMessage {
    fn parse(fault: &InvalidJson) -> Self {
        MalformedMessage { id: None, error: RpcError::new(ErrorCode::PARSE, fault.to_string()) }
    }

    fn invalid(id: Option<Id>, message: &str) -> Self {
        MalformedMessage { id, error: RpcError::new(ErrorCode::INVALID_REQUEST, message) }
    }
}

/// Decodes one message.
///
/// # Errors
/// When the text is not a message within the limits. The error is meant for the peer.
pub fn decode(text: String, limits: &Limits) -> Result<Message, MalformedMessage> {
    let parts = MessageParts::read(&text, limits)?;
    parts.into_message(text)
}

/// The positions of the members of a message.
#[derive(Default)]
struct MessageParts {
    version_fits: bool,
    id: Member<Id>,
    id_at: Option<Slice>,
    method: Member<Slice>,
    params: Option<Slice>,
    result: Option<Slice>,
    error: Option<Slice>,
}

/// A member that must have a certain type.
#[derive(Default)]
enum Member<T> {
    #[default]
    Absent,
    /// An id may be `null` in the response to an unreadable request.
    Null,
    Invalid,
    Valid(T),
}

impl MessageParts {
    fn read(text: &str, limits: &Limits) -> Result<Self, MalformedMessage> {
        // The peer waits for a response to this id, or has sent one.
        let fail = |error: JsonError| {
            let is_deep = matches!(error.fault, JsonFault::TooDeep(_));
            MalformedMessage {
                id: is_deep.then(|| id_of(text)).flatten(),
                ..MalformedMessage::parse(&error.into())
            }
        };
        if text.len() > limits.bytes {
            let message = format!("the message has {} bytes; the limit is {}", text.len(), limits.bytes);
            return Err(MalformedMessage::invalid(id_of(text), &message));
        }
        let mut validator = Validator::new(text, limits.depth);
        let Some(start) = validator.start_of_object() else {
            validate(text, limits).map_err(|fault| MalformedMessage::parse(&fault))?;
            let batch = text.trim_ascii_start().starts_with('[');
            let message = if batch {
                "batches are not part of this protocol: send one message at a time"
            } else {
                "a message has to be an object"
            };
            return Err(MalformedMessage::invalid(None, message));
        };
        let mut parts = MessageParts::default();
        let end = validator.object(start, limits.depth, |key, value| parts.take(text, key, value));
        let Some(_) = end.and_then(|end| validator.end(end)) else {
            return Err(fail(validator.into_error()));
        };
        match validator.duplicate {
            Some(at) => {
                let id = if let Member::Valid(id) = parts.id { Some(id) } else { None };
                Err(MalformedMessage::invalid(
                    id,
                    &format!("the key at byte {at} occurs twice in its object"),
                ))
            }
            None => Ok(parts),
        }
    }

    fn take(&mut self, text: &str, key: Slice, value: Slice) {
        let raw = Raw::from_valid(value.of(text));
        let quoted = key.of(text);
        let escaped;
        let key = if quoted.contains('\\') {
            escaped = unescape(quoted);
            &*escaped
        } else {
            key.inside().of(text)
        };
        match key {
            "jsonrpc" => self.version_fits = raw.text() == "\"2.0\"",
            "id" => {
                self.id_at = Some(value);
                self.id = match Id::read(raw) {
                    Some(id) => Member::Valid(id),
                    None if raw.is_null() => Member::Null,
                    None => Member::Invalid,
                }
            }
            "method" => {
                // Method names need no escapes; one with escapes is rejected.
                let is_plain = raw.text().starts_with('"') && !raw.text().contains('\\');
                self.method = if is_plain { Member::Valid(value.inside()) } else { Member::Invalid };
            }
            "params" => self.params = Some(value),
            "result" => self.result = Some(value),
            "error" => self.error = Some(value),
            _ => {}
        }
    }

    fn into_message(self, text: String) -> Result<Message, MalformedMessage> {
        let (id, has_id) = match self.id {
            Member::Valid(id) => (Some(id), true),
            Member::Null => (None, true),
            Member::Absent => (None, false),
            Member::Invalid => {
                return Err(MalformedMessage::invalid(None, "an id has to be a text or a number"));
            }
        };
        if !self.version_fits {
            return Err(MalformedMessage::invalid(id, "the member `jsonrpc` has to be \"2.0\""));
        }
        let id_at = self.id_at;
        match (self.method, self.result, self.error) {
            (Member::Valid(method), None, None) => {
                if self.params.is_some_and(|params| !params.of(&text).starts_with('{')) {
                    return Err(MalformedMessage::invalid(id, "`params` has to be an object"));
                }
                let params = self.params;
                match (id.zip(id_at), has_id) {
                    (Some((id, id_at)), _) => {
                        Ok(Message::Request(Request { text, id, id_at, method, params }))
                    }
                    (None, false) => Ok(Message::Notification(Notification { text, method, params })),
                    (None, true) => {
                        Err(MalformedMessage::invalid(None, "the id of a request cannot be null"))
                    }
                }
            }
            (Member::Absent, Some(result), None) if id.is_some() => {
                Ok(Message::Response(Response { text, id, id_at, outcome: Ok(result) }))
            }
            (Member::Absent, None, Some(error)) => {
                let Some(error) = RpcError::read(Raw::from_valid(error.of(&text))) else {
                    return Err(MalformedMessage::invalid(id, "`error` has to have a code and a message"));
                };
                Ok(Message::Response(Response { text, id, id_at, outcome: Err(error) }))
            }
            _ => Err(MalformedMessage::invalid(
                id,
                "the message is neither a request, a notification nor a response",
            )),
        }
    }
}

/// Returns the id of a message that is not decoded any further.
fn id_of(text: &str) -> Option<Id> {
    let mut id = None;
    Cursor::of(Raw::from_valid(text)).members(|key, cursor| {
        if key == "id" {
            id = Id::read(cursor.value());
        }
    });
    id
}

#[cfg(test)]
mod tests;
