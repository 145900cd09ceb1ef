//! Dispatches requests of both eras: answers what needs no handler, and runs handlers for the rest.
//!
//! Transports only carry the messages. [`Dispatcher`] returns a [`DispatchResult`]; [`run`] runs
//! the handler.

mod modern;
mod offer;

pub(crate) use self::modern::complete;

use askwell_locale::Language;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, Surface};
use futures_util::{FutureExt as _, TryFutureExt as _};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::app;
use super::ask::{AskError, PendingAsk};
use super::backend::{Backend, BackendResponse, BackendResponseKind, HandlerOutput};
use super::call::{Call, CallState, LogLevel};
use super::catalogue::CallHandler;
use super::channel::ClientChannel;
use super::failure::Failure;
use super::plan::Unreachable;
use super::prompt::url_params;
use super::request_parts::RequestParts;
use super::result::{ResultMembers, ToolResult};
use super::session::Session;
use super::tasks::{self, TaskRole, TaskSupport};
use super::{ServerState, residence};
use crate::transport::Outgoing;
use crate::wire::{
    Capabilities, ErrorCode, Json, OLDER_REVISIONS, ObjectWriter, Peer, Raw, Request, RpcError, encode,
    method,
};
use askwell_engine::HostedLink;

/// Dispatches the requests of one principal. Their messages go to one stream.
#[derive(Clone)]
pub(crate) struct Dispatcher {
    pub(crate) server: Arc<ServerState>,
    pub(crate) principal: Arc<str>,
    /// Who calls the engine on behalf of the principal.
    pub(crate) actor: Actor,
    pub(crate) outgoing: Outgoing,
    /// The HTTP headers that repeat arguments.
    pub(crate) headers: Arc<[(String, String)]>,
    /// The language that the HTTP request wants.
    pub(crate) language: Option<Language>,
}

/// The result of dispatching a request.
pub(crate) enum DispatchResult {
    /// The response.
    Done(EncodedResponse),
    /// A handler has to run.
    Running(Call, CallHandler),
    /// A new legacy session, with the response to `initialize`.
    Initialized(Arc<Session>, EncodedResponse),
    /// A new legacy session whose `initialize` a handler answers.
    Initializing(Arc<Session>, Call, CallHandler),
}

/// An encoded response.
#[derive(Debug, Clone)]
pub(crate) struct EncodedResponse {
    /// The text of the message.
    pub(crate) text: String,
    /// The code, if it is an error.
    pub(crate) error: Option<ErrorCode>,
}

impl EncodedResponse {
    pub(crate) fn error(request: &Request, error: &RpcError) -> Self {
        EncodedResponse { text: encode::error(Some(request.id()), error), error: Some(error.code) }
    }

    fn legacy(request: &Request, members: &ResultMembers) -> Self {
        let room = members.text.len() + members.meta.as_ref().map_or(2, |meta| meta.text().len() + 16);
        let text = encode::result_with(request.id(), room, |result| {
            result.push('{');
            result.push_str(&members.text);
            if let Some(meta) = &members.meta {
                result.push_str(if members.text.is_empty() { r#""_meta":"# } else { r#","_meta":"# });
                result.push_str(meta.text());
            }
            result.push('}');
        });
        EncodedResponse { text, error: None }
    }
}

impl Dispatcher {
    pub(crate) fn new(server: &Arc<ServerState>, principal: Arc<str>, outgoing: Outgoing) -> Self {
        let actor = Actor::client(&*principal, Surface::Mcp);
        Dispatcher {
            server: Arc::clone(server),
            principal,
            actor,
            outgoing,
            headers: Arc::default(),
            language: None,
        }
    }

    /// Sets the HTTP headers that repeat arguments.
    pub(crate) fn with_headers(self, headers: Vec<(String, String)>) -> Self {
        if headers.is_empty() { self } else { Dispatcher { headers: headers.into(), ..self } }
    }

    /// Sets the language that the HTTP request wants.
    pub(crate) fn with_language(self, language: Option<Language>) -> Self {
        Dispatcher { language, ..self }
    }

    /// Returns the handler that passes a call to the backend, if there is one.
    fn backend_handler(&self) -> Option<CallHandler> {
        self.server.backend_handler.clone()
    }

    /// Dispatches a request of a legacy client; without a session, only `initialize` and `ping`.
    pub(crate) fn begin_legacy(
        &self,
        request: Request,
        parts: RequestParts,
        session: Option<&Arc<Session>>,
    ) -> DispatchResult {
        if request.method() == method::INITIALIZE {
            return self.initialize(request, parts);
        }
        let backend = self.backend_handler();
        if let (Some(handler), Some(session)) = (&backend, session) {
            let channel = ClientChannel::Request(Arc::clone(session));
            return DispatchResult::Running(self.call(request, parts, channel), Arc::clone(handler));
        }
        if request.method() == method::PING {
            return DispatchResult::Done(EncodedResponse::legacy(&request, &ResultMembers::none()));
        }
        let Some(session) = session else {
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, "send `initialize` first");
            return DispatchResult::Done(EncodedResponse::error(&request, &error));
        };
        if let Some(settled) = self.answer_session_request(&request, session) {
            return DispatchResult::Done(match settled {
                Ok(()) => EncodedResponse::legacy(&request, &ResultMembers::none()),
                Err(error) => EncodedResponse::error(&request, &error),
            });
        }
        if let Some(list) = self.list(request.method(), || session.capabilities.supports_apps()) {
            return DispatchResult::Done(EncodedResponse::legacy(&request, &list));
        }
        match self.handler(&request, &parts, Revision::V2025_11_25) {
            Ok(handler) => DispatchResult::Running(
                self.call(request, parts, ClientChannel::Request(Arc::clone(session))),
                handler,
            ),
            Err(error) => DispatchResult::Done(EncodedResponse::error(&request, &error)),
        }
    }

    /// Handles a request about the session itself; `None` if it is another one.
    fn answer_session_request(&self, request: &Request, session: &Session) -> Option<Result<(), RpcError>> {
        let text = |key: &str| request.params().get(key).and_then(Raw::as_text);
        let has_resources = self.server.catalogue.has_resources();
        match request.method() {
            method::SET_LOG_LEVEL => {
                let level = text("level").and_then(|level| LogLevel::of(&level));
                let level = level.ok_or_else(|| RpcError::invalid_params("there is no such level"));
                Some(level.map(|level| session.set_log_level(level)))
            }
            method::SUBSCRIBE if has_resources => Some(match text("uri") {
                Some(uri) if session.subscribe(&uri) => Ok(()),
                Some(_) => Err(RpcError::new(ErrorCode::BUSY, "too many subscriptions")),
                None => Err(RpcError::invalid_params("`uri` has to be a text")),
            }),
            method::UNSUBSCRIBE if has_resources => Some(
                text("uri")
                    .map(|uri| session.unsubscribe(&uri))
                    .ok_or_else(|| RpcError::invalid_params("`uri` has to be a text")),
            ),
            _ => None,
        }
    }

    fn initialize(&self, request: Request, parts: RequestParts) -> DispatchResult {
        let params = request.params();
        let Some(asked) = params.get("protocolVersion").and_then(Raw::as_text) else {
            let error = RpcError::invalid_params("`protocolVersion` has to be a text");
            return DispatchResult::Done(EncodedResponse::error(&request, &error));
        };
        // A client with another revision is offered the newest of this era, and decides.
        let older = OLDER_REVISIONS.into_iter().find(|older| *older == asked);
        let revision = match asked.parse() {
            Ok(Revision::V2025_06_18) => Revision::V2025_06_18,
            _ if older.is_some() => Revision::V2025_06_18,
            _ => Revision::V2025_11_25,
        };
        let capabilities = Capabilities::read(params.get("capabilities").unwrap_or(Raw::EMPTY));
        let client = Peer::read(params.get("clientInfo").unwrap_or(Raw::EMPTY));
        let ask = &self.server.ask;
        let session = Session::new(revision, capabilities, client, ask.engine(), &self.actor)
            .with_batches(older.is_some())
            .with_backend(self.server.backend.clone())
            .with_max_prompts(ask.settings.max_concurrent_calls);
        let session = Arc::new(session);
        self.server.sessions.add(&session);
        if let Some(handler) = self.backend_handler() {
            drop(asked);
            let call = self.call(request, parts, ClientChannel::Request(Arc::clone(&session)));
            return DispatchResult::Initializing(session, call, handler);
        }
        let watching = Json::from_valid(r#"{"subscribe":true}"#.to_owned());
        let shows_apps = self.server.catalogue.has_apps && session.capabilities.supports_apps();
        let mut result = ObjectWriter::with_capacity(512);
        result.text("protocolVersion", older.unwrap_or(revision.as_str()));
        result
            .raw("capabilities", self.capabilities(watching.raw(), shows_apps, false).raw())
            .raw("serverInfo", self.server.info.to_json().raw());
        if let Some(instructions) = &self.server.instructions {
            result.text("instructions", instructions);
        }
        let response =
            EncodedResponse { text: encode::result(request.id(), result.finish().raw()), error: None };
        DispatchResult::Initialized(session, response)
    }

    /// Returns the handler of a request.
    fn handler(
        &self,
        request: &Request,
        parts: &RequestParts,
        revision: Revision,
    ) -> Result<CallHandler, RpcError> {
        let catalogue = &self.server.catalogue;
        let missing = |what: &str| RpcError::invalid_params(format!("there is no {what} `{}`", parts.name));
        let found = match request.method() {
            method::CALL_TOOL if catalogue.has_tools() => {
                catalogue.tool(&parts.name).ok_or_else(|| missing("tool"))
            }
            method::GET_PROMPT if catalogue.has_prompts() => {
                catalogue.prompt(&parts.name).ok_or_else(|| missing("prompt"))
            }
            method::READ_RESOURCE if catalogue.has_resources() || catalogue.has_apps => {
                catalogue.resource(&parts.name).ok_or_else(|| {
                    let code = if revision == Revision::V2026_07_28 {
                        ErrorCode::INVALID_PARAMS
                    } else {
                        ErrorCode::RESOURCE_NOT_FOUND
                    };
                    let data = ObjectWriter::new().text("uri", &parts.name).finish();
                    RpcError { code, ..missing("resource") }.with_data(data)
                })
            }
            method::COMPLETE => {
                catalogue.completer.as_ref().ok_or_else(|| RpcError::method_not_found(request.method()))
            }
            other => Err(RpcError::method_not_found(other)),
        };
        let has_arguments = |arguments: Raw<'_>| arguments.object().is_some();
        let arguments = parts.arguments.map(|place| place.in_message(request));
        match found {
            Ok(_) if !arguments.is_none_or(has_arguments) => {
                Err(RpcError::invalid_params("`arguments` has to be an object"))
            }
            Ok(_)
                if revision != Revision::V2026_07_28
                    && request.method() == method::CALL_TOOL
                    && catalogue.task_of(&parts.name).support == TaskSupport::Required =>
            {
                Err(RpcError::new(
                    ErrorCode::METHOD_NOT_FOUND,
                    format!(
                        "the tool `{}` runs as a task only: use a client of 2026-07-28 with the tasks extension",
                        parts.name
                    ),
                ))
            }
            found => found.cloned(),
        }
    }

    pub(crate) fn call(&self, request: Request, parts: RequestParts, channel: ClientChannel) -> Call {
        self.call_as(request, parts, channel, TaskRole::None)
    }

    /// Returns a call with its role in a task.
    pub(crate) fn call_as(
        &self,
        request: Request,
        parts: RequestParts,
        channel: ClientChannel,
        task: TaskRole,
    ) -> Call {
        let (usual, wanted) =
            (&self.server.ask.settings.words, self.language.or_else(|| parts.language(&request)));
        let words = wanted.map_or_else(|| usual.clone(), |language| usual.in_language(language));
        Call(Arc::new(CallState {
            server: Arc::clone(&self.server),
            words,
            request,
            parts,
            channel,
            outgoing: self.outgoing.clone(),
            headers: Arc::clone(&self.headers),
            cancel_reason: Mutex::default(),
            is_cancelled: AtomicBool::new(false),
            questions: Mutex::default(),
            waiting_text: Mutex::default(),
            used_responses: Mutex::default(),
            principal: Arc::clone(&self.principal),
            actor: self.actor.clone(),
            digest: OnceLock::new(),
            cancelled: Notify::new(),
            last_progress: Mutex::default(),
            asked: Mutex::default(),
            taken: Mutex::default(),
            app: Mutex::default(),
            task,
        }))
    }
}

/// Returns the handler that passes calls to a backend.
pub(crate) fn handler_of(backend: Arc<dyn Backend>) -> CallHandler {
    Arc::new(move |call| Box::pin(backend.handle_request(call).map_ok(HandlerOutput::Backend)))
}

/// Runs a handler to its end. Returns `None` if the client cancels the call, which needs no
/// response, or if the backend has sent the response.
pub(crate) async fn run(call: Call, handler: CallHandler) -> Option<EncodedResponse> {
    match run_handler(&call, &handler).await {
        HandlerEnd::Cancelled => None,
        HandlerEnd::Rejected(error) => Some(EncodedResponse::error(&call.0.request, &error)),
        HandlerEnd::Outcome(outcome) => conclude(&call, &handler, outcome).await,
    }
}

/// How one run of a handler ended.
pub(crate) enum HandlerEnd {
    /// The call was cancelled.
    Cancelled,
    /// The state of the call cannot be used.
    Rejected(RpcError),
    /// The handler returned.
    Outcome(Result<HandlerOutput, Failure>),
}

/// Runs a handler once. Dropping the future drops the handler.
pub(crate) async fn run_handler(call: &Call, handler: &CallHandler) -> HandlerEnd {
    if let ClientChannel::InputRequired(retry) = &call.0.channel
        && let Err(error) = retry.fetch(&call.0.server.ask).await
    {
        return HandlerEnd::Rejected(RpcError::invalid_params(error.to_string()));
    }
    let work = AssertUnwindSafe(async { handler(call.clone()).await }).catch_unwind();
    let span = tracing::debug_span!(
        "mcp call",
        method = call.0.request.method(),
        name = call.name(),
        traceparent = Empty
    );
    if !span.is_disabled()
        && let Some(parent) = call.0.part(call.0.parts.meta_members.trace.parent).and_then(Raw::as_text)
    {
        span.record("traceparent", &*parent);
    }
    let outcome = tokio::select! {
        biased;
        () = call.0.cancelled.notified() => return HandlerEnd::Cancelled,
        outcome = call.0.words.during(work.instrument(span)) => outcome,
    };
    HandlerEnd::Outcome(outcome.unwrap_or_else(|_| {
        tracing::error!(name = call.name(), "a handler panicked");
        Err(Failure::Rpc(RpcError::internal()))
    }))
}

async fn conclude(
    whole_call: &Call,
    handler: &CallHandler,
    outcome: Result<HandlerOutput, Failure>,
) -> Option<EncodedResponse> {
    let call = &*whole_call.0;
    if let ClientChannel::InputRequired(retry) = &call.channel {
        // An open question takes precedence over the handler's result.
        if let Some(state) = retry.state(&call.server.ask).await {
            return Some(modern::input_required(&call.request, retry, state));
        }
    }
    if matches!(outcome, Err(Failure::ContinuesAsTask)) && matches!(call.task, TaskRole::Possible(_)) {
        let started = tasks::start_from_handler(whole_call, handler);
        return Some(started.unwrap_or_else(|error| EncodedResponse::error(&call.request, &error)));
    }
    give_back_answers(call, &outcome).await;
    let outcome = match outcome {
        Ok(HandlerOutput::Backend(BackendResponse(BackendResponseKind::Message(response)))) => {
            return Some(response);
        }
        Ok(HandlerOutput::Backend(BackendResponse(BackendResponseKind::Sent))) => return None,
        Ok(HandlerOutput::Members(members)) => Ok(members),
        Err(failure) => failure_result(call, failure),
    };
    Some(match outcome.map(|members| app::add_prompt(call, members)) {
        Ok(members) => match &call.channel {
            ClientChannel::Request(_) => EncodedResponse::legacy(&call.request, &members),
            ClientChannel::InputRequired(_) => complete(&call.server, &call.request, &members),
        },
        Err(error) => EncodedResponse::error(&call.request, &error),
    })
}

/// Returns the result of a round of a task.
///
/// # Errors
/// The error that the call would have ended with.
pub(crate) async fn handler_result(
    call: &CallState,
    outcome: Result<HandlerOutput, Failure>,
) -> Result<Json, RpcError> {
    give_back_answers(call, &outcome).await;
    let members = match outcome {
        Ok(HandlerOutput::Members(members)) => members,
        // Only a server with a backend has such responses, and it has no tasks.
        Ok(HandlerOutput::Backend(_)) => return Err(RpcError::internal()),
        Err(failure) => failure_result(call, failure)?,
    };
    Ok(modern::complete_result(&call.server, &members))
}

/// Gives back the answers that this call has taken, if it comes again and asks for them again.
pub(crate) async fn give_back_answers<T>(call: &CallState, outcome: &Result<T, Failure>) {
    let comes_again = matches!(outcome, Err(Failure::Ask(AskError::Pending(_))));
    let taken = std::mem::take(&mut *call.taken.lock());
    if comes_again && !taken.is_empty() {
        Box::pin(residence::give_back(call, taken)).await;
    }
}

/// Returns what the client gets in place of a result: for a tool, a text for its model wherever
/// that is possible.
pub(crate) fn failure_result(call: &CallState, failure: Failure) -> Result<ResultMembers, RpcError> {
    let is_tool = call.request.method() == method::CALL_TOOL;
    let message_result = |text: String| {
        if is_tool {
            Ok(ToolResult::error(text).into())
        } else {
            Err(RpcError::new(ErrorCode::INTERNAL, text))
        }
    };
    match failure {
        Failure::Rpc(error) => Err(error),
        Failure::ContinuesAsTask => message_result(failure.to_string()),
        Failure::Message(text) => message_result(text),
        Failure::Ask(AskError::Unreachable(cause)) => match cause.get().downcast_ref::<Unreachable>() {
            Some(unreachable) => Err(match &call.channel {
                ClientChannel::Request(_) => unreachable.legacy(),
                ClientChannel::InputRequired(_) => unreachable.modern(),
            }),
            None => message_result(cause.to_string()),
        },
        Failure::Ask(AskError::Pending(PendingAsk::UrlRequired { id, url, message })) => {
            let elicitation = url_params(&message, &url, Some(&id.to_string()));
            let data = Json::from_valid(format!(r#"{{"elicitations":[{elicitation}]}}"#));
            Err(RpcError::new(ErrorCode::URL_ELICITATION_REQUIRED, message).with_data(data))
        }
        Failure::Ask(AskError::Pending(PendingAsk::App(_))) if is_tool => {
            Ok(app::pending_result(call).into())
        }
        Failure::Ask(AskError::Pending(PendingAsk::Link(link))) if is_tool => {
            message_result(link_text(&link))
        }
        Failure::Ask(AskError::Pending(PendingAsk::Link(link))) => {
            let data = ObjectWriter::new().text("url", &link.url).finish();
            Err(RpcError::new(ErrorCode::INTERNAL, link_text(&link)).with_data(data))
        }
        Failure::Ask(error) => message_result(error.to_string()),
    }
}

fn link_text(link: &HostedLink) -> String {
    let code = match &link.code {
        Some(code) => format!(" The page will ask for this code: {code}."),
        None => String::new(),
    };
    format!(
        "A person has to answer a question first. Show them this link and ask them to open it: {}{code} When they have \
         answered, call again with the same arguments.",
        link.url
    )
}
