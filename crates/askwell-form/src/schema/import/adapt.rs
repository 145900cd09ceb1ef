//! Turns the schema of an object into properties that a form can ask for.
//!
//! Every property becomes one that [`super::property::read`] takes, a file, or a note that says why
//! not. Objects inside the object become fields of their own. Does not write the form document.

mod alternatives;
mod list;
mod requirement;
mod rows;
mod types;

use hashbrown::HashSet;
use serde_json::{Value, json};

use super::merge::{Merged, Merger, Property};
use super::token;
use crate::schema::Keywords;
use crate::text::excerpt;

pub(super) use requirement::Requirement;
pub(super) use rows::{PlannedRows, RowScope};

/// How deep objects may be inside each other.
const DEEPEST_OBJECT: usize = 4;

/// Keywords of an object that mean nothing to its form, or the same as in every form.
const SILENT: [&str; 13] = [
    "type",
    "title",
    "description",
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "$vocabulary",
    "nullable",
    "x-schema",
    "xml",
];

/// Where a schema comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    JsonSchema,
    /// A property that is `readOnly` is not sent, and `format: binary` is a file.
    OpenApi,
}

/// A property that becomes a field.
#[derive(Debug)]
pub(super) struct PlannedProperty {
    /// The name, unique in the form; of a property in an object, all names on the way.
    pub(super) name: String,
    /// The names on the way, to find its part of a `uiSchema`.
    pub(super) path: Vec<String>,
    /// What the object around it is called.
    pub(super) section: Option<String>,
    pub(super) pointer: String,
    pub(super) shape: PlannedShape,
    pub(super) required: bool,
    pub(super) is_read_only: bool,
    /// The list of objects that it is part of.
    pub(super) row: Option<RowScope>,
}

/// What a property becomes.
#[derive(Debug)]
pub(super) enum PlannedShape {
    /// A schema that the import of properties takes.
    Value(Keywords),
    /// A file, with the title, the description and the constraints of the field.
    File { title: Option<String>, description: Option<String>, media_types: Vec<String> },
    /// A text with a line for each item of a list.
    Lines(Keywords),
}

/// Properties of an object in the making.
pub(super) struct Adapter<'d> {
    pub(super) merger: Merger<'d>,
    pub(super) dialect: Dialect,
    pub(super) planned: Vec<PlannedProperty>,
    pub(super) rows: Vec<PlannedRows>,
    pub(super) requirements: Vec<Requirement>,
    /// Names of properties that must be `true`.
    pub(super) consents: Vec<String>,
    names: HashSet<String>,
}

/// The object that is being read.
#[derive(Clone, Default)]
pub(super) struct Scope<'u> {
    path: Vec<String>,
    section: Option<String>,
    is_optional: bool,
    /// Its part of a `uiSchema`, for the order of the properties.
    ui: Option<&'u Value>,
    /// Its part of `formData`.
    data: Option<&'u Value>,
    /// The list of objects that it is in.
    row: Option<RowScope>,
}

impl<'u> Scope<'u> {
    /// The object that the form is made of, with its `uiSchema` and `formData`.
    pub(super) fn root(ui: Option<&'u Value>, data: Option<&'u Value>) -> Scope<'u> {
        Scope { ui, data, ..Scope::default() }
    }
}

impl<'d> Adapter<'d> {
    pub(super) fn new(root: &'d Value, dialect: Dialect) -> Adapter<'d> {
        Adapter {
            merger: Merger::new(root),
            dialect,
            planned: Vec::new(),
            rows: Vec::new(),
            requirements: Vec::new(),
            consents: Vec::new(),
            names: HashSet::new(),
        }
    }

    /// Plans all properties of an object. Returns its merged schema.
    pub(super) fn object(&mut self, schema: &Value, pointer: &str, scope: &Scope<'_>) -> Merged {
        let mut merged = self.merger.merge(schema, pointer);
        self.take_alternatives(&mut merged, pointer);
        self.plan_properties(&merged, pointer, scope);
        merged
    }

    fn plan_properties(&mut self, merged: &Merged, pointer: &str, scope: &Scope<'_>) {
        let is_root = scope.path.is_empty();
        for (key, value) in &merged.keywords {
            let says_nothing =
                SILENT.contains(&key.as_str()) || key == "additionalProperties" && value.is_boolean();
            if says_nothing || key == "unevaluatedProperties" && value.is_boolean() {
                continue;
            }
            if key == "dependentRequired" && is_root {
                self.dependent_required(value, &merged.pointer_to(key, pointer));
                continue;
            }
            self.merger.note(merged.pointer_to(key, pointer), left_out(key));
        }
        for name in &merged.required {
            if !merged.properties.iter().any(|property| property.name == *name) {
                let what = format!("`{}` is required and not a property: not asked for", excerpt(name, 40));
                self.merger.note(format!("{pointer}/required"), what);
            }
        }
        for conditional in &merged.conditionals {
            self.conditional(conditional, is_root);
        }
        for property in ordered(&merged.properties, scope.ui) {
            if is_root {
                self.merger.property = Some(property.name.clone());
            }
            let required = merged.required.contains(&property.name);
            self.property(property, required, scope);
            if is_root {
                self.merger.property = None;
            }
        }
    }

    fn property(&mut self, property: &Property, required: bool, scope: &Scope<'_>) {
        let pointer = property.pointer.as_str();
        let mut merged = self.merger.merge(&property.schema, pointer);
        let mut may_be_null = self.take_alternatives(&mut merged, pointer);
        if merged.keywords.remove("nullable") == Some(Value::Bool(true)) {
            may_be_null = true;
        }
        if self.dialect == Dialect::OpenApi && merged.is_true("readOnly") {
            return self.merger.note(pointer, "left out: it is read-only, and not sent in a request");
        }
        may_be_null |= self.single_type(&mut merged, pointer);
        self.infer_type(&mut merged, pointer);
        self.constants(&mut merged, pointer);
        if let Some(value) = scope.data.and_then(|data| data.get(&property.name)) {
            merged.set("default", value.clone());
        }
        let kind = merged.type_name().unwrap_or("string").to_owned();
        let shape = match kind.as_str() {
            "object" => return self.inner_object(property, &merged, required, scope),
            "array" if self.rows(property, &merged, required && !may_be_null, scope) => return,
            "array" => self.list(&mut merged, pointer),
            "null" => {
                self.merger.note(pointer, "left out: `null` is nothing that a person answers");
                None
            }
            "string" if is_file(&merged.keywords) => Some(self.file(&mut merged, pointer)),
            "boolean" => {
                self.consent(&mut merged, pointer, &property.name, required && scope.path.is_empty());
                Some(PlannedShape::Value(std::mem::take(&mut merged.keywords)))
            }
            _ => {
                bounds_of_openapi_3_0(&mut merged.keywords);
                Some(PlannedShape::Value(std::mem::take(&mut merged.keywords)))
            }
        };
        if let Some(shape) = shape {
            self.plan(property, shape, required, may_be_null, scope);
        }
    }

    fn plan(
        &mut self,
        property: &Property,
        mut shape: PlannedShape,
        required: bool,
        may_be_null: bool,
        scope: &Scope<'_>,
    ) {
        if scope.row.is_some() {
            let keywords = match &shape {
                PlannedShape::Value(keywords) | PlannedShape::Lines(keywords) => Some(keywords),
                PlannedShape::File { .. } => None,
            };
            if let Some(what) = Self::unfit_for_row(keywords) {
                return self.merger.note(&property.pointer, what);
            }
        }
        let mut path = scope.path.clone();
        path.push(property.name.clone());
        if required && scope.is_optional {
            let what = "not required here: it is only required if the object around it is there";
            self.merger.note(&property.pointer, what);
        }
        if required && may_be_null {
            self.merger.note(&property.pointer, "not required here: `null` would do");
        }
        let mut is_read_only = false;
        if let PlannedShape::Value(keywords) = &mut shape {
            is_read_only = keywords.remove("readOnly") == Some(Value::Bool(true));
        }
        let name = self.unique_name(&path);
        if let Some(row) = scope.row {
            // Hints for the items of a list stand under this name.
            path.insert(row.depth, "items".to_owned());
        }
        self.planned.push(PlannedProperty {
            name,
            row: scope.row,
            section: scope.section.clone(),
            pointer: property.pointer.clone(),
            shape,
            required: required && !scope.is_optional && !may_be_null,
            is_read_only,
            path,
        });
    }

    /// An object inside the object: its properties become fields of the form.
    fn inner_object(&mut self, property: &Property, merged: &Merged, required: bool, scope: &Scope<'_>) {
        let pointer = &property.pointer;
        if merged.properties.is_empty() {
            return self.merger.note(pointer, "left out: an object without listed properties");
        }
        if scope.path.len() >= DEEPEST_OBJECT {
            return self.merger.note(pointer, "left out: objects inside each other are nested too deeply");
        }
        let mut path = scope.path.clone();
        path.push(property.name.clone());
        let prefix = path.join("_");
        let what = format!("its properties are fields of the form, named `{prefix}_…`: answers are flat");
        self.merger.note(pointer, what);
        let title = merged.keywords.get("title").and_then(Value::as_str);
        let title = super::wording::label(title, &property.name).0;
        let inner = |value: Option<&'_ Value>| value.and_then(|value| value.get(&property.name).cloned());
        let (ui, data) = (inner(scope.ui), inner(scope.data));
        let inner = Scope {
            path,
            section: Some(match &scope.section {
                Some(around) => format!("{around}, {title}"),
                None => title,
            }),
            is_optional: scope.is_optional || !required,
            ui: ui.as_ref(),
            data: data.as_ref(),
            row: scope.row,
        };
        self.plan_properties(merged, pointer, &inner);
    }

    fn file(&mut self, merged: &mut Merged, pointer: &str) -> PlannedShape {
        let text = |key: &str| merged.keywords.get(key).and_then(Value::as_str).map(str::to_owned);
        let media_type = text("contentMediaType").filter(|name| name != "application/octet-stream");
        self.merger.note(pointer, "asked for as a file: the answer has its name, type, size and content");
        PlannedShape::File {
            title: text("title"),
            description: text("description"),
            media_types: media_type.into_iter().collect(),
        }
    }

    /// A boolean that has only one allowed value asks for consent.
    fn consent(&mut self, merged: &mut Merged, pointer: &str, name: &str, can_require: bool) {
        let listed = match (merged.keywords.get("const"), merged.keywords.get("enum")) {
            (Some(value), _) => vec![value.clone()],
            (None, Some(Value::Array(values))) => values.clone(),
            _ => return,
        };
        let key = if merged.keywords.contains_key("const") { "const" } else { "enum" };
        let pointer = merged.pointer_to(key, pointer);
        merged.keywords.remove("const");
        merged.keywords.remove("enum");
        let allows = |value: bool| listed.contains(&value.into());
        match (allows(true), allows(false)) {
            (true, true) => {}
            (true, false) if can_require => self.consents.push(name.to_owned()),
            _ => self.merger.note(pointer, "not checked: either answer is accepted"),
        }
    }

    fn unique_name(&mut self, path: &[String]) -> String {
        let stem = path.join("_");
        let numbered = (2..).map(|number| format!("{stem}_{number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        let name = names.find(|name| !self.names.contains(name)).unwrap_or(stem);
        self.names.insert(name.clone());
        name
    }
}

/// Returns the properties in the order that `ui:order` says; `*` stands for the others.
fn ordered<'p>(properties: &'p [Property], ui: Option<&Value>) -> Vec<&'p Property> {
    let order = ui.and_then(|ui| ui.get("ui:order").or_else(|| ui.get("ui:options")?.get("order")));
    let Some(Value::Array(order)) = order else { return properties.iter().collect() };
    let place = |name: &str| order.iter().position(|entry| entry == name);
    let star = place("*").unwrap_or(order.len());
    let mut sorted: Vec<&Property> = properties.iter().collect();
    sorted.sort_by_key(|property| place(&property.name).unwrap_or(star));
    sorted
}

/// Returns whether a text is the content of a file.
pub(super) fn is_file(keywords: &Keywords) -> bool {
    let text = |key: &str| keywords.get(key).and_then(Value::as_str);
    matches!(text("format"), Some("binary" | "byte" | "data-url"))
        || text("contentEncoding").is_some_and(|name| name.eq_ignore_ascii_case("base64"))
        || text("contentMediaType") == Some("application/octet-stream")
}

/// OpenAPI 3.0 marks a bound as exclusive with `true`.
fn bounds_of_openapi_3_0(keywords: &mut Keywords) {
    for (flag, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        match keywords.get(flag) {
            Some(Value::Bool(true)) => {
                keywords.remove(flag);
                if let Some(value) = keywords.remove(bound) {
                    keywords.insert(flag.to_owned(), value);
                }
            }
            Some(Value::Bool(false)) => _ = keywords.remove(flag),
            _ => {}
        }
    }
}

/// Says what becomes of a keyword that forms do not have.
pub(super) fn left_out(key: &str) -> String {
    let key = excerpt(key, 40);
    match key.as_str() {
        "not"
        | "minProperties"
        | "maxProperties"
        | "propertyNames"
        | "patternProperties"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "dependentSchemas"
        | "dependencies"
        | "contains"
        | "minContains"
        | "maxContains"
        | "unevaluatedItems"
        | "oneOf"
        | "anyOf"
        | "pattern"
        | "format" => {
            format!("`{key}` is not checked: a form has no such rule")
        }
        _ => format!("`{key}` is left out: a form has no place for it"),
    }
}

/// Returns a pointer one step further.
pub(super) fn below(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", token(key))
}

/// Returns the schema of a choice.
pub(super) fn options_schema(entries: &[Value]) -> Value {
    json!({"type": "string", "oneOf": entries})
}
