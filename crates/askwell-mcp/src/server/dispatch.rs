//! From a request to its answer, for both eras.
//!
//! [`Visit::begin`] answers at once what needs no handler, and else says which one to run; [`Begun::Running`] runs it.
//! Transports add nothing but the way there and back.

mod modern;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, OnceLock};

use askwell_form::schema::Revision;
use askwell_lifecycle::{Actor, Surface};
use futures_util::FutureExt as _;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tracing::Instrument as _;
use tracing::field::Empty;

use super::ask::{AskError, Pending};
use super::call::{Call, Inner, LogLevel};
use super::catalogue::Handler;
use super::channel::ClientChannel;
use super::failure::Failure;
use super::parts::Parts;
use super::prompt::url_params;
use super::result::{Members, ToolResult};
use super::session::Session;
use super::{Shared, residence};
use crate::transport::Outgoing;
use crate::wire::{
    Capabilities, ErrorCode, Json, OLDER_REVISIONS, ObjectWriter, Peer, Raw, Request, RpcError, encode,
    method,
};
use askwell_engine::HostedLink;

/// Somebody who may send requests: whose they are, and where what belongs to them goes.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) server: Arc<Shared>,
    pub(crate) principal: Arc<str>,
    /// Who asks the engine on behalf of the principal.
    pub(crate) actor: Actor,
    pub(crate) outgoing: Outgoing,
}

/// What becomes of a request.
pub(crate) enum Begun {
    /// It is answered.
    Done(Finished),
    /// A handler has to run.
    Running(Call, Handler),
    /// A legacy client has introduced itself.
    Initialized(Arc<Session>, Finished),
}

/// The answer to a request.
#[derive(Debug, Clone)]
pub(crate) struct Finished {
    /// The text of the message.
    pub(crate) text: String,
    /// What kind of error it says, if it does.
    pub(crate) error: Option<ErrorCode>,
}

impl Finished {
    pub(crate) fn error(request: &Request, error: &RpcError) -> Self {
        Finished { text: encode::error(Some(request.id()), error), error: Some(error.code) }
    }

    fn legacy(request: &Request, members: &Members) -> Self {
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
        Finished { text, error: None }
    }
}

impl Visit {
    pub(crate) fn new(server: &Arc<Shared>, principal: Arc<str>, outgoing: Outgoing) -> Self {
        let actor = Actor::client(&*principal, Surface::Mcp);
        Visit { server: Arc::clone(server), principal, actor, outgoing }
    }

    /// Begins a request of a legacy client; without a session, one that has not introduced itself yet.
    pub(crate) fn begin_legacy(
        &self,
        request: Request,
        parts: Parts,
        session: Option<&Arc<Session>>,
    ) -> Begun {
        if request.method() == method::INITIALIZE {
            return self.initialize(&request);
        }
        if request.method() == method::PING {
            return Begun::Done(Finished::legacy(&request, &Members::none()));
        }
        let Some(session) = session else {
            let error = RpcError::new(ErrorCode::INVALID_REQUEST, "send `initialize` first");
            return Begun::Done(Finished::error(&request, &error));
        };
        if let Some(settled) = self.settle(&request, session) {
            return Begun::Done(match settled {
                Ok(()) => Finished::legacy(&request, &Members::none()),
                Err(error) => Finished::error(&request, &error),
            });
        }
        if let Some(list) = self.list(request.method()) {
            return Begun::Done(Finished::legacy(&request, &list));
        }
        match self.handler(&request, &parts, Revision::V2025_11_25) {
            Ok(handler) => Begun::Running(
                self.call(request, parts, ClientChannel::Request(Arc::clone(session))),
                handler,
            ),
            Err(error) => Begun::Done(Finished::error(&request, &error)),
        }
    }

    /// What a legacy client wants of its session, if that is what the request is about.
    fn settle(&self, request: &Request, session: &Session) -> Option<Result<(), RpcError>> {
        let text = |key: &str| request.params().get(key).and_then(Raw::as_text);
        let has_resources = self.server.catalogue.has_resources();
        match request.method() {
            method::SET_LOG_LEVEL => {
                let level = text("level").and_then(|level| LogLevel::of(&level));
                let level = level.ok_or_else(|| RpcError::invalid_params("there is no such level"));
                Some(level.map(|level| session.set_log_level(level)))
            }
            method::SUBSCRIBE if has_resources => Some(match text("uri") {
                Some(uri) if session.watch(&uri) => Ok(()),
                Some(_) => Err(RpcError::new(ErrorCode::BUSY, "too many subscriptions")),
                None => Err(RpcError::invalid_params("`uri` has to be a text")),
            }),
            method::UNSUBSCRIBE if has_resources => Some(
                text("uri")
                    .map(|uri| session.unwatch(&uri))
                    .ok_or_else(|| RpcError::invalid_params("`uri` has to be a text")),
            ),
            _ => None,
        }
    }

    fn initialize(&self, request: &Request) -> Begun {
        let params = request.params();
        let Some(asked) = params.get("protocolVersion").and_then(Raw::as_text) else {
            let error = RpcError::invalid_params("`protocolVersion` has to be a text");
            return Begun::Done(Finished::error(request, &error));
        };
        // A client that speaks something else gets the newest of this era, and decides.
        let older = OLDER_REVISIONS.into_iter().find(|older| *older == asked);
        let revision = match asked.parse() {
            Ok(Revision::V2025_06_18) => Revision::V2025_06_18,
            _ if older.is_some() => Revision::V2025_06_18,
            _ => Revision::V2025_11_25,
        };
        let capabilities = Capabilities::read(params.get("capabilities").unwrap_or(Raw::EMPTY));
        let client = Peer::read(params.get("clientInfo").unwrap_or(Raw::EMPTY));
        let watching = Json::written(r#"{"subscribe":true}"#.to_owned());
        let mut result = ObjectWriter::with_room(512);
        result.text("protocolVersion", older.unwrap_or(revision.as_str()));
        result
            .raw("capabilities", self.capabilities(watching.raw()).raw())
            .raw("serverInfo", self.server.info.to_json().raw());
        if let Some(instructions) = &self.server.instructions {
            result.text("instructions", instructions);
        }
        let finished = Finished { text: encode::result(request.id(), result.finish().raw()), error: None };
        let ask = &self.server.ask;
        let session = Session::new(revision, capabilities, client, ask.engine(), &self.actor)
            .with_batches(older.is_some())
            .with_most_prompts(ask.settings.calls_at_once);
        let session = Arc::new(session);
        self.server.sessions.add(&session);
        Begun::Initialized(session, finished)
    }

    /// What this server can do; what it can do with resources, the eras say differently.
    fn capabilities(&self, resources: Raw<'_>) -> Json {
        let catalogue = &self.server.catalogue;
        let mut object = ObjectWriter::new();
        object.raw("logging", Raw::EMPTY);
        for (key, has, details) in [
            ("completions", catalogue.completer.is_some(), Raw::EMPTY),
            ("prompts", catalogue.has_prompts(), Raw::EMPTY),
            ("resources", catalogue.has_resources(), resources),
            ("tools", catalogue.has_tools(), Raw::EMPTY),
        ] {
            if has {
                object.raw(key, details);
            }
        }
        object.finish()
    }

    fn list(&self, method: &str) -> Option<Members> {
        let catalogue = &self.server.catalogue;
        let (key, has) = match method {
            method::LIST_TOOLS => ("tools", catalogue.has_tools()),
            method::LIST_PROMPTS => ("prompts", catalogue.has_prompts()),
            method::LIST_RESOURCES => ("resources", catalogue.has_resources()),
            method::LIST_RESOURCE_TEMPLATES => ("resourceTemplates", catalogue.has_resources()),
            _ => return None,
        };
        has.then(|| catalogue.list(key))
    }

    /// Who does what the request wants.
    fn handler(&self, request: &Request, parts: &Parts, revision: Revision) -> Result<Handler, RpcError> {
        let catalogue = &self.server.catalogue;
        let missing = |what: &str| RpcError::invalid_params(format!("there is no {what} `{}`", parts.name));
        let found = match request.method() {
            method::CALL_TOOL if catalogue.has_tools() => {
                catalogue.tool(&parts.name).ok_or_else(|| missing("tool"))
            }
            method::GET_PROMPT if catalogue.has_prompts() => {
                catalogue.prompt(&parts.name).ok_or_else(|| missing("prompt"))
            }
            method::READ_RESOURCE if catalogue.has_resources() => {
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
                catalogue.completer.as_ref().ok_or_else(|| RpcError::no_such_method(request.method()))
            }
            other => Err(RpcError::no_such_method(other)),
        };
        let has_arguments = |arguments: Raw<'_>| arguments.object().is_some();
        let arguments = parts.arguments.map(|place| place.in_message(request));
        match found {
            Ok(_) if !arguments.is_none_or(has_arguments) => {
                Err(RpcError::invalid_params("`arguments` has to be an object"))
            }
            found => found.cloned(),
        }
    }

    pub(crate) fn call(&self, request: Request, parts: Parts, channel: ClientChannel) -> Call {
        Call(Arc::new(Inner {
            server: Arc::clone(&self.server),
            request,
            parts,
            channel,
            outgoing: self.outgoing.clone(),
            principal: Arc::clone(&self.principal),
            actor: self.actor.clone(),
            digest: OnceLock::new(),
            cancelled: Notify::new(),
            last_progress: Mutex::default(),
            asked: Mutex::default(),
            taken: Mutex::default(),
        }))
    }
}

/// Runs a handler to its end, or until the client does not want it any more: then there is nothing to answer.
pub(crate) async fn run(call: Call, handler: Handler) -> Option<Finished> {
    if let ClientChannel::InputRequired(retry) = &call.0.channel
        && let Err(error) = retry.fetch(&call.0.server.ask).await
    {
        return Some(Finished::error(&call.0.request, &RpcError::invalid_params(error.to_string())));
    }
    let work = AssertUnwindSafe(async { handler(call.clone()).await }).catch_unwind();
    let span = tracing::debug_span!(
        "mcp call",
        method = call.0.request.method(),
        name = call.name(),
        traceparent = Empty
    );
    if !span.is_disabled()
        && let Some(parent) = call.0.part(call.0.parts.about.trace.parent).and_then(Raw::as_text)
    {
        span.record("traceparent", &*parent);
    }
    let outcome = tokio::select! {
        biased;
        () = call.0.cancelled.notified() => return None,
        outcome = work.instrument(span) => outcome,
    };
    let outcome = outcome.unwrap_or_else(|_| {
        tracing::error!(name = call.name(), "a handler panicked");
        Err(Failure::Rpc(RpcError::internal()))
    });
    Some(conclude(&call.0, outcome).await)
}

async fn conclude(call: &Inner, outcome: Result<Members, Failure>) -> Finished {
    if let ClientChannel::InputRequired(retry) = &call.channel {
        // An open question comes first, whatever a handler made of it.
        if let Some(state) = retry.state(&call.server.ask).await {
            return modern::input_required(&call.request, retry, state);
        }
    }
    settle(call, &outcome).await;
    match outcome.or_else(|failure| explain(call, failure)) {
        Ok(members) => match &call.channel {
            ClientChannel::Request(_) => Finished::legacy(&call.request, &members),
            ClientChannel::InputRequired(_) => modern::complete(&call.server, &call.request, &members),
        },
        Err(error) => Finished::error(&call.request, &error),
    }
}

/// Gives back the answers that this call has taken if it comes again: then it asks for them again.
pub(crate) async fn settle<T>(call: &Inner, outcome: &Result<T, Failure>) {
    let comes_again = matches!(outcome, Err(Failure::Ask(AskError::Pending(_))));
    let taken = std::mem::take(&mut *call.taken.lock());
    if comes_again && !taken.is_empty() {
        Box::pin(residence::give_back(call, taken)).await;
    }
}

/// What the client gets in place of a result: for a tool, something that its model can read, wherever that is possible.
pub(crate) fn explain(call: &Inner, failure: Failure) -> Result<Members, RpcError> {
    let is_tool = call.request.method() == method::CALL_TOOL;
    let said = |text: String| {
        if is_tool {
            Ok(ToolResult::error(text).into())
        } else {
            Err(RpcError::new(ErrorCode::INTERNAL, text))
        }
    };
    match failure {
        Failure::Rpc(error) => Err(error),
        Failure::Said(text) => said(text),
        Failure::Ask(AskError::Unreachable(unreachable)) => Err(match &call.channel {
            ClientChannel::Request(_) => unreachable.legacy(),
            ClientChannel::InputRequired(_) => unreachable.modern(),
        }),
        Failure::Ask(AskError::Pending(Pending::UrlRequired { id, url, message })) => {
            let elicitation = url_params(&message, &url, Some(&id.to_string()));
            let data = Json::written(format!(r#"{{"elicitations":[{elicitation}]}}"#));
            Err(RpcError::new(ErrorCode::URL_ELICITATION_REQUIRED, message).with_data(data))
        }
        Failure::Ask(AskError::Pending(Pending::Link(link))) if is_tool => said(show(&link)),
        Failure::Ask(AskError::Pending(Pending::Link(link))) => {
            let data = ObjectWriter::new().text("url", &link.url).finish();
            Err(RpcError::new(ErrorCode::INTERNAL, show(&link)).with_data(data))
        }
        Failure::Ask(error) => said(error.to_string()),
    }
}

fn show(link: &HostedLink) -> String {
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
