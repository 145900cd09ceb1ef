//! The cost per field, per option, per row and per byte of growing forms and answers, which must stay constant.

use std::error::Error;
use std::fmt::Write as _;
use std::hint::black_box;

use askwell_form::Form;
use serde_json::{Map, Value};

use crate::harness::{Contender, Race};

/// A form of some size with an answer to it.
struct Scale {
    size: usize,
    document: String,
    form: Form,
    json: String,
    answer: Value,
    good: bool,
}

/// Forms and answers of all sizes.
pub(crate) struct Scales {
    fields: Vec<Scale>,
    options: Vec<Scale>,
    length: Vec<Scale>,
    spread: Vec<Scale>,
    unknown: Vec<Scale>,
    rows: Vec<Scale>,
}

/// Makes them all, and makes sure that each answer is taken as it should be.
pub(crate) fn scales() -> Result<Scales, Box<dyn Error>> {
    let sizes = |sizes: &[usize], make: fn(usize) -> Result<Scale, Box<dyn Error>>| {
        sizes.iter().map(|&size| make(size)).collect::<Result<Vec<_>, _>>()
    };
    let bytes = [1 << 10, 1 << 13, 1 << 16, 1 << 20];
    Ok(Scales {
        fields: sizes(&[10, 30, 100], many_fields)?,
        options: sizes(&[100, 1_000, 10_000], many_options)?,
        length: sizes(&bytes, long_text)?,
        spread: sizes(&bytes, many_texts)?,
        unknown: sizes(&bytes, unknown_keys)?,
        rows: sizes(&[10, 100, 1_000], many_rows)?,
    })
}

impl Scale {
    fn new(
        size: usize,
        fields: &str,
        answer: Map<String, Value>,
        good: bool,
    ) -> Result<Scale, Box<dyn Error>> {
        let document = format!(r#"{{"id": "growth", "title": "Growth", "fields": [{fields}]}}"#);
        Scale::of(size, document, answer, good)
    }

    fn of(
        size: usize,
        document: String,
        answer: Map<String, Value>,
        good: bool,
    ) -> Result<Scale, Box<dyn Error>> {
        let answer = Value::Object(answer);
        let form = Form::parse(&document)?;
        let json = answer.to_string();
        if form.accepts(&answer) != good || form.accepts_json(json.as_bytes()) != good {
            return Err(format!("an answer of size {size} is not taken as it should be").into());
        }
        Ok(Scale { size, document, form, json, answer, good })
    }
}

fn many_fields(size: usize) -> Result<Scale, Box<dyn Error>> {
    Scale::new(size, &text_fields(size), texts(size, 20), true)
}

fn many_options(size: usize) -> Result<Scale, Box<dyn Error>> {
    let options: Vec<Value> = (0..size).map(|place| Value::from(format!("option-{place:05}"))).collect();
    let list = Value::from(options.clone());
    let fields = format!(
        r#"{{"id": "one", "type": "select", "label": "One", "options": {list}}},
           {{"id": "many", "type": "multi_select", "label": "Many", "options": {list}}}"#
    );
    let last = options.last().cloned().unwrap_or_default();
    Scale::new(size, &fields, Map::from_iter([("one".to_owned(), last), ("many".to_owned(), list)]), true)
}

fn long_text(size: usize) -> Result<Scale, Box<dyn Error>> {
    Scale::new(size, &text_fields(1), texts(1, size), true)
}

fn many_texts(size: usize) -> Result<Scale, Box<dyn Error>> {
    Scale::new(size, &text_fields(50), texts(50, size / 50), true)
}

/// An answer that is nothing but keys the form does not have.
fn unknown_keys(size: usize) -> Result<Scale, Box<dyn Error>> {
    let key = |place| (format!("unknown-{place:06}"), Value::from(place));
    Scale::new(size, &text_fields(1), (0..size / 24).map(key).collect(), false)
}

/// Rows with a condition and a rule in them.
fn many_rows(size: usize) -> Result<Scale, Box<dyn Error>> {
    let document = r#"{"id": "growth", "title": "Growth", "fields": [
        {"id": "sku", "type": "text", "label": "Article", "required": true, "validation": {"maxLength": 20}},
        {"id": "count", "type": "number", "label": "Count", "required": true, "validation": {"minimum": 1}},
        {"id": "gift", "type": "boolean", "label": "Gift"},
        {"id": "card", "type": "text", "label": "Card", "required": true,
            "rendering": {"conditionalDisplay": {"operator": "equals", "field": "gift", "value": true}}}
    ], "groups": [{"id": "lines", "title": "Lines", "fields": ["sku", "count", "gift", "card"],
        "repeat": {"maximum": 1000, "rules": [{"expression": "!gift || count < 10", "message": "Too many."}]}}]}"#;
    let row = |place: usize| {
        let mut row = Map::new();
        row.insert("sku".to_owned(), format!("A-{place:05}").into());
        row.insert("count".to_owned(), (place % 9 + 1).into());
        row.insert("gift".to_owned(), place.is_multiple_of(2).into());
        if place.is_multiple_of(2) {
            row.insert("card".to_owned(), "All the best".into());
        }
        Value::Object(row)
    };
    let answer = Map::from_iter([("lines".to_owned(), (0..size).map(row).collect())]);
    Scale::of(size, document.to_owned(), answer, true)
}

fn text_fields(count: usize) -> String {
    let mut fields = String::new();
    for place in 0..count {
        let comma = if place == 0 { "" } else { "," };
        let _ =
            write!(fields, r#"{comma}{{"id": "field-{place}", "type": "text", "label": "Field {place}"}}"#);
    }
    fields
}

fn texts(count: usize, length: usize) -> Map<String, Value> {
    let text = "The quick brown fox. ".chars().cycle().take(length).collect::<String>();
    (0..count).map(|place| (format!("field-{place}"), Value::from(text.as_str()))).collect()
}

/// Every race of sizes.
pub(crate) fn all(scales: &Scales) -> Vec<Race<'_>> {
    vec![
        race("fields-load", "loading a form, by fields", &scales.fields, load),
        race("fields-check", "checking a parsed answer, by fields", &scales.fields, check),
        race("fields-bytes", "checking the bytes of an answer, by fields", &scales.fields, check_bytes),
        race("options-load", "loading a form, by options", &scales.options, load),
        race("options-check", "checking a parsed answer with all options chosen", &scales.options, check),
        race(
            "options-bytes",
            "checking the bytes of an answer with all options chosen",
            &scales.options,
            check_bytes,
        ),
        race("text-check", "checking a parsed answer, by bytes of one text", &scales.length, check),
        race(
            "text-bytes",
            "checking the bytes of an answer, by bytes of one text",
            &scales.length,
            check_bytes,
        ),
        race(
            "texts-bytes",
            "checking the bytes of an answer, by bytes in fifty texts",
            &scales.spread,
            check_bytes,
        ),
        race("rows-check", "checking a parsed answer, by rows", &scales.rows, check),
        race("rows-bytes", "checking the bytes of an answer, by rows", &scales.rows, check_bytes),
        race("rows-answers", "checking and keeping an answer, by rows", &scales.rows, keep),
        race("unknown-check", "refusing a parsed answer, by bytes of unknown keys", &scales.unknown, refuse),
        race(
            "unknown-bytes",
            "refusing the bytes of an answer, by bytes of unknown keys",
            &scales.unknown,
            refuse_bytes,
        ),
    ]
}

fn load(scale: &Scale) -> impl Fn() -> bool {
    || Form::parse(black_box(&scale.document)).is_ok()
}

fn check(scale: &Scale) -> impl Fn() -> bool {
    || scale.form.accepts(black_box(&scale.answer)) == scale.good
}

fn check_bytes(scale: &Scale) -> impl Fn() -> bool {
    || scale.form.accepts_json(black_box(scale.json.as_bytes())) == scale.good
}

fn keep(scale: &Scale) -> impl Fn() -> bool {
    || scale.form.check_json(black_box(scale.json.as_bytes())).is_ok() == scale.good
}

/// A verdict would be over at the first key: here every one of them is looked at.
fn refuse(scale: &Scale) -> impl Fn() -> bool {
    || scale.form.check(black_box(&scale.answer)).is_err()
}

fn refuse_bytes(scale: &Scale) -> impl Fn() -> bool {
    || scale.form.check_json(black_box(scale.json.as_bytes())).is_err()
}

fn race<'s, W: Fn() -> bool + 's>(
    name: &'static str,
    about: &'static str,
    scales: &'s [Scale],
    work: fn(&'s Scale) -> W,
) -> Race<'s> {
    let contender =
        |scale: &'s Scale| Contender::new(scale.size.to_string(), work(scale)).for_units(scale.size as f64);
    Race { name, about, contenders: scales.iter().map(contender).collect() }
}
