//! Measures how long a form takes to check an answer.
//!
//! For a first impression, and for a test that detects a hundredfold change. It is no benchmark: it
//! does not handle noise.

use std::hint::black_box;
use std::time::{Duration, Instant};

use askwell_form::Form;

use crate::answers::valid_answer;

/// How long something took, over many times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percentiles {
    /// The mean.
    pub average: Duration,
    /// Half of the times were at most this.
    pub p50: Duration,
    /// 95 of 100.
    pub p95: Duration,
    /// 99 of 100.
    pub p99: Duration,
}

/// Checks a valid answer again and again, after a hundred rounds to warm up.
///
/// ```
/// use std::time::Duration;
/// let form = askwell_testkit::forms::comprehensive();
/// let times = askwell_testkit::timing::measure(&form, 50);
/// assert!(times.p50 <= times.p99 && times.p95 < Duration::from_secs(1));
/// ```
///
/// # Panics
/// When there is no valid answer to check, see [`valid_answer`].
#[must_use]
pub fn measure(form: &Form, iterations: u32) -> Percentiles {
    let answer = valid_answer(form);
    let time = |_| {
        let start = Instant::now();
        let _ = black_box(form.check(black_box(&answer)));
        start.elapsed()
    };
    for round in 0..100 {
        time(round);
    }
    let mut times: Vec<Duration> = (0..iterations.max(1)).map(time).collect();
    times.sort_unstable();
    let at = |percent: usize| {
        let index = (times.len() * percent).div_ceil(100).saturating_sub(1);
        times.get(index).copied().unwrap_or_default()
    };
    let average = times.iter().sum::<Duration>() / iterations.max(1);
    Percentiles { average, p50: at(50), p95: at(95), p99: at(99) }
}
