//! A strict and fast JSON reader that keeps positions.
//!
//! One scanner serves both borders of the crate, and other crates that read untrusted JSON. Form
//! documents become a tree with positions, so that a defect can point at them; answers are read
//! directly into [`Raw`](crate::Raw) values that borrow from the text. No JSON library offers exact
//! numbers, duplicate keys, positions and borrowed strings together.
//!
//! Stricter than serde_json: duplicate keys are visible, numbers keep all digits, lone surrogates
//! are errors, nesting is bounded. Does not recover from a syntax error.

mod kind;
mod object_writer;
pub(crate) mod scan;
pub(crate) mod tree;
pub(crate) mod write;

pub use kind::JsonKind;
pub use object_writer::ObjectWriter;
pub use scan::{Comments, JsonError, JsonFault, Scanner, plain_length};
pub use write::{list as write_list, string as write_string};

/// Nesting beyond this is refused. No form or answer needs a tenth of it.
pub(crate) const MAX_DEPTH: usize = 64;
