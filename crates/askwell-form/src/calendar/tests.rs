//! Tables of edge cases, every day of five centuries, and results compared with the `time` crate.

use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

use super::CalendarError::{NoSuchDay, NoSuchTime, Syntax};
use super::{Date, DateTime};

#[test]
fn date_is_valid_as_the_table_says() {
    for (text, expected) in [
        ("2026-02-28", Ok(())),
        ("2024-02-29", Ok(())),
        ("2000-02-29", Ok(())),
        ("0000-02-29", Ok(())),
        ("0000-01-01", Ok(())),
        ("9999-12-31", Ok(())),
        ("2026-02-29", Err(NoSuchDay)),
        ("1900-02-29", Err(NoSuchDay)),
        ("2100-02-29", Err(NoSuchDay)),
        ("2026-04-31", Err(NoSuchDay)),
        ("2026-01-32", Err(NoSuchDay)),
        ("2026-01-00", Err(NoSuchDay)),
        ("2026-00-10", Err(NoSuchDay)),
        ("2026-13-01", Err(NoSuchDay)),
        ("2026-99-99", Err(NoSuchDay)),
        ("", Err(Syntax)),
        ("2026-2-28", Err(Syntax)),
        ("2026-02-8", Err(Syntax)),
        ("2026-02-028", Err(Syntax)),
        ("26-02-28", Err(Syntax)),
        ("12026-02-28", Err(Syntax)),
        ("-2026-02-28", Err(Syntax)),
        ("+026-02-28", Err(Syntax)),
        ("20260228", Err(Syntax)),
        ("2026/02/28", Err(Syntax)),
        ("2026-W09-6", Err(Syntax)),
        ("2026-059", Err(Syntax)),
        ("2026-03-0/", Err(Syntax)),
        ("2026-03-0:", Err(Syntax)),
        ("2026-03- 1", Err(Syntax)),
        (" 2026-03-1", Err(Syntax)),
        ("2026-03-01 ", Err(Syntax)),
        ("2026-03-01\n", Err(Syntax)),
        ("2026-03-01T", Err(Syntax)),
        ("2026-03-01Z", Err(Syntax)),
        ("২026-03-1", Err(Syntax)),
        ("2026‐03‐01", Err(Syntax)),
    ] {
        assert_eq!(Date::parse(text).map(|date| assert_eq!(date.to_string(), text)), expected, "{text}");
    }
}

#[test]
fn day_number_round_trips_for_every_day() {
    let starts = [(0u16, 100u16), (1599, 1605), (1899, 2101), (9900, 9999)];
    for (first, last) in starts {
        let mut before: Option<Date> = None;
        for year in first..=last {
            for month in 0..=13u8 {
                for day in 0..=32u8 {
                    let theirs = time::Month::try_from(month)
                        .ok()
                        .and_then(|month| time::Date::from_calendar_date(i32::from(year), month, day).ok());
                    let text = format!("{year:04}-{month:02}-{day:02}");
                    let ours = Date::parse(&text).ok();
                    assert_eq!(ours.is_some(), theirs.is_some(), "{text}");
                    let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
                    assert_eq!((ours.year(), ours.month(), ours.day()), (year, month, day));
                    assert_eq!(Date::new(year, month, day), Some(ours));
                    let day_zero = time::Date::from_ordinal_date(0, 1).unwrap();
                    let days = i64::from(theirs.to_julian_day()) - i64::from(day_zero.to_julian_day());
                    assert_eq!(ours.day_number(), days, "{text}");
                    assert_eq!(Date::from_day_number(days), Some(ours), "{text}");
                    assert_eq!(ours.weekday(), theirs.weekday().number_days_from_monday(), "{text}");
                    assert_eq!(ours.month_name(), theirs.month().to_string(), "{text}");
                    assert_eq!(ours.days_in_month(), theirs.month().length(theirs.year()), "{text}");
                    assert!(before.is_none_or(|before| before < ours), "{text}");
                    before = Some(ours);
                }
            }
        }
    }
    assert_eq!(Date::new(10_000, 1, 1), None);
}

#[test]
fn counted_days_stay_within_the_calendar() {
    let date = |text: &str| Date::parse(text).unwrap();
    for (from, days, to) in [
        ("2026-02-28", 1, Some("2026-03-01")),
        ("2024-02-28", 1, Some("2024-02-29")),
        ("2000-12-31", 1, Some("2001-01-01")),
        ("2026-01-01", -1, Some("2025-12-31")),
        ("0000-01-01", -1, None),
        ("9999-12-31", 1, None),
        ("2026-01-01", i64::MAX, None),
        ("2026-01-01", i64::MIN, None),
    ] {
        assert_eq!(date(from).checked_add_days(days), to.map(date), "{from} {days}");
    }
    for (from, months, to) in [
        ("2026-01-31", 1, Some("2026-02-28")),
        ("2024-01-31", 1, Some("2024-02-29")),
        ("2026-01-15", -1, Some("2025-12-15")),
        ("2026-05-04", 12, Some("2027-05-04")),
        ("0000-01-01", -1, None),
        ("9999-12-01", 1, None),
        ("2026-01-01", i32::MAX, None),
        ("2026-01-01", i32::MIN, None),
    ] {
        assert_eq!(date(from).checked_add_months(months), to.map(date), "{from} {months}");
    }
    let mut day = Date::MIN;
    while let Some(next) = day.checked_add_days(1) {
        assert!(next > day && Date::from_day_number(day.day_number()) == Some(day));
        day = next;
    }
    assert_eq!(day, Date::MAX);
    for number in [i64::MIN, -1, Date::MAX.day_number() + 1, i64::MAX] {
        assert_eq!(Date::from_day_number(number), None, "{number}");
    }
}

#[test]
fn unix_seconds_round_trip() {
    for (seconds, offset, text) in [
        (0, 0, Some("1970-01-01T00:00:00Z")),
        (-1, 0, Some("1969-12-31T23:59:59Z")),
        (951_782_400, 0, Some("2000-02-29T00:00:00Z")),
        (1_767_225_600, -90, Some("2025-12-31T22:30:00-01:30")),
        (1_767_225_600, 840, Some("2026-01-01T14:00:00+14:00")),
        (253_402_300_799, 0, Some("9999-12-31T23:59:59Z")),
        (253_402_300_799, 1, None),
        (253_402_300_800, 0, None),
        (0, 1440, None),
        (i64::MAX, 0, None),
        (i64::MIN, -60, None),
    ] {
        let written = DateTime::from_unix_seconds(seconds, offset);
        assert_eq!(written.map(|at| at.to_string()).as_deref(), text, "{seconds} {offset}");
        if let Some(text) = text {
            assert_eq!(DateTime::parse(text).unwrap().unix_seconds(), seconds, "{text}");
        }
    }
}

#[test]
fn date_time_is_valid_as_the_table_says() {
    let cases: &[(&str, Result<&str, super::CalendarError>)] = &[
        ("2026-02-28T00:00:00Z", Ok("2026-02-28T00:00:00Z")),
        ("2026-02-28t23:59:59z", Ok("2026-02-28T23:59:59Z")),
        ("2026-02-28T12:00:00+00:00", Ok("2026-02-28T12:00:00Z")),
        ("2026-02-28T12:00:00-00:00", Ok("2026-02-28T12:00:00-00:00")),
        ("2026-02-28T12:00:00+23:59", Ok("2026-02-28T12:00:00+23:59")),
        ("2026-02-28T12:00:00-23:59", Ok("2026-02-28T12:00:00-23:59")),
        ("2026-02-28T12:00:00-00:30", Ok("2026-02-28T12:00:00-00:30")),
        ("2026-02-28T12:00:00.5Z", Ok("2026-02-28T12:00:00.5Z")),
        ("2026-02-28T12:00:00.500Z", Ok("2026-02-28T12:00:00.500Z")),
        ("2026-02-28T12:00:00.000000001Z", Ok("2026-02-28T12:00:00.000000001Z")),
        ("2026-02-28T12:00:00.12345678999999Z", Ok("2026-02-28T12:00:00.123456789Z")),
        ("0000-01-01T00:00:00+23:59", Ok("0000-01-01T00:00:00+23:59")),
        ("9999-12-31T23:59:59-23:59", Ok("9999-12-31T23:59:59-23:59")),
        // Leap seconds: 23:59:60 in UTC, on every day.
        ("2016-12-31T23:59:60Z", Ok("2016-12-31T23:59:60Z")),
        ("2016-12-31T23:59:60.999Z", Ok("2016-12-31T23:59:60.999Z")),
        ("2026-02-10T23:59:60Z", Ok("2026-02-10T23:59:60Z")),
        ("2017-01-01T00:59:60+01:00", Ok("2017-01-01T00:59:60+01:00")),
        ("2016-12-31T15:59:60-08:00", Ok("2016-12-31T15:59:60-08:00")),
        ("0000-01-01T23:58:60+23:59", Ok("0000-01-01T23:58:60+23:59")),
        ("2016-12-31T23:59:60-00:00", Ok("2016-12-31T23:59:60-00:00")),
        ("2016-12-31T23:59:61Z", Err(NoSuchTime)),
        ("2016-12-31T23:58:60Z", Err(NoSuchTime)),
        ("2016-12-31T22:59:60Z", Err(NoSuchTime)),
        ("2016-12-31T23:59:60+01:00", Err(NoSuchTime)),
        ("2016-12-31T23:59:60-00:01", Err(NoSuchTime)),
        ("2026-02-28T24:00:00Z", Err(NoSuchTime)),
        ("2026-02-28T23:60:00Z", Err(NoSuchTime)),
        ("2026-02-28T23:00:99Z", Err(NoSuchTime)),
        ("2026-02-28T12:00:00+24:00", Err(NoSuchTime)),
        ("2026-02-28T12:00:00+01:60", Err(NoSuchTime)),
        ("2026-02-29T12:00:00Z", Err(NoSuchDay)),
        ("2026-02-29T12:00:00", Err(Syntax)),
        ("2026-02-28T12:00:00", Err(Syntax)),
        ("2026-02-28", Err(Syntax)),
        ("2026-02-28 12:00:00Z", Err(Syntax)),
        ("2026-02-28T12:00Z", Err(Syntax)),
        ("2026-02-28T12Z", Err(Syntax)),
        ("2026-02-28T1:00:00Z", Err(Syntax)),
        ("2026-02-28T12:00:00.Z", Err(Syntax)),
        ("2026-02-28T12:00:00,5Z", Err(Syntax)),
        ("2026-02-28T12:00:00+0100", Err(Syntax)),
        ("2026-02-28T12:00:00+01", Err(Syntax)),
        ("2026-02-28T12:00:00+1:00", Err(Syntax)),
        ("2026-02-28T12:00:00+01:00:00", Err(Syntax)),
        ("2026-02-28T12:00:00\u{2212}01:00", Err(Syntax)),
        ("2026-02-28T12:00:00ZZ", Err(Syntax)),
        ("2026-02-28T12:00:00Z ", Err(Syntax)),
        ("2026-02-28T12:00:00Z[UTC]", Err(Syntax)),
        (" 2026-02-28T12:00:00Z", Err(Syntax)),
        ("20260228T120000Z", Err(Syntax)),
        ("2026-02-28T12:0a:00Z", Err(Syntax)),
        ("2026-02-2\u{e9}T12:00:00Z", Err(Syntax)),
        ("", Err(Syntax)),
    ];
    for (text, expected) in cases {
        let found = DateTime::parse(text).map(|parsed| parsed.to_string());
        assert_eq!(found.as_deref().map_err(|error| *error), *expected, "{text}");
    }
}

#[test]
fn instants_sort_by_time() {
    // Each row holds texts of one instant; the rows ascend.
    let rows: &[&[&str]] = &[
        &["0000-01-01T00:00:00+23:59"],
        &["0000-01-01T00:00:00Z", "0000-01-01T01:00:00+01:00"],
        &["2016-12-31T23:59:59Z", "2017-01-01T00:59:59.000+01:00"],
        &["2016-12-31T23:59:59.999999999Z"],
        &["2016-12-31T23:59:60Z", "2016-12-31T15:59:60-08:00"],
        &["2016-12-31T23:59:60.5Z"],
        &["2017-01-01T00:00:00Z", "2016-12-31T19:00:00-05:00", "2017-01-01T00:00:00-00:00"],
        &["2017-01-01T00:00:00.1Z", "2017-01-01T00:00:00.100000000Z", "2017-01-01T05:30:00.10+05:30"],
        &["2017-01-01T00:00:00.100000001Z"],
        &["2024-02-29T00:00:00+00:01", "2024-02-28T23:59:00Z"],
        &["9999-12-31T23:59:59-23:59"],
    ];
    for (left_place, left_row) in rows.iter().enumerate() {
        for (right_place, right_row) in rows.iter().enumerate() {
            for (left, right) in
                left_row.iter().flat_map(|left| right_row.iter().map(move |right| (left, right)))
            {
                let (one, other) = (DateTime::parse(left).unwrap(), DateTime::parse(right).unwrap());
                assert_eq!(one.cmp(&other), left_place.cmp(&right_place), "{left} {right}");
                assert_eq!(one == other, left_place == right_place, "{left} {right}");
            }
        }
    }
}

#[test]
fn parsed_time_has_the_parts_of_its_text() {
    let parsed = DateTime::parse("2026-02-28T13:14:15.25-03:30").unwrap();
    assert_eq!(parsed.date(), Date::new(2026, 2, 28).unwrap());
    assert_eq!((parsed.hour(), parsed.minute(), parsed.second()), (13, 14, 15));
    assert_eq!(parsed.nanosecond(), 250_000_000);
    assert_eq!(parsed.offset_minutes(), Some(-210));
    assert_eq!(DateTime::parse("2026-02-28T13:14:15-00:00").unwrap().offset_minutes(), None);
}

/// Texts in and around the grammar: mostly right, with each part sometimes out of range or misspelt.
fn near_date_time() -> impl Strategy<Value = String> {
    let day = (0u16..=9999, 0u8..=13, 0u8..=32)
        .prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"));
    let separator = prop_oneof![8 => "T", 1 => "t", 1 => "[ _:]"];
    let clock = prop_oneof![
        (0u8..=24, 0u8..=60, 0u8..=61)
            .prop_map(|(hour, minute, second)| format!("{hour:02}:{minute:02}:{second:02}")),
        (0u8..=23, 0u8..=59).prop_map(|(hour, minute)| format!("{hour:02}:{minute:02}:60")),
        "23:59:60",
        "[0-9:]{8}",
    ];
    let fraction = prop_oneof!["", "[.][0-9]{0,12}", "[.,][0-9]{1,3}"];
    let offset = prop_oneof!["Z", "z", "[-+][0-2][0-9]:[0-6][0-9]", "[-+][0-9]{1,4}", "[+-]00:00", ""];
    (day, separator, clock, fraction, offset).prop_map(|(day, separator, clock, fraction, offset)| {
        format!("{day}{separator}{clock}{fraction}{offset}")
    })
}

/// What the `time` crate says, corrected where we differ on purpose:
/// - it takes any character between date and time, we take only the T of the grammar;
/// - it wants a leap second to end a month in UTC, we only want it to end a day.
fn verdict_of_time(text: &str) -> bool {
    if !matches!(text.as_bytes().get(10), Some(b'T' | b't')) {
        return false;
    }
    let accepts = |text: &str| OffsetDateTime::parse(text, &Rfc3339).is_ok();
    let (Some(seconds), Some(before)) = (text.get(16..19), text.get(..16)) else {
        return accepts(text);
    };
    if seconds != ":60" {
        return accepts(text);
    }
    let without_leap = format!("{before}:59{}", text.get(19..).unwrap_or_default());
    let Ok(second_before) = OffsetDateTime::parse(&without_leap, &Rfc3339) else {
        return false;
    };
    let utc = second_before.checked_to_offset(UtcOffset::UTC);
    if let Some(utc) = utc {
        let ends_month = utc.date().next_day().is_none_or(|next| next.day() == 1);
        let ends_day = (utc.hour(), utc.minute()) == (23, 59);
        assert_eq!(accepts(text), ends_month && ends_day, "{text}");
        return ends_day;
    }
    // After year 9999 in UTC `time` has no dates, and no offset reaches the end of the day after.
    false
}

proptest! {
    #[test]
    fn validity_equals_that_of_the_time_crate(text in near_date_time()) {
        let ours = DateTime::parse(&text);
        prop_assert_eq!(ours.is_ok(), verdict_of_time(&text), "{} {:?}", text, ours);
    }

    #[test]
    fn instants_equal_those_of_the_time_crate(left in near_date_time(), right in near_date_time()) {
        let theirs = [&left, &right].map(|text| OffsetDateTime::parse(text, &Rfc3339));
        let (Ok(left), Ok(right), [Ok(their_left), Ok(their_right)]) = (DateTime::parse(&left), DateTime::parse(&right), theirs) else {
            return Ok(());
        };
        // `time` squeezes a leap second into the second before it.
        if left.second() < 60 && right.second() < 60 {
            prop_assert_eq!(left.cmp(&right), their_left.cmp(&their_right));
        }
    }

    #[test]
    fn displayed_time_equals_its_source(text in near_date_time()) {
        if let Ok(parsed) = DateTime::parse(&text) {
            let again = DateTime::parse(&parsed.to_string()).unwrap();
            prop_assert_eq!(again, parsed);
            prop_assert_eq!(again.to_string(), parsed.to_string());
            prop_assert_eq!(again.offset_minutes(), parsed.offset_minutes());
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in any::<String>(), near in "[0-9TZ:.+é-]{0,40}") {
        for text in [text, near] {
            let date = Date::parse(&text).map(|date| date.to_string());
            prop_assert!(date.is_err() || date == Ok(text.clone()));
            let _verdict = DateTime::parse(&text);
        }
    }
}
