//! Elicitations of the Agent Client Protocol (ACP), which editors and coding agents speak.
//!
//! An agent asks its editor with `elicitation/create`. [`AcpProxy`] stands between the two: it answers in place of an
//! editor that has not declared a mode, through the engine and its pages. Every other message passes unchanged, byte for
//! byte, except that `initialize` tells the agent of the modes that the proxy adds.
//!
//! [`AcpQuestion`] is the mapping alone: from the params of a request to a form, and from an outcome to the result.
//!
//! ```
//! use askwell_gateway::acp::AcpQuestion;
//! use serde_json::json;
//!
//! let question = AcpQuestion::read(&json!({
//!     "sessionId": "s1", "mode": "form", "message": "Which branch?",
//!     "requestedSchema": {"type": "object", "properties": {"branch": {"type": "string"}}, "required": ["branch"]}
//! }))?;
//! assert_eq!(question.form().fields()[0].id(), "branch");
//! let answers = question.form().check(&json!({"branch": "main"}))?;
//! assert_eq!(question.accepted(&answers), json!({"action": "accept", "content": {"branch": "main"}}));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod capabilities;
mod line_pipe;
mod message;
mod pending;
mod proxy;
mod question;

pub use self::capabilities::ElicitationModes;
pub use self::proxy::{AcpParts, AcpProxy};
pub use self::question::{AcpMode, AcpQuestion, AcpQuestionError, AcpScope};
