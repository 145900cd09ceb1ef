//! `askwell keyring` on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Examples:
  askwell keyring list                             which keys there are, and what needs them
  askwell keyring rotate                           make a new key, and move everything to it
  askwell keyring rotate --resume                  go on with a rotation that was interrupted
  askwell keyring retire                           remove the keys that nothing needs any more

Stop the service to rotate and to retire; of nodes that share a database (--store), stop all to rotate, give the new
keyring to each, and start them again. A rotation can be interrupted at any time: the old keys stay until you
retire them. Backups from before a rotation need the keys of that time.

Exit codes: 0 done, 2 wrong usage, or a keyring or store that cannot be used.";

/// Lists, rotates and retires the keys that answers are encrypted with.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct KeyringArguments {
    #[command(subcommand)]
    pub(crate) command: KeyringCommand,

    /// The file with the settings of the service [default: askwell.toml, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data folder of the service [default: as its settings say, or askwell in your data folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// The database that several nodes share, in place of the folder
    #[arg(long, global = true, value_name = "URL", conflicts_with = "data")]
    pub(crate) store: Option<String>,
}

/// The commands of `askwell keyring`.
#[derive(Debug, Subcommand)]
pub(crate) enum KeyringCommand {
    /// List the keys and how many elicitations need each
    List,
    /// Create a new key, and encrypt all stored data with it
    Rotate {
        /// Create no new key: only re-encrypt what still needs an older one
        #[arg(long)]
        resume: bool,
    },
    /// Remove older keys that nothing needs
    Retire {
        /// Which ones [default: all that nothing needs]
        names: Vec<String>,
    },
}
