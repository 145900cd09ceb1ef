//! From where a server is to a client of it.

use std::sync::Arc;

use super::Client;
use super::builder::{Eras, Settings};
use super::carrier::{Carrier, Source};
use super::core::Core;
use super::error::{CallError, ConnectError};
use super::handshake;
use super::target::{Address, Target};
use crate::transport::Connection;
use crate::transport::child::{self, Child, Command};
use crate::transport::http_client::HttpClient;
use crate::wire::Era;

pub(super) async fn connect(settings: Settings, target: Target) -> Result<Client, ConnectError> {
    match target {
        Target::Command(command) => by_command(settings, &command).await,
        Target::Url(address) => by_address(settings, address).await,
        Target::Connection(Connection { incoming, outgoing }) => {
            let core = Core::start(settings, Carrier::Stream(outgoing), Source::Stream(incoming));
            let server = handshake::begin(&core, "a connection of this program".to_owned()).await?;
            Ok(Client::new(core, None, server))
        }
    }
}

/// Some legacy servers end when the first thing they hear is not what they expect. They are started once more, and
/// spoken to in their own way.
async fn by_command(mut settings: Settings, command: &Command) -> Result<Client, ConnectError> {
    match start(settings.clone(), command).await {
        Err(ConnectError::Refused(CallError::Closed)) if settings.eras == Eras::Both => {
            settings.eras = Eras::Only(Era::Legacy);
            start(settings, command).await
        }
        other => other,
    }
}

async fn start(settings: Settings, command: &Command) -> Result<Client, ConnectError> {
    let (connection, child): (Connection, Child) =
        child::start(command, &settings.limits).map_err(|error| ConnectError::Start {
            program: command.program.to_string_lossy().into_owned(),
            error: Arc::new(error),
        })?;
    let Connection { incoming, outgoing } = connection;
    let core = Core::start(settings, Carrier::Stream(outgoing), Source::Stream(incoming));
    let server = handshake::begin(&core, command.to_string()).await?;
    Ok(Client::new(core, Some(child), server))
}

async fn by_address(settings: Settings, address: Address) -> Result<Client, ConnectError> {
    let shown = address.to_string();
    let (http, events) = HttpClient::new(address.url, address.headers, settings.limits)
        .map_err(|error| ConnectError::Unprepared { address: shown.clone(), reason: error.to_string() })?;
    let core = Core::start(settings, Carrier::Http(http), Source::Http(events));
    let server = handshake::begin(&core, shown).await?;
    Ok(Client::new(core, None, server))
}
