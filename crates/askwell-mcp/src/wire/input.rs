//! Input-required results, with which modern servers ask for input before they complete a request.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::json::{Json, Raw};
use super::object::ObjectWriter;

/// An `InputRequiredResult`: input requests by key, and the request state. At least one of them is
/// present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRequired {
    /// The input requests by the server's keys, in order.
    pub requests: Vec<(String, InputRequest)>,
    /// The state to return unchanged, if there is one.
    pub request_state: Option<String>,
    /// The `_meta` of the result, if there is any.
    pub meta: Option<Json>,
}

/// One input request: a request without an id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputRequest {
    /// The method: `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: String,
    /// The params; the empty object if there are none.
    pub params: Json,
}

/// The `resultType` of a result that asks for input.
pub(crate) const INPUT_REQUIRED: &str = "input_required";

impl InputRequest {
    fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        let (mut method, mut params) = (None, None);
        cursor.members(|key, cursor| match key {
            "method" => method = cursor.string().map(Cow::into_owned),
            "params" => params = Some(cursor.value().to_owned()),
            _ => {}
        });
        Some(InputRequest { method: method?, params: params.unwrap_or_else(|| Raw::EMPTY.to_owned()) })
    }
}

impl InputRequired {
    /// Returns whether a result asks for input. A result without `resultType` is complete.
    #[must_use]
    pub fn is_input_required(result: Raw<'_>) -> bool {
        result.get("resultType").and_then(Raw::as_text).as_deref() == Some(INPUT_REQUIRED)
    }

    /// Reads an input-required result; `None` if it is malformed, or is none.
    #[must_use]
    pub fn read(result: Raw<'_>) -> Option<Self> {
        let (mut asks, mut valid, mut requests) = (false, true, Vec::new());
        let (mut request_state, mut meta) = (None, None);
        // Results may be long, so one pass has to do.
        Cursor::of(result).members(|key, cursor| match key {
            "resultType" => asks = cursor.string().as_deref() == Some(INPUT_REQUIRED),
            "inputRequests" => cursor.members(|key, cursor| match InputRequest::read(cursor) {
                Some(request) => requests.push((key.to_owned(), request)),
                None => valid = false,
            }),
            "requestState" => match cursor.string() {
                Some(state) => request_state = Some(state.into_owned()),
                None => valid = false,
            },
            super::meta::META => meta = Some(cursor.value().to_owned()),
            _ => {}
        });
        let needs = !requests.is_empty() || request_state.is_some();
        (asks && valid && needs).then_some(InputRequired { requests, request_state, meta })
    }

    /// Returns the result.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = ObjectWriter::with_capacity(512);
        object.text("resultType", INPUT_REQUIRED);
        if !self.requests.is_empty() {
            let mut requests = ObjectWriter::with_capacity(384);
            for (key, InputRequest { method, params }) in &self.requests {
                let request = ObjectWriter::with_capacity(params.text().len() + 64)
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
    fn input_required_results_round_trip_and_others_are_none() {
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
