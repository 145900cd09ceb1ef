#![doc = include_str!("../LANGUAGE.md")]

/// This text, for tools that print it.
pub const REFERENCE: &str = include_str!("../LANGUAGE.md");
