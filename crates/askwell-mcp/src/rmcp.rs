//! An adapter for servers that are written with [rmcp](https://docs.rs/rmcp) 3.8: their tools can
//! ask.
//!
//! ```
//! use ::rmcp::ErrorData;
//! use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
//! use askwell_form::build::{form, select};
//! use askwell_mcp::Failure;
//! use askwell_mcp::rmcp::{RmcpAdapter, ToolRequest};
//!
//! /// A tool: with rmcp's macros, `#[tool] async fn deploy(&self, request: ToolRequest)`.
//! async fn deploy(asking: &RmcpAdapter, request: ToolRequest) -> Result<CallToolResponse, ErrorData> {
//!     asking
//!         .run(request, async |call| {
//!             let region = select("region", "Region").options(["eu", "us"]).required();
//!             let form = form("deploy", "Where shall it run?").field(region).build().map_err(Failure::message)?;
//!             let reply = call.asker().ask("region", &form).await?;
//!             let said = reply.accepted().map_or("nothing was deployed".to_owned(), |answers| answers.to_json());
//!             Ok(CallToolResult::success(vec![ContentBlock::text(said)]))
//!         })
//!         .await
//! }
//! ```
//!
//! The handler gets the same [`Call`] as a handler of our own [`Server`]: the same questions,
//! checks, retries, pages and sealed states, in both eras. rmcp carries the messages.
//!
//! rmcp's types cannot hold everything. Requests to a legacy client bypass them. Questions to a
//! modern client are part of rmcp's result type: it holds all that a form's schema says, but drops
//! other keywords (`pattern`, `x-…`). The whole form travels in the result's `_meta`. A URL gets an
//! `elicitationId`, which the revision does not need and rmcp's type requires. Numbers beyond a
//! double lose digits on the way in. All answers are checked against the form here.

mod bridge;
mod convert;

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use ::rmcp::service::{RequestContext, RoleServer};
use futures_util::FutureExt as _;

use crate::server::call::CallState;
use crate::server::channel::ClientChannel;
use crate::server::dispatch::{self, Dispatcher};
use crate::server::request_parts::RequestParts;
use crate::server::{Call, Failure, Server, Session};
use crate::transport::Outgoing;
use crate::wire::{Era, RpcError};

/// Lets the tools of an rmcp server ask. Cheap to clone.
#[derive(Clone)]
pub struct RmcpAdapter {
    server: Server,
    identify: IdentifyContext,
}

/// Returns the principal of a request; `None` refuses it.
type IdentifyContext = Arc<dyn Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync>;

/// One call of a tool, as rmcp has it. It is an extractor for tool functions.
#[derive(Debug, Clone)]
pub struct ToolRequest {
    /// The params of the call.
    pub params: CallToolRequestParams,
    /// The context of the request.
    pub context: RequestContext<RoleServer>,
}

impl<S> FromContextPart<ToolCallContext<'_, S>> for ToolRequest {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        let mut params = CallToolRequestParams::new(context.name.clone());
        params.arguments.clone_from(&context.arguments);
        params.input_responses.clone_from(&context.input_responses);
        params.request_state.clone_from(&context.request_state);
        Ok(ToolRequest { params, context: context.request_context.clone() })
    }
}

impl fmt::Debug for RmcpAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RmcpAdapter").field("server", &self.server).finish_non_exhaustive()
    }
}

impl RmcpAdapter {
    /// Creates an adapter that asks with the settings of this server: its timeouts, retries, keys,
    /// engine and pages. The server's own tools are not served.
    #[must_use]
    pub fn new(server: Server) -> Self {
        RmcpAdapter { server, identify: Arc::new(|_| Some("local".to_owned())) }
    }

    /// Sets how the principal of a request is found, for example from what an HTTP middleware put
    /// into the context's extensions; `None` refuses the request. States and questions are bound to
    /// the principal. By default all requests have the same principal.
    #[must_use]
    pub fn identify(
        mut self,
        who: impl Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.identify = Arc::new(who);
        self
    }

    /// Runs a handler that asks. For a modern client the call may end with an input-required
    /// result; the handler then runs again from the start when the client returns. Dropping the
    /// future leaves open questions open.
    ///
    /// # Errors
    /// The error that rmcp sends for the call.
    pub async fn run<F, Fut>(&self, request: ToolRequest, handle: F) -> Result<CallToolResponse, ErrorData>
    where
        F: FnOnce(Call) -> Fut,
        Fut: Future<Output = Result<CallToolResult, Failure>>,
    {
        let ToolRequest { params, context } = request;
        let principal = (self.identify)(&context)
            .ok_or_else(|| ErrorData::invalid_request("the request is not authenticated", None))?;
        let (outgoing, messages) = Outgoing::channel();
        let dispatcher = Dispatcher::new(&self.server.shared, Arc::from(principal), outgoing);
        let revision = convert::revision(&context);
        let request = convert::request(&params, &context).map_err(convert::error)?;
        let parts = RequestParts::of(&request);
        let (channel, session) = match Era::of(revision) {
            Era::Legacy => {
                let (capabilities, client) = (convert::capabilities(&context), convert::peer(&context));
                let engine = dispatcher.server.ask.engine();
                let session = Session::new(revision, capabilities, client, engine, &dispatcher.actor);
                // rmcp ties a request to the task of the call that it belongs to.
                let session = Arc::new(session.with_prompts_of_calls());
                session.set_standalone(Outgoing::from_sink(Arc::new(bridge::NotificationSink(
                    context.peer.clone(),
                ))));
                (ClientChannel::Request(Arc::clone(&session)), Some(session))
            }
            Era::Modern => {
                let retry = dispatcher.retry(&request, &parts).map_err(convert::error)?;
                let fetched = retry.fetch(&dispatcher.server.ask).await;
                fetched.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
                (ClientChannel::InputRequired(Box::new(retry)), None)
            }
        };
        let call = dispatcher.call(request, parts, channel);
        drop(dispatcher);
        let work = AssertUnwindSafe(handle(call.clone())).catch_unwind();
        let carried = bridge::run_with_messages(work, messages, &context.peer, session.as_ref());
        let outcome = tokio::select! {
            biased;
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the call was cancelled", None)),
            outcome = carried => outcome,
        };
        let outcome = outcome.unwrap_or_else(|_| {
            tracing::error!(name = call.name(), "a handler panicked");
            Err(Failure::Rpc(RpcError::internal()))
        });
        conclude(&call.0, outcome).await
    }
}

async fn conclude(
    call: &CallState,
    outcome: Result<CallToolResult, Failure>,
) -> Result<CallToolResponse, ErrorData> {
    if let ClientChannel::InputRequired(retry) = &call.channel {
        // An open question takes precedence over the handler's result.
        match retry.state(&call.server.ask).await {
            Some(Ok(state)) => {
                let mut text = String::new();
                retry.round.lock().write_result(&state, &mut text);
                return convert::input_required(&text).map(Into::into);
            }
            Some(Err(error)) => return Err(ErrorData::internal_error(error.to_string(), None)),
            None => {}
        }
    }
    dispatch::give_back_answers(call, &outcome).await;
    match outcome {
        Ok(result) => Ok(result.into()),
        Err(failure) => {
            let members = dispatch::failure_result(call, failure).map_err(convert::error)?;
            convert::tool_result(&members.text).map(Into::into)
        }
    }
}
