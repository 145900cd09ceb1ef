//! The server over HTTP, as clients on the other side of a socket see it.

#![expect(clippy::unwrap_used, reason = "a test may insist, and so may what it is made of")]

mod door;
mod guarding;
mod legacy;
mod modern;
