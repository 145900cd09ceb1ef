//! The servers behind a gateway: how to reach each of them.

use std::fmt;
use std::sync::Arc;

use askwell_mcp::client::{Address, Command, Environment, Target};
use askwell_mcp::transport::Connection;

/// A server behind the gateway.
#[derive(Debug, Clone)]
pub struct ServerSpec {
    /// The name, which is unique among the servers of a gateway.
    pub name: Arc<str>,
    /// How to reach it.
    pub target: ServerTarget,
    /// When the names of its tools and prompts get its name as a prefix.
    pub prefix: NamePrefix,
}

/// How to reach a server.
#[derive(Clone)]
#[non_exhaustive]
pub enum ServerTarget {
    /// A program to start, which speaks on its standard input and output.
    Command(Command),
    /// An address that speaks Streamable HTTP.
    Url(Address),
    /// A function that opens a connection.
    Connect(Arc<dyn Fn() -> Connection + Send + Sync>),
}

/// When names get the name of their server as a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NamePrefix {
    /// If another server has the same name for something.
    #[default]
    OnConflict,
    /// Always.
    Always,
}

impl ServerSpec {
    /// Creates a server with a name.
    pub fn new(name: &str, target: impl Into<ServerTarget>) -> Self {
        ServerSpec { name: name.into(), target: target.into(), prefix: NamePrefix::default() }
    }
}

impl ServerTarget {
    /// Returns what a client connects to. A program gets only the variables that it is given, and
    /// those without which programs do not run.
    pub(crate) fn to_target(&self) -> Target {
        match self {
            ServerTarget::Command(command) => command.clone().environment(Environment::Base).into(),
            ServerTarget::Url(address) => address.clone().into(),
            ServerTarget::Connect(connect) => connect().into(),
        }
    }
}

/// Shows neither variables nor headers.
impl fmt::Debug for ServerTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerTarget::Command(command) => write!(f, "{command:?}"),
            ServerTarget::Url(address) => write!(f, "{address:?}"),
            ServerTarget::Connect(_) => f.write_str("Connect"),
        }
    }
}

impl From<Command> for ServerTarget {
    fn from(command: Command) -> Self {
        ServerTarget::Command(command)
    }
}

impl From<Address> for ServerTarget {
    fn from(address: Address) -> Self {
        ServerTarget::Url(address)
    }
}
