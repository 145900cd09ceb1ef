//! Times on the wire: RFC 3339 in UTC, with milliseconds.

use askwell_lifecycle::Timestamp;

const SECONDS_PER_DAY: u64 = 86_400;

/// Returns a time as RFC 3339 text, such as `2026-07-28T09:30:00.000Z`.
pub(crate) fn rfc3339(at: Timestamp) -> String {
    let (seconds, milliseconds) = (at.as_millis() / 1000, at.as_millis() % 1000);
    let (days, second) = (seconds / SECONDS_PER_DAY, seconds % SECONDS_PER_DAY);
    let (year, month, day) = civil_date(days);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// Returns year, month and day of a number of days since 1970. Counts in years that begin in March, so that the
/// leap day comes last.
fn civil_date(days: u64) -> (u64, u64, u64) {
    const DAYS_PER_ERA: u64 = 146_097;
    let days = days + 719_468;
    let (era, day_of_era) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / (DAYS_PER_ERA - 1)) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::rfc3339;

    #[test]
    fn times_are_written_in_utc() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_785_231_000_123, "2026-07-28T09:30:00.123Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(Timestamp::from_millis(milliseconds)), text);
        }
    }
}
