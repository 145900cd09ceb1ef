//! What the gateway answers itself, and how responses change between the eras.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use askwell_mcp::server::{BackendResponse, Call, ClientSession, Failure};
use askwell_mcp::wire::{
    Era, ErrorCode, Json, Notification, ObjectWriter, Raw, Response, RpcError, encode, meta, method,
    replace_parts,
};

use super::ClientLink;
use super::subscriptions::Change;
use crate::exchange::Route;
use crate::upstream::{ServerGreeting, Upstream};

/// The legacy revisions, oldest first. Their order is that of their texts.
const LEGACY_VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The revisions that clients can speak with the gateway, the newest first: those that the server part names in errors.
const SUPPORTED_VERSIONS: [&str; 3] = ["2026-07-28", "2025-11-25", "2025-06-18"];

/// What legacy servers say if there is no such resource. In the modern era, the params are invalid.
const RESOURCE_NOT_FOUND: ErrorCode = ErrorCode(-32002);

impl ClientLink {
    /// Answers `initialize` of a legacy client with what its server says.
    pub(crate) async fn initialize(self: &Arc<Self>, call: &Call) -> Result<BackendResponse, Failure> {
        let asked = call.params().get("protocolVersion").and_then(Raw::as_text).unwrap_or_default();
        let result = if self.is_transparent() {
            let greeting = self.connection(0).await?.greeting();
            legacy_greeting(&greeting, &asked)
        } else {
            self.merged_greeting(&asked).await?
        };
        Ok(BackendResponse::of_text(encode::result(call.request().id(), result.raw()), None))
    }

    /// Answers `server/discover` of a modern client with what its server says.
    pub(crate) async fn discover(self: &Arc<Self>, call: &Call) -> Result<BackendResponse, Failure> {
        let result = if self.is_transparent() {
            let greeting = self.connection(0).await?.greeting();
            match greeting.era {
                Era::Modern => (*greeting.result).clone(),
                Era::Legacy => modern_greeting(&greeting),
            }
        } else {
            self.merged_discovery().await?
        };
        Ok(BackendResponse::of_text(encode::result(call.request().id(), result.raw()), None))
    }

    /// Takes a notification of the client: servers of the same era get it as it is.
    pub(crate) fn take_notification(self: &Arc<Self>, notification: &Notification) {
        let upstreams: Vec<_> = self.slots.iter().filter_map(crate::upstream::ServerSlot::current).collect();
        if notification.method() == method::INITIALIZED {
            if !self.is_initialized.swap(true, Ordering::AcqRel) {
                for (server, slot) in self.slots.iter().enumerate() {
                    let Some(upstream) = slot.current() else { continue };
                    self.open_stream(server, &upstream);
                    if self.session.as_ref().is_none_or(ClientSession::is_listening) {
                        upstream.want_stream();
                    }
                    tokio::spawn(async move { upstream.end_handshake().await });
                }
            }
            return;
        }
        for upstream in upstreams.into_iter().filter(|upstream| upstream.era() == Era::Legacy) {
            upstream.post(notification.text().to_owned(), notification.method());
        }
    }

    /// Opens the streams of the servers, because the client takes their messages now.
    pub(crate) fn take_listener(&self) {
        for upstream in self.slots.iter().filter_map(crate::upstream::ServerSlot::current) {
            upstream.want_stream();
        }
    }

    /// Answers a request that its server need not see; `None` if it has to.
    pub(crate) fn answer_here(
        self: &Arc<Self>,
        call: &Call,
        server: usize,
        upstream: &Arc<Upstream>,
    ) -> Option<Result<BackendResponse, Failure>> {
        if (self.era(), upstream.era()) != (Era::Legacy, Era::Modern) {
            return None;
        }
        match call.request().method() {
            method::PING => {}
            method::SET_LOG_LEVEL => {
                let level = call.params().get("level").and_then(Raw::as_text)?;
                self.set_log_level(&level);
            }
            changed @ (method::SUBSCRIBE | method::UNSUBSCRIBE) => {
                let greeting = upstream.greeting();
                let offered =
                    greeting.capabilities().get("resources").and_then(|found| found.get("subscribe"));
                offered.and_then(Raw::as_bool).filter(|offered| *offered)?;
                let uri = call.params().get("uri").and_then(Raw::as_text)?;
                let change = if changed == method::SUBSCRIBE { Change::Add } else { Change::Remove };
                self.subscribe(server, upstream, &uri, change);
            }
            _ => return None,
        }
        let text = encode::result(call.request().id(), Raw::EMPTY);
        Some(Ok(BackendResponse::of_text(text, None)))
    }

    /// Turns a server's response into the client's.
    pub(crate) fn finish_response(
        &self,
        call: &Call,
        route: &Route,
        server_era: Era,
        response: Response,
    ) -> BackendResponse {
        let method = call.request().method();
        if method == method::LIST_TOOLS
            && let Ok(result) = response.result()
        {
            self.catalogue.record_tools(route.server, &self.server_name(route.server), result);
        }
        if (self.era(), server_era) == (Era::Modern, Era::Modern)
            && let Ok(result) = response.result()
        {
            self.gateway.tasks.record(call.principal(), result);
        }
        let id = call.request().id();
        match (self.era(), server_era) {
            (Era::Modern, Era::Modern) if method == method::LISTEN => {
                let marked = response.result().ok().and_then(|result| result.get(meta::META));
                let marked = marked.and_then(|members| members.get(meta::SUBSCRIPTION_ID));
                let (Some(marked), Some(id_part)) = (marked, response.id_part()) else {
                    return BackendResponse::forward(response, id);
                };
                let id = id.to_string();
                let mut parts = [(marked, id.as_str()), (id_part, id.as_str())];
                BackendResponse::of_text(replace_parts(response.text(), &mut parts), None)
            }
            (Era::Modern, Era::Legacy) => {
                let result = match response.result() {
                    Ok(result) => result,
                    Err(error) if method == method::READ_RESOURCE && error.code == RESOURCE_NOT_FOUND => {
                        let error = RpcError { code: ErrorCode::INVALID_PARAMS, ..error.clone() };
                        return BackendResponse::of_text(encode::error(Some(id), &error), Some(error.code));
                    }
                    Err(_) => return BackendResponse::forward(response, id),
                };
                let new = completed(method, result);
                let id = id.to_string();
                let id_part = response.id_part().unwrap_or(Raw::NULL);
                let mut parts = [(id_part, id.as_str()), (result, new.text())];
                BackendResponse::of_text(replace_parts(response.text(), &mut parts), None)
            }
            _ => BackendResponse::forward(response, id),
        }
    }

    pub(crate) fn server_name(&self, server: usize) -> Arc<str> {
        self.slots.get(server).map_or_else(|| "".into(), |slot| Arc::clone(&slot.spec.name))
    }
}

/// Returns the result of `initialize` for a client that asked for a revision.
pub(crate) fn legacy_greeting(greeting: &ServerGreeting, asked: &str) -> Json {
    let wanted = LEGACY_VERSIONS.into_iter().find(|version| *version == asked).unwrap_or("2025-11-25");
    if greeting.era == Era::Legacy {
        let result = greeting.result.raw();
        let offered = result.get("protocolVersion");
        let is_newer = offered.and_then(Raw::as_text).is_some_and(|offered| *offered > *wanted);
        return match offered {
            // The server was asked for a newer revision than the client's.
            Some(offered) if is_newer => {
                let text = replace_parts(result.text(), &mut [(offered, Json::of_text(wanted).text())]);
                parse(&text)
            }
            _ => result.to_owned(),
        };
    }
    let mut result = ObjectWriter::with_capacity(512);
    result.text("protocolVersion", wanted).raw("capabilities", greeting.capabilities());
    result.raw("serverInfo", greeting.server_info().unwrap_or(Raw::EMPTY));
    if let Some(instructions) = greeting.get("instructions") {
        result.raw("instructions", instructions);
    }
    result.finish()
}

/// Returns the result of `server/discover` for a legacy server.
pub(crate) fn modern_greeting(greeting: &ServerGreeting) -> Json {
    let mut members = ObjectWriter::new();
    if let Some(info) = greeting.server_info() {
        members.raw(meta::SERVER_INFO, info);
    }
    let mut result = ObjectWriter::with_capacity(512);
    let versions = SUPPORTED_VERSIONS.map(Json::of_text);
    result.text("resultType", "complete").list("supportedVersions", versions.iter().map(Json::raw));
    result.raw("capabilities", greeting.capabilities());
    if let Some(instructions) = greeting.get("instructions") {
        result.raw("instructions", instructions);
    }
    result.integer("ttlMs", 0).text("cacheScope", "private").raw(meta::META, members.finish().raw());
    result.finish()
}

/// Returns a result of a legacy server with what the modern era requires.
fn completed(method: &str, result: Raw<'_>) -> Json {
    let mut object = ObjectWriter::with_capacity(result.text().len() + 64);
    if result.get("resultType").is_none() {
        object.text("resultType", "complete");
    }
    object.members(result);
    let is_cacheable = matches!(
        method,
        method::LIST_TOOLS
            | method::LIST_PROMPTS
            | method::LIST_RESOURCES
            | method::LIST_RESOURCE_TEMPLATES
            | method::READ_RESOURCE
    );
    if is_cacheable && result.get("ttlMs").is_none() {
        object.integer("ttlMs", 0).text("cacheScope", "private");
    }
    object.finish()
}

pub(crate) fn parse(text: &str) -> Json {
    let limits = askwell_mcp::wire::Limits { bytes: usize::MAX, ..Default::default() };
    Json::parse(text, &limits).unwrap_or_else(|_| Raw::EMPTY.to_owned())
}

/// Returns the error for something that no server has.
pub(crate) fn unknown(what: &str, name: &str) -> Failure {
    Failure::Rpc(RpcError::invalid_params(format!("there is no {what} `{name}`")))
}
