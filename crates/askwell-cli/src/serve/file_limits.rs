//! Raises the limit of open files and derives the number of connections from it.

/// Descriptors reserved for the store, the log and name servers.
const RESERVE: usize = 256;

/// Raises the limit of open files and returns how many of the wanted connections fit.
#[cfg(unix)]
pub(super) fn connections(wanted: usize) -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let most = limit.maximum;
    limit.current = most;
    if setrlimit(Resource::Nofile, limit).is_err() {
        limit = getrlimit(Resource::Nofile);
    }
    let files = limit.current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let fit = files.saturating_sub(RESERVE).max(1);
    if fit < wanted {
        tracing::info!(wanted, fit, "fewer connections than set: the system allows no more open files");
    }
    wanted.min(fit)
}

/// Returns `wanted`: this system has no such limit.
#[cfg(not(unix))]
pub(super) fn connections(wanted: usize) -> usize {
    wanted
}
