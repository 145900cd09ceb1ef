//! Asking from the tools of a server that is written with [rmcp](https://docs.rs/rmcp) 3.8.
//!
//! ```
//! use ::rmcp::ErrorData;
//! use ::rmcp::model::{CallToolResponse, CallToolResult, ContentBlock};
//! use askwell_form::build::{form, select};
//! use askwell_mcp::Failure;
//! use askwell_mcp::rmcp::{Asking, ToolRequest};
//!
//! /// A tool: with rmcp's macros, `#[tool] async fn deploy(&self, request: ToolRequest)`.
//! async fn deploy(asking: &Asking, request: ToolRequest) -> Result<CallToolResponse, ErrorData> {
//!     asking
//!         .run(request, async |call| {
//!             let region = select("region", "Region").options(["eu", "us"]).required();
//!             let form = form("deploy", "Where shall it run?").field(region).build().map_err(Failure::said)?;
//!             let reply = call.asker().ask("region", &form).await?;
//!             let said = reply.accepted().map_or("nothing was deployed".to_owned(), |answers| answers.to_json());
//!             Ok(CallToolResult::success(vec![ContentBlock::text(said)]))
//!         })
//!         .await
//! }
//! ```
//!
//! The handler gets the same [`Call`] as one of our own [`Server`]: the same questions, checks, retries, pages and sealed
//! states, for both eras. rmcp carries the messages.
//!
//! What rmcp's types do not hold gets lost where they cannot be gone around. Requests to a legacy client go around them.
//! Questions to a modern client are part of rmcp's own result: nothing that a form's schema says is lost there, while
//! keywords beyond that would be (`pattern`, `x-…`); the whole form rides in the result's `_meta`; and a URL gets an
//! `elicitationId` that the revision has no use for, as rmcp's type insists on one. Numbers beyond a double lose digits
//! on their way in. Whatever arrives is checked against the form here.

mod bridge;
mod convert;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult};
use ::rmcp::service::{RequestContext, RoleServer};
use futures_util::FutureExt as _;

use crate::server::call::Inner;
use crate::server::channel::ClientChannel;
use crate::server::dispatch::{self, Visit};
use crate::server::parts::Parts;
use crate::server::{Call, Failure, Server, Session};
use crate::transport::Outgoing;
use crate::wire::{Era, RpcError};

/// How the tools of an rmcp server ask. Cheap to clone.
#[derive(Clone)]
pub struct Asking {
    server: Server,
    principal: Principal,
}

/// Who sends a request, as far as it proves that.
type Principal = Arc<dyn Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync>;

/// One call of a tool, as rmcp has it: an extractor for tool functions.
#[derive(Debug, Clone)]
pub struct ToolRequest {
    /// What is called, with what was answered so far.
    pub params: CallToolRequestParams,
    /// The way back to the client.
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

impl Asking {
    /// Asks as this server is set up: its timeouts, retries, keys, engine and pages. Its own tools are not served.
    #[must_use]
    pub fn new(server: Server) -> Self {
        Asking { server, principal: Arc::new(|_| Some("local".to_owned())) }
    }

    /// How requests prove on whose behalf they come, such as by what an HTTP middleware put into the context's
    /// extensions; `None` refuses them. States and questions are bound to it. Without this, nobody is told apart.
    #[must_use]
    pub fn principal(
        mut self,
        who: impl Fn(&RequestContext<RoleServer>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        self.principal = Arc::new(who);
        self
    }

    /// Runs a handler that asks. For a modern client the call may end with what is needed first, and the handler runs
    /// again, from its beginning, when the client has it.
    ///
    /// # Errors
    /// What rmcp sends as the error of the call.
    pub async fn run<F, Fut>(&self, request: ToolRequest, handle: F) -> Result<CallToolResponse, ErrorData>
    where
        F: FnOnce(Call) -> Fut,
        Fut: Future<Output = Result<CallToolResult, Failure>>,
    {
        let ToolRequest { params, context } = request;
        let principal = (self.principal)(&context).ok_or_else(|| {
            ErrorData::invalid_request("this request does not say on whose behalf it comes", None)
        })?;
        let (outgoing, departures) = Outgoing::channel();
        let visit = Visit::new(&self.server.shared, Arc::from(principal), outgoing);
        let revision = convert::revision(&context);
        let request = convert::request(&params, &context).map_err(convert::error)?;
        let parts = Parts::of(&request);
        let (channel, session) = match Era::of(revision) {
            Era::Legacy => {
                let (capabilities, client) = (convert::capabilities(&context), convert::peer(&context));
                let engine = visit.server.ask.engine();
                let session = Session::new(revision, capabilities, client, engine, &visit.actor);
                // rmcp ties a request to the task of the call that it belongs to.
                let session = Arc::new(session.with_prompts_of_calls());
                session.set_standing(Outgoing::into_sink(Arc::new(bridge::Afterwards(context.peer.clone()))));
                (ClientChannel::Request(Arc::clone(&session)), Some(session))
            }
            Era::Modern => {
                let retry = visit.retry(&request, &parts).map_err(convert::error)?;
                let fetched = retry.fetch(&visit.server.ask).await;
                fetched.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
                (ClientChannel::InputRequired(Box::new(retry)), None)
            }
        };
        let call = visit.call(request, parts, channel);
        drop(visit);
        let work = AssertUnwindSafe(handle(call.clone())).catch_unwind();
        let carried = bridge::carry(work, departures, &context.peer, session.as_ref());
        let outcome = tokio::select! {
            biased;
            () = context.ct.cancelled() => return Err(ErrorData::internal_error("the call was called off", None)),
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
    call: &Inner,
    outcome: Result<CallToolResult, Failure>,
) -> Result<CallToolResponse, ErrorData> {
    if let ClientChannel::InputRequired(retry) = &call.channel {
        // An open question comes first, whatever a handler made of it.
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
    dispatch::settle(call, &outcome).await;
    match outcome {
        Ok(result) => Ok(result.into()),
        Err(failure) => {
            let members = dispatch::explain(call, failure).map_err(convert::error)?;
            convert::tool_result(&members.text).map(Into::into)
        }
    }
}
