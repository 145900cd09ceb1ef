//! Opens the port of the service: the one that was set, or a free one if the default is taken.

use std::io::ErrorKind;
use std::net::SocketAddr;

use anyhow::{Result, bail};
use askwell_web::StartError;
use tokio::net::TcpListener;

use super::config::Config;

/// Binds the address of the settings. If it is the default and another program has its port, binds
/// any free port of this machine, and returns what to tell the operator.
pub(super) async fn listen(config: &Config) -> Result<(TcpListener, Option<String>)> {
    let wanted = config.listen;
    let error = match askwell_web::listen(wanted).await {
        Ok(listener) => return Ok((listener, None)),
        Err(error) => error,
    };
    let StartError::Listen { source, .. } = &error else { return Err(error.into()) };
    match source.kind() {
        // A proxy or a container knows the port, so that another one would be of no use.
        ErrorKind::AddrInUse if !config.listen_is_set && config.http.public_url.is_none() => {
            let listener = askwell_web::listen(SocketAddr::new(wanted.ip(), 0)).await?;
            let note = format!("Port {} is taken by another program, so this is a free one.", wanted.port());
            Ok((listener, Some(note)))
        }
        ErrorKind::AddrInUse => bail!(
            "{error}\nanother program has this port: end it, or choose another one with --listen; port 0 takes a free one"
        ),
        ErrorKind::PermissionDenied => {
            bail!("{error}\nports below 1024 need special rights: choose a higher one with --listen")
        }
        ErrorKind::AddrNotAvailable => {
            bail!(
                "{error}\nthis machine has no such address: use 127.0.0.1, or 0.0.0.0 for all of its addresses"
            )
        }
        _ => Err(error.into()),
    }
}
