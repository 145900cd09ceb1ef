//! Options of `askwell inbox` and `askwell answer`: the service, and what to answer.

use std::path::PathBuf;

use clap::Args;

const INBOX_EXAMPLES: &str = "\
Examples:
  askwell inbox                                    what waits, live; enter answers
  askwell inbox --list                             what waits now, one to a line
  ASKWELL_KEY=ask_… askwell inbox --url https://ask.example.com

Exit codes: 0 left, 2 wrong usage, no terminal, or the service cannot be reached.";

const ANSWER_EXAMPLES: &str = "\
Examples:
  askwell answer elic_…                            answer this one
  askwell answer                                   stay attached and take elicitations for terminals as it comes
  askwell answer --all                             take all elicitations, not only those for terminals
  askwell answer --once                            the next one, then leave

A form that was begun is kept while the service is away, and can be sent when it is back. Ctrl-C leaves a form
as it is: it waits on, for you or for others.

Exit codes: 0 answered, 2 wrong usage, no terminal, or the service cannot be reached, 3 declined,
4 cancelled or left, 5 no answer in time.";

const TIMEOUTS_EXAMPLES: &str = "\
Examples:
  askwell timeouts                                 those of the service on this machine
  askwell timeouts --json | jq .modes.form.max_ms  for programs
  ASKWELL_KEY=ask_… askwell timeouts --url https://ask.example.com

config_source is `default` where the values are the built-in ones, else `custom`. What a service would use that is not
running: askwell serve --print-config.

Exit codes: 0 printed, 2 wrong usage, or the service cannot be reached.";

/// The service to call, and with which key.
#[derive(Debug, Clone, Args)]
pub(crate) struct ServiceArguments {
    /// The address of the service [default: ASKWELL_SERVICE, else your service on this machine, else
    /// http://127.0.0.1:8787]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    /// A file with your key; else ASKWELL_KEY. Your own service on this machine needs none
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}

/// Lists the open elicitations of a running service, live, and lets you answer them.
#[derive(Debug, Args)]
#[command(after_help = INBOX_EXAMPLES)]
pub(crate) struct InboxArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Print the open elicitations, one per line: id, seconds left, mode, title, client; the next
    /// deadline first
    #[arg(long, conflicts_with = "plain")]
    pub(crate) list: bool,

    /// Line by line, without a full screen
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Prints the timeouts of a running service for your key: default, minimum and maximum of each
/// mode.
#[derive(Debug, Args)]
#[command(after_help = TIMEOUTS_EXAMPLES)]
pub(crate) struct TimeoutsArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Print them as JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// Answers elicitations of a running service: one by its id, or those for terminals as they arrive.
#[derive(Debug, Args)]
#[command(after_help = ANSWER_EXAMPLES)]
pub(crate) struct AnswerArguments {
    /// The elicitation to answer; without an id, this terminal stays attached and takes
    /// elicitations as they arrive
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,

    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Take all elicitations, not only those for terminals
    #[arg(long, conflicts_with = "id")]
    pub(crate) all: bool,

    /// Exit after one elicitation
    #[arg(long, conflicts_with = "id")]
    pub(crate) once: bool,

    /// Ask line by line, without a wizard
    #[arg(long)]
    pub(crate) plain: bool,
}
