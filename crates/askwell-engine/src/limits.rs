//! How much a client may ask.

use std::time::Duration;

use askwell_lifecycle::ClientTimeouts;

/// The limits, all of them settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Elicitations that a client may create in any window.
    pub per_window: u32,
    /// The window.
    pub window: Duration,
    /// Open elicitations of one client.
    pub open_per_client: usize,
    /// Open elicitations altogether.
    pub open_total: usize,
    /// The size of an answer in bytes, unless the elicitation has a limit of its own.
    pub answer_bytes: usize,
    /// The largest limit that an elicitation can have of its own.
    pub answer_ceiling: usize,
    /// Files uploaded beside one answer.
    pub uploads: usize,
    /// Their size together in bytes.
    pub upload_bytes: u64,
    /// Validators that run at once. One that hangs keeps its place, and its thread.
    pub validators_at_once: usize,
    /// Clients whose rate is remembered at once.
    pub remembered_clients: usize,
    /// Timeouts of the client's own, in place of the policy's.
    pub timeouts: ClientTimeouts,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            per_window: 10,
            window: Duration::from_secs(60),
            open_per_client: 100,
            open_total: 10_000,
            answer_bytes: 1 << 20,
            answer_ceiling: 2 << 20,
            uploads: 20,
            upload_bytes: 50 << 20,
            validators_at_once: 32,
            remembered_clients: 100_000,
            timeouts: ClientTimeouts::default(),
        }
    }
}

impl Limits {
    /// No limits but those of the machine: for programs that ask on their own behalf.
    #[must_use]
    pub fn none() -> Self {
        Limits {
            per_window: u32::MAX,
            open_per_client: usize::MAX,
            open_total: usize::MAX,
            ..Limits::default()
        }
    }
}
