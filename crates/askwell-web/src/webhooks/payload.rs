//! Writes the body of a webhook message: type, timestamp, and the data of the event stream.

use askwell_engine::Change;
use askwell_lifecycle::{Effect, Elicitation, Outcome, Surface, Timestamp};
use time::OffsetDateTime;

use super::delivery::{Delivery, DeliveryContent};
use super::endpoint::FAMILY;
use crate::caller::AnswerVisibility;
use crate::json::JsonObject;
use crate::wire;

/// Returns the body of a message.
pub(super) fn body(delivery: &Delivery, elicitation: &Elicitation, secrets: AnswerVisibility) -> String {
    let ending;
    let data = match &delivery.content {
        DeliveryContent::Data(data) => data,
        DeliveryContent::Outcome => {
            ending = wire::params(&closing(delivery, elicitation), elicitation, secrets);
            &ending
        }
    };
    JsonObject::new()
        .text("type", &format!("{FAMILY}{}", delivery.event))
        .text("timestamp", &moment(delivery.happened_at))
        .raw("data", data)
        .finish()
}

/// Returns the change that closed an elicitation, from its final state.
fn closing(delivery: &Delivery, elicitation: &Elicitation) -> Change {
    let reason = elicitation.outcome().and_then(Outcome::reason);
    Change {
        seq: delivery.key.number,
        id: elicitation.id,
        client: elicitation.client.clone(),
        mode: elicitation.mode,
        audience: elicitation.audience.clone(),
        at: delivery.happened_at,
        effect: Effect::Closed { status: elicitation.status(), reason },
        revision: elicitation.revision,
        person: None,
        surface: Surface::Engine,
    }
}

/// Returns a time in ISO 8601 with milliseconds.
pub(super) fn moment(at: Timestamp) -> String {
    let nanoseconds = i128::from(at.as_millis()) * 1_000_000;
    let at = OffsetDateTime::from_unix_timestamp_nanos(nanoseconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = at.to_calendar_date();
    let (hour, minute, second, milli) = at.to_hms_milli();
    format!("{year:04}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z", u8::from(month))
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::moment;

    #[test]
    fn timestamps_are_written_to_the_millisecond() {
        for (millis, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_614_265_330_005, "2021-02-25T15:02:10.005Z"),
            (1_800_000_000_000, "2027-01-15T08:00:00.000Z"),
            (u64::MAX, "1970-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(moment(Timestamp::from_millis(millis)), expected);
        }
    }
}
