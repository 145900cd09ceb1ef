//! `cargo xtask soak`: kills processes during their work many times, and checks that nothing acknowledged is lost.
//!
//! First a process that writes to the durable store, then the service under random traffic, restarts and faults. With
//! `--cluster`, three nodes over one PostgreSQL.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::cargo::{cargo, run as run_command};

/// Kill busy processes round after round, and check that nothing acknowledged is lost
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// How many times to kill a process that writes to the store
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    /// How long the service is kept busy, restarted and disturbed
    #[arg(long, default_value_t = 3, conflicts_with = "hours")]
    minutes: u64,
    /// The same in hours
    #[arg(long)]
    hours: Option<u64>,
    /// Disturb three nodes over one PostgreSQL instead, with a checker of what everyone was told
    #[arg(long)]
    cluster: bool,
}

/// Runs the crash tests for longer than `cargo xtask test` does. The second runs even if the first has failed.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    if arguments.cluster {
        let mut nodes = test(root, "askwell-cli", "serve", "cluster::faults::faults_under_load");
        nodes.env("ASKWELL_SOAK_SECONDS", seconds(arguments).to_string());
        return run_command(&mut nodes);
    }
    let mut store = test(root, "askwell-store", "store", "crash::");
    store.env("ASKWELL_CRASH_ROUNDS", arguments.rounds.to_string());
    let mut service = test(root, "askwell-cli", "serve", "soak::");
    service.env("ASKWELL_SOAK_SECONDS", seconds(arguments).to_string());
    let ran = [("store", run_command(&mut store)), ("service", run_command(&mut service))];
    println!("\n== summary ==");
    let mut failed = 0;
    for (name, result) in ran {
        match result {
            Ok(()) => println!("{name:8}ok"),
            Err(error) => {
                failed += 1;
                println!("{name:8}FAILED   {error:#}");
            }
        }
    }
    if failed > 0 { bail!("{failed} of 2 failed") } else { Ok(()) }
}

fn seconds(arguments: &Arguments) -> u64 {
    arguments.hours.map_or(arguments.minutes * 60, |hours| hours * 3_600)
}

fn test(root: &Path, package: &str, program: &str, filter: &str) -> Command {
    let mut command = cargo(root);
    command.args(["test", "--release", "--package", package, "--test", program, filter, "--", "--nocapture"]);
    command
}

#[cfg(test)]
mod tests {
    use super::{Arguments, seconds};

    #[test]
    fn minutes_or_hours() {
        assert_eq!(seconds(&Arguments { rounds: 1, minutes: 3, hours: None, cluster: false }), 180);
        assert_eq!(seconds(&Arguments { rounds: 1, minutes: 3, hours: Some(2), cluster: false }), 7_200);
    }
}
