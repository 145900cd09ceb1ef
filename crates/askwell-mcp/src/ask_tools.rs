//! A ready-made MCP server: tools with which a model asks its person.
//!
//! ```
//! use askwell_engine::Engine;
//! use askwell_mcp::ask_tools::{self, AskToolsSettings};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let engine = Engine::builder().start();
//! let server = ask_tools::server(engine, AskToolsSettings::default()).build();
//! # }
//! ```
//!
//! Every question is an elicitation of the engine: it appears in lists, counts against limits, and
//! has one outcome. The [`server`](crate::server) module decides how the person is reached.
//!
//! Secrets are never shown to the model: answers to secret fields stay with the engine.

mod arguments;
mod description;
mod questions;
mod report;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{CallError, Engine, Limits, ListFilter};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Audience, CancelReason, ElicitationId, Surface};
use futures_util::future::BoxFuture;

use crate::server::{AskError, Call, DurableAsk, Failure, Server, ServerBuilder, ToolResult, Unreachable};
use crate::wire::{Era, ErrorCode, Json, Raw};

use arguments::{ListArguments, TimeArguments};

/// Forms that a model can use by name.
pub trait FormTemplates: Send + Sync + 'static {
    /// Returns the templates: a JSON array of objects, each with a `name` and what helps to choose.
    fn list(&self) -> Json;

    /// Returns the form of a template with its parameters filled in.
    ///
    /// # Errors
    /// A message for the model, if there is no such template or the parameters do not fit.
    fn fill(&self, name: &str, parameters: Raw<'_>) -> Result<Form, String>;
}

/// Returns the limits of a client by its name; `None` for the engine's limits.
pub type ClientLimits = Arc<dyn Fn(&str) -> Option<Limits> + Send + Sync>;

/// The settings of the tools.
#[derive(Clone)]
pub struct AskToolsSettings {
    /// How long a call waits for an answer, unless its arguments say otherwise. Many clients give
    /// up on a call after a minute.
    pub wait: Duration,
    /// The templates, if there are any.
    pub templates: Option<Arc<dyn FormTemplates>>,
    /// The limits of each client.
    pub limits: ClientLimits,
    /// How long a question in the dialog of a legacy client can be answered, if neither the call
    /// nor the form says. `None`: as long as the engine's policy says for forms.
    pub pushed_timeout: Option<Duration>,
}

impl fmt::Debug for AskToolsSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskToolsSettings")
            .field("wait", &self.wait)
            .field("pushed_timeout", &self.pushed_timeout)
            .finish_non_exhaustive()
    }
}

impl Default for AskToolsSettings {
    fn default() -> Self {
        AskToolsSettings {
            wait: Duration::from_secs(50),
            templates: None,
            limits: Arc::new(|_| None),
            pushed_timeout: None,
        }
    }
}

/// Returns a builder for a server with the tools. Add pages, keys or more tools before you build
/// it.
pub fn server(engine: Engine, settings: AskToolsSettings) -> ServerBuilder {
    let AskToolsSettings { wait, templates, limits, pushed_timeout } = settings;
    let handlers = AskHandlers { wait, limits, pushed_timeout };
    let listed_by = engine.clone();
    let builder = Server::builder("askwell", env!("CARGO_PKG_VERSION"))
        .engine(engine.clone())
        // An agent's questions are for the person it works for, in the inbox or on the page.
        .page_audience(Audience::Anyone)
        .instructions(description::INSTRUCTIONS)
        .tool(description::ask(), handlers.ask_handler(|call| arguments::ask(call.arguments())))
        .tool(
            description::ask_question(),
            handlers.ask_handler(|call| arguments::ask_question(call.arguments())),
        )
        .tool(description::check_answer(), move |call: Call| async move {
            let (id, times) = arguments::question_id(call.arguments()).map_err(Failure::Message)?;
            let status = call.asker().resume(KEY, id, times.wait.unwrap_or(wait)).await;
            Ok(report::status(&call, status.map_err(|error| unanswered(&call, error, IN_CONVERSATION))?))
        })
        .tool(description::list_questions(), move |call: Call| {
            let engine = listed_by.clone();
            async move { list(&engine, &call).await }
        })
        .tool(description::cancel_question(), move |call: Call| {
            let engine = engine.clone();
            async move { cancel(&engine, &call).await }
        });
    let Some(templates) = templates else { return builder };
    let listed = Arc::clone(&templates);
    builder
        .tool(description::list_templates(), move |_| {
            let list = listed.list();
            async move { Ok(report::templates(&list)) }
        })
        .tool(
            description::ask_template(),
            handlers.ask_handler(move |call| arguments::ask_template(call.arguments(), &*templates)),
        )
}

/// The settings that all asking tools share.
#[derive(Clone)]
struct AskHandlers {
    wait: Duration,
    limits: ClientLimits,
    pushed_timeout: Option<Duration>,
}

impl AskHandlers {
    /// Returns a handler that asks with the form that its arguments describe.
    fn ask_handler(
        &self,
        form: impl Fn(&Call) -> Result<(Form, TimeArguments), String> + Send + Sync + 'static,
    ) -> impl Fn(Call) -> BoxFuture<'static, Result<ToolResult, Failure>> + Send + Sync + 'static {
        let handlers = self.clone();
        move |call| {
            let (handlers, read) = (handlers.clone(), call.0.words.enter_while(|| form(&call)));
            Box::pin(async move {
                let (form, times) = read.map_err(Failure::Message)?;
                handlers.ask(&call, &form, times).await
            })
        }
    }

    async fn ask(&self, call: &Call, form: &Form, times: TimeArguments) -> Result<ToolResult, Failure> {
        let ask = DurableAsk {
            form,
            timeout: times.timeout,
            pushed_timeout: self.pushed_timeout,
            limits: (self.limits)(call.principal()),
            wait: times.wait.unwrap_or(self.wait),
            reuse_within: REUSED_WITHIN,
        };
        let status = call.asker().ask_durable(KEY, ask).await;
        let advice = if form.has_secrets() { NO_SECRET_IN_CONVERSATION } else { IN_CONVERSATION };
        Ok(report::status(call, status.map_err(|error| unanswered(call, error, advice))?))
    }
}

/// How long after its end an answer serves the same question again. Models repeat a call whose
/// result they lost; a question that is meant again comes later.
const REUSED_WITHIN: Duration = Duration::from_secs(60);

async fn list(engine: &Engine, call: &Call) -> Result<ToolResult, Failure> {
    let ListArguments { statuses, limit } =
        arguments::list_questions(call.arguments()).map_err(Failure::Message)?;
    let actor = Actor::client(call.principal(), Surface::Mcp);
    let filter = ListFilter { statuses, limit: Some(limit), ..ListFilter::default() };
    let page = engine.list(&actor, filter).await.map_err(|error| Failure::message(error.to_string()))?;
    Ok(report::questions(page.items.iter().map(|elicitation| &**elicitation)))
}

/// The advice for a question that cannot be asked here.
const IN_CONVERSATION: &str = "Put your question into the conversation instead.";

/// The advice for a question with a secret.
const NO_SECRET_IN_CONVERSATION: &str = "Do not ask for a secret in the conversation either.";

/// The key of the one question of each call.
const KEY: &str = "question";

async fn cancel(engine: &Engine, call: &Call) -> Result<ToolResult, Failure> {
    let (id, _) = arguments::question_id(call.arguments()).map_err(Failure::Message)?;
    let actor = Actor::client(call.principal(), Surface::Mcp);
    match engine.cancel(&actor, id, CancelReason::UserCancelled).await {
        // If an answer came first, it is returned.
        Ok(_) | Err(CallError::Refused(_)) => {
            let elicitation = engine.status(&actor, id).await.map_err(|error| unknown(id, &error))?;
            Ok(report::elicitation(&elicitation))
        }
        Err(error) => Err(unknown(id, &error)),
    }
}

fn unknown(id: ElicitationId, error: &CallError) -> Failure {
    Failure::message(match error {
        CallError::NotFound => {
            format!("there is no question {id}; it may be too old, or from another client")
        }
        other => other.to_string(),
    })
}

/// Returns why there is no answer, for the model to read. Errors that the protocol defines are
/// passed on.
fn unanswered(call: &Call, error: AskError, advice: &str) -> Failure {
    match error {
        AskError::Unreachable(unable)
            if call.era() == Era::Legacy
                || unable
                    .get()
                    .downcast_ref::<Unreachable>()
                    .is_none_or(|reason| reason.modern().code != ErrorCode::MISSING_CAPABILITY) =>
        {
            Failure::message(format!("The person cannot be asked from here: {unable}. {advice}"))
        }
        AskError::Call(error @ CallError::NotFound) => {
            Failure::message(format!("{error}; it may be too old, or from another client"))
        }
        other => other.into(),
    }
}
