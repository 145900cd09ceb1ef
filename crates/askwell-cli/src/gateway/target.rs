//! The server that a command about the gateway connects to.

use std::io::{PipeReader, Read as _, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use askwell_gateway::expand_variables;
use askwell_mcp::client::{Address, Command, Target};

use crate::arguments::gates::ServerSource;

/// The most bytes of a server's standard error that are kept.
const MAX_STDERR: u64 = 64 << 10;

/// How long to wait for the last lines of a server's standard error.
const LAST_LINES: Duration = Duration::from_secs(1);

/// A server to connect to, as often as needed.
pub(super) enum ServerTarget {
    Program(Command),
    Address(Address),
}

impl ServerTarget {
    /// Reads the options; `None` if they name no server.
    pub(super) fn of(source: &ServerSource) -> Result<Option<ServerTarget>> {
        if let Some(url) = &source.to {
            let mut address = Address::new(url)?;
            for header in &source.header {
                let Some((name, value)) = header.split_once(':') else {
                    bail!("a header is written NAME: VALUE")
                };
                let value = expand_variables(value.trim(), &|name| std::env::var(name).ok());
                let value =
                    value.map_err(|name| anyhow::anyhow!("the environment variable {name} is not set"))?;
                address = address.header(name.trim(), &value)?;
            }
            return Ok(Some(ServerTarget::Address(address)));
        }
        let Some((program, arguments)) = source.command.split_first() else { return Ok(None) };
        let command = Command::new(program.clone()).arguments(arguments.iter().cloned());
        Ok(Some(ServerTarget::Program(command)))
    }

    /// Returns the command or the address, without credentials.
    pub(super) fn name(&self) -> String {
        match self {
            ServerTarget::Program(command) => command.to_string(),
            ServerTarget::Address(address) => address.to_string(),
        }
    }

    /// Returns what to connect to. A program writes its standard error into a buffer.
    pub(super) fn connect(&self) -> Result<(Target, StderrText)> {
        match self {
            ServerTarget::Program(command) => {
                let (reader, writer) = pipe().context("cannot make a pipe for the server")?;
                let target = command.clone().stderr(writer).into();
                let (sender, text) = channel();
                std::thread::spawn(move || sender.send(collect(reader)));
                Ok((target, StderrText(Some(text))))
            }
            ServerTarget::Address(address) => Ok((address.clone().into(), StderrText(None))),
        }
    }
}

/// What a server writes to its standard error.
pub(super) struct StderrText(Option<Receiver<String>>);

impl StderrText {
    /// Returns the last lines, if the server has ended or ends in a moment: it can be known to have ended before
    /// its last lines are read.
    pub(super) fn last_lines(self, most: usize) -> Vec<String> {
        let text = self.0.and_then(|text| text.recv_timeout(LAST_LINES).ok()).unwrap_or_default();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines.iter().skip(lines.len().saturating_sub(most)).map(|line| (*line).to_owned()).collect()
    }
}

fn collect(mut reader: PipeReader) -> String {
    let mut bytes = Vec::new();
    // A read error ends the text like its end does. What follows the limit is dropped.
    let _ = reader.by_ref().take(MAX_STDERR).read_to_end(&mut bytes);
    let _ = std::io::copy(&mut reader, &mut std::io::sink());
    String::from_utf8_lossy(&bytes).into_owned()
}
