//! Builders of fields: methods of all kinds, and of each kind.

use std::marker::PhantomData;

use serde_json::{Map, Value, json};

use super::condition::When;
use super::option::OptionBuilder;
use crate::constraint::Constraint;
use crate::format::Format;
use crate::kind::{
    BooleanKind, DateKind, FileKind, KindName, MultiSelectKind, NumberKind, SelectKind, TextKind, UrlKind,
};

/// A field in the making. `K` is its kind.
#[derive(Debug, Clone)]
#[must_use = "a field belongs into a form"]
pub struct FieldBuilder<K> {
    document: Map<String, Value>,
    kind: PhantomData<K>,
}

fn begin<K>(kind: KindName, id: &str, label: &str) -> FieldBuilder<K> {
    let mut document = Map::new();
    document.insert("id".to_owned(), id.into());
    document.insert("type".to_owned(), kind.as_str().into());
    document.insert("label".to_owned(), label.into());
    FieldBuilder { document, kind: PhantomData }
}

/// A text.
pub fn text(id: &str, label: &str) -> FieldBuilder<TextKind> {
    begin(KindName::Text, id, label)
}

/// A number.
pub fn number(id: &str, label: &str) -> FieldBuilder<NumberKind> {
    begin(KindName::Number, id, label)
}

/// Yes or no.
pub fn boolean(id: &str, label: &str) -> FieldBuilder<BooleanKind> {
    begin(KindName::Boolean, id, label)
}

/// A day.
pub fn date(id: &str, label: &str) -> FieldBuilder<DateKind> {
    begin(KindName::Date, id, label).rule("format", "date")
}

/// A point in time.
pub fn moment(id: &str, label: &str) -> FieldBuilder<DateKind> {
    begin(KindName::Date, id, label).rule("format", "date-time")
}

/// One of several options.
pub fn select(id: &str, label: &str) -> FieldBuilder<SelectKind> {
    begin(KindName::Select, id, label)
}

/// Some of several options.
pub fn multi_select(id: &str, label: &str) -> FieldBuilder<MultiSelectKind> {
    begin(KindName::MultiSelect, id, label)
}

/// A web address.
pub fn url(id: &str, label: &str) -> FieldBuilder<UrlKind> {
    begin(KindName::Url, id, label)
}

/// A file.
pub fn file(id: &str, label: &str) -> FieldBuilder<FileKind> {
    begin(KindName::File, id, label)
}

impl FieldBuilder<SelectKind> {
    /// Takes the options from the service of this name.
    pub fn options_source(self, name: impl Into<String>) -> Self {
        self.set("optionsSource", json!({"name": name.into()}))
    }
}

impl FieldBuilder<MultiSelectKind> {
    /// Takes the options from the service of this name.
    pub fn options_source(self, name: impl Into<String>) -> Self {
        self.set("optionsSource", json!({"name": name.into()}))
    }
}

impl<K> FieldBuilder<K> {
    /// What the field is for.
    pub fn description(self, text: impl Into<String>) -> Self {
        self.set("description", text.into())
    }

    /// It has to be filled in.
    pub fn required(self) -> Self {
        self.set("required", true)
    }

    /// Computes the answer from others by this expression; nobody is asked for it.
    pub fn computed(self, expression: impl Into<String>) -> Self {
        self.set("computed", expression.into())
    }

    /// Fills the input from other answers by this expression, until a person edits it.
    pub fn prefill(self, expression: impl Into<String>) -> Self {
        self.set("prefill", expression.into())
    }

    /// Shown beside the input.
    pub fn help(self, text: impl Into<String>) -> Self {
        self.hint("helpText", text.into())
    }

    /// Shown in the empty input.
    pub fn placeholder(self, text: impl Into<String>) -> Self {
        self.hint("placeholder", text.into())
    }

    /// A rendering hint by its name in the document.
    pub fn hint(self, name: &str, value: impl Into<Value>) -> Self {
        self.within("rendering", name, value)
    }

    /// The field is there only while the condition holds.
    pub fn show_when(self, when: When) -> Self {
        self.hint("conditionalDisplay", when.into_value())
    }

    /// The field goes when one of these goes.
    pub fn depends_on<'n>(self, fields: impl IntoIterator<Item = &'n str>) -> Self {
        let fields: Value = fields.into_iter().collect();
        self.set("dependencies", fields)
    }

    /// Sets the message for a violation of this constraint.
    pub fn message(self, constraint: Constraint, sentence: impl Into<String>) -> Self {
        self.within("x-messages", constraint.name(), sentence.into())
    }

    /// An extension of your own: the key must begin with `x-`.
    pub fn extension(self, key: &str, value: impl Into<Value>) -> Self {
        self.set(key, value)
    }

    pub(super) fn into_value(self) -> Value {
        Value::Object(self.document)
    }

    fn rule(self, name: &str, value: impl Into<Value>) -> Self {
        self.within("validation", name, value)
    }

    fn set(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.document.insert(key.to_owned(), value.into());
        self
    }

    fn within(mut self, part: &str, key: &str, value: impl Into<Value>) -> Self {
        let part = self.document.entry(part).or_insert_with(|| json!({}));
        if let Some(part) = part.as_object_mut() {
            part.insert(key.to_owned(), value.into());
        }
        self
    }
}

impl FieldBuilder<TextKind> {
    /// The fewest and the most characters.
    pub fn length(self, fewest: usize, most: usize) -> Self {
        self.rule("minLength", fewest).rule("maxLength", most)
    }

    /// What the text must match, as an ECMA-262 regular expression.
    pub fn pattern(self, pattern: impl Into<String>) -> Self {
        self.rule("pattern", pattern.into())
    }

    /// What the text must be.
    pub fn format(self, format: Format) -> Self {
        self.rule("format", format.name())
    }

    /// Hides typed text.
    pub fn secret(self) -> Self {
        self.hint("inputType", "password")
    }

    /// A phone number; spaces and other dividers may be typed.
    pub fn phone(self) -> Self {
        self.hint("displayStyle", "phone")
    }

    /// A postal address of several lines.
    pub fn address(self) -> Self {
        self.hint("displayStyle", "address")
    }

    /// A colour such as `#1a7f4b`, picked or typed.
    pub fn colour(self) -> Self {
        self.format(Format::Colour).hint("displayStyle", "colour")
    }

    /// A time of day such as `09:30`.
    pub fn time(self) -> Self {
        self.format(Format::Time).hint("displayStyle", "time")
    }

    /// Room for several lines.
    pub fn rows(self, rows: u8) -> Self {
        self.hint("rows", rows)
    }

    /// Sets the value that applies when nothing is given.
    pub fn default(self, text: impl Into<String>) -> Self {
        self.set("default", text.into())
    }
}

impl FieldBuilder<NumberKind> {
    /// The smallest and the largest value.
    pub fn range(self, smallest: impl Into<Value>, largest: impl Into<Value>) -> Self {
        self.minimum(smallest).maximum(largest)
    }

    /// The smallest value.
    pub fn minimum(self, smallest: impl Into<Value>) -> Self {
        self.rule("minimum", smallest)
    }

    /// The largest value.
    pub fn maximum(self, largest: impl Into<Value>) -> Self {
        self.rule("maximum", largest)
    }

    /// Values must be above this.
    pub fn above(self, bound: impl Into<Value>) -> Self {
        self.rule("exclusiveMinimum", bound)
    }

    /// Values must be below this.
    pub fn below(self, bound: impl Into<Value>) -> Self {
        self.rule("exclusiveMaximum", bound)
    }

    /// Values must be a multiple of this.
    pub fn multiple_of(self, step: impl Into<Value>) -> Self {
        self.rule("multipleOf", step)
    }

    /// Stars from 1 to `most`, which is at most 10.
    pub fn rating(self, most: u8) -> Self {
        self.integer().range(1, most).hint("displayStyle", "rating")
    }

    /// The whole numbers between the bounds next to each other, with words for the lowest and the highest.
    pub fn scale(self, low: impl Into<String>, high: impl Into<String>) -> Self {
        self.integer()
            .hint("displayStyle", "scale")
            .hint("lowLabel", low.into())
            .hint("highLabel", high.into())
    }

    /// Whole numbers only.
    pub fn integer(self) -> Self {
        self.multiple_of(1)
    }

    /// Sets the value that applies when nothing is given.
    pub fn default(self, number: impl Into<Value>) -> Self {
        self.set("default", number)
    }
}

impl FieldBuilder<BooleanKind> {
    /// Sets the value that applies when nothing is given.
    pub fn default(self, truth: bool) -> Self {
        self.set("default", truth)
    }
}

impl FieldBuilder<DateKind> {
    /// The earliest date, as RFC 3339 writes it.
    pub fn earliest(self, date: impl Into<String>) -> Self {
        self.rule("minimum", date.into())
    }

    /// Shows this field and the one that follows, which has the id `end`, as one range. To refuse an end before the
    /// start, add a rule to the form.
    pub fn range_to(self, end: &str) -> Self {
        self.hint("displayStyle", "range").hint("rangeEnd", end)
    }

    /// The latest date, as RFC 3339 writes it.
    pub fn latest(self, date: impl Into<String>) -> Self {
        self.rule("maximum", date.into())
    }

    /// Sets the value that applies when nothing is given.
    pub fn default(self, date: impl Into<String>) -> Self {
        self.set("default", date.into())
    }
}

impl FieldBuilder<SelectKind> {
    /// What there is to choose from, each with a description or a picture perhaps.
    pub fn described_options(self, options: impl IntoIterator<Item = OptionBuilder>) -> Self {
        let options: Value = options.into_iter().map(OptionBuilder::into_value).collect();
        self.set("options", options)
    }

    /// What there is to choose from.
    pub fn options<'o>(self, values: impl IntoIterator<Item = &'o str>) -> Self {
        let values: Value = values.into_iter().collect();
        self.set("options", values)
    }

    /// What there is to choose from, each with a title of its own.
    pub fn titled_options<'o>(self, options: impl IntoIterator<Item = (&'o str, &'o str)>) -> Self {
        self.set("options", titled(options))
    }

    /// Sets the value that applies when nothing is given.
    pub fn default(self, value: impl Into<String>) -> Self {
        self.set("default", value.into())
    }
}

impl FieldBuilder<MultiSelectKind> {
    /// What there is to choose from, each with a description or a picture perhaps.
    pub fn described_options(self, options: impl IntoIterator<Item = OptionBuilder>) -> Self {
        let options: Value = options.into_iter().map(OptionBuilder::into_value).collect();
        self.set("options", options)
    }

    /// What there is to choose from.
    pub fn options<'o>(self, values: impl IntoIterator<Item = &'o str>) -> Self {
        let values: Value = values.into_iter().collect();
        self.set("options", values)
    }

    /// What there is to choose from, each with a title of its own.
    pub fn titled_options<'o>(self, options: impl IntoIterator<Item = (&'o str, &'o str)>) -> Self {
        self.set("options", titled(options))
    }

    /// The fewest and the most choices.
    pub fn choices(self, fewest: usize, most: usize) -> Self {
        self.rule("minItems", fewest).rule("maxItems", most)
    }

    /// Sets the value that applies when nothing is given.
    pub fn default<'o>(self, values: impl IntoIterator<Item = &'o str>) -> Self {
        let values: Value = values.into_iter().collect();
        self.set("default", values)
    }
}

impl FieldBuilder<UrlKind> {
    /// Sets the accepted schemes. Default: only https.
    pub fn schemes<'o>(self, schemes: impl IntoIterator<Item = &'o str>) -> Self {
        let schemes: Value = schemes.into_iter().collect();
        self.rule("allowedSchemes", schemes)
    }

    /// Also takes addresses of this machine.
    pub fn allow_localhost(self) -> Self {
        self.rule("blockLocalhost", false)
    }

    /// Rejects a host name without an address when the answer is checked.
    pub fn must_resolve(self) -> Self {
        self.rule("mustResolve", true)
    }

    /// Also takes addresses of private networks.
    pub fn allow_private(self) -> Self {
        self.rule("blockPrivateIPs", false)
    }

    /// Sets the value that applies when nothing is given.
    pub fn default(self, url: impl Into<String>) -> Self {
        self.set("default", url.into())
    }
}

impl FieldBuilder<FileKind> {
    /// A signature: drawn, typed or uploaded as a picture.
    pub fn signature(self) -> Self {
        self.hint("displayStyle", "signature").types(["image/png"])
    }

    /// The largest size in bytes.
    pub fn max_size(self, bytes: u64) -> Self {
        self.rule("maxSize", bytes)
    }

    /// The media types that are taken, such as `image/*`.
    pub fn types<'o>(self, types: impl IntoIterator<Item = &'o str>) -> Self {
        let types: Value = types.into_iter().collect();
        self.rule("allowedMimeTypes", types)
    }

    /// The name extensions that are taken, such as `.json`.
    pub fn extensions<'o>(self, extensions: impl IntoIterator<Item = &'o str>) -> Self {
        let extensions: Value = extensions.into_iter().collect();
        self.rule("allowedExtensions", extensions)
    }
}

fn titled<'o>(options: impl IntoIterator<Item = (&'o str, &'o str)>) -> Value {
    options.into_iter().map(|(value, title)| json!({"value": value, "title": title})).collect()
}
