//! What the store on disk promises.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may insist")]

mod crash;
mod encrypted_uploads;
mod encryption;
#[cfg(target_os = "linux")]
mod failing_disk;
mod format;
mod full;
mod helpers;
mod quorum;
mod refusals;
mod reopen;
mod samples;
mod secrets;
mod suite;
mod torn;
