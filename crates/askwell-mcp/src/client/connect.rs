//! Connects a client to a target: starts a child, opens HTTP, or takes a connection, and runs the
//! handshake.

use super::Client;
use super::builder::{Eras, Settings};
use super::core::Core;
use super::error::{CallError, ConnectError};
use super::handshake;
use super::target::Target;
use super::transport::{self, OpenTransport};
use crate::transport::child::Command;
use crate::wire::Era;

pub(super) async fn connect(settings: Settings, target: Target) -> Result<Client, ConnectError> {
    match target {
        Target::Command(command) => by_command(settings, command).await,
        Target::Url(address) => {
            let shown = address.to_string();
            start(settings, address.into(), shown).await
        }
        Target::Connection(_) => start(settings, target, "a connection of this program".to_owned()).await,
    }
}

/// Connects to a program. Some legacy servers exit when their first message is not `initialize`;
/// such a program is started again and spoken to in the legacy era.
async fn by_command(mut settings: Settings, command: Command) -> Result<Client, ConnectError> {
    let shown = command.to_string();
    match start(settings.clone(), command.clone().into(), shown.clone()).await {
        Err(ConnectError::Refused(CallError::Closed)) if settings.eras == Eras::Both => {
            settings.eras = Eras::Only(Era::Legacy);
            start(settings, command.into(), shown).await
        }
        other => other,
    }
}

async fn start(settings: Settings, target: Target, shown: String) -> Result<Client, ConnectError> {
    let OpenTransport { sender, receiver, child } = transport::open(target, &settings.limits)?;
    let core = Core::start(settings, sender, receiver);
    let server = handshake::begin(&core, shown).await?;
    Ok(Client::new(core, child, server))
}
