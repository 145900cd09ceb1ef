//! Pauses between attempts: each twice as long as the one before, up to a limit.

use std::time::Duration;

/// The first pause.
const FIRST: Duration = Duration::from_millis(200);

/// The longest pause.
const LONGEST: Duration = Duration::from_secs(5);

/// The pauses of one series of attempts.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
}

impl Backoff {
    pub(crate) fn new() -> Backoff {
        Backoff { next: FIRST }
    }

    /// Returns the next pause, at least as long as the service asks for.
    pub(crate) fn next_pause(&mut self, asked: Option<Duration>) -> Duration {
        let pause = self.next.max(asked.unwrap_or_default());
        self.next = (self.next * 2).min(LONGEST);
        pause
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Backoff;

    #[test]
    fn pauses_double_up_to_the_limit() {
        let mut backoff = Backoff::new();
        let pauses: Vec<u128> = (0..7).map(|_| backoff.next_pause(None).as_millis()).collect();
        assert_eq!(pauses, [200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
        assert_eq!(backoff.next_pause(Some(Duration::from_secs(9))), Duration::from_secs(9));
    }
}
