//! Askwell over HTTP: the service that programs in any language ask through, and the pages where people answer.
//!
//! A [`Service`] listens and guards the door; [`Rpc`] is the API, transport-free; [`Keys`] tell who is calling;
//! [`Templates`] are forms to ask for by name; [`Webhooks`] call back. [`Pages`] are where people answer. Translates and decides nothing: that is the engine's part.

mod assets;
mod browser;
mod caller;
mod client_key;
mod download;
mod events;
mod held;
mod hosted;
mod http;
mod inbox;
mod inbox_key;
mod json;
pub mod keys;
mod line;
mod links;
mod openrpc;
mod page;
mod pages;
pub mod rpc;
mod service;
mod settings;
mod shape;
mod stop;
mod templates;
mod visit;
pub mod webhooks;

pub use askwell_engine::{Hosted, HostedError, HostedLink};
pub use caller::{Caller, LOCAL_CLIENT, Role, Secrets};
pub use events::{Event, Events};
pub use http::bearer_key;
pub use keys::Keys;
pub use pages::{Identity, LOCAL_PERSON, Pages, PagesSettings};
pub use rpc::{Reply, Rpc, RpcParts, RpcSettings};
pub use service::{Metrics, Service, ServiceParts, StartError, TakeUpTrace, listen};
pub use settings::HttpSettings;
pub use stop::Stop;
pub use templates::Templates;
pub use webhooks::Webhooks;
