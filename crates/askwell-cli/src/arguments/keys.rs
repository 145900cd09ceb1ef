//! `askwell keys` on the command line.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  askwell keys create deployer                     a key for a program that asks
  askwell keys create phone --role answers --person person@example.com
  askwell keys create approvals --timeout-max-ms 604800000
                                                   a program whose questions may wait for a week
  askwell keys create deployer-2 --client deployer a second key for the same program
  askwell keys create ci --expires-days 90 --scope elicitation/create --scope elicitation/wait
                                                   a key that can do two things, for three months
  askwell keys list                                with roles, scopes, ends and last uses
  askwell keys revoke deployer

The keys are those of the service with the same settings: its file, the environment, --data.
A key is shown once; only its hash is kept. A running service notices within a second.

Exit codes: 0 done, 2 wrong usage, or a key file that cannot be used.";

/// Creates, lists and revokes the keys that programs and people call the service with.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct KeysArguments {
    #[command(subcommand)]
    pub(crate) command: KeysCommand,

    /// The file with the settings of the service [default: askwell.toml, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The data folder of the service [default: as its settings say, or askwell in your data folder]
    #[arg(long, global = true, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// The database of the service, if several nodes share one
    #[arg(long, global = true, value_name = "URL", conflicts_with = "data")]
    pub(crate) store: Option<String>,
}

/// The commands of `askwell keys`.
#[derive(Debug, Subcommand)]
pub(crate) enum KeysCommand {
    /// Create a key and print it once
    Create(CreateArguments),
    /// List the keys
    List,
    /// Revoke a key
    Revoke {
        /// Its name
        name: String,
    },
}

/// The key to create.
#[derive(Debug, Args)]
pub(crate) struct CreateArguments {
    /// The name of the key
    pub(crate) name: String,

    /// The role of the key
    #[arg(long, value_enum, default_value_t = KeyRole::Asks)]
    pub(crate) role: KeyRole,

    /// The client that programs with this key act as [default: its name]
    #[arg(long, value_name = "NAME")]
    pub(crate) client: Option<String>,

    /// The person that it answers as [default: its name]
    #[arg(long, value_name = "NAME")]
    pub(crate) person: Option<String>,

    /// Elicitations in each window, in place of limits.per_window
    #[arg(long, value_name = "COUNT")]
    pub(crate) per_window: Option<u32>,

    /// Limit of open elicitations, in place of limits.open_per_client
    #[arg(long, value_name = "COUNT")]
    pub(crate) open: Option<usize>,

    /// The shortest timeout that it may ask for, in place of timeouts.min_ms
    #[arg(long, value_name = "MS")]
    pub(crate) timeout_min_ms: Option<u64>,

    /// The longest timeout that it may ask for, in place of timeouts.max_ms
    #[arg(long, value_name = "MS")]
    pub(crate) timeout_max_ms: Option<u64>,

    /// The timeout when it asks for none, in every mode
    #[arg(long, value_name = "MS")]
    pub(crate) timeout_default_ms: Option<u64>,

    /// After how many days the key expires [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=3660))]
    pub(crate) expires_days: Option<u32>,

    /// What the key is limited to, beside its role: a method (elicitation/create), a family (elicitation/*), or one of
    /// events, uploads, audit, sessions, mcp, metrics, pages; may be repeated [default: all that its role permits]
    #[arg(long, value_name = "NAME")]
    pub(crate) scope: Vec<String>,
}

/// The role of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KeyRole {
    /// A program that asks
    Asks,
    /// A person who answers
    Answers,
    /// An operator, who monitors the service and manages webhooks
    Operates,
    /// An administrator, who does that too, makes personal links and manages keys
    Administers,
}
