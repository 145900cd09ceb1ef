//! Options of `askwell mcp`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::ask::duration;
use super::serve::{SettingsArguments, listen_address};

const EXAMPLES: &str = "\
Examples:
  askwell mcp                                      what an MCP client starts; see below
  askwell mcp --data ~/.local/share/my-agent       questions and answers outlive the client
  askwell mcp --templates forms                    with prepared forms to ask for by name
  askwell mcp --page                               with a page for what dialogs cannot show
  askwell mcp --service none                       ask from this process, even if a service runs
  askwell mcp --wait 5m                            calls wait longer before they say “waiting”

An entry for the configuration of an MCP client:
  {\"mcpServers\": {\"askwell\": {\"command\": \"askwell\", \"args\": [\"mcp\"]}}}

The agent gets the tools ask, ask_question, check_answer, list_questions and cancel_question, and
with templates ask_template and list_templates. Questions appear in the client's own dialog. If your
service (askwell serve) runs on this machine, its tools are used: questions are in its inbox, too,
and outlive this process. Without a service, or with options of an own store, page or settings, this
process asks itself.

Exit codes: 0 the client has left, 2 wrong usage, a wrong setting, or a folder that cannot be used.";

/// Serves an agent over stdin and stdout: an MCP server whose tools ask the person it works for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct McpArguments {
    /// How long a call waits for an answer before it returns without one, such as 30s or 5m; many
    /// clients abandon a call after a minute [default: 50s]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) wait: Option<Duration>,

    /// Serve a page at this address of this machine, where the person answers elicitations that the
    /// client's dialog cannot show; without an address, at any free port
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:0", value_parser = listen_address)]
    pub(crate) page: Option<SocketAddr>,

    /// Which service to ask through: auto for the one of yours that runs on this machine, if there is
    /// one, a URL, or none to ask from this process; without a value, a service is necessary
    /// [default: ASKWELL_SERVICE, else auto]
    #[arg(long, value_name = "auto|URL|none", num_args = 0..=1, default_missing_value = "")]
    pub(crate) service: Option<String>,

    /// For a service: a file with your key; else ASKWELL_KEY. Your own service on this machine needs
    /// none
    #[arg(long, value_name = "FILE")]
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
    /// Returns the first option that concerns this process only, if there is one.
    pub(crate) fn own_option(&self) -> Option<&'static str> {
        [
            ("--wait", self.wait.is_some()),
            // At any free port, a page of a service does as well.
            ("--page", self.page.is_some_and(|address| address.port() != 0)),
            ("--data", self.data.is_some()),
            ("--templates", self.templates.is_some()),
            ("--config", self.config.is_some()),
            ("--memory", self.memory),
            ("--set", !self.set.is_empty()),
        ]
        .into_iter()
        .find_map(|(name, is_set)| is_set.then_some(name))
    }

    /// Returns the options for reading settings.
    pub(crate) fn settings(&self) -> SettingsArguments {
        SettingsArguments {
            config: self.config.clone(),
            data: self.data.clone(),
            memory: self.memory,
            store: None,
            set: self.set.clone(),
        }
    }
}
