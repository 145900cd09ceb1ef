//! The rate of one client: at most a number of creates in any sliding window.

use std::collections::VecDeque;
use std::time::Duration;

use askwell_lifecycle::{ClientId, Timestamp};
use hashbrown::HashMap;

/// The most moments that are stored per client. A limit up to this number is exact. Above it, moments are
/// rounded up to a 1,024th of the window, which bounds memory and never admits more than the limit.
pub(crate) const MOST_MOMENTS: u32 = 1_024;

/// The most clients whose windows a [`RateTable`] keeps. Further clients are refused until one is free.
const MOST_CLIENTS: usize = 100_000;

/// The version of an encoded window.
const VERSION: u8 = 1;

/// At most this many creates of a client in any window of this length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many.
    pub per_window: u32,
    /// The length of the window.
    pub window: Duration,
}

/// The admissions of one client within the last window.
///
/// Its time never goes back: when the clock is set back, the window stands still until the clock moves on, so
/// that clients are neither locked out nor admitted too often.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AdmissionWindow {
    /// The clock, when it was last read.
    seen: Timestamp,
    /// The time that has passed, in milliseconds.
    elapsed: u64,
    /// Moments with the number of admissions, oldest first.
    moments: VecDeque<(u64, u32)>,
    /// The sum of these numbers.
    total: u64,
}

impl AdmissionWindow {
    /// Admits a create, or returns when the next one can be admitted.
    ///
    /// # Errors
    /// The time to try again, by the clock of `now`.
    pub fn admit(&mut self, rate: RateLimit, now: Timestamp) -> Result<(), Timestamp> {
        let (window, per_window) = (millis(rate.window), rate.per_window.max(1));
        let elapsed = self.advance(now);
        self.forget_before(window, elapsed);
        match self.wait(per_window, window, elapsed) {
            None => {
                self.add(rounded_up(elapsed, per_window, window));
                Ok(())
            }
            Some(wait) => Err(now + Duration::from_millis(wait)),
        }
    }

    /// Removes the last admission, which was not used.
    pub fn undo(&mut self) {
        if let Some((_, count)) = self.moments.back_mut() {
            *count = count.saturating_sub(1);
            self.total = self.total.saturating_sub(1);
            if *count == 0 {
                self.moments.pop_back();
            }
        }
    }

    /// Returns whether an admission counts within a window that ends now.
    #[must_use]
    pub fn counts_at(&self, window: Duration, now: Timestamp) -> bool {
        let elapsed = self.elapsed.saturating_add(millis(self.seen.until(now)));
        self.moments.back().is_some_and(|(moment, _)| moment.saturating_add(millis(window)) > elapsed)
    }

    /// Encodes the window, for stores that keep it.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(17 + 12 * self.moments.len());
        bytes.push(VERSION);
        bytes.extend(self.seen.as_millis().to_be_bytes());
        bytes.extend(self.elapsed.to_be_bytes());
        for (moment, count) in &self.moments {
            bytes.extend(moment.to_be_bytes());
            bytes.extend(count.to_be_bytes());
        }
        bytes
    }

    /// Decodes a window; `None` if the bytes are not of one.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<AdmissionWindow> {
        let (version, bytes) = bytes.split_first()?;
        let (seen, bytes) = bytes.split_first_chunk::<8>()?;
        let (elapsed, mut bytes) = bytes.split_first_chunk::<8>()?;
        let mut window = AdmissionWindow {
            seen: Timestamp::from_millis(u64::from_be_bytes(*seen)),
            elapsed: u64::from_be_bytes(*elapsed),
            ..AdmissionWindow::default()
        };
        while let Some((moment, rest)) = bytes.split_first_chunk::<8>() {
            let (count, rest) = rest.split_first_chunk::<4>()?;
            let count = u32::from_be_bytes(*count);
            window.moments.push_back((u64::from_be_bytes(*moment), count));
            window.total = window.total.saturating_add(u64::from(count));
            bytes = rest;
        }
        (*version == VERSION && bytes.is_empty()).then_some(window)
    }

    #[cfg(test)]
    pub(crate) fn moments(&self) -> usize {
        self.moments.len()
    }

    fn advance(&mut self, now: Timestamp) -> u64 {
        self.elapsed = self.elapsed.saturating_add(millis(self.seen.until(now)));
        self.seen = now;
        self.elapsed
    }

    fn forget_before(&mut self, window: u64, now: u64) {
        while let Some((moment, count)) = self.moments.front()
            && moment.saturating_add(window) <= now
        {
            self.total = self.total.saturating_sub(u64::from(*count));
            self.moments.pop_front();
        }
    }

    /// Returns how long to wait until the next admission; `None` if it is possible now.
    fn wait(&self, per_window: u32, window: u64, now: u64) -> Option<u64> {
        let mut too_many = (self.total + 1).saturating_sub(u64::from(per_window));
        let last_to_go = self.moments.iter().find(|(_, count)| {
            let is_enough = too_many <= u64::from(*count);
            too_many = too_many.saturating_sub(u64::from(*count));
            is_enough
        });
        let (moment, _) = last_to_go.filter(|_| self.total >= u64::from(per_window))?;
        Some(moment.saturating_add(window).saturating_sub(now).max(1))
    }

    fn add(&mut self, moment: u64) {
        self.total += 1;
        match self.moments.back_mut() {
            Some((last, count)) if *last >= moment => *count += 1,
            _ => self.moments.push_back((moment, 1)),
        }
    }
}

/// The windows of all clients, for stores of one process.
#[derive(Debug, Default)]
pub struct RateTable {
    by_client: HashMap<ClientId, AdmissionWindow>,
}

impl RateTable {
    /// Admits a create of a client.
    ///
    /// # Errors
    /// The time to try again.
    pub fn admit(&mut self, client: &ClientId, rate: RateLimit, now: Timestamp) -> Result<(), Timestamp> {
        if self.by_client.len() >= MOST_CLIENTS && !self.by_client.contains_key(client) {
            self.by_client.retain(|_, admitted| admitted.counts_at(rate.window, now));
            if self.by_client.len() >= MOST_CLIENTS {
                return Err(now + rate.window / rate.per_window.max(1));
            }
        }
        self.by_client.entry_ref(client).or_default().admit(rate, now)
    }

    /// Removes the last admission of a client, which was not used.
    pub fn undo(&mut self, client: &ClientId) {
        if let Some(window) = self.by_client.get_mut(client) {
            window.undo();
        }
    }
}

/// Returns the moment as it is stored.
fn rounded_up(now: u64, per_window: u32, window: u64) -> u64 {
    if per_window <= MOST_MOMENTS {
        return now;
    }
    let step = window.div_ceil(u64::from(MOST_MOMENTS)).max(1);
    now.div_ceil(step).saturating_mul(step)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use askwell_lifecycle::Timestamp;

    use super::{AdmissionWindow, RateLimit};

    #[test]
    fn encoded_window_decides_as_before() {
        let rate = RateLimit { per_window: 3, window: Duration::from_secs(60) };
        let at = |milliseconds: u64| Timestamp::from_millis(1_700_000_000_000 + milliseconds);
        let mut window = AdmissionWindow::default();
        for moment in [0, 10, 20] {
            assert_eq!(window.admit(rate, at(moment)), Ok(()));
        }
        let mut read = AdmissionWindow::decode(&window.encode()).unwrap();
        assert_eq!(read, window);
        assert_eq!(read.admit(rate, at(30)), Err(at(60_000)));
        read.undo();
        assert_eq!(read.admit(rate, at(40)), Ok(()));
        for bytes in [&[][..], &[2; 17], &window.encode()[..20]] {
            assert_eq!(AdmissionWindow::decode(bytes), None);
        }
    }
}
