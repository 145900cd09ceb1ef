//! The certificate of the service: read at start, and again on SIGHUP or when its files change.

use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use askwell_web::ServerCertificate;

use super::config::Config;

/// How often the files are checked for changes.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// Reads the certificate of the settings, and reads it again whenever it changes; `None` without TLS.
pub(super) fn start(config: &Config) -> Result<Option<ServerCertificate>> {
    let (Some(certificate), Some(key)) = (&config.tls.certificate, &config.tls.key) else { return Ok(None) };
    let help = "TLS cannot start; check tls.certificate_file and tls.key_file";
    let before = stamps((certificate, key));
    let loaded = ServerCertificate::load(certificate, key).context(help)?;
    tokio::spawn(renew(loaded.clone(), before, Hangups::new()?));
    Ok(Some(loaded))
}

type Stamps = [Option<(SystemTime, u64)>; 2];

/// Reads the files again on each signal and after each change. What cannot be used is logged, and the certificate stays.
async fn renew(certificate: ServerCertificate, mut known: Stamps, mut hangups: Hangups) {
    loop {
        let is_told = tokio::select! {
            () = hangups.next() => true,
            () = tokio::time::sleep(CHECK_INTERVAL) => false,
        };
        let found = stamps(certificate.files());
        if !is_told && found == known {
            continue;
        }
        known = found;
        match certificate.reload() {
            Ok(()) => tracing::info!("the certificate was read again"),
            Err(error) => tracing::error!(%error, "the certificate stays as it was"),
        }
    }
}

fn stamps((certificate, key): (&Path, &Path)) -> Stamps {
    [certificate, key].map(|file| {
        let metadata = std::fs::metadata(file).ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    })
}

/// The signals that ask to read the certificate again.
#[cfg(unix)]
struct Hangups(tokio::signal::unix::Signal);

#[cfg(unix)]
impl Hangups {
    fn new() -> Result<Hangups> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Hangups(signal(SignalKind::hangup()).context("cannot listen to signals")?))
    }

    async fn next(&mut self) {
        if self.0.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(not(unix))]
struct Hangups;

#[cfg(not(unix))]
impl Hangups {
    fn new() -> Result<Hangups> {
        Ok(Hangups)
    }

    async fn next(&mut self) {
        std::future::pending::<()>().await;
    }
}
