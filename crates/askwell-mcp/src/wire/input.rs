//! What a modern server answers when it needs something first.

use std::borrow::Cow;

use super::json::{Json, Raw};
use super::object::ObjectWriter;
use super::walk::Walk;

/// An `InputRequiredResult`: requests by key, and the state to give back. At least one of them is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRequired {
    /// What is needed, by the server's own keys, in order.
    pub requests: Vec<(String, InputRequest)>,
    /// To be given back byte by byte, if there is one.
    pub request_state: Option<String>,
    /// `_meta`, if there is any.
    pub meta: Option<Json>,
}

/// One thing that is needed: a request without an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRequest {
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// Its params; the empty object if nothing is said.
    pub params: Json,
}

/// The `resultType` of a result that asks for input.
pub(crate) const INPUT_REQUIRED: &str = "input_required";

impl InputRequest {
    fn read(walk: &mut Walk<'_>) -> Option<Self> {
        let (mut method, mut params) = (None, None);
        walk.members(|key, walk| match key {
            "method" => method = walk.string().map(Cow::into_owned),
            "params" => params = Some(walk.value().to_owned()),
            _ => {}
        });
        Some(InputRequest { method: method?, params: params.unwrap_or_else(|| Raw::EMPTY.to_owned()) })
    }
}

impl InputRequired {
    /// Whether a result asks for input. One that does not say is complete.
    #[must_use]
    pub fn is(result: Raw<'_>) -> bool {
        result.get("resultType").and_then(Raw::as_text).as_deref() == Some(INPUT_REQUIRED)
    }

    /// Reads a result that asks for input.
    #[must_use]
    pub fn read(result: Raw<'_>) -> Option<Self> {
        let (mut asks, mut sound, mut requests) = (false, true, Vec::new());
        let (mut request_state, mut meta) = (None, None);
        // Results are long, so that they are gone through once.
        Walk::of(result).members(|key, walk| match key {
            "resultType" => asks = walk.string().as_deref() == Some(INPUT_REQUIRED),
            "inputRequests" => walk.members(|key, walk| match InputRequest::read(walk) {
                Some(request) => requests.push((key.to_owned(), request)),
                None => sound = false,
            }),
            "requestState" => match walk.string() {
                Some(state) => request_state = Some(state.into_owned()),
                None => sound = false,
            },
            super::meta::META => meta = Some(walk.value().to_owned()),
            _ => {}
        });
        let needs = !requests.is_empty() || request_state.is_some();
        (asks && sound && needs).then_some(InputRequired { requests, request_state, meta })
    }

    /// The result.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::with_room(512);
        object.text("resultType", INPUT_REQUIRED);
        if !self.requests.is_empty() {
            let mut requests = ObjectWriter::with_room(384);
            for (key, InputRequest { method, params }) in &self.requests {
                let request = ObjectWriter::with_room(params.text().len() + 64)
                    .text("method", method)
                    .raw("params", params.raw())
                    .finish();
                requests.raw(key, request.raw());
            }
            object.raw("inputRequests", requests.finish().raw());
        }
        if let Some(state) = &self.request_state {
            object.text("requestState", state);
        }
        if let Some(meta) = &self.meta {
            object.raw(super::meta::META, meta.raw());
        }
        object.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::InputRequired;
    use crate::wire::{Json, Limits};

    #[test]
    fn results_come_back() {
        for text in [
            r#"{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create","params":{"mode":"form"}},"b":{"method":"roots/list","params":{}}},"requestState":"s"}"#,
            r#"{"resultType":"input_required","requestState":"only"}"#,
        ] {
            let json = Json::parse(text, &Limits::default()).unwrap();
            assert_eq!(InputRequired::read(json.raw()).unwrap().to_json().text(), text);
        }
        for text in
            [r#"{"resultType":"input_required"}"#, r#"{"content":[]}"#, r#"{"resultType":"complete"}"#]
        {
            let json = Json::parse(text, &Limits::default()).unwrap();
            assert_eq!(InputRequired::read(json.raw()), None, "{text}");
        }
    }
}
