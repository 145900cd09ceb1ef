//! Values that violate exactly one constraint of a field.

use askwell_form::media::MediaType;
use askwell_form::url_guard::{Scheme, UrlPolicy};
use askwell_form::{
    Constraint, DateKind, Field, FileKind, Kind, MultiSelectKind, NumberKind, Options, RowsKind, TextKind,
};
use serde_json::{Value, json};

use super::{Expected, ViolationKind, inject};
use crate::answers::valid_answer;
use crate::calendar;
use crate::decimal::{Bounds, Decimal};
use crate::patterns;
use crate::values::{self, file, url, values_of};

/// Texts up to this length are made too long; longer ones would only cost time.
const MAX_MADE: usize = 10_000;

/// One mistake in one field.
#[derive(Debug, Clone)]
pub(super) struct InjectedMistake {
    /// What to answer; nothing to leave the answer out.
    pub(super) value: Option<Value>,
    pub(super) constraint: Constraint,
    /// The way from the field to the value.
    way: Vec<String>,
    /// Whether the mistake is in a row: whether it counts is then known already.
    pub(super) is_in_row: bool,
}

impl InjectedMistake {
    pub(super) fn expected(&self, field: &str) -> Expected {
        let path = std::iter::once(field.to_owned()).chain(self.way.iter().cloned()).collect();
        Expected { field: field.to_owned(), constraint: self.constraint, path }
    }
}

/// Mistakes as they are collected.
type Faults = Vec<(ViolationKind, InjectedMistake)>;

fn add(faults: &mut Faults, kind: ViolationKind, value: Value) {
    let constraint = kind.constraint();
    faults
        .push((kind, InjectedMistake { value: Some(value), constraint, way: Vec::new(), is_in_row: false }));
}

fn add_item(faults: &mut Faults, kind: ViolationKind, value: Vec<Value>, item: usize) {
    let constraint = kind.constraint();
    let way = vec![item.to_string()];
    let value = Some(Value::Array(value));
    faults.push((kind, InjectedMistake { value, constraint, way, is_in_row: false }));
}

/// Every mistake we know for a field.
pub(super) fn faults(field: &Field) -> Faults {
    let mut faults = Vec::new();
    let required = ViolationKind::MissingRequired.constraint();
    if field.is_required() {
        let none_chosen =
            matches!(field.kind(), Kind::MultiSelect(_) | Kind::Rows(_)).then(|| Some(json!([])));
        for value in [None, Some(Value::Null), Some(json!(""))].into_iter().chain(none_chosen) {
            faults.push((
                ViolationKind::MissingRequired,
                InjectedMistake { value, constraint: required, way: Vec::new(), is_in_row: false },
            ));
        }
    }
    for value in wrong_types(field) {
        add(&mut faults, ViolationKind::WrongType, value);
    }
    match field.kind() {
        Kind::Text(kind) => text(kind, &mut faults),
        Kind::Number(kind) => number(kind, &mut faults),
        Kind::Date(kind) => date(kind, &mut faults),
        Kind::Select(kind) => add(&mut faults, ViolationKind::UnknownOption, json!(unknown(&kind.options))),
        Kind::MultiSelect(kind) => choices(kind, &mut faults),
        Kind::Url(kind) => web_address(&kind.policy, &mut faults),
        Kind::File(kind) => upload(field, kind, &mut faults),
        Kind::Rows(kind) => rows(kind, &mut faults),
        _ => {}
    }
    faults
}

/// Too few or too many rows, and every mistake that the first row can have alone.
fn rows(kind: &RowsKind, faults: &mut Faults) {
    let valid = valid_answer(&kind.form);
    let many = |first: &Value, count: usize| {
        let rest = std::iter::repeat_n(valid.clone(), count.saturating_sub(1));
        Value::Array(std::iter::once(first.clone()).chain(rest).collect())
    };
    if kind.minimum > 1 {
        add(faults, ViolationKind::TooFew, many(&valid, kind.minimum - 1));
    }
    if kind.maximum < 20 {
        add(faults, ViolationKind::TooMany, many(&valid, kind.maximum + 1));
    }
    let least = kind.minimum.max(1);
    add_item(faults, ViolationKind::WrongType, vec![json!("row"); 1], 0);
    if let Some((_, fault)) = faults.last_mut() {
        fault.value = Some(many(&json!("row"), least));
    }
    let inner = kind.form.fields().iter().enumerate();
    let kinds = inner.flat_map(|(index, field)| {
        let own = self::faults(field).into_iter().map(|(kind, _)| kind);
        own.chain([ViolationKind::UnknownKey]).map(move |kind| (index, kind)).collect::<Vec<_>>()
    });
    for (index, violation) in kinds {
        let Some(injected) = inject(&kind.form, &valid, &[(index, violation)]) else { continue };
        let [expected] = injected.expected.as_slice() else { continue };
        let way = std::iter::once("0".to_owned()).chain(expected.path.iter().cloned()).collect();
        let value = Some(many(&injected.answers, least));
        let constraint = expected.constraint;
        faults.push((violation, InjectedMistake { value, constraint, way, is_in_row: true }));
    }
}

fn wrong_types(field: &Field) -> Vec<Value> {
    match field.kind() {
        Kind::Text(_) | Kind::Select(_) | Kind::Url(_) | Kind::Date(_) => {
            vec![json!(20_260_101), json!(true), json!({"a": 1}), json!(["a"]), json!([])]
        }
        Kind::Number(_) => {
            let texts = ["abc", "1,5", "0x10", "NaN", "1 2", "1e400", "--1", "٣"].map(Value::from);
            texts.into_iter().chain([json!(true), json!([1]), json!([]), json!({"a": 1})]).collect()
        }
        Kind::Boolean(_) => {
            vec![json!("yes"), json!(1), json!("TRUE"), json!("on"), json!([true]), json!(" true")]
        }
        Kind::MultiSelect(_) | Kind::Rows(_) => vec![json!("a"), json!(7), json!({"a": 1}), json!(false)],
        Kind::File(_) => vec![
            json!("a.txt"),
            json!(3),
            json!({"filename": "a.txt"}),
            json!({"filename": "a.txt", "content_type": "text/plain", "size": -1, "content": ""}),
            json!({"filename": "a.txt", "content_type": "text/plain", "size": 0, "content": "", "more": 1}),
        ],
        _ => Vec::new(),
    }
}

fn text(kind: &TextKind, faults: &mut Faults) {
    let (least, most) = (kind.min_length.max(1), kind.max_length);
    if kind.min_length >= 2 && kind.min_length <= MAX_MADE && kind.format.is_none() {
        let shorter = kind.min_length - 1;
        let text = match &kind.pattern {
            None => Some("é".repeat(shorter)),
            Some(pattern) => patterns::matching(pattern, 1, shorter).and_then(|texts| values::sample(&texts)),
        };
        faults.extend(text.into_iter().flat_map(|text| of(ViolationKind::TooShort, json!(text))));
    }
    if most <= MAX_MADE {
        add(faults, ViolationKind::TooLong, json!("a".repeat(most + 1)));
        add(faults, ViolationKind::TooLong, json!("é".repeat(most + 1)));
    }
    match (&kind.pattern, kind.format) {
        (Some(pattern), None) => {
            let text = patterns::missing(pattern, least, most);
            faults.extend(text.into_iter().flat_map(|text| of(ViolationKind::PatternMismatch, json!(text))));
        }
        (None, Some(format)) => {
            let texts = ["not it", "@", "2026-02-30", "...", "1.2.3.4.5", "%zz", "x y z, and so on"];
            let fits = |text: &&str| (least..=most).contains(&text.chars().count()) && !format.accepts(text);
            for text in texts.into_iter().filter(fits) {
                add(faults, ViolationKind::BadFormat, json!(text));
            }
        }
        (None, None) if least <= MAX_MADE => {
            for hidden in ['\0', '\u{7f}', '\u{202e}', '\u{2066}'] {
                add(
                    faults,
                    ViolationKind::HiddenCharacter,
                    json!(format!("{}{hidden}", "a".repeat(least - 1))),
                );
            }
        }
        _ => {}
    }
}

fn of(kind: ViolationKind, value: Value) -> Faults {
    let mut faults = Vec::new();
    add(&mut faults, kind, value);
    faults
}

fn number(kind: &NumberKind, faults: &mut Faults) {
    let Some(bounds) = Bounds::of(kind) else { return };
    let Some((steps, step)) = bounds.valid() else { return };
    let at = |units: i128| Decimal { units, scale: bounds.scale };
    let (first, last) = (*steps.start(), *steps.end());
    let on_the_grid = [first - 1, first - 3, last + 1, last + 3].map(|steps| steps * step);
    let beside_it = [first, first + 1, last - 1].map(|steps| steps * step + 1);
    let ends = [bounds.minimum, bounds.maximum, bounds.above, bounds.below];
    let near_ends = ends.into_iter().flatten().flat_map(|end| {
        let end = end.at(bounds.scale);
        [end - 1, end, end + 1]
    });
    for units in on_the_grid.into_iter().chain(beside_it).chain(near_ends) {
        if let [constraint] = bounds.violated(at(units)).as_slice()
            && let Some(kind) = ViolationKind::of(*constraint)
        {
            add(faults, kind, at(units).to_value());
            add(faults, kind, json!(at(units).to_text()));
        }
    }
}

fn date(kind: &DateKind, faults: &mut Faults) {
    let mut wrong =
        vec!["2026-02-30", "01/02/2026", "2026-1-1", "tomorrow", "2026-01-01T25:00:00Z", " 2026-01-01"];
    wrong.extend(match kind.with_time {
        true => ["2026-01-01", "2026-01-01T00:00:00"],
        false => ["2026-01-01T00:00:00Z", "2026-01-01 "],
    });
    for text in wrong {
        add(faults, ViolationKind::BadFormat, json!(text));
    }
    let write = |second: i64| {
        let day = second.div_euclid(calendar::DAY);
        let (first, last) = calendar::whole_calendar();
        let text = match kind.with_time {
            true => calendar::write_instant(second, 0),
            false => calendar::write_day(day),
        };
        (first..=last).contains(&day).then_some(text)
    };
    let before = kind.minimum.as_ref().and_then(|bound| write(calendar::starts(bound) - 1));
    let after = kind.maximum.as_ref().and_then(|bound| write(calendar::ends(bound) + 1));
    faults.extend(before.into_iter().flat_map(|text| of(ViolationKind::BelowMinimum, json!(text))));
    faults.extend(after.into_iter().flat_map(|text| of(ViolationKind::AboveMaximum, json!(text))));
}

/// Returns a value that is none of the options.
fn unknown(options: &Options) -> String {
    let mut value = options.iter().next().map_or(String::new(), |choice| choice.value.to_uppercase());
    while options.get(&value).is_some() || value.is_empty() {
        value.push('?');
    }
    value
}

fn choices(kind: &MultiSelectKind, faults: &mut Faults) {
    let options: Vec<Value> = values_of(&kind.options).into_iter().map(Value::String).collect();
    let some = |count: usize| options.iter().take(count).cloned().collect::<Vec<_>>();
    let most = kind.max_items.min(options.len());
    let least = kind.min_items.max(1);
    if least <= most {
        for (kind, wrong) in [
            (ViolationKind::UnknownOption, json!(unknown(&kind.options))),
            (ViolationKind::WrongType, json!(5)),
            (ViolationKind::WrongType, json!(["a"])),
            (ViolationKind::WrongType, Value::Null),
        ] {
            let mut values = some(most);
            if let Some(last) = values.last_mut() {
                *last = wrong;
            }
            add_item(faults, kind, values, most - 1);
        }
    }
    if kind.min_items >= 2 {
        add(faults, ViolationKind::TooFew, Value::Array(some(kind.min_items - 1)));
    }
    if kind.max_items < options.len() {
        add(faults, ViolationKind::TooMany, Value::Array(some(kind.max_items + 1)));
    }
    let count = least.saturating_sub(1).max(1);
    if count < kind.max_items && count <= options.len() {
        let mut values = some(count);
        values.extend(options.first().cloned());
        add_item(faults, ViolationKind::RepeatedChoice, values, count);
    }
}

fn web_address(policy: &UrlPolicy, faults: &mut Faults) {
    let Some(start) = url::start(policy) else { return };
    let mut candidates = vec![
        (ViolationKind::BadFormat, "not a url".to_owned()),
        (ViolationKind::BadFormat, "//example.com".to_owned()),
        (ViolationKind::BadFormat, start.clone()),
        (ViolationKind::BadFormat, format!("{start}user:pw@example.com")),
        (ViolationKind::BadFormat, format!("{start}a\u{202e}b.example")),
        (ViolationKind::WrongScheme, "gopher://example.com".to_owned()),
        (ViolationKind::WrongScheme, "javascript:alert(1)".to_owned()),
        (ViolationKind::WrongScheme, "file:///etc/passwd".to_owned()),
    ];
    let closed = Scheme::ALL.into_iter().filter(|scheme| !policy.allowed_schemes.contains(*scheme));
    candidates.extend(
        closed.map(|scheme| (ViolationKind::WrongScheme, format!("{}://example.com", scheme.name()))),
    );
    if policy.block_private_ips {
        candidates.extend(url::PRIVATE.map(|host| (ViolationKind::PrivateUrl, format!("{start}{host}/"))));
    }
    if policy.block_localhost {
        candidates.extend(url::LOCAL.map(|host| (ViolationKind::LocalhostUrl, format!("{start}{host}/"))));
    }
    for (kind, text) in candidates {
        if text.chars().count() <= policy.max_length {
            add(faults, kind, json!(text));
        }
    }
    if policy.max_length <= MAX_MADE {
        let text = format!("{start}example.com/");
        let room = (policy.max_length + 1).saturating_sub(text.len());
        add(faults, ViolationKind::TooLong, json!(format!("{text}{}", "a".repeat(room))));
    }
}

fn upload(field: &Field, kind: &FileKind, faults: &mut Faults) {
    let Some(sample) = file::taken(kind).into_iter().next() else { return };
    let (media_type, content) = (sample.media_type, sample.content);
    let name = format!("a{}", sample.extension);
    let location = json!({"type": "local", "location": field.id()});
    if kind.max_size < u64::MAX {
        let too_large = file::stored(&name, media_type, kind.max_size + 1, &location);
        add(faults, ViolationKind::OversizeFile, too_large);
    }
    if let Ok(most) = usize::try_from(kind.max_size)
        && most <= MAX_MADE
        && most >= content.len()
    {
        let mut padded = content.to_vec();
        padded.resize(most + 1, b' ');
        add(faults, ViolationKind::OversizeFile, file::inline(&name, media_type, &padded));
    }
    // With an unknown extension, the declared type decides what the content must be.
    if !kind.allowed_extensions.is_empty() && !kind.allowed_extensions.iter().any(|ending| ending == ".zzz") {
        add(faults, ViolationKind::WrongExtension, file::inline("a.zzz", media_type, content));
        add(faults, ViolationKind::WrongExtension, file::inline("a", media_type, content));
    }
    add(faults, ViolationKind::WrongMediaType, file::inline(&name, "nonsense", content));
    let anything = MediaType::parse("application/octet-stream");
    let taken = |declared: MediaType| kind.allowed_mime_types.iter().any(|kind| declared.matches(kind));
    if !kind.allowed_mime_types.is_empty() && !anything.is_some_and(taken) {
        add(faults, ViolationKind::WrongMediaType, file::inline(&name, "application/octet-stream", content));
    }
    for unsafe_start in ["../", "a/", "a\\", "C:", "a\u{202e}", "a\0"] {
        let name = format!("{unsafe_start}b{}", sample.extension);
        add(faults, ViolationKind::UnsafeFilename, file::inline(&name, media_type, content));
    }
    if file::PROGRAM.len() as u64 <= kind.max_size {
        add(faults, ViolationKind::ContentMismatch, file::inline(&name, media_type, file::PROGRAM));
    }
    let with_content = |content: Value| file::stored(&name, media_type, 1, &content);
    for content in [json!("***"), json!("YQ"), json!("YR==")] {
        add(faults, ViolationKind::BadBase64, with_content(content));
    }
    let references = [
        json!(5),
        json!({"type": "ftp", "location": "a"}),
        json!({"type": "local", "location": ""}),
        json!({"type": "url", "location": "http://10.0.0.1/"}),
    ];
    for content in references {
        add(faults, ViolationKind::ContentMismatch, with_content(content));
    }
}
