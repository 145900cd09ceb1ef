//! Approval gates through real processes: `askwell gateway` with rules, and its commands `rules`, `log` and `doctor`.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "the helpers of tests may insist, as tests may")]

mod commands;
mod process;
mod running;
