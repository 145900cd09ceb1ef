//! Asking from inside a server that is written with rmcp: feature `rmcp`.
//!
//! ```
//! use askwell_mcp::rmcp::Asking;
//! use askwell_mcp::{Call, Failure, Server, ToolResult};
//! use rmcp::model::{CallToolRequestParams, CallToolResponse};
//! use rmcp::service::{RequestContext, RoleServer};
//! use rmcp::{ErrorData, ServerHandler};
//!
//! struct Deployer {
//!     asking: Asking,
//! }
//!
//! impl ServerHandler for Deployer {
//!     async fn call_tool(
//!         &self,
//!         request: CallToolRequestParams,
//!         context: RequestContext<RoleServer>,
//!     ) -> Result<CallToolResponse, ErrorData> {
//!         self.asking.call_tool(request, context, deploy).await
//!     }
//! }
//!
//! async fn deploy(call: Call) -> Result<ToolResult, Failure> {
//!     let sure = call.asker().confirm("sure", "Deploy to production?").await?;
//!     Ok(ToolResult::text(if sure.accepted() == Some(true) { "deployed" } else { "nothing was deployed" }))
//! }
//!
//! let deployer = Deployer { asking: Asking::new(&Server::builder("deployer", "1.0.0").build()) };
//! # drop(deployer);
//! ```
//!
//! rmcp keeps the connection, the list of tools and everything else; only the call of a tool goes through here. What rmcp
//! does not know, it drops on the way: whole forms in `_meta` arrive, unknown keywords of schemas do not.

use std::future::Future;
use std::sync::Arc;

use askwell_form::schema::Revision;
use futures_util::future::BoxFuture;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorCode as RmcpCode, ErrorData, ProtocolVersion,
    ServerNotification, ServerRequest,
};
use rmcp::service::{Peer as RmcpPeer, RequestContext, RoleServer};
use serde_json::{Value, json};

use crate::server::{Call, Failure, Finished, Server, Session, ToolResult, Visit};
use crate::transport::{Closed, Outgoing, Sink};
use crate::wire::{
    self, Capabilities, InputRequired, Json, Limits, Message, Peer, Request, RpcError, encode, meta, method,
};

/// Asks on behalf of a server that is written with rmcp. Cheap to clone.
#[derive(Clone)]
pub struct Asking {
    server: Server,
    principal: Arc<str>,
}

impl Asking {
    /// With the settings, keys, pages and engine of a server, which needs no tools of its own.
    #[must_use]
    pub fn new(server: &Server) -> Self {
        Asking { server: server.clone(), principal: Arc::from("local") }
    }

    /// On behalf of somebody whom the caller knows: states are bound to them.
    #[must_use]
    pub fn on_behalf_of(&self, principal: &str) -> Self {
        Asking { server: self.server.clone(), principal: Arc::from(principal) }
    }

    /// Runs a handler that asks, as the answer to the call of a tool.
    ///
    /// # Errors
    /// What the handler, or asking, says.
    pub async fn call_tool<F, Fut>(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
        handle: F,
    ) -> Result<CallToolResponse, ErrorData>
    where
        F: FnOnce(Call) -> Fut + Send,
        Fut: Future<Output = Result<ToolResult, Failure>> + Send,
    {
        let is_modern =
            context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let request = to_request(&request, &context).map_err(internal)?;
        let session = Arc::new(session_of(&context));
        let sink = Arc::new(ToPeer { peer: context.peer.clone(), session: Arc::clone(&session) });
        let visit = Visit {
            server: Arc::clone(&self.server.shared),
            principal: Arc::clone(&self.principal),
            outgoing: Outgoing::into_sink(sink),
        };
        let call =
            if is_modern { visit.open_modern(request) } else { Ok(visit.open_legacy(request, &session)) };
        let call = call.map_err(|error| to_error(&error))?;
        let work = async {
            let call = call.clone();
            handle(call).await.map(Into::into)
        };
        let finished = tokio::select! {
            finished = crate::server::run_work(&call, work) => finished,
            () = context.ct.cancelled() => None,
        };
        match finished {
            Some(finished) => to_response(finished),
            None => Err(ErrorData::internal_error("the call was called off", None)),
        }
    }
}

fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

/// The request as it stood on the wire, or nearly so.
fn to_request(
    request: &CallToolRequestParams,
    context: &RequestContext<RoleServer>,
) -> Result<Request, serde_json::Error> {
    let mut params = serde_json::to_value(request)?;
    let mut about = serde_json::to_value(&context.meta)?;
    if !about.is_object() {
        about = json!({});
    }
    // rmcp knows from the beginning of a connection what the modern era says with every request.
    let missing = |key: &str| about.get(key).is_none();
    let (version, capabilities) = (missing(meta::PROTOCOL_VERSION), missing(meta::CLIENT_CAPABILITIES));
    if version && let Some(version) = context.protocol_version() {
        about[meta::PROTOCOL_VERSION] = Value::from(version.to_string());
    }
    if capabilities && let Some(capabilities) = context.client_capabilities() {
        about[meta::CLIENT_CAPABILITIES] = serde_json::to_value(capabilities)?;
    }
    params[meta::META] = about;
    let id = serde_json::to_value(&context.id)?;
    let text = json!({"jsonrpc": "2.0", "id": id, "method": method::CALL_TOOL, "params": params}).to_string();
    let unlimited = Limits { bytes: usize::MAX, ..Limits::default() };
    match wire::decode(text, &unlimited) {
        Ok(Message::Request(request)) => Ok(request),
        _ => Err(serde::de::Error::custom("the request cannot be read")),
    }
}

fn session_of(context: &RequestContext<RoleServer>) -> Session {
    let revision = match context.protocol_version() {
        Some(version) if version < ProtocolVersion::V_2025_11_25 => Revision::V2025_06_18,
        _ => Revision::V2025_11_25,
    };
    let declared = serde_json::to_value(context.client_capabilities()).unwrap_or_default();
    let client = serde_json::to_value(context.client_info()).unwrap_or_default();
    Session::new(
        revision,
        Capabilities::read(Json::from(declared).raw()),
        Peer::read(Json::from(client).raw()),
    )
}

fn to_response(finished: Finished) -> Result<CallToolResponse, ErrorData> {
    let unlimited = Limits { bytes: usize::MAX, ..Limits::default() };
    let Ok(Message::Response(response)) = wire::decode(finished.text, &unlimited) else {
        return Err(internal("the answer cannot be read"));
    };
    let result = response.result().map_err(to_error)?;
    if InputRequired::is(result) {
        let required: rmcp::model::InputRequiredResult = result.to().map_err(internal)?;
        return Ok(required.into());
    }
    let complete: rmcp::model::CallToolResult = result.to().map_err(internal)?;
    Ok(complete.into())
}

fn to_error(error: &RpcError) -> ErrorData {
    let code = RmcpCode(i32::try_from(error.code.0).unwrap_or(i32::MIN));
    ErrorData::new(code, error.message.clone(), error.data.as_ref().map(|data| data.raw().to_value()))
}

/// What goes to the client goes through rmcp, and what the client answers comes back.
struct ToPeer {
    peer: RmcpPeer<RoleServer>,
    session: Arc<Session>,
}

impl Sink for ToPeer {
    fn put(&self, message: String) -> Result<(), Closed> {
        if self.peer.is_transport_closed() {
            return Err(Closed);
        }
        let unlimited = Limits { bytes: usize::MAX, ..Limits::default() };
        match wire::decode(message, &unlimited) {
            Ok(Message::Request(request)) => {
                let (peer, session) = (self.peer.clone(), Arc::clone(&self.session));
                tokio::spawn(async move {
                    let answer = match ask(&peer, &request).await {
                        Ok(result) => encode::result(request.id(), result.raw()),
                        Err(error) => encode::error(Some(request.id()), &error),
                    };
                    if let Ok(Message::Response(response)) = wire::decode(answer, &unlimited) {
                        session.answer(response);
                    }
                });
            }
            Ok(Message::Notification(notification)) => {
                let told =
                    json!({"method": notification.method(), "params": notification.params().to_value()});
                if let Ok(told) = serde_json::from_value::<ServerNotification>(told) {
                    let peer = self.peer.clone();
                    tokio::spawn(async move { peer.send_notification(told).await });
                }
            }
            Ok(Message::Response(_)) | Err(_) => {}
        }
        Ok(())
    }

    fn closed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }
}

async fn ask(peer: &RmcpPeer<RoleServer>, request: &Request) -> Result<Json, RpcError> {
    let failed = |error: &dyn std::fmt::Display| RpcError::new(wire::ErrorCode::INTERNAL, error.to_string());
    let asked = json!({"method": request.method(), "params": request.params().to_value()});
    let asked: ServerRequest = serde_json::from_value(asked).map_err(|error| failed(&error))?;
    match peer.send_request(asked).await {
        Ok(result) => serde_json::to_value(result).map(Json::from).map_err(|error| failed(&error)),
        Err(rmcp::ServiceError::McpError(error)) => {
            Err(RpcError::new(wire::ErrorCode(i64::from(error.code.0)), error.message.into_owned()))
        }
        Err(error) => Err(failed(&error)),
    }
}
