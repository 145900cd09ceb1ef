//! The MCP gateway: stands between an MCP client and MCP servers, and lets every server's question reach the person.
//!
//! Towards servers it always declares form and URL elicitation; towards the client it uses what the client can do. A
//! question becomes an elicitation of the engine through `askwell_mcp::elicit`; everything else passes through unchanged
//! but for ids and progress tokens.
//!
//! Two functions join the parts that decide to the parts that forward: [`hooks::before_call`] is called for each
//! `tools/call` before it goes upstream, [`hooks::quirks_of`] once for each client.
//!
//! # Rules
//!
//! A gate is a rule: the first one that matches a server and a tool says whether a call goes upstream, a person is
//! asked, or it is denied.
//!
//! ```
//! use askwell_gateway::rules::{Action, GateSettings, RuleMatch};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = GateSettings::from_toml(
//!     r#"
//!     [[gateway.rule]]
//!     server = "files"
//!     tool = ["delete_*", "write_*"]
//!     action = "ask"
//!     "#,
//!     &[],
//! )?;
//! let found = settings.rules.find("files", "delete_folder", None);
//! assert!(matches!(found, RuleMatch::Rule { rule, .. } if rule.action == Action::Ask));
//! assert!(matches!(settings.rules.find("files", "read_file", None), RuleMatch::Default));
//! # Ok(())
//! # }
//! ```
//!
//! # Modules
//!
//! - [`acp`]: answers what agents ask editors (Agent Client Protocol)
//! - [`Gateway`]: forwards between clients and servers
//! - [`hooks`]: where deciding and forwarding meet
//! - `gate`, [`rules`]: calls that a person approves first, and which ones these are
//! - [`doctor`]: what a server speaks, and what clients get from it
//! - [`digest`]: what an approval is bound to
//! - [`consent_log`]: who approved what
//! - [`quirks`]: what is known about clients

pub mod acp;
mod backend;
mod catalogue;
pub mod consent_log;
pub mod digest;
pub mod doctor;
mod exchange;
mod gate;
mod gateway;
pub mod hooks;
mod link;
mod lost_calls;
mod near_timer;
mod parked;
pub mod quirks;
mod rewrite;
pub mod rules;
mod servers_file;
mod spec;
mod tasks;
mod upstream;

pub use gate::{Gates, Preview};
pub use gateway::{Announce, Gateway, GatewayParts, GatewaySettings, RepeatLostCalls};
pub use servers_file::{
    ServersFileError, ServersFileProblem, Variables, expand_variables, read_server_list, read_servers_file,
};
pub use spec::{NamePrefix, ServerSpec, ServerTarget};
