//! The limits on what clients may ask, answer and upload.

use std::time::Duration;

use askwell_lifecycle::ClientTimeouts;

use crate::store::RateLimit;

/// The limits of an engine or of one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Elicitations that a client may create in any window.
    pub per_window: u32,
    /// The length of the window.
    pub window: Duration,
    /// The most open elicitations of one client.
    pub open_per_client: usize,
    /// The most open elicitations of all clients.
    pub open_total: usize,
    /// The largest answer in bytes, unless the elicitation has its own limit.
    pub answer_bytes: usize,
    /// The largest limit that an elicitation can set for itself.
    pub answer_ceiling: usize,
    /// The most files that can be uploaded for one answer.
    pub uploads: usize,
    /// The total size of these files in bytes.
    pub upload_bytes: u64,
    /// The most validators that run at the same time. A validator that hangs keeps its slot and its thread.
    pub validators_at_once: usize,
    /// The most clients whose rate is tracked.
    pub remembered_clients: usize,
    /// Timeouts of this client, in place of the policy's.
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
    /// Returns the rate; `None` if there is none.
    pub(crate) fn rate(&self) -> Option<RateLimit> {
        let rate = RateLimit { per_window: self.per_window.max(1), window: self.window };
        (self.per_window != u32::MAX).then_some(rate)
    }

    /// Returns limits without bounds on the number of elicitations, for programs that ask on their own
    /// behalf.
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
