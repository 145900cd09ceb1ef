//! `askwell backup` on the command line.

use std::path::PathBuf;

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  askwell backup /backups/askwell-monday           a copy of what the service keeps
  askwell backup copy --data /var/lib/askwell      of this folder
  askwell serve --data copy                        restore: run the service on the copy

The service may run meanwhile: the copy is of one moment. It has elicitations, answers, files, the log of
changes, API keys and templates. It does not have the keyring, which is kept apart from the data.

Exit codes: 0 copied and checked, 2 wrong usage, or the copy cannot be made.";

/// Copies the data of the service into a new folder, while it runs, and checks the copy.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BackupArguments {
    /// The folder to create
    #[arg(value_name = "TO")]
    pub(crate) to: PathBuf,

    /// The file with the settings of the service [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The data folder of the service [default: as its settings say, or askwell in your data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
}
