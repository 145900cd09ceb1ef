//! The service API as JSON-RPC 2.0, independent of the transport: takes and returns JSON text.
//!
//! The table in `method.rs` says which parameters a method has and which roles may call it. One
//! function per method reads the parameters, calls the engine and writes the result. This module
//! knows neither HTTP nor keys: the caller is an argument.

mod cancel;
mod complete;
mod create;
mod decline;
mod elicitation;
pub(crate) mod error;
pub mod error_code;
mod extend;
mod list;
pub(crate) mod message;
mod method;
mod notifications;
mod options;
pub(crate) mod params;
mod submit;
mod timeouts;
mod wait;
mod webhooks;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use askwell_engine::{Engine, Hosted};
use askwell_form::FormCache;
use askwell_form::url_guard::UrlPolicy;
use askwell_lifecycle::{Mode, TimeoutConfig};
use futures_util::future::join_all;
use tracing::Instrument as _;

use crate::caller::Caller;
use crate::notifications::NotificationCenter;
use crate::stop_signal::StopSignal;
use crate::templates::Templates;
use crate::webhooks::Webhooks;
use error::RpcError;
use error_code::ErrorCode;
use message::{RpcCall, RpcMessage};
use params::Params;

pub use method::Method;

/// The most compiled forms in the cache, and the most bytes of their documents: programs send the
/// same few forms again and again.
const CACHED_FORMS: (usize, usize) = (256, 4 << 20);

/// The limits of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RpcSettings {
    /// The most calls in one batch.
    pub batch: usize,
    /// How long `elicitation/wait` waits by default.
    pub default_wait: Duration,
    /// The longest wait that a caller can ask for.
    pub longest_wait: Duration,
    /// Which URLs `url` mode accepts.
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

/// The dispatcher of the API. Clones share the state.
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
    notifications: Option<Arc<dyn NotificationCenter>>,
    stop: StopSignal,
}

/// The parts of the dispatcher, beside the engine.
pub struct RpcParts {
    /// The limits.
    pub settings: RpcSettings,
    /// The form templates.
    pub templates: Templates,
    /// The pages for forms in `url` mode, if the service hosts pages.
    pub hosted: Option<Arc<dyn Hosted>>,
    /// The webhooks, if there are any.
    pub webhooks: Option<Webhooks>,
    /// The notifications, if there are any.
    pub notifications: Option<Arc<dyn NotificationCenter>>,
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
            notifications: None,
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

impl fmt::Debug for Rpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rpc").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}

impl fmt::Debug for RpcParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RpcParts")
            .field("settings", &self.settings)
            .field("templates", &self.templates)
            .field("webhooks", &self.webhooks)
            .finish_non_exhaustive()
    }
}

impl Rpc {
    /// Returns a dispatcher for this engine.
    #[must_use]
    pub fn new(engine: Engine, parts: RpcParts) -> Rpc {
        let RpcParts { settings, templates, hosted, webhooks, notifications, stop } = parts;
        let forms = FormCache::new(CACHED_FORMS.0, CACHED_FORMS.1);
        let shared = RpcState { engine, settings, forms, templates, hosted, webhooks, notifications, stop };
        Rpc { shared: Arc::new(shared) }
    }

    /// Answers a message: a call, a notification, or a batch. The calls of a batch start in order
    /// and run concurrently. Dropping the future cancels calls that wait; a change that has started
    /// is completed.
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

    /// Calls a method with parameters as JSON text, for HTTP surfaces that do not use JSON-RPC. Returns
    /// the result as JSON text.
    pub(crate) async fn call(
        &self,
        caller: &Caller,
        method: Method,
        params: &str,
    ) -> Result<String, RpcError> {
        let source = message::read(params.as_bytes())?;
        let call = RpcCall { id: None, method: method.as_str(), params: Some(source.root()) };
        self.run_call(caller, &call).await
    }

    /// Returns the timeouts of a mode that apply to the caller.
    pub(crate) fn timeout_config(&self, caller: &Caller, mode: Mode) -> TimeoutConfig {
        timeouts::config(&self.shared, caller, mode)
    }

    /// Runs one call and counts it.
    async fn run_call(&self, caller: &Caller, call: &RpcCall<'_>) -> Result<String, RpcError> {
        let method = Method::find(call.method);
        let name = method.map_or("unknown", Method::as_str);
        let span = tracing::info_span!("rpc", method = name);
        let started = Instant::now();
        let result = self.dispatch(caller, method, call).instrument(span).await;
        method::meter(method, result.as_ref().err(), started.elapsed());
        result
    }

    /// Answers one call. A notification runs, too, and its result is dropped.
    async fn answer_call(&self, caller: &Caller, call: &RpcCall<'_>) -> Option<String> {
        let result = self.run_call(caller, call).await;
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
        if !caller.may_use(method.as_str()) {
            let message = format!("the scopes of this key do not include {}", method.as_str());
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
            Method::Options => Box::pin(options::call(shared, caller, params)).await,
            Method::Timeouts => Ok(timeouts::call(shared, caller)),
            Method::Templates => Ok(shared.templates.to_json()),
            Method::Webhooks => Ok(webhooks::list(shared)),
            Method::Deliveries => Box::pin(webhooks::deliveries(shared, params)).await,
            Method::Replay => Box::pin(webhooks::replay(shared, params)).await,
            Method::Enable => Box::pin(webhooks::enable(shared, params)).await,
            Method::Notifications => Box::pin(notifications::list(shared, params)).await,
            Method::RetryNotification => Box::pin(notifications::retry(shared, params)).await,
            Method::Discover => Ok(crate::openrpc::document().to_owned()),
        }
    }
}
