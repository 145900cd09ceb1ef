//! `askwell database` on the command line.

use clap::{Args, Subcommand};

use super::serve::SettingsArguments;

const EXAMPLES: &str = "\
Examples:
  askwell database migrate --store postgres://askwell@db/askwell
                                                   create the tables, or upgrade them
  askwell database status                          format, nodes and what is open
  askwell database check                           can a node start with these settings?

The database is that of the service with the same settings: its file, the environment (ASKWELL_STORE_URL), --store.
Migrations are additive: nodes of the previous version go on while you upgrade them one by one.

Exit codes: 0 done, 1 a node could not start, 2 wrong usage, or a database that cannot be used.";

/// Manages the PostgreSQL database that several nodes share.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct DatabaseArguments {
    #[command(subcommand)]
    pub(crate) command: DatabaseCommand,
}

/// The commands of `askwell database`.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Create the tables, or upgrade them to the format of this version
    Migrate(DatabaseSettings),
    /// Print the format, the nodes that run, and what is open
    Status(DatabaseSettings),
    /// Check that a node could start: connection, format, keyring, clock
    Check(DatabaseSettings),
}

/// Which database.
#[derive(Debug, Args)]
pub(crate) struct DatabaseSettings {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,
}
