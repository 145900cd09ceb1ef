//! `askwell ask` as a person sees it: on a real terminal, and over a pipe.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

mod call;
mod hostile_service;
mod interrupts;
mod pipes;
mod pty;
mod screens;
mod setup;
mod shell;
