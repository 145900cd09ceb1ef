//! Imports one property as a field.

use hashbrown::HashSet;
use serde_json::{Value, json};

use super::resolve::Resolver;
use super::{DEEPEST_KEPT, ImportNote, defect, is_deeper_than, options, wording};
use crate::defect::{Defect, DefectCode};
use crate::format::{FORMATS, Format};
use crate::number::Number;
use crate::pattern::Pattern;
use crate::schema::{KEPT, Keywords};
use crate::text::excerpt;

/// What a property may be; the words of every refusal.
const ALLOWED: &str = "a string, number, integer, boolean, or an array of enumerated strings";

/// A field of a form document, all but its id.
pub(super) struct ReadProperty {
    pub(super) field: Keywords,
    pub(super) notes: Vec<ImportNote>,
}

/// A property in the middle of being read: what has been understood is taken out of `keywords`.
struct PropertyReader<'r> {
    name: &'r str,
    pointer: String,
    keywords: Keywords,
    validation: Keywords,
    /// What the form language has no word for.
    kept: Keywords,
    field: Keywords,
    notes: Vec<ImportNote>,
}

/// Integer formats with the range that they stand for.
const INTEGER_FORMATS: [(&str, i64, i64); 6] = [
    ("int8", i8::MIN as i64, i8::MAX as i64),
    ("int16", i16::MIN as i64, i16::MAX as i64),
    ("int32", i32::MIN as i64, i32::MAX as i64),
    ("uint8", 0, u8::MAX as i64),
    ("uint16", 0, u16::MAX as i64),
    ("uint32", 0, u32::MAX as i64),
];

/// Reads the property at a pointer of the schema.
pub(super) fn read(
    resolver: Resolver<'_>,
    name: &str,
    pointer: String,
    schema: &Value,
    required: bool,
) -> Result<ReadProperty, Box<Defect>> {
    let flat = resolver.flatten(schema, &pointer)?;
    let mut reading = PropertyReader {
        name,
        pointer,
        keywords: flat.keywords,
        validation: Keywords::new(),
        kept: Keywords::new(),
        field: Keywords::new(),
        notes: Vec::new(),
    };
    let (kind, or_null) = reading.take_type()?;
    reading.take_words();
    reading.read_kind(resolver, kind.as_deref())?;
    if required {
        if or_null || flat.may_be_null {
            reading.note("`null` would do, so it is not required");
        } else {
            reading.field.insert("required".to_owned(), true.into());
        }
    }
    Ok(reading.finish())
}

impl PropertyReader<'_> {
    fn note(&mut self, what: impl Into<String>) {
        let (property, pointer) = (Some(self.name.to_owned()), self.pointer.clone());
        self.notes.push(ImportNote { property, pointer, what: what.into() });
    }

    fn refuse(&self, message: &str) -> Box<Defect> {
        defect(self.pointer.clone(), DefectCode::WrongType, message, ALLOWED)
    }

    /// Returns the one type besides `null`, if there is one, and whether there was `null`.
    fn take_type(&mut self) -> Result<(Option<String>, bool), Box<Defect>> {
        let names = match self.keywords.remove("type") {
            None => return Ok((None, false)),
            Some(Value::Array(names)) => names,
            Some(name) => vec![name],
        };
        let (nulls, mut others): (Vec<Value>, Vec<Value>) =
            names.into_iter().partition(|name| name == "null");
        match (others.pop(), others.is_empty()) {
            (Some(Value::String(name)), true) => Ok((Some(name), !nulls.is_empty())),
            (Some(_), true) => Err(self.refuse("a type that is no text")),
            (_, false) => Err(self.refuse("a property of several types")),
            (None, true) => Err(self.refuse("a property without a usable type")),
        }
    }

    /// Label and description.
    fn take_words(&mut self) {
        let title = self.keywords.remove("title");
        let (label, unchanged) = wording::label(title.as_ref().and_then(Value::as_str), self.name);
        self.field.insert("label".to_owned(), label.into());
        match title {
            None => _ = self.kept.insert("title".to_owned(), Value::Null),
            Some(_) if unchanged => {}
            Some(_) => self.note("the title was shortened, or had nothing to show"),
        }
        if let Some(text) = self.keywords.remove("description") {
            let (shown, unchanged) = wording::description(text.as_str().unwrap_or_default());
            if !unchanged || !text.is_string() {
                self.note("the description was shortened, or had hidden characters");
            }
            self.field.insert("description".to_owned(), shown.into());
        }
    }

    fn read_kind(&mut self, resolver: Resolver<'_>, kind: Option<&str>) -> Result<(), Box<Defect>> {
        match kind {
            None | Some("string") => {
                let read = options::take(resolver, &mut self.keywords, &self.pointer)?;
                match (read, kind) {
                    (Some(read), _) => self.take_options(read, "select"),
                    (None, Some(_)) => self.take_text(),
                    (None, None) if self.keywords.contains_key("properties") => {
                        return Err(self.refuse("an object inside the object"));
                    }
                    (None, None) => return Err(self.refuse("a property without a type")),
                }
            }
            Some("number") => self.take_number(None),
            Some("integer") => self.take_number(Some(1)),
            Some("boolean") => self.set_type("boolean"),
            Some("array") => self.take_list(resolver)?,
            Some("object") => return Err(self.refuse("an object inside the object")),
            Some(other) => return Err(self.refuse(&format!("the unknown type `{}`", excerpt(other, 40)))),
        }
        Ok(())
    }

    fn set_type(&mut self, kind: &str) {
        self.field.insert("type".to_owned(), kind.into());
        for key in ["enum", "const"] {
            if kind != "select" && self.keywords.contains_key(key) {
                self.note(format!("`{key}` is not checked: only texts can be options"));
            }
        }
        if kind != "text" && self.keywords.get("writeOnly") == Some(&Value::Bool(true)) {
            self.note("only a text can be a secret");
        }
        // `null` as a default means no default.
        if let Some(default) = self.keywords.remove("default").filter(|default| !default.is_null()) {
            if kind == "text" && default == "" {
                self.kept.insert("default".to_owned(), default);
            } else {
                self.field.insert("default".to_owned(), default);
            }
        }
    }

    /// Lets the form check what the schema asks, under the same keywords.
    fn take_constraints(&mut self, keys: &[&str]) {
        for key in keys {
            if let Some(value) = self.keywords.remove(*key) {
                self.validation.insert((*key).to_owned(), value);
            }
        }
    }

    fn take_options(&mut self, read: options::ReadOptions, kind: &str) {
        self.field.insert("options".to_owned(), read.options.into());
        for what in read.notes {
            self.note(what);
        }
        self.set_type(kind);
    }

    fn take_list(&mut self, resolver: Resolver<'_>) -> Result<(), Box<Defect>> {
        let pointer = format!("{}/items", self.pointer);
        let wrong = |pointer| defect(pointer, DefectCode::WrongType, "an array of something else", ALLOWED);
        let Some(items) = self.keywords.remove("items") else { return Err(wrong(self.pointer.clone())) };
        let mut items = resolver.flatten(&items, &pointer)?.keywords;
        if items.get("type").is_some_and(|kind| kind != "string") {
            return Err(wrong(pointer));
        }
        let Some(read) = options::take(resolver, &mut items, &pointer)? else { return Err(wrong(pointer)) };
        self.take_options(read, "multi_select");
        self.take_constraints(&["minItems", "maxItems"]);
        // A choice cannot be selected twice here, even if the schema allows it.
        self.keywords.remove("uniqueItems");
        Ok(())
    }

    fn take_number(&mut self, step: Option<i64>) {
        self.set_type("number");
        self.take_constraints(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
        if let Some(step) = step {
            let own = self.validation.get("multipleOf").map(ToString::to_string);
            let whole = own.and_then(|own| Number::parse(&own).ok()).is_some_and(|own| own.is_integer());
            if !whole && let Some(other) = self.validation.insert("multipleOf".to_owned(), step.into()) {
                self.note("`multipleOf` is not checked: the integer must be whole already");
                self.kept.insert("multipleOf".to_owned(), other);
            }
        }
        let format = self.keywords.get("format").and_then(Value::as_str);
        if let Some((_, least, most)) = INTEGER_FORMATS.iter().find(|(name, ..)| Some(*name) == format) {
            self.validation.entry("minimum").or_insert_with(|| (*least).into());
            self.validation.entry("maximum").or_insert_with(|| (*most).into());
        }
    }

    fn take_text(&mut self) {
        self.take_constraints(&["minLength", "maxLength"]);
        match self.keywords.get("pattern").map(|pattern| pattern.as_str().map(Pattern::compile)) {
            Some(Some(Ok(_))) => self.take_constraints(&["pattern"]),
            Some(Some(Err(error))) => self.note(format!("`pattern` is not checked: {error}")),
            Some(None) => self.note("`pattern` is not checked: it is no text"),
            None => {}
        }
        let pattern = self.validation.get("pattern").and_then(Value::as_str);
        if let Some(format) = pattern.and_then(Format::of_pattern)
            && !self.keywords.contains_key("format")
        {
            self.validation.remove("pattern");
            self.validation.insert("format".to_owned(), format.name().into());
        }
        let format = self.keywords.get("format").and_then(Value::as_str).map(str::to_owned);
        let write_only = self.keywords.get("writeOnly") == Some(&Value::Bool(true));
        if write_only || format.as_deref() == Some("password") {
            self.keywords.remove("writeOnly");
            self.field.insert("rendering".to_owned(), json!({"inputType": "password"}));
        }
        match format.as_deref() {
            Some("date" | "date-time") if self.validation.is_empty() && !write_only => {
                self.take_constraints(&["format"]);
                return self.set_type("date");
            }
            Some("password") => _ = self.keywords.remove("format"),
            Some(known) if is_schema_format(known) => {
                self.take_constraints(&["format"]);
            }
            Some(unknown) => self.note(format!("the format `{}` is not checked", excerpt(unknown, 40))),
            None => {}
        }
        self.set_type("text");
    }

    fn finish(mut self) -> ReadProperty {
        for (key, value) in std::mem::take(&mut self.keywords) {
            // Schemas that were only referred to from here have been looked at.
            if key == "$defs" || key == "definitions" || value.is_null() {
                continue;
            }
            if is_deeper_than(&value, DEEPEST_KEPT) {
                self.note(format!("`{}` is nested too deeply to be kept", excerpt(&key, 40)));
            } else {
                self.kept.insert(key, value);
            }
        }
        for (key, members) in [("validation", self.validation), (KEPT, self.kept)] {
            if !members.is_empty() {
                self.field.insert(key.to_owned(), members.into());
            }
        }
        ReadProperty { field: self.field, notes: self.notes }
    }
}

/// Returns whether JSON Schema and forms mean the same by the name of a format.
fn is_schema_format(name: &str) -> bool {
    FORMATS.iter().any(|(known, format)| *known == name && format.pattern().is_none())
}

/// Returns an id for each property: its name where that will do, else something like it that no
/// other has.
pub(super) fn ids(properties: &Keywords) -> Vec<String> {
    const LONGEST: usize = 64;
    let is_id_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let is_id = |name: &str| (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_id_byte);
    let mut taken: HashSet<String> = properties.keys().filter(|name| is_id(name)).cloned().collect();
    let mut id_of = |name: &String| {
        if is_id(name) {
            return name.clone();
        }
        let like = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let stem: String = name.chars().map(like).take(LONGEST - 8).collect();
        let stem = if stem.chars().all(|c| c == '_') { "field".to_owned() } else { stem };
        let numbered = (2..).map(|number| format!("{stem}_{number}"));
        let free =
            std::iter::once(stem.clone()).chain(numbered).find(|id| !taken.contains(id)).unwrap_or(stem);
        taken.insert(free.clone());
        free
    };
    properties.keys().map(&mut id_of).collect()
}
