#![doc = include_str!("../GUIDE.md")]
//!
//! <!-- This is docs/mcp.md; its examples are run with the tests. -->
