//! From bytes to calls.

use askwell_form::{JsonKind, Part, Source};

use super::code::Code;
use super::fault::Fault;

/// An id comes back as it was sent, so it cannot be of any length.
const LONGEST_ID: usize = 256;

/// A call as it stands in the message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'m> {
    /// The id as JSON text; a call without one wants no answer.
    pub(super) id: Option<&'m str>,
    pub(super) method: &'m str,
    pub(super) params: Option<Part<'m>>,
}

/// What was to be a call and is none.
#[derive(Debug)]
pub(super) struct Invalid<'m> {
    id: &'m str,
    fault: Fault,
}

impl Invalid<'_> {
    pub(super) fn response(&self) -> String {
        self.fault.response(self.id)
    }
}

/// What a body holds.
#[derive(Debug)]
pub(super) enum Message<'m> {
    Single(Result<Call<'m>, Invalid<'m>>),
    Batch(Vec<Result<Call<'m>, Invalid<'m>>>),
}

/// Reads JSON, strictly: text in UTF-8, not too deep, no key twice.
pub(super) fn read(body: &[u8]) -> Result<Source<'_>, Fault> {
    let parse_error = |why: &str| Fault::new(Code::Parse, format!("the message is not JSON: {why}"));
    let text = std::str::from_utf8(body).map_err(|_| parse_error("it is not UTF-8 text"))?;
    let source = Source::read(text).map_err(|defects| {
        let first = defects.iter().next();
        parse_error(&first.map_or_else(String::new, ToString::to_string))
    })?;
    match source.duplicate_key() {
        Some(pointer) => Err(Fault::with(
            Code::InvalidRequest,
            "a key stands twice in one object; which of the two is meant cannot be known",
            "duplicate_key",
            |data| data.text("pointer", &pointer),
        )),
        None => Ok(source),
    }
}

/// Tells calls from batches.
pub(super) fn sort<'m>(source: &'m Source<'_>, most: usize) -> Result<Message<'m>, Fault> {
    let root = source.root();
    let Some(items) = root.items() else { return Ok(Message::Single(call(root))) };
    match items.len() {
        0 => Err(Fault::new(Code::InvalidRequest, "a batch must hold at least one call")),
        count if count > most => {
            let message = format!("a batch holds at most {most} calls, not {count}");
            let name = "batch_too_large";
            Err(Fault::with(Code::InvalidRequest, message, name, |data| data.number("limit", most as u64)))
        }
        _ => Ok(Message::Batch(items.map(call).collect())),
    }
}

fn call<'m>(part: Part<'m>) -> Result<Call<'m>, Invalid<'m>> {
    let id = part.get("id");
    let is_id = |part: &Part<'_>| {
        matches!(part.kind(), JsonKind::Text | JsonKind::Number | JsonKind::Null)
            && part.json().len() <= LONGEST_ID
    };
    let known_id = id.filter(is_id).map_or("null", Part::json);
    let invalid = |message: &'static str, pointer: &str| {
        let code = Code::InvalidRequest;
        let fault = Fault::with(code, message, code.row().name, |data| data.text("pointer", pointer));
        Err(Invalid { id: known_id, fault })
    };
    if part.kind() != JsonKind::Object {
        return invalid("a call must be an object", "");
    }
    if id.is_some_and(|id| !is_id(&id)) {
        return invalid("id must be a short string, a number or null", "/id");
    }
    if part.get("jsonrpc").and_then(Part::as_text) != Some("2.0") {
        return invalid("jsonrpc must be \"2.0\"", "/jsonrpc");
    }
    let Some(method) = part.get("method").and_then(Part::as_text) else {
        return invalid("method must be a string", "/method");
    };
    Ok(Call { id: id.map(Part::json), method, params: part.get("params") })
}
