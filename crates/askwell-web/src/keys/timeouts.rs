//! Checks the timeouts of one key.

use std::time::Duration;

use askwell_lifecycle::{ClientTimeouts, LONGEST_TIMEOUT};

/// Checks that each timeout lies between a millisecond and 30 days, and the default between the bounds.
pub(super) fn check(timeouts: &ClientTimeouts) -> Result<(), String> {
    let ClientTimeouts { min, max, default } = timeouts;
    for (name, value) in [("shortest", min), ("longest", max), ("default", default)] {
        let is_wrong = |value: &Duration| value.as_millis() == 0 || *value > LONGEST_TIMEOUT;
        if let Some(value) = value.filter(is_wrong) {
            let (value, limit) = (value.as_millis(), LONGEST_TIMEOUT.as_millis());
            return Err(format!("the {name} timeout ({value} ms) is not 1 to {limit} ms"));
        }
    }
    let pairs = [
        ("shortest", min, "longest", max),
        ("shortest", min, "default", default),
        ("default", default, "longest", max),
    ];
    for (less, low, more, high) in pairs {
        if let (Some(low), Some(high)) = (low, high)
            && low > high
        {
            let (low, high) = (low.as_millis(), high.as_millis());
            return Err(format!("the {less} timeout ({low} ms) is longer than the {more} ({high} ms)"));
        }
    }
    Ok(())
}

pub(super) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{ClientTimeouts, check};

    #[test]
    fn contradictory_key_timeouts_are_rejected() {
        for (min, max, default, says) in [
            (Some(0), None, None, "the shortest timeout (0 ms) is not 1 to 2592000000 ms"),
            (None, Some(2_592_000_001), None, "the longest timeout (2592000001 ms) is not"),
            (Some(2), Some(1), None, "the shortest timeout (2 ms) is longer than the longest (1 ms)"),
            (Some(2), None, Some(1), "the shortest timeout (2 ms) is longer than the default (1 ms)"),
            (None, Some(1), Some(2), "the default timeout (2 ms) is longer than the longest (1 ms)"),
        ] {
            let [min, max, default] = [min, max, default].map(|value| value.map(Duration::from_millis));
            let why = check(&ClientTimeouts { min, max, default }).unwrap_err();
            assert!(why.contains(says), "{why}");
        }
        assert_eq!(check(&ClientTimeouts::default()), Ok(()));
    }
}
