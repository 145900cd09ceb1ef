//! Askwell for MCP: one handler for every client, legacy and modern, on both sides.
