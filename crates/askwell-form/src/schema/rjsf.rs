//! Exports a form for react-jsonschema-form: `schema`, `uiSchema` and `formData`.
//!
//! The schema keeps to what draft 7 and later have in common, because RJSF reads it as draft 7 unless it is told
//! otherwise. RJSF leaves blank fields out, so that no field has an alternative for a blank. A field that comes and
//! goes stands in `then`, where RJSF looks for it.

use serde_json::{Value, json};

use super::loss::{Effect, Feature, Loss, Losses};
use super::presence::{Claim, PresenceClaims};
use super::{Keywords, annotations, json_schema, length, numbers, put};
use crate::definition::{Field, Form};
use crate::display::TextFormat;
use crate::display_style::DisplayStyle;
use crate::kind::{Kind, RowsKind};
use crate::rendering::InputType;

/// A form as react-jsonschema-form gets it, with everything that could not be carried.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct RjsfExport {
    /// The property `schema`.
    pub schema: Value,
    /// The property `uiSchema`.
    pub ui_schema: Value,
    /// The property `formData`: the defaults.
    pub form_data: Value,
    /// What they do not say, in the order of the fields.
    pub losses: Vec<Loss>,
}

impl RjsfExport {
    /// Returns the three properties as one object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        json!({"schema": self.schema, "uiSchema": self.ui_schema, "formData": self.form_data})
    }
}

pub(super) fn export(form: &Form) -> RjsfExport {
    let (mut definitions, mut losses) = (Keywords::new(), Losses::default());
    let RjsfObject { schema: object, mut ui, data } = object(form, &mut definitions, &mut losses);
    for display in form.displays() {
        if display.image().is_some() {
            losses.of_field(display.id(), Feature::Image, Effect::Unsaid);
        }
    }
    if form.groups().iter().any(|group| !group.repeats()) {
        losses.of_form(Feature::Groups, Effect::Unsaid);
    }
    if form.text_format() == TextFormat::Markdown {
        ui.insert("ui:globalOptions".to_owned(), json!({"enableMarkdownInDescription": true}));
    }
    let mut schema = Keywords::new();
    schema.insert("title".to_owned(), form.title().into());
    let about: Vec<String> =
        form.description().map(str::to_owned).into_iter().chain(form.display_text()).collect();
    put(&mut schema, "description", (!about.is_empty()).then(|| about.join("\n\n").into()));
    schema.extend(object);
    put(&mut schema, "$defs", (!definitions.is_empty()).then(|| definitions.into()));
    RjsfExport {
        schema: schema.into(),
        ui_schema: ui.into(),
        form_data: data.into(),
        losses: losses.into_vec(),
    }
}

/// An object with the fields of a form: an answer, or a row.
struct RjsfObject {
    schema: Keywords,
    ui: Keywords,
    /// The defaults.
    data: Keywords,
}

fn object(form: &Form, definitions: &mut Keywords, losses: &mut Losses) -> RjsfObject {
    let presence = PresenceClaims::of(form);
    let (mut properties, mut ui, mut data) = (Keywords::new(), Keywords::new(), Keywords::new());
    let (mut required, mut rules, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for (index, field) in form.fields().iter().enumerate() {
        if matches!(field.kind, Kind::File(_)) {
            losses.of_field(field.id(), Feature::File, Effect::Omitted);
            continue;
        }
        let name = field.property();
        names.push(name);
        let mut property = annotations(field);
        let default = field.default.as_ref().map(|answer| numbers::exact_answer(answer));
        match default {
            Some(None) => losses.of_field(field.id(), Feature::Default, Effect::Unsaid),
            Some(Some(value)) => _ = data.insert(name.to_owned(), value),
            None => {}
        }
        losses.of_option_images(field);
        if has_other_look(field) {
            losses.of_field(field.id(), Feature::DisplayStyle, Effect::Unsaid);
        }
        if field.is_computed() {
            property.insert("readOnly".to_owned(), true.into());
            losses.of_field(field.id(), Feature::Computed, Effect::Weakened);
        }
        losses.of_prefill(field);
        let hints = match &field.kind {
            Kind::Rows(rows) => {
                let (own, items) = rows_of(rows, definitions, losses);
                property.extend(own);
                items
            }
            _ => {
                property.extend(constraints(field, definitions, losses));
                hints(field)
            }
        };
        // RJSF takes a moment without an offset, too.
        if property.get("format").is_some_and(|format| format == "date-time") {
            losses.of_field(field.id(), Feature::Format, Effect::Weakened);
        }
        ui.insert(name.to_owned(), hints.into());
        let (active, needed) = (presence.active(index), presence.required(index));
        if active == Claim::Always {
            properties.insert(name.to_owned(), property.into());
            if needed == Claim::Always {
                required.push(name);
            }
        } else {
            match active.to_schema() {
                Some(Value::Bool(false)) => continue,
                Some(condition) => {
                    let mut then = json!({"properties": {name: property}});
                    if needed == Claim::Always
                        && let Some(then) = then.as_object_mut()
                    {
                        then.insert("required".to_owned(), json!([name]));
                    }
                    rules.push(json!({"if": condition, "then": then}));
                }
                None => {
                    losses.of_field(field.id(), Feature::Condition, Effect::Weakened);
                    properties.insert(name.to_owned(), property.into());
                }
            }
        }
        if needed != Claim::Always {
            match Claim::all(vec![active, needed]) {
                Claim::Never => {}
                Claim::When(condition) => {
                    rules.push(json!({"if": condition, "then": {"required": [name]}}));
                }
                Claim::Unsayable => losses.of_field(field.id(), Feature::Condition, Effect::Weakened),
                Claim::Always => rules.push(json!({"required": [name]})),
            }
        }
    }
    losses.of_rules(form);
    definitions.extend(presence.definitions());
    ui.insert("ui:order".to_owned(), names.iter().chain(["*"].iter()).copied().collect::<Vec<_>>().into());
    let mut schema = Keywords::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    put(&mut schema, "required", (!required.is_empty()).then(|| required.into()));
    schema.insert("propertyNames".to_owned(), json!({"enum": names}));
    put(&mut schema, "allOf", (!rules.is_empty()).then(|| rules.into()));
    RjsfObject { schema, ui, data }
}

/// Returns the schema of the rows of a repeating group, and the hints for them.
fn rows_of(rows: &RowsKind, definitions: &mut Keywords, losses: &mut Losses) -> (Keywords, Keywords) {
    let RjsfObject { schema: mut items, ui, data } = object(&rows.form, definitions, losses);
    items.insert("title".to_owned(), rows.item.as_str().into());
    // `formData` has no rows yet: a new one takes its values from here.
    put(&mut items, "default", (!data.is_empty()).then(|| data.into()));
    let mut keywords = Keywords::new();
    keywords.insert("type".to_owned(), "array".into());
    keywords.insert("items".to_owned(), items.into());
    put(&mut keywords, "minItems", length(rows.minimum, 0));
    keywords.insert("maxItems".to_owned(), rows.maximum.into());
    (keywords, Keywords::from_iter([("items".to_owned(), ui.into())]))
}

/// Returns the constraints on an answer that is not blank.
fn constraints(field: &Field, definitions: &mut Keywords, losses: &mut Losses) -> Keywords {
    let mut keywords = json_schema::constraints(field, true, definitions, losses);
    match &field.kind {
        Kind::Boolean(boolean) => {
            if let Some((yes, no)) = boolean.label(true).zip(boolean.label(false)) {
                let titled = json!([{"const": true, "title": yes}, {"const": false, "title": no}]);
                keywords.insert("oneOf".to_owned(), titled);
            }
        }
        Kind::MultiSelect(_) => {
            // RJSF offers a choice of several for `oneOf`, not for `anyOf`; the options differ, so both mean the same.
            if let Some(items) = keywords.get_mut("items").and_then(Value::as_object_mut)
                && let Some(options) = items.remove("anyOf")
            {
                items.insert("oneOf".to_owned(), options);
            }
        }
        _ => {}
    }
    keywords
}

/// Returns the hints of a field for RJSF.
fn hints(field: &Field) -> Keywords {
    let rendering = field.rendering();
    let mut hints = Keywords::new();
    put(&mut hints, "ui:widget", widget(field).map(Value::from));
    put(&mut hints, "ui:placeholder", rendering.placeholder.as_deref().map(Value::from));
    put(&mut hints, "ui:help", rendering.help_text.as_deref().map(Value::from));
    put(&mut hints, "ui:autocomplete", rendering.autocomplete.as_deref().map(Value::from));
    put(&mut hints, "ui:readonly", rendering.readonly.then_some(Value::Bool(true)));
    let rows = rendering.rows.filter(|_| matches!(field.kind, Kind::Text(_)));
    let is_phone = is_phone(field) && rows.is_none();
    let options = rows.map(|rows| json!({"rows": rows})).or(is_phone.then(|| json!({"inputType": "tel"})));
    put(&mut hints, "ui:options", options);
    hints
}

fn is_phone(field: &Field) -> bool {
    let rendering = field.rendering();
    matches!(field.kind, Kind::Text(_))
        && !field.is_secret()
        && (rendering.display_style == Some(DisplayStyle::Tel)
            || rendering.input_type == Some(InputType::Tel))
}

/// Returns whether a field has a style for which RJSF has no widget: it looks different there.
fn has_other_look(field: &Field) -> bool {
    match field.rendering().display_style {
        Some(DisplayStyle::Rating | DisplayStyle::Scale) => matches!(field.kind, Kind::Number(_)),
        Some(DisplayStyle::Range) => true,
        _ => false,
    }
}

fn widget(field: &Field) -> Option<&'static str> {
    let rendering = field.rendering();
    if rendering.hidden {
        return Some("hidden");
    }
    if field.is_secret() {
        return Some("password");
    }
    match (&field.kind, rendering.display_style, rendering.input_type) {
        (Kind::Text(_), _, _) if rendering.rows.is_some() => Some("textarea"),
        (Kind::Text(_), Some(DisplayStyle::Address), _) => Some("textarea"),
        (Kind::Text(_), Some(DisplayStyle::Colour), _) => Some("color"),
        (Kind::Text(_), Some(DisplayStyle::Time), _) => Some("time"),
        (Kind::Text(_), Some(DisplayStyle::Email), _) | (Kind::Text(_), _, Some(InputType::Email)) => {
            Some("email")
        }
        (Kind::Number(_), Some(DisplayStyle::Slider | DisplayStyle::Scale), _) => Some("range"),
        (Kind::Number(_), Some(DisplayStyle::Stepper), _) => Some("updown"),
        (Kind::Boolean(boolean), style, _) => {
            let is_labelled = boolean.label(true).is_some();
            (is_labelled || style == Some(DisplayStyle::Radio)).then_some("radio")
        }
        (
            Kind::Select(_),
            Some(DisplayStyle::Radio | DisplayStyle::Segmented | DisplayStyle::Rating | DisplayStyle::Scale),
            _,
        ) => Some("radio"),
        (Kind::MultiSelect(_), Some(DisplayStyle::MultiselectDropdown), _) => None,
        (Kind::MultiSelect(_), _, _) => Some("checkboxes"),
        _ => None,
    }
}
