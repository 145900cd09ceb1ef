//! Askwell over HTTP: the JSON-RPC service for programs, the pages where people answer, and webhooks.
//!
//! # Concepts
//!
//! Start with [`Service`], which serves an [`Engine`](askwell_engine::Engine) on a TCP listener:
//!
//! - [`Rpc`] is the API, independent of the transport. [`Keys`] identify its callers.
//! - [`Pages`] are the hosted forms and the inbox. They can also run in a server of your own, or alone on a
//!   port of this machine ([`PageServer`]).
//! - [`Templates`] are forms that programs ask for by name.
//! - [`Webhooks`] send changes to HTTP endpoints.
//! - [`Events`] are the same changes as JSON-RPC notifications.
//! - [`StopSignal`] ends all of them.
//!
//! This crate translates between HTTP and the engine and decides nothing itself: the form decides what is
//! a valid answer, and the engine decides what happens to an elicitation.
//!
//! # Modules
//!
//! - `service`, `http`: accept connections; route and guard requests
//! - `keys`, `caller`: API keys, and what their callers may do
//! - `rpc`, `wire`, `openrpc`: the methods, their results, and the description of the API
//! - `events`, `webhooks`: changes as notifications and as HTTP requests
//! - `pages`, `visit`, `links`: the routes for people, and who may see a page
//! - `visitor`, `sign_in`: the person behind a request, and how they sign in
//! - `page`, `inbox`: one elicitation as a page, and the list of a person
//! - `templates`: forms by name
//!
//! # Example
//!
//! ```no_run
//! use askwell_engine::Engine;
//! use askwell_web::{HttpSettings, Keys, Rpc, RpcParts, Service, ServiceParts, StopSignal, listen};
//!
//! # async fn serve(engine: Engine) -> Result<(), askwell_web::StartError> {
//! let stop = StopSignal::new();
//! let rpc = Rpc::new(engine.clone(), RpcParts { stop: stop.clone(), ..RpcParts::default() });
//! let parts = ServiceParts {
//!     instance: None,
//!     engine,
//!     rpc,
//!     keys: Keys::none(),
//!     settings: HttpSettings::default(),
//!     metrics: None,
//!     trace: None,
//!     more_api: axum::Router::new(),
//!     pages: axum::Router::new(),
//!     stop,
//! };
//! let listener = listen(([127, 0, 0, 1], 8300).into()).await?;
//! Service::new(listener, parts)?.run().await;
//! # Ok(())
//! # }
//! ```

mod administration;
mod assets;
pub mod audit;
pub mod brand;
mod browser;
pub mod callbacks;
mod caller;
mod client_key;
mod connection;
mod download;
mod events;
mod hosted;
mod http;
mod inbox;
mod inbox_key;
mod json;
pub mod keys;
mod language;
mod links;
pub mod notifications;
mod offline;
mod openrpc;
mod overview;
mod page;
mod page_server;
mod pages;
mod person_limits;
mod proxy;
mod rate_windows;
mod roles;
pub mod rpc;
mod secret_cache;
mod service;
mod settings;
#[cfg(feature = "sign-in")]
mod sign_in;
mod sign_in_attempts;
mod stop_signal;
mod templates;
mod text;
mod tls;
mod visit;
mod visitor;
pub mod webhooks;
mod wire;

pub use askwell_engine::{Hosted, HostedError, HostedLink};
pub use caller::{AnswerVisibility, Caller, LOCAL_CLIENT, Role};
pub use events::{Event, Events};
pub use http::bearer_key;
pub use keys::{Keys, SharedKeys};
pub use language::LanguageSettings;
pub use page_server::PageServer;
pub use pages::{Identity, LOCAL_PERSON, Pages, PagesSettings};
pub use person_limits::PersonLimits;
pub use proxy::{AddressRange, InvalidAddressRange, ProxySettings};
pub use roles::{ADMINISTRATORS, OPERATORS, PersonRole, RoleGroups};
pub use rpc::{Rpc, RpcParts, RpcReply, RpcSettings};
pub use service::{JoinTrace, RenderMetrics, Service, ServiceParts, StartError, listen};
pub use settings::HttpSettings;
#[cfg(feature = "sign-in")]
pub use sign_in::{
    CodeDelivery, CodeMail, DirectoryFuture, KnownPerson, MailboxOwner, MailedCodeLimits, OidcSettings,
    PeopleDirectory, SignInSettings, sessions_api,
};
pub use sign_in_attempts::AttemptLimits;
pub use stop_signal::StopSignal;
pub use templates::Templates;
pub use tls::{CertificateError, ServerCertificate};
pub use webhooks::Webhooks;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
