//! `cargo xtask soak`: kills a process that writes to the durable store, again and again, and looks for what is
//! missing.

use std::path::Path;

use anyhow::Result;

use crate::cargo::{cargo, run as run_command};

/// Kill a busy process round after round, and check that nothing acknowledged is lost
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How many times
    #[arg(long, default_value_t = 100)]
    rounds: u32,
}

/// Runs the crash test for longer than `cargo xtask test` does.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    let mut command = cargo(root);
    command.args([
        "test",
        "--release",
        "--package",
        "askwell-store",
        "--test",
        "store",
        "crash::",
        "--",
        "--nocapture",
    ]);
    command.env("ASKWELL_CRASH_ROUNDS", arguments.rounds.to_string());
    run_command(&mut command)
}
