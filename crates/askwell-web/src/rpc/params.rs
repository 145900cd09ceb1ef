//! Reads the parameters of a call. Every error has a pointer to the parameter.

use std::time::Duration;

use askwell_form::{JsonKind, Part};
use askwell_lifecycle::{ElicitationId, LONGEST_TIMEOUT, TimeoutError};
use metrics::counter;

use super::error::RpcError;

/// The parameters of one call: an object, or none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Params<'p>(Option<Part<'p>>);

impl<'p> Params<'p> {
    /// Reads parameters with these names and no others. `null` counts as a missing parameter.
    pub(crate) fn read(params: Option<Part<'p>>, known: &[&str]) -> Result<Params<'p>, RpcError> {
        let params = params.filter(|part| part.kind() != JsonKind::Null);
        let Some(part) = params else { return Ok(Params(None)) };
        let Some(mut members) = part.members() else {
            return Err(RpcError::parameter(
                "/params",
                format!("params must be an object, not {}", part.kind().phrase()),
            ));
        };
        if let Some((name, _)) = members.find(|(name, _)| !known.contains(name)) {
            let message = if known.is_empty() {
                "this method takes no parameters".to_owned()
            } else {
                format!("there is no such parameter here; there are: {}", known.join(", "))
            };
            return Err(RpcError::parameter(&pointer(name), message));
        }
        Ok(Params(Some(part)))
    }

    pub(crate) fn get(self, name: &str) -> Option<Part<'p>> {
        self.0?.get(name).filter(|part| part.kind() != JsonKind::Null)
    }

    pub(crate) fn required(self, name: &str) -> Result<Part<'p>, RpcError> {
        self.get(name).ok_or_else(|| RpcError::parameter(&pointer(name), format!("{name} is needed")))
    }

    pub(crate) fn text(self, name: &str) -> Result<Option<&'p str>, RpcError> {
        let Some(part) = self.get(name) else { return Ok(None) };
        part.as_text().map(Some).ok_or_else(|| wrong_kind(name, "a string", part))
    }

    pub(crate) fn required_text(self, name: &str) -> Result<&'p str, RpcError> {
        let part = self.required(name)?;
        part.as_text().ok_or_else(|| wrong_kind(name, "a string", part))
    }

    pub(crate) fn count(self, name: &str) -> Result<Option<u64>, RpcError> {
        let Some(part) = self.get(name) else { return Ok(None) };
        let number = part.as_number().and_then(whole);
        number.map(Some).ok_or_else(|| wrong_kind(name, "a whole number, not negative", part))
    }

    pub(crate) fn boolean(self, name: &str) -> Result<Option<bool>, RpcError> {
        let Some(part) = self.get(name) else { return Ok(None) };
        match part.kind() {
            JsonKind::Bool => Ok(Some(part.json() == "true")),
            _ => Err(wrong_kind(name, "true or false", part)),
        }
    }

    pub(crate) fn object(self, name: &str) -> Result<Option<Part<'p>>, RpcError> {
        let Some(part) = self.get(name) else { return Ok(None) };
        if part.kind() == JsonKind::Object {
            Ok(Some(part))
        } else {
            Err(wrong_kind(name, "an object", part))
        }
    }

    /// Returns the elicitation id. A malformed id is answered like an unknown one.
    pub(crate) fn id(self) -> Result<ElicitationId, RpcError> {
        let text = self.required_text("elicitationId")?;
        text.parse().map_err(|_| RpcError::not_found())
    }

    /// Returns a timeout, which has its own error types.
    pub(crate) fn timeout(self, name: &str) -> Result<Option<Duration>, RpcError> {
        self.get(name).map(timeout).transpose()
    }
}

/// Reads a positive whole number of milliseconds. A number beyond every policy becomes one that
/// every policy rejects as too large.
pub(crate) fn timeout(part: Part<'_>) -> Result<Duration, RpcError> {
    let whole_number = part.as_number().and_then(whole).filter(|number| *number > 0);
    let is_huge = |digits: &str| digits.parse::<f64>().is_ok_and(|number| number > LONGEST_TIMEOUT_MS);
    match (whole_number, part.as_number()) {
        (Some(milliseconds), _) => Ok(Duration::from_millis(milliseconds)),
        (None, Some(digits)) if is_huge(digits) => Ok(Duration::from_millis(u64::MAX)),
        _ => {
            let error = TimeoutError::Invalid { requested: part.json().chars().take(64).collect() };
            Err(refused_timeout(&error, part))
        }
    }
}

/// Returns the error for a timeout that is rejected before the engine sees it, and counts it as the
/// engine would.
pub(crate) fn refused_timeout(error: &TimeoutError, sent: Part<'_>) -> RpcError {
    counter!("askwell_timeout_violations_total", "kind" => error.name()).increment(1);
    RpcError::timeout(error, Some(sent))
}

/// The longest timeout that a policy can allow, in milliseconds.
const LONGEST_TIMEOUT_MS: f64 = LONGEST_TIMEOUT.as_secs() as f64 * 1000.0;

/// Returns the error for a parameter of the wrong JSON kind.
pub(crate) fn wrong_kind(name: &str, expected: &str, found: Part<'_>) -> RpcError {
    RpcError::parameter(&pointer(name), format!("{name} must be {expected}, not {}", found.kind().phrase()))
}

/// Returns the JSON pointer of a parameter.
pub(crate) fn pointer(name: &str) -> String {
    format!("/params/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Reads a whole number; `3e2` and `3.0` are whole.
fn whole(digits: &str) -> Option<u64> {
    if let Ok(number) = digits.parse() {
        return Some(number);
    }
    askwell_form::Number::parse(digits).ok().and_then(|number| number.as_u64())
}
