//! Options of `askwell mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::ask::duration;
use super::serve::SettingsArguments;

const EXAMPLES: &str = "\
Examples:
  askwell mcp                                      what an MCP client starts; see below
  askwell mcp --data ~/.local/share/my-agent       questions and answers outlive the client
  askwell mcp --templates forms                    with prepared forms to ask for by name
  askwell mcp --page                               with a page for what dialogs cannot show
  askwell mcp --service                            the tools of a service on this machine (askwell serve)
  askwell mcp --wait 5m                            calls wait longer before they say “waiting”

An entry for the configuration of an MCP client:
  {\"mcpServers\": {\"askwell\": {\"command\": \"askwell\", \"args\": [\"mcp\"]}}}

The agent gets the tools ask, ask_question, check_answer, list_questions and cancel_question, and
with templates ask_template and list_templates. Questions appear in the client's own dialog. A
running service (askwell serve) has the same tools at /mcp. A page of --page ends with this process:
for a client that starts a process for each call, use --service.

Exit codes: 0 the client has left, 2 wrong usage, a wrong setting, or a folder that cannot be used.";

/// Serves an agent over stdin and stdout: an MCP server whose tools ask the person it works for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct McpArguments {
    /// How long a call waits for an answer before it returns without one, such as 30s or 5m; many
    /// clients abandon a call after a minute
    #[arg(long, value_name = "TIME", default_value = "50s", value_parser = duration)]
    pub(crate) wait: Duration,

    /// Serve a page at this address of this machine, where the person answers elicitations that the
    /// client's dialog cannot show; without an address, at any free port
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    pub(crate) page: Option<SocketAddr>,

    /// Use the service at this address (askwell serve) instead of asking from this process: its
    /// elicitations and pages outlive this process; without an address, ASKWELL_URL or
    /// http://127.0.0.1:8787
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "",
        conflicts_with_all = ["wait", "page", "data", "templates", "config", "memory", "set"])]
    pub(crate) service: Option<String>,

    /// With --service: a file with your key; else ASKWELL_KEY. A service on this machine needs none
    #[arg(long, value_name = "FILE", requires = "service")]
    pub(crate) key_file: Option<PathBuf>,

    /// The folder for data that outlives the process [default: nothing is stored on disk]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// The folder of forms that can be asked for by name [default: templates in the data folder, if there is one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) templates: Option<PathBuf>,

    /// The file with settings, as for askwell serve [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Store nothing on disk, even if the settings name a folder
    #[arg(long, conflicts_with = "data")]
    memory: bool,

    /// One setting, by its name in the file
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl McpArguments {
    /// Returns the options for reading settings.
    pub(crate) fn settings(&self) -> SettingsArguments {
        SettingsArguments {
            config: self.config.clone(),
            data: self.data.clone(),
            memory: self.memory,
            set: self.set.clone(),
        }
    }
}
