//! Options of `askwell notifications`.

use clap::{Args, Subcommand};

use super::ServiceArguments;

const EXAMPLES: &str = "\
Examples:
  askwell notifications list                       what was given up, with the last error
  askwell notifications list --pending             what is still to be sent, or held for quiet hours
  askwell notifications retry mail/pada/0000…      send one again
  askwell notifications retry --channel mail       send all of a channel again
  askwell notifications retry --all                send everything again

The key needs the role operates; your own service on this machine needs none.

Exit codes: 0 done, 2 wrong usage, or the service cannot be reached.";

/// Lists notifications of a running service that were not delivered, and sends them again.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct NotificationsArguments {
    #[command(subcommand)]
    pub(crate) command: NotificationsCommand,
}

/// The commands of `askwell notifications`.
#[derive(Debug, Subcommand)]
pub(crate) enum NotificationsCommand {
    /// List notifications that were given up, one per line: id, attempts, reason, elicitation, last error
    List(ListArguments),
    /// Send notifications again that were given up
    Retry(RetryArguments),
}

/// The options of `askwell notifications list`.
#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// List those that are still to be sent
    #[arg(long)]
    pub(crate) pending: bool,

    /// Print them as JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options of `askwell notifications retry`.
#[derive(Debug, Args)]
pub(crate) struct RetryArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// The id, as the list shows it
    #[arg(value_name = "ID", required_unless_present_any = ["channel", "all"])]
    pub(crate) id: Option<String>,

    /// All of this channel
    #[arg(long, value_name = "NAME", conflicts_with_all = ["id", "all"])]
    pub(crate) channel: Option<String>,

    /// All of all channels
    #[arg(long, conflicts_with = "id")]
    pub(crate) all: bool,
}
