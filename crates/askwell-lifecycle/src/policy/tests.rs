use std::time::Duration;

use super::{
    ClientTimeouts, ConfigSource, LONGEST_TIMEOUT, Policy, PolicyError, PolicySettings, TimeoutError,
};
use crate::elicitation::Mode;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

#[test]
fn timeouts_stay_within_bounds() {
    let policy = Policy::default();
    for (requested, expected) in [
        (None, Ok(ms(300_000))),
        (Some(1_000), Ok(ms(1_000))),
        (Some(3_600_000), Ok(ms(3_600_000))),
        (Some(999), Err(TimeoutError::TooSmall { requested: 999, minimum: 1_000 })),
        (Some(3_600_001), Err(TimeoutError::TooLarge { requested: 3_600_001, maximum: 3_600_000 })),
        (Some(0), Err(TimeoutError::Invalid { requested: "0".into() })),
    ] {
        assert_eq!(policy.timeout(Mode::Form, requested.map(ms)), expected, "{requested:?}");
    }
    let defaults = [Mode::Inline, Mode::Url, Mode::Terminal].map(|mode| policy.default_timeout(mode));
    assert_eq!(defaults, [ms(30_000), ms(300_000), ms(600_000)]);
}

#[test]
fn contradictory_policy_is_refused() {
    let base = PolicySettings::default();
    let seed = PolicySettings {
        max_timeout: ms(300_000),
        terminal_timeout: ms(300_000),
        form_timeout: ms(600_000),
        ..base
    };
    assert_eq!(
        Policy::new(seed),
        Err(PolicyError::DefaultOutOfBounds { what: "forms", value: 600_000, min: 1_000, max: 300_000 })
    );
    let crossed = PolicySettings { min_timeout: ms(5_000), max_timeout: ms(4_000), ..base };
    assert_eq!(Policy::new(crossed), Err(PolicyError::CrossedBounds { min: 5_000, max: 4_000 }));
    assert!(Policy::new(PolicySettings { min_timeout: ms(0), ..base }).is_err());
    assert!(Policy::new(PolicySettings { extension: ms(0), ..base }).is_err());
    assert!(Policy::new(PolicySettings { extension: ms(0), extensions_allowed: false, ..base }).is_ok());
}

#[test]
fn bounds_move_the_defaults() {
    let policy = Policy::default().with_bounds(ms(5_000), ms(60_000)).unwrap();
    assert_eq!(policy.default_timeout(Mode::Terminal), ms(60_000));
    assert!(policy.timeout(Mode::Form, Some(ms(1_000))).is_err());
    assert!(policy.with_bounds(ms(2), ms(1)).is_err());
}

#[test]
fn longest_timeout_is_thirty_days() {
    let with_max = |max| Policy::new(PolicySettings { max_timeout: max, ..PolicySettings::default() });
    let policy = with_max(LONGEST_TIMEOUT).unwrap();
    assert_eq!(policy.timeout(Mode::Form, Some(LONGEST_TIMEOUT)), Ok(LONGEST_TIMEOUT));
    let limit = 2_592_000_000;
    assert_eq!(with_max(LONGEST_TIMEOUT + ms(1)), Err(PolicyError::TooLong { max: limit + 1, limit }));
}

#[test]
fn warning_comes_at_sixty_seconds_or_a_fifth_whichever_is_less() {
    let policy = Policy::default();
    for (timeout, before) in [(1_000, 200), (30_000, 6_000), (300_000, 60_000), (3_600_000, 60_000)] {
        let terms = policy.terms(Mode::Form, Some(ms(timeout))).unwrap();
        assert_eq!(terms.warn_before, ms(before), "{timeout}");
    }
}

#[test]
fn client_timeouts_keep_the_policy_valid() {
    let policy = Policy::default();
    let own = |min: Option<u64>, max: Option<u64>, default: Option<u64>| {
        let own = ClientTimeouts { min: min.map(ms), max: max.map(ms), default: default.map(ms) };
        let policy = policy.for_client(own);
        assert_eq!(Policy::new(*policy.settings()), Ok(policy), "it stays a valid policy");
        let config = policy.timeout_config(Mode::Terminal);
        (config.min, config.max, config.default)
    };
    assert_eq!(own(None, None, None), (ms(1_000), ms(3_600_000), ms(600_000)));
    assert_eq!(own(None, Some(60_000), None), (ms(1_000), ms(60_000), ms(60_000)));
    assert_eq!(own(Some(700_000), None, None), (ms(700_000), ms(3_600_000), ms(700_000)));
    assert_eq!(own(None, Some(86_400_000), Some(7_200_000)), (ms(1_000), ms(86_400_000), ms(7_200_000)));
    assert_eq!(own(Some(4_000_000), None, None), (ms(4_000_000), ms(4_000_000), ms(4_000_000)));
    assert_eq!(own(None, Some(500), None), (ms(500), ms(500), ms(500)));
    assert_eq!(own(Some(0), Some(u64::MAX), None), (ms(1), LONGEST_TIMEOUT, ms(600_000)));
}

#[test]
fn config_source_tells_built_in_values_from_others() {
    let source = |policy: Policy, mode| policy.timeout_config(mode).source;
    assert_eq!(source(Policy::default(), Mode::Url), ConfigSource::Default);
    let settings = PolicySettings { url_timeout: ms(60_000), ..PolicySettings::default() };
    let policy = Policy::new(settings).unwrap();
    assert_eq!(source(policy, Mode::Url), ConfigSource::Custom);
    assert_eq!(source(policy, Mode::Form), ConfigSource::Default);
}
