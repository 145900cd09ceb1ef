//! Dispatches modern requests, each of which declares its revision and its client's capabilities.

use std::sync::OnceLock;

use askwell_form::json::write_string;
use askwell_form::schema::Revision;
use parking_lot::Mutex;

use super::{DispatchResult, Dispatcher, EncodedResponse};
use crate::request_state::StateError;
use crate::server::ServerState;
use crate::server::ask_key::RequestDigest;
use crate::server::call::LogLevel;
use crate::server::catalogue::ToolTask;
use crate::server::channel::ClientChannel;
use crate::server::request_parts::{MetaMembers, RequestParts};
use crate::server::result::ResultMembers;
use crate::server::retry_context::{RetryContext, Round};
use crate::server::tasks::{self, TaskAtOnce, TaskRole, TaskStart, TaskSupport, Tasks};
use crate::wire::{
    Capabilities, ErrorCode, Json, ObjectWriter, Raw, Request, RpcError, Slice, encode, meta, method,
};

/// How long clients may cache lists. They are encoded when the server is built, and a new server
/// may have others.
const FRESH_MS: i64 = 60_000;

/// What a request declares about its client.
struct ClientMeta<'r> {
    capabilities: Raw<'r>,
    log_level: Option<LogLevel>,
}

impl<'r> ClientMeta<'r> {
    fn read(parts: &RequestParts, request: &'r Request) -> Result<Self, RpcError> {
        let missing = |key: &str| RpcError::invalid_params(format!("`_meta` has to have `{key}`"));
        let part = |place: Option<Slice>| place.map(|place| place.in_message(request));
        let MetaMembers { version, capabilities, log_level, .. } = parts.meta_members;
        let version = part(version).and_then(Raw::as_text);
        let version = version.ok_or_else(|| missing(meta::PROTOCOL_VERSION))?;
        if version != Revision::V2026_07_28.as_str() {
            return Err(unsupported(&version));
        }
        let capabilities = part(capabilities).and_then(Raw::object);
        let capabilities = capabilities.ok_or_else(|| missing(meta::CLIENT_CAPABILITIES))?;
        let log_level = part(log_level).and_then(Raw::as_text).and_then(|level| LogLevel::of(&level));
        Ok(ClientMeta { capabilities, log_level })
    }

    /// Returns whether the client shows apps.
    fn shows_apps(&self) -> bool {
        Capabilities::read(self.capabilities).supports_apps()
    }
}

/// Returns the error for a revision that is not served.
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

impl Dispatcher {
    /// Dispatches a request of a modern client.
    pub(crate) fn begin_modern(&self, request: Request, parts: RequestParts) -> DispatchResult {
        if let Some(handler) = self.backend_handler() {
            return match self.retry(&request, &parts) {
                Ok(retry) => DispatchResult::Running(
                    self.call(request, parts, ClientChannel::InputRequired(Box::new(retry))),
                    handler,
                ),
                Err(error) => DispatchResult::Done(EncodedResponse::error(&request, &error)),
            };
        }
        match self.answer_now(&request, &parts) {
            Ok(Some(response)) => DispatchResult::Done(response),
            Ok(None) => match self.prepare_call(&request, &parts) {
                Ok((retry, handler)) => self.begin_call(request, parts, retry, handler),
                Err(error) => DispatchResult::Done(EncodedResponse::error(&request, &error)),
            },
            Err(error) => DispatchResult::Done(EncodedResponse::error(&request, &error)),
        }
    }

    /// Begins a call: as a task, if its tool and its client support that.
    fn begin_call(
        &self,
        request: Request,
        parts: RequestParts,
        mut retry: RetryContext,
        handler: super::CallHandler,
    ) -> DispatchResult {
        let mut role = TaskRole::None;
        let task = if request.method() == method::CALL_TOOL {
            self.server.catalogue.task_of(&parts.name)
        } else {
            ToolTask::default()
        };
        if task.support != TaskSupport::None {
            let has_tasks = retry.capabilities.supports_tasks();
            if let Err(error) = tasks::check_support(&parts.name, task.support, has_tasks) {
                return DispatchResult::Done(EncodedResponse::error(&request, &error));
            }
            match task.start {
                TaskStart::AtOnce if has_tasks => {
                    match tasks::start_at_once(self, &request, &parts, retry, &handler, task.support) {
                        TaskAtOnce::Started(response) => return DispatchResult::Done(response),
                        TaskAtOnce::Refused(error) => {
                            return DispatchResult::Done(EncodedResponse::error(&request, &error));
                        }
                        TaskAtOnce::NoRoom(given_back) => retry = *given_back,
                    }
                }
                TaskStart::ByHandler if has_tasks => role = TaskRole::Possible(task.support),
                _ => {}
            }
        }
        let channel = ClientChannel::InputRequired(Box::new(retry));
        DispatchResult::Running(self.call_as(request, parts, channel, role), handler)
    }

    /// Answers a request that needs no handler; `None` if it needs one.
    fn answer_now(
        &self,
        request: &Request,
        parts: &RequestParts,
    ) -> Result<Option<EncodedResponse>, RpcError> {
        match request.method() {
            method::DISCOVER => {
                let declared = ClientMeta::read(parts, request)?;
                Ok(Some(complete(&self.server, request, &self.discovery(declared.shows_apps()))))
            }
            method::GET_TASK | method::UPDATE_TASK | method::CANCEL_TASK
                if self.server.catalogue.has_tasks =>
            {
                let declared = ClientMeta::read(parts, request)?.capabilities;
                Tasks::answer(&self.server, &self.principal, request, declared).map(Some)
            }
            listing => {
                let shows_apps =
                    || ClientMeta::read(parts, request).is_ok_and(|declared| declared.shows_apps());
                let Some(list) = self.list(listing, shows_apps) else { return Ok(None) };
                ClientMeta::read(parts, request)?;
                Ok(Some(complete(&self.server, request, &list)))
            }
        }
    }

    fn discovery(&self, shows_apps: bool) -> ResultMembers {
        let versions = supported();
        let mut object = ObjectWriter::with_capacity(512);
        object.list("supportedVersions", versions.iter().map(Json::raw));
        let catalogue = &self.server.catalogue;
        let shows_apps = catalogue.has_apps && shows_apps;
        let capabilities = self.capabilities(Raw::EMPTY, shows_apps, catalogue.has_tasks);
        object.raw("capabilities", capabilities.raw());
        if let Some(instructions) = &self.server.instructions {
            object.text("instructions", instructions);
        }
        ResultMembers::of(object.finish().raw()).cacheable()
    }

    fn prepare_call(
        &self,
        request: &Request,
        parts: &RequestParts,
    ) -> Result<(RetryContext, super::CallHandler), RpcError> {
        let handler = self.handler(request, parts, Revision::V2026_07_28)?;
        Ok((self.retry(request, parts)?, handler))
    }

    /// Returns what a call brought: its answers, and the entries of its state.
    pub(crate) fn retry(&self, request: &Request, parts: &RequestParts) -> Result<RetryContext, RpcError> {
        let declared = ClientMeta::read(parts, request)?;
        let part = |place: Slice| place.in_message(request);
        if parts.responses.map(part).is_some_and(|responses| responses.object().is_none()) {
            return Err(RpcError::invalid_params("`inputResponses` has to be an object"));
        }
        let bound_to = RequestDigest::of(&self.server.ask.server, &self.principal, request, parts);
        let round = match parts.state.map(part) {
            None => Round::default(),
            Some(state) => {
                let foreign = |error: StateError| RpcError::invalid_params(error.to_string());
                let state = state.as_text().ok_or_else(|| foreign(StateError::Invalid))?;
                Round::open(&self.server.ask, &state, &bound_to).map_err(foreign)?
            }
        };
        Ok(RetryContext {
            capabilities: Capabilities::read(declared.capabilities),
            client: OnceLock::new(),
            log_level: declared.log_level,
            bound_to,
            round: Mutex::new(round),
        })
    }
}

/// Encodes a complete result.
pub(crate) fn complete(server: &ServerState, request: &Request, members: &ResultMembers) -> EncodedResponse {
    let room = members.text.len() + server.info_json.text().len() + 192;
    let text = encode::result_with(request.id(), room, |result| write_complete(server, members, result));
    EncodedResponse { text, error: None }
}

/// Returns a complete result.
pub(super) fn complete_result(server: &ServerState, members: &ResultMembers) -> Json {
    let mut text = String::with_capacity(members.text.len() + server.info_json.text().len() + 128);
    write_complete(server, members, &mut text);
    Json::from_valid(text)
}

fn write_complete(server: &ServerState, members: &ResultMembers, result: &mut String) {
    let info = server.info_json.text();
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
}

/// Encodes an input-required result.
pub(super) fn input_required(
    request: &Request,
    retry: &RetryContext,
    state: Result<String, StateError>,
) -> EncodedResponse {
    match state {
        Ok(state) => {
            let round = retry.round.lock();
            let text = encode::result_with(request.id(), round.result_size(&state), |result| {
                round.write_result(&state, result);
            });
            EncodedResponse { text, error: None }
        }
        Err(error @ StateError::TooLarge) => {
            EncodedResponse::error(request, &RpcError::invalid_params(error.to_string()))
        }
        Err(error) => EncodedResponse::error(request, &RpcError::new(ErrorCode::INTERNAL, error.to_string())),
    }
}
