//! How many connections the system lets us have.

/// What is open beside connections: the store, the log, name servers.
const RESERVE: usize = 256;

/// Asks for as many open files as the system gives, and says how many connections fit, of so many that are wanted.
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

/// Where files are not counted, all fit.
#[cfg(not(unix))]
pub(super) fn connections(wanted: usize) -> usize {
    wanted
}
