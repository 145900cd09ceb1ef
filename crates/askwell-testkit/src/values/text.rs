//! Valid texts: of the right length, matching the pattern, in the format.

use askwell_form::{Format, TextKind};
use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::select;

use crate::calendar;
use crate::patterns;

/// What made-up texts are written with: one to four bytes, one and two code points, spaces and lines.
const CHARACTERS: &str = "aaaabcXYZ019 .,-_/\\\"'<&äßéжあ界👍🏽\n\t";

pub(super) fn valid(kind: &TextKind) -> Option<BoxedStrategy<String>> {
    let (least, most) = (kind.min_length.max(1), kind.max_length);
    let texts = match (&kind.format, &kind.pattern) {
        (None, None) => {
            let lengths =
                (least <= most && least <= 100_000).then(|| least..=most.min(least.saturating_add(24)))?;
            let characters: Vec<char> = CHARACTERS.chars().collect();
            return Some(
                vec(select(characters), lengths).prop_map(|text| text.into_iter().collect()).boxed(),
            );
        }
        (None, Some(pattern)) => return patterns::matching(pattern, least, most),
        (Some(format), _) => in_format(*format)?,
    };
    let pattern = kind.pattern.clone();
    let fits = move |text: &String| {
        (least..=most).contains(&text.chars().count())
            && pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
    };
    Some(texts.prop_filter("does not satisfy the other constraints", fits).boxed())
}

fn in_format(format: Format) -> Option<BoxedStrategy<String>> {
    let word = || "[a-z][a-z0-9]{0,6}";
    let number = || 0..=255_u8;
    Some(match format {
        Format::Email => {
            (word(), word()).prop_map(|(name, host)| format!("{name}.x+tag@{host}.example")).boxed()
        }
        Format::Uri => {
            let scheme = select(vec!["https://", "http://", "urn:isbn:", "mailto:", "ftp://"]);
            (scheme, word()).prop_map(|(scheme, rest)| format!("{scheme}{rest}")).boxed()
        }
        Format::Uuid => "[0-9a-f]{8}-[0-9a-f]{4}-[0-9A-F]{4}-[0-9a-f]{4}-[0-9a-f]{12}".boxed(),
        Format::Ipv4 => (number(), number(), number(), number())
            .prop_map(|(a, b, c, d)| format!("{a}.{b}.{c}.{d}"))
            .boxed(),
        Format::Ipv6 => {
            let address = any::<u128>().prop_map(|bits| std::net::Ipv6Addr::from(bits).to_string());
            proptest::prop_oneof![Just("::1".to_owned()), Just("2001:db8::7".to_owned()), address].boxed()
        }
        Format::Hostname => {
            (word(), word()).prop_map(|(name, host)| format!("{name}.{host}-x.example")).boxed()
        }
        Format::Date => days().prop_map(calendar::write_day).boxed(),
        Format::DateTime => (days(), 0..calendar::DAY, select(vec![0, 0, 90, -300]))
            .prop_map(|(day, second, offset)| calendar::write_instant(day * calendar::DAY + second, offset))
            .boxed(),
        Format::Time => "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?".boxed(),
        Format::Colour => "#[0-9a-fA-F]{6}".boxed(),
        _ => return None,
    })
}

/// Every day but the outermost, which lack room for an offset.
fn days() -> std::ops::Range<i64> {
    let (first, last) = calendar::whole_calendar();
    first + 1..last
}
