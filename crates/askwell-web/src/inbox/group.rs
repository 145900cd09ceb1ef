//! Groups entries by when they are due, and says it in words.

use askwell_locale::{say, text};
use std::time::Duration;

use askwell_lifecycle::Timestamp;

use super::zone::Zone;

const HOUR: Duration = Duration::from_secs(3600);

/// A deadline so far away counts as none.
const NEVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// When an entry is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DueGroup {
    WithinHour,
    Today,
    ThisWeek,
    Later,
    Never,
}

impl DueGroup {
    /// Returns the group of a deadline.
    pub(super) fn of(deadline: Timestamp, now: Timestamp, zone: Zone) -> DueGroup {
        let left = now.until(deadline);
        if left <= HOUR {
            return DueGroup::WithinHour;
        }
        let (Some(today), Some(day)) = (zone.day(now), zone.day(deadline)) else { return DueGroup::Never };
        let ahead = day.day_number() - today.day_number();
        if left > NEVER {
            DueGroup::Never
        } else if ahead <= 0 {
            DueGroup::Today
        } else if ahead + i64::from(today.weekday()) < 7 {
            DueGroup::ThisWeek
        } else {
            DueGroup::Later
        }
    }

    /// Returns the heading of the group.
    pub(super) fn heading(self) -> String {
        say(match self {
            DueGroup::WithinHour => "inbox-due-hour",
            DueGroup::Today => "inbox-due-today",
            DueGroup::ThisWeek => "inbox-due-week",
            DueGroup::Later => "inbox-due-later",
            DueGroup::Never => "inbox-due-never",
        })
    }
}

/// Returns when something is due: `9 min left`, `by 16:30`, `Wed, 18 Nov` or `No deadline`.
pub(super) fn due_words(deadline: Timestamp, now: Timestamp, zone: Zone) -> String {
    let left = now.until(deadline);
    match DueGroup::of(deadline, now, zone) {
        DueGroup::WithinHour if left < Duration::from_secs(60) => say("inbox-left-moment"),
        DueGroup::WithinHour => text("inbox-left-minutes", &[("count", (left.as_secs() / 60).into())]),
        DueGroup::Today => text("inbox-by", &[("time", zone.clock(deadline).into())]),
        DueGroup::ThisWeek | DueGroup::Later => zone.short_day(deadline),
        DueGroup::Never => say("inbox-due-never"),
    }
}

/// Returns how soon something is due: `due in 9 minutes`.
pub(crate) fn due_in_words(left: Duration) -> String {
    let counted = |key: &str, count: u64| text(key, &[("count", count.into())]);
    match left.as_secs() {
        0..60 => say("inbox-due-in-moment"),
        seconds @ 60..5_400 => counted("inbox-due-in-minutes", seconds / 60),
        seconds @ 5_400..172_800 => counted("inbox-due-in-hours", (seconds + 1_800) / 3_600),
        seconds => counted("inbox-due-in-days", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use askwell_lifecycle::Timestamp;

    use super::{DueGroup, due_words};
    use crate::inbox::zone::Zone;

    #[test]
    fn deadlines_are_grouped_by_the_clock_of_the_browser() {
        // Monday, 16 November 2026, 21:30 UTC.
        let now = Timestamp::from_millis(1_794_864_600_000);
        let minutes = |count: u64| Timestamp::from_millis(now.as_millis() + count * 60_000);
        let day = 24 * 60;
        for (ahead, zone, group, words) in [
            (0, Zone::Utc, DueGroup::WithinHour, "less than a minute left"),
            (9, Zone::Utc, DueGroup::WithinHour, "9 min left"),
            (60, Zone::Local(120), DueGroup::WithinHour, "60 min left"),
            (61, Zone::Utc, DueGroup::Today, "by 22:31 UTC"),
            (61, Zone::Local(-60), DueGroup::Today, "by 21:31"),
            (61, Zone::Local(60), DueGroup::Today, "by 23:31"),
            (61, Zone::Local(120), DueGroup::ThisWeek, "Tue, 17 Nov"),
            (2 * 60 + 40, Zone::Local(0), DueGroup::ThisWeek, "Tue, 17 Nov"),
            (6 * day, Zone::Local(0), DueGroup::ThisWeek, "Sun, 22 Nov"),
            (7 * day, Zone::Local(0), DueGroup::Later, "Mon, 23 Nov"),
            (11 * 365 * day, Zone::Utc, DueGroup::Never, "No deadline"),
        ] {
            let deadline = minutes(ahead);
            assert_eq!(DueGroup::of(deadline, now, zone), group, "{ahead} {zone:?}");
            assert_eq!(due_words(deadline, now, zone), words, "{ahead} {zone:?}");
        }
    }
}
