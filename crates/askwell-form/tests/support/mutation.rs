//! Documents with something wrong in them, perhaps: a change here and there that anyone could make by mistake
//! or on purpose.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::prop_oneof;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// One change, before it is known where.
#[derive(Debug, Clone)]
pub(crate) struct Mutation {
    place: Index,
    change: Change,
}

#[derive(Debug, Clone)]
enum Change {
    Delete,
    Rename(&'static str),
    Add(&'static str, Value),
    Replace(Value),
    Repeat,
    Hide(char),
    Kind(&'static str),
}

/// Every word of the language, and some that are not.
const KEYS: &[&str] = &[
    "id",
    "type",
    "label",
    "title",
    "description",
    "required",
    "default",
    "validation",
    "rendering",
    "dependencies",
    "options",
    "x-messages",
    "x-own",
    "X-own",
    "fields",
    "metadata",
    "timeout",
    "allowPartial",
    "version",
    "$schema",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "enum",
    "minItems",
    "maxItems",
    "uniqueItems",
    "allowedSchemes",
    "blockPrivateIPs",
    "blockLocalhost",
    "mustResolve",
    "maxSize",
    "allowedMimeTypes",
    "allowedExtensions",
    "placeholder",
    "helpText",
    "displayStyle",
    "readonly",
    "hidden",
    "autocomplete",
    "gridColumn",
    "gridRow",
    "breakAfter",
    "inputType",
    "step",
    "rows",
    "conditionalDisplay",
    "validationTrigger",
    "debounceMs",
    "accessibility",
    "ariaLabel",
    "ariaDescribedBy",
    "tabIndex",
    "invalid",
    "searchable",
    "displayFormat",
    "rangeEnd",
    "lowLabel",
    "image",
    "enableTime",
    "testButton",
    "acceptAttribute",
    "dragAndDrop",
    "preview",
    "customValidators",
    "condition",
    "conditions",
    "action",
    "operator",
    "field",
    "value",
    "characters",
    "additionalProperties",
    "f0",
    "",
    "nonsense",
];

const KINDS: &[&str] =
    &["text", "number", "boolean", "date", "select", "multi_select", "url", "file", "Text", ""];

fn any_value() -> impl Strategy<Value = Value> {
    let words = [
        "",
        "a",
        "f0",
        "with space",
        "é",
        "a\n",
        "password",
        "slider",
        "rating",
        "scale",
        "address",
        "colour",
        "time",
        "range",
        "signature",
        "radio",
        "chips",
        "text",
        "email",
        "number",
        "datetime_local",
        "date",
        "date-time",
        "uri",
        "hostname",
        "2026-02-28",
        "2026-02-30",
        "2026-1-1",
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01t00:00:00.5+01:00",
        "2026-01-01T24:00:00Z",
        "1990-12-31T23:59:60Z",
        "[",
        "(a+)+$",
        "^\\p{L}{1000}$",
        "(?=a)",
        "https",
        "HTTPS",
        "gopher",
        "image/*",
        "image/png",
        "image",
        "*/*",
        ".json",
        "json",
        ".tar.gz",
        "on_blur",
        "show",
        "validate",
        "equals",
        "regex",
        "and",
        "gt",
        "contains",
        "1.2.3",
        "1.2",
        "01.0.0",
        "https://example.com",
        "http://10.0.0.1",
        "not a url",
    ];
    let others = vec![
        Value::Null,
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(2),
        json!(0.5),
        json!(1.0),
        json!(12),
        json!(13),
        json!(100),
        json!(101),
        json!(1000),
        json!(999),
        json!(3_600_000),
        json!(3_600_001),
        json!(2_592_000_000_u64),
        json!(2_592_000_001_u64),
        json!(i64::MAX),
        json!(u64::MAX),
        json!(1e300),
        json!(-0.0),
        json!(4_294_967_295_u64),
        json!(4_294_967_296_u64),
        json!([]),
        json!({}),
        json!(["a"]),
        json!(["a", "a"]),
        json!(["a", 1]),
        json!([{"value": "a", "title": "A"}]),
        json!([{"value": "a", "title": ""}, {"value": "a", "title": "B"}]),
        json!([{"value": "", "title": "A"}]),
        json!([{"value": "a"}]),
        json!([{"value": "a", "title": "A", "description": ""}]),
        json!([{"value": "a", "title": "A", "description": "B", "image": {"type": "image/png"}}]),
        json!({"displayStyle": "range"}),
        json!({"displayStyle": "range", "rangeEnd": "f0"}),
        json!(["a", {"value": "b", "title": "B"}]),
        json!({"minLength": 2, "maxLength": 1}),
        json!({"required": "Please."}),
        json!({"format": "date-time"}),
        json!({"inputType": "password"}),
        json!({"enableTime": true}),
        json!(["f0"]),
        json!(["f0", "nobody"]),
        json!({"operator": "equals", "field": "f0", "value": null}),
        json!({"operator": "and", "conditions": [{"operator": "equals", "field": "nobody", "value": 1}]}),
        json!({"operator": "or", "field": "ignored", "value": [{"operator": "gt", "field": "f0", "value": 1}]}),
        json!({"operator": "or", "conditions": [], "value": []}),
        json!({"nobody": {"condition": {"operator": "equals", "field": "f0", "value": 1}, "action": "show"}}),
        json!({"customValidators": ["a", ""]}),
    ];
    let longs = [64, 65, 128, 129, 256, 257, 512, 513, 1024, 1025, 2048, 2049]
        .map(|length| json!("é".repeat(length)));
    let ids = [64, 65, 128, 129].map(|length| json!("a".repeat(length)));
    prop_oneof![
        3 => select(words.to_vec()).prop_map(Value::from),
        3 => select(others),
        1 => select(longs.into_iter().chain(ids).collect::<Vec<_>>()),
    ]
}

/// A few changes.
pub(crate) fn any_mutations() -> impl Strategy<Value = Vec<Mutation>> {
    let change = prop_oneof![
        2 => proptest::strategy::Just(Change::Delete),
        2 => select(KEYS).prop_map(Change::Rename),
        4 => (select(KEYS), any_value()).prop_map(|(key, value)| Change::Add(key, value)),
        6 => any_value().prop_map(Change::Replace),
        1 => proptest::strategy::Just(Change::Repeat),
        1 => select(vec!['\0', '\u{8}', '\t', '\n', '\u{b}', '\u{85}', '\u{202e}', '\u{200d}', '\u{2069}']).prop_map(Change::Hide),
        2 => select(KINDS).prop_map(Change::Kind),
    ];
    vec((any::<Index>(), change).prop_map(|(place, change)| Mutation { place, change }), 1..4)
}

impl Mutation {
    /// Makes the change somewhere in the document.
    pub(crate) fn apply(&self, document: &mut Value) {
        let mut pointers = Vec::new();
        collect(document, String::new(), &mut pointers);
        let pointer = self.place.get(&pointers).clone();
        let Some((parent, segment)) = pointer.rsplit_once('/') else { return };
        let key = segment.replace("~1", "/").replace("~0", "~");
        match &self.change {
            Change::Delete => match document.pointer_mut(parent) {
                Some(Value::Object(members)) => drop(members.remove(&key)),
                Some(Value::Array(items)) => drop(items.remove(key.parse().unwrap_or(0))),
                _ => {}
            },
            Change::Rename(new) => {
                if let Some(Value::Object(members)) = document.pointer_mut(parent)
                    && let Some(value) = members.remove(&key)
                {
                    members.insert((*new).to_owned(), value);
                }
            }
            Change::Add(new, value) => match document.pointer_mut(&pointer) {
                Some(Value::Object(members)) => drop(members.insert((*new).to_owned(), value.clone())),
                Some(Value::Array(items)) => items.push(value.clone()),
                _ => {
                    if let Some(Value::Object(members)) = document.pointer_mut(parent) {
                        members.insert((*new).to_owned(), value.clone());
                    }
                }
            },
            Change::Replace(value) => {
                if let Some(there) = document.pointer_mut(&pointer) {
                    *there = value.clone();
                }
            }
            Change::Repeat => {
                if let Some(Value::Array(items)) = document.pointer_mut(parent)
                    && let Some(item) = items.get(key.parse().unwrap_or(0)).cloned()
                {
                    items.push(item);
                }
            }
            Change::Hide(character) => {
                if let Some(Value::String(text)) = document.pointer_mut(&pointer) {
                    text.insert(0, *character);
                }
            }
            Change::Kind(kind) => {
                if let Some(Value::Array(fields)) = document.get_mut("fields")
                    && !fields.is_empty()
                {
                    let index = self.place.index(fields.len());
                    if let Some(Value::Object(field)) = fields.get_mut(index) {
                        field.insert("type".to_owned(), json!(kind));
                    }
                }
            }
        }
    }
}

/// The pointers of everything in a value.
fn collect(value: &Value, pointer: String, pointers: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                collect(value, format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), pointers);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                collect(value, format!("{pointer}/{index}"), pointers);
            }
        }
        _ => {}
    }
    pointers.push(pointer);
}
