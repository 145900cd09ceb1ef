//! Reading JSON text: strictly, quickly, and knowing where everything stood.
//!
//! One scanner serves both borders of the crate, and other crates that read JSON without trusting it. Form documents
//! become a tree whose every node remembers its place, so that a problem can point at it; answers are read straight
//! into [`Raw`](crate::Raw) values that borrow from the text. Written by hand because no JSON library gives exact
//! numbers, duplicate keys, positions and borrowed strings together.
//!
//! It refuses what serde_json lets pass or repairs: duplicate keys are seen, numbers keep every digit,
//! lone surrogates are errors, nesting is bounded. It never recovers from a syntax error.

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
