//! Askwell over HTTP: the service that programs in any language ask through, and the pages where people answer.
//!
//! A [`Service`] listens and guards the door; [`Rpc`] is the API, transport-free; [`Keys`] tell who is calling;
//! [`Templates`] are forms to ask for by name; [`Webhooks`] call back. [`Pages`] are where people answer. Translates and decides nothing: that is the engine's part.

mod assets;
mod browser;
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
mod links;
mod openrpc;
mod page;
mod pages;
pub mod rpc;
mod secret_cache;
mod service;
mod settings;
mod stop_signal;
mod templates;
mod visit;
pub mod webhooks;
mod wire;

pub use askwell_engine::{Hosted, HostedError, HostedLink};
pub use caller::{AnswerVisibility, Caller, LOCAL_CLIENT, Role};
pub use events::{Event, Events};
pub use http::bearer_key;
pub use keys::Keys;
pub use pages::{Identity, LOCAL_PERSON, Pages, PagesSettings};
pub use rpc::{Rpc, RpcParts, RpcReply, RpcSettings};
pub use service::{JoinTrace, RenderMetrics, Service, ServiceParts, StartError, listen};
pub use settings::HttpSettings;
pub use stop_signal::StopSignal;
pub use templates::Templates;
pub use webhooks::Webhooks;
