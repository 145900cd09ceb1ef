//! Messages of MCP as they stand on the wire: JSON-RPC 2.0, and what the protocol puts inside.
//!
//! A message is its text. Decoding proves that the text is sound JSON within the limits and notes where its parts
//! stand; nothing is copied, and nothing that is not understood gets lost. Whoever wants to know more looks at the
//! parts: [`Raw`] is a piece of sound JSON that still stands in its message, [`Json`] one that stands on its own.
//!
//! | to read | to write |
//! |---|---|
//! | [`decode`] → [`Message`] → [`Request`], [`Notification`], [`Response`] | [`encode`](mod@encode)`::{request, notification, result, error}` |
//! | [`Raw::members`], [`Raw::get`], [`Raw::to`] | [`ObjectWriter`] |
//! | [`ElicitRequest`], [`ElicitResult`], [`InputRequired`], [`Capabilities`] | their `to_json` |
//!
//! Refuses what serde_json lets pass: keys that occur twice, numbers that would lose digits, messages that are too
//! long or nested too deeply. A batch is no message: no revision that has elicitation allows them, and servers take those
//! of older clients apart first. Knows no connection and no time.

mod batch;
mod capabilities;
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
mod version;
mod walk;

pub use askwell_form::json::JsonKind;
pub(crate) use batch::{decode_batch, is_batch};
pub use capabilities::{Capabilities, ElicitationModes, Peer};
pub use decode::{Limits, Malformed, decode};
pub use elicit::{
    Action, ElicitMode, ElicitParts, ElicitPartsMode, ElicitRequest, ElicitResult, InvalidElicit,
};
pub use error::{ErrorCode, RpcError};
pub use id::Id;
pub use input::{InputRequest, InputRequired};
pub use json::{Json, Members, NotJson, Raw};
pub(crate) use message::Slice;
pub use message::{Message, Notification, Request, Response};
pub use object::ObjectWriter;
pub use version::Era;
pub(crate) use version::OLDER_REVISIONS;
pub(crate) use walk::Walk;
