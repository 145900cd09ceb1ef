//! A server that is ready to use: tools with which a model asks the person it works for.
//!
//! ```
//! use askwell_engine::Engine;
//! use askwell_mcp::asking::{self, AskingSettings};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let engine = Engine::builder().start();
//! let server = asking::server(engine, AskingSettings::default()).build();
//! # }
//! ```
//!
//! Every question is an elicitation of the engine: it shows in its lists, counts against its limits, and keeps its one
//! outcome. How the person is reached is the [`server`](crate::server)'s part.
//!
//! Refuses to show secrets to a model: what a person typed into a secret field stays with the engine.

mod arguments;
mod description;
mod easy;
mod report;

use std::sync::Arc;
use std::time::Duration;

use askwell_engine::{CallError, Engine, Filter, Limits};
use askwell_form::Form;
use askwell_lifecycle::{Actor, Audience, CancelReason, ElicitationId, Surface};
use futures_util::future::BoxFuture;

use crate::server::{AskError, Call, DurableAsk, Failure, Server, ServerBuilder, ToolResult};
use crate::wire::{Era, ErrorCode, Json, Raw};

use arguments::{Listing, Times};

/// Forms that a model can ask for by name.
pub trait FormTemplates: Send + Sync + 'static {
    /// What there is: a JSON list of objects, each with a `name` and whatever helps to choose.
    fn list(&self) -> Json;

    /// The form of this name, with its parameters filled in.
    ///
    /// # Errors
    /// When there is none, or the parameters do not fit: in words that help to correct it.
    fn fill(&self, name: &str, parameters: Raw<'_>) -> Result<Form, String>;
}

/// Limits of a client's own, by its name; the engine's, if there are none.
pub type LimitsOf = Arc<dyn Fn(&str) -> Option<Limits> + Send + Sync>;

/// How the tools behave.
#[derive(Clone)]
pub struct AskingSettings {
    /// How long a call waits for an answer, unless it says otherwise. Many clients give up on a call after a minute.
    pub wait: Duration,
    /// Forms to ask for by name, if there are any.
    pub templates: Option<Arc<dyn FormTemplates>>,
    /// How much each client may ask.
    pub limits: LimitsOf,
    /// How long a question can be answered that is pushed to a legacy client's dialog, where neither the call nor the form
    /// says; if not set, as long as the engine says for forms.
    pub pushed_timeout: Option<Duration>,
}

impl Default for AskingSettings {
    fn default() -> Self {
        AskingSettings {
            wait: Duration::from_secs(50),
            templates: None,
            limits: Arc::new(|_| None),
            pushed_timeout: None,
        }
    }
}

/// A server with the tools. More can be added before it is built: pages to fall back to, keys, other tools.
pub fn server(engine: Engine, settings: AskingSettings) -> ServerBuilder {
    let AskingSettings { wait, templates, limits, pushed_timeout } = settings;
    let desk = Desk { wait, limits, pushed_timeout };
    let listed_by = engine.clone();
    let builder = Server::builder("askwell", env!("CARGO_PKG_VERSION"))
        .engine(engine.clone())
        // What an agent asks is for the person it works for, in the inbox or on the page.
        .page_audience(Audience::Anyone)
        .instructions(description::INSTRUCTIONS)
        .tool(description::ask(), desk.asking(|call| arguments::ask(call.arguments())))
        .tool(description::ask_question(), desk.asking(|call| arguments::ask_question(call.arguments())))
        .tool(description::check_answer(), move |call: Call| async move {
            let (id, times) = arguments::about(call.arguments()).map_err(Failure::Said)?;
            let status = call.asker().resume(KEY, id, times.wait.unwrap_or(wait)).await;
            Ok(report::status(status.map_err(|error| unanswered(&call, error, ELSEWHERE))?))
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
            desk.asking(move |call| arguments::ask_template(call.arguments(), &*templates)),
        )
}

/// What the tools that ask have in common.
#[derive(Clone)]
struct Desk {
    wait: Duration,
    limits: LimitsOf,
    pushed_timeout: Option<Duration>,
}

impl Desk {
    /// A handler that asks with whatever form comes out of its arguments.
    fn asking(
        &self,
        form: impl Fn(&Call) -> Result<(Form, Times), String> + Send + Sync + 'static,
    ) -> impl Fn(Call) -> BoxFuture<'static, Result<ToolResult, Failure>> + Send + Sync + 'static {
        let desk = self.clone();
        move |call| {
            let (desk, read) = (desk.clone(), form(&call));
            Box::pin(async move {
                let (form, times) = read.map_err(Failure::Said)?;
                desk.ask(&call, &form, times).await
            })
        }
    }

    async fn ask(&self, call: &Call, form: &Form, times: Times) -> Result<ToolResult, Failure> {
        let ask = DurableAsk {
            form,
            timeout: times.timeout,
            pushed_timeout: self.pushed_timeout,
            limits: (self.limits)(call.principal()),
            wait: times.wait.unwrap_or(self.wait),
            reuse_within: REUSED_WITHIN,
        };
        let status = call.asker().ask_durable(KEY, ask).await;
        let elsewhere = if form.has_secrets() { NOT_ELSEWHERE } else { ELSEWHERE };
        Ok(report::status(status.map_err(|error| unanswered(call, error, elsewhere))?))
    }
}

/// How long after its end a question that is asked again is answered by what the person said. Models repeat a call whose
/// result they lost; a question that is meant again comes later.
const REUSED_WITHIN: Duration = Duration::from_secs(60);

async fn list(engine: &Engine, call: &Call) -> Result<ToolResult, Failure> {
    let Listing { statuses, limit } = arguments::list_questions(call.arguments()).map_err(Failure::Said)?;
    let actor = Actor::client(call.principal(), Surface::Mcp);
    let filter = Filter { statuses, limit: Some(limit), ..Filter::default() };
    let page = engine.list(&actor, filter).await.map_err(|error| Failure::said(error.to_string()))?;
    Ok(report::questions(page.items.iter().map(|elicitation| &**elicitation)))
}

/// What to do with a question that cannot be asked here.
const ELSEWHERE: &str = "Put your question into the conversation instead.";

/// The same if it is about a secret.
const NOT_ELSEWHERE: &str = "Do not ask for a secret in the conversation either.";

/// The name of the one question that each call has.
const KEY: &str = "question";

async fn cancel(engine: &Engine, call: &Call) -> Result<ToolResult, Failure> {
    let (id, _) = arguments::about(call.arguments()).map_err(Failure::Said)?;
    let actor = Actor::client(call.principal(), Surface::Mcp);
    match engine.cancel(&actor, id, CancelReason::UserCancelled).await {
        // An answer that came first is not lost.
        Ok(_) | Err(CallError::Refused(_)) => {
            let elicitation = engine.status(&actor, id).await.map_err(|error| unknown(id, &error))?;
            Ok(report::elicitation(&elicitation))
        }
        Err(error) => Err(unknown(id, &error)),
    }
}

fn unknown(id: ElicitationId, error: &CallError) -> Failure {
    Failure::said(match error {
        CallError::NotFound => {
            format!("there is no question {id}; it may be too old, or from another client")
        }
        other => other.to_string(),
    })
}

/// Why there is no answer and will be none, for a model to read. What the protocol has an error for is left to it.
fn unanswered(call: &Call, error: AskError, elsewhere: &str) -> Failure {
    match error {
        AskError::Unreachable(unable)
            if call.era() == Era::Legacy || unable.modern().code != ErrorCode::MISSING_CAPABILITY =>
        {
            Failure::said(format!("The person cannot be asked from here: {unable}. {elsewhere}"))
        }
        AskError::Call(error @ CallError::NotFound) => {
            Failure::said(format!("{error}; it may be too old, or from another client"))
        }
        other => other.into(),
    }
}
