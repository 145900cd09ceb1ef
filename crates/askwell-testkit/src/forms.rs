//! Forms for tests: two fixed ones, and strategies for generated ones.
//!
//! Generated forms come as documents ([`any_document`]), which print well when a test fails and
//! shrink to the few keys that matter, or loaded ([`any_form`]). Every form loads and can be
//! answered: it has no contradictions, cycles or invalid defaults.

mod derivation;
mod field;
mod groups;
mod hints;
mod rows;
mod rules;

use askwell_form::Form;
use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::sample::select;
use serde_json::{Map, Value, json};

use derivation::DerivationPick;
use field::Core;
use groups::Groups;
use rows::Rows;
use rules::Rules;

/// Which parts generated forms may have. Default: all of them.
///
/// ```
/// use askwell_testkit::forms::FormShape;
/// let shape = FormShape { files: false, most_fields: 3, ..FormShape::default() };
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormShape {
    /// The most fields, at least 1.
    pub most_fields: usize,
    /// Conditional fields.
    pub conditions: bool,
    /// Computed and prefilled values.
    pub derived: bool,
    /// Groups of fields, as sections and as steps.
    pub groups: bool,
    /// Repeating groups.
    pub rows: bool,
    /// File fields.
    pub files: bool,
    /// URL fields.
    pub urls: bool,
    /// Text fields for secrets.
    pub secrets: bool,
    /// Text fields with a pattern.
    pub patterns: bool,
    /// Text fields with a format.
    pub formats: bool,
    /// Lengths, bounds and counts.
    pub limits: bool,
    /// Defaults.
    pub defaults: bool,
    /// Rendering hints, descriptions, metadata and extensions, which change no result.
    pub hints: bool,
    /// Forms that allow partial submissions.
    pub partial: bool,
}

impl Default for FormShape {
    fn default() -> Self {
        FormShape {
            most_fields: 12,
            conditions: true,
            derived: true,
            groups: true,
            rows: true,
            files: true,
            urls: true,
            secrets: true,
            patterns: true,
            formats: true,
            limits: true,
            defaults: true,
            hints: true,
            partial: true,
        }
    }
}

/// Returns a form with a field of every kind, most of them constrained.
///
/// ```
/// let form = askwell_testkit::forms::comprehensive();
/// assert_eq!(form.fields().len(), 8);
/// ```
#[must_use]
pub fn comprehensive() -> Form {
    load(&json!({
        "id": "test_form_all_types",
        "title": "Comprehensive Test Form",
        "timeout": 60000,
        "fields": [
            {"id": "username", "type": "text", "label": "Username", "required": true,
                "validation": {"minLength": 3, "maxLength": 32, "pattern": "^[a-zA-Z0-9_-]{3,32}$"}},
            {"id": "port", "type": "number", "label": "Port", "required": true, "default": 8080,
                "validation": {"minimum": 1024, "maximum": 65535, "multipleOf": 1}},
            {"id": "enable_ssl", "type": "boolean", "label": "Enable SSL", "default": true},
            {"id": "start_date", "type": "date", "label": "Start date",
                "validation": {"minimum": "2026-01-01", "maximum": "2026-12-31"}},
            {"id": "log_level", "type": "select", "label": "Log level", "required": true,
                "options": ["debug", "info", "warning", "error"]},
            {"id": "features", "type": "multi_select", "label": "Features",
                "options": [{"value": "logging", "title": "Logging"}, {"value": "metrics", "title": "Metrics"},
                    {"value": "tracing", "title": "Tracing"}],
                "validation": {"minItems": 2, "maxItems": 2}},
            {"id": "webhook_url", "type": "url", "label": "Webhook URL", "required": true,
                "validation": {"allowedSchemes": ["https"], "maxLength": 200}},
            {"id": "config_file", "type": "file", "label": "Configuration",
                "validation": {"maxSize": 4096, "allowedMimeTypes": ["application/json", "text/yaml"],
                    "allowedExtensions": [".json", ".yaml", ".yml"]}}
        ]
    }))
}

/// Returns the smallest useful form: one required text.
///
/// ```
/// let form = askwell_testkit::forms::minimal();
/// assert!(form.accepts(&serde_json::json!({"field1": "anything"})));
/// ```
#[must_use]
pub fn minimal() -> Form {
    load(&json!({
        "id": "test_form_minimal",
        "title": "Minimal Test Form",
        "timeout": 30000,
        "fields": [{"id": "field1", "type": "text", "label": "Field 1", "required": true}]
    }))
}

/// Any form.
pub fn any_form() -> impl Strategy<Value = Form> {
    any_form_with(FormShape::default())
}

/// Any form of this shape.
pub fn any_form_with(shape: FormShape) -> impl Strategy<Value = Form> {
    any_document_with(shape).prop_map(|document| load(&document))
}

/// Returns the document of any form.
///
/// ```
/// use proptest::prelude::{ProptestConfig, prop_assert, proptest};
///
/// proptest!(ProptestConfig::with_cases(20), |(document in askwell_testkit::forms::any_document())| {
///     prop_assert!(askwell_form::Form::from_value(&document).is_ok());
/// });
/// ```
pub fn any_document() -> impl Strategy<Value = Value> {
    any_document_with(FormShape::default())
}

/// Returns the document of any form of this shape.
pub fn any_document_with(shape: FormShape) -> impl Strategy<Value = Value> {
    let parts = (field::any_core(shape), rules::any_rules(shape), derivation::any_derivation(shape));
    let fields = vec(parts, 1..=shape.most_fields.max(1));
    (any_frame(shape), fields, groups::any_groups(shape), rows::any_rows(shape), any::<bool>()).prop_map(
        |(frame, fields, groups, rows, reversed)| assemble(frame, fields, &groups, rows.as_ref(), reversed),
    )
}

/// What a form has besides its fields.
fn any_frame(shape: FormShape) -> BoxedStrategy<Map<String, Value>> {
    let title = field::any_label();
    let partial = sometimes(shape.partial, 0.2, Just(json!(true)));
    let extras = if shape.hints { hints::any_form_extras() } else { Just(Map::new()).boxed() };
    (select(vec!["form", "form-1", "F_2"]), title, partial, extras)
        .prop_map(|(id, title, partial, mut frame)| {
            frame.insert("id".to_owned(), json!(id));
            frame.insert("title".to_owned(), json!(title));
            frame.extend(partial.map(|partial| ("allowPartial".to_owned(), partial)));
            frame
        })
        .boxed()
}

/// Something now and then, or never if it is switched off.
fn sometimes<S>(on: bool, how_often: f64, what: S) -> BoxedStrategy<Option<S::Value>>
where
    S: Strategy + 'static,
    S::Value: Clone,
{
    if on { weighted(how_often, what).boxed() } else { Just(None).boxed() }
}

/// Assembles a form. Fields refer to those generated before them, so there are no cycles; the order
/// in the document may be reversed, so that some refer forward.
fn assemble(
    mut frame: Map<String, Value>,
    fields: Vec<(Core, Rules, Option<DerivationPick>)>,
    groups: &Groups,
    rows: Option<&Rows>,
    reversed: bool,
) -> Value {
    let (cores, relations): (Vec<Core>, Vec<(Rules, Option<DerivationPick>)>) =
        fields.into_iter().map(|(core, rules, derivation)| (core, (rules, derivation))).unzip();
    let ids: Vec<String> = cores.iter().enumerate().map(|(index, core)| core.id(index)).collect();
    let scope: Vec<(&str, &Core)> = ids.iter().map(String::as_str).zip(&cores).collect();
    let mut documents = Vec::with_capacity(cores.len());
    let mut dependencies = Map::new();
    for (index, (core, (rules, derivation))) in cores.iter().zip(&relations).enumerate() {
        let id = core.id(index);
        let mut document = core.document.clone();
        document.insert("id".to_owned(), json!(id));
        let earlier = scope.get(..index).unwrap_or_default();
        rules.apply(&mut document, earlier);
        if let Some(derivation) = derivation {
            derivation.apply(&mut document, earlier);
        }
        let is_computed = document.contains_key("computed");
        let rule = rules.form_rule(index, &scope).filter(|rule| !is_computed || rule["action"] != "validate");
        if let Some(rule) = rule {
            dependencies.insert(id, rule);
        }
        documents.push(Value::Object(document));
    }
    let rows = rows.map(|rows| rows.write(&mut dependencies, reversed));
    let (more, group) = rows.unzip();
    documents.extend(more.into_iter().flatten());
    if reversed {
        documents.reverse();
    }
    groups.apply(&mut frame, &scope, group, reversed);
    frame.insert("fields".to_owned(), Value::Array(documents));
    if !dependencies.is_empty() {
        frame.insert("validation".to_owned(), json!({"dependencies": dependencies}));
    }
    Value::Object(frame)
}

/// Loads a document that is known to be sound.
#[expect(
    clippy::panic,
    reason = "a document of ours that does not load is a bug, and tests should hear of it"
)]
pub(crate) fn load(document: &Value) -> Form {
    match Form::from_value(document) {
        Ok(form) => form,
        Err(defects) => panic!("a made-up form does not load: {defects}\n{document:#}"),
    }
}
