//! Numbers, dates, lists and plurals by the rules of a language.

use std::borrow::Cow;
use std::str::FromStr as _;
use std::sync::OnceLock;

use icu_calendar::Gregorian;
use icu_datetime::fieldsets::{MD, MDE, YMD, YMDE};
use icu_datetime::input::Date;
use icu_datetime::{DateTimeFormatterLoadError, FixedCalendarDateTimeFormatter};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_decimal::options::{DecimalFormatterOptions, GroupingStrategy};
use icu_list::ListFormatter;
use icu_list::options::ListFormatterOptions;
use icu_locale_core::Locale;
use icu_plurals::{PluralCategory, PluralRules};
use icu_provider::buf::BufferProvider;

use crate::data;
use crate::language::Language;

/// What an argument of a message is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value<'v> {
    /// A text from a form or an answer, or another message.
    Text(Cow<'v, str>),
    /// A whole number.
    Count(u64),
    /// A number in decimal digits, such as `-0.50`.
    Number(Cow<'v, str>),
    /// A date such as `2026-01-31`, possibly followed by `T` and a time in UTC.
    Date(Cow<'v, str>),
    /// Several texts, all of which are meant.
    Items(Vec<Cow<'v, str>>),
    /// Several texts, of which one is meant.
    Alternatives(Vec<Cow<'v, str>>),
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

impl From<u64> for Value<'_> {
    fn from(count: u64) -> Self {
        Value::Count(count)
    }
}

impl From<usize> for Value<'_> {
    fn from(count: usize) -> Self {
        Value::Count(u64::try_from(count).unwrap_or(u64::MAX))
    }
}

/// How a day is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DayStyle {
    /// `18 November 2026`
    Date,
    /// `18 Nov`
    Short,
    /// `Wed, 18 Nov`
    Weekday,
    /// `Wednesday, 18 November 2026`
    Long,
}

/// How a message wants an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Numbers without separators of thousands, dates in digits: as they are typed.
    Plain,
    /// Numbers with separators of thousands.
    Grouped,
    /// Dates with the name of the month.
    Spelled,
}

/// The rules of one language.
pub(crate) struct LanguageRules {
    plurals: PluralRules,
    plain: DecimalFormatter,
    grouped: DecimalFormatter,
    items: ListFormatter,
    alternatives: ListFormatter,
    dates: FixedCalendarDateTimeFormatter<Gregorian, YMD>,
    days: FixedCalendarDateTimeFormatter<Gregorian, MD>,
    weekdays: FixedCalendarDateTimeFormatter<Gregorian, MDE>,
    long_days: FixedCalendarDateTimeFormatter<Gregorian, YMDE>,
}

impl LanguageRules {
    /// Loads the rules of a language.
    ///
    /// Errors if the provider lacks a part of the data.
    pub(crate) fn load(
        provider: &impl BufferProvider,
        locale: &Locale,
    ) -> Result<LanguageRules, DateTimeFormatterLoadError> {
        let decimals = |strategy| {
            let mut options = DecimalFormatterOptions::default();
            options.grouping_strategy = Some(strategy);
            DecimalFormatter::try_new_with_buffer_provider(provider, locale.into(), options)
        };
        let lists = ListFormatterOptions::default();
        Ok(LanguageRules {
            plurals: PluralRules::try_new_cardinal_with_buffer_provider(provider, locale.into())?,
            plain: decimals(GroupingStrategy::Never)?,
            grouped: decimals(GroupingStrategy::Auto)?,
            items: ListFormatter::try_new_unit_with_buffer_provider(provider, locale.into(), lists)?,
            alternatives: ListFormatter::try_new_or_with_buffer_provider(provider, locale.into(), lists)?,
            dates: FixedCalendarDateTimeFormatter::try_new_with_buffer_provider(
                provider,
                locale.into(),
                YMD::long(),
            )?,
            days: FixedCalendarDateTimeFormatter::try_new_with_buffer_provider(
                provider,
                locale.into(),
                MD::medium(),
            )?,
            weekdays: FixedCalendarDateTimeFormatter::try_new_with_buffer_provider(
                provider,
                locale.into(),
                MDE::medium(),
            )?,
            long_days: FixedCalendarDateTimeFormatter::try_new_with_buffer_provider(
                provider,
                locale.into(),
                YMDE::long(),
            )?,
        })
    }
}

/// Returns the rules of a language, or `None` if their data is missing, which a test rules out.
fn rules(language: Language) -> Option<&'static LanguageRules> {
    static RULES: [OnceLock<Option<LanguageRules>>; 15] = [const { OnceLock::new() }; 15];
    let load = || LanguageRules::load(data::provider()?, &language.locale()).ok();
    RULES.get(language as usize)?.get_or_init(load).as_ref()
}

/// Writes a value.
pub(crate) fn value(language: Language, value: &Value<'_>, shape: Shape) -> String {
    match value {
        Value::Text(text) => isolate(language, text),
        Value::Count(count) => number(language, &Decimal::from(*count), shape),
        Value::Number(digits) => match Decimal::from_str(digits) {
            Ok(decimal) => number(language, &decimal, shape),
            Err(_) => digits.clone().into_owned(),
        },
        Value::Date(date) if shape == Shape::Spelled => spelled_date(language, date),
        Value::Date(date) => isolate(language, date),
        Value::Items(texts) => list(language, rules(language).map(|rules| &rules.items), texts),
        Value::Alternatives(texts) => list(language, rules(language).map(|rules| &rules.alternatives), texts),
    }
}

fn list(language: Language, formatter: Option<&ListFormatter>, texts: &[Cow<'_, str>]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| isolate(language, text)).collect();
    match formatter {
        Some(formatter) => formatter.format(texts.iter()).to_string(),
        None => texts.join(", "),
    }
}

/// In a language from right to left, keeps the letters of a foreign text together.
fn isolate(language: Language, text: &str) -> String {
    if language.is_right_to_left() { format!("\u{2068}{text}\u{2069}") } else { text.to_owned() }
}

fn number(language: Language, decimal: &Decimal, shape: Shape) -> String {
    match (rules(language), shape) {
        (Some(rules), Shape::Plain) => rules.plain.format(decimal).to_string(),
        (Some(rules), _) => rules.grouped.format(decimal).to_string(),
        (None, _) => decimal.to_string(),
    }
}

fn spelled_date(language: Language, text: &str) -> String {
    let (day, time) = text.split_at_checked(10).unwrap_or((text, ""));
    match spelled_day(language, day, DayStyle::Date) {
        Some(date) => match time.strip_prefix('T').map(|time| time.trim_end_matches('Z')) {
            Some(time) => format!("{date}, {} UTC", time.strip_suffix(":00").unwrap_or(time)),
            None => date,
        },
        None => isolate(language, text),
    }
}

/// Writes a day such as `2026-01-31` in a style. `None` if the text is no day.
pub(crate) fn spelled_day(language: Language, text: &str, style: DayStyle) -> Option<String> {
    let mut numbers = text.split('-');
    let mut next = || numbers.next().and_then(|digits| digits.parse::<u16>().ok());
    let (year, month, day) = (next()?, u8::try_from(next()?).ok()?, u8::try_from(next()?).ok()?);
    let date = Date::try_new_gregorian(i32::from(year), month, day).ok()?;
    let rules = rules(language)?;
    Some(match style {
        DayStyle::Date => rules.dates.format(&date).to_string(),
        DayStyle::Short => rules.days.format(&date).to_string(),
        DayStyle::Weekday => rules.weekdays.format(&date).to_string(),
        DayStyle::Long => rules.long_days.format(&date).to_string(),
    })
}

/// Returns the variant that a value selects: its exact text, else its plural category.
pub(crate) fn select<T>(
    language: Language,
    value: &Value<'_>,
    find: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let decimal = match value {
        Value::Text(text) => return find(text),
        Value::Count(count) => Decimal::from(*count),
        Value::Number(digits) => Decimal::from_str(digits).ok()?,
        _ => return None,
    };
    find(&decimal.to_string()).or_else(|| find(category(rules(language)?.plurals.category_for(&decimal))))
}

fn category(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

/// Returns the plural categories of a language.
#[cfg(test)]
pub(crate) fn categories(language: Language) -> Vec<&'static str> {
    rules(language).iter().flat_map(|rules| rules.plurals.categories().map(category)).collect()
}

#[cfg(test)]
mod tests {
    use super::{DayStyle, Shape, Value, spelled_day, value};
    use crate::language::Language;

    #[test]
    fn numbers_dates_and_lists_follow_the_language() {
        let number = Value::Number("1234567.5".into());
        let date = Value::Date("2026-01-31".into());
        let either = Value::Alternatives(vec!["a".into(), "b".into(), "c".into()]);
        for (language, plain, grouped, spelled, list) in [
            (Language::English, "1234567.5", "1,234,567.5", "31 January 2026", "a, b or c"),
            (Language::German, "1234567,5", "1.234.567,5", "31. Januar 2026", "a, b oder c"),
            (Language::French, "1234567,5", "1\u{202f}234\u{202f}567,5", "31 janvier 2026", "a, b ou c"),
            (Language::Polish, "1234567,5", "1\u{a0}234\u{a0}567,5", "31 stycznia 2026", "a, b lub c"),
            (Language::Hindi, "1234567.5", "12,34,567.5", "31 जनवरी, 2026", "a, b या c"),
            (Language::Japanese, "1234567.5", "1,234,567.5", "2026年1月31日", "a、b、またはc"),
        ] {
            assert_eq!(value(language, &number, Shape::Plain), plain, "{language:?}");
            assert_eq!(value(language, &number, Shape::Grouped), grouped, "{language:?}");
            assert_eq!(value(language, &date, Shape::Spelled), spelled, "{language:?}");
            assert_eq!(value(language, &either, Shape::Plain), list, "{language:?}");
        }
        let moment = Value::Date("2026-01-31T09:30:00Z".into());
        assert_eq!(value(Language::German, &moment, Shape::Spelled), "31. Januar 2026, 09:30 UTC");
        assert_eq!(value(Language::German, &Value::Date("soon".into()), Shape::Spelled), "soon");
        assert_eq!(value(Language::Arabic, &"x".into(), Shape::Plain), "\u{2068}x\u{2069}");
    }

    #[test]
    fn days_are_written_in_the_style_of_the_language() {
        for (language, short, weekday, long) in [
            (Language::English, "18 Nov", "Wed, 18 Nov", "Wednesday, 18 November 2026"),
            (Language::German, "18. Nov.", "Mi., 18. Nov.", "Mittwoch, 18. November 2026"),
            (Language::Japanese, "11月18日", "11月18日(水)", "2026年11月18日水曜日"),
        ] {
            let written = |style| spelled_day(language, "2026-11-18", style).unwrap();
            assert_eq!(written(DayStyle::Short), short);
            assert_eq!(written(DayStyle::Weekday), weekday);
            assert_eq!(written(DayStyle::Long), long);
            assert_eq!(spelled_day(language, "soon", DayStyle::Long), None);
        }
    }
}
