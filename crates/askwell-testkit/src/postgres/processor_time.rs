//! The processor time of a server and its connections, as Linux counts it.

use std::time::Duration;

use super::server::PgServer;

/// The ticks of a second in `/proc`, which are the same on all machines.
const TICKS: u64 = 100;

impl PgServer {
    /// Returns the processor time that the server and all its connections have used so far, to a hundredth of a second.
    /// Zero where there is no `/proc`.
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        let file = std::fs::read_to_string(self.data_folder().join("postmaster.pid")).unwrap_or_default();
        let Some(server) = file.lines().next().and_then(|line| line.trim().parse::<u64>().ok()) else {
            return Duration::ZERO;
        };
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ticks: u64 = entries
            .filter_map(|entry| {
                let id: u64 = entry.file_name().to_str()?.parse().ok()?;
                let text = std::fs::read_to_string(entry.path().join("stat")).ok()?;
                // The name of the program may contain spaces.
                let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
                let field =
                    |place: usize| fields.get(place).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
                let own = field(11) + field(12);
                match (id == server, field(1) == server) {
                    // The time of connections that have ended.
                    (true, _) => Some(own + field(13) + field(14)),
                    (false, true) => Some(own),
                    (false, false) => None,
                }
            })
            .sum();
        Duration::from_millis(ticks * 1_000 / TICKS)
    }
}
