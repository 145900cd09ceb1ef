//! `askwell store` on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Examples:
  askwell store copy --from /var/lib/askwell --to postgres://askwell@db/askwell
                                                   from one node to several
  askwell store copy --from postgres://askwell@db/askwell --to /var/lib/askwell
                                                   and back

Stop the service first: what it would write meanwhile would be missing in the copy. The target must be empty: a
database without elicitations, or a new folder. Everything is copied in one transaction, read again and compared.
API keys are copied, too. The keyring is not: give the same one to the nodes, or encrypted answers cannot be read.

Exit codes: 0 copied and equal, 2 wrong usage, or the copy cannot be made.";

/// Copies everything that a service keeps between a data folder and a PostgreSQL database.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct StoreArguments {
    #[command(subcommand)]
    pub(crate) command: StoreCommand,
}

/// The commands of `askwell store`.
#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Copy a store into an empty one of the other kind, and compare both
    Copy(StoreCopyArguments),
}

/// From where, to where.
#[derive(Debug, Args)]
pub(crate) struct StoreCopyArguments {
    /// The original: a data folder, or the URL of a database
    #[arg(long, value_name = "STORE")]
    pub(crate) from: String,

    /// The copy: a database without elicitations, or a new data folder
    #[arg(long, value_name = "STORE")]
    pub(crate) to: String,

    /// The file with settings, such as that of the database's password [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}
