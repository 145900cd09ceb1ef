//! The pages as a browser, a previewer and an attacker meet them: over real sockets, byte by byte.

mod attacks;
mod codes;
mod escaping;
mod filling;
mod files;
mod links;
mod looking;
mod proxy;
mod support;
