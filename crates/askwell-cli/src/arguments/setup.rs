//! Options of `askwell setup`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::setup::Client;

const EXAMPLES: &str = "\
Examples:
  askwell setup                                    every MCP client of this machine, one after another
  askwell setup claude-code cursor                 these two
  askwell setup codex --print                      what to paste, if you prefer to do it yourself
  askwell setup --dry-run                          the changes, without making them
  askwell setup vscode --project                   the file of this project in place of your own
  askwell setup goose --service                    ask through a running service (askwell serve)
  askwell setup cursor --http                      connect to that service over HTTP
  askwell setup zed --gateway                      put the gateway in front of the servers of Zed
  askwell setup zed --remove --gateway             take it away again
  askwell setup --remove                           remove Askwell from every client

You see each change as a diff and are asked before it is written; --yes agrees to all of them. The
file before the change is kept beside it. Comments, order and unknown keys stay as they are. A file
that is broken, or changes in the meantime, is left alone.

Exit codes: 0 done, or nothing to do, 1 a file was left alone or no client was found, 2 wrong usage,
or no terminal to ask on, 3 you said no.";

/// Adds Askwell to the configuration of MCP clients, or removes it.
#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SetupArguments {
    /// The clients [default: those that are found on this machine]
    #[arg(value_enum, value_name = "CLIENT", hide_possible_values = false)]
    pub(crate) clients: Vec<Client>,

    /// Remove what setup has added; with --gateway: take the gateway away
    #[arg(long)]
    pub(crate) remove: bool,

    /// Put the gateway in front of the servers that the client starts already, so that their
    /// questions reach you where the client has no dialog
    #[arg(long, conflicts_with_all = ["service", "name"])]
    pub(crate) gateway: bool,

    /// Only print what to paste, and where
    #[arg(long, conflicts_with_all = ["remove", "gateway", "yes", "dry_run"])]
    pub(crate) print: bool,

    /// Show the changes and make none
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,

    /// Write without asking
    #[arg(long, short)]
    pub(crate) yes: bool,

    /// Change the configuration of the project in this folder in place of your own
    #[arg(long, conflicts_with = "file")]
    pub(crate) project: bool,

    /// Change this file; needs exactly one CLIENT
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// The name of the server in the client
    #[arg(long, value_name = "NAME", default_value = "askwell")]
    pub(crate) name: String,

    /// Let the client ask through the service at this address (askwell serve); without an address,
    /// through the one on this machine
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "", conflicts_with = "remove")]
    pub(crate) service: Option<String>,

    /// Let the client connect to the service at this address over HTTP, in place of starting Askwell;
    /// without an address, to the one on this machine
    #[arg(
        long,
        value_name = "URL",
        num_args = 0..=1,
        default_missing_value = "",
        conflicts_with_all = ["remove", "gateway", "service", "via"]
    )]
    pub(crate) http: Option<String>,

    /// The environment variable of the client that contains a key of that service; the key itself
    /// is not written
    #[arg(long, value_name = "VARIABLE", requires = "http")]
    pub(crate) key_variable: Option<String>,

    /// How the client starts Askwell
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Via::Auto)]
    pub(crate) via: Via,
}

/// How a client starts Askwell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Via {
    /// As you started it now: npx or uvx if it came from there, else askwell or its full path
    Auto,
    /// By its name, which must be on the client's PATH
    Askwell,
    /// By its full path
    Path,
    /// npx -y askwell
    Npx,
    /// uvx askwell
    Uvx,
}
