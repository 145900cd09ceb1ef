//! Races: several ways to do the same thing, timed in turns.
//!
//! A round lets every contender run for a few milliseconds, one after the other, so that other load on the
//! machine affects all of them; of all rounds, each contender's best counts. Ratios of such figures are steady where
//! the figures themselves are not. There are no statistics beyond that.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effort {
    rounds: u32,
    /// What each contender gets in each round.
    turn: Duration,
}

impl Effort {
    /// A quarter of a second for each contender.
    pub(crate) const FULL: Effort = Effort { rounds: 60, turn: Duration::from_millis(4) };
    /// Enough to see that everything runs.
    pub(crate) const QUICK: Effort = Effort { rounds: 5, turn: Duration::from_millis(1) };
}

/// Contenders that do the same work. Ours comes first.
pub(crate) struct Race<'r> {
    pub(crate) name: &'static str,
    pub(crate) about: &'r str,
    pub(crate) contenders: Vec<Contender<'r>>,
}

/// One way to do the work.
pub(crate) struct Contender<'r> {
    name: String,
    run: Box<dyn FnMut(u64) + 'r>,
    /// For how much work the time is: 1, or the size of what is worked on.
    units: f64,
    /// The least that its time may be, in times of ours.
    target: Option<f64>,
}

impl<'r> Contender<'r> {
    /// What `work` returns is kept from being optimised away; what it reads, it has to keep so itself.
    pub(crate) fn new<R>(name: impl Into<String>, mut work: impl FnMut() -> R + 'r) -> Self {
        let run = move |times| {
            for _ in 0..times {
                black_box(work());
            }
        };
        Contender { name: name.into(), run: Box::new(run), units: 1.0, target: None }
    }

    /// We must be this many times as fast.
    pub(crate) fn beaten_by(self, times: f64) -> Self {
        Contender { target: Some(times), ..self }
    }

    /// We may take this many times as long.
    pub(crate) fn within(self, times: f64) -> Self {
        Contender { target: Some(times.recip()), ..self }
    }

    /// The time is for so many units.
    pub(crate) fn for_units(self, units: f64) -> Self {
        Contender { units, ..self }
    }

    fn time(&mut self, times: u64) -> Duration {
        let start = Instant::now();
        (self.run)(times);
        start.elapsed()
    }

    /// How often the work can be done in one turn, found by doing it.
    fn times_in(&mut self, turn: Duration) -> u64 {
        let mut times = 1;
        while self.time(times) < turn / 2 {
            times *= 2;
        }
        times
    }
}

/// Nanoseconds for one unit of work, for each contender.
fn measure(contenders: &mut [Contender<'_>], effort: Effort) -> Vec<f64> {
    let times: Vec<u64> = contenders.iter_mut().map(|contender| contender.times_in(effort.turn)).collect();
    let mut best = vec![Duration::MAX; contenders.len()];
    for _ in 0..effort.rounds {
        for ((contender, &times), best) in contenders.iter_mut().zip(&times).zip(&mut best) {
            *best = contender.time(times).min(*best);
        }
    }
    let per_unit = |((contender, times), best): ((&Contender<'_>, u64), Duration)| {
        best.as_secs_f64() * 1e9 / times as f64 / contender.units
    };
    contenders.iter().zip(times).zip(best).map(per_unit).collect()
}

/// Runs a race, prints how each contender compares with the first, and says whether all targets were met.
pub(crate) fn compare(race: &mut Race<'_>, effort: Effort) -> bool {
    let figures = measure(&mut race.contenders, effort);
    println!("\n{}: {}", race.name, race.about);
    println!("  {:34}{:>12}{:>12}{:>12}", "", "ns", "× ours", "target");
    let ours = figures.first().copied().unwrap_or(f64::NAN);
    let mut all_met = true;
    for (contender, figure) in race.contenders.iter().zip(figures) {
        let ratio = figure / ours;
        let verdict = match contender.target {
            None => String::new(),
            Some(target) => {
                let met = ratio >= target;
                all_met &= met;
                format!("{:>12}  {}", format!("≥ {target:.2}"), if met { "met" } else { "MISSED" })
            }
        };
        println!("  {:34}{figure:>12.0}{ratio:>12.2}{verdict}", contender.name);
    }
    all_met
}

/// The most that the cost of a unit may grow from a smaller size to a larger one: caches are allowed for, a
/// quadratic is not.
const MOST_GROWTH: f64 = 3.0;

/// Runs a race of one work at growing sizes and says whether the cost of a unit stays the same.
pub(crate) fn compare_growth(race: &mut Race<'_>, effort: Effort) -> bool {
    let figures = measure(&mut race.contenders, effort);
    let mut least = f64::INFINITY;
    let mut growth: f64 = 1.0;
    for &figure in &figures {
        least = least.min(figure);
        growth = growth.max(figure / least);
    }
    let met = growth <= MOST_GROWTH;
    println!("\n{}: {}", race.name, race.about);
    for (contender, figure) in race.contenders.iter().zip(figures) {
        println!("  {:34}{:>12} × {figure:.2} ns", contender.name, contender.units);
    }
    let verdict = if met { "met" } else { "MISSED" };
    println!("  a unit's cost grows at most ×{growth:.2}; target ≤ ×{MOST_GROWTH}  {verdict}");
    met
}

/// The contender called `race/contender`.
pub(crate) fn find<'a, 'r>(races: &'a mut [Race<'r>], name: &str) -> Option<&'a mut Contender<'r>> {
    let (race, contender) = name.split_once('/')?;
    let race = races.iter_mut().find(|candidate| candidate.name == race)?;
    race.contenders.iter_mut().find(|candidate| candidate.name == contender)
}

/// Does one contender's work for three seconds.
pub(crate) fn repeat(contender: &mut Contender<'_>) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        contender.time(100);
    }
}
