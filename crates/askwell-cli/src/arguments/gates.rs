//! Options of `askwell gateway rules`, `log` and `doctor`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, Subcommand};

use askwell_gateway::rules::parse_duration;

use super::ask::duration;

const RULES_EXAMPLES: &str = "\
Examples:
  askwell gateway rules                            the rules of askwell.toml, as they are understood
  askwell gateway rules --example > rules.toml     a commented file to start from
  askwell gateway rules --rules rules.toml --try files delete_file args.json --definition tools.json
                                                   which rule decides, and what the person would see
  askwell gateway rules --try files delete_file args.json -- npx -y some-server
                                                   the same, with the definition from the server

Nobody is asked, and no tool is called.

Exit codes: 0 printed, 1 the rules have problems, 2 wrong usage, or a file or server that cannot be read.";

const LOG_EXAMPLES: &str = "\
Examples:
  askwell gateway log                              the newest decisions
  askwell gateway log --tool 'delete_*' --since 7d
  askwell gateway log --json                       one JSON object a line, for programs

The log is in the data folder of the gateway. The gateway may run meanwhile.

Exit codes: 0 printed, 2 wrong usage, or the store cannot be read.";

const DOCTOR_EXAMPLES: &str = "\
Examples:
  askwell gateway doctor -- npx -y some-server     examine a server that is a program
  askwell gateway doctor --to https://example.com/mcp
  askwell gateway doctor --client \"Claude Code\" -- some-server
                                                   what this client gets from it
  askwell gateway doctor --json -- some-server     for programs

The server is started, asked what it speaks and which tools it has, and ended. No tool is called. It takes
a minute at most.

Exit codes: 0 nothing is wrong, 1 problems were found, 2 wrong usage.";

/// Commands about the gateway.
#[derive(Debug, Subcommand)]
pub(crate) enum GatewayCommand {
    /// Print the rules of approval gates, and try them
    Rules(Box<RulesArguments>),
    /// Print who approved which calls
    Log(LogArguments),
    /// Examine a server: what it speaks, and what clients get from it
    Doctor(DoctorArguments),
}

/// Where rules are.
#[derive(Debug, Args)]
pub(crate) struct RulesSource {
    /// A file with rules, TOML or JSON [default: the servers' file if it has rules, else the settings]
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,

    /// The file with settings, as for askwell serve [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
}

/// A server to connect to.
#[derive(Debug, Args)]
pub(crate) struct ServerSource {
    /// The server's program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,

    /// The address of a server that speaks Streamable HTTP
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    pub(crate) to: Option<String>,

    /// A header for that server, such as "Authorization: Bearer …"; ${NAME} stands for a variable
    #[arg(long, value_name = "NAME: VALUE", requires = "to")]
    pub(crate) header: Vec<String>,
}

/// Prints the rules of approval gates as they are understood, or what would become of one call.
#[derive(Debug, Args)]
#[command(after_help = RULES_EXAMPLES)]
pub(crate) struct RulesArguments {
    #[command(flatten)]
    pub(crate) source: RulesSource,

    /// A file with servers that may also have rules ({"mcpServers": …, "gateway": …})
    #[arg(long = "config", value_name = "FILE")]
    pub(crate) servers_file: Option<PathBuf>,

    /// Print a commented file with rules to start from
    #[arg(long, conflicts_with_all = ["try_call", "rules", "settings", "servers_file"])]
    pub(crate) example: bool,

    /// Print what would become of a call: its server, its tool, and a file with its arguments (- for stdin)
    #[arg(long = "try", num_args = 3, value_names = ["SERVER", "TOOL", "ARGS"])]
    pub(crate) try_call: Vec<String>,

    /// A file with the definition of the tool: an entry of tools/list, or its result
    #[arg(long, value_name = "FILE", requires = "try_call", conflicts_with_all = ["command", "to"])]
    pub(crate) definition: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) server: ServerSource,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints who approved or rejected which calls, newest first.
#[derive(Debug, Args)]
#[command(after_help = LOG_EXAMPLES)]
pub(crate) struct LogArguments {
    /// The data folder of the gateway [default: as its settings say, or askwell in your data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// The file with the settings of the gateway [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,

    /// Only calls to this server; * stands for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(crate) server: Option<String>,

    /// Only calls of this tool; * stands for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(crate) tool: Option<String>,

    /// Only decisions of this person
    #[arg(long, value_name = "NAME")]
    pub(crate) person: Option<String>,

    /// Only decisions about this digest, or digests that begin so
    #[arg(long, value_name = "DIGEST")]
    pub(crate) digest: Option<String>,

    /// Only decisions of this last time, such as 7d or 2h
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) since: Option<Duration>,

    /// The most entries
    #[arg(long, value_name = "NUMBER", default_value_t = 50)]
    pub(crate) limit: usize,

    /// Print JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Examines a server: eras, capabilities, tools, problems, and what clients get from it.
#[derive(Debug, Args)]
#[command(after_help = DOCTOR_EXAMPLES)]
#[command(group = ArgGroup::new("examined").required(true).args(["command", "to"]))]
pub(crate) struct DoctorArguments {
    #[command(flatten)]
    pub(crate) server: ServerSource,

    /// A client by its name: what it gets [default: what each kind of client gets]
    #[arg(long, value_name = "NAME")]
    pub(crate) client: Option<String>,

    /// The version of that client
    #[arg(long, value_name = "VERSION", requires = "client", default_value = "")]
    pub(crate) client_version: String,

    /// How long the server may take to start, in each era
    #[arg(long, value_name = "TIME", default_value = "15s", value_parser = duration)]
    pub(crate) wait: Duration,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
