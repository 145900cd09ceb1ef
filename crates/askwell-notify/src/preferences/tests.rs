//! Quiet hours, digests and absence, in time zones with and without summer time.

use askwell_lifecycle::Timestamp;

use super::{Preferences, PreferencesDocument};

fn berlin(document: PreferencesDocument) -> Preferences {
    Preferences::new(PreferencesDocument { time_zone: Some("Europe/Berlin".to_owned()), ..document }).unwrap()
}

fn at(text: &str) -> Timestamp {
    let parsed: jiff::Timestamp = text.parse().unwrap();
    Timestamp::from_millis(parsed.as_millisecond().try_into().unwrap())
}

fn quiet(hours: &str) -> Preferences {
    berlin(PreferencesDocument { quiet_hours: Some(hours.to_owned()), ..PreferencesDocument::default() })
}

#[test]
fn quiet_hours_end_at_local_time() {
    let night = quiet("22:00-07:00");
    let day = quiet("12:00-13:00");
    for (preferences, now, expected) in [
        // Winter: one hour ahead of UTC.
        (&night, "2026-11-17T20:59:59Z", None),
        (&night, "2026-11-17T21:00:00Z", Some("2026-11-18T06:00:00Z")),
        (&night, "2026-11-18T05:59:59Z", Some("2026-11-18T06:00:00Z")),
        (&night, "2026-11-18T06:00:00Z", None),
        // Summer: two hours ahead; the clocks change in this night.
        (&night, "2027-03-27T22:00:00Z", Some("2027-03-28T05:00:00Z")),
        (&night, "2026-10-24T21:00:00Z", Some("2026-10-25T06:00:00Z")),
        (&day, "2026-11-17T11:30:00Z", Some("2026-11-17T12:00:00Z")),
        (&day, "2026-11-17T12:00:00Z", None),
    ] {
        assert_eq!(preferences.end_of_quiet(at(now)), expected.map(at), "{now}");
    }
}

#[test]
fn digest_collects_until_its_time_but_not_beyond_half_of_the_time_left() {
    let digest = berlin(PreferencesDocument {
        digest: vec!["15:00".to_owned(), "09:00".to_owned()],
        ..PreferencesDocument::default()
    });
    for (now, deadline, expected) in [
        ("2026-11-17T07:00:00Z", None, "2026-11-17T08:00:00Z"),
        ("2026-11-17T08:00:00Z", None, "2026-11-17T14:00:00Z"),
        ("2026-11-17T14:00:00Z", None, "2026-11-18T08:00:00Z"),
        ("2026-11-17T07:00:00Z", Some("2026-11-17T07:30:00Z"), "2026-11-17T07:15:00Z"),
        ("2026-11-17T07:00:00Z", Some("2026-11-19T07:30:00Z"), "2026-11-17T08:00:00Z"),
    ] {
        let sent = digest.send_time(at(now), deadline.map(at));
        assert_eq!((sent.at, sent.is_held), (at(expected), true), "{now}");
    }
}

#[test]
fn notification_without_preferences_is_sent_at_once() {
    let sent = Preferences::default().send_time(at("2026-11-17T07:00:00Z"), None);
    assert_eq!((sent.at, sent.is_held), (at("2026-11-17T07:00:00Z"), false));
}

#[test]
fn digest_within_quiet_hours_waits_for_their_end() {
    let both = berlin(PreferencesDocument {
        quiet_hours: Some("22:00-07:00".to_owned()),
        digest: vec!["06:00".to_owned()],
        ..PreferencesDocument::default()
    });
    assert_eq!(both.send_time(at("2026-11-17T12:00:00Z"), None).at, at("2026-11-18T06:00:00Z"));
}

#[test]
fn stand_in_is_asked_up_to_the_last_day() {
    let away = berlin(PreferencesDocument {
        away_to: Some("bob".to_owned()),
        away_until: Some("2026-12-24".to_owned()),
        ..PreferencesDocument::default()
    });
    for (now, expected) in [
        ("2026-11-17T12:00:00Z", Some("bob")),
        ("2026-12-24T22:59:59Z", Some("bob")),
        ("2026-12-24T23:00:00Z", None),
    ] {
        assert_eq!(away.stand_in(at(now)).map(|name| &**name), expected, "{now}");
    }
}

#[test]
fn invalid_preferences_are_all_reported() {
    let problems = Preferences::new(PreferencesDocument {
        time_zone: Some("Mars/Olympus".to_owned()),
        quiet_hours: Some("9-5".to_owned()),
        digest: vec!["24:00".to_owned()],
        away_until: Some("soon".to_owned()),
        ..PreferencesDocument::default()
    })
    .unwrap_err();
    let named: Vec<&str> = problems.iter().map(|problem| problem.preference).collect();
    assert_eq!(named, ["time_zone", "quiet_hours", "digest", "away_until", "away_until"]);
}
