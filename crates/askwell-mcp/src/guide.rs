#![doc = include_str!("../../../docs/mcp.md")]
//!
//! <!-- This is docs/mcp.md; its examples are run with the tests. -->
