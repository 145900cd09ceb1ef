//! Stops on a signal: gracefully the first time, immediately the second time.

use std::time::Duration;

use anyhow::{Context as _, Result};
use askwell_web::StopSignal;

/// Returns a stop that a signal announces, and that is triggered `announce` later.
#[cfg(unix)]
pub(crate) fn stop_on_signal(announce: Duration) -> Result<StopSignal> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("cannot listen to signals")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("cannot listen to signals")?;
    let stop = StopSignal::new();
    let given = stop.clone();
    tokio::spawn(async move {
        for times in 0_u8.. {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
            tell(&given, times, announce);
        }
    });
    Ok(stop)
}

/// Returns a stop that a signal announces, and that is triggered `announce` later.
#[cfg(not(unix))]
pub(crate) fn stop_on_signal(announce: Duration) -> Result<StopSignal> {
    let stop = StopSignal::new();
    let given = stop.clone();
    tokio::spawn(async move {
        for times in 0_u8.. {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            tell(&given, times, announce);
        }
    });
    Ok(stop)
}

/// Acknowledged data is always on disk, so exiting immediately loses nothing.
fn tell(stop: &StopSignal, times: u8, announce: Duration) {
    if times > 0 {
        std::process::exit(1);
    }
    if announce.is_zero() {
        return stop.trigger();
    }
    stop.announce();
    tracing::info!(wait = ?announce, "stopping: not ready any more");
    let stop = stop.clone();
    tokio::spawn(async move {
        tokio::time::sleep(announce).await;
        stop.trigger();
    });
}
