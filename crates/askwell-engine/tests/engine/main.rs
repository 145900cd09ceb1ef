//! What an engine promises, under a clock that the tests move.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist")]

mod answering;
mod asking;
mod audit;
mod checking;
mod corrections;
mod deadlines;
mod faults;
mod follow_ups;
mod idempotency;
mod joining;
mod limits;
mod metering;
mod nodes;
mod outbox;
mod people;
mod presence;
mod quorum;
mod races;
mod residences;
mod support;
mod uploads;
mod waiting;
mod watching;
