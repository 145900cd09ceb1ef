//! Options of `askwell gateway`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};

use super::ask::duration;
use super::gates::{GatewayCommand, RulesSource};
use super::serve::{SettingsArguments, listen_address};

const EXAMPLES: &str = "\
Examples:
  askwell gateway -- npx -y some-server            in front of one server, over stdin and stdout
  askwell gateway --to https://example.com/mcp     in front of a server at an address
  askwell gateway --config mcp.json                in front of all servers of a file
  askwell gateway --config mcp.json --listen 127.0.0.1:8790
                                                   the same for clients that connect over HTTP
  askwell gateway --env TOKEN -- some-server       with one variable of this environment
  askwell gateway --rules rules.toml -- some-server
                                                   a person approves what the rules say

An entry for the configuration of an MCP client, before and after:
  {\"mcpServers\": {\"files\": {\"command\": \"npx\", \"args\": [\"-y\", \"some-server\"]}}}
  {\"mcpServers\": {\"files\": {\"command\": \"askwell\", \"args\": [\"gateway\", \"--\", \"npx\", \"-y\", \"some-server\"]}}}

What a server asks appears in the client's own dialog where that works, and on a page of this
machine. If your service (askwell serve) runs on this machine, it is in its inbox, too. A server gets only the variables that you name with --env or in the file, and those without
which programs do not run (PATH, HOME, …). Headers and the file may refer to variables as ${NAME}, so
that secrets need not be on the command line.

Exit codes: 0 the client has left, 2 wrong usage, a wrong setting, or a file that cannot be read.";

/// Stands between an MCP client and MCP servers, so that every question of a server reaches a
/// person.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group = ArgGroup::new("servers").required(true).args(["command", "to", "servers_file"]))]
pub(crate) struct GatewayArguments {
    #[command(subcommand)]
    pub(crate) subcommand: Option<GatewayCommand>,

    /// The server's program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,

    /// The address of a server that speaks Streamable HTTP
    #[arg(long, value_name = "URL")]
    pub(crate) to: Option<String>,

    /// A header for that server, such as \"Authorization: Bearer ${TOKEN}\"
    #[arg(long, value_name = "NAME: VALUE", requires = "to")]
    pub(crate) header: Vec<String>,

    /// A file with servers, as MCP clients have it ({\"mcpServers\": …})
    #[arg(long = "config", value_name = "FILE")]
    pub(crate) servers_file: Option<PathBuf>,

    /// A variable for the server's program: a name of this environment, or NAME=VALUE
    #[arg(long, value_name = "NAME", requires = "command")]
    pub(crate) env: Vec<String>,

    /// The name of the server in messages [default: its program or host]
    #[arg(long, value_name = "NAME", conflicts_with = "servers_file")]
    pub(crate) name: Option<String>,

    /// Serve clients over HTTP at this address of this machine, instead of stdin and stdout
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub(crate) listen: Option<SocketAddr>,

    /// The address of the page on which people answer; without one, any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0", conflicts_with = "no_page", value_parser = listen_address)]
    pub(crate) page: SocketAddr,

    /// Serve no page: questions reach only clients that show them
    #[arg(long)]
    pub(crate) no_page: bool,

    /// Which service's inbox to use, too: auto for the one of yours that runs on this machine, if there
    /// is one, a URL, or none; without a value, a service is necessary [default: ASKWELL_SERVICE, else
    /// auto]
    #[arg(long, value_name = "auto|URL|none", num_args = 0..=1, default_missing_value = "")]
    pub(crate) service: Option<String>,

    /// For a service: a file with your key; else ASKWELL_KEY. Your own service on this machine needs
    /// none
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,

    /// How long a call waits for a person on the page before its client gets a link; clients that
    /// want progress wait longer
    #[arg(long, value_name = "TIME", default_value = "50s", value_parser = duration)]
    pub(crate) wait: Duration,

    /// How long a question can be answered; then the server gets a cancel
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration)]
    pub(crate) timeout: Duration,

    /// What happens to a call that was lost when the gateway was restarted
    #[arg(long, value_name = "RULE", value_enum, default_value_t = RepeatRule::Never)]
    pub(crate) repeat_lost_calls: RepeatRule,

    /// Give all tools and prompts the name of their server as a prefix
    #[arg(long)]
    pub(crate) prefix: bool,

    /// A file with rules for calls that a person approves first, TOML or JSON [default: the file of --config if it has
    /// rules, else the settings]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,

    /// The folder for questions and answers, which then outlive the process [default: nothing is
    /// stored on disk]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// The file with settings, as for askwell serve [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,

    /// One setting, by its name in the file
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// What happens to a call that was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RepeatRule {
    /// The client gets an error
    Never,
    /// The person decides
    Ask,
    /// The call goes to the server again
    Always,
}

impl GatewayArguments {
    /// Returns the option that concerns the gateway's own page, if there is one.
    pub(crate) fn own_page(&self) -> Option<&'static str> {
        match (self.no_page, self.page.port()) {
            (true, _) => Some("--no-page"),
            (false, 0) => None,
            (false, _) => Some("--page"),
        }
    }

    /// Returns where the rules are.
    pub(crate) fn rules(&self) -> RulesSource {
        RulesSource { rules: self.rules.clone(), settings: self.settings.clone() }
    }

    /// Returns the options for reading settings.
    pub(crate) fn settings(&self) -> SettingsArguments {
        SettingsArguments {
            store: None,
            config: self.settings.clone(),
            data: self.data.clone(),
            memory: false,
            set: self.set.clone(),
        }
    }
}
