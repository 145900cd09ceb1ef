//! `askwell inbox` and `askwell answer`: where the service is, and what to take from it.

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
  askwell answer                                   stay, and take what is asked of a terminal as it comes
  askwell answer --all                             take everything that is asked, not only of terminals
  askwell answer --once                            the next one, then leave

A form that was begun is kept while the service is away, and can be sent when it is back. Ctrl-C leaves a form
as it is: it waits on, for you or for others.

Exit codes: 0 answered, 2 wrong usage, no terminal, or the service cannot be reached, 3 declined,
4 cancelled or left, 5 nobody answered in time.";

const TIMEOUTS_EXAMPLES: &str = "\
Examples:
  askwell timeouts                                 those of the service on this machine
  askwell timeouts --json | jq .modes.form.max_ms  for programs
  ASKWELL_KEY=ask_… askwell timeouts --url https://ask.example.com

config_source is `default` where the values are the built-in ones, else `custom`. What a service would use that is not
running: askwell serve --print-config.

Exit codes: 0 printed, 2 wrong usage, or the service cannot be reached.";

/// Where the service is, and who calls.
#[derive(Debug, Clone, Args)]
pub(crate) struct ServiceArguments {
    /// Where the service listens [default: what ASKWELL_URL says, or http://127.0.0.1:8787]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,

    /// A file with your key; else ASKWELL_KEY has it. A service on this machine needs none
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}

/// Shows what waits for an answer at a running service, live, and lets you answer it.
#[derive(Debug, Args)]
#[command(after_help = INBOX_EXAMPLES)]
pub(crate) struct InboxArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Print what waits now, one to a line: id, seconds left, mode, title, who asks; the next deadline first
    #[arg(long, conflicts_with = "plain")]
    pub(crate) list: bool,

    /// Line by line, without a full screen
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Prints the timeouts of a running service, as they hold for your key: default, shortest and longest for each mode.
#[derive(Debug, Args)]
#[command(after_help = TIMEOUTS_EXAMPLES)]
pub(crate) struct TimeoutsArguments {
    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Print them as JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

/// Answers what is asked at a running service: one form, or as an attached terminal whatever is asked of terminals.
#[derive(Debug, Args)]
#[command(after_help = ANSWER_EXAMPLES)]
pub(crate) struct AnswerArguments {
    /// Which one; without, this terminal stays and takes what comes
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,

    #[command(flatten)]
    pub(crate) service: ServiceArguments,

    /// Take everything that is asked, not only what is asked of terminals
    #[arg(long, conflicts_with = "id")]
    pub(crate) all: bool,

    /// Leave after one
    #[arg(long, conflicts_with = "id")]
    pub(crate) once: bool,

    /// Line by line, without a wizard
    #[arg(long)]
    pub(crate) plain: bool,
}
