//! Generates one field: its kind, constraints, default, and constants to compare it with.

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::prop_oneof;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::{FormShape, hints, load, sometimes};
use crate::calendar;
use crate::decimal::Decimal;
use crate::patterns::RECIPES;
use crate::values;
use crate::values::file::SAMPLES;

/// A field without references to others.
#[derive(Debug, Clone)]
pub(super) struct Core {
    /// Without id and rules.
    pub(super) document: Map<String, Value>,
    /// Values of the field's type, for conditions on it.
    pub(super) operands: Vec<Value>,
    stem: &'static str,
}

impl Core {
    pub(super) fn id(&self, index: usize) -> String {
        format!("{}{index}", self.stem)
    }

    pub(super) fn kind(&self) -> &str {
        self.document.get("type").and_then(Value::as_str).unwrap_or_default()
    }
}

/// Labels as people write them, in several scripts.
pub(super) fn any_label() -> impl Strategy<Value = String> {
    let words =
        vec!["Name", "Größe", "名前", "Имя", "عنوان", "Port №", "👍🏽 ok?", "two\nlines", "e\u{301}", "A "];
    vec(select(words), 1..3).prop_map(|words| words.join(" "))
}

pub(super) fn any_core(shape: FormShape) -> impl Strategy<Value = Core> {
    let hints = move |kind: &str| match shape.hints {
        true => hints::any_field_extras(kind),
        false => Just(Map::new()).boxed(),
    };
    let plain = any_kind(shape).prop_flat_map(move |document| {
        let kind = document.get("type").and_then(Value::as_str).unwrap_or_default();
        (hints(kind), Just(document))
    });
    let documents =
        (plain, any_label(), weighted(0.4, Just(true))).prop_map(|((extras, document), label, required)| {
            let mut document = merge(extras, document);
            document.insert("label".to_owned(), json!(label));
            document.extend(required.map(|required| ("required".to_owned(), json!(required))));
            document
        });
    (
        documents.prop_flat_map(move |document| with_values(document, shape)),
        select(vec!["f", "field_", "Feld-", "q0"]),
    )
        .prop_map(|((document, operands), stem)| Core { document, operands, stem })
}

/// Both maps in one; objects that both have are merged, too.
fn merge(mut into: Map<String, Value>, from: Map<String, Value>) -> Map<String, Value> {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(there)), Value::Object(more)) => there.extend(more),
            (_, value) => {
                into.insert(key, value);
            }
        }
    }
    into
}

/// Adds a default perhaps, and draws some constants, all of them valid answers.
fn with_values(
    document: Map<String, Value>,
    shape: FormShape,
) -> BoxedStrategy<(Map<String, Value>, Vec<Value>)> {
    let mut alone = document.clone();
    alone.insert("id".to_owned(), json!("f"));
    let form = load(&json!({"id": "f", "title": "f", "fields": [alone]}));
    let Some(field) = form.fields().first().filter(|field| field.kind().name().as_str() != "file") else {
        return Just((document, Vec::new())).boxed();
    };
    let (default, operands) = match (values::valid(field), field.is_secret()) {
        (None, _) => (Just(None).boxed(), Just(Vec::new()).boxed()),
        (Some(values), false) if shape.defaults => {
            (weighted(0.35, values.clone()).boxed(), vec(values, 2).boxed())
        }
        (Some(values), _) => (Just(None).boxed(), vec(values, 2).boxed()),
    };
    (default, operands)
        .prop_map(move |(default, operands)| {
            let mut document = document.clone();
            document.extend(default.map(|default| ("default".to_owned(), default)));
            (document, operands)
        })
        .boxed()
}

fn any_kind(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let mut kinds = vec![
        any_text(shape),
        any_number(shape),
        Just(field("boolean", Map::new())).boxed(),
        any_date(shape),
        any_select(),
        any_multi_select(shape),
    ];
    kinds.extend(shape.urls.then(|| any_url(shape)));
    kinds.extend(shape.files.then(|| any_file(shape)));
    proptest::strategy::Union::new(kinds).boxed()
}

/// Returns a field of this kind under these rules.
fn field(kind: &str, rules: Map<String, Value>) -> Map<String, Value> {
    let mut document = Map::from_iter([("type".to_owned(), json!(kind))]);
    if !rules.is_empty() {
        document.insert("validation".to_owned(), Value::Object(rules));
    }
    document
}

/// Returns the rules that are there.
fn some_rules<const N: usize>(rules: [(&str, Option<Value>); N]) -> Map<String, Value> {
    rules.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn any_text(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let lengths = (0..6_usize, 1..40_usize, any::<[bool; 2]>()).prop_map(|(least, more, [low, high])| {
        some_rules([
            ("minLength", low.then(|| json!(least))),
            ("maxLength", high.then(|| json!(least + more))),
        ])
    });
    let patterns =
        (select(RECIPES.iter().collect::<Vec<_>>()), of(0..30_usize)).prop_map(|(recipe, more)| {
            let most = more.map(|more| json!(recipe.usual_length() + more));
            some_rules([("pattern", Some(json!(recipe.source))), ("maxLength", most)])
        });
    let formats =
        vec!["email", "uri", "uuid", "ipv4", "ipv6", "hostname", "date", "date-time", "time", "colour"];
    let formats = select(formats).prop_map(|format| some_rules([("format", Some(json!(format)))]));
    let mut rules = vec![Just(Map::new()).boxed()];
    rules.extend(shape.limits.then(|| lengths.boxed()));
    rules.extend(shape.patterns.then(|| patterns.boxed()));
    rules.extend(shape.formats.then(|| formats.boxed()));
    let secret = sometimes(shape.secrets, 0.15, select(vec!["inputType", "displayStyle"]));
    (proptest::strategy::Union::new(rules), secret)
        .prop_map(|(rules, secret)| {
            let mut document = field("text", rules);
            document.extend(secret.map(|key| ("rendering".to_owned(), json!({key: "password"}))));
            document
        })
        .boxed()
}

/// Bounds that leave at least a handful of steps between them.
fn any_number(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    if !shape.limits {
        return Just(field("number", Map::new())).boxed();
    }
    let steps = select(vec![(1, 0), (1, 2), (5, 1), (3, 0), (25, 2), (1, 4), (1_000_000, 0)]);
    let start = prop_oneof![-1_000_i64..1_000, Just(0), Just(9_007_199_254_740_992)];
    (steps, start, 3..500_i64, any::<[bool; 3]>(), any::<[bool; 2]>())
        .prop_map(|((units, scale), start, count, [low, high, stepped], [above, below])| {
            // Beyond fifteen digits only whole numbers are exact in JSON.
            let start = start.min(if scale > 0 || units > 9 { 1_000 } else { i64::MAX });
            let bound = |steps: i64| {
                let units = i128::from(units) * (i128::from(start) + i128::from(steps));
                Decimal { units, scale }.to_value()
            };
            let rules = some_rules([
                ("multipleOf", stepped.then(|| Decimal { units: i128::from(units), scale }.to_value())),
                (if above { "exclusiveMinimum" } else { "minimum" }, low.then(|| bound(0))),
                (if below { "exclusiveMaximum" } else { "maximum" }, high.then(|| bound(count))),
            ]);
            field("number", rules)
        })
        .boxed()
}

fn any_date(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let (first, last) = calendar::whole_calendar();
    let limits = any::<[bool; 2]>().prop_map(move |limits| limits.map(|limit| limit && shape.limits));
    // The format, and whether the hint `enableTime` stands in for it.
    let format = select(vec![(None, false), (Some("date"), false), (Some("date-time"), false), (None, true)]);
    (first + 2..last - 500, 0..400_i64, 0..calendar::DAY, limits, format, any::<bool>())
        .prop_map(|(start, days, second, [low, high], (format, timed), exact)| {
            let write = |day: i64| match exact && (timed || format == Some("date-time")) {
                true => json!(calendar::write_instant(day * calendar::DAY + second, 0)),
                false => json!(calendar::write_day(day)),
            };
            let rules = some_rules([
                ("format", format.map(|format| json!(format))),
                ("minimum", low.then(|| write(start))),
                ("maximum", high.then(|| write(start + days))),
            ]);
            let mut document = field("date", rules);
            if timed {
                document.insert("rendering".to_owned(), json!({"enableTime": true}));
            }
            document
        })
        .boxed()
}

/// A picture of one dot.
const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// Options in one of the ways to write them: plain, titled, or titled with a description and a picture perhaps.
fn any_options() -> impl Strategy<Value = (Vec<&'static str>, Value)> {
    let values = ["a", "b", "eu-west-1", "größe", "界", "10", "with space", "no", "Z", "x_y"];
    (subsequence(values.to_vec(), 1..=10), 0..4_u8).prop_map(|(values, way)| {
        let picture = json!({"type": "image/png", "data": DOT, "description": "A dot"});
        let option = |value: &&str| match way {
            0 | 1 => json!(value),
            2 => json!({"value": value, "title": format!("The {value}")}),
            _ if value.len() > 1 => {
                json!({"value": value, "title": format!("The {value}"), "description": "What it means."})
            }
            _ => json!({"value": value, "title": format!("The {value}"), "image": picture}),
        };
        let options = values.iter().map(option).collect();
        (values, options)
    })
}

fn any_select() -> BoxedStrategy<Map<String, Value>> {
    (any_options(), weighted(0.2, Just(())))
        .prop_map(|((values, options), repeated)| {
            let mut document = field("select", some_rules([("enum", repeated.map(|()| json!(values)))]));
            document.insert("options".to_owned(), options);
            document
        })
        .boxed()
}

fn any_multi_select(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let limits = any::<[bool; 3]>().prop_map(move |limits| limits.map(|limit| limit && shape.limits));
    (any_options(), any::<proptest::sample::Index>(), any::<proptest::sample::Index>(), limits)
        .prop_map(|((values, options), least, more, [low, high, unique])| {
            let least = least.index(values.len() + 1);
            let most = least.max(1) + more.index(3);
            let rules = some_rules([
                ("minItems", low.then(|| json!(least))),
                ("maxItems", high.then(|| json!(most))),
                ("uniqueItems", unique.then_some(Value::Bool(true))),
            ]);
            let mut document = field("multi_select", rules);
            document.insert("options".to_owned(), options);
            document
        })
        .boxed()
}

fn any_url(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let schemes = subsequence(vec!["http", "https", "ftp", "ftps", "ws", "wss"], 1..=6);
    let longest = sometimes(shape.limits, 0.3, 40..300_usize);
    (of(schemes), of(any::<bool>()), of(any::<bool>()), longest)
        .prop_map(|(schemes, private, localhost, longest)| {
            let rules = some_rules([
                ("allowedSchemes", schemes.map(|schemes| json!(schemes))),
                ("blockPrivateIPs", private.map(|on| json!(on))),
                ("blockLocalhost", localhost.map(|on| json!(on))),
                ("maxLength", longest.map(|longest| json!(longest))),
            ]);
            field("url", rules)
        })
        .boxed()
}

fn any_file(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let taken = subsequence(SAMPLES.to_vec(), 1..4);
    let limits = any::<[bool; 3]>().prop_map(move |limits| limits.map(|limit| limit && shape.limits));
    (taken, 64..5_000_u64, any::<bool>(), limits)
        .prop_map(|(taken, size, wide, [sized, typed, named])| {
            let range =
                |name: &str| name.split_once('/').map_or(String::new(), |(main, _)| format!("{main}/*"));
            let name = |sample: &values::file::Sample| match wide {
                true => range(sample.media_type),
                false => sample.media_type.to_owned(),
            };
            let names: Vec<String> = taken.iter().map(name).collect();
            let endings: Vec<&str> = taken.iter().map(|sample| sample.extension).collect();
            let rules = some_rules([
                ("maxSize", sized.then(|| json!(size))),
                ("allowedMimeTypes", typed.then(|| json!(names))),
                ("allowedExtensions", named.then(|| json!(endings))),
            ]);
            field("file", rules)
        })
        .boxed()
}
