//! Options of `askwell demo`, `askwell open` and `askwell wait`.

use std::time::Duration;

use clap::Args;

use super::ask::{PrintFormat, duration, prefix, print};
use super::remote::ServiceArguments;

const DEMO_EXAMPLES: &str = "\
Examples:
  askwell demo                                     a question in your browser; the answer appears here
  askwell demo --no-browser                        print the link only
  askwell demo --phone                             on your phone: a QR code, for devices in your network

Nothing is stored, and everything ends with the demo.

Exit codes: 0 answered, 2 wrong usage or no port, 3 declined, 4 cancelled or ended with Ctrl-C.";

const OPEN_EXAMPLES: &str = "\
Examples:
  askwell open                                     the inbox of your service, in the browser
  askwell open --print                             its address only
  askwell open --url https://ask.example.com       the inbox of another service

Exit codes: 0 opened or printed, 2 wrong usage, or the service cannot be reached.";

const WAIT_EXAMPLES: &str = "\
Examples:
  id=$(askwell ask form.json --to local --detach)  ask and go on
  askwell wait $id                                 wait, and print the answers as JSON
  askwell wait $id --as value=region               one answer, bare
  askwell wait $id --timeout 10s                   give up waiting; the question stays open

The outcome can be read as often as you like until the service purges it, a day after the end.

Exit codes: 0 answered, 2 wrong usage, no such question, or the service cannot be reached,
3 declined, 4 cancelled, 5 no answer in time.";

/// Shows what Askwell does: starts a service, asks you to approve a release, and prints what a
/// program gets.
#[derive(Debug, Args)]
#[command(after_help = DEMO_EXAMPLES)]
pub(crate) struct DemoArguments {
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_browser: bool,

    /// Serve the page to devices in your network, too, and print its link as a QR code; the page asks
    /// for a code
    #[arg(long)]
    pub(crate) phone: bool,
}

/// Opens the inbox of a running service in the browser.
#[derive(Debug, Args)]
#[command(after_help = OPEN_EXAMPLES)]
pub(crate) struct OpenArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Print the address of the inbox in place of opening it
    #[arg(long)]
    pub(crate) print: bool,
}

/// Waits for the answer to a question of a running service. Prints the answers to stdout.
#[derive(Debug, Args)]
#[command(after_help = WAIT_EXAMPLES)]
pub(crate) struct WaitArguments {
    /// The elicitation, as askwell ask --detach printed it
    #[arg(value_name = "ID")]
    pub(crate) id: String,

    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// How to print the answers: json, export for shell variables, value for the only one, value=NAME for one of them
    #[arg(long = "as", value_name = "KIND", default_value = "json", value_parser = print)]
    pub(crate) print: PrintFormat,

    /// Prefix of shell variables, so that a form cannot set PATH
    #[arg(long, value_name = "TEXT", default_value = "answer_", value_parser = prefix)]
    pub(crate) prefix: String,

    /// How long to wait here, such as 90s, 5m or 1h [default: until the question is closed]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}
