//! Options of `askwell acp`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::ask::duration;
use super::serve::{SettingsArguments, listen_address};

const ACP_EXAMPLES: &str = "\
Examples:
  askwell acp -- some-agent --acp                  what an editor starts in place of the agent
  askwell acp --open -- some-agent                 open each question in the browser

An agent of an editor's settings, before and after:
  {\"command\": \"some-agent\", \"args\": [\"--acp\"]}
  {\"command\": \"askwell\", \"args\": [\"acp\", \"--\", \"some-agent\", \"--acp\"]}

An editor that shows elicitations itself keeps doing so. For the others, a question appears as a
link in the conversation, on a page of this machine, and in the inbox of your service
(askwell serve) if it runs. Everything else passes unchanged.

Exit codes: 0 the agent has ended, 2 wrong usage or setting, or an agent that cannot be started.";

/// Stands between an editor and a coding agent that speak the Agent Client Protocol (ACP), so that every
/// question of the agent reaches you.
#[derive(Debug, Args)]
#[command(after_help = ACP_EXAMPLES)]
pub(crate) struct AcpArguments {
    /// The agent's program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,

    /// The name of the agent in questions [default: its program]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Open each question in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// The address of the page on which people answer; without one, any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0", value_parser = listen_address)]
    pub(crate) page: SocketAddr,

    /// Which service's inbox to use, too: auto for the one of yours that runs on this machine, if there
    /// is one, a URL, or none; without a value, a service is necessary [default: ASKWELL_SERVICE, else
    /// auto]
    #[arg(long, value_name = "auto|URL|none", num_args = 0..=1, default_missing_value = "")]
    pub(crate) service: Option<String>,

    /// For a service: a file with your key; else ASKWELL_KEY. Your own service on this machine needs
    /// none
    #[arg(long, value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,

    /// How long a question can be answered; then the agent gets a cancel
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration)]
    pub(crate) timeout: Duration,

    /// The file with settings, as for askwell serve [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,

    /// One setting, by its name in the file
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl AcpArguments {
    /// Returns the settings of the engine, without a folder: the questions end with the agent.
    pub(crate) fn settings(&self) -> SettingsArguments {
        SettingsArguments {
            store: None,
            config: self.settings.clone(),
            data: None,
            memory: true,
            set: self.set.clone(),
        }
    }

    /// Returns the option that concerns the page of this process, if there is one.
    pub(crate) fn own_page(&self) -> Option<&'static str> {
        (self.page.port() != 0).then_some("--page")
    }
}
