//! `askwell mcp` as an MCP client sees it: a real process, spoken to over its stdin and stdout.

#![expect(clippy::unwrap_used, clippy::panic, reason = "the helpers of tests may insist, as tests may")]

mod legacy;
mod mcp_process;
mod modern;
mod page;
mod settings;
