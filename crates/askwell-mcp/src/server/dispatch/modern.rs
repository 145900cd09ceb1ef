//! The modern era: every request says for itself what it speaks and what its client can do.

use std::sync::OnceLock;

use askwell_form::json::write_string;
use askwell_form::schema::Revision;
use parking_lot::Mutex;

use super::{Begun, Finished, Visit};
use crate::request_state::StateError;
use crate::server::Shared;
use crate::server::ask_key::RequestDigest;
use crate::server::call::LogLevel;
use crate::server::channel::ClientChannel;
use crate::server::parts::{About, Parts};
use crate::server::result::Members;
use crate::server::retry_context::{RetryContext, Round};
use crate::wire::{
    Capabilities, ErrorCode, Json, ObjectWriter, Raw, Request, RpcError, Slice, encode, meta, method,
};

/// How long lists may be kept: they are written when the server is built, and a new server may have others.
const FRESH_MS: i64 = 60_000;

/// What a request says about itself.
struct Said<'r> {
    capabilities: Raw<'r>,
    log_level: Option<LogLevel>,
}

impl<'r> Said<'r> {
    fn read(parts: &Parts, request: &'r Request) -> Result<Self, RpcError> {
        let missing = |key: &str| RpcError::invalid_params(format!("`_meta` has to have `{key}`"));
        let part = |place: Option<Slice>| place.map(|place| place.in_message(request));
        let About { version, capabilities, log_level, .. } = parts.about;
        let version = part(version).and_then(Raw::as_text);
        let version = version.ok_or_else(|| missing(meta::PROTOCOL_VERSION))?;
        if version != Revision::V2026_07_28.as_str() {
            return Err(unsupported(&version));
        }
        let capabilities = part(capabilities).and_then(Raw::object);
        let capabilities = capabilities.ok_or_else(|| missing(meta::CLIENT_CAPABILITIES))?;
        let log_level = part(log_level).and_then(Raw::as_text).and_then(|level| LogLevel::of(&level));
        Ok(Said { capabilities, log_level })
    }
}

/// The answer to a request in a revision that is not served like this.
pub(crate) fn unsupported(requested: &str) -> RpcError {
    let versions = supported();
    let mut data = ObjectWriter::new();
    data.list("supported", versions.iter().map(Json::raw)).text("requested", requested);
    RpcError::new(ErrorCode::UNSUPPORTED_VERSION, "this revision of the protocol is not served")
        .with_data(data.finish())
}

fn supported() -> Vec<Json> {
    Revision::ALL.iter().rev().map(|revision| Json::of_text(revision.as_str())).collect()
}

impl Visit {
    /// Begins a request of a modern client.
    pub(crate) fn begin_modern(&self, request: Request, parts: Parts) -> Begun {
        match self.try_begin(&request, &parts) {
            Ok(Some(finished)) => Begun::Done(finished),
            Ok(None) => match self.handled(&request, &parts) {
                Ok((retry, handler)) => Begun::Running(
                    self.call(request, parts, ClientChannel::InputRequired(Box::new(retry))),
                    handler,
                ),
                Err(error) => Begun::Done(Finished::error(&request, &error)),
            },
            Err(error) => Begun::Done(Finished::error(&request, &error)),
        }
    }

    /// What can be answered at once.
    fn try_begin(&self, request: &Request, parts: &Parts) -> Result<Option<Finished>, RpcError> {
        match request.method() {
            method::DISCOVER => {
                Said::read(parts, request)?;
                Ok(Some(complete(&self.server, request, &self.discovery())))
            }
            listing => {
                let Some(list) = self.list(listing) else { return Ok(None) };
                Said::read(parts, request)?;
                Ok(Some(complete(&self.server, request, &list)))
            }
        }
    }

    fn discovery(&self) -> Members {
        let versions = supported();
        let mut object = ObjectWriter::with_room(512);
        object.list("supportedVersions", versions.iter().map(Json::raw));
        object.raw("capabilities", self.capabilities(Raw::EMPTY).raw());
        if let Some(instructions) = &self.server.instructions {
            object.text("instructions", instructions);
        }
        Members::of(object.finish().raw()).cacheable()
    }

    fn handled(&self, request: &Request, parts: &Parts) -> Result<(RetryContext, super::Handler), RpcError> {
        let handler = self.handler(request, parts, Revision::V2026_07_28)?;
        Ok((self.retry(request, parts)?, handler))
    }

    /// What a call came with: its answers, and what its state remembers.
    pub(crate) fn retry(&self, request: &Request, parts: &Parts) -> Result<RetryContext, RpcError> {
        let said = Said::read(parts, request)?;
        let part = |place: Slice| place.in_message(request);
        if parts.responses.map(part).is_some_and(|responses| responses.object().is_none()) {
            return Err(RpcError::invalid_params("`inputResponses` has to be an object"));
        }
        let bound_to = RequestDigest::of(&self.server.ask.server, &self.principal, request, parts);
        let round = match parts.state.map(part) {
            None => Round::default(),
            Some(state) => {
                let foreign = |error: StateError| RpcError::invalid_params(error.to_string());
                let state = state.as_text().ok_or_else(|| foreign(StateError::Foreign))?;
                Round::open(&self.server.ask, &state, &bound_to).map_err(foreign)?
            }
        };
        Ok(RetryContext {
            capabilities: Capabilities::read(said.capabilities),
            client: OnceLock::new(),
            log_level: said.log_level,
            bound_to,
            round: Mutex::new(round),
        })
    }
}

/// A result that is complete.
pub(super) fn complete(server: &Shared, request: &Request, members: &Members) -> Finished {
    let info = server.info_json.text();
    let room = members.text.len() + info.len() + 192;
    let text = encode::result_with(request.id(), room, |result| {
        result.push_str(r#"{"resultType":"complete""#);
        if !members.text.is_empty() {
            result.push(',');
            result.push_str(&members.text);
        }
        if members.cacheable {
            result.push_str(&format!(r#","ttlMs":{FRESH_MS},"cacheScope":"private""#));
        }
        result.push_str(r#","_meta":{"#);
        for (key, value) in members.meta.iter().flat_map(|own| own.raw().members()) {
            if key != meta::SERVER_INFO {
                write_string(result, &key);
                result.push(':');
                result.push_str(value.text());
                result.push(',');
            }
        }
        result.push('"');
        result.push_str(meta::SERVER_INFO);
        result.push_str("\":");
        result.push_str(info);
        result.push_str("}}");
    });
    Finished { text, error: None }
}

/// A result that asks for something first.
pub(super) fn input_required(
    request: &Request,
    retry: &RetryContext,
    state: Result<String, StateError>,
) -> Finished {
    match state {
        Ok(state) => {
            let round = retry.round.lock();
            let text = encode::result_with(request.id(), round.result_size(&state), |result| {
                round.write_result(&state, result);
            });
            Finished { text, error: None }
        }
        Err(error @ StateError::TooLarge) => {
            Finished::error(request, &RpcError::invalid_params(error.to_string()))
        }
        Err(error) => Finished::error(request, &RpcError::new(ErrorCode::INTERNAL, error.to_string())),
    }
}
