//! What a delivery says: the kind of event, when it happened, and the same data as on the event stream.

use askwell_engine::Change;
use askwell_lifecycle::{Elicitation, Timestamp};
use time::OffsetDateTime;

use super::settings::EventName;
use crate::caller::Secrets;
use crate::shape;

/// The body of a delivery.
pub(super) fn body(
    event: EventName,
    change: &Change,
    elicitation: Option<&Elicitation>,
    secrets: Secrets,
) -> String {
    let (kind, at) = (event.as_str(), rfc3339(change.at));
    let data = shape::params(change, elicitation, secrets);
    format!(r#"{{"type":"{kind}","timestamp":"{at}","data":{data}}}"#)
}

/// A moment as RFC 3339 writes it, in UTC.
fn rfc3339(at: Timestamp) -> String {
    let nanos = i128::from(at.as_millis()) * 1_000_000;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = moment.to_calendar_date();
    let (hour, minute, second, milli) = moment.to_hms_milli();
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::rfc3339;

    #[test]
    fn moments_are_written_in_utc() {
        for (millis, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_614_265_330_042, "2021-02-25T15:02:10.042Z"),
            (1_800_000_000_000, "2027-01-15T08:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(Timestamp::from_millis(millis)), expected);
        }
    }
}
