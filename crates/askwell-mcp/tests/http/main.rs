//! Server tests over HTTP, as clients on the other side of a socket see them.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what it is made of")]

mod languages;
mod legacy;
mod modern;
mod refusals;
mod test_server;
