//! `askwell serve` and `askwell rpc` on the command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

const SERVE_EXAMPLES: &str = "\
Examples:
  askwell serve                                    on this machine only, port 8787
  askwell serve --memory                           nothing on disk, to try things out
  askwell serve --store postgres://askwell@db/askwell
                                                   one of several nodes that share a database
  askwell serve --print-config                     the settings in force, and where each comes from
  askwell serve --print-config=defaults > askwell.toml
                                                   every setting with its default, explained
  askwell serve --set limits.per_window=100        one setting

Settings come from the file, then the environment (ASKWELL_LIMITS_PER_WINDOW), then flags; the later one wins.
Without --config, askwell.toml in this folder is read if it is there.

Exit codes: 0 stopped when told to, 2 wrong usage, a wrong setting, or a service that cannot start.";

const RPC_EXAMPLES: &str = "\
Examples:
  askwell rpc --memory                             one JSON message on each line, in and out
  echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}' | askwell rpc --memory

Notifications about what happens come in between. Ends when stdin does.

Exit codes: 0 stdin has ended, 2 wrong usage, a wrong setting, or a store that cannot be opened.";

/// Runs the service: programs ask over JSON-RPC, people answer, and acknowledged data is never
/// lost.
#[derive(Debug, Args)]
#[command(after_help = SERVE_EXAMPLES)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,

    /// The address to listen on; port 0 takes any free port [default: 127.0.0.1:8787]
    #[arg(long, alias = "port", value_name = "ADDRESS", value_parser = listen_address)]
    pub(crate) listen: Option<SocketAddr>,

    /// Print every setting with an explanation and exit: with its value and origin, or with its
    /// default
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "effective"
    )]
    pub(crate) print_config: Option<PrintConfig>,
}

/// Reads where to listen: an IP address and a port, or a port alone, which means this machine only, as `localhost` does.
pub(super) fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix("localhost:").unwrap_or(text);
    if let Ok(port) = port.parse::<u16>() {
        return Ok(SocketAddr::from(([127, 0, 0, 1], port)));
    }
    text.parse().map_err(|_| {
        "give an IP address and a port, such as 127.0.0.1:8787, or 0.0.0.0:8787 to be reached by other machines".to_owned()
    })
}

/// Which settings to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrintConfig {
    /// The settings in force, each with its origin
    Effective,
    /// The built-in defaults, as a file to start from
    Defaults,
}

/// Serves one program over stdin and stdout, without a port.
#[derive(Debug, Args)]
#[command(after_help = RPC_EXAMPLES)]
pub(crate) struct RpcArguments {
    #[command(flatten)]
    pub(crate) settings: SettingsArguments,
}

/// Options for reading settings.
#[derive(Debug, Args)]
pub(crate) struct SettingsArguments {
    /// The file with settings [default: askwell.toml, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// The folder for persistent data [default: askwell in your data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// A PostgreSQL database that several nodes share, in place of the folder
    #[arg(long, value_name = "URL", conflicts_with_all = ["data", "memory"])]
    pub(crate) store: Option<String>,

    /// Store nothing on disk
    #[arg(long, conflicts_with = "data")]
    pub(crate) memory: bool,

    /// One setting, by its name in the file
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::listen_address;

    #[test]
    fn port_alone_and_localhost_mean_this_machine() {
        for (text, address) in [
            ("8787", "127.0.0.1:8787"),
            ("localhost:0", "127.0.0.1:0"),
            ("0.0.0.0:80", "0.0.0.0:80"),
            ("[::1]:80", "[::1]:80"),
        ] {
            assert_eq!(listen_address(text).unwrap().to_string(), address);
        }
        for text in
            ["", "localhost", "127.0.0.1", "http://127.0.0.1:80", "askwell.example:80", ":80", "70000"]
        {
            assert!(listen_address(text).unwrap_err().contains("such as 127.0.0.1:8787"), "{text}");
        }
    }
}
