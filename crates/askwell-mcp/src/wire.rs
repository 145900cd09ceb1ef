//! The messages of MCP: JSON-RPC 2.0, and the protocol's params and results.
//!
//! A message is its text. Decoding proves that the text is valid JSON within the limits and records
//! where its parts are; nothing is copied, and unknown members are kept. [`Raw`] is a piece of
//! valid JSON inside a message, [`Json`] is one on its own.
//!
//! | to read | to write |
//! |---|---|
//! | [`decode`] → [`Message`] → [`Request`], [`Notification`], [`Response`] | [`encode`](mod@encode)`::{request, notification, result, error}` |
//! | [`Raw::members`], [`Raw::get`], [`Raw::to`] | [`ObjectWriter`] |
//! | [`ElicitRequest`], [`ElicitResult`], [`InputRequired`], [`Capabilities`] | their `to_json` |
//!
//! Stricter than serde_json: rejects duplicate keys, numbers that would lose digits, and messages
//! that are too long or nested too deeply. A batch is not a message: no revision with elicitation
//! has batches, and servers split those of older clients first. This module knows neither
//! connections nor time.

mod batch;
pub mod canonical;
mod capabilities;
mod cursor;
pub(crate) mod date_time;
mod decode;
mod elicit;
pub mod encode;
mod error;
mod id;
mod input;
mod json;
mod message;
pub mod meta;
pub mod method;
mod object;
mod validator;
mod version;

pub use askwell_form::json::JsonKind;
pub(crate) use batch::{decode_batch, is_batch};
pub use capabilities::{
    APP_MIME_TYPE, APPS_EXTENSION, Capabilities, ElicitationModes, Peer, TASKS_EXTENSION,
};
pub(crate) use cursor::Cursor;
pub use decode::{Limits, MalformedMessage, decode};
pub use elicit::{
    Action, ElicitMode, ElicitModeRef, ElicitRequest, ElicitRequestRef, ElicitResult, InvalidElicitation,
};
pub use error::{ErrorCode, RpcError};
pub use id::Id;
pub use input::{InputRequest, InputRequired};
pub use json::{InvalidJson, Json, Members, Raw};
pub(crate) use message::Slice;
pub use message::{Message, Notification, Request, Response, replace_parts};
pub use object::ObjectWriter;
pub use version::Era;
pub(crate) use version::OLDER_REVISIONS;
