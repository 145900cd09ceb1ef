//! Options of `askwell call`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::ask::duration;

const EXAMPLES: &str = "\
Examples:
  askwell call 'python server.py' --list           what tools are there?
  askwell call 'python server.py' deploy app=shop  call one; answer what it asks in the terminal
  askwell call http://localhost:8000/mcp deploy    the same over HTTP
  askwell call 'npx -y some-server' search '{\"query\": \"forms\", \"limit\": 3}'
  askwell call URL deploy --answers answers.json   answer without asking anybody
  askwell call URL deploy --decline                what does the tool do with a no?
  askwell call URL deploy --json | jq .content     the whole result

SERVER is an address (http, https) or a command line with its arguments, in quotes. ARGS are NAME=VALUE pairs, read as the
tool's schema says, or one JSON object; - reads the object from stdin.

When the tool asks, the form comes up in the terminal as with `askwell ask`. A page to visit is shown with its whole address, its host
and warnings, and nothing is opened unless you agree. The result goes to stdout.

Exit codes: 0 the tool succeeded, 1 the tool failed, or --answers do not fit, 2 wrong usage or no connection.";

/// Calls a tool of an MCP server and answers its elicitations in the terminal.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CallArguments {
    /// The server: an address, or a command line in quotes
    #[arg(value_name = "SERVER")]
    pub(crate) server: String,

    /// The tool to call
    #[arg(value_name = "TOOL", required_unless_present = "list")]
    pub(crate) tool: Option<String>,

    /// What to call it with: NAME=VALUE pairs, or a JSON object; - for stdin
    #[arg(value_name = "ARGS")]
    pub(crate) arguments: Vec<String>,

    /// List the tools and their arguments
    #[arg(long, conflicts_with_all = ["tool", "answers", "decline", "cancel"])]
    pub(crate) list: bool,

    /// Answer every form from this JSON object instead of asking; - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decline", "cancel"])]
    pub(crate) answers: Option<PathBuf>,

    /// With --answers: agree to pages of this host (may be repeated); others are declined
    #[arg(long, value_name = "HOST", requires = "answers")]
    pub(crate) consent: Vec<String>,

    /// Decline every elicitation
    #[arg(long, conflicts_with = "cancel")]
    pub(crate) decline: bool,

    /// Cancel every elicitation
    #[arg(long)]
    pub(crate) cancel: bool,

    /// With --answers, --decline or --cancel: stop after this many elicitations in one call
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    pub(crate) most_questions: usize,

    /// How long to wait, after you agreed to a page that the server requires, until the server
    /// reports that it is done
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = duration)]
    pub(crate) page_wait: Duration,

    /// Ask line by line, without a wizard
    #[arg(long)]
    pub(crate) plain: bool,

    /// Open pages that you agreed to with this program
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) open_with: Option<String>,

    /// Send this header with every request, as NAME: VALUE (may be repeated)
    #[arg(long, value_name = "HEADER")]
    pub(crate) header: Vec<String>,

    /// Use only this era of MCP [default: the newest that the server supports]
    #[arg(long, value_enum, value_name = "ERA")]
    pub(crate) era: Option<EraChoice>,

    /// Print the whole result, or list, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The eras of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EraChoice {
    /// 2025-06-18 and 2025-11-25: the server sends elicitation requests
    Legacy,
    /// 2026-07-28: the server returns input requests
    Modern,
}
