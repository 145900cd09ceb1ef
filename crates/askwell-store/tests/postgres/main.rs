//! The store in PostgreSQL, on a server of the tests' own.

#![expect(clippy::unwrap_used, reason = "tests insist")]

mod batch_log;
mod copying;
mod engines;
mod failover;
mod faults;
mod history;
mod opening;
mod pooling;
mod sabotage;
mod suite;
mod support;
mod upgrade;
