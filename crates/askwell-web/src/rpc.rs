//! The service API as JSON-RPC 2.0: bytes in, bytes out, whatever carries them.
//!
//! The table in `method.rs` says which parameters a method takes and who may call it. A function for each method reads
//! them, calls the engine and writes the result. Decides nothing: that is the engine's part; and knows neither HTTP nor
//! keys: its caller has found out who is calling.

mod cancel;
mod complete;
mod create;
mod decline;
mod elicitation;
pub(crate) mod error;
pub mod error_code;
mod extend;
mod list;
mod message;
mod method;
pub(crate) mod params;
mod submit;
mod timeouts;
mod wait;
mod webhooks;

use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::{Engine, Hosted};
use askwell_form::FormCache;
use askwell_form::url_guard::UrlPolicy;
use futures_util::future::join_all;
use tracing::Instrument as _;

use crate::caller::Caller;
use crate::stop_signal::StopSignal;
use crate::templates::Templates;
use crate::webhooks::Webhooks;
use error::RpcError;
use error_code::ErrorCode;
use message::{RpcCall, RpcMessage};
use params::Params;

pub use method::Method;

/// How many forms are kept compiled, and how long their documents may be together: programs ask the same few forms
/// again and again.
const CACHED_FORMS: (usize, usize) = (256, 4 << 20);

/// The bounds of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RpcSettings {
    /// Calls in one batch.
    pub batch: usize,
    /// How long `elicitation/wait` waits when it is not told.
    pub default_wait: Duration,
    /// How long it can be told to wait.
    pub longest_wait: Duration,
    /// Where `url` mode may send people.
    pub pages: UrlPolicy,
}

impl Default for RpcSettings {
    fn default() -> Self {
        RpcSettings {
            batch: 100,
            default_wait: Duration::from_secs(30),
            longest_wait: Duration::from_secs(300),
            pages: UrlPolicy::default(),
        }
    }
}

/// The dispatcher. Cheap to clone.
#[derive(Clone)]
pub struct Rpc {
    shared: Arc<RpcState>,
}

struct RpcState {
    engine: Engine,
    settings: RpcSettings,
    forms: FormCache,
    templates: Templates,
    hosted: Option<Arc<dyn Hosted>>,
    webhooks: Option<Webhooks>,
    stop: StopSignal,
}

/// What the dispatcher works with, beside the engine.
pub struct RpcParts {
    /// Its bounds.
    pub settings: RpcSettings,
    /// The forms that can be asked for by name.
    pub templates: Templates,
    /// The pages for forms in `url` mode, if there are any.
    pub hosted: Option<Arc<dyn Hosted>>,
    /// Who is called back, if anybody is.
    pub webhooks: Option<Webhooks>,
    /// Ends long waits.
    pub stop: StopSignal,
}

impl Default for RpcParts {
    fn default() -> Self {
        RpcParts {
            settings: RpcSettings::default(),
            templates: Templates::none(),
            hosted: None,
            webhooks: None,
            stop: StopSignal::new(),
        }
    }
}

/// The reply to one message, as JSON text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RpcReply {
    /// No reply: the message held only notifications.
    Empty,
    /// A response to each call.
    Responses(String),
    /// An error response: the message is not a JSON-RPC message.
    Rejected(String),
}

impl Rpc {
    /// A dispatcher for this engine.
    #[must_use]
    pub fn new(engine: Engine, parts: RpcParts) -> Rpc {
        let RpcParts { settings, templates, hosted, webhooks, stop } = parts;
        let forms = FormCache::new(CACHED_FORMS.0, CACHED_FORMS.1);
        let shared = RpcState { engine, settings, forms, templates, hosted, webhooks, stop };
        Rpc { shared: Arc::new(shared) }
    }

    /// Answers a message: a call, a notification, or a batch of them. Calls of a batch begin in their order and run
    /// side by side.
    pub async fn answer(&self, caller: &Caller, body: &[u8]) -> RpcReply {
        let source = match message::read(body) {
            Ok(source) => source,
            Err(rpc_error) => return RpcReply::Rejected(rpc_error.response("null")),
        };
        match message::sort(&source, self.shared.settings.batch) {
            Err(rpc_error) => RpcReply::Rejected(rpc_error.response("null")),
            Ok(RpcMessage::Single(Err(invalid))) => RpcReply::Rejected(invalid.response()),
            Ok(RpcMessage::Single(Ok(call))) => {
                self.answer_call(caller, &call).await.map_or(RpcReply::Empty, RpcReply::Responses)
            }
            Ok(RpcMessage::Batch(calls)) => {
                let answers = join_all(calls.iter().map(|call| async move {
                    match call {
                        Ok(call) => self.answer_call(caller, call).await,
                        Err(invalid) => Some(invalid.response()),
                    }
                }));
                let answers: Vec<String> = answers.await.into_iter().flatten().collect();
                if answers.is_empty() {
                    RpcReply::Empty
                } else {
                    RpcReply::Responses(crate::json::list(answers))
                }
            }
        }
    }

    /// One call. A notification is done, too, and its result dropped.
    async fn answer_call(&self, caller: &Caller, call: &RpcCall<'_>) -> Option<String> {
        let method = Method::find(call.method);
        let name = method.map_or("unknown", Method::as_str);
        let span = tracing::info_span!("rpc", method = name);
        let started = Instant::now();
        let result = self.dispatch(caller, method, call).instrument(span).await;
        method::meter(method, result.as_ref().err(), started.elapsed());
        let id = call.id?;
        Some(match result {
            Ok(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
            Err(rpc_error) => rpc_error.response(id),
        })
    }

    async fn dispatch(
        &self,
        caller: &Caller,
        method: Option<Method>,
        call: &RpcCall<'_>,
    ) -> Result<String, RpcError> {
        let Some(method) = method else {
            return Err(RpcError::new(
                ErrorCode::NoSuchMethod,
                "there is no such method; rpc.discover lists them",
            ));
        };
        if !method.is_for(caller.role) {
            let message = format!("this key {}; {} is not for it", caller.role.as_str(), method.as_str());
            return Err(RpcError::new(ErrorCode::Forbidden, message));
        }
        let shared = &*self.shared;
        if let Some(client) = caller.asking_client() {
            shared.engine.renew_presence(client);
        }
        let params = Params::read(call.params, method.parameters())?;
        match method {
            Method::Create => Box::pin(create::call(shared, caller, params)).await,
            Method::Open => Box::pin(elicitation::open(shared, caller, params)).await,
            Method::Submit => Box::pin(submit::call(shared, caller, params)).await,
            Method::Complete => Box::pin(complete::call(shared, caller, params)).await,
            Method::Decline => Box::pin(decline::call(shared, caller, params)).await,
            Method::Cancel => Box::pin(cancel::call(shared, caller, params)).await,
            Method::Extend => Box::pin(extend::call(shared, caller, params)).await,
            Method::Status => Box::pin(elicitation::status(shared, caller, params)).await,
            Method::List => Box::pin(list::call(shared, caller, params)).await,
            Method::Wait => Box::pin(wait::call(shared, caller, params)).await,
            Method::Claim => Box::pin(elicitation::claim(shared, caller, params)).await,
            Method::Release => Box::pin(elicitation::release(shared, caller, params)).await,
            Method::History => Box::pin(elicitation::history(shared, caller, params)).await,
            Method::Timeouts => Ok(timeouts::call(shared, caller)),
            Method::Templates => Ok(shared.templates.to_json()),
            Method::Webhooks => Ok(webhooks::list(shared)),
            Method::Deliveries => Box::pin(webhooks::deliveries(shared, params)).await,
            Method::Replay => Box::pin(webhooks::replay(shared, params)).await,
            Method::Enable => Box::pin(webhooks::enable(shared, params)).await,
            Method::Discover => Ok(crate::openrpc::document().to_owned()),
        }
    }
}
